/** Models with slanted cuts on the page: the map in exact pieces, by pointer, keyboard and in the exported picture. */
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, open, settled, upload } from "./page-tools.js";
import { watch } from "./watch.js";

const leaf = (p: number): [number, number] => [1 - p, p];

/** Three trees over age and income; the second also cuts at an age. */
const model = {
  format: "espalier", version: 1, kind: "classifier", columns: 3, input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", classes: ["refused", "accepted"],
  trees: [
    { weight: 1, feature: [-2, -1, -1], threshold: [40, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, leaf(0.1), leaf(0.9)], hyperplanes: { 0: { columns: [0, 1], weights: [-1, 2] } } },
    { weight: 1, feature: [0, -2, -1, -1, -1], threshold: [50, 90, 0, 0, 0], left: [1, 2, -1, -1, -1], right: [4, 3, -1, -1, -1], value: [null, null, leaf(0.2), leaf(0.7), leaf(0.6)], hyperplanes: { 1: { columns: [0, 1], weights: [1, 1] } } },
    { weight: 1, feature: [-2, -1, -1], threshold: [30, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, leaf(0.3), leaf(0.8)], hyperplanes: { 0: { columns: [1, 2], weights: [1, -5] } } },
  ],
  schema: {
    features: [
      { name: "Age", kind: "numeric", column: 0, min: 18, max: 80, decimals: 0 },
      { name: "Income", kind: "numeric", column: 1, min: 0, max: 100, decimals: 0 },
      { name: "Debts", kind: "ordinal", column: 2, labels: ["none", "some", "many"], values: [0, 1, 2] },
    ],
    classes: ["refused", "accepted"],
  },
  background: { rows: [[60, 20, 1], [30, 80, 0]], labels: [0, 1] },
};

/** The same, of whole years. */
const whole = { ...model, schema: { ...model.schema, features: model.schema.features.map((one) => (one.name === "Age" ? { ...one, kind: "integer", decimals: undefined } : one)) } };

async function opened(page: Page, file: object = model): Promise<void> {
  await open(page);
  await upload(page, "slanted.json", file);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
}

/** The pixel of two values, by the axes and windows that the map shows. */
async function pixel(page: Page, values: Record<string, number>): Promise<{ x: number; y: number }> {
  const frame = (await page.locator("espalier-map .frame").boundingBox())!;
  const share = await page.locator("espalier-map").evaluate((map, values) => {
    const { x, y } = map as HTMLElement & Record<"x" | "y", { feature: string; window: readonly [number, number] }>;
    return [x, y].map(({ feature, window: [lo, hi] }) => ((values[feature] ?? NaN) - lo) / (hi - lo));
  }, values);
  return { x: frame.x + share[0]! * frame.width, y: frame.y + (1 - share[1]!) * frame.height };
}

const readout = (page: Page) => page.locator("espalier-map .readout p");

test("the slice is drawn in pieces: told under the pointer and along the arrow keys, bordered by slanted lines", async ({ page }) => {
  const seen = watch(page);
  await opened(page);
  const plot = (await page.locator("espalier-map .surface").boundingBox())!;
  // Just below the cut 2 income - age = 40, at an age of 30.
  const at = await pixel(page, { Age: 30, Income: 34.5 });
  await page.mouse.move(at.x, at.y);
  await expect(readout(page)).toContainText("This piece: refused, score");
  // The feature that runs across is told first, so that the same cut has two forms.
  await expect(readout(page)).toContainText(/age − 2\sincome at least -40|2\sincome − age at most 40/);
  await expect(page.locator("espalier-map path.box")).toHaveAttribute("d", /^M[\d. -]+(L[\d. -]+){2,}Z$/);
  await page.mouse.move(plot.x + 0.5 * plot.width, plot.y - 60);
  await page.getByRole("application").focus();
  await page.keyboard.press("Home");
  await expect(readout(page)).toContainText("Piece under the cursor");
  const first = await readout(page).textContent();
  // Towards more income there is a further piece.
  const across = await page.locator("espalier-map").evaluate((map) => (map as HTMLElement & { x: { feature: string } }).x.feature === "Income");
  await page.keyboard.press(across ? "ArrowRight" : "ArrowUp");
  await expect(readout(page)).not.toHaveText(first ?? "");
  await expect(page.locator("espalier-map [aria-live]")).toContainText(/score \d/);
  await accessible(page);
  seen.quiet();
});

test("along whole numbers the ground goes in steps: each is told with the bounds that the slanted cuts have there", async ({ page }) => {
  await opened(page, whole);
  for (const beside of [-0.4, 0, 0.4]) {
    const at = await pixel(page, { Age: 30 + beside, Income: 34.5 });
    await page.mouse.move(at.x, at.y);
    await expect(readout(page)).toHaveText(/^This piece: refused, score 20\.0\s%: (income up to 35\.0, age 30|age 30, income up to 35\.0)$/);
  }
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Map, SVG" }).click()]);
  const border = /<path fill="none" stroke="[^"]+" stroke-width="1.25"[^>]* d="([^"]+)"/.exec(await readFile(await file.path(), "utf8"))?.[1] ?? "";
  const lines = [...border.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((m) => m.slice(1).map(Number));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.every(([x0, y0, x1, y1]) => x0 === x1 || y0 === y1)).toBe(true);
});

test("levels of an axis are strips of pieces; a piece there names its level", async ({ page }) => {
  await opened(page);
  await page.getByLabel("Feature upwards").selectOption("Debts");
  const plot = (await page.locator("espalier-map .surface").boundingBox())!;
  await page.mouse.move(plot.x + 0.3 * plot.width, plot.y + 0.9 * plot.height);
  await expect(readout(page)).toContainText("debts none");
});

test("the exported picture holds the pieces as they are, with slanted borders", async ({ page }) => {
  await opened(page);
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Map, SVG" }).click()]);
  const svg = await readFile(await file.path(), "utf8");
  const border = /<path fill="none" stroke="[^"]+" stroke-width="1.25"[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? "";
  const lines = [...border.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((m) => m.slice(1).map(Number));
  expect(lines.some(([x0, y0, x1, y1]) => Math.abs(x1! - x0!) > 20 && Math.abs(y1! - y0!) > 20)).toBe(true);
});
