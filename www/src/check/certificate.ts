/** Checks a certificate: repeats every reason that it states from the model, the schema and the request alone. */
import { copy, Reasons, type Box } from "./box.js";
import { atLevel, mayAfford } from "./budget.js";
import { deep } from "./depth.js";
import { goalsOf, reached, type Goal, type Row } from "./goals.js";
import { Hyperplanes } from "./hyperplane.js";
import { isSloped, LeafFeatures } from "./linear-leaves.js";
import { leavesOf, type Leaves } from "./tree-leaves.js";
import { levelsOf, Refuted, type Levels } from "./levels.js";
import { leafOf, Unproven, type Forest, type Model } from "./model.js";
import { doc, isDoc, list, number, text, Unreadable } from "./read.js";
import { supports } from "./hull.js";
import type { Query, Sum } from "./query.js";
import { earned as earnedBy, earnedInAll } from "./price.js";
import { Rounds } from "./proof-round.js";
import { valueAt, type Schema } from "./schema.js";
import type { LeavesIn } from "./scores.js";
import { Stream } from "./stream.js";
import { Sums } from "./priced-constraints.js";
import type { Verdict } from "../types.js";
import type { Closed, Watch } from "./watch.js";

export type { Verdict } from "../types.js";

/** Tolerances of costs: relative, and absolute where costs are close to 0. */
const EQUAL = 1e-9;
const CLOSE = 1e-12;

/** The difference at which costs count as equal, where changes may earn this much. */
export const near = (cost: number, earned: number): number => EQUAL * (Math.abs(cost) + earned) + CLOSE;

interface Certificate {
  cost: number | null;
  /** The lower bound that is proved in place of the cost. */
  proved: number | undefined;
  cuts: Float64Array[];
  proofs: Uint8Array[];
  /** By cluster of a hull, its directions. */
  hull: number[][][];
}

function read(value: unknown): Certificate {
  if (!isDoc(value)) throw new Refuted("there is no certificate");
  try {
    const { version, cost, proved, cuts, proofs, hull } = doc(value, "certificate");
    if (version !== 1) throw new Refuted("the certificate is not of version 1");
    return {
      cost: cost === null ? null : number(cost, "certificate/cost"),
      proved: proved === undefined ? undefined : number(proved, "certificate/proved"),
      cuts: list(cuts, "certificate/cuts").map((c, f) => readCuts(list(c, `certificate/cuts/${f}`), `certificate/cuts/${f}`)),
      proofs: list(proofs, "certificate/proofs").map((p, g) => bytesOf(text(p, `certificate/proofs/${g}`))),
      hull: inHull(hull ?? []).map((of) => inHull(of).map((y) => inHull(y).map((x) => number(x, "certificate/hull")))),
    };
  } catch (error) {
    throw error instanceof Unreadable ? new Refuted(error.message) : error;
  }
}

const inHull = (value: unknown): readonly unknown[] => list(value, "certificate/hull");

/** JSON has no infinities: a first cut that is null is minus infinity, a later one infinity. */
const readCuts = (cuts: readonly unknown[], at: string): Float64Array =>
  Float64Array.from(cuts, (c, i) => (c === null ? (i === 0 ? -Infinity : Infinity) : number(c, `${at}/${i}`)));

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    throw new Refuted("a proof is not base64");
  }
}

/** Whether a certificate proves its claim about a query. */
export function checkCertificate(model: Model, schema: Schema, query: Query, value: unknown, watch: Watch = {}): Verdict {
  let proof = 0;
  let stream: Stream | undefined;
  try {
    const { cost, proved, cuts, proofs, hull } = read(value);
    if (cost !== null && !Number.isFinite(cost)) throw new Refuted("the cost is no number");
    const planes = new Hyperplanes(model, query, schema.features);
    const largest = (column: number): number => {
      const feature = schema.features.find(({ columns }) => columns.includes(column));
      if (feature === undefined) return 0;
      const { values, min, max } = feature;
      return Math.max(...(values === undefined ? [min, max, query.row[column]!] : values.map((_, k) => valueAt(feature, k, column))).map(Math.abs));
    };
    if (proved !== undefined && !(cost !== null && Number.isFinite(proved) && proved <= cost)) throw new Refuted("the proved bound is above the cost");
    const claim = proved ?? cost;
    const clusters = supports(model, schema, query, hull);
    const goals = goalsOf(model, query, largest).flatMap((goal) => clusters.map((rows): [Goal, Sum[]] => [goal, rows]));
    const targets = query.others.map((other) => goalsOf(other.model, other.asked, largest)[0]!.rows);
    const beyond = query.hull !== undefined || planes.all.length > 0 || isSloped(model) || query.others.some((other) => other.follows !== undefined || isSloped(other.model));
    if (proved !== undefined && query.sums.length === 0 && !beyond) throw new Refuted("the proved bound differs from the cost without linear constraints, hyperplanes, linear leaves and a hull");
    if (query.norm.linf > 0 && beyond) throw new Unproven("a largest-change cost beside hyperplanes, linear leaves or a hull has no certificate");
    const earned = earnedInAll(query, schema.features);
    if (query.budgets.some(({ changes }) => changes.some(([f]) => earnedBy(query, schema.features[f]!, f) > 0))) throw new Unproven("a budget over a number whose change earns has no certificate");
    if (goals.length !== proofs.length) throw new Refuted("there is not one proof for each goal");
    const bytes = proofs.reduce((sum, p) => sum + p.length, 0);
    let [boxes, before] = [0, 0];
    for (const [g, [goal, rows]] of goals.entries()) {
      [proof, stream] = [g, new Stream(proofs[g]!)];
      const own = stream;
      const told: Watch = { ...watch, read: (at) => watch.read?.(before + at, bytes) };
      boxes += follow(model, schema, query, planes, largest, targets, rows, goal, claim === null ? Infinity : claim - near(claim, earned) - goal.offset + earned, cuts, own, told);
      before += own.at;
    }
    return { checked: true, cost, ...(claim === null || claim === cost ? {} : { proved: claim }), bytes, boxes };
  } catch (error) {
    if (!(error instanceof Refuted || error instanceof Unproven)) throw error;
    return { checked: false, what: error.message, ...(stream === undefined ? {} : { proof, byte: stream.at }) };
  }
}

/** Follows one goal's proof: that no point below `limit` reaches the goal. Gives the number of its boxes. */
function follow(model: Model, schema: Schema, query: Query, planes: Hyperplanes, sizes: (column: number) => number, targets: readonly Row[][], hull: Sum[], goal: Goal, limit: number, cuts: readonly Float64Array[], stream: Stream, watch: Watch): number {
  const features = new LeafFeatures(model, query, schema.features, planes, sizes, goal, targets);
  const levels = [...levelsOf(model, schema, query, cuts), ...planes.levels(), ...features.levels];
  const leaves = leavesOf(model, query, levels, planes, features, goal, targets);
  const largest = query.norm.linf > 0;
  if (largest) for (const { cost } of levels) cost.forEach((c, k) => (cost[k] = c < limit ? 0 : Infinity));
  const sums = new Sums(model, query, levels, hull, planes, features);
  const reasons = new Reasons(levels, leaves, sums, limit < Infinity && !largest ? limit : unlimited(levels, sums), query.changes);
  const rounds = new Rounds(reasons);
  watch.begin?.(levels, reasons, limit);
  let why: Closed = "cost";
  // A box is undefined once it is known to be empty.
  const shrunk = (box: Box | undefined): Box | undefined => {
    if (box === undefined || reasons.propagate(box)) return box;
    why = reasons.why;
    return undefined;
  };
  const open: (Box | undefined)[] = [reasons.whole()];
  let boxes = 0;
  for (; open.length > 0; boxes++) {
    let now = shrunk(open.pop());
    watch.read?.(stream.at, 0);
    watch.enter?.(now);
    let step = stream.step();
    for (; step === "round"; step = stream.step()) {
      const before = now;
      if (rounds.follow(stream, now)) now = shrunk(now);
      else if (now !== undefined) [now, why] = [undefined, "bound"];
      if (before !== undefined) watch.round?.(rounds.bound, now);
    }
    if (step === "closed") {
      if (now !== undefined && !misses(model, query, levels, features, reasons, leaves, now)) throw new Refuted("a box is closed that may hold a cheaper answer");
      watch.closed?.(now === undefined ? why : "decided");
      continue;
    }
    const [f, from, to, inside] = [stream.number(), stream.number(), stream.number(), stream.number()];
    if (f >= levels.length || from > to || to > levels[f]!.count || inside > 1) throw new Refuted("a split of levels that there are not");
    const begin = reasons.first[f]!;
    const [within, without] = [now && copy(now), now];
    within?.levels.fill(0, begin, begin + from).fill(0, begin + to, reasons.first[f + 1]);
    without?.levels.fill(0, begin + from, begin + to);
    open.push(...(inside === 1 ? [without, within] : [within, without]));
    watch.split?.(f, from, to, inside === 1);
  }
  stream.end();
  return boxes;
}

/** A cutoff above the cost of any allowed point. */
const unlimited = (levels: readonly Levels[], sums: Sums): number => 2 * levels.reduce((sum, own, f) => sum + sums.dearest(f, own), 0) + 0.5;

/** Whether the trees of a model are down to one leaf each, and these miss its target; or all live levels exceed a budget. */
function misses(model: Model, query: Query, levels: readonly Levels[], features: LeafFeatures, { first, sums }: Reasons, leaves: Leaves, box: Box): boolean {
  // The only leaf of each tree; -1 where it has several.
  const only = leaves.first.slice(1).map((end, t) => {
    const from = leaves.first[t]!;
    const live = box.leaves.subarray(from, end);
    return live.indexOf(1) < live.lastIndexOf(1) ? -1 : from + live.indexOf(1);
  });
  const live = (f: number): Uint8Array => box.levels.subarray(first[f], first[f + 1]);
  const row = levels.reduce((to, own, f) => atLevel(query, own, live(f).indexOf(1), to), query.row.slice());
  const one = !only.includes(-1) && sums.single(box.levels, first);
  let before = 0;
  // Linear leaves say their prediction of a single point.
  const lost = (forest: Forest, holds: (leaves: LeavesIn) => boolean): boolean => {
    const summed = features.of(forest);
    const from = before;
    before += summed === undefined ? forest.trees.length : summed.trees.filter(({ own }) => own).length;
    if (summed === undefined) {
      const own = only.slice(from, before);
      return !own.includes(-1) && !holds(() => Array.from(own, (leaf) => leaves.values[leaf]!));
    }
    return one && !holds((own) => summed.trees.map(({ tree }) => leafOf(summed.model, tree, row, own)));
  };
  if (lost(model, (own) => reached(model, query, own) !== undefined)) return true;
  if (query.depth !== undefined && model.isolation !== undefined && lost(model.isolation, (own) => deep(model, query, (_, t) => own(false)[t]!))) return true;
  if (query.others.some(({ model: other, asked }) => lost(other, (own) => reached(other, asked, own) !== undefined))) return true;
  return !mayAfford(model, query, levels, live);
}
