/** The printed answer: one sheet with picture, sentence, table, values, file, day, and how far it is proved; nothing to press. */
import { expect, test, type Page } from "@playwright/test";
import { open, settled } from "./page-tools.js";

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
    const parts = [".top .model", "espalier-map", ".say", ".answer tbody", ".printed"];
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
});

test("so it does with many other answers, of another way, from a phone, and where nothing is possible", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "One more" }).click();
  await settled(page);
  await page.getByRole("radio", { name: /Fewest changes/ }).click();
  await expect(page.locator(".printed")).toContainText("Shown: Fewest changes");
  await printable(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await printable(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const name of ["credit amount", "duration", "checking account", "savings", "other loans", "housing", "employed for", "guarantor"]) {
    if ((await page.locator(".badge").textContent())?.includes("impossible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(page.locator(".printed")).toContainText("by this model none reaches the target");
  await page.emulateMedia({ media: null });
  for (const format of ["A4", "Letter"]) expect(pages(await page.pdf({ format })), format).toBe(1);
});
