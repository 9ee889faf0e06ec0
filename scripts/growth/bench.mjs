// npm run bench:growth: how the time of a proved answer grows with trees, depth, features and distance, in WebAssembly, in Node,
// on one thread. With --write the figures become docs/experiments/growth.json, docs/experiments/growth.md and docs/experiments/growth.svg.
import { Buffer } from "node:buffer";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../build.mjs";
import { at } from "../lib.mjs";
import { growForest, makeData, randoms } from "./forest.mjs";
import { draw } from "./plot.mjs";
import { page } from "./page.mjs";

const { values: options } = parseArgs({ options: { write: { type: "boolean", default: false }, seed: { type: "string", default: "1" }, queries: { type: "string", default: "20" } } });

/** The shape that stays while one number of it grows. */
const BASE = { trees: 100, depth: 5, features: 20 };
const one = (name, values) => ({ name, shapes: values.map((value) => ({ value, shape: { ...BASE, [name]: value } })) });
const GROW = [
  one("trees", [10, 20, 50, 100, 200, 500, 1000]),
  one("depth", [3, 4, 5, 6, 7, 8, 10]),
  one("features", [2, 5, 10, 20, 50, 100, 200]),
  { name: "both", shapes: [[100, 5], [200, 6], [400, 7], [700, 8], [1000, 9]].map(([trees, depth]) => ({ value: `${trees}×${depth}`, shape: { ...BASE, trees, depth } })) },
];
const [ROWS, MOST_SECONDS] = [2000, 10];
/** Seconds at which the gap between the best answer and the bound is read. */
const TIMES = [0.1, 1, 10];
/** Queries by the model's probability of the target, from near the boundary to far from it. */
const SHARES = [[0.4, 0.5], [0.3, 0.4], [0.2, 0.3], [0.1, 0.2], [0, 0.1]];

build();
const { start, CoreModel } = await import("../../pkg/core.js");
start(readFileSync(at("pkg", "espalier.wasm")));

/** A forest of a given shape, and the rows that it refuses, nearest to the boundary first. */
function forest(shape) {
  const random = randoms(Number(options.seed) * 1000 + shape.trees * 31 + shape.depth * 7 + shape.features);
  const data = makeData(shape.features, ROWS, random);
  const model = CoreModel.load(Buffer.from(JSON.stringify(growForest(data, shape.trees, shape.depth, random))), "forest.json");
  const flat = Float64Array.from({ length: ROWS * shape.features }, (_, k) => data.columns[k % shape.features][Math.floor(k / shape.features)]);
  const refused = model.predict(flat).map((prediction, i) => ({ prediction, row: Array.from(flat.subarray(i * shape.features, (i + 1) * shape.features)) }))
    .filter(({ prediction }) => prediction.class === 0);
  return { model, refused };
}

/** One query until it is proved or its time is over: milliseconds, cost, and the gap at some times. */
function run(model, query) {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  const search = model.search({ query, target: { class: 1 } });
  const gaps = TIMES.map(() => 0);
  let proved = false;
  let read = 0;
  while (!proved && passed() < MOST_SECONDS) {
    proved = search.step(16);
    const { incumbent, lowerBound } = search.progress();
    for (; read < TIMES.length && passed() >= TIMES[read]; read++) gaps[read] = proved ? 0 : incumbent === null ? 1 : (incumbent - lowerBound) / incumbent;
  }
  const { incumbent, lowerBound, nodes } = search.progress();
  if (!proved) for (; read < TIMES.length; read++) gaps[read] = incumbent === null ? 1 : (incumbent - lowerBound) / incumbent;
  const milliseconds = performance.now() - began;
  search.free();
  return { milliseconds, cost: incumbent, nodes, proved, gaps };
}

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(q * values.length) - 1)];

function summary(runs) {
  const times = runs.map(({ milliseconds }) => milliseconds);
  const gap = (k) => runs.map(({ gaps }) => gaps[k]);
  return {
    queries: runs.length,
    proved: runs.filter(({ proved }) => proved).length,
    milliseconds: { median: quantile(times, 0.5), most95: quantile(times, 0.95), most: Math.max(...times) },
    cost: quantile(runs.map(({ cost }) => cost ?? Infinity), 0.5),
    nodes: quantile(runs.map(({ nodes }) => nodes), 0.5),
    gaps: TIMES.map((seconds, k) => ({ seconds, median: quantile(gap(k), 0.5), most: Math.max(...gap(k)) })),
  };
}

/** Queries evenly taken of those that a model refuses. */
function evenly(all, count) {
  return Array.from({ length: Math.min(count, all.length) }, (_, k) => all[Math.floor((k * all.length) / Math.min(count, all.length))]);
}

const count = Number(options.queries);
const say = (name, value, { queries, proved, milliseconds, gaps }) => process.stdout.write(
  `${name.padEnd(10)} ${String(value).padStart(9)}  ${proved}/${queries} proved  median ${milliseconds.median.toPrecision(3)}  95 % ${milliseconds.most95.toPrecision(3)}  max ${milliseconds.most.toPrecision(3)} ms`
  + `${proved < queries ? `  largest gap ${gaps.map(({ most, seconds }) => `${(100 * most).toFixed(0)} % after ${seconds} s`).join(", ")}` : ""}\n`);

// The code is warm before anything is measured.
{
  const { model, refused } = forest(BASE);
  evenly(refused, 20).forEach(({ row }) => run(model, row));
  model.free();
}
const curves = GROW.map(({ name, shapes }) => ({
  name,
  points: shapes.map(({ value, shape }) => {
    const { model, refused } = forest(shape);
    const point = { value, ...summary(evenly(refused, count).map(({ row }) => run(model, row))) };
    say(name, value, point);
    model.free();
    return point;
  }),
}));
{
  const { model, refused } = forest(BASE);
  const points = SHARES.flatMap(([from, to]) => {
    const near = refused.filter(({ prediction }) => prediction.scores[1] >= from && prediction.scores[1] < to);
    if (near.length === 0) return [];
    const point = { value: `${from} to ${to}`, ...summary(evenly(near, count).map(({ row }) => run(model, row))) };
    say("distance", point.value, point);
    return [point];
  });
  curves.push({ name: "distance", points });
  model.free();
}
const figures = { processor: cpus()[0]?.model ?? "unknown", node: process.versions.node, base: BASE, rows: ROWS, seconds: MOST_SECONDS, curves };
if (options.write) {
  writeFileSync(at("docs", "experiments", "growth.json"), `${JSON.stringify(figures, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value), 1)}\n`);
  writeFileSync(at("docs", "experiments", "growth.svg"), draw(figures));
  writeFileSync(at("docs", "experiments", "growth.md"), page(figures));
}
