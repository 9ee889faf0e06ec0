/** The printed answer: one sheet with picture, sentence, table, values, file, day, and how far it is proved; nothing to press. */
import { expect, test, type Page } from "./test.js";
import { forest } from "../web/models.js";
import { badge, drawn, open, settled, upload } from "./page-tools.js";

const pages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** As a sheet lays it out: 12 mm of margin on each side. */
const SHEETS = { A4: { width: 703, height: 1032 }, Letter: { width: 725, height: 965 } };

async function printable(page: Page): Promise<void> {
  for (const format of ["A4", "Letter"] as const) expect(pages(await page.pdf({ format, preferCSSPageSize: false, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } })), format).toBe(1);
  await page.emulateMedia({ media: "print" });
  const before = page.viewportSize()!;
  for (const [format, sheet] of Object.entries(SHEETS)) {
    await page.setViewportSize(sheet);
    const box = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> => {
      const found = await page.locator(selector).first().boundingBox();
      expect(found, `${format}: ${selector}`).not.toBeNull();
      return found!;
    };
    const [map, drawing, plot] = [await box("espalier-map"), await box("espalier-map svg.over"), await box("espalier-map .frame")];
    for (const inner of [drawing, plot]) {
      expect(inner.x).toBeGreaterThanOrEqual(map.x - 1);
      expect(inner.y).toBeGreaterThanOrEqual(map.y - 1);
      expect(inner.x + inner.width).toBeLessThanOrEqual(map.x + map.width + 1);
      expect(inner.y + inner.height).toBeLessThanOrEqual(map.y + map.height + 1);
    }
    const parts = [".top .model", "espalier-map", ".say", ".answer tbody", ".printed .about", ".printed dl"];
    for (const part of parts) {
      const one = await box(part);
      expect(one.x, `${format}: ${part}`).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width, `${format}: ${part}`).toBeLessThanOrEqual(sheet.width + 1);
      expect(one.y + one.height, `${format}: ${part}`).toBeLessThanOrEqual(sheet.height + 1);
    }
    for (const none of ["espalier-map .grip", "button.btn", ".link", "select", "input", ".drawers", ".cards", ".bar"]) await expect(page.locator(none).filter({ visible: true }), `${format}: ${none}`).toHaveCount(0);
  }
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
}

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long" });

test("one sheet holds the picture, the sentence, the table, the values, the file, the day and how far it is proved", async ({ page }) => {
  await open(page);
  const printed = page.locator(".printed");
  await expect(printed).toContainText(`Loan application, ${DAY.format(new Date())}`);
  await expect(printed).toContainText("Proved means: every change that your limits and the rule of this answer allow was looked at or ruled out");
  await printable(page);
  // Only a full sheet is printed smaller.
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".page").evaluate((sheet) => getComputedStyle(sheet).zoom)).toBe("1");
});

test("so it does with many other answers, of another way, from a phone, and where nothing is possible", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Show another" }).click();
  await settled(page);
  await page.getByRole("radio", { name: /Fewest changes/ }).click();
  await expect(page.locator(".printed")).toContainText("Shown: Fewest changes");
  await printable(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await printable(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const name of ["credit amount", "duration", "checking account", "savings", "other loans", "housing", "employed for", "guarantor"]) {
    if ((await page.locator(".badge").textContent())?.includes("not possible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(page.locator(".printed")).toContainText("by this model none reaches the target");
  await page.emulateMedia({ media: null });
  for (const format of ["A4", "Letter"]) expect(pages(await page.pdf({ format })), format).toBe(1);
});

/** A point for each of so many columns above 5, under long names. */
const points = (columns: number): object => ({
  ...forest,
  kind: "regressor",
  columns,
  aggregation: "sum",
  base: [0],
  trees: Array.from({ length: columns }, (_, column) => ({ weight: 1, feature: [column, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0], [1]] })),
  schema: { features: Array.from({ length: columns }, (_, column) => ({ name: `Measurement of the quantity number ${String(column + 1)}`, kind: "numeric", column, min: 0, max: 10 })) },
});

for (const [columns, changes, locks] of [[57, 3, 1], [64, 40, 0], [120, 50, 15]] as const) {
  test(`one sheet holds ${String(columns)} features of which ${String(changes)} change, with ${String(locks)} limits, and counts those that it leaves out`, async ({ page }) => {
    await open(page);
    await upload(page, "points.json", points(columns));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByLabel("Lowest predicted value looked for").fill(String(changes));
    await page.getByLabel("Highest predicted value looked for").fill("");
    await page.keyboard.press("Enter");
    await expect(page.locator(".say")).toContainText(`at least ${String(changes)}`);
    await expect(badge(page)).toHaveText("Proved smallest");
    await settled(page);
    for (let k = 0; k < locks; k++) {
      await page.getByRole("button", { name: `Keep measurement of the quantity number ${String(columns - k)} as it is`, exact: true }).click();
      await drawn(page);
    }
    await settled(page);
    await printable(page);
    await page.emulateMedia({ media: "print" });
    const printed = page.locator(".printed");
    const listed = Math.min(36, changes + locks);
    await expect(printed.locator("dl div")).toHaveCount(listed);
    await expect(printed).toContainText(`Not listed: ${String(columns - listed)} features.`);
    await expect(page.locator(".paper").filter({ visible: true })).toHaveText([...(changes > 8 ? [`and ${String(changes - 8)} more`] : []), ...(locks > 6 ? [`and ${String(locks - 6)} more`] : [])]);
    await expect(page.locator(".answer tbody tr").filter({ visible: true })).toHaveCount(Math.min(8, changes));
    // Where the table is cut, the values tell both.
    await expect(printed.locator("dd b")).toHaveCount(changes > 8 ? Math.min(listed, changes) : 0);
    // A heading stands over something.
    await expect(page.getByRole("heading", { name: "Limits" }).filter({ visible: true })).toHaveCount(locks > 0 ? 1 : 0);
  });
}
