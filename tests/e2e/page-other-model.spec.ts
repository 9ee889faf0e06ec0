/** A second model with a target of its own, and the nearest point at which two models differ by at least so much. */
import { readFileSync } from "node:fs";
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { answers, badge, choose, limitForm, open, openExample, otherModel, say, settled, uploadOther } from "./page-tools.js";

interface Model {
  columns: number;
  trees: unknown[];
  schema: { features: { name: string; column?: number }[] };
}

const example = (name: string): Model => JSON.parse(readFileSync(`www/public/examples/${name}.json`, "utf8")) as Model;
const part = (name: string, from: number, to?: number): object => ({ ...example(name), background: null, isolation_forest: null, trees: example(name).trees.slice(from, to) });

/** A price of a loan by its duration: 300 up to 20 months, 600 up to 30, 900 beyond. */
function prices(): object {
  const { columns, schema } = example("loan");
  const at = schema.features.find(({ name }) => name === "Duration")!.column!;
  const tree = { weight: 1, feature: [at, -1, at, -1, -1], threshold: [20.5, 0, 30.5, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, [300], null, [600], [900]] };
  return { format: "espalier", version: 1, kind: "regressor", columns, input: "float32", compare: "<=", aggregation: "sum", link: "none", base: [0], trees: [tree] };
}

const bounds = (of: { status: string; lower_bound: number | null }): object => ({ status: of.status, lower_bound: of.lower_bound });

test("another bank's price stays within an interval of its own: a chip, the engine's own answer, undone in one step, and left out of a link", async ({ page }) => {
  await open(page);
  const before = (await say(page).textContent()) ?? "";
  await limitForm(page, "Model");
  await uploadOther(page, "price-b.json", prices());
  const form = page.locator(".limit-form");
  const role = form.getByLabel("The other model\u2019s part");
  await expect(role.locator("option"), "classes and numbers neither agree nor differ").toHaveText(["has to predict \u2026", "Credit amount follows it", "Duration follows it", "Employed for follows it", "Other loans follows it", "Age follows it"]);
  await expect(form.locator(".preview")).toHaveText("price-b.json has to predict at least 0");
  await form.getByLabel("Lowest predicted value").fill("500");
  await form.getByLabel("Highest predicted value").fill("400");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("alert")).toContainText("The second number must be the larger; the first is 500.");
  await form.getByLabel("Highest predicted value").fill("700");
  await page.keyboard.press("Tab");
  await expect(form.locator(".preview")).toHaveText("price-b.json has to predict 500 to 700");
  await accessible(page);
  await page.keyboard.press("Enter");
  const chip = page.getByRole("button", { name: "Remove the limit: price-b.json has to predict 500 to 700" });
  await expect(chip).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  const found = await answers(page, "loan.json");
  expect(found.asked.constraints?.filter((one) => "also" in one)).toMatchObject([{ also: { target: { value: [500, 700] } } }]);
  expect(found.page).toEqual(found.command);
  expect(found.page.counterfactuals[0]?.also).toEqual([{ value: 600 }]);
  const address = page.url();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chip).toHaveCount(0);
  await settled(page);
  await expect(say(page)).toHaveText(before);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(chip).toHaveCount(0);
  await page.goto("about:blank");
  await page.goto(address);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(chip).toHaveCount(0);
});

test("an interval that no change reaches is named in the conflict, and dropped from there", async ({ page }) => {
  await open(page);
  await otherModel(page, "price-b.json", prices(), "has to predict \u2026", ["2,000"]);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("price-b.json has to predict at least 2,000");
  await page.getByRole("button", { name: "Drop the other model: price-b.json has to predict at least 2,000" }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("beside a set of classes another model has a class of its own", async ({ page }) => {
  await openExample(page, "Iris");
  await page.getByLabel("Outcome to look for").selectOption("but");
  await settled(page);
  await otherModel(page, "flowers-b.json", part("iris", 0, 9), "has to predict virginica");
  await expect(page.getByRole("button", { name: "Remove the limit: flowers-b.json has to predict virginica" })).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  const found = await answers(page, "iris.json");
  expect(found.asked).toMatchObject({ target: { classes: [0, 2] }, constraints: [{ also: { target: { class: 2 } } }] });
  expect(found.page).toEqual(found.command);
});

test("beside a predicted number another model has a class of its own", async ({ page }) => {
  await openExample(page, "Rent of a flat");
  const { columns } = example("flat");
  const tree = { weight: 1, feature: [0, -1, -1], threshold: [60, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] };
  const size = { format: "espalier", version: 1, kind: "classifier", classes: ["small", "large"], columns, input: (example("flat") as unknown as { input: string }).input, compare: "<=", aggregation: "mean", trees: [tree] };
  await otherModel(page, "size.json", size, "has to predict small");
  await settled(page);
  await expect(page.getByRole("button", { name: "Remove the limit: size.json has to predict small" })).toBeVisible();
  const found = await answers(page, "flat.json");
  expect(found.asked.constraints).toMatchObject([{ also: { target: { class: 0 } } }]);
  expect(bounds(found.page)).toEqual(bounds(found.command));
  expect(found.page.counterfactuals.map(({ values, cost }) => ({ values, cost }))).toEqual(found.command.counterfactuals.map(({ values, cost }) => ({ values, cost })));
});

test("the nearest point at which two models differ by at least so much is asked for, told with its unit, proved, and moves with the difference", async ({ page }) => {
  await open(page);
  await limitForm(page, "Model");
  await uploadOther(page, "bank-b.json", part("loan", -7));
  await page.getByLabel("The other model\u2019s part").selectOption("where do both differ by at least \u2026");
  await expect(page.locator(".limit-form .preview")).toHaveText("a difference of at least 0.2 between both models");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(say(page)).toHaveText(/^(Your score for accepted would differ between both models by at least 0\.2 of the probability if |Between both models your score for accepted differs by at least 0\.2 of the probability\.)/);
  const least = page.getByLabel("The difference is at least");
  await least.fill("0.3");
  await least.press("Enter");
  await settled(page);
  await expect(say(page)).toHaveText(/^Your score for accepted would differ between both models by at least 0\.3 of the probability if /);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(page.locator("espalier-map .second path:first-child")).toHaveAttribute("d", /^M.+L/);
  await expect(page.getByRole("button", { name: "Check the proof" }), "a certificate is of one model's file").toHaveCount(0);
  const found = await answers(page, "loan.json");
  expect(found.asked.target).toMatchObject({ apart: { class: 1 }, at_least: 0.3 });
  expect(found.page).toEqual(found.command);
  expect(Math.abs(found.page.counterfactuals[0]?.difference ?? 0)).toBeGreaterThanOrEqual(0.3);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("It leaves out the other model.")).toBeVisible();
  await page.keyboard.press("Escape");
  await least.fill("0");
  await least.press("Enter");
  await expect(page.getByRole("alert")).toContainText("It must be above 0.");
  await least.fill("0.99");
  await least.press("Enter");
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("a difference of at least 0.99 of the probability between both models");
  await page.reload();
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).toContainText("You would be accepted if");
});

test("models of different units are refused by name where they are to differ", async ({ page }) => {
  await open(page);
  await otherModel(page, "boosted.json", { ...example("loan"), background: null, isolation_forest: null, aggregation: "sum", link: "softmax" }, "where do both differ by at least \u2026");
  const card = page.getByRole("alert");
  await expect(card).toContainText("This question cannot be asked");
  await expect(card).toContainText("difference");
  await page.getByLabel("Outcome to look for").selectOption("accepted");
  await expect(card).toHaveCount(0);
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("two predicted numbers that differ by at least so much are asked for in the unit of the prediction", async ({ page }) => {
  await openExample(page, "Rent of a flat");
  await otherModel(page, "rents-b.json", part("flat", 0, 60), "where do both differ by at least \u2026");
  const least = page.getByLabel("The difference is at least");
  await least.fill("20");
  await least.press("Enter");
  await settled(page);
  await expect(say(page)).toContainText("by at least 20");
  const found = await answers(page, "flat.json");
  expect(found.asked.target).toMatchObject({ at_least: 20 });
  expect(bounds(found.page)).toEqual(bounds(found.command));
  await expect(page.locator("espalier-map")).toContainText("As much");
});

test("a file that is no model is told, and the form waits for another", async ({ page }) => {
  await open(page);
  await limitForm(page, "Model");
  await choose(page, () => page.getByRole("button", { name: "Choose the other model\u2019s file" }).click(), { name: "no.json", content: { hello: 1 } });
  await expect(page.getByText("no.json").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose the other model\u2019s file" })).toBeVisible();
});
