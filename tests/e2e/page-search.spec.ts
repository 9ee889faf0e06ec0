/** A search that lasts, with an engine that the test directs: which parts are shown when, and the answer that Stop keeps. */
import { expect, test, type Page } from "./test.js";
import { drawn } from "./page-tools.js";
import type { Answer, ModelInfo, Progress, RequestDoc } from "../../www/src/types.js";
import type {} from "../../www/src/page/element/define.js";
import { serve } from "./files.js";
import { watch } from "./watch.js";

interface Turn {
  request: RequestDoc;
  report: (progress: Progress, best?: Answer) => void;
  finish: (answer: Answer) => void;
  fail: (reason: Error) => void;
  stopped: boolean;
}

declare global {
  interface Window {
    turns: Turn[];
    answerOf: (status: Answer["status"], income: number, bound: number) => Answer;
  }
}

const info: ModelInfo = {
  format: "test",
  bytes: 1,
  kind: "classifier",
  columns: 2,
  trees: 1,
  depth: 1,
  leaves: 2,
  oblique: false, linear_leaves: false,
  isolation_forest: false,
  missing: false,
  classes: ["rejected", "accepted"],
  rows: 0,
  features: [
    { name: "Income", kind: "integer", columns: [0], min: 0, max: 100, change: "free", weight: { up: 1, down: 1 }, thresholds: [39.5, 59.5], missing: false },
    { name: "Age", kind: "integer", columns: [1], min: 18, max: 90, change: "free", weight: { up: 1, down: 1 }, thresholds: [], missing: false },
  ],
};

/** An element whose engine answers only when the test lets it. The made-up model accepts incomes of 40 and more. */
async function open(page: Page): Promise<() => void> {
  const server = await serve("pkg", {
    pages: { "/": `<!doctype html><html lang="en"><title>search</title><link rel="icon" href="data:,"><script type="module" src="./espalier.js"></script><body></body></html>`, "/m.json": "{}" },
  });
  await page.goto(server.url);
  await page.evaluate((info) => {
    window.turns = [];
    const predictionOf = (income: number) => ({ class: income >= 40 ? 1 : 0, scores: income >= 40 ? [0.4, 0.6] : [0.7, 0.3], raw: [] });
    window.answerOf = (status, income, bound) => ({
      status,
      counterfactuals: [{ values: [income, 30], cost: (income - 10) / 100, changes: [{ feature: "Income", from: 10, to: income }], prediction: predictionOf(income) }],
      lower_bound: bound,
      work: { engine: "test", nodes: 1, milliseconds: 1 },
    });
    const element = document.createElement("espalier-explainer");
    element.engine = {
      load: () =>
        Promise.resolve({
          info,
          explain: (request, options) =>
            new Promise((finish, fail) => {
              const turn: Turn = { request, finish, fail, stopped: false, report: (progress, best) => options?.onProgress?.(progress, best) };
              options?.signal?.addEventListener("abort", () => (turn.stopped = true));
              window.turns.push(turn);
            }),
          predict: (rows) => Promise.resolve(rows.map(([income = 0]) => predictionOf(income))),
          room: () => Promise.resolve([]),
          regions: () => Promise.reject(new Error("no map in this test")),
          row: () => Promise.reject(new Error("no rows in this test")),
          guess: null,
          withSchema: () => Promise.reject(new Error("no schemas in this test")),
          compare: () => Promise.reject(new Error("no samples in this test")),
    document: () => Promise.reject(new Error("no documents in this test")),
          checkable: () => Promise.reject(new Error("no checks in this test")),
          free: () => undefined,
        }),
    };
    element.query = [10, 30];
    element.target = 1;
    element.subject = "you";
    element.model = "m.json";
    element.controls = "person answer";
    document.body.append(element);
  }, info);
  await expect.poll(() => page.evaluate(() => window.turns.length)).toBe(1);
  return server.close;
}

const progress = (page: Page, incumbent: number | null, lowerBound: number, income?: number): Promise<void> =>
  page.evaluate(
    ([incumbent, lowerBound, income]) => window.turns[0]?.report({ incumbent, lowerBound, nodes: 18_204 }, income === undefined ? undefined : window.answerOf("feasible", income, lowerBound)),
    [incumbent, lowerBound, income] as const,
  );

test("a short search shows nothing of itself", async ({ page }) => {
  const close = await open(page);
  await page.evaluate(() => window.turns[0]?.finish(window.answerOf("optimal", 40, 0.3)));
  await expect(page.locator(".say")).toContainText("You would be accepted if your income were 40");
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  close();
});

test("a long search shows the best so far with the gain that is still possible, and Stop keeps it", async ({ page }) => {
  const close = await open(page);
  await expect(page.getByRole("button", { name: /^Stop/ })).toBeVisible();
  await page.waitForTimeout(450);
  await progress(page, null, 0.05);
  await expect(page.locator(".progress")).toContainText("Nothing found yet. Proved so far: it costs at least 0.050.");
  await progress(page, 0.5, 0.1, 60);
  await progress(page, 0.4, 0.25, 50);
  await expect(page.locator(".badge")).toHaveText("Best so far");
  await expect(page.locator(".progress")).toContainText(/At most 38\s% better is possible\. Stopping keeps the answer below\./);
  await expect(page.locator(".progress")).toContainText("18,204 boxes opened");
  await expect(page.locator(".say")).toContainText("your income were 50");
  await page.getByRole("textbox", { name: "Age, value" }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => window.turns[0]?.stopped)).toBe(true);
  await page.evaluate(() => window.turns[0]?.finish(window.answerOf("feasible", 50, 0.25)));
  await expect(page.locator(".answer")).toHaveAttribute("aria-busy", "false");
  await expect(page.locator(".badge")).toHaveText("Best so far");
  await expect(page.locator(".promise")).toContainText(/At most 38\s% better is possible\./);
  await page.getByRole("button", { name: "Search again" }).click();
  await expect.poll(() => page.evaluate(() => window.turns.length)).toBe(2);
  close();
});

test("a search that has just proved that nothing is possible keeps its last bound until that is told, and draws no NaN", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page);
  await expect(page.getByRole("button", { name: /^Stop/ })).toBeVisible();
  await page.waitForTimeout(450);
  await progress(page, null, Infinity);
  await expect(page.locator(".progress")).toContainText("Proved so far: it costs at least 0");
  await progress(page, null, 0.05);
  await progress(page, null, Infinity);
  await expect(page.locator(".progress")).toContainText("Nothing found yet. Proved so far: it costs at least 0.050.");
  expect(await page.locator(".stairs").innerHTML()).not.toMatch(/NaN|Infinity/);
  seen.quiet();
  close();
});

test("the newest question wins, and an answer to an older one is never shown", async ({ page }) => {
  const close = await open(page);
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect.poll(() => page.evaluate(() => window.turns.length)).toBe(2);
  expect(await page.evaluate(() => window.turns[0]?.stopped)).toBe(true);
  await page.evaluate(() => window.turns[1]?.finish(window.answerOf("optimal", 45, 0.35)));
  await expect(page.locator(".say")).toContainText("your income were 45");
  await page.evaluate(() => window.turns[0]?.finish(window.answerOf("optimal", 40, 0.3)));
  await page.waitForTimeout(100);
  await expect(page.locator(".say")).toContainText("your income were 45");
  close();
});

test("the old answer is dimmed while a new one takes long, and a tighter limit that it meets asks for nothing", async ({ page }) => {
  const close = await open(page);
  await page.evaluate(() => window.turns[0]?.finish(window.answerOf("optimal", 50, 0.4)));
  await expect(page.locator(".say")).toContainText("your income were 50");
  const asked = await page.evaluate(() => window.turns.length);
  const highest = page.getByRole("slider", { name: "Highest allowed income" });
  await highest.press("ArrowLeft");
  await expect(page.getByRole("button", { name: /^Remove the limit: Income at most 59/ })).toBeVisible();
  await page.waitForTimeout(100);
  expect(await page.evaluate((asked) => window.turns.slice(asked).filter((turn) => JSON.stringify(turn.request.cost) === '{"norm":"l1"}' && !("time_limit" in turn.request)).length, asked)).toBe(0);
  await highest.press("ArrowLeft");
  await expect(page.locator(".say.stale")).toContainText("your income were 50");
  close();
});

test("an answer that the model does not accept is hidden, and that is said", async ({ page }) => {
  const close = await open(page);
  await page.evaluate(() => window.turns[0]?.finish(window.answerOf("optimal", 30, 0.2)));
  await expect(page.locator(".say")).toContainText("This answer is not shown. The model itself gave rejected");
  await expect(page.locator(".badge")).toHaveText("Not decided yet");
  await expect(page.locator(".answer table")).toHaveCount(0);
  close();
});

test("a question that the engine failed on is asked once more, then the failure is told and the state stays", async ({ page }) => {
  const close = await open(page);
  await page.evaluate(() => window.turns[0]?.fail(new Error("out of memory")));
  await expect.poll(() => page.evaluate(() => window.turns.length)).toBe(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.evaluate(() => window.turns[1]?.fail(new Error("out of memory")));
  await expect(page.getByRole("alert")).toContainText("The engine stopped and was started again");
  await expect(page.getByRole("alert")).toContainText("out of memory");
  await expect(page.getByRole("textbox", { name: "Income, value" })).toHaveValue("10");
  close();
});

test("a search that ends with nothing is not settled", async ({ page }) => {
  const close = await open(page);
  await page.evaluate(() => window.turns[0]?.finish({ status: "unknown", counterfactuals: [], lower_bound: 0.1, work: { engine: "test", nodes: 1, milliseconds: 1 } }));
  await expect(page.locator(".badge")).toHaveText("Not decided yet");
  close();
});

test("sentence and stairs tell the same best and the same bound, whichever answer comes first, and their labels keep apart", async ({ page }) => {
  const close = await open(page);
  await expect(page.getByRole("button", { name: /^Stop/ })).toBeVisible();
  await page.waitForTimeout(450);
  const told = async (): Promise<{ sentence: string; texts: string[]; apart: boolean }> =>
    page.locator(".progress").evaluate((one) => {
      const texts = [...one.querySelectorAll(".stairs text:not(.tick)")];
      const [a, b] = texts.map((text) => text.getBoundingClientRect());
      return { sentence: one.querySelector("p")?.textContent.replace(/\s+/g, " ").trim() ?? "", texts: texts.map((text) => text.textContent), apart: !a || !b || a.bottom <= b.top + 1 || b.bottom <= a.top + 1 };
    });
  // The search has a cost, but no answer has been replayed by the model yet.
  await progress(page, 0.5, 0.05);
  await expect(page.locator(".progress")).toContainText("Nothing found yet.");
  expect((await told()).texts).toEqual(["proved at least 0.050"]);
  for (const [found, bound, income] of [[0.9, 0.1, 100], [0.4, 0.25, undefined], [0.3, 0.0005, 40], [0.3, 0.2985, undefined], [0.1, 0.01, 20]] as const) {
    await progress(page, found, bound, income);
    await page.waitForTimeout(200);
    await drawn(page);
    const { sentence, texts, apart } = await told();
    if (income === 20) {
      // The model does not accept it.
      expect(sentence).toContain("Nothing found yet.");
      expect(texts).toHaveLength(1);
      continue;
    }
    expect(apart, texts.join(" | ")).toBe(true);
    const [best = Number.NaN, proved = Number.NaN] = ["best", "proved at least"].map((start) => Number(texts.find((text) => text.startsWith(start))?.slice(start.length)));
    const gain = Number(/^At most ([\d.]+)\s% better/.exec(sentence)?.[1]);
    // In whole percent, rounded up; the labels are rounded to a tenth of the gap.
    expect(Math.abs(gain - (100 * (best - proved)) / best), `${sentence} ${texts.join(", ")}`).toBeLessThan(1.2 + 10 * ((best - proved) / best));
    expect(proved).toBeLessThanOrEqual(bound);
  }
  close();
});
