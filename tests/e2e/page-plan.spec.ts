/** The drawer "Ways": the ways as dots, features that are not to change, and the plan of the chosen way, also on paper. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, drawn, open, openExample, say, settled } from "./page-tools.js";
import { watch } from "./watch.js";

const drawer = (page: Page): Locator => page.locator("espalier-ways");
const dots = (page: Page): Locator => drawer(page).getByRole("radiogroup", { name: /^Ways by/ }).getByRole("radio");
const entries = (page: Page): Locator => page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio");
const plan = (page: Page): Locator => drawer(page).getByRole("region", { name: "Plan" });
const steps = (page: Page): Locator => plan(page).locator("tr.step");
const cannot = (page: Page, name: string): Locator => drawer(page).getByRole("group", { name: "I cannot change" }).getByRole("button", { name, exact: true });

async function ways(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ways", exact: true }).click();
  await expect(plan(page)).toBeVisible();
  await quiet(page);
}

async function quiet(page: Page): Promise<void> {
  await settled(page);
  await expect(drawer(page).locator(".stale")).toHaveCount(0);
}

/** The answers of the list: their changes and sizes. */
const listed = (page: Page): Promise<string[]> => page.locator(".way:enabled").evaluateAll((all) => all.map((one) => `${one.querySelector(".name")!.textContent} ${one.querySelector(".cost")!.textContent}`).sort());
/** Those of the table behind the picture. */
const drawnOnes = (page: Page): Promise<string[]> => drawer(page).locator("table.visually-hidden tbody tr").evaluateAll((all) => all.map((one) => `${one.children[0]!.textContent} ${one.children[1]!.textContent}`).sort());

test("every listed answer is a dot; a click or an arrow key chooses it, in the list too", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await ways(page);
  expect(await drawnOnes(page)).toEqual(await listed(page));
  // A way that is found late comes to both.
  await expect.poll(async () => (await dots(page).count()) - (await page.locator(".way:enabled").count())).toBe(0);
  await expect(dots(page).and(page.getByRole("radio", { checked: true }))).toHaveAccessibleName(/; Smallest change; Size of change: [\d.]+; Number of changes: 2; proved; beaten by no listed way$/);
  const before = await say(page).textContent();
  const fewest = drawer(page).getByRole("radio", { name: /Fewest changes/ });
  await fewest.hover();
  await drawn(page);
  await expect(say(page)).toHaveText(before ?? "");
  await fewest.click();
  await expect(fewest).toBeChecked();
  await expect(entries(page).filter({ hasText: "Fewest changes" })).toBeChecked();
  await expect(steps(page)).toHaveCount(1);
  await expect(plan(page)).toContainText("Fewest changes");
  // From left to right, by keys.
  await page.keyboard.press("ArrowRight");
  await expect(dots(page).nth(1)).toBeChecked();
  await expect(dots(page).nth(1)).toBeFocused();
  // And from the list.
  await entries(page).first().click();
  await expect(drawer(page).getByRole("radio", { name: /Smallest change;/ })).toBeChecked();
  await accessible(page);
  seen.quiet();
});

test("size stands beside safety or typicality too, and the front is told for each", async ({ page }) => {
  await open(page);
  await ways(page);
  const count = await dots(page).count();
  await drawer(page).getByRole("radio", { name: "Safety", exact: true }).check();
  const scores = await drawer(page).locator("table.visually-hidden tbody td:nth-of-type(2)").allTextContents();
  expect(scores).toHaveLength(count);
  for (const score of scores) expect(Number.parseFloat(score)).toBeGreaterThan(50);
  await expect(dots(page).first()).toHaveAccessibleName(/Score for accepted: [\d.]+\u00a0%/);
  await expect(drawer(page).getByRole("radio", { name: /Smallest change;/ })).toHaveAccessibleName(/beaten by no listed way/);
  await drawer(page).getByRole("radio", { name: "Typicality", exact: true }).check();
  await expect(dots(page)).toHaveCount(count);
  await expect(drawer(page)).not.toContainText("Asking");
  await expect(drawer(page).getByRole("radio", { name: /Most typical/ })).toHaveAccessibleName(/beaten by no listed way/);
  // Another question moves the dots, and is asked how typical they are too.
  await cannot(page, "Duration").click();
  await quiet(page);
  await expect(dots(page)).toHaveCount(await page.locator(".way:enabled").count());
});

test("a feature that one cannot change is locked, the engine is asked anew, and the dots are those of a locked card", async ({ page }) => {
  await open(page);
  await ways(page);
  const before = await drawnOnes(page);
  await cannot(page, "Duration").click();
  await quiet(page);
  await expect(cannot(page, "Duration")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Remove the limit: Duration stays" })).toBeVisible();
  const after = await drawnOnes(page);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await listed(page));
  expect(after.filter((text) => text.includes("Duration"))).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await quiet(page);
  expect(await drawnOnes(page)).toEqual(before);
  await page.evaluate(() => document.querySelector("espalier-explainer")?.shadowRoot?.querySelector<HTMLButtonElement>("article[aria-label='Duration'] .lock")?.click());
  await quiet(page);
  expect(await drawnOnes(page)).toEqual(after);
  // Until nothing is left, which is proved; the locks can be released.
  for (let turn = 0; turn < 10 && (await badge(page).textContent()) !== "Proved: not possible"; turn += 1) {
    await drawer(page).getByRole("group", { name: "I cannot change" }).locator("[aria-pressed=false]").first().click();
    await quiet(page);
  }
  await expect(drawer(page).getByRole("status")).toHaveText("Proved: within these limits there is no way.");
  await cannot(page, "Duration").click();
  await quiet(page);
  await expect(cannot(page, "Duration")).toHaveAttribute("aria-pressed", "false");
});

test("the plan has a step for each change, with score and decision after it and the values that are enough too; its order is the person's", async ({ page }) => {
  await open(page);
  await ways(page);
  await expect(steps(page)).toHaveCount(2);
  const outcomes = async (): Promise<string[]> => steps(page).locator("td:nth-of-type(2)").allTextContents();
  // Of the smallest change no part is enough, in any order.
  expect(await outcomes()).toEqual(["refused", "accepted"]);
  const score = (await page.locator(".replay").first().textContent())!.split("score ")[1]!.trim();
  await expect(steps(page).last()).toContainText(score);
  const rooms = (await page.locator(".answer td.room").allTextContents()).map((text) => text.trim());
  expect((await steps(page).locator("td:nth-of-type(3)").allTextContents()).map((text) => text.trim())).toEqual(rooms);
  const names = async (): Promise<string[]> => (await steps(page).locator(".nth > span").allTextContents()).map((text) => text.replace(/^\d\. /, ""));
  const before = await names();
  await steps(page).last().getByRole("button").focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(names).toEqual([before[1], before[0]]);
  await expect(steps(page).first().getByRole("button")).toBeFocused();
  expect(await outcomes()).toEqual(["refused", "accepted"]);
  await expect(steps(page).last()).toContainText(score);
});

const sheets = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test("the plan is printed with the answer on one sheet, without a thing to press", async ({ page }) => {
  await open(page);
  await ways(page);
  for (const format of ["A4", "Letter"]) expect(sheets(await page.pdf({ format, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } })), format).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(steps(page).last()).toBeVisible();
  for (const none of [".drawers button", ".drawers input", ".way-picture", ".printed ol"]) await expect(page.locator(none).filter({ visible: true }), none).toHaveCount(0);
  await page.emulateMedia({ media: null });
  // Without the drawer the sheet is as before.
  await page.getByRole("button", { name: "Ways", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".drawers").filter({ visible: true })).toHaveCount(0);
  await expect(page.locator(".printed ol")).toBeVisible();
});

for (const example of ["Iris", "Rent of a flat", "Wine"]) {
  test(`the example ${example} has its picture and its plan`, async ({ page }) => {
    const seen = watch(page);
    await openExample(page, example);
    await ways(page);
    expect(await drawnOnes(page)).toEqual(await listed(page));
    await expect(steps(page)).toHaveCount(await page.locator(".answer tbody tr").count());
    seen.quiet();
  });
}

test("whoever is there already has nothing to compare; on a phone nothing is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await ways(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const dot of await dots(page).all()) expect((await dot.boundingBox())!.width).toBeGreaterThanOrEqual(44);
  await accessible(page);
  await page.getByRole("combobox", { name: "Outcome to look for" }).first().selectOption({ label: "refused" });
  await settled(page);
  await expect(drawer(page)).toContainText("There are no ways to compare: no change is needed, or none was found.");
});
