// The page's own times in Chromium, of the built page on this machine: from navigation to the first answer, and a large model
// from file to answer with the longest frame meanwhile.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./chromium.mjs";
import { at } from "./lib.mjs";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const VISITS = 7;

/** Measures the page in dist/; all times in milliseconds. */
export async function measurePage() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file = join(at("dist"), path === "/" ? "index.html" : path);
    readFile(file).then(
      (body) => response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((ready) => server.listen(0, "localhost", ready));
  const url = `http://localhost:${server.address().port}/`;
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const first = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const { page, close } = await visitor(browser, url);
      first.push(await page.evaluate(() => window.firstAnswer));
      await close();
    }
    const { page, close } = await visitor(browser, url);
    const large = await page.evaluate(openLarge);
    await close();
    return { first: first.sort((a, b) => a - b), large };
  } finally {
    await browser.close();
    server.close();
  }
}

/** A fresh visitor, nothing cached, who has seen the first answer. */
async function visitor(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.firstAnswer = undefined;
    document.addEventListener("espalier-answer", () => (window.firstAnswer ??= performance.now()));
  });
  await page.goto(url);
  await page.waitForFunction(() => window.firstAnswer !== undefined);
  return { page, close: () => context.close() };
}

/** Runs in the page: a model of about 10 MB, made of full trees with thresholds of their own, opened as a file. */
async function openLarge() {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const [inner, nodes] = [63, 127];
  const range = (n, make) => Array.from({ length: n }, (_, i) => make(i));
  const tree = () => ({
    weight: 1,
    feature: range(nodes, (i) => (i < inner ? Math.floor(random() * 20) : -1)),
    threshold: range(nodes, (i) => (i < inner ? random() : 0)),
    left: range(nodes, (i) => (i < inner ? 2 * i + 1 : -1)),
    right: range(nodes, (i) => (i < inner ? 2 * i + 2 : -1)),
    value: range(nodes, (i) => (i < inner ? null : [random(), random()])),
  });
  const head = { format: "espalier", version: 1, kind: "classifier", columns: 20, input: "float32", compare: "<=", aggregation: "mean", base: [0, 0], link: "none" };
  const text = JSON.stringify({ ...head, trees: range(2000, tree) });
  const file = new File([text], "large.json");
  const frames = { last: performance.now(), longest: 0 };
  const watch = (now) => {
    frames.longest = Math.max(frames.longest, now - frames.last);
    frames.last = now;
    requestAnimationFrame(watch);
  };
  await new Promise((soon) => setTimeout(soon, 1000));
  const began = performance.now();
  frames.last = began;
  requestAnimationFrame(watch);
  const opened = await document.querySelector("espalier-explainer").openFile(file);
  return { opened, bytes: file.size, load: performance.now() - began, longestFrame: frames.longest };
}
