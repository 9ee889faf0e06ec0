/** Ten explainers in one notebook of marimo: shown, answered, run again. */
import { expect, test, type Page } from "@playwright/test";
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/files.js";
import { answered, explainers, TEN } from "./explainers.js";
import { folder, installed, run, serve } from "./servers.js";

const home = folder("marimo");

/** Most that the html of a notebook with ten explainers may take on disk. */
const HTML = 1.5e6;

/** The files of marimo's own page, which its html loads from a content delivery network. */
const own = join(installed, "lib", readdirSync(join(installed, "lib"))[0] ?? "", "site-packages/marimo/_static");

/** A notebook of marimo: a function a cell, with the names that it reads as arguments. */
const cellOf = (reads: string[], source: string, makes: string[]): string =>
  ["@app.cell", `def _(${reads.join(", ")}):`, ...source.split("\n").map((line) => `    ${line}`), `    return ${makes.map((name) => `${name},`).join(" ")}`].join("\n");

const notebook = [
  "import marimo",
  "app = marimo.App()",
  cellOf([], `import json\nimport marimo as mo\nfrom espalier_xai import Explainer\nexplainer = Explainer("loan.json")\nrows = json.load(open("loan.json"))["background"]["rows"]`, ["explainer", "mo", "rows"]),
  ...Array.from({ length: TEN }, (_, k) => cellOf(["explainer", "mo", "rows"], `shown${k} = mo.ui.anywidget(explainer.show(rows[${k}], "accepted"))\nshown${k}`, [`shown${k}`])),
  cellOf(["mo", "shown0"], `mo.md("told: " + str((shown0.value["answer"] or {}).get("status")))`, []),
].join("\n\n");

test.describe.serial("marimo", () => {
  let server: Awaited<ReturnType<typeof serve>>;
  let page: Page;
  const complaints: string[] = [];
  const served: string[] = [];

  test.beforeAll(async ({ browser }) => {
    copyFileSync(join(root, "www/public/examples/loan.json"), join(home, "loan.json"));
    writeFileSync(join(home, "ten.py"), `${notebook}\n`);
    server = await serve(home, "marimo", (port) => ["edit", "ten.py", "--headless", "--no-token", "--skip-update-check", "--port", String(port)]);
    page = await browser.newPage();
    // marimo's own page warns of pictures that it fetched early.
    page.on("console", (message) => {
      if (message.type() === "error" || /anywidget|espalier/i.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
    page.on("request", (request) => {
      if (request.url().includes("/@file/")) served.push(request.url());
    });
  });

  test.afterAll(() => server.stop());

  test("ten explainers answer, of one module, and their answers come back to Python", async () => {
    await page.goto(server.url);
    await expect(page.locator(".cm-editor").nth(TEN + 1)).toBeVisible();
    await page.keyboard.press("Control+Shift+R");
    await expect.poll(() => answered(page)).toBe(TEN);
    await expect(page.getByText("told: optimal")).toBeVisible();
    expect(new Set(served).size).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("a cell that is run again ends its explainer, and the new one works; no worker stays", async () => {
    const workers = page.workers().length;
    const again = 5;
    for (let k = 0; k < again; k++) {
      const old = await explainers(page).nth(2).elementHandle();
      await page.locator(".cm-content", { hasText: "shown2 =" }).click();
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => old.evaluate((one) => one.isConnected)).toBe(false);
      expect(await old.evaluate((one) => (one as HTMLElementTagNameMap["espalier-explainer"]).answer)).toBeNull();
      await expect.poll(() => answered(page)).toBe(TEN);
    }
    // One a run would be five; a search that lasts may have got its second worker meanwhile.
    expect(page.workers().length).toBeLessThan(workers + again);
    await expect(explainers(page)).toHaveCount(TEN);
    expect(complaints).toEqual([]);
  });

  test("the html that marimo writes is small, and answers without a kernel", async ({ page: other }) => {
    run(home, "marimo", ["export", "html", "ten.py", "-o", "ten.html"]);
    const { size } = statSync(join(home, "ten.html"));
    process.stdout.write(`    ten explainers, by marimo export html: ${(size / 1e6).toFixed(2)} MB\n`);
    expect(size).toBeLessThan(HTML);
    await other.route(/^https?:/, async (route) => {
      const path = join(own, /@marimo-team\/frontend@[^/]*\/dist\/(.*)$/.exec(new URL(route.request().url()).pathname)?.[1] ?? "none");
      if (existsSync(path)) await route.fulfill({ path, headers: { "access-control-allow-origin": "*" } });
      else await route.abort();
    });
    await other.goto(`file://${join(home, "ten.html")}`);
    await expect.poll(() => answered(other)).toBe(TEN);
  });
});
