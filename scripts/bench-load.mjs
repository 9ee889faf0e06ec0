/* global fetch, DataTransfer, DragEvent, File, setTimeout, window, document, requestAnimationFrame, PerformanceObserver */
// npm run bench:load [-- --megabytes 10 --repeat 3]: how long model files take to open in the built page, in a real Chromium, and whether
// the page keeps drawing meanwhile.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./chromium.mjs";
import { FILES } from "./large-models.mjs";
import { at, fail } from "./lib.mjs";
import { serve } from "./serve.mjs";

const { values: options } = parseArgs({ options: { megabytes: { type: "string", default: "10" }, repeat: { type: "string", default: "3" } } });
const folder = mkdtempSync(join(tmpdir(), "espalier-"));
/** Opens a file in a page that is ready: milliseconds until its card is there, longest task and longest gap between frames. */
async function open(page, url, name) {
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator(".badge", { hasText: "Proved smallest" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(async (name) => {
    const bytes = await (await fetch(`./file/${name}`)).arrayBuffer();
    const given = new DataTransfer();
    given.items.add(new File([bytes], name));
    const seen = (window.seen = { began: 0, shown: 0, task: 0, gap: 0 });
    await new Promise((still) => setTimeout(still, 500));
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (seen.task = Math.max(seen.task, duration)))).observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    const target = document.querySelector("espalier-explainer");
    const frame = (now) => {
      if (seen.shown === 0) {
        seen.gap = Math.max(seen.gap, now - last);
        const shown = target.shadowRoot.querySelector("section.gate");
        if (shown !== null && /\d\sMB/.test(shown.textContent ?? "")) seen.shown = performance.now();
        last = now;
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
    seen.began = performance.now();
    for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { dataTransfer: given, bubbles: true, composed: true, cancelable: true }));
  }, name);
  await page.waitForFunction(() => window.seen.shown > 0);
  return page.evaluate(() => ({ load: window.seen.shown - window.seen.began, task: window.seen.task, gap: window.seen.gap }));
}

if (statSync(at("dist", "index.html"), { throwIfNoEntry: false }) === undefined) fail("dist/ is not built", "npm run build");
const server = await serve(folder);
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
process.stdout.write(`${cpus()[0]?.model ?? "unknown processor"}, Chromium ${browser.version()}, median of ${options.repeat}\n`);
try {
  for (const [name, make] of Object.entries(FILES)) {
    const path = join(folder, name);
    writeFileSync(path, make(Number(options.megabytes) * 1e6));
    const runs = [];
    for (let i = 0; i < Number(options.repeat); i++) {
      const page = await browser.newPage();
      runs.push(await open(page, server.url, name));
      await page.close();
    }
    const median = (field) => runs.map((run) => run[field]).sort((a, b) => a - b)[Math.floor(runs.length / 2)].toFixed(0);
    const size = (statSync(path).size / 1e6).toFixed(1);
    process.stdout.write(`${name}: ${size} MB, shown after ${median("load")} ms, longest task ${median("task")} ms, longest gap between frames ${median("gap")} ms\n`);
  }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
