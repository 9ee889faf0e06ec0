/** The page in French: its answer, a limit, a drawer, a conflict and a lesson, on wide and narrow screens. */
import { expect, test, type Page } from "./test.js";
import { settled } from "./page-tools.js";
import { watch } from "./watch.js";

/** Whether the page is wider than the screen. */
const wide = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const [width, height] of [[1280, 800], [390, 844]] as const) {
  test(`a walk through the page at ${String(width)} pixels`, async ({ page }) => {
    const seen = watch(page);
    await page.setViewportSize({ width, height });
    await page.goto("./?lang=fr");
    await settled(page);
    await expect(page.locator(".badge").first()).toHaveText("Prouv\u00e9\u00a0: la plus petite");
    await expect(page.locator(".say")).toContainText(/Vous seriez .* avec .*au lieu de/s);
    await page.getByRole("button", { name: "Limite", exact: true }).click();
    await page.locator(".limit-form").getByText("Relation", { exact: true }).click();
    await page.locator("input.sentence").fill("Credit amount au plus 100 fois Duration");
    await page.getByRole("button", { name: "Ajouter la limite" }).click();
    await settled(page);
    await expect(page.locator(".chip", { hasText: "Credit amount au plus 100 \u00d7 duration" })).toBeVisible();
    await page.locator(".drawers").getByRole("button", { name: "Comparer" }).click();
    await expect(page.locator(".drawers")).toContainText("Un changement \u00e0 la fois");
    expect(await wide(page)).toBe(false);
    for (const name of ["credit amount", "checking account", "duration", "guarantor", "savings", "housing", "employed for", "other loans"]) await page.getByRole("button", { name: `Figer ${name}`, exact: true }).click();
    await settled(page);
    await expect(page.locator(".badge").first()).toHaveText("Prouv\u00e9\u00a0: impossible");
    await expect(page.locator(".say")).toContainText("Impossible d\u2019\u00eatre accepted");
    expect(await wide(page)).toBe(false);
    await page.goto("./lessons.html?lang=fr#boxes");
    await expect(page.getByRole("heading", { name: "Un arbre d\u00e9coupe le plan en bo\u00eetes" })).toBeVisible();
    await expect(page.locator(".figure")).toContainText("Votre bo\u00eete\u00a0: ");
    await expect(page.locator(".figure")).not.toContainText("Ici\u00a0:");
    expect(await wide(page)).toBe(false);
    seen.quiet();
  });
}
