/** The drawer that compares the answer with other methods. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { badge, drawn, open, settled } from "./page-tools.js";

test("other methods stand beside the proved answer, with their cost beside its own, and on the map", async ({ page }) => {
  await open(page);
  const rings = await page.locator("espalier-map .ring").count();
  await page.getByRole("button", { name: /^Compare/ }).focus();
  await page.keyboard.press("Enter");
  const drawer = page.locator(".compare");
  await expect(drawer.locator(".methods tbody tr")).toHaveCount(4);
  await expect(drawer).not.toContainText("searching");
  await expect(drawer.locator(".methods tbody tr", { hasText: "Nearest real row" })).toContainText("Breaks your limits");
  for (const limit of ["Age stays", "Purpose stays"]) await page.getByRole("button", { name: `Remove the limit: ${limit}` }).click();
  await page.getByRole("button", { name: /Remove the limit: \d+ rules? of this model/ }).click();
  await settled(page);
  await expect(drawer).not.toContainText("searching");
  const lines = await drawer.locator(".methods tbody tr").allTextContents();
  expect(lines[0]).toContain("This page");
  const costs = await drawer.locator(".methods tbody tr td:nth-child(3)").allTextContents();
  const [least = NaN, ...others] = costs.map(Number);
  for (const cost of others) expect(cost).toBeGreaterThanOrEqual(least);
  await expect(drawer.locator(".methods tbody tr", { hasText: "Nearest real row" })).toContainText(/\d times|the same/);
  expect(await page.locator("espalier-map .ring").count()).toBeGreaterThan(rings);
  await accessible(page);
  // Another question: the results go, and are looked for anew.
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(drawer).not.toContainText("searching");
  for (const text of await drawer.locator(".methods tbody tr:not(.breaks) td:nth-child(2)").allTextContents()) expect(text).not.toMatch(/\bDuration \d/);
  await page.getByRole("button", { name: /^Compare/ }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.locator("espalier-map .ring")).toHaveCount(rings);
});

test("the answer and its other ways are measured, each and together", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Compare/ }).click();
  const table = page.getByRole("region", { name: "Measures" });
  const rows = table.locator("tbody tr");
  await expect(rows.first()).toContainText("Smallest change");
  await expect(rows.first()).toHaveClass("on");
  expect(await rows.count()).toBeGreaterThan(2);
  const cells = await rows.first().locator("td").allTextContents();
  expect(cells[0]).toBe("2 of 10");
  // The sum of steps is the answer's own cost.
  await expect(page.locator(".top .cap")).toContainText(`size of change ${cells[1] ?? ""}`);
  expect(cells[5]).toMatch(/^[\d.]+ to row \d+$/);
  expect(Number(cells[6])).toBeGreaterThan(1);
  // How steady they are is asked afterwards.
  await expect(table.locator("thead")).toContainText("Stability");
  await expect(page.locator(".steady")).toContainText(/^Similar rows: the 5 rows nearest to you .*all answers together: [\d.]+\)/);
  for (const ratio of await rows.locator("td:last-child").allTextContents()) expect(ratio).toMatch(/^[\d.]+ times?$/);
  await expect(page.locator(".set")).toContainText(/These \d answers all reach the target/);
  await accessible(page);
  // The meaning of the columns is said in words, for fingers and keys too.
  await expect(page.getByText("How many of the features change")).toBeHidden();
  await page.getByText("Meaning of the columns").click();
  await expect(page.getByText("How many of the features change")).toBeVisible();
  await expect(page.locator(".meaning dt")).toHaveText(await table.locator("thead th:not(.t)").allTextContents());
  await page.getByRole("radio", { name: /Fewest changes/ }).click();
  await expect(rows.filter({ hasText: "Fewest changes" })).toHaveClass("on");
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await expect(rows.first()).not.toContainText(cells[1] ?? "");
});

test("no table of the comparison has to be scrolled sideways, beside the map, below it and on a phone", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Compare/ }).click();
  const tables = page.locator(".compare .scroll");
  for (const width of [1600, 1280, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    await expect(tables).toHaveCount(2);
    expect(await tables.evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth)), String(width)).toEqual([true, true]);
  }
});
