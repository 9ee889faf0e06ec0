/** The drawer "Try to beat it": a ring of one's own, by values and on the map, with a verdict at once. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { open, settled } from "./page-tools.js";
import { watch } from "./watch.js";

const verdict = (page: Page): Locator => page.locator("espalier-beat .verdict");
const value = (page: Page, name: string): Locator => page.getByLabel(`Value to try for ${name}`);

async function beat(page: Page): Promise<void> {
  await open(page);
  await settled(page);
  await page.getByRole("button", { name: "Try to beat it", exact: true }).click();
  await expect(verdict(page)).toContainText("This is the answer itself");
}

test("a smaller change is refused, with the trees that are against it; a larger one is enough; one outside the limits says which", async ({ page }) => {
  const seen = watch(page);
  await beat(page);
  await expect(page.locator("espalier-beat")).toContainText("A smaller change than 0.28 is proved impossible");
  // Two months more than the answer asks for.
  await value(page, "duration").fill("30");
  await expect(verdict(page)).toContainText(/^Smaller, but not enough: refused, [\d.]+\s%\. Size of change 0\.2\d, the answer's 0\.28\. \d+ of 60 trees are for another class here\.$/);
  await expect(page.locator("espalier-map")).toContainText("Your ring");
  await value(page, "duration").fill("24");
  await expect(verdict(page)).toContainText(/^Enough, but [\d.]+\s% larger than the answer\./);
  await accessible(page);
  await page.getByRole("button", { name: "Back to the answer" }).click();
  await expect(verdict(page)).toContainText("This is the answer itself");
  await page.getByRole("button", { name: "Back to the start" }).click();
  await expect(verdict(page)).toContainText("Nothing is changed yet. Size of change 0,");
  // With the duration locked the answer is dearer, and the one before lies outside of the limits.
  await page.getByRole("button", { name: "Back to the answer" }).click();
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await settled(page);
  await expect(verdict(page)).toContainText(/^Enough and smaller, but outside the limits: Duration stays\./);
  seen.quiet();
});

test("a click on a patch of the map puts the ring into it, and a drag of the dot does not", async ({ page }) => {
  await beat(page);
  const map = page.locator("espalier-map");
  const frame = (await map.locator(".frame").boundingBox())!;
  const at = { x: frame.x + frame.width * 0.25, y: frame.y + frame.height * 0.7 };
  await page.mouse.move(at.x, at.y);
  await expect(map).toContainText(/This patch: credit amount/);
  const patch = await map.evaluate((one) => one.shadowRoot?.textContent ?? "");
  await page.mouse.click(at.x, at.y);
  await expect(map).toContainText("Your ring");
  await expect(verdict(page)).not.toContainText("This is the answer itself");
  const chosen = await value(page, "credit amount").inputValue();
  const [, low = "", high = ""] = /credit amount ([\d,]+) to ([\d,]+)/.exec(patch)!;
  expect(Number(chosen)).toBeGreaterThanOrEqual(Number(low.replaceAll(",", "")));
  expect(Number(chosen)).toBeLessThanOrEqual(Number(high.replaceAll(",", "")));
  // The dot goes; the ring stays.
  await page.locator(".segment", { hasText: "Your values" }).click();
  const dot = (await map.locator(".dot .disc").boundingBox())!;
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(dot.x + 40, dot.y + 10, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  expect(await value(page, "credit amount").inputValue()).toBe(chosen);
});

test("sliders and lists are set by keys alone, and the verdict is spoken", async ({ page }) => {
  await beat(page);
  await value(page, "duration").focus();
  await page.keyboard.press("ArrowRight");
  await expect(value(page, "duration")).toHaveValue("29");
  await expect(value(page, "duration")).toHaveAttribute("aria-valuetext", /^29\smonths$/);
  await expect(page.getByRole("status").filter({ hasText: "Size of change" })).toContainText("not enough");
  await value(page, "checking account").focus();
  await page.keyboard.press("ArrowDown");
  await expect(verdict(page)).toContainText(/enough/i);
});

test("on a phone the page is not wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beat(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible(page);
});

test("where no change is needed, or sizes need the search, it says so", async ({ page }) => {
  await beat(page);
  const goal = page.getByLabel("Outcome to look for");
  await goal.selectOption({ label: "the best score within a cost" });
  await settled(page);
  await expect(page.locator("espalier-beat")).toContainText("cannot be told here");
  await goal.selectOption({ label: "refused" });
  await settled(page);
  await expect(page.locator("espalier-beat")).toContainText("There is no answer to beat");
});

test("the outline grows from the dot until it touches the answer, and is then as it was", async ({ page }) => {
  const seen = watch(page);
  await beat(page);
  const outline = (): Promise<string | null> => page.locator("espalier-map .ball").first().getAttribute("d");
  const before = await outline();
  const grow = page.getByRole("button", { name: "Let the outline grow" });
  await grow.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("espalier-beat")).toContainText(/Up to 0\.\d+ nothing is enough/);
  expect(await outline()).not.toBe(before);
  await expect(page.locator("espalier-beat")).toContainText("At 0.28 it touches the answer.");
  await expect(page.locator("espalier-map .ball").first()).toHaveAttribute("d", before ?? "");
  await expect(grow).toBeEnabled();
  // Another question: nothing is said of the outline before.
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await settled(page);
  await expect(page.locator("espalier-beat")).not.toContainText("touches");
  seen.quiet();
});
