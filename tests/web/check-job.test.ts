// A check as a job: its word of progress, and the two kinds of failure.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { run, type FromCheck, type Job } from "../../www/src/check/job.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

const model = readFileSync(resolve(root, "www/public/examples/loan.json"));
const request: RequestDoc = { query: [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0], target: { class: "accepted" }, certificate: true };
let answer: Answer;

beforeAll(() => {
  start(wasm());
  const loaded = CoreModel.load(model, "loan.json");
  const search = loaded.search(request);
  while (!search.step(1000));
  answer = search.answer(0);
  search.free();
  loaded.free();
});
afterEach(() => vi.restoreAllMocks());

/** The messages of a job, each with the time at which it came; the clock goes on by `tick` milliseconds at each look. */
function heard(part: Partial<Job>, tick = 0): { message: FromCheck; at: number }[] {
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => (now += tick));
  const all: { message: FromCheck; at: number }[] = [];
  run({ model, request, answer, ...part }, (message) => all.push({ message, at: now }));
  return all;
}
const shares = (all: { message: FromCheck; at: number }[]): { share: number; at: number }[] => all.flatMap(({ message, at }) => ("share" in message ? [{ share: message.share, at }] : []));

describe("word of progress", () => {
  it("comes every 50 milliseconds and no more often, and tells the share of the proof that was followed", () => {
    const each = shares(heard({}, 50));
    const second = shares(heard({}, 25));
    expect(each.length).toBeGreaterThan(4);
    expect(Math.abs(each.length - 2 * second.length)).toBeLessThan(2);
    for (const list of [each, second]) {
      list.slice(1).forEach(({ share, at }, k) => {
        expect(at - list[k]!.at).toBe(50);
        expect(share).toBeGreaterThanOrEqual(list[k]!.share);
      });
      expect(list.at(-1)!.share).toBeLessThanOrEqual(1);
      expect(list.at(-1)!.share).toBeGreaterThan(0.5);
    }
  });

  it("does not come in less time", () => {
    const all = heard({}, 0.001);
    expect(shares(all)).toEqual([]);
    expect(all).toHaveLength(1);
    expect(all[0]!.message).toMatchObject({ verdict: { checked: true }, replay: null });
  });

  it("comes while every step is written down as well", () => {
    expect(shares(heard({ replay: true }, 50)).length).toBeGreaterThan(4);
  });

  it("tells a share of 0 where there is no proof to follow", () => {
    const empty = { ...answer, certificate: { ...(answer as { certificate?: object }).certificate, proofs: [""] } };
    for (const { share } of shares(heard({ answer: empty }, 60))) expect(share).toBe(0);
    expect(heard({ answer: empty }).at(-1)!.message).toMatchObject({ verdict: { checked: false } });
  });
});

describe("a job that fails", () => {
  it("names a document that cannot be read as input", () => {
    expect(heard({ model: new TextEncoder().encode("{") }).at(-1)!.message).toMatchObject({ input: true });
    expect(heard({ request: { ...request, target: { class: "nobody" } } }).at(-1)!.message).toMatchObject({ input: true, failed: expect.stringContaining("/target") as string });
  });

  it("tells a fault of its own as such, in its words", () => {
    const broken = new Proxy(answer, {
      get: () => {
        throw new RangeError("out of memory");
      },
      has: () => true,
    });
    expect(heard({ answer: broken }).map(({ message }) => message)).toEqual([{ failed: "out of memory", input: false }]);
    const odd = new Proxy(answer, {
      get: () => {
        throw "a word"; // eslint-disable-line @typescript-eslint/only-throw-error -- libraries do
      },
    });
    expect(heard({ answer: odd }).at(-1)!.message).toEqual({ failed: "a word", input: false });
  });
});
