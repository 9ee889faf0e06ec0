/**
 * Random pages: small models of every kind of feature behind the page's own store, random edits of them, and a judge of their answers.
 * The judge shares nothing with the search: it takes costs and limits by their definitions, and tries every combination of the model's
 * cells.
 */
import { CoreModel } from "../../www/src/engine/core.js";
import { draws } from "../../www/src/draws.js";
import { openModel, setAxes, setDifficulty, setLayer, setLimit, setMaxChanges, setNorm, setPerson, setRange, setRelations, setRules, setTarget, setValue, setWay, toggleLevel, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { setCauses } from "../../www/src/page/state/limits/causes.js";
import { coordinate, domain, isDiscrete, isOrdered, levelCount, levelLabel, rawOf, withCoordinate } from "../../www/src/model/feature.js";
import { setHull } from "../../www/src/page/state/limits/hull.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { priceOf, setPrice } from "../../www/src/page/state/limits/feature-price.js";
import { setSeveral } from "../../www/src/page/state/request/several.js";
import { setTypical } from "../../www/src/page/state/limits/typical.js";
import type { Mix } from "../../www/src/cost.js";
import type { Answer, ConditionDoc, ConstraintDoc, FeatureInfo, Prediction, RequestDoc, Target } from "../../www/src/types.js";
import { bytesOf } from "./models.js";
import type { Difficulty, Doc, Measure } from "../../www/src/page/state/document/document.js";

export type Draw = () => number;
export const pick = <T>(rnd: Draw, list: readonly T[]): T => list[Math.floor(rnd() * list.length)]!;

/** Random trees on two numbers, a whole number, ordered levels and a category, with rows. */
export function randomModel(seed: number): CoreModel {
  const rnd = draws(seed);
  const [classes, kind] = seed % 5 === 4 ? [0, "regressor"] : seed % 3 === 2 ? [3, "classifier"] : [2, "classifier"];
  const tops = [1, 20, 6, 2, 1, 1, 1];
  const depth = 2 + (seed % 2);
  const inner = 2 ** depth - 1;
  const nodes = Array.from({ length: 2 * inner + 1 }, (_, k) => k);
  const tree = (): object => {
    const feature = nodes.map((k) => (k < inner ? Math.floor(7 * rnd()) : -1));
    const value = (): number[] => {
      if (classes === 0) return [Math.round(100 * rnd())];
      const raw = Array.from({ length: classes }, () => rnd() ** 2);
      const sum = raw.reduce((a, b) => a + b, 0);
      return raw.map((one) => one / sum);
    };
    return {
      weight: 1,
      feature,
      threshold: nodes.map((k) => (k < inner ? (feature[k]! >= 2 ? Math.floor(rnd() * tops[feature[k]!]!) + 0.5 : Math.fround(Number((rnd() * tops[feature[k]!]!).toFixed(3)))) : 0)),
      left: nodes.map((k) => (k < inner ? 2 * k + 1 : -1)),
      right: nodes.map((k) => (k < inner ? 2 * k + 2 : -1)),
      value: nodes.map((k) => (k < inner ? null : value())),
    };
  };
  const row = (): number[] => {
    const level = Math.floor(3 * rnd());
    return [Number(rnd().toFixed(2)), Number((20 * rnd()).toFixed(1)), Math.floor(7 * rnd()), Math.floor(3 * rnd()), ...[0, 1, 2].map((k) => Number(k === level))];
  };
  const names = classes === 3 ? ["red", "green", "blue"] : ["refused", "accepted"];
  const model = {
    format: "espalier", version: 1, kind, columns: 7, input: "float32", compare: "<=", aggregation: "mean", base: Array.from({ length: Math.max(1, classes) }, () => 0), link: "none",
    ...(classes === 0 ? {} : { classes: names }),
    trees: Array.from({ length: 5 }, tree),
    schema: {
      features: [
        { name: "Share", kind: "numeric", column: 0, min: 0, max: 1, decimals: 2 },
        { name: "Income", kind: "numeric", column: 1, min: 0, max: 20, decimals: 1, unit: "kEUR" },
        { name: "Years", kind: "integer", column: 2, min: 0, max: 6, weight: { up: 1, down: 2 } },
        { name: "Savings", kind: "ordinal", column: 3, labels: ["low", "mid", "high"], values: [0, 1, 2] },
        { name: "Purpose", kind: "categorical", columns: [4, 5, 6], labels: ["car", "shop", "repairs"] },
      ],
      ...(classes === 0 ? {} : { classes: names }),
    },
    background: { rows: Array.from({ length: 24 }, row) },
  };
  return CoreModel.load(new Uint8Array(bytesOf(model)), "random.json");
}

/**
 * The model as the state takes it; answers come in a later turn of the event loop. `nodes`: the number of boxes that a search may open, in
 * place of a time limit.
 */
export function handleOf(model: CoreModel, nodes: () => number): ModelHandle {
  const later = async <T>(run: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return run();
  };
  const rows = Array.from({ length: model.info.rows }, (_, index) => model.row(index).row);
  return {
    info: model.info,
    guess: null,
    explain: (request: RequestDoc) => later(() => solve(model, request, nodes())),
    predict: (list: number[][]) => later(() => model.predict(Float64Array.from(list.flat()))),
    room: (request: RequestDoc, values: number[]) => later(() => model.room(request, values)),
    rows: () => later(() => rows),
    row: (index: number) => later(() => model.row(index)),
    trees: () => later(() => model.trees()),
    regions: ({ axes, at, window }: Parameters<ModelHandle["regions"]>[0]) => later(() => model.regions(axes, at, window)),
    free: () => undefined,
  } as unknown as ModelHandle;
}

export function solve(model: CoreModel, request: RequestDoc, nodes = Number.POSITIVE_INFINITY): Answer {
  const search = model.search(request);
  let left = nodes;
  while (left > 0 && !search.step(Math.min(left, 10_000))) left -= 10_000;
  const answer = search.answer(0);
  search.free();
  return answer;
}

export function firstDoc(model: CoreModel, rnd: Draw): Doc {
  const { info } = model;
  const row = Math.floor(rnd() * info.rows);
  const ref = { id: 1, title: "random.json", source: { from: "file" as const, file: "random.json" }, info, schema: null, guess: null, fileLimits: new Map() };
  return openModel(ref, model.row(row).row, row, randomTarget(info.classes, rnd), null);
}

function randomTarget(classes: readonly string[], rnd: Draw): Doc["target"] {
  if (classes.length === 0) {
    const at = 30 + Math.round(40 * rnd());
    return { value: pick(rnd, [[at, Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY, at], [at, at + 8]] as [number, number][]) };
  }
  const of = Math.floor(rnd() * classes.length);
  if (rnd() < 0.15) return { class: of, min_probability: Number((0.05 + 0.75 * rnd()).toFixed(2)) };
  if (classes.length > 2 && rnd() < 0.3) return { classes: classes.map((_, index) => index).filter((index) => index !== of) };
  return { class: of };
}

const value = (feature: FeatureInfo, rnd: Draw): number => {
  const [low, high] = domain(feature);
  const at = low + rnd() * (high - low);
  return isDiscrete(feature) || feature.kind === "integer" ? Math.round(at) : Number(at.toFixed(feature.decimals ?? 2));
};

/** One thing that a person does to the page. `lists`: more often to the list of further answers. */
export function edit(doc: Doc, model: CoreModel, rnd: Draw, lists = false): Doc {
  const all = model.info.features;
  const feature = pick(rnd, all);
  const numbers = all.filter((one) => !isDiscrete(one));
  const verbs: [number, () => Doc][] = [
    [6, () => setValue(doc, feature, value(feature, rnd))],
    [2, () => { const row = Math.floor(rnd() * model.info.rows); return setPerson(doc, model.row(row).row, row); }],
    [6, () => {
      if (!isOrdered(feature)) return toggleLevel(doc, feature, Math.floor(rnd() * levelCount(feature)));
      const ends = [value(feature, rnd), value(feature, rnd)].sort((a, b) => a - b);
      return setRange(doc, feature, rnd() < 0.3 ? { min: null, max: null } : rnd() < 0.5 ? { max: ends[1]! } : { min: ends[0]!, max: ends[1]! });
    }],
    [2, () => toggleLock(doc, feature.name)],
    [1, () => (isOrdered(feature) ? setLimit(doc, feature.name, { change: pick(rnd, ["free", "increase", "decrease"] as const) }) : doc)],
    [2, () => setMaxChanges(doc, pick(rnd, [null, null, 1, 2, 3]))],
    [2, () => setNorm(doc, pick(rnd, ["l0", "l1", "l1", "l2", "linf", "few", { mix: { l0: 0.1, l1: 0.5, l2: 1, linf: rnd() < 0.5 ? 0 : 0.5 } }] as Measure[]))],
    [2, () => setDifficulty(doc, feature.name, pick(rnd, [null, 1, 2, 4, 5] as (Difficulty | null)[]))],
    [2, () => setPrice(doc, feature.name, rnd() < 0.5 ? null : priceOf(feature, doc.person, 1))],
    [3, () => setTarget(doc, randomTarget(model.info.classes, rnd))],
    [4, () => setLayer(doc, pick(rnd, ["factual", "answer"] as const))],
    [4, () => { const other = pick(rnd, all.filter((one) => one !== feature)); return setAxes(doc, [feature.name, other.name]); }],
    [3, () => setWay(doc, pick(rnd, ["cheapest", "cheapest", "fewest", "safest", "row", "typical", "other 1", ...all.map((one) => `without ${one.name}`)]))],
    [lists ? 8 : 1, () => setSeveral(doc, { count: 1 + Math.floor(2 * rnd()), distinct: pick(rnd, [lists ? { distance: 0.2 } : "features", "regions", { distance: 0.2 }] as const) })],
    [1, () => setRelations(doc, doc.relations.length > 0 ? [] : [{ terms: { Share: 20, Income: rnd() < 0.5 ? 1 : -1 }, op: pick(rnd, ["<=", ">="] as const), rhs: Math.round(10 * rnd()) }])],
    [1, () => setRules(doc, doc.rules.length > 0 ? [] : [{ when: { any: [{ feature: "Savings", test: { is: "atLeast", at: 1 } }, { feature: "Savings", test: { is: "stays" } }] }, then: { feature: "Income", test: { is: "atMost", at: value(all[1]!, rnd) } } }])],
    [1, () => setCauses(doc, doc.causes.length > 0 ? [] : [{ feature: "Income", parents: { [pick(rnd, numbers.filter((one) => one.name !== "Income")).name]: 2 }, cost: pick(rnd, ["own", "none"] as const) }])],
    [1, () => setTypical(doc, rnd() < 0.6 ? null : 0.25)],
    [1, () => setHull(doc, rnd() < 0.6 ? null : { epsilon: 0.1, norm: "l1", clusters: 1 })],
  ];
  let at = rnd() * verbs.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, verb] of verbs) {
    at -= weight;
    if (at < 0) return verb();
  }
  return doc;
}

const up32 = (x: number): number => {
  const bits = new Float32Array([Math.fround(x)]);
  const view = new Int32Array(bits.buffer);
  if (bits[0]! > x) return bits[0]!;
  if (bits[0] === 0) return 2 ** -149;
  view[0]! += bits[0]! > 0 ? 1 : -1;
  return bits[0]!;
};

/** The cost of a point, by the definition of the request's cost. */
export function costIn(request: RequestDoc, all: readonly FeatureInfo[], person: readonly number[], to: readonly number[]): number {
  const { norm = "l1", weights = {}, tables = {}, piecewise = {} } = request.cost ?? {};
  const free = new Set((request.constraints ?? []).flatMap((one) => ("causal" in one && one.causal.cost === "none" ? [one.causal.feature] : [])));
  let [sum, most] = [0, 0];
  for (const feature of all) {
    const [a, written] = [coordinate(feature, person), coordinate(feature, to)];
    // These models read single precision: the decimals of an answer stand for such numbers.
    const b = feature.kind === "numeric" && written !== a ? Math.fround(written) : written;
    if (a === b || free.has(feature.name)) continue;
    const table = tables[feature.name];
    const pieces = piecewise[feature.name];
    if (table) sum += table[levelLabel(feature, b)] ?? 0;
    else if (pieces) sum += along(pieces, b - a);
    else {
      const given = weights[feature.name] as number | { up: number; down: number } | undefined;
      const weight = typeof given === "number" ? given : (given ?? feature.weight)[b > a ? "up" : "down"];
      const step = feature.kind === "categorical" || feature.kind === "binary" ? 1 : Math.abs(b - a) / (isDiscrete(feature) ? levelCount(feature) - 1 : feature.max - feature.min);
      const { l0 = 0, l1 = 0, l2 = 0, linf = 0 }: Partial<Mix> = typeof norm === "string" ? { [norm]: 1 } : norm;
      most = Math.max(most, linf * weight * step);
      sum += weight * (l0 + l1 * step + l2 * step * step);
    }
  }
  return sum + most;
}

/** A line through points, drawn on beyond its ends. */
function along(points: readonly [number, number][], x: number): number {
  const k = Math.min(points.length - 2, Math.max(0, points.findIndex(([at]) => at >= x) - 1 < 0 ? (x > points[0]![0] ? points.length - 2 : 0) : points.findIndex(([at]) => at >= x) - 1));
  const [[x0, y0], [x1, y1]] = [points[k]!, points[k + 1]!];
  return y0 + ((x - x0) * (y1 - y0)) / (x1 - x0);
}

/** The largest shift of a number by rounding to single precision, as a share of its size (docs/criteria.md). */
const SINGLE = 2.5e-7;

/** The largest shift of a term of a sum by rounding: a number's size is its own, or its range's where that is more. */
const missed = (feature: FeatureInfo, weight: number, values: readonly number[]): number =>
  Math.abs(weight) * Math.max(feature.max - feature.min, ...values.map(Math.abs)) * (feature.kind === "numeric" ? SINGLE : 1e-9);

/** Whether a point keeps one limit, by its definition. */
export function keepsLimit(one: ConstraintDoc, all: readonly FeatureInfo[], person: readonly number[], to: readonly number[]): boolean {
  const of = (name: string): { feature: FeatureInfo; now: number; at: number } => {
    const feature = all.find((other) => other.name === name)!;
    return { feature, now: coordinate(feature, person), at: coordinate(feature, to) };
  };
  if ("fix" in one) return of(one.fix).now === of(one.fix).at;
  if ("range" in one) {
    const { feature, at } = of(one.range.feature);
    return rawOf(feature, at) >= (one.range.min ?? -Infinity) && rawOf(feature, at) <= (one.range.max ?? Infinity);
  }
  if ("direction" in one) {
    const { now, at } = of(one.direction.feature);
    return one.direction.change === "increase" ? at >= now : one.direction.change === "decrease" ? at <= now : true;
  }
  if ("levels" in one) {
    const { feature, at } = of(one.levels.feature);
    return one.levels.allow.includes(levelLabel(feature, at));
  }
  if ("max_changes" in one) return all.filter(({ name }) => of(name).now !== of(name).at).length <= one.max_changes;
  if ("linear" in one) {
    const parts = Object.entries(one.linear.terms).map(([name, weight]) => ({ weight: Number(weight), ...of(name) }));
    const over = parts.reduce((sum, { weight, feature, at }) => sum + weight * rawOf(feature, at), 0) - one.linear.rhs;
    const slack = SINGLE * Math.abs(one.linear.rhs) + parts.reduce((sum, { weight, feature, at }) => sum + missed(feature, weight, [rawOf(feature, at)]), 0);
    return one.linear.op === "<=" ? over <= slack : one.linear.op === ">=" ? over >= -slack : Math.abs(over) <= slack;
  }
  if ("if" in one) {
    const holds = (condition: ConditionDoc): boolean => {
      const { feature, now, at } = of(condition.feature);
      if (condition.unchanged === true) return now === at;
      const raw = rawOf(feature, at);
      if (condition.in) return condition.in.includes(levelLabel(feature, at));
      return raw >= (condition.min ?? -Infinity) && raw <= (condition.max ?? Infinity);
    };
    const met = (side: typeof one.if): boolean => ("all" in side ? side.all.every(holds) : "any" in side ? side.any.some(holds) : holds(side));
    return !met(one.if) || met(one.then);
  }
  if ("causal" in one && "parents" in one.causal) {
    // Written as a sum that is zero.
    const parts = Object.entries({ ...one.causal.parents, [one.causal.feature]: -1 }).map(([name, weight]) => ({ weight, ...of(name) }));
    const off = parts.reduce((sum, { weight, now, at }) => sum + weight * (at - now), 0);
    const slack = parts.reduce((sum, { weight, feature, now, at }) => sum + missed(feature, weight, [now, at]), 0);
    return Math.abs(off) <= slack + (of(one.causal.feature).feature.kind === "integer" ? 0.5 : 0);
  }
  throw new Error(`unknown limit ${JSON.stringify(one)}`);
}

export function reaches(prediction: Prediction, target: Target, classes: readonly string[]): boolean {
  if ("value" in target) return "value" in prediction && prediction.value >= (target.value[0] ?? -Infinity) && prediction.value <= (target.value[1] ?? Infinity);
  if (!("class" in prediction)) return false;
  const index = (one: string | number): number => (typeof one === "number" ? one : classes.indexOf(one));
  if ("classes" in target) return target.classes.map(index).includes(prediction.class);
  if (!("class" in target)) throw new Error("another target");
  const wanted = index(target.class);
  return target.min_probability === undefined ? prediction.class === wanted : (prediction.scores[wanted] ?? 0) >= target.min_probability;
}

/** Judges answers to one request of one person. */
export class Judge {
  readonly all: readonly FeatureInfo[];
  readonly #predicted = new Map<string, Prediction>();
  readonly #reached = new Map<string, number[][]>();

  constructor(
    readonly model: CoreModel,
    readonly person: readonly number[],
  ) {
    this.all = model.info.features;
  }

  predict(rows: readonly (readonly number[])[]): Prediction[] {
    const missing = rows.filter((row) => !this.#predicted.has(row.join()));
    if (missing.length > 0) this.model.predict(Float64Array.from(missing.flat())).forEach((one, k) => this.#predicted.set(missing[k]!.join(), one));
    return rows.map((row) => this.#predicted.get(row.join())!);
  }

  reaches(request: RequestDoc, row: readonly number[]): boolean {
    return reaches(this.predict([row])[0]!, request.target, this.model.info.classes);
  }

  /** Whether all limits let a point be; how usual it is and where it lies the engine is asked, as a request of its own that moves nothing. */
  allowed(request: RequestDoc, row: readonly number[]): boolean {
    const inside = this.all.every((feature) => isDiscrete(feature) || (coordinate(feature, row) >= feature.min && coordinate(feature, row) <= feature.max) || coordinate(feature, row) === coordinate(feature, this.person));
    if (!inside || !(request.constraints ?? []).every((one) => keepsLimit(one, this.all, this.person, row))) return false;
    if (request.real_rows === true && !Array.from({ length: this.model.info.rows }, (_, k) => this.model.row(k).row).some((other) => other.every((x, k) => Math.fround(x) === Math.fround(row[k]!)))) return false;
    if (!request.plausibility) return true;
    return solve(this.model, { query: [...row], target: request.target, constraints: [{ max_changes: 0 }], plausibility: request.plausibility }).status === "optimal";
  }

  /** Why a point is no answer to a request; null where it is one. */
  refusal(request: RequestDoc, row: readonly number[]): string | null {
    const at = row.join(" ");
    if (!this.reaches(request, row)) return `${at} does not reach the target`;
    const broken = request.constraints?.find((one) => !keepsLimit(one, this.all, this.person, row));
    if (broken) return `${at} breaks ${JSON.stringify(broken)}`;
    return this.allowed(request, row) ? null : `${at} lies outside of the allowed values`;
  }

  cost(request: RequestDoc, row: readonly number[]): number {
    return costIn(request, this.all, this.person, row);
  }

  /** Of each feature the value of every cell of the model that is nearest to the person, within the ranges that the request sets. */
  #values(request: RequestDoc): number[][] {
    return this.all.map((feature) => {
      const now = coordinate(feature, this.person);
      if (isDiscrete(feature)) return Array.from({ length: levelCount(feature) }, (_, level) => level);
      let [lo, hi] = [Math.min(feature.min, now), Math.max(feature.max, now)];
      for (const one of request.constraints ?? []) {
        if (!("range" in one) || one.range.feature !== feature.name) continue;
        [lo, hi] = [Math.max(lo, one.range.min ?? lo), Math.min(hi, one.range.max ?? hi)];
      }
      const whole = feature.kind === "integer";
      // The model reads single precision, and answers are its numbers: the ends of a range are the last of those within it.
      const above = (x: number): number => (Math.fround(x) >= x ? Math.fround(x) : up32(x));
      if (!whole) [lo, hi] = [lo === now ? lo : above(lo), hi === now ? hi : -above(-hi)];
      const near = feature.thresholds.flatMap((cut) => (whole ? [Math.floor(cut), Math.floor(cut) + 1] : [cut, up32(cut)])).filter((at) => at >= lo && at <= hi);
      return [...new Set([now, ...(lo <= hi ? [lo, hi] : []), ...near])];
    });
  }

  /** Points that are allowed and reach the target, every combination of cells tried: with limits on single features the cheapest there is is among them. */
  reached(request: RequestDoc): number[][] {
    const key = JSON.stringify({ target: request.target, constraints: request.constraints });
    const known = this.#reached.get(key) ?? this.#combined(request);
    this.#reached.set(key, known);
    return known;
  }

  #combined(request: RequestDoc): number[][] {
    const alone: ConstraintDoc[] = (request.constraints ?? []).filter((one) => "fix" in one || "range" in one || "direction" in one || "levels" in one);
    const values = this.#values(request).map((list, k) => list.filter((at) => {
      const row = withCoordinate(this.all[k]!, this.person, at);
      return alone.every((one) => !JSON.stringify(one).includes(JSON.stringify(this.all[k]!.name)) || keepsLimit(one, this.all, this.person, row));
    }));
    let rows: number[][] = [[...this.person]];
    values.forEach((list, k) => {
      rows = rows.flatMap((row) => list.map((at) => withCoordinate(this.all[k]!, row, at)));
    });
    const said = rows.length > 0 ? this.model.predict(Float64Array.from(rows.flat())) : [];
    const rest = { ...request };
    delete rest.plausibility;
    return rows.filter((row, k) => reaches(said[k]!, request.target, this.model.info.classes) && this.allowed(rest, row));
  }
}
