/** The drawer in which the question is asked for every row. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Locator, type Page } from "./test.js";
import type { RequestDoc } from "../../www/src/types.js";
import { accessible } from "./axe.js";
import { root } from "./files.js";
import { applications, open, settled, uploadRows } from "./page-tools.js";

const model = join(root, "www", "public", "examples", "loan.json");
const { background } = JSON.parse(readFileSync(model, "utf8")) as { background: { rows: number[][] } };

const drawer = (page: Page): Locator => page.locator("espalier-everyone");
const handle = (page: Page): Locator => page.getByRole("button", { name: /^Everyone/ });
const counts = async (page: Page): Promise<number[]> => (await drawer(page).locator(".outcomes b").allTextContents()).map((text) => Number(text.replace(",", "")));
const sizes = async (page: Page): Promise<string[]> => drawer(page).locator(".people tbody td:nth-child(3)").allTextContents();

async function ask(page: Page): Promise<void> {
  await drawer(page).getByRole("button", { name: "Ask for all 250 rows" }).click();
  await expect(drawer(page)).toContainText("All 250 rows are answered.");
}

test("all rows are answered as the command line audits them, sorted by size, and a row opens with the same answer", async ({ page }) => {
  await open(page);
  await handle(page).click();
  // So that some cannot.
  await page.getByRole("button", { name: "Keep credit amount as it is" }).click();
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await page.getByRole("button", { name: "Keep checking account as it is" }).click();
  await page.getByRole("button", { name: /^Keep guarantor as it is/ }).click();
  await settled(page);
  await ask(page);
  const [there = 0, can = 0, cannot = 0] = await counts(page);
  expect(there + can + cannot).toBe(250);
  for (const count of [there, can, cannot]) expect(count).toBeGreaterThan(0);

  const request = await page.evaluate(() => (document.querySelector("espalier-explainer") as unknown as { request: RequestDoc }).request);
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  try {
    writeFileSync(join(folder, "people.json"), JSON.stringify(background.rows));
    writeFileSync(join(folder, "request.json"), JSON.stringify({ ...request, query: undefined }));
    const args = ["audit", "--model", model, "--queries", join(folder, "people.json"), "--request", join(folder, "request.json"), "--out", join(folder, "out.csv"), "--report", join(folder, "audit.html")];
    const { status, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), ...args], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const report = readFileSync(join(folder, "audit.html"), "utf8");
    expect([...report.matchAll(/<dd>([\d,]+) /g)].map(([, count]) => Number(count))).toEqual([there, can, cannot]);
    const saving = page.waitForEvent("download");
    await drawer(page).getByRole("button", { name: "Save as csv" }).click();
    const saved = readFileSync(await (await saving).path(), "utf8").trim().split("\n");
    const audited = readFileSync(join(folder, "out.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(",")[3]);
    expect(saved.slice(1).map((line) => line.split(",")[2])).toEqual(audited);
  } finally {
    rmSync(folder, { recursive: true });
  }

  const bySize = drawer(page).getByRole("columnheader", { name: "Size" });
  await bySize.getByRole("button").click();
  await bySize.getByRole("button").click();
  await expect(bySize).toHaveAttribute("aria-sort", "descending");
  const shown = (await sizes(page)).filter((text) => text !== "").map(Number);
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
  expect(shown.length).toBeGreaterThan(10);
  const [first = ""] = await sizes(page);
  await drawer(page).locator(".people tbody button").first().click();
  await settled(page);
  await expect(page.locator(".answer .top .cap")).toContainText(new RegExp(`^size of change ${first.replace(".", "\\.")}(,|$)`));
  await expect(drawer(page).locator(".people tr.on td:nth-child(3)")).toHaveText(first);
  // Another person is no other question.
  await expect(drawer(page).locator(".stale")).toHaveCount(0);

  // A count shows its rows, by the keyboard too; limits stand in words.
  await drawer(page).locator(".outcomes button").nth(2).focus();
  await page.keyboard.press("Enter");
  await expect(drawer(page).locator(".people")).toContainText(`of ${String(cannot)} rows`);
  await expect(drawer(page).locator(".people tbody tr").first()).toContainText("stays");
  await drawer(page).getByLabel("Search the rows").fill("no such row");
  await expect(drawer(page)).toContainText("No row is like this.");
});

test("it can be stopped and gone on with, and another question ends it and dims its answers", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Data/ }).click();
  // The background is a sample of such a file; everyone are all of its rows.
  await uploadRows(page, "many.csv", applications(6000));
  await expect(page.locator("espalier-explainer")).toContainText("5,000 of the 6,000 rows of many.csv");
  await settled(page);
  await handle(page).click();
  await drawer(page).getByRole("button", { name: "Ask for all 6,000 rows" }).click();
  await drawer(page).getByRole("button", { name: "Stop" }).click();
  await expect(drawer(page)).toContainText(/Stopped after [\d,]+ of 6,000 rows\./);
  const before = (await counts(page)).reduce((sum, one) => sum + one, 0);
  expect(before).toBeLessThan(6000);
  await drawer(page).getByRole("button", { name: /^Ask for the other/ }).click();
  // The drawer may be closed meanwhile.
  await handle(page).click();
  await expect(handle(page)).toContainText(/of 6,000/);
  await handle(page).click();
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await expect(drawer(page)).toContainText("These answers belong to another question.");
  await expect(drawer(page).locator(".everyone-face")).toHaveClass(/stale/);
  await expect(handle(page)).not.toContainText("of 6,000");
  await settled(page);
  expect((await counts(page)).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(before);
});

test("who is pointed at, in the table or in the picture, is on the map, and search and order stay while the drawer is closed", async ({ page }) => {
  await open(page);
  await handle(page).click();
  await ask(page);
  const map = page.locator("espalier-map");
  await drawer(page).getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await drawer(page).locator(".outcomes button").nth(1).click();
  const first = drawer(page).locator(".people tbody tr").first();
  await expect(first.locator("td").nth(1)).toHaveText("Can");
  const row = (await first.locator("td").first().textContent())!.trim();
  await first.getByRole("button").focus();
  await expect(map).toContainText(`Row ${row}`);
  await expect(drawer(page).locator(".who-spot")).toHaveCount(2);
  await drawer(page).getByLabel("Search the rows").fill("credit");
  await expect(map).not.toContainText(`Row ${row}`);

  const picture = drawer(page).locator(".who-picture");
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  await expect(picture).toHaveAttribute("aria-valuetext", /^Row \d+; can; size/);
  await expect(map).toContainText(/Row \d+/);
  const found = await drawer(page).locator(".people tbody tr").count();
  await handle(page).click();
  await expect(map).not.toContainText(/Row \d+/);
  await handle(page).click();
  await expect(drawer(page).getByLabel("Search the rows")).toHaveValue("credit");
  await expect(drawer(page).getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "ascending");
  await expect(drawer(page).locator(".people tbody tr")).toHaveCount(found);
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]] as const) {
  test(`axe finds nothing, and nothing is wider than the window: ${colorScheme}, ${String(width)} pixels`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await handle(page).click();
    await accessible(page);
    await ask(page);
    await drawer(page).getByLabel("By group of").selectOption("Housing");
    await accessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
}
