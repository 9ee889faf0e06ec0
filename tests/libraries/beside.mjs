// Requests with limits that reach beyond one feature, and how each is confirmed: by another model's library, by a linear program of SciPy, or by its definition.

/** Rounding that a limit is allowed, relative to the size of its numbers (docs/criteria.md). */
const SINGLE = 2.5e-7;
const DOUBLE = 1e-9;

/**
 * Each kind of limit: from facts about a model to an addition to the request, and `wrong`, which gives a sentence where an answer's row does not keep it.
 * Undefined where the model has no such limit. To add a kind: a function here.
 */
export const LIMITS = {
  /** A second model of the same library gives a class, a probability or a value too. */
  also({ one, random, also, aim }) {
    if (also === undefined) return undefined;
    const said = also.said[aim];
    // XGBoost has given 1.0066 for the probability of a class.
    const p = said.scores?.[said.class];
    const probable = also.probable && random.next() < 0.4 && p >= 0 && p <= 1;
    const target = "value" in said ? { value: random.of([[said.value, null], [null, said.value]]) } : { class: said.class, ...(probable ? { min_probability: p } : {}) };
    return { constraints: [{ also: { model: one.also, target } }], ask: "also", wrong: (row, word) => (keeps(target, word) ? undefined : `the second model gives ${JSON.stringify(word)} for ${JSON.stringify(target)}`) };
  },

  /** The nearest point at which two models differ by so much, in log odds, probability or value. */
  apart({ one, random, also, said }) {
    if (also?.alike !== true || !also.probable && !("value" in said[0])) return undefined;
    const value = "value" in said[0];
    if (!value && said[0].scores.length !== 2) return undefined;
    const at = (a, b, unit) => (value ? a.value - b.value : unit === "probability" ? a.scores[1] - b.scores[1] : logit(a.scores[1]) - logit(b.scores[1]));
    const unit = random.of(["probability", "log_odds"]);
    const sizes = said.map((a, i) => Math.abs(at(a, also.said[i], unit))).filter(Number.isFinite).sort((a, b) => a - b);
    const most = sizes[Math.floor(sizes.length * 0.7)];
    if (!(most > 0)) return undefined;
    return {
      target: { apart: { difference: one.also }, at_least: most },
      ask: "also",
      wrong: (_, word, own, answer) => {
        const found = answer.unit === "probability" || answer.unit === "log_odds" || answer.unit === "value" ? Math.abs(at(own, word, answer.unit)) : undefined;
        return found === undefined || found >= most - 1e-5 * Math.max(1, most) ? undefined : `the models differ by ${found}, not by ${most} (${answer.unit})`;
      },
    };
  },

  /** A feature follows from a regressor of another library. */
  cause({ one, query, cause }) {
    if (cause === undefined || query.includes(null)) return undefined;
    const [column] = cause.feature.columns;
    const slack = one.single ? 1e-5 : 1e-7;
    return {
      constraints: [{ causal: { feature: cause.feature.name, model: cause.document } }],
      ask: "cause",
      wrong: (row, word, own, answer, from) => {
        const follows = query[column] + word.value - from.value;
        const size = Math.max(Math.abs(follows), Math.abs(query[column]), Math.abs(word.value), cause.feature.max - cause.feature.min);
        const most = slack * size + (cause.feature.kind === "integer" ? 0.5 : 0);
        return Math.abs(row[column] - follows) <= most ? undefined : `${cause.feature.name} is ${row[column]}, and ${follows} follows`;
      },
    };
  },

  /** A sum of changes, each by its price, within a budget. */
  budget({ one, random, query }) {
    const numbers = numeric(one, query);
    if (numbers.length === 0) return undefined;
    const prices = numbers.map(({ name, columns, min, max }) => ({ name, column: columns[0], up: random.of([0, 1, 3]) / (max - min), down: random.of([1, 2]) / (max - min) }));
    const most = 0.02 + 0.6 * random.next();
    const used = (row) => prices.reduce((sum, { column, up, down }) => sum + (row[column] > query[column] ? up : -down) * (row[column] - query[column]), 0);
    return {
      constraints: [{ budget: { changes: Object.fromEntries(prices.map(({ name, up, down }) => [name, { up, down }])), most, unit: "hours" } }],
      wrong: (row) => (used(row) <= most + rounding(one, prices.map(({ column, up, down }) => [column, Math.max(up, down)]), row, query) ? undefined : `the budget of ${most} has ${used(row)}`),
    };
  },

  /** A weighted sum of changes. */
  row({ one, random, query }) {
    const numbers = numeric(one, query);
    if (numbers.length < 2) return undefined;
    const terms = numbers.map(({ name, columns, min, max }) => ({ name, column: columns[0], weight: random.of([-1, 1, 2]) / (max - min) }));
    const rhs = 0.3 * (random.next() - 0.3);
    const sum = (row) => terms.reduce((total, { column, weight }) => total + weight * (row[column] - query[column]), 0);
    return {
      constraints: [{ linear: { terms: Object.fromEntries(terms.map(({ name, weight }) => [name, weight])), op: "<=", rhs, of: "change" } }],
      wrong: (row) => (sum(row) <= rhs + rounding(one, terms.map(({ column, weight }) => [column, Math.abs(weight)]), row, query) ? undefined : `the sum is ${sum(row)}, above ${rhs}`),
    };
  },

  /** Within a distance of the convex hull of the target's rows. */
  hull({ one, random, query, target }) {
    const { background } = one.document;
    if (background?.labels === undefined || target.class === undefined || query.includes(null)) return undefined;
    const rows = background.rows.filter((row, i) => background.labels[i] === target.class && !row.includes(null));
    if (rows.length < 3) return undefined;
    // The rounding that a hull is allowed is a share of the query's numbers. Far beyond the range it is more than the range.
    if (one.model.info.features.some(({ kind, columns, min, max }) => kind === "numeric" && Math.abs(query[columns[0]]) > 1e3 * Math.max(Math.abs(min), Math.abs(max), max - min))) return undefined;
    const norm = random.of(["l1", "linf"]);
    const epsilon = random.of([0, 0.05, 0.2]);
    const places = rows.map((row) => place(one, row)).filter((at) => at !== undefined);
    const slack = (row) => one.model.info.features.reduce((sum, { kind, columns, min, max }) => sum + (kind === "numeric" ? 3 * (one.single ? SINGLE : DOUBLE) * (Math.max(Math.abs(row[columns[0]]), Math.abs(query[columns[0]])) / (max - min) + 1) : 0), 1e-7);
    return {
      plausibility: { hull: { epsilon, norm } },
      hull: (row) => ({ hull: places, point: place(one, row), norm }),
      wrong: (row, word) => (word.distance <= epsilon + slack(row) ? undefined : `the hull is ${word.distance} away, not ${epsilon}`),
    };
  },

  /** As deep in the isolation forest of the model's file as most rows are. */
  depth({ random, depths }) {
    if (depths === undefined) return undefined;
    const least = [...depths].sort((a, b) => a - b)[Math.floor(depths.length * random.of([0.2, 0.5, 0.8]))];
    return { plausibility: { isolation_forest: { min_path_length: least } }, ask: "depths", wrong: (_, word) => (word.value >= least - 1e-9 * least ? undefined : `the depth is ${word.value}, below ${least}`) };
  },

  /** Mixtures of norms, and a price a change. */
  mixture: ({ random }) => ({ cost: random.of([{ norm: { l1: 1, linf: 0.5 } }, { norm: { l0: 0.2, l2: 1 } }, { norm: "l1", per_change: 0.1 }, { norm: { l0: 0.1, l1: 1, l2: 0.5, linf: 1 } }]), wrong: () => undefined }),

  /** Several answers, each with another set of features or far from the others. */
  several: ({ random }) => ({ count: 3, distinct: random.of(["features", { distance: 0.1 }, "regions"]), wrong: () => undefined }),
};

export const keeps = (target, said) => {
  if (target.value) return (target.value[0] ?? -Infinity) <= said.value && said.value <= (target.value[1] ?? Infinity);
  if (target.min_probability !== undefined) return said.scores[target.class] >= target.min_probability;
  return (target.classes ?? [target.class]).includes(said.class);
};

const logit = (p) => Math.log(p / (1 - p));
const numeric = (one, query) => one.model.info.features.filter(({ kind, columns, min, max }) => kind === "numeric" && query[columns[0]] !== null && max > min);

/** The rounding that a sum of weighted columns is allowed: docs/criteria.md, "Consequences". */
function rounding(one, weights, row, query) {
  const widths = new Map(one.model.info.features.map(({ columns, min, max }) => [columns[0], max - min]));
  return weights.reduce((sum, [column, weight]) => sum + weight * (one.single ? SINGLE : DOUBLE) * Math.max(Math.abs(row[column]), Math.abs(query[column]), widths.get(column) ?? 0), one.single ? SINGLE : DOUBLE);
}

/** A row's coordinates as hulls measure them; undefined of a level that there is not. */
function place(one, row) {
  const at = [];
  for (const { kind, columns, min, max, values } of one.model.info.features) {
    const [x] = columns.map((c) => row[c]);
    if (kind === "numeric" || kind === "integer") at.push((x - min) / (max - min || 1));
    else if (columns.length > 1) at.push(...columns.map((c) => row[c]));
    else if (kind === "categorical") at.push(...values.map((v) => Number(v === x)));
    else if ((values ?? [0, 1]).indexOf(x) < 0) return undefined;
    else at.push((values ?? [0, 1]).indexOf(x) / ((values ?? [0, 1]).length - 1));
  }
  return at;
}
