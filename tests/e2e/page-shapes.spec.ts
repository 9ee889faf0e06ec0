/** Models of unusual shape: very long names, one feature, many classes, two hundred features. Nothing is cut off or said twice. */
import { expect, test, type Page } from "./test.js";
import { badge, open, settled, upload } from "./page-tools.js";

interface Shape {
  names: string[];
  classes: string[];
}

/** A tree of two cuts for each feature; leaves take the classes in turn. */
function model({ names, classes }: Shape): object {
  const leaf = (k: number): number[] => classes.map((_, c) => (c === k % classes.length ? 0.9 : 0.1 / (classes.length - 1)));
  const trees = names.map((_, c) => ({
    ...{ weight: 1, feature: [c, -1, c, -1, -1], threshold: [30, 0, 60, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1] },
    value: [null, leaf(c), null, leaf(c + 1), leaf(c + 2)],
  }));
  const features = names.map((name, column) => ({ name, kind: "numeric", column, min: 0, max: 100 }));
  const rows = Array.from({ length: 20 }, (_, i) => names.map((_, c) => (i * 37 + c * 11) % 100));
  return { format: "espalier", version: 1, kind: "classifier", columns: names.length, input: "float32", compare: "<=", aggregation: "mean", base: classes.map(() => 0), link: "none", classes, trees, schema: { features, classes }, background: { rows } };
}

async function show(page: Page, shape: Shape): Promise<void> {
  await open(page);
  await upload(page, "shape.json", model(shape));
  await expect(page.locator(".model b")).toHaveText("shape.json");
  await page.keyboard.press("Escape");
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
}

/** Elements of the answer's column that are wider than the box they are in. */
const wide = (page: Page): Promise<string[]> =>
  page.locator(".answer").evaluate((answer) => {
    const right = answer.getBoundingClientRect().right;
    return [...answer.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > right + 0.5).map((one) => one.textContent);
  });

const LONG = ["Number_of_months_since_the_most_recent_delinquency_excluding_disputed", "Total outstanding revolving balance across all institutions, as reported", "Donaudampfschifffahrtsgesellschaftswitwenrente"];

for (const width of [1280, 390]) {
  test(`names without end stay inside, and their numbers are seen, at ${String(width)} pixels`, async ({ page }) => {
    await show(page, { names: LONG, classes: ["refused after manual review by the credit committee", "accepted"] });
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    expect(await wide(page)).toEqual([]);
    const room = page.locator(".answer tbody .room").first();
    await room.scrollIntoViewIfNeeded();
    await expect(room).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const [refused, accepted] = await Promise.all([page.locator(".legend text").first().boundingBox(), page.locator(".legend text").last().boundingBox()]);
    expect((refused?.x ?? NaN) + (refused?.width ?? NaN)).toBeLessThan(accepted?.x ?? NaN);
  });
}

test("one feature: in the map's place it is said why there is none", async ({ page }) => {
  await show(page, { names: ["Dose"], classes: ["sick", "well"] });
  await expect(page.locator(".map .blank")).toHaveText("A map needs two features. The strip of this one shows where it would be enough.");
  await expect(page.getByText("Drag the dot: the answer")).toHaveCount(0);
});

test("of thirty classes the legend names those on the map, told apart", async ({ page }) => {
  await show(page, { names: ["Length", "Width", "Height"], classes: Array.from({ length: 30 }, (_, k) => `Species number ${String(k + 1)}`) });
  const legend = page.locator(".legend");
  const said = (await legend.getAttribute("aria-label"))?.split(", ") ?? [];
  expect(said.length).toBeLessThan(7);
  expect(said.length).toBeGreaterThan(1);
  const texts = await legend.locator("text").allTextContents();
  expect(new Set(texts).size).toBe(said.length);
});

test("two hundred features: the smaller changes are counted, the cards are all there", async ({ page }) => {
  await show(page, { names: Array.from({ length: 200 }, (_, c) => `Feature ${String(c + 1)}`), classes: ["no", "yes"] });
  await expect(page.locator(".cards article")).toHaveCount(200);
  expect(await wide(page)).toEqual([]);
});

test("on a tablet the table of changes stays inside the answer's panel, its longest room included", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page);
  await page.getByRole("slider").first().focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
  for (const [name, value] of [["Duration", "46"], ["Credit amount", "6479"]]) {
    await page.getByRole("textbox", { name: `${name!}, value` }).fill(value!);
    await page.keyboard.press("Enter");
  }
  await expect(page.locator("section.answer td.room")).toHaveCount(2);
  await settled(page);
  const room = await page.locator("section.answer table").first().evaluate((table) => table.closest("section")!.getBoundingClientRect().right - table.getBoundingClientRect().right);
  expect(room).toBeGreaterThanOrEqual(8);
});
