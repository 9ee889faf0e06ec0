/** The small solver of the lesson on mixed-integer programs, held to every corner of random programs and to the engine's proved answers. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { draws } from "../../www/src/draws.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { branch, readProgram } from "../../www/src/lessons/program.js";
import { solve, type Program, type Row } from "../../www/src/lessons/simplex.js";
import { root, wasm } from "./models.js";

beforeAll(() => start(wasm()));

/** Room for rounding: the programs have numbers of about 1. */
const NEAR = 1e-7;

const value = (row: Row, at: readonly number[], columns: readonly string[]): number => [...row.terms].reduce((sum, [name, by]) => sum + by * at[columns.indexOf(name)]!, 0);
const holds = (row: Row, at: readonly number[], columns: readonly string[]): boolean => {
  const sum = value(row, at, columns);
  return row.sense === "<=" ? sum <= row.right + NEAR : row.sense === ">=" ? sum >= row.right - NEAR : Math.abs(sum - row.right) <= NEAR;
};

/** The point where three planes meet, by Cramer's rule. */
function meeting(planes: readonly (readonly [number, number, number, number])[]): number[] | null {
  const det = (m: readonly (readonly number[])[]): number => m[0]![0]! * (m[1]![1]! * m[2]![2]! - m[1]![2]! * m[2]![1]!) - m[0]![1]! * (m[1]![0]! * m[2]![2]! - m[1]![2]! * m[2]![0]!) + m[0]![2]! * (m[1]![0]! * m[2]![1]! - m[1]![1]! * m[2]![0]!);
  const whole = det(planes);
  if (Math.abs(whole) < 1e-9) return null;
  return [0, 1, 2].map((k) => det(planes.map((plane) => plane.slice(0, 3).with(k, plane[3]))) / whole);
}

/** Three columns between 0 and 1 and a few rows of small numbers. */
function random(seed: number): Program {
  const draw = draws(seed);
  const columns = ["a", "b", "c"];
  const number = (): number => Math.round(draw() * 8 - 4) / 2;
  const rows = Array.from({ length: 1 + Math.floor(draw() * 4) }, (): Row => ({ terms: new Map(columns.map((name) => [name, number()])), sense: (["<=", ">=", "="] as const)[Math.floor(draw() * 2.4)]!, right: number() / 2 }));
  return { cost: new Map(columns.map((name) => [name, number()])), constant: number(), rows, columns, whole: [] };
}

describe("the simplex", () => {
  test("finds the cheapest of all corners, and says so where no point keeps all rows", () => {
    let [solved, impossible] = [0, 0];
    for (let seed = 1; seed <= 600; seed++) {
      const program = random(seed);
      const { columns, rows, cost, constant } = program;
      const planes = [...rows.map((row): [number, number, number, number] => [row.terms.get("a")!, row.terms.get("b")!, row.terms.get("c")!, row.right]), ...[0, 1, 2].flatMap((k) => [0, 1].map((end): [number, number, number, number] => [Number(k === 0), Number(k === 1), Number(k === 2), end]))];
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < planes.length; i++) for (let j = i + 1; j < planes.length; j++) for (let k = j + 1; k < planes.length; k++) {
        const at = meeting([planes[i]!, planes[j]!, planes[k]!]);
        if (at?.every((x) => x >= -NEAR && x <= 1 + NEAR) && rows.every((row) => holds(row, at, columns))) best = Math.min(best, columns.reduce((sum, name, index) => sum + cost.get(name)! * at[index]!, constant));
      }
      const found = solve(program);
      expect(found === null, `seed ${seed}`).toBe(best === Number.POSITIVE_INFINITY);
      if (found === null) impossible += 1;
      else {
        solved += 1;
        expect(found.cost, `seed ${seed}`).toBeCloseTo(best, 6);
        expect(rows.every((row) => holds(row, columns.map((name) => found.values.get(name)!), columns)), `seed ${seed}`).toBe(true);
      }
    }
    expect(solved).toBeGreaterThan(100);
    expect(impossible).toBeGreaterThan(50);
  });

  test("keeps a column where it is fixed", () => {
    const program: Program = { cost: new Map([["a", 1], ["b", 2]]), constant: 0.5, rows: [{ terms: new Map([["a", 1], ["b", 1]]), sense: ">=", right: 1 }], columns: ["a", "b"], whole: [] };
    expect(solve(program)).toMatchObject({ cost: 1.5 });
    expect(solve(program, new Map([["a", 0.25]]))).toMatchObject({ cost: 2.25 });
    expect(solve({ ...program, rows: [{ terms: new Map([["a", 1]]), sense: ">=", right: 1 }] }, new Map([["a", 0]]))).toBeNull();
  });
});

describe("the branch and bound", () => {
  const of = (file: string): CoreModel => CoreModel.load(readFileSync(resolve(root, "www/public/lessons", file)), file);

  test("ends at the engine's proved cost, by both programs that the engine writes", () => {
    const core = of("two.json");
    for (const point of [[8000, 36], [9000, 50], [3000, 50], [6000, 30], [10000, 60]]) {
      const request = { query: point, target: { class: 1 } };
      const search = core.search(request);
      while (!search.step(1000));
      const { status, counterfactuals: [best] } = search.answer(0);
      search.free();
      expect(status).toBe("optimal");
      for (const kind of ["levels", "paper"] as const) {
        const nodes = branch(readProgram(core.formulation(request, "lp", kind)), 400);
        expect(nodes.at(-1)?.best, kind).toBeCloseTo(best!.cost, 9);
        expect(nodes.at(-1)?.bound, kind).toBeCloseTo(best!.cost, 9);
        for (const { bound } of nodes) expect(bound).toBeLessThanOrEqual(best!.cost + 1e-9);
        for (const { parent, solved } of nodes) if (parent !== null && solved) expect(solved.cost).toBeGreaterThanOrEqual((nodes[parent]?.solved?.cost ?? Number.NEGATIVE_INFINITY) - 1e-9);
      }
    }
  });

  test("reads every column and row of the program as its own first lines count them", () => {
    const text = of("votes.json").formulation({ query: [8000, 36], target: { class: 1 } }, "lp", "levels");
    const [, rows, columns, whole] = /(\d+) rows, (\d+) columns \((\d+) of whole numbers\)/.exec(text)!.map(Number);
    const program = readProgram(text);
    expect([program.rows.length, program.columns.length, program.whole.length]).toEqual([rows, columns, whole]);
  });
});
