/** The list of other ways while a search sorts it: entries keep their elements, the focus, and their places under a pointer. */
import { expect, test, type Locator, type Page } from "@playwright/test";
import { open, settled } from "./page-tools.js";

const entries = (page: Page): Locator => page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio");
const names = (page: Page): Promise<string[]> => entries(page).locator(".name").allTextContents();
const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.activeElement?.querySelector(".name")?.textContent);

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
  const costs = (await entries(page).locator(".cost").allTextContents()).filter((text) => text !== "").map(Number);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
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
