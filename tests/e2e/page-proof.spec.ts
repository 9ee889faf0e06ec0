/** The proof of the answer: checked on the page, saved, and checked again on the command line. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./test.js";
import { stump } from "../web/models.js";
import { accessible } from "./axe.js";
import { root } from "./files.js";
import { badge, card, drawn, limitForm, lockAll, open, settled, upload } from "./page-tools.js";
import { watch } from "./watch.js";

const button = (page: Page) => page.getByRole("button", { name: "Check the proof" });
const line = (page: Page) => page.locator(".proof");

/** Checks the proof with the keyboard and saves it; where. */
async function save(page: Page): Promise<string> {
  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveText(/^A second program agrees: [\d,]+ box(es)?\s*Save$/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the proof as JSON" }).click();
  return (await saved).path();
}

test("the proof is checked on demand, without a request, and the checked proof can be saved", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  seen.loaded();
  const path = await save(page);
  const document = JSON.parse(readFileSync(path, "utf8")) as { model: { sha256: string } };
  const model = join(root, "www/public/examples/loan.json");
  expect(document.model.sha256).toBe(createHash("sha256").update(readFileSync(model)).digest("hex"));
  const said = execFileSync("node", [join(root, "pkg/cli.js"), "check", "--model", model, "--answers", path], { encoding: "utf8" });
  expect(JSON.parse(said)).toMatchObject({ checked: true });
  await accessible(page);
  seen.quiet();
});

test("another answer has to be checked anew, and an impossible request is checked too", async ({ page }) => {
  await open(page);
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
  await lockAll(page);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
});

test("beside a relation the proof is checked, saved, and confirmed on the command line; so is that nothing keeps it", async ({ page }) => {
  const relate = async (sentence: string): Promise<void> => {
    await limitForm(page, "Relation");
    await page.getByLabel("The relation, as a sentence or JSON").fill(sentence);
    await page.getByRole("button", { name: "Add limit" }).click();
  };
  await open(page);
  const before = await page.locator(".say").textContent();
  await relate("credit amount at most 100 times duration");
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(page.locator(".say")).not.toHaveText(before ?? "");
  const path = await save(page);
  const said = execFileSync("node", [join(root, "pkg/cli.js"), "check", "--model", join(root, "www/public/examples/loan.json"), "--answers", path], { encoding: "utf8" });
  expect(JSON.parse(said)).toMatchObject({ checked: true });
  await accessible(page);
  await relate("credit amount plus duration at least 99999");
  await expect(badge(page)).toHaveText("Proved: not possible");
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
});

test("beside a consequence that is learned from the rows the second program learns it again; a saved answer of another share is refuted", async ({ page }) => {
  await open(page);
  await limitForm(page, "Side effect");
  await page.getByLabel("The consequence, as a sentence or JSON").fill("credit amount follows duration and purpose");
  await drawn(page);
  await page.getByLabel("Learn from the rows how it follows").check();
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  const path = await save(page);
  const model = join(root, "www/public/examples/loan.json");
  const check = (answers: string) => spawnSync("node", [join(root, "pkg/cli.js"), "check", "--model", model, "--answers", answers], { encoding: "utf8" });
  const said = check(path);
  expect([said.status, JSON.parse(said.stdout)]).toMatchObject([0, { checked: true }]);
  await accessible(page);
  const saved = JSON.parse(readFileSync(path, "utf8")) as { answer: { learned: { explained: number }[] } };
  saved.answer.learned[0]!.explained += 1e-9;
  const forged = test.info().outputPath("forged.json");
  writeFileSync(forged, JSON.stringify(saved));
  const refuted = check(forged);
  expect([refuted.status, JSON.parse(refuted.stdout)]).toMatchObject([1, { checked: false }]);
});

test("the line keeps its place while the check runs and when it is done", async ({ page }) => {
  await open(page);
  const place = async (): Promise<number | undefined> => (await page.locator(".say").boundingBox())?.y;
  const before = await place();
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
  expect(await place()).toBe(before);
});

test("an answer of a model with slanted cuts is checked, and its search is shown", async ({ page }) => {
  await open(page);
  const [tree] = stump.trees;
  const slanted = { ...stump, trees: [{ ...tree, feature: [-2, -1, -1], hyperplanes: { 0: { columns: [0, 1], weights: [0.01, 1] } } }] };
  await upload(page, "slanted.json", slanted);
  await expect(page.locator(".model b")).toHaveText("slanted.json");
  await settled(page);
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
});

/** A model with rows, and with an isolation forest of its own or none. */
function isolated(own: boolean): object {
  const { isolation_forest, ...model } = JSON.parse(readFileSync(join(root, "tests/fixtures/sk-forest-with-isolation/model.json"), "utf8")) as { columns: number; isolation_forest: object };
  const rows = Array.from({ length: 40 }, (_, i) => Array.from({ length: model.columns }, (_, c) => Math.fround(Math.sin(7 * i + 3 * c))));
  return { ...model, background: { rows, labels: rows.map((_, i) => i % 2) }, ...(own ? { isolation_forest } : {}) };
}

for (const own of [true, false]) {
  test(`a usual answer is checked where the model's file ${own ? "brings" : "does not bring"} an isolation forest`, async ({ page }) => {
    await open(page);
    await upload(page, "isolated.json", isolated(own));
    await expect(page.locator(".model b")).toHaveText("isolated.json");
    await settled(page);
    await page.getByRole("button", { name: /^Data/ }).click();
    await page.getByRole("group", { name: "How typical the answer must be" }).getByRole("radio", { name: "Most typical 1 of 2" }).click();
    await settled(page);
    await expect(page.locator(".replay", { hasText: "Typical enough" })).toHaveCount(1);
    if (own) {
      await button(page).click();
      await expect(line(page)).toContainText("agrees:");
    } else {
      await expect(button(page)).toHaveCount(0);
      await expect(line(page)).toHaveText("No proof to check for usual answers yet.");
    }
  });
}

test("another way has a proof of its own", async ({ page }) => {
  await open(page);
  await page.getByRole("radio", { name: /Fewest changes/ }).click();
  await button(page).click();
  await expect(line(page)).toContainText("agrees:");
  await expect(card(page, "Age")).toBeVisible();
});
