/** Reads a request, and resolves it against the schema. */
import { readBudget } from "./budget.js";
import { leastDepth } from "./depth.js";
import { readModel, Unproven, type Model, type Tree } from "./model.js";
import { readForm } from "./quadratic-cost.js";
import { readHull } from "./hull.js";
import { learn } from "./learned.js";
import { Names } from "./names.js";
import type { Condition, Formula, Norm, Query, Target } from "./query.js";
import { amount, doc, index, isDoc, list, number, text, Unreadable, word, type Doc } from "./read.js";
import { CHANGES, classesOf, weight, type Schema } from "./schema.js";
import { readCausal, readLinear } from "./linear-constraint.js";

const NORMS: readonly Norm[] = ["l0", "l1", "l2", "linf"];

/** The query of a request. */
export function readRequest(value: unknown, model: Model, schema: Schema): Query {
  const d = doc(value, "the request");
  const names = new Names(model, schema);
  const cost = d.cost === undefined ? {} : doc(d.cost, "/cost");
  const { features } = schema;
  const by = <T>(part: unknown, at: string, one: (item: unknown, f: number, at: string) => T): (T | undefined)[] => {
    const items = part === undefined ? {} : doc(part, at);
    const out = features.map((): T | undefined => undefined);
    for (const [name, item] of Object.entries(items)) out[names.feature(name, at)] = one(item, names.feature(name, at), `${at}/${name}`);
    return out;
  };
  if (isDoc(d.margin) && amount(d.margin.distance ?? 0, "/margin/distance") > 0) throw new Unproven("a margin by distance has no certificate");
  const query: Query = {
    row: names.row(d.query),
    target: readTarget(doc(d.target, "/target"), model, names),
    margin: isDoc(d.margin) ? amount(d.margin.score ?? 0, "/margin/score") : amount(d.margin ?? 0, "/margin"),
    norm: readNorm(cost.norm ?? (cost.quadratic === undefined ? "l1" : "l2")),
    perChange: amount(cost.per_change ?? 0, "/cost/per_change"),
    weights: by(cost.weights, "/cost/weights", (item, _, at) => weight(item, at)),
    tables: by(cost.tables, "/cost/tables", (item, f, at) => {
      const table = features[f]!.labels.map((): number | undefined => undefined);
      for (const [label, price] of Object.entries(doc(item, at))) table[names.level(f, label, at)] = number(price, at);
      return table;
    }),
    curves: by(cost.piecewise, "/cost/piecewise", (item, _, at) => readCurve(list(item, at), at)),
    free: features.map(() => false),
    fixed: features.map(() => false),
    ranges: features.map(() => [-Infinity, Infinity]),
    ways: features.map(() => []),
    allowed: features.map(() => []),
    changes: undefined,
    rules: [],
    sums: [],
    budgets: [],
    others: [],
    depth: undefined,
    form: readForm(model, schema, cost),
    hull: undefined,
    uncertified: cost.quadratic === undefined ? undefined : "a quadratic cost has no certificate",
    pool: d.pool === undefined ? 0 : index(d.pool, "/pool"),
  };
  for (const [name, weight] of Object.entries(doc(cost.minimise ?? doc(d.target, "/target").minimise ?? {}, "minimise"))) minimise(query, features, names.feature(name, "minimise"), number(weight, "minimise"));
  list(d.constraints ?? [], "/constraints").forEach((c, i) => limit(query, doc(c, `/constraints/${i}`), names, `/constraints/${i}`));
  const { isolation_forest: forest, hull, ...others } = d.plausibility === undefined ? {} : doc(d.plausibility, "/plausibility");
  if (forest !== undefined && forest !== null) query.depth = leastDepth(model, query.target, doc(forest, "/plausibility/isolation_forest"));
  if (hull !== undefined && hull !== null) query.hull = readHull(model, query.target, hull);
  if (Object.keys(others).length > 0 || d.real_rows === true || d.radius !== undefined || d.distinct !== undefined) throw new Unproven("this kind of request has no certificate");
  return query;
}

/** Prices a feature by its own value: `weight` for each 1 more. */
function minimise({ row, curves, tables }: Query, features: Schema["features"], f: number, weight: number): void {
  const { kind, columns, values } = features[f]!;
  if (values === undefined) {
    curves[f] = [[-1, -weight], [0, 0], [1, weight]];
    return;
  }
  if (kind !== "ordinal" && kind !== "binary") throw new Unreadable("minimise: a category has no number");
  tables[f] = values.map((x) => weight * (x - row[columns[0]!]!));
}

/** Adds one constraint to a query. */
function limit(query: Query, c: Doc, names: Names, at: string): void {
  const part = (name: "range" | "direction" | "levels"): [number, Doc] => {
    const d = doc(c[name], `${at}/${name}`);
    return [names.feature(text(d.feature, `${at}/${name}/feature`), at), d];
  };
  if (c.fix !== undefined) query.fixed[names.feature(text(c.fix, `${at}/fix`), at)] = true;
  else if (c.max_changes !== undefined) query.changes = Math.min(query.changes ?? Infinity, index(c.max_changes, `${at}/max_changes`));
  else if (c.range !== undefined) {
    const [f, d] = part("range");
    const [lo, hi] = query.ranges[f]!;
    const [min, max] = ends(d, `${at}/range`);
    query.ranges[f] = [Math.max(lo, min), Math.min(hi, max)];
  } else if (c.direction !== undefined) {
    const [f, d] = part("direction");
    query.ways[f]!.push(word(d.change, `${at}/direction/change`, CHANGES));
  } else if (c.levels !== undefined) {
    const [f, d] = part("levels");
    query.allowed[f]!.push(names.flags(f, d.allow, `${at}/levels/allow`));
  } else if (c.if !== undefined) query.rules.push({ when: formula(c.if, names, `${at}/if`), then: formula(c.then, names, `${at}/then`) });
  else if (c.linear !== undefined) query.sums.push(readLinear(c.linear, names, query.row, `${at}/linear`));
  else if (c.causal !== undefined) {
    const { feature, free, trees, sum } = readCausal(c.causal, names, query.row, `${at}/causal`);
    query.free[feature] ||= free;
    const told = trees && (trees.model === undefined ? learn(trees.learned, names, feature, `${at}/causal/learned`) : { model: readCause(trees.model, names, `${at}/causal/model`) });
    if (told) query.others.push({ ...told, asked: { target: { lo: -Infinity, hi: Infinity }, margin: 0 }, follows: feature });
    else query.sums.push(sum);
  } else if (c.budget !== undefined) query.budgets.push(readBudget(c.budget, names, `${at}/budget`));
  else if (c.also !== undefined) query.others.push(readOther(doc(c.also, `${at}/also`), names, `${at}/also`));
  else throw new Unreadable(`${at}: a known constraint is needed`);
}

/** Trees from which a feature follows: a plain sum or mean of constant leaves. */
function readCause(value: unknown, names: Names, at: string): Model {
  const model = readModel(value);
  if (model.columns !== names.columns || model.classes > 0) throw new Unreadable(`${at}: a regressor on the same columns is needed`);
  if (model.link !== "none") throw new Unproven("consequences under a link have no certificate");
  const plain = ({ nodes }: Tree): boolean => nodes.every((node) => node === undefined || ("leaf" in node ? node.linear === undefined : "test" in node));
  if (!model.trees.every(plain) || model.aggregation === "vote") throw new Unreadable(`${at}: a sum or mean of trees with constant leaves is needed`);
  return model;
}

/** Another model, which reads the model's columns, and its target. */
function readOther({ model: document, target }: Doc, names: Names, at: string): Query["others"][number] {
  const model = readModel(document);
  if (model.columns !== names.columns) throw new Unreadable(`${at}/model: a model on the same columns is needed`);
  const asked = readTarget(doc(target, `${at}/target`), model, new Names(model, { features: [], classes: classesOf(model) }));
  if (("set" in asked && asked.set.length !== 1) || "costs" in asked) throw new Unreadable(`${at}/target: one class or one interval is needed`);
  return { model, asked: { target: asked, margin: 0 } };
}

const ends = (d: Doc, at: string): [number, number] => [d.min === undefined ? -Infinity : number(d.min, at), d.max === undefined ? Infinity : number(d.max, at)];

/** A condition, or a list of them under "all" or "any". */
function formula(value: unknown, names: Names, at: string): Formula {
  const d = doc(value, at);
  const given = Object.entries(d).filter(([, part]) => part !== null);
  const [name, parts] = given.find(([field]) => field === "all" || field === "any") ?? [];
  if (name === undefined) return { any: false, of: [condition(d, names, at)] };
  if (given.length > 1) throw new Unreadable(`${at}: ${JSON.stringify(name)} stands alone`);
  const of = list(parts, `${at}/${name}`).map((one, i) => condition(one, names, `${at}/${name}/${i}`));
  if (of.length === 0) throw new Unreadable(`${at}/${name}: a condition is needed`);
  return { any: name === "any", of };
}

function condition(value: unknown, names: Names, at: string): Condition {
  const d = doc(value, at);
  const feature = names.feature(text(d.feature, `${at}/feature`), at);
  if (d.unchanged === true) return { feature, unchanged: true };
  if (d.in !== undefined) return { feature, levels: names.flags(feature, d.in, `${at}/in`) };
  const [min, max] = ends(d, at);
  return { feature, min, max };
}

function readTarget(d: Doc, model: Model, names: Names): Target {
  if (d.value !== undefined) {
    const [lo, hi] = list(d.value, "/target/value");
    if (model.classes > 0) throw new Unreadable("/target/value: the model predicts a class");
    return { lo: lo === null ? -Infinity : number(lo, "/target/value/0"), hi: hi === null ? Infinity : number(hi, "/target/value/1") };
  }
  if (model.classes === 0) throw new Unreadable("/target: the model predicts a number, so a value is needed");
  if (d.class_costs !== undefined) {
    const costs = Object.entries(doc(d.class_costs, "/target/class_costs")).map(([name, cost]): [number, number] => [names.class(name), amount(cost, "/target/class_costs")]);
    return { costs: costs.sort((a, b) => a[0] - b[0]) };
  }
  if (d.classes !== undefined) return { set: list(d.classes, "/target/classes").map((k) => names.class(k)).sort((a, b) => a - b) };
  const k = names.class(d.class);
  return d.min_probability === undefined ? { set: [k] } : { class: k, probability: number(d.min_probability, "/target/min_probability") };
}

function readNorm(value: unknown): Record<Norm, number> {
  const norm = { l0: 0, l1: 0, l2: 0, linf: 0 };
  if (isDoc(value)) for (const [name, part] of Object.entries(value)) norm[word(name, "/cost/norm", NORMS)] = amount(part, `/cost/norm/${name}`);
  else norm[word(value, "/cost/norm", NORMS)] = 1;
  return norm;
}

/** Points of a convex function; the bounds that are proved for levels rest on its convexity. */
function readCurve(points: readonly unknown[], at: string): [number, number][] {
  const curve = points.map((p): [number, number] => [number(list(p, at)[0], at), number(list(p, at)[1], at)]);
  const slopes = curve.slice(1).map(([x, y], i) => (y - curve[i]![1]) / (x - curve[i]![0]));
  const sound = slopes.every((s, i) => Number.isFinite(s) && curve[i]![0] < curve[i + 1]![0] && (i === 0 || s >= slopes[i - 1]! - 1e-9 * Math.max(Math.abs(s), Math.abs(slopes[i - 1]!))));
  const zero = curve.some(([x, y]) => x === 0 && y === 0);
  const both = curve.length > 0 && curve[0]![0] < 0 && curve.at(-1)![0] > 0;
  if (!sound || !zero || !(both || (slopes[0]! <= 0 && slopes.at(-1)! >= 0))) throw new Unreadable(`${at}: a convex cost that is 0 at 0, with points on both sides of it, is needed`);
  return curve;
}
