/** A feature's own price, set on its card without writing JSON. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { answers, badge, card, open, say, settled } from "./page-tools.js";

test("a price of its own is set on a card, changes the answer, is a chip, and is undone", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const amount = card(page, "Credit amount");
  await amount.getByRole("combobox", { name: "How hard it is to change credit amount" }).selectOption("own price");
  const first = amount.getByRole("textbox", { name: "How many units of credit amount the first price is for" });
  await expect(first).toHaveValue("1,000");
  const price = amount.getByRole("textbox", { name: "Cost of the first units of credit amount" });
  await price.fill("3");
  await price.press("Enter");
  await expect(amount.getByRole("textbox", { name: "Cost of as many further units of credit amount" })).toHaveValue("3");
  await expect(badge(page)).toHaveText("Proved best");
  await settled(page);
  await expect(say(page)).not.toContainText("credit amount");
  const beyond = amount.getByRole("textbox", { name: "Cost of as many further units of credit amount" });
  await beyond.fill("1");
  await beyond.press("Enter");
  // Cheaper beyond is no price that can be asked: the text stays with the reason, the old price in force, and Escape brings it back.
  await expect(beyond).toHaveAttribute("aria-invalid", "true");
  await beyond.press("Escape");
  await expect(beyond).toHaveValue("3");
  await accessible(page);
  const chip = page.getByRole("button", { name: "Remove the limit: Credit amount at its own price" });
  await expect(chip).toHaveCount(1);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(price).toHaveValue("3");
  await settled(page);
  await chip.click();
  await expect(say(page)).toHaveText(before ?? "");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(price).toHaveValue("3");
});

test("levels are priced one by one", async ({ page }) => {
  await open(page);
  const checking = card(page, "Checking account");
  await checking.getByRole("combobox", { name: "How hard it is to change checking account" }).selectOption("own price");
  const group = checking.getByRole("group", { name: "Price of changing checking account" });
  await expect(group.getByRole("textbox")).toHaveCount(3);
  const paid = group.getByRole("textbox", { name: "Cost if checking account becomes salary paid in" });
  await paid.fill("0.01");
  await paid.press("Tab");
  await expect(badge(page)).toHaveText("Proved best");
  await settled(page);
  await expect(say(page)).toContainText("salary paid in");
});

test("a level that is wished for earns", async ({ page }) => {
  await open(page);
  const housing = card(page, "Housing");
  await housing.getByRole("combobox", { name: "How hard it is to change housing" }).selectOption("own price");
  const own = housing.getByRole("textbox", { name: "Cost if housing becomes own" });
  await own.fill("-0.5");
  await own.press("Enter");
  await expect(own).not.toHaveAttribute("aria-invalid", "true");
  await expect(badge(page)).toHaveText("Proved best");
  await settled(page);
  await expect(say(page)).toContainText("housing");
});

test("the more the better is an objective: most of a number within the decision, also for a person who has it", async ({ page }) => {
  await open(page);
  const amount = card(page, "Credit amount");
  await amount.getByRole("combobox", { name: "How hard it is to change credit amount" }).selectOption("the more the better");
  const each = amount.getByRole("textbox", { name: "Each EUR more costs" });
  await expect(each).toHaveValue("\u22121");
  await expect(badge(page)).toHaveText("Proved best");
  await settled(page);
  await expect(say(page)).toContainText("credit amount");
  await expect(page.locator(".way.stale")).toHaveCount(0);
  await accessible(page);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(each).toHaveValue("\u22121");
  await settled(page);
  await amount.getByRole("combobox", { name: "How hard it is to change credit amount" }).selectOption("the less the better");
  await expect(each).toHaveValue("1");
});

test("the least of a number is told as it is, not as the end of its room that is nearest to the person", async ({ page }) => {
  await open(page);
  const duration = card(page, "Duration");
  await duration.getByRole("combobox", { name: "How hard it is to change duration" }).selectOption("the less the better");
  await expect(page.locator(".line.top .cap")).toHaveText(/^cost .34\.00/);
  await settled(page);
  // Up to 10 months would be accepted too, at a dearer price.
  await expect(say(page)).toContainText(/your duration were 6\smonths \(now\s40\)/);
  const row = page.locator(".answer tr", { hasText: "Duration" });
  await expect(row.locator("td b")).toHaveText("6");
  await expect(row.locator(".room")).toHaveText("6 to 10");
});

test("every change costs besides: by any measure the engine's own answer, kept in a link, and lifted with 0", async ({ page }) => {
  await open(page);
  const before = (await say(page).textContent()) ?? "";
  const measure = page.getByRole("combobox", { name: "How the size of a change is measured" });
  const each = page.getByRole("textbox", { name: "each change costs besides" });
  await expect(each).toHaveCount(0);
  await measure.selectOption("each change costs besides");
  await expect(each).toHaveValue("0.1");
  for (const norm of ["l1", "l2", "linf"]) {
    await measure.selectOption(norm);
    await settled(page);
    const found = await answers(page, "loan.json");
    expect(found.asked.cost).toEqual({ norm, per_change: 0.1 });
    expect(found.page).toEqual(found.command);
    await expect(page.locator(".answer .top .cap")).toContainText(`size of change ${(found.page.counterfactuals[0]?.cost ?? 0).toFixed(2)}`);
  }
  await each.fill("-1");
  await each.press("Enter");
  await expect(page.getByRole("alert")).toContainText("It may not be below 0.");
  await each.fill("0.5");
  await each.press("Enter");
  await settled(page);
  expect((await answers(page, "loan.json")).asked.cost).toEqual({ norm: "linf", per_change: 0.5 });
  await page.reload();
  await expect(each).toHaveValue("0.5");
  await measure.selectOption("l1");
  await each.fill("0");
  await each.press("Enter");
  await expect(each).toHaveCount(0);
  await settled(page);
  await expect(say(page)).toHaveText(before);
});

test("a number that is harder to lower than to raise is asked for with a weight a direction", async ({ page }) => {
  await open(page);
  const difficulty = card(page, "Credit amount").getByRole("combobox", { name: "How hard it is to change credit amount" });
  await difficulty.selectOption("harder to lower");
  await settled(page);
  const found = await answers(page, "loan.json");
  expect(found.asked.cost).toEqual({ norm: "l1", weights: { "Credit amount": { up: 1, down: 4 } } });
  expect(found.page).toEqual(found.command);
  await page.reload();
  await expect(card(page, "Credit amount").locator(".diff > span")).toHaveText("harder to lower");
  await expect(card(page, "Guarantor").getByRole("combobox", { name: /^How hard/ }).locator("option"), "a yes or no has no direction").toHaveText(["very easy", "easy", "moderate", "hard", "very hard", "own price"]);
});
