/** A measure of a person's own: read as it is typed, asked for as it stands, kept in a link, and measured as its formula says. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { readMatrix } from "../../www/src/page/further/measure/matrix.js";
import { openModel, setNorm } from "../../www/src/page/state/editing/actions.js";
import { schemaDoc } from "../../www/src/page/state/limits/file-limits.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { doc } from "./page-fixtures.js";
import { root, wasm } from "./models.js";
import { costIn } from "./random-page.js";
import { draws } from "../../www/src/draws.js";

const mix = { l0: 0.1, l1: 0.5, l2: 0, linf: 0 };

describe("a measure of one's own", () => {
  test("is a matrix of as many lines as numbers, the same on both sides", () => {
    expect(readMatrix("1 0.5\n0.5\t2\n\n", 2)).toEqual({ matrix: [[1, 0.5], [0.5, 2]] });
    expect(readMatrix("1;0;0\n0;1.125;0\n0;0;1", 3)).toEqual({ matrix: [[1, 0, 0], [0, 1.125, 0], [0, 0, 1]] });
    expect(readMatrix("1 0\n0 1", 3)).toEqual({ wrong: { is: "size" } });
    expect(readMatrix("1 0 0\n0 1", 2)).toEqual({ wrong: { is: "size" } });
    expect(readMatrix("", 1)).toEqual({ wrong: { is: "size" } });
    expect(readMatrix("1 0\n0 one", 2)).toEqual({ wrong: { is: "number", row: 1, text: "one" } });
    expect(readMatrix("1 0.5\n0.4 1", 2)).toEqual({ wrong: { is: "twoSided", row: 0, column: 1 } });
  });

  test("is asked for as it stands and kept in a link", () => {
    const own = setNorm(doc, { mix, form: [[2, -1], [-1, 2]] });
    expect(requestOf(own).cost).toEqual({ norm: mix, quadratic: [[2, -1], [-1, 2]] });
    expect(decode(encode(own, false) ?? "")?.doc.norm).toEqual(own.norm);
    expect(costOf(own, doc.person), "the engine alone measures by a matrix").toBeNaN();
    const mixed = setNorm(doc, { mix });
    expect(requestOf(mixed).cost).toEqual({ norm: mix });
    expect(decode(encode(mixed, false) ?? "")?.doc.norm).toEqual({ mix });
    expect(() => decode(encode(setNorm(doc, { mix: { ...mix, l1: -1 } }), false) ?? "")).toThrow("field n");
  });

  test("costs on the loan model as its formula says, and no row that is accepted costs less", { timeout: 120_000 }, () => {
    start(wasm());
    const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
    const model = loaded.withSchema(schemaDoc(loaded.info));
    const { features } = model.info;
    const numbers = features.filter(({ kind }) => kind === "numeric" || kind === "integer");
    const rnd = draws(29);
    const rows = Array.from({ length: 250 }, (_, index) => model.row(index).row);
    const classes = rows.map((row) => (model.predict(Float64Array.from(row))[0] as { class: number }).class);
    let looked = 0;
    for (const [at, person] of rows.entries()) {
      if (classes[at] !== 0 || at % 12 > 0) continue;
      // The product of a matrix with itself, turned: symmetric, without negative eigenvalues.
      const root = numbers.map(() => numbers.map(() => 2 * rnd() - 1));
      const form = numbers.map((_, i) => numbers.map((_, j) => root.reduce((sum, row) => sum + row[i]! * row[j]!, 0)));
      const ref = { id: 1, title: "", source: { from: "file" as const, file: "" }, info: model.info, schema: null, guess: null, fileLimits: new Map() };
      const own = setNorm(openModel(ref, person, null, { class: 1 }, null), { mix, form });
      const search = model.search(requestOf(own));
      while (!search.step(1000));
      const answer = search.answer(0);
      search.free();
      expect(answer.status).toBe("optimal");
      const measured = (to: readonly number[]): number => {
        const steps = numbers.map(({ columns: [column = 0], kind, min, max }) => ((kind === "numeric" && to[column] !== person[column] ? Math.fround(to[column]!) : to[column]!) - person[column]!) / (max - min));
        return costIn({ ...requestOf(own), cost: { norm: mix } }, features, person, to) + steps.reduce((sum, step, i) => sum + steps.reduce((inner, other, j) => inner + step * form[i]![j]! * other, 0), 0);
      };
      const best = answer.counterfactuals[0]!;
      expect(measured(best.values)).toBeCloseTo(best.cost, 7);
      for (const [to, row] of rows.entries()) if (classes[to] === 1) expect(measured(row)).toBeGreaterThanOrEqual(best.cost - 1e-7);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(5);
  });
});
