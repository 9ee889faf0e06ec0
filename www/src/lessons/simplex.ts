/**
 * Linear programs, small ones, solved exactly enough to be looked at: the two-phase simplex over a dense table, with Bland's rule, which cannot circle.
 * It is for the lesson on mixed-integer programs alone, whose relaxations have a hundred columns at most. Pure.
 */

/** One row: the sum of its terms, and the number that it is held against. */
export interface Row {
  terms: ReadonlyMap<string, number>;
  sense: "<=" | ">=" | "=";
  right: number;
}

/** A program: minimise `cost` plus `constant` over its rows. Columns lie between 0 and 1. */
export interface Program {
  cost: ReadonlyMap<string, number>;
  constant: number;
  rows: readonly Row[];
  columns: readonly string[];
  /** Columns that have to be whole. */
  whole: readonly string[];
}

export interface Solved {
  cost: number;
  values: ReadonlyMap<string, number>;
}

/** A number that is smaller counts as 0: the tables hold numbers of about 1, and a hundred pivots lose fewer than four digits. By hand. */
const ZERO = 1e-9;

/** The optimum of a program with some columns fixed; null where nothing keeps all rows. */
export function solve(program: Program, fixed: ReadonlyMap<string, number> = new Map()): Solved | null {
  const free = program.columns.filter((name) => !fixed.has(name));
  const at = new Map(free.map((name, index) => [name, index]));
  const rows = [...program.rows, ...free.map((name): Row => ({ terms: new Map([[name, 1]]), sense: "<=", right: 1 }))].map((row) => scaled(row, fixed));
  const slacks = rows.filter(({ sense }) => sense !== "=").length;
  const width = free.length + slacks + rows.length + 1;
  let slack = free.length;
  const basis: number[] = [];
  const table = rows.map(({ terms, sense, right }, index) => {
    const line = new Float64Array(width);
    // The right side is not negative, so that the first corner keeps the row.
    const turn = right < 0 ? -1 : 1;
    for (const [name, by] of terms) line[at.get(name)!]! += turn * by;
    line[width - 1] = turn * right;
    const own = sense === "=" ? null : slack++;
    if (own !== null) line[own] = sense === "<=" ? turn : -turn;
    if (own !== null && line[own] === 1) basis[index] = own;
    else line[(basis[index] = free.length + slacks + index)] = 1;
    return line;
  });
  const artificial = free.length + slacks;
  const phase = (costs: (column: number) => number, last: number): number => {
    const line = Float64Array.from({ length: width }, (_, column) => (column === width - 1 ? 0 : costs(column)));
    table.forEach((row, index) => subtract(line, row, line[basis[index]!]!));
    descend(table, line, basis, last);
    return -line[width - 1]!;
  };
  if (phase((column) => (column >= artificial ? 1 : 0), width - 1) > 1e-7) return null;
  // Artificial columns that are left in the basis stand at 0; they are driven out, or their row says nothing.
  basis.forEach((column, index) => {
    if (column < artificial) return;
    const other = table[index]!.findIndex((by, k) => k < artificial && Math.abs(by) > ZERO);
    if (other >= 0) pivot(table, null, basis, index, other);
  });
  const given = [...fixed].reduce((sum, [name, value]) => sum + (program.cost.get(name) ?? 0) * value, program.constant);
  const cost = given + phase((column) => (column < free.length ? (program.cost.get(free[column]!) ?? 0) : 0), artificial);
  const values = new Map<string, number>(fixed);
  for (const name of free) values.set(name, 0);
  basis.forEach((column, index) => column < free.length && values.set(free[column]!, table[index]![width - 1]!));
  return { cost, values };
}

/** A row without its fixed columns. Scores are large numbers beside the shares; the largest number of each row becomes 1. */
function scaled({ terms, sense, right }: Row, fixed: ReadonlyMap<string, number>): Row {
  const left = [...terms].filter(([name]) => !fixed.has(name));
  const rest = [...terms].reduce((sum, [name, by]) => sum - by * (fixed.get(name) ?? 0), right);
  const most = Math.max(...left.map(([, by]) => Math.abs(by)), 0) || 1;
  return { terms: new Map(left.map(([name, by]) => [name, by / most])), sense, right: rest / most };
}

function subtract(line: Float64Array, row: Float64Array, by: number): void {
  if (by !== 0) for (let k = 0; k < line.length; k++) line[k]! -= by * row[k]!;
}

/** From corner to corner, downwards, by Bland's rule: the first column that pays, and of the rows that stop it that of the first column. */
function descend(table: Float64Array[], line: Float64Array, basis: number[], last: number): void {
  for (;;) {
    const enter = line.findIndex((by, column) => column < last && by < -ZERO);
    if (enter < 0) return;
    let [leave, least] = [-1, Number.POSITIVE_INFINITY];
    table.forEach((row, index) => {
      if (row[enter]! <= ZERO) return;
      const ratio = row[row.length - 1]! / row[enter]!;
      if (ratio < least - 1e-12 || (ratio <= least + 1e-12 && basis[index]! < basis[leave]!)) [leave, least] = [index, Math.min(ratio, least)];
    });
    // Every column lies between 0 and 1, so that some row always stops it.
    if (leave < 0) return;
    pivot(table, line, basis, leave, enter);
  }
}

function pivot(table: Float64Array[], line: Float64Array | null, basis: number[], index: number, column: number): void {
  const row = table[index]!;
  const by = row[column]!;
  for (let k = 0; k < row.length; k++) row[k]! /= by;
  table.forEach((other, k) => k !== index && subtract(other, row, other[column]!));
  if (line) subtract(line, row, line[column]!);
  basis[index] = column;
}
