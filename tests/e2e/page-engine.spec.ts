/** The engine that answers, the opinion of a second one, and the question as a program for other solvers. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { root } from "./files.js";
import { badge, limitForm, open, settled } from "./page-tools.js";

const engine = (page: Page) => page.getByLabel("Engine", { exact: true });
const ask = (page: Page) => page.getByRole("button", { name: "Ask a second engine" });

test("a second engine is asked by keyboard and finds the same; another engine may answer, by a choice that is undone and shared", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Search/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".engines")).toContainText("This answer is by the search over boxes.");
  await ask(page).focus();
  await page.keyboard.press("Enter");
  const said = page.locator(".search > .opinion");
  await expect(said).toHaveText("A second engine, the mixed-integer program of OCEAN, finds the same cost 0.28 and proves it.");
  await accessible(page);
  const before = await page.locator(".say").textContent();
  await engine(page).selectOption("milp");
  await expect(page.locator(".engines")).toContainText("This answer is by the mixed-integer program of OCEAN.");
  await expect(said, "the opinion was on another answer").toHaveText("");
  await settled(page);
  expect(await page.locator(".say").textContent()).toBe(before);
  await ask(page).click();
  await expect(said).toHaveText("A second engine, the search over boxes, finds the same cost 0.28 and proves it.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(engine(page)).toHaveValue("auto");
  await expect(page.locator(".engines")).toContainText("This answer is by the search over boxes.");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(engine(page)).toHaveValue("milp");
  await page.reload();
  await expect(badge(page)).toHaveText("Proved smallest");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"engine":"milp"');
});

test("where the chosen engine does not answer such a question, that is said, and another does", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Search/ }).click();
  await engine(page).selectOption("boxes");
  await limitForm(page, "Relation");
  await page.getByLabel("The relation, as a sentence or JSON").fill("credit amount at most 80 times duration");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.locator(".search")).toContainText("Of the search over boxes there is no answer: ");
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(page.locator(".engines")).toContainText("This answer is by the search over boxes with linear programs.");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code"), "the exported question is the one that was answered").not.toContainText("engine");
});

test("the question leaves as the program that the command line writes, for both kinds of solver", async ({ page }, testInfo) => {
  await open(page);
  await page.getByRole("button", { name: "Export" }).click();
  const saved = async (name: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const path = testInfo.outputPath((await download).suggestedFilename());
    await (await download).saveAs(path);
    return path;
  };
  const [request, schema] = [await saved("Request, JSON"), await saved("Schema, JSON")];
  for (const format of ["mps", "lp"]) {
    const path = await saved(`Mixed-integer program, ${format.toUpperCase()}`);
    expect(path).toMatch(new RegExp(`program\\.${format}$`));
    const written = execFileSync("node", [join(root, "pkg/cli.js"), "export", "--model", join(root, "www/public/examples/loan.json"), "--schema", schema, "--request", request, "--format", format], { encoding: "utf8", maxBuffer: 1 << 28 });
    expect(readFileSync(path, "utf8").trim() === written.trim()).toBe(true);
  }
});
