/** Targets of the list in the sentence: the best that a cost allows, and any class, each at a cost of its own. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, open, say, settled, upload } from "./page-tools.js";

const goal = (page: Page) => page.getByLabel("Outcome to look for");

test("the best score within a cost is chosen by keyboard, spends no more than it may, and goes with the link", async ({ page }) => {
  await open(page);
  await goal(page).focus();
  await page.keyboard.press("End");
  await expect(say(page)).toContainText("Within a cost of 0.29, your score for accepted would be");
  const spent = page.getByLabel("Cost that may be spent");
  await expect(spent).toHaveValue("0.29");
  const score = async (): Promise<number> => {
    await settled(page);
    await expect(page.locator("section.answer .say")).not.toHaveClass(/stale/);
    await expect(say(page)).toContainText("the highest there is");
    return Number(/would be ([\d.]+)/.exec((await say(page).textContent()) ?? "")?.[1]);
  };
  const before = await score();
  await spent.fill("0.8");
  await spent.press("Enter");
  await expect(say(page)).toContainText("Within a cost of 0.80");
  const more = await score();
  expect(more).toBeGreaterThan(before);
  const cost = Number(/^cost ([\d.]+)/.exec((await page.locator(".top .cap").textContent()) ?? "")?.[1]);
  expect(cost).toBeLessThanOrEqual(0.8);
  await accessible(page);
  await spent.fill("-1");
  await spent.press("Enter");
  await expect(page.locator(".answer")).toContainText("It may not be below 0.");
  await page.reload();
  await expect(say(page)).toContainText("Within a cost of 0.80");
  expect(await score()).toBe(more);
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await goal(page).selectOption("class 1");
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).toContainText("You would be accepted if");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(spent).toHaveValue("0.8");
});

test("any class, each at its cost: a dearer one is left, and one without a number is not looked for", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Iris/ }).click();
  await expect(page.locator(".model b")).toHaveText("Iris");
  await settled(page);
  await goal(page).selectOption("costs");
  const of = (name: string) => page.getByLabel(`Cost of ${name}`);
  await expect(of("versicolor")).toHaveValue("");
  await settled(page);
  const reached = async (): Promise<string> => (await page.locator(".say b.class").first().locator("span").textContent()) ?? "";
  await expect(badge(page)).toHaveText("Proved best");
  const first = (await reached()).toLowerCase();
  await of(first).fill("5");
  await of(first).press("Enter");
  await expect.poll(async () => (await reached()).toLowerCase()).not.toBe(first);
  await settled(page);
  await accessible(page);
  // The present class at no cost: nothing has to change.
  await of("versicolor").fill("0");
  await of("versicolor").press("Enter");
  await expect(say(page)).toContainText("To stay versicolor costs least. Nothing has to change.");
  for (const name of ["versicolor", "setosa"]) {
    await of(name).fill("");
    await of(name).press("Enter");
  }
  await of("virginica").fill("");
  await of("virginica").press("Enter");
  await expect(page.locator(".answer")).toContainText("One class must be looked for.");
});

test("the highest predicted value within a cost, and back to a range", async ({ page }) => {
  await open(page);
  const tree = { weight: 1, feature: [0, -1, 1, -1, -1], threshold: [30, 0, 60, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, [10], null, [20], [70]] };
  const features = ["Size", "Age"].map((name, column) => ({ name, kind: "numeric", column, min: 0, max: 100 }));
  await upload(page, "price.json", { format: "espalier", version: 1, kind: "regressor", columns: 2, input: "float32", compare: "<=", aggregation: "sum", base: [0], link: "none", trees: [tree], schema: { features }, background: { rows: [[10, 10], [50, 50], [80, 80]] } });
  await expect(page.locator(".model b")).toHaveText("price.json");
  await page.keyboard.press("Escape");
  await settled(page);
  await goal(page).selectOption("max");
  await expect(say(page)).toContainText(/^Within a cost of [\d.]+, the prediction (would be|now|,)/);
  const spent = page.getByLabel("Cost that may be spent");
  await spent.fill("1");
  await spent.press("Enter");
  await expect(say(page)).toContainText("Within a cost of 1.00, the prediction would be 70, the highest there is, if");
  await goal(page).selectOption("range");
  await expect(say(page)).toContainText("at least 70");
});
