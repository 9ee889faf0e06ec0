/** While the person is dragged and the question asked anew, nothing that is not dimmed speaks of the question before. */
import { expect, test, type Page } from "./test.js";
import { drawn, open, say, settled } from "./page-tools.js";

interface Sample {
  cheapest: number | null;
  cheaper: string[];
  status: string;
}

/** The texts on the page at one moment, dimmed parts left out. */
const sample = (page: Page): Promise<Sample> =>
  page.evaluate(() => {
    const root = document.querySelector("espalier-explainer")!.shadowRoot!;
    const lit = [...root.querySelectorAll(".way")].filter((one) => one.closest(".stale") === null);
    const costs = lit.flatMap((one) => {
      const text = one.querySelector(".cost")?.textContent.trim() ?? "";
      return text === "" ? [] : [{ name: one.querySelector(".cap")?.textContent.trim() ?? "", cost: Number(text) }];
    });
    const cheapest = costs.find(({ name }) => name.startsWith("Smallest change"))?.cost ?? null;
    const cheaper = cheapest === null ? [] : costs.filter(({ cost }) => cost < cheapest - 0.0051).map(({ name, cost }) => `${name} ${String(cost)} under ${String(cheapest)}`);
    return { cheapest, cheaper, status: root.querySelector(".visually-hidden[role=status]")?.textContent.trim() ?? "" };
  });

test("no way that is not dimmed is cheaper than the cheapest, in any of 60 samples of a slow drag", async ({ page }) => {
  test.setTimeout(600_000);
  await open(page);
  const before = (await sample(page)).status;
  const dot = (await page.locator("espalier-map .dot .disc").boundingBox())!;
  const [x, y] = [dot.x + dot.width / 2, dot.y + dot.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 60; k += 1) {
    await page.mouse.move(x + 90 * Math.sin(k / 9), y - 90 * Math.sin(k / 14));
    // Every other sample is taken at once, and every other after the answer may have come.
    if (k % 2 === 0) await page.waitForTimeout(40);
    if (k === 3) await drawn(page);
    const { cheaper, status } = await sample(page);
    expect(cheaper).toEqual([]);
    if (k > 3) expect(status, "a drag is not told").not.toBe(before);
  }
  await page.mouse.up();
  // The last moves may still wait to be drawn.
  await expect.poll(async () => (await sample(page)).cheapest).not.toBeNull();
});

test("where a drag of the dot rests, the words around the map are those of that place before it is let go", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const dot = (await page.locator("espalier-map .dot .disc").boundingBox())!;
  const [x, y] = [dot.x + dot.width / 2, dot.y + dot.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // All moves are over before the words are due again.
  for (let k = 1; k <= 12; k += 1) await page.mouse.move(x - 8 * k, y);
  await expect(say(page)).not.toHaveText(before ?? "");
  await settled(page);
  const held = { said: await say(page).textContent(), cards: await page.locator(".cards .vals").allTextContents() };
  await page.mouse.up();
  await settled(page);
  expect({ said: await say(page).textContent(), cards: await page.locator(".cards .vals").allTextContents() }).toEqual(held);
});

test("screen readers are never told the previous person's answer", async ({ page }) => {
  await open(page);
  const before = (await sample(page)).status;
  expect(before).toContain("Proved smallest.");
  await page.evaluate(() => {
    const root = document.querySelector("espalier-explainer")!.shadowRoot!;
    const status = root.querySelector(".visually-hidden[role=status]")!;
    const heard: string[] = ((window as unknown as { heard: string[] }).heard = []);
    new MutationObserver(() => heard.push(status.textContent.trim())).observe(status, { childList: true, characterData: true, subtree: true });
  });
  const old = await say(page).textContent();
  await page.getByRole("button", { name: "Next row" }).click();
  await expect(say(page)).not.toHaveText(old ?? "");
  await settled(page);
  const after = (await sample(page)).status;
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard.at(-1)).toBe(after);
  expect(heard.filter((text) => text !== "" && text !== after)).toEqual([]);
});
