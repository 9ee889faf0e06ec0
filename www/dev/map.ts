/** The map by itself, with made-up forests and a brute-force "engine": for looking at, and for the tests of the map. */
import type { StepCost } from "../src/cost.js";
import "../src/plot/define.js";
import type { LimitDetail, LockDetail, MapAxis, MapClass, MapReach, MapScoring, PointDetail, WindowDetail } from "../src/plot/contract.js";
import { isDiscrete, type Range } from "../src/plot/scales.js";
import { grow, slice, type Feature, type Forest } from "./forest.js";

interface Case {
  forest: Forest;
  x: MapAxis;
  y: MapAxis;
  classes: MapClass[];
  scoring: MapScoring;
  at: { x: number; y: number };
  limits?: { x: [number | null, number | null]; y: [number | null, number | null] };
  norm: MapReach["norm"];
  perChange?: number;
  /** The features not shown have used so much of the cost. */
  searching?: boolean;
  boxes?: boolean;
}

const amount: Feature = { name: "Credit amount", kind: "integer", min: 250, max: 7250 };
const months: Feature = { name: "Duration", kind: "integer", min: 4, max: 60 };
const two: MapClass[] = [
  { name: "Refused", target: false },
  { name: "Accepted", target: true },
];

function axis(f: Feature, forest: Forest, k: 0 | 1, more: Partial<MapAxis>): MapAxis {
  return { feature: f.name, kind: f.kind, thresholds: f.levels ? [] : forest.thresholds[k], min: f.min, max: f.max, window: [f.min, f.max], ...more };
}

function credit(trees: number, depth: number, noise: number, seed: number): Forest {
  return grow([amount, months], 2, trees, depth, noise, seed, (u, v) => [0, 0.9 - 2.2 * v - 0.5 * u + (u > 0.3 && u < 0.45 ? 0.35 : 0)]);
}

const MONEY = { unit: "DM", decimals: 0 };
const MONTHS = { unit: "months", decimals: 0 };

function cases(): Record<string, () => Case> {
  return {
    credit: () => {
      const forest = credit(60, 4, 0.9, 7);
      return { forest, x: axis(amount, forest, 0, MONEY), y: axis(months, forest, 1, MONTHS), classes: two, scoring: { by: "class" }, at: { x: 4308, y: 48 }, limits: { x: [2900, 6500], y: [12, 54] }, norm: "l1" };
    },
    searching: () => ({ ...cases().credit!(), searching: true }),
    impossible: () => ({ ...cases().credit!(), limits: { x: [3400, 6500], y: [36, 54] } }),
    circle: () => ({ ...cases().credit!(), norm: "l2", boxes: true }),
    square: () => ({ ...cases().credit!(), norm: "linf", limits: { x: [null, null], y: [null, null] } }),
    cross: () => ({ ...cases().credit!(), norm: "l0" }),
    price: () => ({ ...cases().credit!(), perChange: 0.06 }),
    levels: () => {
      const job: Feature = { name: "Job", kind: "ordinal", min: 0, max: 3, levels: 4 };
      const forest = grow([job, months], 2, 40, 4, 0.8, 3, (u, v) => [0, 0.5 - 2 * v + 0.9 * u]);
      return { forest, x: axis(job, forest, 0, { labels: ["unskilled", "skilled", "qualified", "management"] }), y: axis(months, forest, 1, MONTHS), classes: two, scoring: { by: "class" }, at: { x: 1, y: 50 }, limits: { x: [1, null], y: [10, null] }, norm: "l1" };
    },
    both: () => {
      const job: Feature = { name: "Job", kind: "ordinal", min: 0, max: 3, levels: 4 };
      const home: Feature = { name: "Housing", kind: "categorical", min: 0, max: 2, levels: 3 };
      const forest = grow([job, home], 2, 40, 3, 1.5, 9, (u, v) => [0, -0.8 + 0.9 * u + 0.8 * v]);
      return { forest, x: axis(job, forest, 0, { labels: ["unskilled", "skilled", "qualified", "management"] }), y: axis(home, forest, 1, { labels: ["for free", "rented", "own"] }), classes: two, scoring: { by: "class" }, at: { x: 1, y: 0 }, norm: "l1" };
    },
    three: () => {
      const a: Feature = { name: "Bill length", kind: "numeric", min: 32, max: 60 };
      const b: Feature = { name: "Flipper length", kind: "numeric", min: 170, max: 232 };
      const forest = grow([a, b], 3, 50, 4, 1.5, 5, (u, v) => [2.2 - 5 * u, 4 * (v - 0.55), 2.4 * u - 2.4 * v + 0.4]);
      const classes = [{ name: "Adelie", target: false }, { name: "Gentoo", target: true }, { name: "Chinstrap", target: false }].map((c) => ({ ...c, keepCase: true }));
      return { forest, x: axis(a, forest, 0, { unit: "mm", decimals: 1 }), y: axis(b, forest, 1, { unit: "mm", decimals: 0 }), classes, scoring: { by: "class" }, at: { x: 38, y: 185 }, norm: "l1" };
    },
    price_range: () => {
      const a: Feature = { name: "Living area", kind: "numeric", min: 20, max: 240 };
      const b: Feature = { name: "Age", kind: "integer", min: 0, max: 120 };
      const forest = grow([a, b], 1, 50, 4, 60, 2, (u, v) => [120 + 400 * u - 100 * v]);
      const classes = [{ name: "Other prices", target: false }, { name: "300 to 380", target: true }];
      return { forest, x: axis(a, forest, 0, { unit: "m²", decimals: 1 }), y: axis(b, forest, 1, { unit: "years" }), classes, scoring: { by: "value", from: 300, to: 380, unit: "k€", decimals: 0 }, at: { x: 55, y: 30 }, norm: "l1" };
    },
    many: () => {
      const a: Feature = { name: "Income", kind: "numeric", min: 0, max: 1 };
      const b: Feature = { name: "Debt", kind: "numeric", min: 0, max: 1 };
      const forest = grow([a, b], 2, 90, 4, 3, 11, (u, v) => [0, 2 * u - 2 * v]);
      return { forest, x: axis(a, forest, 0, {}), y: axis(b, forest, 1, {}), classes: two, scoring: { by: "class" }, at: { x: 0.2, y: 0.7 }, norm: "l1" };
    },
  };
}

const all = cases();
const name = new URLSearchParams(location.search).get("case") ?? "credit";
const now = (all[name] ?? all.credit!)();
const map = document.querySelector("espalier-map")!;
const log = document.querySelector("#log")!;
document.querySelector("#cases")!.append(
  ...Object.keys(all).map((k) => Object.assign(document.createElement("a"), { href: `?case=${k}`, textContent: k })),
);

const cost = (a: MapAxis): StepCost => ({ scale: isDiscrete(a) ? Math.max(1, (a.labels?.length ?? 2) - 1) : a.max - a.min, up: 1, down: 1 });
const limits = { x: now.limits?.x ?? [null, null], y: now.limits?.y ?? [null, null] };
let at = now.at;
const windows: { x: Range; y: Range } = { x: [...now.x.window] as Range, y: [...now.y.window] as Range };
const locked = { x: false, y: false };

function step(a: MapAxis, from: number, to: number): number {
  if (a.kind === "categorical" || a.kind === "binary") return from === to ? 0 : 1;
  return Math.abs(to - from) / cost(a).scale;
}

function norm(dx: number, dy: number): number {
  const changes = (dx > 0 ? 1 : 0) + (dy > 0 ? 1 : 0);
  const base = { l0: changes, l1: dx + dy, l2: dx * dx + dy * dy, linf: Math.max(dx, dy) }[now.norm as "l1"];
  return base + (now.perChange ?? 0) * changes;
}

/** The cheapest accepted point of the whole domain, by looking at every cell. */
function answer(): { x: number; y: number; cost: number } | null {
  const r = slice(now.forest, [now.x.min, now.x.max], [now.y.min, now.y.max]);
  const nx = r.x.edges.length - 1;
  let best: { x: number; y: number; cost: number } | null = null;
  const near = (a: MapAxis, edges: Float64Array, k: number, q: number, limit: readonly (number | null)[], fixed: boolean): number | null => {
    const lo = fixed ? q : (limit[0] ?? -Infinity);
    const hi = fixed ? q : (limit[1] ?? Infinity);
    if (isDiscrete(a)) return k >= lo && k <= hi ? k : null;
    const unit = a.kind === "integer" ? 1 : 1e-6 * (a.max - a.min);
    const first = k === 0 ? edges[0]! : a.kind === "integer" ? Math.floor(edges[k]!) + 1 : edges[k]! + unit;
    const v = Math.min(Math.max(q, first, lo), edges[k + 1]!, hi);
    const whole = a.kind === "integer" ? (v > q ? Math.ceil(v) : Math.floor(v)) : v;
    return whole >= Math.max(first, lo) && whole <= Math.min(edges[k + 1]!, hi) ? whole : null;
  };
  for (let c = 0; c < r.classes.length; c++) {
    const value = r.scores[c]!;
    const ok = now.scoring.by === "value" ? value >= now.scoring.from && value <= now.scoring.to : now.classes[r.classes[c]!]?.target;
    if (!ok) continue;
    const x = near(now.x, r.x.edges, c % nx, at.x, limits.x, locked.x);
    const y = near(now.y, r.y.edges, Math.floor(c / nx), at.y, limits.y, locked.y);
    if (x === null || y === null) continue;
    const price = norm(step(now.x, at.x, x), step(now.y, at.y, y));
    if (!best || price < best.cost) best = { x, y, cost: price };
  }
  return best;
}

function show(): void {
  const best = answer();
  const compact = innerWidth < 640;
  map.x = { ...now.x, window: windows.x, locked: locked.x };
  map.y = { ...now.y, window: windows.y, locked: locked.y };
  map.classes = now.classes;
  map.scoring = now.scoring;
  map.regions = slice(now.forest, windows.x, windows.y);
  map.factual = { ...at, label: "You now" };
  const nearest = now.searching ? "Best so far" : "Nearest accepted";
  map.answer = best && { x: best.x, y: best.y, label: compact ? "Answer" : nearest, state: now.searching ? "best" : "proved" };
  map.allowed = { x: { lo: limits.x[0], hi: limits.x[1] }, y: { lo: limits.y[0], hi: limits.y[1] } };
  map.reach = best && { norm: now.norm, x: cost(now.x), y: cost(now.y), perChange: now.perChange ?? 0, proved: now.searching ? best.cost * 0.4 : best.cost, best: best.cost };
  map.showBoxes = now.boxes ?? false;
  map.layer = "answer";
}

map.addEventListener("map-point", (e) => {
  const d = (e as CustomEvent<PointDetail>).detail;
  at = { x: d.x, y: d.y };
  log.textContent = `point ${JSON.stringify(d)}`;
  show();
});
map.addEventListener("map-limit", (e) => {
  const d = (e as CustomEvent<LimitDetail>).detail;
  for (const k of ["x", "y"] as const) if (d[k]) limits[k] = [d[k].lo, d[k].hi];
  log.textContent = `limit ${JSON.stringify(d)}`;
  show();
});
map.addEventListener("map-window", (e) => {
  const d = (e as CustomEvent<WindowDetail>).detail;
  for (const k of ["x", "y"] as const) if (d[k]) windows[k] = d[k];
  log.textContent = `window ${JSON.stringify(d)}`;
  show();
});
map.addEventListener("map-lock", (e) => {
  const d = (e as CustomEvent<LockDetail>).detail;
  locked[d.axis] = d.locked;
  log.textContent = `lock ${JSON.stringify(d)}`;
  show();
});
show();
