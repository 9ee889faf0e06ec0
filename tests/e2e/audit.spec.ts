/** The report of an audit, as a browser shows it: axe, narrow windows, both themes, and links that lead to people. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { root } from "./files.js";

const model = join(root, "www", "public", "examples", "loan.json");
let folder = "";
let report = "";

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
  const { background } = JSON.parse(readFileSync(model, "utf8")) as { background: { rows: number[][] } };
  writeFileSync(join(folder, "people.json"), JSON.stringify(background.rows));
  // With one change, and not of the amount, some people can and some cannot.
  writeFileSync(join(folder, "request.json"), JSON.stringify({ target: { class: "accepted" }, constraints: [{ max_changes: 1 }, { fix: "Credit amount" }] }));
  report = join(folder, "audit.html");
  const args = ["audit", "--model", model, "--queries", join(folder, "people.json"), "--request", join(folder, "request.json"), "--by", "Housing", "--out", join(folder, "out.csv"), "--report", report];
  const { status, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), ...args], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
});
test.afterAll(() => rmSync(folder, { recursive: true }));

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]] as const) {
  test(`axe finds nothing, and nothing is wider than the window: ${colorScheme}, ${String(width)} pixels`, async ({ page }) => {
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(pathToFileURL(report).href);
    await expect(page.getByRole("heading", { name: "Who cannot, one by one" })).toBeVisible();
    await accessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // Cells are broken into lines, so that no table has to be scrolled.
    expect(await page.locator(".wide").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label")))).toEqual([]);
    expect(messages).toEqual([]);
  });
}

test("a link leads to each person who cannot, and says why", async ({ page }) => {
  await page.goto(pathToFileURL(report).href);
  const links = page.getByRole("heading", { name: "Who cannot, one by one" }).locator("xpath=following-sibling::ul[1]").getByRole("link");
  expect(await links.count()).toBeGreaterThan(0);
  for (const link of await links.all()) {
    const target = await link.getAttribute("href");
    await expect(page.locator(target ?? "")).toContainText(/There is no way, proved\. Stopped by: \S/);
  }
});
