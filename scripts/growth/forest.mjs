// Random forests on data of our own making, for the bench that lets one thing grow at a time: classification trees by Gini
// impurity on bootstrapped rows, sqrt(features) candidates a node, every midpoint between two values a candidate cut.

/** Numbers in [0, 1), the same for every run (mulberry32). */
export function randoms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const KINDS = ["numeric", "numeric", "integer", "binary"];
const MOST = { numeric: 1, integer: 20, binary: 1 };

/** Columns of rows (numeric in 0..1, integer in 0..20, binary) with a label that depends on up to ten of them, by waves and products. */
export function makeData(features, rows, random) {
  const kinds = Array.from({ length: features }, (_, f) => KINDS[f % KINDS.length]);
  const columns = kinds.map((kind) => Float64Array.from({ length: rows }, () =>
    kind === "numeric" ? Math.fround(random()) : kind === "integer" ? Math.floor(random() * 21) : Math.round(random())));
  const told = Array.from({ length: Math.min(10, features) }, (_, f) => ({ f, size: 0.5 + random(), wave: 1 + 2 * random(), shift: 6 * random() }));
  const scores = Float64Array.from({ length: rows }, (_, i) => {
    const waves = told.map(({ f, size, wave, shift }) => size * Math.sin((wave * Math.PI * columns[f][i]) / MOST[kinds[f]] + shift));
    return waves.reduce((sum, part, k) => sum + part + 0.5 * part * (waves[k - 1] ?? 0), 0) + 0.5 * (random() - 0.5);
  });
  const middle = Float64Array.from(scores).sort()[rows >> 1];
  return { kinds, columns, labels: Uint8Array.from(scores, (score) => (score > middle ? 1 : 0)) };
}

/** A forest as a model in Espalier's JSON. */
export function growForest({ kinds, columns, labels }, trees, depth, random) {
  const rows = labels.length;
  const tries = Math.max(1, Math.round(Math.sqrt(columns.length)));
  const grow = () => {
    const tree = { weight: 1, feature: [], threshold: [], left: [], right: [], value: [] };
    const node = (at, level) => {
      const index = tree.feature.length;
      const ones = at.reduce((sum, i) => sum + labels[i], 0);
      tree.feature.push(-1);
      tree.threshold.push(0);
      tree.left.push(-1);
      tree.right.push(-1);
      tree.value.push([1 - ones / at.length, ones / at.length]);
      const cut = level < depth && ones > 0 && ones < at.length ? bestCut(columns, labels, at, ones, tries, random) : undefined;
      if (cut === undefined) return index;
      tree.feature[index] = cut.feature;
      tree.threshold[index] = cut.threshold;
      tree.left[index] = node(at.filter((i) => columns[cut.feature][i] <= cut.threshold), level + 1);
      tree.right[index] = node(at.filter((i) => columns[cut.feature][i] > cut.threshold), level + 1);
      return index;
    };
    node(Int32Array.from({ length: rows }, () => Math.floor(random() * rows)), 0);
    return tree;
  };
  return {
    format: "espalier", version: 1, kind: "classifier", columns: columns.length, input: "float32", compare: "<=",
    aggregation: "mean", base: [0, 0], link: "none", classes: ["refused", "accepted"],
    trees: Array.from({ length: trees }, grow),
    schema: {
      features: kinds.map((kind, column) => ({ name: `x${column}`, kind, column, ...(kind === "binary" ? {} : { min: 0, max: MOST[kind] }) })),
      classes: ["refused", "accepted"],
    },
  };
}

/** The cut of least Gini impurity among some features; nothing where all the rows are alike in them. */
function bestCut(columns, labels, at, ones, tries, random) {
  let best;
  const order = Array.from(columns.keys());
  for (let k = 0, tried = 0; k < order.length && tried < tries; k++) {
    const swap = k + Math.floor(random() * (order.length - k));
    [order[k], order[swap]] = [order[swap], order[k]];
    const feature = order[k];
    const column = columns[feature];
    const sorted = Int32Array.from(at).sort((a, b) => column[a] - column[b]);
    if (column[sorted[0]] === column[sorted.at(-1)]) continue;
    tried += 1;
    let left = 0;
    for (let n = 1; n < sorted.length; n++) {
      left += labels[sorted[n - 1]];
      const [below, above] = [column[sorted[n - 1]], column[sorted[n]]];
      if (below === above) continue;
      const right = ones - left;
      const rest = sorted.length - n;
      const impurity = left * (1 - left / n) + right * (1 - right / rest);
      if (best === undefined || impurity < best.impurity) best = { impurity, feature, threshold: Math.fround((below + above) / 2) };
    }
  }
  // A midpoint may round to the upper value: then it parts nothing.
  return best !== undefined && at.some((i) => columns[best.feature][i] > best.threshold) ? best : undefined;
}
