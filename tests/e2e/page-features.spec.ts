/** Many features: found by name, shown by kind, in another order; and limits: their loosening on the map, and those of the file in words. */
import { expect, test, type Locator, type Page } from "./test.js";
import { draws } from "../../www/src/draws.js";
import { forest } from "../web/models.js";
import { accessible } from "./axe.js";
import { badge, card, drawn, limitForm, lockAll, open, openExample, say, settled, upload } from "./page-tools.js";

const NAMES = Array.from({ length: 40 }, (_, at) => `${["Mean", "Worst", "Least", "Usual"][at % 4]!} ${["area", "length", "weight", "price", "age"][at % 5]!} ${String(at + 1)}`);

/** Forty numbers, and a stump on each of the first eight. */
function many(): Record<string, unknown> {
  const next = draws(3);
  const trees = NAMES.slice(0, 8).map((_, column) => {
    const high = 0.6 + 0.3 * next();
    return { weight: 1, feature: [column, -1, -1], threshold: [3 + 4 * next(), 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [high, 1 - high], [1 - high, high]] };
  });
  const features = NAMES.map((name, column) => ({ name, kind: "numeric", column, min: 0, max: 10 }));
  return { ...forest, columns: NAMES.length, classes: ["rejected", "accepted"], trees, schema: { features, classes: ["rejected", "accepted"] } };
}

const field = (page: Page): Locator => page.getByRole("searchbox", { name: "Find a feature" });
const cards = (page: Page): Promise<string[]> => page.locator(".cards .card").evaluateAll((all) => all.map((one) => one.ariaLabel ?? ""));
const which = (page: Page): Locator => page.getByLabel("Features that are shown");
const order = (page: Page): Locator => page.getByLabel("Order of the features");
const count = (page: Page): Locator => page.locator(".finder [role=status]");

/** Opens the model of forty features, and gives the names of its cards in the order of the answer. */
async function forty(page: Page): Promise<string[]> {
  await open(page);
  await upload(page, "many.json", many());
  await expect(page.locator(".model b")).toHaveText("many.json");
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeVisible();
  await settled(page);
  return cards(page);
}

test("of forty features those are shown whose names have the typed parts; Escape empties the field, and few features have none", async ({ page }) => {
  const all = await forty(page);
  expect(new Set(all)).toEqual(new Set(NAMES));
  await expect(count(page)).toHaveText("40 features");
  await field(page).pressSequentially("are mea");
  await expect(count(page)).toHaveText("2 of 40 features shown");
  expect(new Set(await cards(page))).toEqual(new Set(NAMES.filter((name) => /mean/i.test(name) && /area/i.test(name))));
  await expect(field(page)).toBeFocused();
  await accessible(page);
  // Letters are no commands in it, and Escape closes nothing else.
  await page.locator(".handles").getByRole("button", { name: /^Trees/ }).click();
  await field(page).focus();
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await expect(page.getByRole("separator")).toBeVisible();
  expect(await cards(page)).toEqual(all);
  await field(page).fill("nothing of this");
  await expect(count(page)).toHaveText("0 of 40 features shown");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(count(page)).toHaveText("40 features");
  await expect(field(page)).toBeFocused();
  await field(page).fill("mean");
  // Another model begins with all of its cards; ten need no field.
  await openExample(page, "Loan application");
  await expect(field(page)).toHaveCount(0);
  expect(await cards(page)).toHaveLength(10);
  await openExample(page, "Handwritten digit");
  await expect(count(page)).toHaveText("64 features");
});

test("cards by name and as in the model; changed, locked and wrong ones alone; a card keeps the focus", async ({ page }) => {
  const all = await forty(page);
  await order(page).selectOption({ label: "As in the model" });
  await drawn(page);
  expect(await cards(page)).toEqual(NAMES);
  await order(page).selectOption({ label: "By name" });
  await drawn(page);
  expect(await cards(page)).toEqual([...NAMES].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
  await order(page).selectOption({ label: "Changes first" });
  await drawn(page);
  expect(await cards(page)).toEqual(all);

  await which(page).selectOption({ label: "Changed" });
  await drawn(page);
  const changed = await cards(page);
  const lit = page.locator(".cards .card.lit");
  expect(changed.length).toBeGreaterThan(0);
  expect(await lit.count()).toBe(changed.length);
  for (const name of changed) await expect(say(page)).toContainText(name.toLowerCase());

  // Locked, it is changed no longer; with the focus it stays until the focus goes.
  const [first = ""] = changed;
  const lock = card(page, first).getByRole("button", { name: `Keep ${first.toLowerCase()} as it is` });
  await lock.focus();
  await page.keyboard.press("Enter");
  await expect(say(page)).not.toContainText(first.toLowerCase());
  await settled(page);
  await expect(card(page, first)).toHaveCount(1);
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")!.shadowRoot!.activeElement?.closest(".card")?.ariaLabel)).toBe(first);

  await which(page).selectOption({ label: "Locked" });
  await drawn(page);
  expect(await cards(page)).toEqual([first]);

  await which(page).selectOption({ label: "All" });
  await card(page, NAMES[20]!).locator("input:not([type=range])").first().fill("abc");
  await page.keyboard.press("Tab");
  await which(page).selectOption({ label: "Wrong or in conflict" });
  await drawn(page);
  expect(await cards(page)).toEqual([NAMES[20]]);
  await expect(count(page)).toHaveText("1 of 40 features shown");
});

test("a loosening that is pointed at or has the focus shows its answer on the map", async ({ page }) => {
  await open(page);
  await lockAll(page);
  await expect(badge(page)).toHaveText("Proved: not possible");
  const loosen = page.locator(".loosen").first();
  await expect(loosen).toContainText("10 months");
  const rings = page.locator("espalier-map .ring");
  const label = page.locator("espalier-map").getByText("Once loosened", { exact: true });
  await expect(rings).toHaveCount(0);
  const [dot, frame] = [page.locator("espalier-map .disc"), page.locator("espalier-map .frame")];
  const before = await dot.boundingBox();
  await loosen.focus();
  await expect(label).toBeVisible();
  await expect(rings).toHaveCount(1);
  await expect(page.locator("espalier-map").getByText(/10\smonths/)).toBeVisible();
  // Its place on the axis of the months; the dot is where it was.
  const [ring, around] = [(await rings.boundingBox())!, (await frame.boundingBox())!];
  const [low, high] = await page.locator("espalier-map").evaluate((map) => (map as unknown as { y: { window: [number, number] } }).y.window);
  expect((around.y + around.height - ring.y - ring.height / 2) / around.height).toBeCloseTo((10 - low) / (high - low), 2);
  expect(await dot.boundingBox()).toEqual(before);
  await page.locator(".chip").first().focus();
  await expect(rings).toHaveCount(0);
  await loosen.hover();
  await expect(label).toBeVisible();
  await page.mouse.move(600, 300);
  await expect(rings).toHaveCount(0);
  // Once it is chosen, the answer itself is there.
  await loosen.click();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(label).toHaveCount(0);
});

test("the rules that came with the model are listed in words, and dropped one by one", async ({ page }) => {
  await open(page);
  const list = page.locator(".file-rules");
  await expect(list.locator("li").first()).toBeHidden();
  await list.getByText("List the 4 rules").click();
  const rules = list.getByRole("listitem");
  await expect(rules).toHaveText(["Savings can only rise", "Housing can only rise", "Employed for can only rise", "Other loans can only fall"].map((text) => new RegExp(`^\\s*${text}`)));
  await expect(rules.last().getByRole("button")).toBeInViewport();
  await accessible(page);
  await page.getByRole("button", { name: "Remove the limit: Housing can only rise" }).click();
  await expect(rules).toHaveCount(3);
  await expect(page.locator(".chip", { hasText: "3 rules of this model" })).toHaveCount(1);
  await expect(page.getByLabel("In which direction housing may change")).toHaveValue("free");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(rules).toHaveCount(4);
});

test("the form of a limit is in view as a whole, also beside an open drawer", async ({ page }) => {
  await open(page);
  const drawer = page.locator(".handles").getByRole("button", { name: "Why", exact: true });
  await expect(drawer).toBeVisible();
  for (const opened of [false, true]) {
    if (opened) {
      await drawer.click();
      await expect(page.getByRole("separator")).toBeVisible();
    }
    await limitForm(page, "If \u2026 then");
    const form = page.locator(".limit-form");
    await form.scrollIntoViewIfNeeded();
    await drawn(page);
    const [inside, column] = [(await form.boundingBox())!, (await page.locator("section.answer").boundingBox())!];
    expect(inside.y, String(opened)).toBeGreaterThanOrEqual(column.y - 1);
    expect(inside.y + inside.height, String(opened)).toBeLessThanOrEqual(column.y + column.height + 1);
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
  }
});
