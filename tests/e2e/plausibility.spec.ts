/** Plausible answers on the command line: as deep in an isolation forest as the request asks. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./test.js";
import type { Answer } from "../../www/src/types.js";
import { stump } from "../web/models.js";
import { root } from "./files.js";

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Accepted people are 40 to 59, with incomes from 4 on; rejected ones are all else. */
const rows = Array.from({ length: 120 }, (_, i) => (i % 3 === 0 ? [(i % 7) / 2, 18 + (i % 60)] : [4 + (i % 11) / 2, 40 + (i % 20)]));
const labels = rows.map((_, i) => (i % 3 === 0 ? 0 : 1));
const grown = { ...stump, background: { rows, labels } };

function explain(model: unknown, request: object, query: number[] = [3, 25]): { code: number | null; err: string; answer: Answer } {
  const path = (name: string, content: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const args = ["--model", path("model.json", model), "--queries", path("q.json", { target: { class: 1 }, queries: [query] }), "--request", path("r.json", request)];
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), "explain", ...args], { encoding: "utf8" });
  return { code: status, err: stderr, answer: stdout === "" ? ({} as Answer) : (JSON.parse(stdout) as Answer) };
}

const deep = (isolation_forest: object): object => ({ plausibility: { isolation_forest } });

test("an answer lies where the accepted are, not only where the model decides so", () => {
  const plain = explain(grown, {}).answer;
  expect(plain.counterfactuals[0]?.values[1]).toBe(25);
  const { code, answer } = explain(grown, deep({ outlier_quantile: 0.5 }));
  expect(code).toBe(0);
  const [one] = answer.counterfactuals;
  expect(answer.status).toBe("optimal");
  expect(one?.prediction).toMatchObject({ class: 1 });
  expect(one?.path_length).toBeGreaterThanOrEqual(answer.min_path_length ?? Infinity);
  expect(one?.values[1]).toBeGreaterThanOrEqual(38);
  // The same request again is answered the same: the forest is grown from a fixed seed.
  expect(explain(grown, deep({ outlier_quantile: 0.5 })).answer.counterfactuals).toEqual(answer.counterfactuals);
});

test("the quantile is one of the target's own path lengths; 0 keeps all of them, 1 the deepest", () => {
  const lengths = [0, 0.1, 0.5, 1].map((q) => explain(grown, deep({ outlier_quantile: q })).answer.min_path_length ?? NaN);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(new Set(lengths).size).toBe(4);
  const least = explain(grown, deep({ min_path_length: lengths[1] })).answer;
  expect(least.counterfactuals).toEqual(explain(grown, deep({ outlier_quantile: 0.1 })).answer.counterfactuals);
});

test("every norm, several answers and ties keep the depth", () => {
  for (const more of [{ cost: { norm: "l0" } }, { cost: { norm: "l2" } }, { cost: { norm: "linf" } }, { ties: true }, { count: 2, distinct: { distance: 0.1 } }]) {
    const { answer } = explain(grown, { ...deep({ outlier_quantile: 0.1 }), ...more });
    expect(answer.status, JSON.stringify(more)).toBe("optimal");
    for (const one of answer.counterfactuals) expect(one.path_length).toBeGreaterThanOrEqual((answer.min_path_length ?? NaN) - 1e-9);
  }
});

test("an impossible depth is named in the conflict", () => {
  const { code, answer } = explain(grown, { ...deep({ min_path_length: 99 }), constraints: [{ max_changes: 2 }] });
  expect(code).toBe(0);
  expect(answer).toMatchObject({ status: "infeasible", conflict: ["/plausibility/isolation_forest"] });
  const both = explain(grown, { ...deep({ outlier_quantile: 0.9 }), constraints: [{ fix: "Age" }] }).answer;
  expect(both).toMatchObject({ status: "infeasible", conflict: ["/constraints/0", "/plausibility/isolation_forest"] });
});

test("an impossible plausibility is refused in one line", () => {
  const refused = (request: object, text: RegExp, model: unknown = grown): void => {
    const { code, err } = explain(model, request);
    expect(err).toMatch(text);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  };
  refused(deep({ outlier_quantile: 0.1 }), /of the model's 0 background rows have the target/, { ...stump, background: undefined });
  refused(deep({ outlier_quantile: 2 }), /a share of the rows, from 0 to 1/);
  refused(deep({ outlier_share: 0.1 }), /unknown field "outlier_share"/);
  refused({ ...deep({ outlier_quantile: 0.1 }), certificate: true }, /the isolation forest is grown from the background rows, and a certificate is of the model's file alone/);
});

test("a linear constraint and a depth hold together", () => {
  const { code, answer } = explain(grown, { ...deep({ outlier_quantile: 0.1 }), constraints: [{ linear: { terms: { Income: 1, Age: 1 }, op: "<=", rhs: 90 } }] });
  expect(code).toBe(0);
  expect(answer).toMatchObject({ status: "optimal", work: { engine: "coupled" } });
  const [one] = answer.counterfactuals;
  expect((one?.values[0] ?? NaN) + (one?.values[1] ?? NaN)).toBeLessThanOrEqual(90);
  expect(one?.path_length).toBeGreaterThanOrEqual((answer.min_path_length ?? NaN) - 1e-9);
});
