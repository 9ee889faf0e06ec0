/** Checks a whole answer: that its certificate is valid and belongs to this answer, and that the counterfactual is really one, at the stated cost. */
import { affords } from "./budget.js";
import { checkCertificate, near, type Verdict } from "./certificate.js";
import { deep } from "./depth.js";
import { formed } from "./quadratic-cost.js";
import { reached } from "./goals.js";
import { distance, slack } from "./hull.js";
import { leafOf, uncertified, type Model } from "./model.js";
import { allowed, earnedInAll, prices, stays } from "./price.js";
import type { Condition, Formula, Query } from "./query.js";
import { cells, doc, index, isDoc, list, number, type Doc } from "./read.js";
import { levelOf, type Schema } from "./schema.js";
import { REALS } from "./number.js";
import { following, keeps } from "./linear-constraint.js";
import type { Watch } from "./watch.js";

export function checkAnswer(model: Model, schema: Schema, query: Query, value: unknown, watch?: Watch): Verdict {
  const answer = doc(value, "the answer");
  const all = list(answer.counterfactuals ?? [], "/counterfactuals");
  const refuted = (what: string): Verdict => ({ checked: false, what });
  const told = list(answer.learned ?? [], "/learned").map((one) => doc(one, "/learned"));
  const learned = query.others.filter(({ explained }) => explained !== undefined);
  if (told.length !== learned.length || told.some(({ feature, explained }, i) => explained !== learned[i]!.explained || feature !== schema.features[learned[i]!.follows!]!.name)) return refuted("the background rows teach trees that explain another share");
  const without = uncertified(model, answer.certificate === undefined) ?? query.uncertified ?? (query.hull && answer.certificate === undefined ? "this hull has no certificate" : undefined);
  if (without !== undefined) {
    const one = all[0] === undefined ? undefined : doc(all[0], "/counterfactuals/0");
    const fault = one && (faultOf(model, schema, query, answer, one) ?? inHulls(model, schema, query, answer, all));
    return fault !== undefined ? refuted(fault) : { checked: false, what: without, ...(one === undefined ? {} : { attained: true }) };
  }
  const claim = isDoc(answer.certificate) ? answer.certificate.cost : undefined;
  if (claim === undefined) return refuted("there is no certificate");
  if (answer.status !== "optimal" && answer.status !== "infeasible") return refuted("the answer does not claim to be proved");
  const first = all[0] === undefined ? undefined : doc(all[0], "/counterfactuals/0");
  if ((answer.status === "infeasible") !== (first === undefined) || (claim === null) !== (first === undefined)) return refuted("answer and certificate do not speak of the same");
  if (first !== undefined) {
    const cost = number(first.cost, "/counterfactuals/0/cost");
    if (typeof claim === "number" && !same(claim, cost, earnedInAll(query, schema.features))) return refuted("the certificate is of another cost than the answer");
  }
  const verdict = checkCertificate(model, schema, query, answer.certificate, watch);
  if (!verdict.checked || first === undefined) return verdict;
  const fault = faultOf(model, schema, query, answer, first);
  return fault === undefined ? verdict : refuted(fault);
}

/** The fault of the first counterfactual or of the pool, if there is one: each of the pool is a counterfactual, and dearer than the one before it. */
function faultOf(model: Model, schema: Schema, query: Query, answer: Doc, first: Doc): string | undefined {
  const pool = list(answer.pool ?? [], "/pool").map((one) => doc(one, "/pool"));
  if (pool.length > query.pool) return "the pool has more than were asked for";
  const earned = earnedInAll(query, schema.features);
  let before = -Infinity;
  for (const one of [first, ...pool]) {
    const cost = number(one.cost, "/counterfactuals/0/cost");
    const fault = attained(model, schema, query, one, cost) ?? (before === -Infinity || cost > before + near(before, earned) ? undefined : "the pool does not ascend in cost");
    if (fault !== undefined) return one === first ? fault : `in the pool: ${fault}`;
    before = cost;
  }
  return undefined;
}

/** The fault of answers in single hulls: each is a counterfactual, and as near to its hull as that one asks. */
function inHulls(model: Model, schema: Schema, query: Query, answer: Doc, all: readonly unknown[]): string | undefined {
  for (const [i, one] of list(answer.hulls ?? [], "/hulls").entries()) {
    const { counterfactual: at, epsilon } = doc(one, `/hulls/${i}`);
    if (at === null) continue;
    const found = doc(all[index(at, `/hulls/${i}/counterfactual`, all.length)], "/counterfactuals");
    const hull = query.hull && { ...query.hull, epsilons: [number(epsilon, `/hulls/${i}/epsilon`)] };
    const fault = attained(model, schema, { ...query, hull }, found, number(found.cost, "/counterfactuals/0/cost"));
    if (fault !== undefined) return `in hull ${i}: ${fault}`;
  }
  return undefined;
}

const same = (a: number, b: number, earned: number): boolean => Math.abs(a - b) <= near(a, earned);

/** The fault of a counterfactual, if it has one. Its changed numbers are those that the model reads; the limits hold of those that are written too. */
function attained(model: Model, schema: Schema, query: Query, counterfactual: Doc, stated: number): string | undefined {
  const written = cells(counterfactual.values, "/counterfactuals/0/values");
  if (written.length !== model.columns) return "the counterfactual has not one value for each column";
  const { features } = schema;
  const row = [...written];
  for (const feature of features) {
    const { name, kind, values } = feature;
    if (stays(feature, query, row)) continue;
    const c = feature.columns[0]!;
    if (kind === "numeric" && model.input === REALS.float32) row[c] = model.input.round(row[c]!);
    const number = Number.isFinite(row[c]) && model.input.round(row[c]!) === row[c] && (kind === "numeric" || Number.isInteger(row[c]));
    if (values === undefined ? !number : levelOf(feature, row) === undefined) return `the counterfactual's ${JSON.stringify(name)} is no value of that feature`;
  }
  const fault = broken(model, schema, query, row) ?? broken(model, schema, query, written);
  if (fault !== undefined) return fault;
  const offset = reached(model, query, (own) => model.trees.map((tree) => leafOf(model, tree, row, own)));
  if (offset === undefined) return "the counterfactual misses the target";
  if (!deep(model, query, (tree) => leafOf(model, tree, row))) return "the counterfactual lies less deep in the isolation forest than is asked for";
  if (query.others.some(({ model: other, asked }) => reached(other, asked, (own) => other.trees.map((tree) => leafOf(other, tree, row, own))) === undefined)) return "the counterfactual misses another model's target";
  const parts = features.map((feature, f) => prices(query, feature, f, row));
  let cost = offset + parts.reduce((sum, [part]) => sum + part, 0) + Math.max(0, ...parts.map(([, part]) => part)) + formed(query, schema, row);
  if (query.hull !== undefined) {
    const far = distance(model, schema, query.hull, row, counterfactual.hull);
    if (typeof far === "string") return far;
    if (query.hull.price > 0) cost += query.hull.price * far;
    else if (!(far <= Math.max(...query.hull.epsilons) + slack(model, schema, query, row))) return "the counterfactual lies outside of the hull";
  }
  return same(cost, stated, earnedInAll(query, features)) ? undefined : `the counterfactual costs ${cost}, not ${stated}`;
}

/** The limit that a row breaks, if there is one. */
function broken(model: Model, schema: Schema, query: Query, row: readonly number[]): string | undefined {
  const { features } = schema;
  const beyond = features.find((feature, f) => !allowed(query, feature, f, row));
  if (beyond !== undefined) return `the counterfactual's ${JSON.stringify(beyond.name)} is beyond a limit`;
  const changed = features.filter((feature) => !stays(feature, query, row)).length;
  if (changed > (query.changes ?? Infinity)) return "the counterfactual changes too many features";
  if (query.rules.some(({ when, then }) => keptBy(query, schema, when, row) && !keptBy(query, schema, then, row))) return "the counterfactual breaks a rule of the request";
  if (!query.sums.every((sum) => keeps(model, schema, query, sum, row))) return "the counterfactual does not keep a sum of the request";
  if (!query.others.every(({ model: trees, follows }) => follows === undefined || following(model, query, features[follows]!, trees, row))) return "the counterfactual's consequences do not follow";
  return affords(model, query, features, row) ? undefined : "the counterfactual exceeds a budget";
}

function keptBy(query: Query, schema: Schema, { any, of }: Formula, row: readonly number[]): boolean {
  const met = (condition: Condition): boolean => meets(query, schema, condition, row);
  return any ? of.some(met) : of.every(met);
}

function meets(query: Query, { features }: Schema, condition: Condition, row: readonly number[]): boolean {
  const feature = features[condition.feature]!;
  if ("unchanged" in condition) return stays(feature, query, row);
  if ("levels" in condition) return condition.levels[levelOf(feature, row) ?? -1] === true;
  const value = row[feature.columns[0]!]!;
  return condition.min <= value && value <= condition.max;
}
