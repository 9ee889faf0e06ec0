/** On phones and tablets every word of map and pickers can be read: nothing is cut, nothing lies under another thing. */
import { expect, test, type Locator, type Page } from "./test.js";
import { drawn, open } from "./page-tools.js";

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 900, height: 1200 },
];

/** Parts of a text that its element, or one around it, does not show. */
const hidden = (one: Locator): Promise<string[]> =>
  one.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    const cut: string[] = [];
    for (let around: Element | null = element; around; around = around.parentElement ?? (around.getRootNode() as Partial<ShadowRoot>).host ?? null) {
      const { overflowX } = getComputedStyle(around);
      if (around !== element && overflowX === "visible") continue;
      const box = around.getBoundingClientRect();
      for (const line of lines) {
        if (line.left < box.left - 1 || line.right > box.right + 1 || line.top < box.top - 1 || line.bottom > box.bottom + 1) cut.push(`${around.localName}.${around.className}: ${JSON.stringify([line, box])}`);
      }
    }
    return cut;
  });

const map = (page: Page): Locator => page.locator("espalier-map");

for (const size of SIZES) {
  test.describe(`at ${String(size.width)}`, () => {
    test.use({ viewport: size, hasTouch: true });

    test("pickers show their words, the axes have titles, and a tapped box is told whole", async ({ page }) => {
      await open(page);
      const name = page.locator(".model b");
      await expect(name).toHaveText("Loan application");
      expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
      expect(await hidden(name)).toEqual([]);

      const picked = page.locator(".bar .pick > span");
      await expect(picked).toHaveText(["Credit amount", "Duration"]);
      for (const one of await picked.all()) {
        expect(await one.evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true);
        expect(await hidden(one)).toEqual([]);
      }

      await expect(map(page).locator(".title text")).toHaveText(["Credit amount, EUR", "Duration, months"]);
      const whole = (await map(page).boundingBox())!;
      const readout = (await map(page).locator(".readout").boundingBox())!;
      const numbers = await map(page).locator(".axes .number").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      for (const one of await map(page).locator(".title text").all()) {
        const box = (await one.boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(whole.x);
        expect(box.y).toBeGreaterThanOrEqual(whole.y);
        expect(box.x + box.width).toBeLessThanOrEqual(whole.x + whole.width);
        expect(box.y + box.height).toBeLessThanOrEqual(readout.y + 1);
        // A line's box is larger than its letters.
        const apart = numbers.map((number) => Math.min(box.x + box.width - number.left, number.right - box.x, box.y + box.height - number.top, number.bottom - box.y));
        expect(Math.max(...apart)).toBeLessThanOrEqual(3);
      }

      const plot = (await map(page).locator(".frame").boundingBox())!;
      const words = map(page).locator(".readout p");
      expect(await hidden(words)).toEqual([]);
      const told = new Set<string>();
      for (const [x, y] of [[0.1, 0.9], [0.9, 0.2], [0.3, 0.4], [0.75, 0.7], [0.55, 0.95]] as const) {
        await page.touchscreen.tap(plot.x + x * plot.width, plot.y + y * plot.height);
        await drawn(page);
        await expect(words).toContainText(/^(This patch|Outline)/);
        told.add((await words.textContent()) ?? "");
        expect(await hidden(words)).toEqual([]);
        const legend = (await map(page).locator(".legend").boundingBox())!;
        const text = (await words.boundingBox())!;
        expect(Math.min(text.x + text.width - legend.x, legend.x + legend.width - text.x, text.y + text.height - legend.y, legend.y + legend.height - text.y)).toBeLessThanOrEqual(0);
      }
      expect(told.size).toBeGreaterThanOrEqual(3);
    });
  });
}

test("the bar of the drawers holds its hint and its promise at every width, and is one line on a laptop", async ({ page }) => {
  await open(page);
  // The longest hint comes once the dot has been moved.
  await page.locator("espalier-map .dot").press("ArrowLeft");
  await expect(page.locator(".handles .hint")).toContainText("Lock a feature");
  for (const width of [768, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    // With all of its handles.
    await expect(page.locator(".handles").getByRole("button", { name: "Everyone", exact: true })).toBeVisible();
    if (width >= 1280) expect((await page.locator(".handles").boundingBox())!.height, `at ${String(width)}`).toBeLessThan(48);
    for (const part of [".handles .drawer", ".handles .hint", ".handles .private"]) {
      for (const one of await page.locator(part).all()) {
        const box = (await one.boundingBox())!;
        expect([box.x >= 0, box.x + box.width <= width, box.height < 60], `${part} at ${width}: ${JSON.stringify(box)}`).toEqual([true, true, true]);
      }
    }
  }
});
