/** The question of a lesson as the mixed-integer program that `export` writes, and its branch and bound, node by node. Pure. */
import { solve, type Program, type Row, type Solved } from "./simplex.js";

/** A term of a file: a sign, perhaps a number, and a name. */
const TERM = /([+-])\s*(?:(\d[\d.e+-]*)\s+)?([A-Za-z_][\w.]*)/g;

const termsOf = (text: string): Map<string, number> => new Map(Array.from(text.matchAll(TERM), ([, sign, by, name]) => [name!, (sign === "-" ? -1 : 1) * Number(by ?? 1)]));

/** Reads a program as the engine writes it, in CPLEX's LP format. */
export function readProgram(text: string): Program {
  const [, cost = "", held = "", whole = ""] = /Minimize\n([^]*?)Subject To\n([^]*?)Bounds\n[^]*?General\n([^]*?)End/.exec(text) ?? [];
  const all = termsOf(cost.replace(/^\s*cost:\s*/, "+ ").replace("+ +", "+").replace("+ -", "-"));
  const constant = all.get("one") ?? 0;
  all.delete("one");
  const rows = held.split(/\n(?= [\w.]+:)/).flatMap((line): Row[] => {
    const [, terms, sense, right] = /:([^]*?)(<=|>=|=)\s*(-?[\d.e+-]+)/.exec(line) ?? [];
    return terms === undefined ? [] : [{ terms: termsOf(terms), sense: sense as Row["sense"], right: Number(right) }];
  });
  const columns = new Set(rows.flatMap(({ terms }) => [...terms.keys()]));
  return { cost: all, constant, rows, columns: [...columns], whole: whole.split(/\s+/).filter((name) => name !== "") };
}

/** One node of the branch and bound: the relaxation with some columns fixed. */
export interface BranchNode {
  fixed: ReadonlyMap<string, number>;
  parent: number | null;
  solved: Solved | null;
  /** Why nothing hangs below it; or that it branches, and the column that is fixed below it. */
  end: "impossible" | "whole" | "dear" | "branch";
  column: string | null;
  /** The cheapest whole point, and the least cost that is still open, after this node. */
  best: number;
  bound: number;
}

/** A column counts as whole this near to 0 or 1; the relaxations are solved to about 1e-12. By hand. */
const WHOLE = 1e-6;

/** Branch and bound, that with the least bound first. It ends where nothing open is cheaper than the best. */
export function branch(program: Program, most: number): BranchNode[] {
  const nodes: BranchNode[] = [];
  const open: { fixed: ReadonlyMap<string, number>; parent: number | null; bound: number }[] = [{ fixed: new Map(), parent: null, bound: Number.NEGATIVE_INFINITY }];
  let best = Number.POSITIVE_INFINITY;
  while (open.length > 0 && nodes.length < most) {
    open.sort((a, b) => a.bound - b.bound);
    const { fixed, parent } = open.shift()!;
    const solved = solve(program, fixed);
    const part = solved && program.whole.map((name) => [name, Math.abs((solved.values.get(name) ?? 0) - 0.5)] as const).sort((a, b) => a[1] - b[1])[0];
    let end: BranchNode["end"] = "impossible";
    let column: string | null = null;
    if (solved && solved.cost >= best - WHOLE) end = "dear";
    else if (solved && (!part || part[1] > 0.5 - WHOLE)) [end, best] = ["whole", solved.cost];
    else if (solved && part) {
      [end, column] = ["branch", part[0]];
      for (const value of [0, 1]) open.push({ fixed: new Map([...fixed, [part[0], value]]), parent: nodes.length, bound: solved.cost });
    }
    nodes.push({ fixed, parent, solved, end, column, best, bound: Math.min(best, ...open.map((one) => one.bound)) });
  }
  return nodes;
}
