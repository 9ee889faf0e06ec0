/** The longest subject that a schema may have: nothing of it is cut, and nothing runs out of the page. */
import { readFileSync } from "node:fs";
import { expect, test } from "./test.js";
import { badge, open, settled, upload } from "./page-tools.js";

const subject = "the household that applies for a flat in the second block of the northern suburb";

test("a subject of 80 characters is whole in the head of the values and in the sentence, at every width", async ({ page }) => {
  expect(subject).toHaveLength(80);
  const loan = JSON.parse(readFileSync("www/public/examples/loan.json", "utf8")) as { schema: object };
  await open(page);
  await upload(page, "loan.json", { ...loan, schema: { ...loan.schema, subject } });
  await expect(page.locator(".say")).toContainText(subject.slice(1));
  await expect(badge(page)).toHaveText(/^\s*Proved(?!: not)/);
  await settled(page);
  const title = page.locator(".person .head h2");
  await expect(title).toContainText(subject.slice(5));
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const part of [title, page.locator(".say")]) {
      const [cut, right] = await part.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const frame = element.parentElement!.getBoundingClientRect();
        return [Math.max(element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth, box.bottom - frame.bottom, frame.top - box.top), box.right];
      });
      expect(cut, `at ${String(width)}`).toBeLessThanOrEqual(1);
      expect(right).toBeLessThanOrEqual(width);
    }
  }
});
