/** The list of other ways while a search sorts it: entries keep their elements, the focus, and their places under a pointer. */
import { expect, test, type Locator, type Page } from "./test.js";
import { badge, card, drawn, open, settled } from "./page-tools.js";

const entries = (page: Page): Locator => page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio");
/** The first reason of each entry; it stands above while the answer is not there. */
const names = (page: Page): Promise<string[]> =>
  entries(page).evaluateAll((all) => all.map((one) => [...one.querySelectorAll(".cap, .name")].map((part) => part.textContent.split("\u00a0\u00b7 ")[0]!).reverse().find((text) => !/^(\u2026|there is none)/.test(text))!));
const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.activeElement?.querySelector(".cap")?.textContent.split("\u00a0\u00b7 ")[0]);

/** Every call to the engine takes as long as in a model that is slow to search. */
async function slowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
        setTimeout(() => super.postMessage(message, transfer as Transferable[]), 250);
      }
    };
  });
}

test("under a pointer entries keep their places until it leaves, then they are sorted", async ({ page }) => {
  await slowly(page);
  await page.goto("./");
  await expect(entries(page).nth(2)).toBeVisible();
  const before = await names(page);
  await entries(page).nth(1).hover();
  await settled(page);
  const held = await names(page);
  const bare = (name: string): string => name.replace(/ \(row.*|\d+/g, "");
  expect(held.map(bare)).toEqual(before.map(bare));
  await page.mouse.move(5, 5);
  await expect.poll(() => names(page)).not.toEqual(held);
  const costs = (await entries(page).filter({ hasNotText: /: .*Alternative|^Alternative/ }).locator(".cost").allTextContents()).filter((text) => text !== "").map(Number);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
});

test("an entry says the changes of its answer and the reasons for it; a hover chooses nothing, and a pressed one stays under the pointer", async ({ page }) => {
  await open(page);
  await expect(entries(page).first()).toHaveText(/^Duration: \d+\u00a0months less\u00a0\u00b7 Credit amount: [\d,]+\u00a0EUR less.*Smallest change$/);
  // The same point is listed once, with all of its reasons.
  await expect(entries(page).filter({ hasText: "Without changing duration" })).toHaveText(/Without changing duration\u00a0\u00b7 Alternative 1/);
  const texts = await entries(page).locator(".name").allTextContents();
  expect(new Set(texts).size).toBe(texts.length);
  const said = await page.locator(".say").textContent();
  // With a table of one line, of two, of three, and of two.
  for (const size of [{ width: 1280, height: 800 }, { width: 1280, height: 2000 }, { width: 1600, height: 1100 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    for (const at of [3, 2, 4, 0]) {
      const entry = entries(page).nth(at);
      await entry.hover();
      if (at === 3) await expect(page.locator(".say"), `${String(size.width)} x ${String(size.height)}`).toHaveText(said ?? "");
      const before = await entry.boundingBox();
      await entry.click();
      await expect(entry).toBeChecked();
      await drawn(page);
      const after = await entry.boundingBox();
      expect(Math.abs(after!.y - before!.y), `${String(size.width)} x ${String(size.height)}, entry ${String(at)}`).toBeLessThanOrEqual(1);
    }
    // Once the pointer has left, nothing of the room that kept it is left, however soon it leaves.
    await entries(page).nth(4).click();
    await page.mouse.move(size.width / 2, 20);
    await expect(page.locator(".other-ways")).not.toHaveAttribute("style", /margin-top/);
    await expect(page.locator(".answer .rest")).not.toHaveAttribute("style", /padding|overflow/);
    await drawn(page);
    await entries(page).first().click();
    await expect(entries(page).first()).toBeChecked();
    await page.mouse.move(size.width / 2, 20);
    await drawn(page);
  }
});

test("the entry that has the focus keeps it wherever sorting puts it, and is the one that is then chosen", async ({ page }) => {
  await open(page);
  await page.getByRole("combobox", { name: "How the size of a change is measured" }).selectOption("l2");
  await settled(page);
  const fewest = entries(page).filter({ hasText: "Fewest changes" });
  await fewest.focus();
  const node = await fewest.elementHandle();
  const before = await names(page);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await names(page)).indexOf("Fewest changes")).toBeLessThan(before.indexOf("Fewest changes"));
  await settled(page);
  expect(await focused(page)).toBe("Fewest changes");
  expect(await fewest.evaluate((now, then) => now === then, node)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(fewest).toBeChecked();
});

test("the field that has the focus keeps it when its card takes another place", async ({ page }) => {
  await open(page);
  const order = (): Promise<string[]> => page.locator(".cards article").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const lock = (): Promise<void> =>
    page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.querySelector<HTMLButtonElement>("article[aria-label='Credit amount'] .lock")?.click());
  const before = await order();
  await lock();
  await expect.poll(order).not.toEqual(before);
  const after = await order();
  await lock();
  await expect.poll(order).toEqual(before);
  const rise = (name: string): number => before.indexOf(name) - after.indexOf(name);
  const [highest = ""] = [...after].sort((a, b) => rise(b) - rise(a));
  const field = page.getByRole("article", { name: highest, exact: true }).locator("input, select").first();
  await field.focus();
  await lock();
  await expect.poll(order).toEqual(after);
  await expect(field).toBeFocused();
});

test("another way than the smallest change says so above its sentence, leads back to it, and the focus stays with the answer", async ({ page }) => {
  await open(page);
  const top = page.locator("section.answer .top");
  const sizes = await entries(page).locator(".cost").allTextContents();
  await expect(top).toHaveText(new RegExp(`^\\s*Proved smallest\\s+size of change ${sizes[0]!}, proved minimal\\s*$`));
  await entries(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(top).toHaveText(new RegExp(`^\\s*Proved\\s+size of change ${sizes[1]!}, smallest ${sizes[0]!}\\s*$`));
  // It stays chosen when a limit is set and taken back.
  await card(page, "Savings").locator(".lock[aria-pressed=false]").click();
  await settled(page);
  await card(page, "Savings").locator(".lock[aria-pressed=true]").click();
  await settled(page);
  await expect(top).toContainText(`smallest ${sizes[0]!}`);
  await top.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(entries(page).first()).toBeChecked();
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect.poll(() => page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.activeElement?.closest("section.answer") !== null)).toBe(true);
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.activeElement)).not.toBeNull();
});
