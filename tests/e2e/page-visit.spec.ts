/** A first visit: hints that go when they were followed; and the printed answer. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { open } from "./page-tools.js";

test("a hint goes when it was followed, is hidden on request, and stays away", async ({ page }) => {
  await open(page);
  const hint = page.locator(".hint:visible");
  await expect(hint).toContainText("Drag the dot: the answer");
  await accessible(page);
  await page.locator("espalier-map").getByRole("slider", { name: /You now/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(hint).toContainText("Lock a feature");
  await page.getByRole("button", { name: "Hide this hint" }).click();
  await expect(hint).toContainText("Check the proof");
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".badge")).toHaveText("Proved smallest");
  await expect(hint).toHaveCount(0);
});

test("in print stand the sentence, its table, the limits, the map and the person's values, and nothing to press", async ({ page }) => {
  await open(page);
  await page.emulateMedia({ media: "print" });
  for (const part of [".say", ".answer table", ".chips", "espalier-map", ".printed"]) await expect(page.locator(part)).toBeVisible();
  await expect(page.locator(".printed dl div")).toHaveCount(10);
  await expect(page.locator(".printed")).toContainText(/Credit amount\s*3,200\sEUR/);
  for (const part of [".person", ".drawers", ".top .btn", ".chip.add", ".hint"]) await expect(page.locator(part).first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator(".printed")).toBeHidden();
  await page.evaluate(() => {
    window.print = () => (document.title = "printed");
  });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Print the answer" }).click();
  await expect(page).toHaveTitle("printed");
});
