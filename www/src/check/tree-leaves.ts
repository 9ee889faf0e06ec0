/**
 * Every tree's leaves in flat arrays: the values that each adds to the goal's rows, and the levels that lead to it. The tests of a
 * tree on one feature (a group) part its levels into atoms: runs of levels with the same outcome of all these tests. A leaf's set of levels
 * is a list of atoms.
 */
import { atLevel, maySpend, names, spent } from "./budget.js";
import { admitted } from "./depth.js";
import type { Goal, Row } from "./goals.js";
import type { Hyperplanes } from "./hyperplane.js";
import type { Choice, LeafFeatures } from "./linear-leaves.js";
import { holds, sides, type Levels, type Runs } from "./levels.js";
import type { Forest, Model, Node, Tree } from "./model.js";
import { firstLargest } from "./number.js";
import type { Budget, Condition, Query } from "./query.js";
import { factors } from "./scores.js";

export interface Leaves {
  /** Leaves of tree t: first[t] to first[t + 1]; of the model's trees, of the isolation forest's that is asked about, of other models', of the request's rules and of its budgets. */
  first: Int32Array;
  /** One number a row, leaf by leaf. */
  rows: Float64Array;
  need: Float64Array;
  /** The unweighted values of each leaf of trees, not of rules and budgets. */
  values: number[][];
  /** Groups of tree t: groups[t] to groups[t + 1]; the feature of each; its atoms: atoms[g] to atoms[g + 1]; where each begins. */
  groups: Int32Array;
  feature: Int32Array;
  atoms: Int32Array;
  from: Int32Array;
  /** Entries of leaf l: entries[l] to entries[l + 1]; the group of each; its atoms: sets[e] to sets[e + 1] in `set`. */
  entries: Int32Array;
  group: Int32Array;
  sets: Int32Array;
  set: Int32Array;
}

/**
 * The ways of a rule are divided into runs of consecutive levels, where that makes at most this many leaves of a way. Any division is sound, since an answer has one
 * level of each feature. More repeats more of a search's reasons and takes longer; the search itself divides ways into at most some 2,000.
 */
const MOST_RUNS = 4096;

/** Gathers leaves, to be packed. */
class Gathered {
  first = [0];
  rows: number[] = [];
  values: number[][] = [];
  groups = [0];
  feature: number[] = [];
  atoms = [0];
  from: number[] = [];
  entries = [0];
  group: number[] = [];
  sets = [0];
  set: number[] = [];

  /** A group of the present tree, from where its atoms begin. */
  add(feature: number, from: Iterable<number>): number {
    this.feature.push(feature);
    this.from.push(...from);
    return this.atoms.push(this.from.length) - 2;
  }

  leaf(rows: readonly number[], path: Iterable<[number, readonly number[]]>): void {
    this.rows.push(...rows);
    for (const [group, set] of path) {
      this.group.push(group);
      for (const atom of set) this.set.push(atom);
      this.sets.push(this.set.length);
    }
    this.entries.push(this.group.length);
  }

  /** A way of a rule as leaves: one for each combination of runs of consecutive atoms; where these are too many, one. */
  way(rows: readonly number[], path: Path): void {
    let all: [number, number[]][][] = [[]];
    for (const [group, set] of path) {
      const runs: number[][] = [];
      for (const atom of set) {
        if (runs.at(-1)?.at(-1) === atom - 1) runs.at(-1)!.push(atom);
        else runs.push([atom]);
      }
      if (all.length * runs.length > MOST_RUNS) return this.leaf(rows, path);
      all = all.flatMap((way) => runs.map((run): [number, number[]][] => [...way, [group, run]]));
    }
    for (const way of all) this.leaf(rows, way);
  }

  tree(): void {
    this.first.push(this.entries.length - 1);
    this.groups.push(this.feature.length);
  }
}

export function leavesOf(model: Model, query: Query, levels: readonly Levels[], planes: Hyperplanes, summed: LeafFeatures, goal: Goal, targets: readonly Row[][]): Leaves {
  const rows = summed.of(model) === undefined ? goal.rows : [];
  const all = new Gathered();
  const column = new Map(levels.flatMap(({ feature }, f) => feature.columns.map((c) => [c, f] as const)));
  const featureOf = (node: Asked): number => ("plane" in node ? planes.of(node.plane) : column.get(node.test.column)!);
  const part = (raw: readonly number[], of: readonly Row[]) => of.map(({ coef }) => coef.reduce((sum, c, i) => sum + c * raw[i]!, 0));
  const gather = (forest: Forest, parts: (raw: number[]) => number[]): void => {
    const factor = factors(forest);
    const choices = summed.of(forest)?.trees;
    forest.trees.forEach((tree, t) => {
      // Of trees whose sums are rows over features, those stand here whose leaf is a feature of its own.
      const choice = choices?.[t];
      if (choice?.own === false) return;
      walk(all, model, tree, levels, featureOf, (leaf) => parts(rawOf(forest, tree, factor[t]!, leaf)), choice);
      all.tree();
    });
  };
  // Behind the goal's rows there is one for the depth of an answer in the isolation forest, then those of other models, one for each budget last.
  const { depth, budgets } = query;
  const others = query.others.map((other, i) => ({ ...other, rows: summed.of(other.model) === undefined ? targets[i]! : [] }));
  const base = part(model.base, rows);
  const needs = [
    ...rows.map(({ need }, i) => need - base[i]!),
    ...(depth === undefined ? [] : [admitted(depth)]),
    ...others.flatMap((other) => other.rows.map((row) => row.need - part(other.model.base, [row])[0]!)),
    ...budgets.map((budget) => -maySpend(model, budget, query, levels.map(({ feature }) => feature))),
  ];
  const none = needs.map(() => 0);
  const at = (first: number, parts: readonly number[]): number[] => none.toSpliced(first, parts.length, ...parts);
  gather(model, (raw) => at(0, part(raw, rows)));
  let first = rows.length;
  if (depth !== undefined && model.isolation !== undefined) {
    gather(model.isolation, ([length]) => at(rows.length, [length!]));
    first += 1;
  }
  for (const other of others) {
    const begin = first;
    gather(other.model, (raw) => at(begin, part(raw, other.rows)));
    first += other.rows.length;
  }
  for (const { when, then } of query.rules) {
    const own = (f: number): number => query.row[levels[f]!.feature.columns[0]!]!;
    const met = (c: Condition): Met => ({ feature: c.feature, runs: holds(levels[c.feature]!, c, own(c.feature), model.input) });
    for (const asked of when.any ? when.of.map((one) => [one]) : [when.of]) {
      rule(all, asked.map(met), then.of.map(met), then.any, none);
      all.tree();
    }
  }
  budgets.forEach((budget, b) => {
    for (const [f, own] of levels.entries()) if (names(budget, f) && own.cost.some(Number.isFinite)) amounts(all, f, own, (k) => at(first + b, [-used(budget, query, levels, own, k)]));
  });
  const int = (list: readonly number[]): Int32Array => Int32Array.from(list);
  return {
    ...{ first: int(all.first), groups: int(all.groups), feature: int(all.feature), atoms: int(all.atoms), from: int(all.from) },
    ...{ entries: int(all.entries), group: int(all.group), sets: int(all.sets), set: int(all.set) },
    rows: Float64Array.from(all.rows),
    values: all.values,
    need: Float64Array.from(needs),
  };
}

/** The amount that a level uses of a budget at least. */
function used(budget: Budget, query: Query, levels: readonly Levels[], own: Levels, k: number): number {
  return own.stays[k] === 1 || own.cost[k] === Infinity ? 0 : spent(budget, query, levels.map(({ feature }) => feature), atLevel(query, own, k));
}

/** A tree with one leaf for each level of finite cost. */
function amounts(all: Gathered, f: number, { count, cost }: Levels, rows: (k: number) => number[]): void {
  const id = all.add(f, Array.from({ length: count }, (_, k) => k));
  const base = all.from.length - count;
  for (let k = 0; k < count; k++) if (cost[k] !== Infinity) all.leaf(rows(k), [[id, [base + k]]]);
  all.tree();
}

/** The values that a leaf adds to the raw outputs. */
function rawOf({ aggregation, outputs }: Forest, { output }: Tree, factor: number, leaf: readonly number[]): number[] {
  const raw = new Array<number>(outputs).fill(0);
  if (aggregation === "vote") raw[firstLargest(leaf)] = factor;
  else if (output !== undefined) raw[output] = factor * leaf[0]!;
  else leaf.forEach((v, i) => (raw[i] = factor * v));
  return raw;
}

interface Group {
  id: number;
  /** Absolute number of the first atom, and where atoms begin. */
  base: number;
  from: number[];
}

/** By group: the atoms that a path leaves. */
type Path = Map<number, number[]>;

/** A group for each feature, from where its atoms begin. */
function grouped(all: Gathered, begins: ReadonlyMap<number, Set<number>>): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const [f, begin] of begins) {
    const from = [...begin].sort((a, b) => a - b);
    groups.set(f, { id: all.add(f, from), base: all.from.length - from.length, from });
  }
  return groups;
}

/** A node that asks. */
type Asked = Exclude<Node, { leaf: number[] }>;

/** The leaves of a tree that some level leads to. */
function walk(all: Gathered, model: Model, { nodes }: Tree, levels: readonly Levels[], featureOf: (node: Asked) => number, rows: (leaf: number[]) => number[], choice: Choice | undefined): void {
  const runs = new Map<number, [number, Runs<boolean | undefined>]>();
  const begins = new Map<number, Set<number>>();
  for (const [n, node] of nodes.entries()) {
    if (node === undefined || "leaf" in node) continue;
    const f = featureOf(node);
    const found = "plane" in node ? { from: [0, 1], fares: [true, false] } : sides(levels[f]!, node.test, node.missing, model.input);
    runs.set(n, [f, found]);
    const begin = begins.get(f) ?? new Set();
    begins.set(f, begin);
    for (const k of found.from) begin.add(k);
  }
  if (choice?.feature !== undefined) begins.set(choice.feature, new Set(choice.leaves.keys()));
  const groups = grouped(all, begins);
  const open: { at: number; path: Path }[] = [{ at: 0, path: new Map() }];
  for (let now = open.pop(); now !== undefined; now = open.pop()) {
    const node = nodes[now.at]!;
    if ("leaf" in node) {
      const own = choice && groups.get(choice.feature!);
      all.values.push(node.leaf);
      all.leaf(rows(node.leaf), own === undefined ? now.path : new Map(now.path).set(own.id, [own.base + choice!.leaves.indexOf(node)]));
      continue;
    }
    const [f, found] = runs.get(now.at)!;
    const { id, base, from } = groups.get(f)!;
    const fares = spread(found, from);
    const before = now.path.get(id) ?? from.map((_, a) => base + a);
    for (const [child, left] of [[node.left, true], [node.right, false]] as const) {
      const set = before.filter((atom) => fares[atom - base] === left);
      if (set.length > 0) open.push({ at: child, path: new Map(now.path).set(id, set) });
    }
  }
}

/** The outcome of each atom, from the outcomes of runs that begin where some atoms begin. */
function spread<T>(runs: Runs<T>, from: readonly number[]): T[] {
  let run = 0;
  return from.map((k) => {
    while (run + 1 < runs.from.length && runs.from[run + 1]! <= k) run++;
    return runs.fares[run]!;
  });
}

interface Met {
  feature: number;
  runs: Runs<boolean>;
}

/** A rule as a tree that asks its conditions one after the other. Its leaves are the ways to keep it; of `then` any condition is enough, or all are needed. */
function rule(all: Gathered, when: readonly Met[], then: readonly Met[], any: boolean, rows: number[]): void {
  const asked = [...when, ...then];
  const begins = new Map<number, Set<number>>();
  for (const { feature, runs } of asked) begins.set(feature, new Set([...(begins.get(feature) ?? []), ...runs.from]));
  const groups = grouped(all, begins);
  /** The atoms of the path so far on which a condition holds, or does not. */
  const on = (path: Path, { feature, runs }: Met, want: boolean): Path => {
    const { id, base, from } = groups.get(feature)!;
    const fares = spread(runs, from);
    const before = path.get(id) ?? from.map((_, a) => base + a);
    return new Map(path).set(id, before.filter((atom) => fares[atom - base] === want));
  };
  let here: Path = new Map();
  for (const [n, condition] of asked.entries()) {
    const enough = any && n >= when.length;
    // One of several alternatives that holds keeps the rule, and so does a condition of the "if" that does not hold.
    if (enough || n < when.length) all.way(rows, on(here, condition, enough));
    here = on(here, condition, !enough);
  }
  if (!any) all.way(rows, here);
}
