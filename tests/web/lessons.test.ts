// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Model } from "../../www/src/index.js";
import { LESSONS, NAMES, type Asked } from "../../www/src/lesson/kinds.js";
import { lessonWords, type LessonName } from "../../www/src/lesson/words.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import type { MapLimit } from "../../www/src/view/plot/contract.js";
import { root, wasm } from "./models.js";

beforeAll(() => start(wasm()));

const OPEN: Record<"x" | "y", MapLimit> = { x: { lo: null, hi: null }, y: { lo: null, hi: null } };

/** What a lesson is given, with the engine on this thread. */
function given(name: LessonName): Asked {
  const { file, start: point } = LESSONS[name];
  const core = CoreModel.load(readFileSync(resolve(root, "www/public/lessons", file)), file);
  if (!core) throw new Error("not Espalier's JSON");
  const explain = (request: RequestDoc): Promise<Answer> => {
    const search = core.search(request);
    if (typeof search === "string") throw new Error("the engine itself answers what lessons ask");
    while (!search.step(1000));
    const answer = search.answer(0);
    search.free();
    return Promise.resolve(answer);
  };
  const predict = (rows: number[][]) => Promise.resolve(core.predict(Float64Array.from(rows.flat())));
  const model = { info: core.info, explain, predict } as unknown as Model;
  const [x = "", y = ""] = core.info.features.map((feature) => feature.name);
  return { model, trees: core.trees(), regions: core.regions([x, y], point), point, limits: OPEN, step: 0, seen: new Map() };
}

const grid = Array.from({ length: 24 }, (_, i) => Array.from({ length: 18 }, (_, j): [number, number] => [500 + i * 400, 7 + j * 3])).flat();

describe("the lessons", () => {
  test("have a claim, two paragraphs, one question, and a start that does not answer it", async () => {
    for (const name of NAMES) {
      const text = lessonWords.text[name];
      expect(text.paragraphs).toHaveLength(2);
      expect(text.question.endsWith("?")).toBe(true);
      if (name !== "proof") expect((await LESSONS[name].ask(given(name))).found, name).toBeNull();
    }
  });

  test("boxes: the box is said in words, and three boxes of one decision answer the question", async () => {
    const asked = given("boxes");
    const first = await LESSONS.boxes.ask(asked);
    expect(first.facts[0]?.text).toMatch(/^Your box: credit amount .+\.$/);
    let found: string | null = null;
    for (const point of grid) found ??= (await LESSONS.boxes.ask({ ...asked, point })).found;
    expect(found).toMatch(/^You have been in 3 boxes and stayed (refused|accepted)/);
  });

  test("overlap: where the leaves disagree the mean decides, and the patches are those of the map", async () => {
    const asked = given("overlap");
    const found = (await Promise.all(grid.map((point) => LESSONS.overlap.ask({ ...asked, point })))).filter((figure) => figure.found !== null);
    expect(found.length).toBeGreaterThan(0);
    for (const { facts } of found) {
      const shares = facts.map(({ text }) => Number.parseFloat(text.replace("score ", "")));
      expect(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2).toBeCloseTo(shares[2] ?? -1, 0);
    }
    const patches = new Set(Array.from(asked.regions.classes, (_, cell) => [...asked.regions.scores.subarray(cell * 2, cell * 2 + 2)].join()));
    expect(Number(/in (\d+) patches/.exec(found[0]?.found ?? "")?.[1])).toBeGreaterThanOrEqual(patches.size);
  });

  test("rulers: there are places with three answers; each is at the distance of its outline", async () => {
    const asked = given("rulers");
    let three = 0;
    for (const point of grid) {
      const figure = await LESSONS.rulers.ask({ ...asked, point });
      if (figure.found === null) continue;
      three += 1;
      expect(new Set(figure.marks.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
      expect(figure.reach).toHaveLength(3);
      const [l1, l2, linf] = figure.reach.map(({ proved }) => proved ?? 0);
      expect(l1 ?? 0).toBeGreaterThanOrEqual(Math.sqrt(l2 ?? 0) - 1e-9);
      expect(Math.sqrt(l2 ?? 0)).toBeGreaterThanOrEqual((linf ?? 0) - 1e-9);
    }
    expect(three).toBeGreaterThan(0);
  });

  test("limits: inside them the way is never shorter, and limits that leave none are named", async () => {
    const asked = given("limits");
    const tight: Record<"x" | "y", MapLimit> = { x: { lo: 6500, hi: null }, y: { lo: 30, hi: null } };
    const figure = await LESSONS.limits.ask({ ...asked, limits: tight });
    expect(figure).toMatchObject({ answer: null });
    expect(figure.found).toMatch(/credit amount 6,500 to 10,000/);
    const some = await LESSONS.limits.ask({ ...asked, limits: { x: { lo: 5900, hi: null }, y: OPEN.y } });
    const costs = some.facts.map(({ text }) => Number(/cost ([\d.]+)$/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY));
    expect(costs[1]).toBeGreaterThanOrEqual(costs[0] ?? 0);
  });
});
