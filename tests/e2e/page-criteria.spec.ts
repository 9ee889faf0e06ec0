/** Answers between rows, real rows, and causal constraints: chosen, said, drawn, loosened, undone, kept in the address. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, card, open, say, settled } from "./page-tools.js";

const field = "The consequence, as a sentence or JSON";

test("answers are held between the rows by keyboard; limits, address and undo hold it", async ({ page }) => {
  await open(page);
  // Strictly between the rows there is a place once the age may differ.
  await page.getByRole("button", { name: "Remove the limit: Age stays" }).click();
  await settled(page);
  const first = await say(page).textContent();
  await page.getByRole("button", { name: /^Data/ }).click();
  const group = page.getByRole("group", { name: "Where the answer must lie" });
  await group.getByRole("radio", { name: "Anywhere" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(group.getByRole("radio", { name: "Between the rows" })).toBeChecked();
  const chip = page.getByRole("button", { name: /Remove the limit: Between accepted rows/ });
  await expect(chip).toContainText("Between accepted rows, or 5\u00a0% outside");
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(page.locator(".replay", { hasText: "mixture of row" })).toHaveCount(1);
  await settled(page);
  await expect(say(page)).not.toHaveText(first ?? "");
  await accessible(page);
  await group.getByLabel("How far outside it may lie").selectOption("0");
  await expect(chip).toContainText("Between accepted rows");
  await expect(page.locator(".replay", { hasText: /^A mixture of row/ })).toHaveCount(1);
  // The places between rows are cut out of the hatching, and the answer stands in it.
  const areas = page.locator("espalier-map .hulls .hull-edge");
  await expect(areas).toHaveAttribute("d", /^M[\d. L-]+Z$/);
  await expect(page.locator("espalier-map .readout, espalier-map [part=readout]").first()).toContainText("Hatched: not between the rows");
  const [ring, box] = await Promise.all([page.locator("espalier-map .ring").first().boundingBox(), areas.boundingBox()]);
  expect(Math.abs((ring?.x ?? 0) + (ring?.width ?? 0) / 2 - (box?.x ?? 0))).toBeLessThan((box?.width ?? 0) + 20);
  await group.getByLabel("Into how many groups").selectOption("3");
  await expect(chip).toContainText("Between accepted rows of 1 of 3 groups");
  await settled(page);
  const now = await say(page).textContent();
  await expect.poll(() => page.url()).toContain("#");
  await page.reload();
  await expect(chip).toContainText("of 1 of 3 groups");
  await expect(say(page)).toHaveText(now ?? "");
  await chip.click();
  await expect(say(page)).toHaveText(first ?? "");
  await page.keyboard.press("Control+z");
  await expect(chip).toHaveCount(1);
});

test("a conflict names the rows, and says how far outside of them there is an answer", async ({ page }) => {
  await open(page);
  for (const name of ["duration", "employed for", "checking account"]) await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("radio", { name: "Between the rows" }).check();
  await page.getByLabel("How far outside it may lie").selectOption("0");
  for (const name of ["savings", "housing", "other loans", "guarantor"]) {
    if ((await badge(page).textContent())?.includes("not possible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("between accepted rows");
  await page.getByRole("button", { name: /^Allow (\d+\s% outside the rows instead of 0\s%|an answer far from all rows)/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("a real row is one of the ways, by its number, written as short as it is", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Iris/ }).click();
  const way = page.getByRole("radio", { name: /A real row \(row \d+\)/ });
  // Ways are sorted by cost as they come in: a place in the list may be another way's before it is pressed.
  await expect(() => way.click({ timeout: 1000 })).toPass();
  await expect(way).toBeChecked();
  await expect(badge(page)).toHaveText("Proved");
  // The model reads single precision; the rows were measured to one decimal.
  await expect.poll(async () => (await say(page).locator("b").allTextContents()).filter((text) => /^\d/.test(text)).map((text) => /^\d\.\d\scm$/.test(text))).toEqual([true, true]);
});

test("a real row that breaks limits is no answer: under a badge of its own it stands in Compare, and one press lifts them", async ({ page }) => {
  await open(page);
  const way = page.getByRole("radio", { name: /A real row \(row \d+\)\s\u00b7 none keeps your limits/ });
  await expect(way).toBeDisabled();
  await expect(way.locator(".cost")).toHaveText("");
  await page.getByRole("button", { name: /^Compare/ }).click();
  const row = page.locator("tr.breaks");
  await expect(row.locator(".badge")).toHaveText("Breaks your limits");
  await expect(row).toContainText("breaks the fewest: \u201cAge stays\u201d.");
  await expect(badge(page).first()).toHaveText("Proved smallest");
  const cost = await row.locator("td").nth(1).textContent();
  await accessible(page);
  await page.getByRole("button", { name: "Drop this limit" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove the limit: Age stays" })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: /A real row \(row \d+\)$/ }).locator(".cost")).toHaveText(cost ?? "");
  await expect(page.locator(".breaks")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: "Remove the limit: Age stays" })).toBeVisible();
});

async function formOfCauses(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a limit", exact: true }).press("Enter");
  await expect(page.getByRole("radio", { name: "Feature", exact: true })).toBeFocused();
  for (const name of ["If", "Relation", "Side effect"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name })).toBeChecked();
  }
}

test("a consequence is typed with the keyboard alone; the answer tells it from the changes to make; undone in one step", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await formOfCauses(page);
  const [sentence, preview] = [page.getByLabel(field), page.locator(".preview")];
  await sentence.fill("savings = 3 duration");
  await expect(preview).toContainText("Savings has levels");
  await sentence.fill("credit amount = 120 * duration + rest");
  await expect(preview).toHaveText("Credit amount = 120 × duration + rest");
  await accessible(page);
  await sentence.press("Enter");
  const chip = page.getByRole("button", { name: "Remove the limit: Credit amount = 120 × duration + rest" });
  await expect(chip).toBeVisible();
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).toContainText("your credit amount would follow to");
  await settled(page);
  await expect(page.locator(".answer tr", { hasText: "Credit amount" })).toContainText("follows");
  await expect(page.locator(".answer tr", { hasText: "Duration" })).not.toContainText("follows");
  await expect(card(page, "Credit amount").locator(".tag")).toHaveText("follows");
  await expect(page.locator("espalier-map .relation-line")).toHaveAttribute("d", /^M.+L/);
  // The equation holds of the values that are stated.
  const [money, months] = await Promise.all(["Credit amount", "Duration"].map(async (name) => Number((await page.locator(".answer tr", { hasText: name }).locator("td b").textContent())?.replace(",", ""))));
  expect((money ?? 0) - 3200).toBe(120 * ((months ?? 0) - 40));
  const [, paid] = /(?:cost|size of change) ([\d.]+)/.exec((await page.locator(".top .cap").textContent()) ?? "") ?? [];
  await page.keyboard.press("Control+z");
  await expect(chip).toHaveCount(0);
  await expect(say(page)).toHaveText(before ?? "");
  await formOfCauses(page);
  await page.getByLabel("Cost of a change that follows").selectOption("none");
  await page.getByLabel(field).fill("credit amount = 120 * duration + rest");
  await page.getByLabel(field).press("Enter");
  await expect(page.locator(".chip", { hasText: "at no cost" })).toHaveCount(1);
  await expect.poll(async () => Number(/(?:cost|size of change) ([\d.]+)/.exec((await page.locator(".top .cap").textContent()) ?? "")?.[1])).toBeLessThan(Number(paid));
  await page.reload();
  await expect(page.locator(".chip", { hasText: "at no cost" })).toHaveCount(1);
});

test("a consequence may be in a conflict, and is dropped by one button", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Keep credit amount as it is" }).click();
  await page.getByRole("button", { name: "Keep checking account as it is" }).click();
  await formOfCauses(page);
  await page.getByLabel(field).fill("credit amount = 120 * duration + 200 * employed for + 10 * savings + 10 * housing + 10 * other loans + 10 * guarantor");
  await page.getByLabel(field).press("Enter");
  await settled(page);
  for (const name of ["employed for", "savings", "housing", "other loans", "guarantor"]) {
    if ((await badge(page).textContent())?.includes("not possible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(page.locator(".chip.hot", { hasText: "Credit amount = 120 × duration" })).toHaveCount(1);
  await page.getByRole("button", { name: /^Drop the consequence: credit amount/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("on a phone the map's layers can be chosen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.locator(".segment", { hasText: "Rest may change" }).click();
  await expect(page.getByRole("radio", { name: "Rest may change" })).toBeChecked();
  await expect(page.getByLabel("Cost allowed for the features not shown")).toBeVisible();
  await page.locator(".segment", { hasText: "Your values" }).click();
  await expect(page.getByRole("radio", { name: "Your values" })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("how a feature follows is learned from the rows: named without numbers, marked in the answer, told how well it explains the rows", async ({ page }) => {
  await open(page);
  await formOfCauses(page);
  await page.getByLabel(field).fill("credit amount follows duration and purpose");
  await expect(page.locator(".preview")).toContainText("categories");
  await page.getByLabel("Learn from the rows how it follows").check();
  await expect(page.locator(".preview")).toHaveText("Credit amount follows duration and purpose as in the rows");
  await accessible(page);
  await page.getByLabel(field).press("Enter");
  await expect(page.locator(".chip", { hasText: "as in the rows" })).toHaveCount(1);
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(page.locator(".answer", { hasText: "learned from the rows; that explains" })).toHaveCount(1);
  await page.reload();
  await expect(page.locator(".chip", { hasText: "as in the rows" })).toHaveCount(1);
  await expect(badge(page)).toHaveText("Proved smallest");
});
