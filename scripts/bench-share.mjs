/* global TextEncoder -- in the page */
// npm run bench:share: searches that last, by one worker and by two, in Chromium: forests of random trees, whose proofs are long.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium as playwright } from "@playwright/test";
import { build } from "./build.mjs";
import { chromium } from "./chromium.mjs";
import { at } from "./lib.mjs";

/** Trees, columns, and the probability that is asked for. */
const CASES = [[300, 40, 0.58], [250, 20, 0.57], [400, 20, 0.56]];
const REPEAT = 3;

await build();
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const file = join(at("pkg"), new URL(request.url ?? "/", "http://localhost").pathname);
  const found = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  response.writeHead(200, { "content-type": found ? (TYPES[extname(file)] ?? "text/plain") : "text/html" });
  response.end(found ? readFileSync(file) : "<!doctype html><title>bench</title>");
});
await new Promise((ready) => server.listen(0, "localhost", ready));
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
await page.goto(`http://localhost:${server.address().port}/`);
for (const [trees, columns, probability] of CASES) {
  const model = randomForest(trees, columns);
  const runs = { alone: [], shared: [] };
  for (let k = 0; k < REPEAT; k++) for (const share of [false, true]) runs[share ? "shared" : "alone"].push(await solve(model, columns, probability, share));
  const middle = (list) => list.map(({ ms }) => ms).sort((a, b) => a - b)[list.length >> 1];
  const costs = new Set([...runs.alone, ...runs.shared].map(({ cost }) => cost));
  process.stdout.write(`${trees} trees, ${columns} columns: alone ${Math.round(middle(runs.alone))} ms, shared ${Math.round(middle(runs.shared))} ms, ratio ${(middle(runs.shared) / middle(runs.alone)).toFixed(2)}; ${costs.size === 1 ? "one cost" : "COSTS DIFFER"}\n`);
}
await browser.close();
server.close();

/** Milliseconds and cost of one answer in the page. */
function solve(model, columns, probability, share) {
  return page.evaluate(async (asked) => {
    const { init, loadModel } = await import("/index.js");
    init({ share: asked.share });
    const lib = await loadModel(new TextEncoder().encode(asked.model));
    const began = performance.now();
    const query = Array.from({ length: asked.columns }, (_, i) => (i % 7) / 7);
    const answer = await lib.explain({ query, target: { class: 1, min_probability: asked.probability }, time_limit: 100 });
    const ms = performance.now() - began;
    lib.free();
    if (answer.status !== "optimal") throw new Error(`not proved: ${answer.status}`);
    return { ms, cost: answer.counterfactuals[0].cost };
  }, { model, columns, probability, share });
}

/** Full trees of depth 4 with random splits and leaves, as Espalier's JSON. */
function randomForest(trees, columns) {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const inner = 15;
  const nodes = Array.from({ length: 2 * inner + 1 }, (_, i) => i);
  const tree = () => ({
    weight: 1,
    feature: nodes.map((i) => (i < inner ? Math.floor(random() * columns) : -1)),
    threshold: nodes.map((i) => (i < inner ? random() : 0)),
    left: nodes.map((i) => (i < inner ? 2 * i + 1 : -1)),
    right: nodes.map((i) => (i < inner ? 2 * i + 2 : -1)),
    value: nodes.map((i) => {
      const p = random();
      return i < inner ? null : [1 - p, p];
    }),
  });
  return JSON.stringify({
    format: "espalier", version: 1, kind: "classifier", columns, input: "float32", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", classes: ["no", "yes"],
    trees: Array.from({ length: trees }, tree),
    schema: { features: Array.from({ length: columns }, (_, column) => ({ name: `x${column}`, column, min: 0, max: 1 })) },
  });
}
