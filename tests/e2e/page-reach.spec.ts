/** The map's layer "Rest may change": proved cells at the shown cost, the cost by keyboard, undo, and the link. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { open, settled } from "./page-tools.js";

const readout = (page: Page) => page.locator("espalier-map .readout p");
const status = (page: Page) => page.locator(".bar.reach .cap");
const reach = (page: Page) => page.getByRole("slider", { name: "Cost allowed for the features not shown" });

test("says where the target can be had, at which cost, and that this is proved; the cost goes by keys, undo and link", async ({ page }) => {
  await open(page);
  await page.getByText("Rest may change", { exact: true }).click();
  await expect(status(page)).toHaveText("complete");
  await expect(page.locator("espalier-map svg.over")).toHaveAttribute("aria-label", /places within reach/);
  const plot = (await page.locator("espalier-map .surface").boundingBox())!;
  await page.mouse.move(plot.x + 0.05 * plot.width, plot.y + 0.95 * plot.height);
  await expect(readout(page)).toContainText(/can be accepted, others at a cost of [\d.]+/);
  await page.mouse.move(plot.x + 0.95 * plot.width, plot.y + 0.05 * plot.height);
  await expect(readout(page)).toContainText(/out of reach, out of reach for 0.28/);
  await accessible(page);
  await reach(page).focus();
  for (let step = 0; step < 40; step++) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".bar.reach b")).toHaveText("0.56");
  await expect(status(page)).toHaveText("complete");
  await page.mouse.move(plot.x + 0.94 * plot.width, plot.y + 0.05 * plot.height);
  await expect(readout(page)).toContainText("out of reach for 0.56");
  await page.waitForTimeout(500);
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.locator(".bar.reach b")).toHaveText("0.56");
  await expect(status(page)).toHaveText("complete");
});

test("lists the boxes of the layer, the nearest first, and no list that is out of date", async ({ page }) => {
  await open(page);
  await page.getByText("Rest may change", { exact: true }).click();
  await expect(status(page)).toHaveText("complete");
  const list = page.locator(".bar.reach details");
  await list.locator("summary").press("Enter");
  const costs = (await list.locator("li").allTextContents()).map((text) => Number.parseFloat(text));
  expect(costs.length).toBeGreaterThan(20);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
  expect(Math.max(...costs)).toBeLessThanOrEqual(0.28);
  await expect(list.locator("summary")).toHaveText(/^\d+ boxes$/);
  const first = await list.locator("li").first().textContent();
  expect(first).toMatch(/EUR.*months/);
  await accessible(page);
  await reach(page).focus();
  await page.keyboard.press("Home");
  await expect(list.locator("li", { hasText: /^0\.[1-9]/ })).toHaveCount(0);
});

test("stays while the dot is dragged over the map, and one undo leads back from another cost", async ({ page }) => {
  await open(page);
  await page.getByText("Rest may change", { exact: true }).click();
  await expect(status(page)).toHaveText("complete");
  await reach(page).focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".bar.reach b")).toHaveText("0");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".bar.reach b")).toHaveText("0.28");
  await expect(status(page)).toHaveText("complete");
  const dot = page.getByRole("slider", { name: /You now/ });
  await dot.focus();
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  await expect(page.locator("espalier-map .word").filter({ hasText: "Can be accepted" })).toBeVisible();
});

test("on a phone the proof's words on the layer are read in full", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByText("Rest may change", { exact: true }).click();
  await expect(status(page)).toHaveText("complete");
  expect(await status(page).evaluate((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= 390)).toBe(true);
});
