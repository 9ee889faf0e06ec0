/** The drawer of the search: the proof is written when it opens, stepped by keyboard, played, and drawn on the map. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, lockAll, open, settled } from "./page-tools.js";

const drawer = (page: Page) => page.getByRole("button", { name: /^Search/ });
const step = (page: Page) => page.getByRole("slider", { name: "Step" });
const why = (page: Page) => page.locator(".search .why");

test("the proof is replayed by keyboard to its last box, in words and on the map", async ({ page }) => {
  await open(page);
  await drawer(page).focus();
  await page.keyboard.press("Enter");
  await expect(step(page)).toBeVisible();
  await expect(why(page)).toContainText(/^Opened: [\d,]+ of [\d,]+ possible values/);
  await expect(page.locator(".search .said")).toContainText("Everything that your limits allow");
  await expect(page.locator("espalier-map .spent")).toHaveCount(1);
  await accessible(page);
  await step(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(step(page)).toHaveAttribute("aria-valuetext", /^step 2 of /);
  await page.keyboard.press("End");
  await expect(why(page)).toContainText(/^Closed: /);
  const cost = (await page.locator(".way .cost").first().textContent()) ?? "";
  await expect(page.locator(".bound-word")).toHaveText(`proved ${cost}`);
  await expect(page.getByRole("button", { name: "One step on" })).toBeDisabled();
  await page.getByRole("button", { name: "To the first step" }).click();
  await expect(step(page)).toHaveValue("0");
  await page.locator(".box-tree circle").last().click({ force: true });
  await expect(page.locator(".search .said")).not.toContainText("Everything that your limits allow");
});

test("it plays and pauses; another answer is proved anew, and one that is impossible has no bound to draw", async ({ page }) => {
  await open(page);
  await drawer(page).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(step(page)).not.toHaveValue("0");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await lockAll(page);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await settled(page);
  await expect(page.locator(".no-chart")).toContainText("There is nothing to find");
  await drawer(page).click();
  await expect(page.locator("espalier-map .overlay")).toHaveCount(0);
});
