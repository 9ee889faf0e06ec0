/** The first ten seconds: the head says that the example is invented and how it is decided now, the window has the model's name, the help has the map's signs. */
import { expect, test } from "@playwright/test";
import { accessible } from "./axe.js";
import { open, settled } from "./page-tools.js";

test("the head tells an invented example, its decision now and the aim, as far as it has room for all of it; measured rows are not called invented", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page);
  const line = page.locator(".tagline");
  await expect(line).toHaveText("An invented example. Now: refusedThe smallest change that flips it");
  await expect(page).toHaveTitle("Loan application \u2013 Espalier");
  const seen = (): Promise<boolean> => line.evaluate((one) => one.getBoundingClientRect().top < one.parentElement!.getBoundingClientRect().bottom);
  expect(await seen()).toBe(true);
  await accessible(page);
  await page.getByLabel("Outcome to look for").selectOption({ label: "refused" });
  await settled(page);
  await expect(line).toHaveText("An invented example. Now: refused");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Iris/ }).click();
  await expect(line).toHaveText(/^Now: (?!.*invented)/);
  await expect(page).toHaveTitle("Iris \u2013 Espalier");
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(seen).toBe(false);
});

test("the help has the signs of the map, in the language of the page", async ({ page }) => {
  await open(page);
  await expect(page.locator(".tagline")).toHaveCount(1);
  await page.getByRole("button", { name: "Keys and help" }).click();
  const legend = page.locator(".map-legend");
  await expect(legend.locator("dd")).toHaveCount(6);
  await expect(legend).toContainText("The answer: the nearest place that is enough");
  await accessible(page);
  await page.locator("select:has(option[lang=de])").selectOption("de");
  await expect(legend).toContainText("Auf der Karte");
});
