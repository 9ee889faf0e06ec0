/** The form that adds limits: a whole rule by keyboard, its chip, undo, and the effect of a rule on the answer. */
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { badge, drawn, limitForm, open, otherModel, say, settled, uploadOther } from "./page-tools.js";

/** Chooses in a list, until that is drawn: another list may only be there then. */
async function pick(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).selectOption(value);
  await drawn(page);
}

test("an if-then rule is written with the keyboard alone, holds, is a chip, and is undone in one step", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const add = page.getByRole("button", { name: "Add a limit", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Feature", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "If \u2026 then" })).toBeChecked();
  await pick(page, "Feature of the condition", "Credit amount");
  await pick(page, "Statement of the condition", "at most");
  await page.getByLabel("Value of the condition").fill("5,000");
  await page.keyboard.press("Tab");
  await pick(page, "Feature of the consequence", "Duration");
  await pick(page, "Statement of the consequence", "at most");
  const value = page.getByLabel("Value of the consequence");
  await value.fill("20");
  await accessible(page);
  await value.press("Tab");
  await expect(page.locator(".preview")).toHaveText(/^If credit amount is at most 5,000\sEUR, then duration is at most 20\smonths$/);
  await page.getByRole("button", { name: "Add limit" }).press("Enter");
  await expect(add).toBeFocused();
  const chip = page.getByRole("button", { name: /^Remove the limit: If credit amount/ });
  await expect(chip).toBeVisible();
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(page.locator(".proof")).toContainText("agrees:");
  await page.keyboard.press("Control+z");
  await expect(chip).toHaveCount(0);
  await expect(say(page)).toHaveText(before ?? "");
});

test("a rule of two conditions on each side holds, and its proof is confirmed", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await limitForm(page, "If \u2026 then");
  await pick(page, "Feature of the condition", "Savings");
  await pick(page, "Statement of the condition", "is");
  await page.getByRole("button", { name: "condition", exact: true }).click();
  await pick(page, "Feature of the condition 2", "Housing");
  await pick(page, "Statement of the condition 2", "is");
  await pick(page, "Feature of the consequence", "Duration");
  await pick(page, "Statement of the consequence", "at most");
  await page.getByLabel("Value of the consequence", { exact: true }).fill("12");
  const further = page.getByRole("button", { name: "consequence", exact: true });
  // Each press moves the buttons.
  for (const button of [further, further, page.getByRole("button", { name: "One consequence less" })]) {
    await button.click();
    await drawn(page);
  }
  await pick(page, "Feature of the consequence 2", "Credit amount");
  await pick(page, "Statement of the consequence 2", "at most");
  await page.getByLabel("Value of the consequence 2").fill("2,000");
  await page.keyboard.press("Tab");
  await expect(page.locator(".preview")).toHaveText(/^If savings is below 500\sEUR and housing is rent, then duration is at most 12\smonths and credit amount is at most 2,000\sEUR$/);
  await accessible(page);
  await pick(page, "Each consequence, or any", "or");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.getByRole("button", { name: /^Remove the limit: If savings is below 500\sEUR and housing is rent, then duration is at most 12\smonths or credit amount is at most 2,000\sEUR/ })).toBeVisible();
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  // The proof is of the request with this rule, and its check looks at the answer too.
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(page.locator(".proof")).toContainText("agrees:");
  const wire = JSON.parse(Buffer.from(new URL(page.url()).hash.slice(3), "base64url").toString("utf8")) as { i: { when: object; then: object }[] };
  expect(wire.i).toMatchObject([{ when: { all: [{ feature: "Savings" }, { feature: "Housing" }] }, then: { any: [{ feature: "Duration" }, { feature: "Credit amount" }] } }]);
});

test("levels, an end and a number of changes are added by the form; Esc leaves it", async ({ page }) => {
  await open(page);
  const add = page.getByRole("button", { name: "Add a limit", exact: true });
  await add.click();
  await pick(page, "Which feature", "Housing");
  await pick(page, "Statement about it", "is");
  await page.getByRole("group", { name: "Allowed levels" }).getByRole("button", { name: "own" }).click();
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: Housing not with family" })).toBeVisible();
  await add.click();
  await page.getByText("Changes", { exact: true }).click();
  await pick(page, "How many changes", "1 change");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: At most 1 change" })).toBeVisible();
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(page.locator(".answer tbody tr")).toHaveCount(1);
  await add.click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".limit-form")).toHaveCount(0);
  await expect(add).toBeFocused();
});

test("a rule that excludes every answer is named, and dropping it is offered with its answer", async ({ page }) => {
  await open(page);
  await page.goto(`./${await withRule(page.url())}`);
  await page.reload();
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("if duration is at least");
  await page.getByRole("button", { name: /^Drop the rule: if duration/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

/** The link of a page with a rule that nobody can meet: for any duration, the duration has to stay, and so has all else. */
async function withRule(url: string): Promise<string> {
  await expect.poll(() => new URL(url).hash.length).toBeGreaterThan(0);
  const wire = JSON.parse(Buffer.from(new URL(url).hash.slice(3), "base64url").toString("utf8")) as { l: Record<string, unknown>; i?: unknown };
  for (const name of ["Checking account", "Credit amount", "Savings", "Housing", "Employed for", "Other loans", "Telephone", "Guarantor"]) wire.l[name] = { lock: true };
  wire.i = [{ when: { feature: "Duration", test: { is: "atLeast", at: 0 } }, then: { feature: "Duration", test: { is: "stays" } } }];
  return `#1.${Buffer.from(JSON.stringify(wire)).toString("base64url")}`;
}

test("another model from a file must agree, is said in Share, and is dropped again", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const loan = JSON.parse(readFileSync("www/public/examples/loan.json", "utf8")) as { trees: unknown[]; schema: { classes: string[] } };
  // The first trees of the forest are a forest of their own, which is harder to please.
  const other = { ...loan, background: null, isolation_forest: null, trees: loan.trees.slice(0, 7) };
  const choose = async (model: object, name: string): Promise<void> => {
    await limitForm(page, "Model");
    await uploadOther(page, name, model);
  };
  await choose(other, "bank-b.json");
  await expect(page.locator(".preview")).toHaveText("bank-b.json has to agree");
  await page.getByRole("button", { name: "Add limit" }).click();
  const chip = page.getByRole("button", { name: "Remove the limit: bank-b.json has to agree" });
  await expect(chip).toBeVisible();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(say(page)).not.toHaveText(before ?? "");
  // Its border is a line of its own on the map, with its name, and moves with the slice.
  const border = page.locator("espalier-map .second path:first-child");
  await expect(border).toHaveAttribute("d", /^M.+L/);
  await expect(page.getByText("The double line is the border of bank-b.json.")).toBeVisible();
  await expect(page.locator("espalier-map text.word", { hasText: "bank-b.json" })).toBeVisible();
  const drawn = await border.getAttribute("d");
  await pick(page, "Feature across", "Employed for");
  await expect(border).not.toHaveAttribute("d", drawn ?? "");
  await expect(page.locator("espalier-map .whole.old")).toHaveCount(0);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("It leaves out the other model.")).toBeVisible();
  await page.keyboard.press("Escape");
  await chip.click();
  await settled(page);
  await expect(say(page)).toHaveText(before ?? "");
  await expect(border).toHaveCount(0);
  await choose({ hello: "world" }, "no-model.json");
  await expect(page.getByText("no-model.json").first()).toBeVisible();
  await expect(badge(page)).toHaveText("Proved smallest");
});

/** Opens a second model, the last trees of the first, in this part of the question. */
async function besides(page: Page, part: string): Promise<void> {
  const loan = JSON.parse(readFileSync("www/public/examples/loan.json", "utf8")) as { trees: unknown[] };
  await otherModel(page, "bank-b.json", { ...loan, background: null, isolation_forest: null, trees: loan.trees.slice(-7) }, part);
}

test("the nearest point at which another model decides otherwise is asked for and proved", async ({ page }) => {
  await open(page);
  await besides(page, "has to decide otherwise");
  await expect(page.getByRole("button", { name: "Remove the limit: bank-b.json has to decide otherwise" })).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).toContainText("You would be accepted if");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code"), "the other model is asked for the other class").toContainText(/"also":\{.*"target":\{"class":"refused"\}/s);
});

test("where two models differ most within a cost is proved and told, with both borders, and another target ends it", async ({ page }) => {
  await open(page);
  await besides(page, "where do both differ most");
  await expect(say(page)).toHaveText(/^Within a cost of 0\.20, your score for accepted would differ between both models by 0\.\d+ of the probability, the most there is, if /);
  await expect(badge(page)).toHaveText("Proved best");
  const by = async (): Promise<number> => Number(/by (0\.\d+)/.exec((await say(page).textContent()) ?? "")?.[1]);
  const first = await by();
  await expect(page.locator("espalier-map .second path:first-child")).toHaveAttribute("d", /^M.+L/);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("It leaves out the other model.")).toBeVisible();
  await page.keyboard.press("Escape");
  // More may be spent: the models differ by more there, or by as much.
  const spend = page.getByLabel("Cost that may be spent");
  await spend.fill("0.6");
  await spend.press("Enter");
  await expect(say(page)).toHaveText(/^Within a cost of 0\.60/);
  await settled(page);
  expect(await by()).toBeGreaterThan(first);
  await pick(page, "Outcome to look for", "accepted");
  await settled(page);
  await expect(say(page)).toContainText("You would be accepted if");
  await expect(page.locator("espalier-map .second path")).toHaveCount(0);
});

test("where two predictions differ most is told as such, with the borders of both where the first predicts as much as at the answer", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Rent of a flat/ }).click();
  await expect(page.locator(".model b")).toHaveText("Rent of a flat");
  await settled(page);
  const flat = JSON.parse(readFileSync("www/public/examples/flat.json", "utf8")) as { trees: unknown[] };
  await otherModel(page, "rents-b.json", { ...flat, background: null, trees: flat.trees.slice(0, 60) }, "where do both differ most");
  await expect(say(page)).toHaveText(/^Within a cost of 0\.20, the prediction would differ between both models by [\d.]+, the most there is, if /);
  await expect(badge(page)).toHaveText("Proved best");
  await expect(page.getByLabel("Outcome to look for")).toHaveValue("own");
  await expect(page.locator("espalier-map .second path:first-child")).toHaveAttribute("d", /^M.+L/);
  await expect(page.locator("espalier-map")).toContainText("As much");
  await expect(page.locator("espalier-map")).not.toContainText("ood");
});

test("a question that cannot be asked is told with its limit, and no longer once the limit is gone", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Iris/ }).click();
  await expect(page.locator(".model b")).toHaveText("Iris");
  await settled(page);
  await pick(page, "Outcome to look for", "but");
  await settled(page);
  const iris = JSON.parse(readFileSync("www/public/examples/iris.json", "utf8")) as { trees: unknown[] };
  await otherModel(page, "flowers-b.json", { ...iris, background: null, trees: iris.trees.slice(0, 9) }, "has to agree");
  const card = page.getByRole("alert");
  await expect(card).toContainText("This question cannot be asked");
  await expect(card.locator("dd").first()).toHaveText("flowers-b.json has to agree");
  await expect(card).toContainText("another model is asked for one class or one interval");
  await expect(card, "the limit stands, and the answer is not its").not.toContainText("nothing was changed");
  await page.getByRole("button", { name: "Remove the limit: flowers-b.json has to agree" }).click();
  await expect(card).toHaveCount(0);
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("a number follows another model's prediction: told by the answer and its chip, left out of a link, and dropped again", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const loan = JSON.parse(readFileSync("www/public/examples/loan.json", "utf8")) as { columns: number; schema: { features: { name: string; column?: number }[] } };
  const at = loan.schema.features.find(({ name }) => name === "Duration")!.column!;
  const tree = { weight: 1, feature: [at, -1, -1], threshold: [33.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [3000], [5000]] };
  const lent = { format: "espalier", version: 1, kind: "regressor", columns: loan.columns, input: "float32", compare: "<=", aggregation: "sum", link: "none", base: [0], trees: [tree] };
  await otherModel(page, "lent.json", lent, "Credit amount follows it");
  const chip = page.getByRole("button", { name: "Remove the limit: Credit amount follows lent.json" });
  await expect(chip).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  // 40 months are now more than 33.5: where the duration is less, 2,000 less are lent.
  await expect(say(page)).toContainText(/your credit amount would follow to 1,200/);
  const months = Number((await page.locator(".answer tr", { hasText: "Duration" }).locator("td b").textContent()) ?? "");
  expect(months).toBeLessThanOrEqual(33);
  const address = page.url();
  await chip.click();
  await settled(page);
  await expect(say(page)).toHaveText(before ?? "");
  await page.goto("about:blank");
  await page.goto(address);
  await expect(say(page)).toHaveText(before ?? "");
});

test("a margin from every border is added, survives a reload, and is dropped again", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await limitForm(page, "Margin");
  await pick(page, "Share of each number\u2019s range", "0.005");
  await page.getByRole("button", { name: "Add limit" }).click();
  const chip = page.getByRole("button", { name: /^Remove the limit: 0\.5\s%\sfrom every border/ });
  await expect(chip).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).not.toHaveText(before ?? "");
  // The outline holds places that look accepted and are too near to a border: the map says that it does not draw the limit.
  await expect(page.getByText(/^This map does not show the limit: 0\.5\s%\sfrom every border\.$/)).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await settled(page);
  await chip.click();
  await settled(page);
  await expect(say(page)).toHaveText(before ?? "");
});

test("a margin that nobody can keep is named in the conflict, and the largest one that can be kept is offered", async ({ page }) => {
  await open(page);
  await limitForm(page, "Margin");
  await pick(page, "Share of each number\u2019s range", "0.1");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText(/10\s%\sfrom every border/);
  await page.getByRole("button", { name: /^Keep \S+\s%\sfrom every border instead of 10\s%/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("a lead in score over every other class is added; one that nobody can reach is named, and the largest that can be reached is offered", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await limitForm(page, "Margin");
  await pick(page, "The margin from", "every other class");
  await pick(page, "Lead in score", "0.2");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: 0.2 ahead of every other class" })).toBeVisible();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).not.toHaveText(before ?? "");
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(page.locator(".proof")).toContainText("agrees:");
  await limitForm(page, "Margin");
  await pick(page, "The margin from", "every other class");
  await pick(page, "Lead in score", "1");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(badge(page)).toHaveText("Proved: not possible");
  await page.getByRole("button", { name: /^Ask for a lead of 0\.\d+ instead of 1/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});
