/** The drawer "Proof": all that could be smaller is painted away on the map and on a bar for each feature, by keyboard and by playing, until nothing is left. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, lockAll, open, settled } from "./page-tools.js";
import { watch } from "./watch.js";

const drawer = (page: Page): Locator => page.getByRole("button", { name: "Proof", exact: true });
const strokes = (page: Page): Locator => page.getByRole("slider", { name: "Strokes" });
const said = (page: Page): Locator => page.locator(".proof-drawer .said");
const painted = (page: Page): Locator => page.locator("espalier-map .closed-box");

test("the proof is painted by keyboard to its end, on the map and on the bars, each stroke with its reason", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await drawer(page).focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("A change smaller than 0.28 could be anywhere.");
  await expect(painted(page)).toHaveAttribute("d", "");
  await strokes(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(strokes(page)).toHaveAttribute("aria-valuetext", /^1 of \d+ strokes$/);
  await expect(said(page)).toContainText("values that alone are a change of 0.28 or more");
  await expect(said(page)).toContainText(/Still open: [\d,]+ of [\d,]+ combinations of values\./);
  await expect(painted(page)).not.toHaveAttribute("d", "");
  // Paint stays: the number of open values of a feature never rises.
  const left = async (): Promise<number> => Number((/^[\d,]+/.exec((await page.locator(".bar-row .cap").first().textContent()) ?? "")?.[0] ?? "").replaceAll(",", ""));
  let before = await left();
  for (const last = Number(await strokes(page).getAttribute("max")); Number(await strokes(page).inputValue()) < last - 1; ) {
    await page.keyboard.press("ArrowRight");
    await expect(said(page)).not.toContainText("that is the proof");
    const now = await left();
    expect(now).toBeLessThanOrEqual(before);
    before = now;
  }
  await accessible(page);
  await page.keyboard.press("End");
  await expect(page.getByRole("status").filter({ hasText: "Nothing smaller is left: that is the proof." })).toBeVisible();
  await expect(said(page)).toContainText("Nothing is left open.");
  expect(await left()).toBe(0);
  await expect(page.getByRole("button", { name: "One step on" })).toBeDisabled();
  // The whole map is painted: one rectangle a little larger than the plot.
  await expect(painted(page)).toHaveAttribute("d", /^M[^M]+$/);
  await accessible(page);
  seen.quiet();
});

test("it leads to the same step in bounds and numbers, and back", async ({ page }) => {
  await open(page);
  await drawer(page).click();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "The same in bounds and numbers" }).click();
  await expect(page.locator(".search .why")).toContainText("an answer in here costs at least");
  await page.getByRole("slider", { name: "Step" }).press("End");
  await page.getByRole("button", { name: "The same, painted" }).click();
  await expect(said(page)).toContainText("Nothing smaller is left");
});

test("it plays and pauses; another question is proved anew; one that is impossible ends with nothing that is allowed", async ({ page }) => {
  await open(page);
  await drawer(page).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(strokes(page)).not.toHaveValue("0");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await lockAll(page);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await settled(page);
  await expect(said(page)).toContainText("A place that is accepted could be anywhere.");
  await strokes(page).press("End");
  await expect(said(page)).toContainText("Nothing is left: nothing that the limits allow is accepted. That is the proof.");
  await drawer(page).click();
  await expect(page.locator("espalier-map .overlay")).toHaveCount(0);
});

test("on a phone the page is not wider than the screen, and all can be pressed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await drawer(page).click();
  await page.getByRole("button", { name: "One step on" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible(page);
});
