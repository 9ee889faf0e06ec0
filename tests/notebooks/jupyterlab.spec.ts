/** Ten explainers in one notebook of JupyterLab: shown, answered, run again, saved, made html of, opened again. */
import { expect, test, type Locator, type Page } from "@playwright/test";
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/files.js";
import { watch } from "../e2e/watch.js";
import { explainers, answered, TEN } from "./explainers.js";
import { folder, installed, run, serve, settings } from "./servers.js";

/** Most that a notebook with ten explainers may take on disk, saved with its widgets, and the html that is made of it, which has 0.3 MB of nbconvert's own. */
const MOST = 1.5e6;

const START = `import json
from espalier_xai import Explainer
explainer = Explainer("loan.json")
rows = json.load(open("loan.json"))["background"]["rows"]
shown = {}`;
const show = (k: number): string => `shown[${k}] = explainer.show(rows[${k}], "accepted")\nshown[${k}]`;
/** The traits of each explainer as Python has them, beside its own answer to the same question. */
const TELL = `def told(one):
    query, limits = one.request["query"], one.request["constraints"]
    own = explainer.explain(query, "accepted", constraints=limits)
    return {"query": query, "limits": limits, "status": one.answer["status"], "cost": one.answer["counterfactuals"][0]["cost"], "own": own.cost}
print(json.dumps([told(one) if one.answer else None for one in shown.values()]))`;

/** The state of a saved notebook's widgets. */
interface Saved {
  metadata: { widgets?: Record<string, { state: Record<string, { state: { answer?: unknown } }> }> };
}

interface Told {
  query: number[];
  limits: unknown[];
  status: string;
  cost: number;
  own: number;
}

const home = folder("jupyterlab");
const path = join(home, "ten.ipynb");

function write(name: string, cells: string[]): void {
  const metadata = { kernelspec: { name: "python3", display_name: "Python 3", language: "python" } };
  const all = cells.map((source, k) => ({ cell_type: "code", id: `cell-${k}`, metadata: {}, source, outputs: [], execution_count: null }));
  writeFileSync(join(home, name), JSON.stringify({ cells: all, metadata, nbformat: 4, nbformat_minor: 5 }));
}

const cell = (page: Page, k: number): Locator => page.locator(".jp-Notebook .jp-Cell").nth(k);
/** The digests of the modules that the page has evaluated. */
const modules = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as Record<symbol, Map<string, unknown>>)[Symbol.for("espalier-xai")]?.size ?? 0);

async function runCell(page: Page, k: number): Promise<void> {
  await cell(page, k).locator(".jp-InputArea-editor").click();
  await page.keyboard.press("Control+Enter");
}

async function told(page: Page): Promise<(Told | null)[]> {
  const output = cell(page, TEN + 1).locator(".jp-OutputArea-output pre");
  const before = await cell(page, TEN + 1).locator(".jp-InputArea-prompt").innerText();
  await runCell(page, TEN + 1);
  await expect(cell(page, TEN + 1).locator(".jp-InputArea-prompt")).not.toHaveText(before);
  await expect(cell(page, TEN + 1).locator(".jp-InputArea-prompt")).toHaveText(/\d/);
  return JSON.parse(await output.innerText()) as (Told | null)[];
}

/** The answers of the widgets that are saved with the notebook; none while the file is being written. */
function kept(): unknown[] {
  let saved: Saved;
  try {
    saved = JSON.parse(readFileSync(path, "utf8")) as Saved;
  } catch {
    return [];
  }
  return Object.values(saved.metadata.widgets?.["application/vnd.jupyter.widget-state+json"]?.state ?? {}).flatMap(({ state }) => state.answer ?? []);
}

/** Opens the html of a notebook from the disk. The scripts that it would load from content delivery networks come from target/notebooks. */
async function openHtml(page: Page, name: string): Promise<void> {
  const scripts: [RegExp, string][] = [
    [/\/require(\.min)?\.js$/, "node_modules/requirejs/require.js"],
    [/html-manager@[^/]*\/dist\/embed-amd\.js$/, "node_modules/@jupyter-widgets/html-manager/dist/embed-amd.js"],
    [/\/anywidget@[^/]*\/dist\/index\.js$/, readdirSync(join(installed, "lib")).map((name) => `lib/${name}/site-packages/anywidget/nbextension/index.js`)[0] ?? ""],
  ];
  await page.route(/^https?:/, async (route) => {
    const [, file] = scripts.find(([address]) => address.test(new URL(route.request().url()).pathname)) ?? [];
    if (file === undefined) await route.abort();
    else await route.fulfill({ path: join(installed, file), contentType: "text/javascript", headers: { "access-control-allow-origin": "*" } });
  });
  await page.goto(`file://${join(home, name)}`);
}

const MB = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const size = (name: string): number => statSync(join(home, name)).size;

test.describe.serial("JupyterLab", () => {
  let server: Awaited<ReturnType<typeof serve>>;
  let page: Page;
  let seen: ReturnType<typeof watch>;

  test.beforeAll(async ({ browser }) => {
    copyFileSync(join(root, "www/public/examples/loan.json"), join(home, "loan.json"));
    write("ten.ipynb", [START, ...Array.from({ length: TEN }, (_, k) => show(k)), TELL]);
    settings(home, {
      "@jupyter-widgets/jupyterlab-manager/plugin": { saveState: true },
      "@jupyterlab/apputils-extension/notification": { fetchNews: "false", checkForUpdates: false },
    });
    const args = ["lab", "--no-browser", "--allow-root", "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=", `--ServerApp.root_dir=${home}`];
    server = await serve(home, "jupyter", (port) => [...args, `--port=${port}`]);
    page = await browser.newPage();
    seen = watch(page);
  });

  test.afterAll(() => server.stop());

  test("ten explainers answer, of one module, and nothing warns", async () => {
    await page.goto(`${server.url}lab/tree/ten.ipynb`);
    await expect(page.locator(".jp-Notebook .jp-Cell")).toHaveCount(TEN + 2);
    await expect(page.getByText("Python 3 (ipykernel) | Idle")).toBeVisible();
    // On a slow machine JupyterLab warns of its own plugins while it opens.
    const opened = seen.complaints.length;
    await page.locator(".lm-MenuBar-itemLabel", { hasText: /^Run$/ }).click();
    await page.getByText("Run All Cells", { exact: true }).click();
    await expect.poll(() => answered(page)).toBe(TEN);
    expect(await modules(page)).toBe(1);
    expect(seen.complaints.slice(opened)).toEqual([]);
  });

  test("the answers come back to Python, and are its own", async () => {
    const all = await told(page);
    expect(all).toHaveLength(TEN);
    for (const one of all) {
      expect(one?.status).toBe("optimal");
      expect(one?.cost).toBe(one?.own);
    }
    expect(new Set(all.map((one) => JSON.stringify(one?.query))).size).toBe(TEN);
  });

  test("the notebook and its html are small, and the html answers without a kernel", async ({ page: other }) => {
    await page.locator(".jp-Notebook .jp-Cell").first().locator(".jp-InputArea-editor").click();
    await page.keyboard.press("Control+s");
    await expect(page.locator(".jp-DirtyIndicator, .jp-mod-dirty")).toHaveCount(0);
    run(home, "jupyter", ["nbconvert", "--to", "html", "ten.ipynb"]);
    process.stdout.write(`    ten explainers: .ipynb ${MB(size("ten.ipynb"))}, .html ${MB(size("ten.html"))}\n`);
    expect(size("ten.ipynb")).toBeLessThan(MOST);
    expect(size("ten.html")).toBeLessThan(MOST);
    await openHtml(other, "ten.html");
    await expect.poll(() => answered(other)).toBe(TEN);
  });

  test("a cell that is run again ends its explainer, and the new one works; no worker stays", async () => {
    const workers = page.workers().length;
    const again = 5;
    for (let k = 0; k < again; k++) {
      const old = await explainers(cell(page, 3)).elementHandle();
      await runCell(page, 3);
      await expect.poll(() => old.evaluate((one) => one.isConnected)).toBe(false);
      expect(await old.evaluate((one) => (one as HTMLElementTagNameMap["espalier-explainer"]).answer)).toBeNull();
      await expect.poll(() => answered(cell(page, 3))).toBe(1);
    }
    // One a run would be five; a search that lasts may have got its second worker meanwhile.
    expect(page.workers().length).toBeLessThan(workers + again);
    expect(await answered(page)).toBe(TEN);
    expect(await modules(page)).toBe(1);
    expect((await told(page))[2]?.status).toBe("optimal");
  });

  test("keys in an explainer are its own, and saving is the notebook's", async () => {
    const before = await told(page);
    const slider = explainers(cell(page, 3)).locator(".cards").getByRole("slider", { name: "Lowest allowed credit amount" });
    await slider.focus();
    const value = await slider.getAttribute("aria-valuenow");
    await page.keyboard.press("ArrowUp");
    await expect(slider).not.toHaveAttribute("aria-valuenow", value ?? "");
    for (const key of ["b", "x", "z"]) await page.keyboard.press(key);
    await expect(page.locator(".jp-Notebook .jp-Cell")).toHaveCount(TEN + 2);
    await page.keyboard.press("Control+s");
    await expect.poll(() => kept().length).toBeGreaterThanOrEqual(TEN);
    await expect.poll(async () => (await told(page))[2]?.limits).not.toEqual(before[2]?.limits);
  });

  test("the page again, and the saved notebook after its kernel has ended, show the explainers", async () => {
    await page.reload();
    await expect.poll(() => answered(page)).toBe(TEN);
    const sessions = (await (await fetch(`${server.url}api/sessions`)).json()) as { id: string }[];
    for (const { id } of sessions) await fetch(`${server.url}api/sessions/${id}`, { method: "DELETE" });
    await page.goto("about:blank");
    await page.goto(`${server.url}lab/tree/ten.ipynb`);
    await expect.poll(() => answered(page)).toBe(TEN);
  });

  test("a notebook that is run by nbconvert, with two models, is small, and its html answers", async ({ page: other }) => {
    copyFileSync(join(root, "www/public/examples/iris.json"), join(home, "iris.json"));
    write("two.ipynb", [START, show(0), show(1), `Explainer("iris.json").show([5.1, 3.5, 1.4, 0.2], "virginica")`]);
    run(home, "jupyter", ["nbconvert", "--to", "notebook", "--execute", "--inplace", "two.ipynb"]);
    run(home, "jupyter", ["nbconvert", "--to", "html", "two.ipynb"]);
    process.stdout.write(`    three explainers of two models, by nbconvert --execute: .ipynb ${MB(size("two.ipynb"))}, .html ${MB(size("two.html"))}\n`);
    expect(size("two.ipynb")).toBeLessThan(MOST);
    expect(size("two.html")).toBeLessThan(MOST);
    await openHtml(other, "two.html");
    await expect.poll(() => answered(other)).toBe(3);
  });
});
