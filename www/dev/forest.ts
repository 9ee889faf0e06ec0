/** Made-up forests on two features, so that the map can be looked at without an engine. */
import { draws } from "../src/draws.js";
import type { Kind, Regions } from "../src/types.js";

export interface Feature {
  name: string;
  kind: Kind;
  min: number;
  max: number;
  /** Discrete kinds. */
  levels?: number;
}

type Node = { axis: 0 | 1; cut: number; low: Node; high: Node } | { value: number[] };

export interface Forest {
  features: [Feature, Feature];
  outputs: number;
  thresholds: [number[], number[]];
  score(x: number, y: number): { class: number; scores: number[] };
}

/** `shape` gives the mean value of each output at a place in 0..1 x 0..1. */
export function grow(features: [Feature, Feature], outputs: number, trees: number, depth: number, noise: number, seed: number, shape: (u: number, v: number) => number[]): Forest {
  const rnd = draws(seed);
  const cuts: [Set<number>, Set<number>] = [new Set(), new Set()];
  const cutOf = (f: Feature, lo: number, hi: number): number => {
    const raw = lo + (hi - lo) * (0.15 + 0.7 * rnd());
    return f.kind === "numeric" ? Math.fround(raw) : Math.floor(raw) + 0.5;
  };
  const split = (box: [number, number, number, number], left: number): Node => {
    const axis = rnd() < 0.5 ? 0 : 1;
    const lo = box[axis * 2]!;
    const hi = box[axis * 2 + 1]!;
    const cut = cutOf(features[axis], lo, hi);
    if (left === 0 || !(cut > lo && cut < hi)) {
      const mid = (k: 0 | 1): number => ((box[k * 2]! + box[k * 2 + 1]!) / 2 - features[k].min) / (features[k].max - features[k].min);
      return { value: shape(mid(0), mid(1)).map((v) => v + noise * (rnd() - 0.5)) };
    }
    cuts[axis].add(cut);
    const low = [...box] as typeof box;
    const high = [...box] as typeof box;
    low[axis * 2 + 1] = cut;
    high[axis * 2] = cut;
    return { axis, cut, low: split(low, left - 1), high: split(high, left - 1) };
  };
  const [a, b] = features;
  const roots = Array.from({ length: trees }, () => split([a.min, a.max, b.min, b.max], depth));
  const sorted = (s: Set<number>): number[] => [...s].sort((p, q) => p - q);
  return {
    features,
    outputs,
    thresholds: [sorted(cuts[0]), sorted(cuts[1])],
    score: (x, y) => {
      const at = [x, y];
      const sum = new Array<number>(outputs).fill(0);
      for (const root of roots) {
        let node = root;
        while ("axis" in node) node = at[node.axis]! <= node.cut ? node.low : node.high;
        node.value.forEach((v, k) => (sum[k] = sum[k]! + v / trees));
      }
      if (outputs === 1) return { class: 0, scores: sum };
      const e = sum.map((v) => Math.exp(v));
      const total = e.reduce((p, q) => p + q, 0);
      const scores = e.map((v) => v / total);
      return { class: scores.indexOf(Math.max(...scores)), scores };
    },
  };
}

function edges(f: Feature, thresholds: number[], window: readonly [number, number]): Float64Array {
  if (f.levels) return Float64Array.from({ length: f.levels + 1 }, (_, k) => k - 0.5);
  return Float64Array.from([window[0], ...thresholds.filter((c) => c > window[0] && c < window[1]), window[1]]);
}

export function slice(forest: Forest, wx: readonly [number, number], wy: readonly [number, number]): Regions {
  const [fx, fy] = forest.features;
  const x = edges(fx, forest.thresholds[0], wx);
  const y = edges(fy, forest.thresholds[1], wy);
  const nx = x.length - 1;
  const ny = y.length - 1;
  const classes = new Uint8Array(nx * ny);
  const scores = new Float32Array(nx * ny * forest.outputs);
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const r = forest.score(fx.levels ? i : x[i + 1]!, fy.levels ? j : y[j + 1]!);
      classes[j * nx + i] = r.class;
      scores.set(r.scores, (j * nx + i) * forest.outputs);
    }
  }
  return {
    x: { feature: fx.name, kind: fx.kind, edges: x },
    y: { feature: fy.name, kind: fy.kind, edges: y },
    classes,
    scores,
    outputs: forest.outputs,
  };
}
