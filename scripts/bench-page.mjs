// npm run bench:page: the built page in Chromium on the loan example: its start, its memory, and the cost of a drag; --help says how.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./chromium.mjs";
import { at, fail } from "./lib.mjs";
import { serve } from "./serve.mjs";

const { values: options } = parseArgs({
  options: {
    before: { type: "string" },
    rounds: { type: "string", default: "5" },
    moves: { type: "string", default: "60" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const HELP = `npm run bench:page [-- options], after npm run build

  --before FOLDER  another build of dist/, asked in turn with this one
  --rounds N       so many fresh visits of each build (5)
  --moves N        moves of each drag (60)
  --write          writes the tables of docs/benchmarks/page.md anew
`;
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const [ROUNDS, MOVES] = [Number(options.rounds), Number(options.moves)];
/** Milliseconds from one mouse move to the next: one a frame of 60 Hz, as mice send at least. */
const FRAME = 1000 / 60;
/** Moves whose answer is waited for, before the next one is sent. */
const SINGLE = 20;
/** Milliseconds of rest after the first answer before a drag begins: drawers and words that wait for it have come. */
const REST = 1500;
/** Keys of a press of each 32. */
const ARROWS = { 0: "ArrowRight", 32: "ArrowLeft" };

/** Each quantity's name. */
const QUANTITIES = {
  task: "main thread, a mouse move a frame (ms of processor time a move)",
  layout: "of it styles and layout",
  paint: "of it painting",
  keyTask: "main thread, an arrow key a frame (ms of processor time a press, mean)",
  answered: "from a move to its answer on the screen (ms)",
  gap: "between two frames of the drag (ms)",
  first: "from navigation to the first answer (ms)",
  start: "main thread until the first answer (ms of processor time)",
  memory: "memory over a blank tab, at rest (MB)",
};

const builds = [{ name: "now", folder: at("dist") }, ...(options.before === undefined ? [] : [{ name: "before", folder: resolve(process.env.INIT_CWD ?? ".", options.before) }])];
const load = loadavg()[0];
for (const build of builds) {
  build.server = await serve(undefined, build.folder);
  build.seen = Object.fromEntries(Object.keys(QUANTITIES).map((key) => [key, []]));
}
try {
  for (let round = 0; round < ROUNDS; round++) for (const build of round % 2 === 0 ? builds : [...builds].reverse()) await visit(build, round);
} finally {
  for (const { server } of builds) server.close();
}
const text = told();
process.stdout.write(text);
if (options.write) {
  const path = at("docs", "benchmarks", "page.md");
  const [head] = readFileSync(path, "utf8").split("\nMeasured: ");
  writeFileSync(path, `${head}\n${text}`);
}

/** One fresh visit in a browser of its own: start, memory, drags. */
async function visit({ server, seen }, round) {
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const blank = await memory(browser, await browser.newPage());
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = await used(client);
    await page.addInitScript(watch);
    await page.goto(server.url);
    await page.waitForFunction(() => window.bench.first !== undefined);
    seen.first.push(await page.evaluate(() => window.bench.first));
    seen.start.push((await used(client)) - before);
    await page.waitForTimeout(REST);
    const dot = await page.locator("espalier-map .dot .disc").boundingBox();
    const plot = await page.locator("espalier-map .surface").boundingBox();
    if (!dot || !plot) fail("the map has no dot to drag");
    const from = { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 };
    /** A round path from the dot through the plot and back. */
    const path = (k, of) => {
      const turn = (2 * Math.PI * k) / of;
      const middle = { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 };
      return { x: from.x + (middle.x - from.x) * (1 - Math.cos(turn)), y: from.y + (middle.y - from.y) * (1 - Math.cos(turn)) + plot.height * 0.2 * Math.sin(turn) };
    };

    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let k = 1; k <= SINGLE; k++) {
      const { x, y } = path(k, SINGLE);
      const drawn = page.evaluate(() => window.bench.next());
      await page.mouse.move(x, y);
      seen.answered.push(await drawn);
      await page.waitForTimeout(100);
    }
    await page.evaluate(() => window.bench.frames());
    const moved = await paced(page, "pointermove", (k) => {
      const { x, y } = path(k, MOVES);
      return client.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 });
    });
    seen.gap.push(...(await page.evaluate(() => window.bench.frames())));
    for (const key of ["task", "layout", "paint"]) seen[key].push(...moved.map((one) => one[key]));
    await page.mouse.up();
    await page.waitForTimeout(REST);
    await page.locator("espalier-map .dot").focus();
    const press = (k, type) => client.send("Input.dispatchKeyEvent", { type, key: ARROWS[k & 32], code: ARROWS[k & 32], windowsVirtualKeyCode: k & 32 ? 37 : 39 });
    const pressed = await paced(page, "keydown", (k) => Promise.all([press(k, "rawKeyDown"), press(k, "keyUp")]));
    seen.keyTask.push(pressed.reduce((sum, { task }) => sum + task, 0) / pressed.length);
    await page.waitForTimeout(REST);
    seen.memory.push((await memory(browser, page)) - blank);
    process.stderr.write(`round ${round + 1}: main thread a move ${middle(moved.map(({ task }) => task)).toFixed(2)} ms\n`);
  } finally {
    await browser.close();
  }
}

/** Does `act` once a frame, without waiting for the page; of each event of that type the main thread's processor time until the next one. */
async function paced(page, type, act) {
  await page.context().browser().startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const acts = [];
  const began = performance.now();
  for (let k = 1; k <= MOVES; k++) {
    acts.push(act(k));
    await new Promise((then) => setTimeout(then, Math.max(0, began + k * FRAME - performance.now())));
  }
  await Promise.all(acts);
  await page.waitForTimeout(REST);
  const { traceEvents } = JSON.parse((await page.context().browser().stopTracing()).toString("utf8"));
  const heard = traceEvents.filter(({ name, args }) => name === "EventDispatch" && args?.data?.type === type).sort((a, b) => a.ts - b.ts);
  const { pid, tid } = heard[0] ?? fail(`no ${type} reached the page`);
  const main = traceEvents.filter((one) => one.pid === pid && one.tid === tid && one.ph === "X").sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = main.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  const begins = heard.map(({ ts }) => tasks.findLast((task) => task.ts <= ts)?.ts ?? ts);
  return begins.slice(0, -1).map((from, k) => {
    const within = main.filter(({ ts }) => ts >= from && ts < begins[k + 1]);
    return { task: busy(within, ["ThreadControllerImpl::RunTask"]), layout: busy(within, ["UpdateLayoutTree", "Layout"]), paint: busy(within, ["PrePaint", "Paint", "Layerize", "Commit"]) };
  });
}

/** Milliseconds of processor time in events of these names, each counted once where one is inside of another. */
function busy(events, names) {
  let end = 0;
  return events.reduce((sum, { name, ts, dur, tdur = 0 }) => {
    if (!names.includes(name) || ts < end) return sum;
    end = ts + dur;
    return sum + tdur / 1000;
  }, 0);
}

/** Processor time of the main thread since the page was made, milliseconds, without that of these questions. */
async function used(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  const of = (name) => 1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  return of("TaskDuration") - of("DevToolsCommandDuration");
}

/** Megabytes of a tab that no other process has, after its garbage was collected (Linux; elsewhere NaN). */
async function memory(browser, page) {
  const client = await page.context().newCDPSession(page);
  const system = await browser.newBrowserCDPSession();
  await client.send("HeapProfiler.enable");
  await client.send("HeapProfiler.collectGarbage");
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const newest = Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id));
  try {
    const lines = readFileSync(`/proc/${newest}/smaps_rollup`, "utf8").matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm);
    return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1000, 0);
  } catch {
    return NaN;
  }
}

/** In the page: the first answer's time, frames, and the time from a move to its answer on the screen. */
function watch() {
  let frames = [];
  let moved = 0;
  let told = () => undefined;
  const bench = {
    first: undefined,
    next: () => new Promise((then) => (told = then)),
    /** The gaps between frames since it was asked last, milliseconds. */
    frames: () => frames.splice(0),
  };
  window.bench = bench;
  window.addEventListener("pointermove", ({ timeStamp }) => (moved = timeStamp), true);
  document.addEventListener("espalier-answer", () => {
    bench.first ??= performance.now();
    // The state is drawn in the next frame; a message that is sent in a frame comes after its painting.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => told(performance.now() - moved);
      port2.postMessage(null);
    });
  });
  let last;
  const frame = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  document.addEventListener("pointerdown", () => requestAnimationFrame(frame), { once: true, capture: true });
}

function middle(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** The table, as docs/benchmarks/page.md has it. */
function told() {
  const [now, before] = builds;
  const date = new Date().toISOString().slice(0, 10);
  const head = before ? "| | now: median, most | before: median, most | now / before |\n| --- | --- | --- | --- |" : "| | median, most |\n| --- | --- |";
  const figures = (list) => `${middle(list).toFixed(1)}, ${Math.max(...list).toFixed(1)}`;
  const lines = Object.entries(QUANTITIES).map(([key, name]) => `| ${name} | ${figures(now.seen[key])} |${before ? ` ${figures(before.seen[key])} | ${(middle(now.seen[key]) / middle(before.seen[key])).toFixed(2)} |` : ""}`);
  return `Measured: ${date}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${load.toFixed(1)} before, ${ROUNDS} visits, ${MOVES} moves each.\n\n${head}\n${lines.join("\n")}\n`;
}
