/** The documentation site, as `npm run site` builds it, from a plain file server and a folder of it. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test, type Page } from "./test.js";
import { parquetWriteBuffer } from "hyparquet-writer";
import { accessible } from "./axe.js";
import { root, serve } from "./files.js";
import { watch, type Watch } from "./watch.js";

const SITE = join(root, "target/site");
let site: { url: string; close: () => void };
test.beforeAll(async () => {
  if (!existsSync(join(SITE, "index.html"))) throw new Error("the site is not built: npm run site");
  site = await serve("target/site", { under: "/some/deep/folder/" });
});
test.afterAll(() => site.close());

/** Fails where the page has complained, or has asked for anything outside of the site's folder. */
function within({ requests, complaints }: Watch): void {
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.filter((address) => !address.startsWith(site.url) && !/^(blob|data):/.test(address))).toEqual([]);
  // A request that a reload or the way back breaks off is no fault; a file that is not there is a console error too.
  expect(complaints.filter((one) => !one.startsWith("request failed: "))).toEqual([]);
}

const statusOfExplainer = (page: Page): Promise<string | undefined> => page.locator("espalier-explainer").evaluate((one: HTMLElement & { answer?: { status: string } | null }) => one.answer?.status);

test("the first page has the explainer itself, with a proved answer; links and the way back hold in the folder", async ({ page }) => {
  const seen = watch(page);
  await page.goto(site.url);
  await expect.poll(() => statusOfExplainer(page)).toBe("optimal");
  await page.getByRole("link", { name: "The meaning of “proved”" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The meaning of “proved”" })).toBeVisible();
  expect(page.url()).toBe(`${site.url}guide/proved.html`);
  await page.locator(".recipe-answer").first().scrollIntoViewIfNeeded();
  await expect(page.locator(".recipe-answer").first()).toContainText("it holds");
  // From a page in a folder, by the sidebar, to a page in another one; then the address by itself.
  await page.getByRole("link", { name: "Answer", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Answer" })).toBeVisible();
  expect(page.url()).toBe(`${site.url}contract/answer.html`);
  await page.getByRole("link", { name: "Element reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Element reference" })).toBeVisible();
  await page.reload();
  await expect.poll(() => statusOfExplainer(page)).toBe("optimal");
  await expect(page.getByRole("row", { name: "model string | null" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Answer" })).toBeVisible();
  within(seen);
});

test("requests of the cookbook are answered on the page with the status that they state, and follow a change", async ({ page }) => {
  const seen = watch(page);
  const stated = [...readFileSync(join(root, "docs/guide/cookbook.md"), "utf8").matchAll(/^```json \w+ (?!query)(\w+)$/gm)].map(([, status]) => status);
  expect(stated.length).toBeGreaterThan(40);
  await page.goto(`${site.url}guide/cookbook.html`);
  const answers = page.locator(".recipe-answer");
  await expect(answers).toHaveCount(stated.length);
  // Those of three models, one that has no answer, and the last one. tests/web/site.test.ts asks them all.
  for (const k of [0, 4, 6, stated.indexOf("infeasible"), stated.length - 1]) {
    await answers.nth(k).scrollIntoViewIfNeeded();
    await expect(answers.nth(k), `request ${k + 1}`).toHaveAttribute("data-status", stated[k]!);
  }
  const request = page.getByRole("textbox").first();
  await request.fill('{"target": {"class": "accepted"}, "constraints": [{"fix": "Credit amount"}]}');
  await expect(answers.first()).toContainText("25");
  await request.fill('{"target": {"clas": "accepted"}}');
  await expect(answers.first()).toContainText('did you mean "class"?');
  await request.fill('{"target"');
  await expect(answers.first()).toContainText("This is not JSON");
  // A search that lasts is stopped, and gives all that it has.
  await request.fill('{"target": {"class": "accepted"}, "count": 1000, "distinct": "regions", "time_limit": 600}');
  await answers.first().getByRole("button", { name: "Stop" }).click();
  await expect(answers.first()).toContainText("There may be more than are listed.");
  within(seen);
});

test("the search finds pages and sections without a network", async ({ page, context }) => {
  const seen = watch(page);
  await page.goto(`${site.url}guide/start.html`);
  await page.getByRole("button", { name: "Search" }).click();
  const box = page.getByRole("searchbox");
  await box.fill("isolation forest");
  await expect(page.getByRole("option").first()).toBeVisible();
  // All of it has come by now; the files of the site are the browser's.
  await context.setOffline(true);
  await box.fill("largest step small");
  await expect(page.getByRole("option").first()).toContainText("largest step");
  await context.setOffline(false);
  await page.getByRole("option").first().getByRole("link").or(page.getByRole("option").first()).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Request cookbook" })).toBeVisible();
  expect(page.url()).toContain(`${site.url}guide/cookbook.html#`);
  within(seen);
});

for (const { width, height, scheme, paths } of [
  { width: 390, height: 844, scheme: "light", paths: ["", "guide/cookbook.html", "contract/certificate.html", "formats.html"] },
  { width: 1280, height: 800, scheme: "dark", paths: ["guide/element.html", "guide/proved.html"] },
] as const) {
  test(`pages fit ${width} x ${height} and 768 x 1024, and axe finds nothing, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of paths) {
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.goto(site.url + path);
      const [explainer, recipe] = [page.locator("espalier-explainer"), page.locator(".recipe-answer").first()];
      if ((await explainer.count()) > 0) await expect.poll(() => statusOfExplainer(page)).toBe("optimal");
      if ((await recipe.count()) > 0) {
        await recipe.scrollIntoViewIfNeeded();
        await expect(recipe).toHaveAttribute("data-status", "optimal");
      }
      const over = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await over(), path).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width, height });
      expect(await over(), path).toBeLessThanOrEqual(0);
      await accessible(page);
    }
  });
}

test("links of all pages lead to files and places that are there", () => {
  const pages = readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(40);
  const html = new Map(pages.map((name) => [join(SITE, name), readFileSync(join(SITE, name), "utf8")]));
  const broken = [...html].flatMap(([path, text]) =>
    [...text.matchAll(/<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
      if (/^(https?|data):/.test(link)) return [];
      const [file = "", place = ""] = link.split("#");
      const to = file === "" ? path : resolve(dirname(path), file, file.endsWith("/") ? "index.html" : "");
      const there = existsSync(to) && (place === "" || html.get(to)?.includes(` id="${decodeURIComponent(place)}"`));
      return there === true ? [] : [`${path.slice(SITE.length)}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("the lines of Start and Batch run as they stand there", () => {
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  try {
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync(join(root, "pkg"), join(folder, "node_modules/espalier"));
    copyFileSync(join(root, "www/public/examples/loan.json"), join(folder, "loan.json"));
    const person = { "Credit amount": 5450, Duration: 39, "Checking account": "200 EUR or more", Savings: "below 500 EUR", Housing: "rent", "Employed for": 7, "Other loans": 0, Guarantor: "no", Age: 43, Purpose: "furniture" };
    const columns = Object.entries({ person: "p1", ...person }).map(([name, value]) => ({ name, data: [value], type: typeof value === "string" ? ("STRING" as const) : ("INT32" as const) }));
    writeFileSync(join(folder, "people.csv"), `${Object.keys(person).join(",")}\n${Object.values(person).join(",")}\n`);
    const blocks = ["start", "batch"].flatMap((name) => [...readFileSync(join(root, `docs/guide/${name}.md`), "utf8").matchAll(/^```(js|sh)\n([^]*?)^```$/gm)]);
    const scripts = blocks.filter(([, kind]) => kind === "js").map(([, , code = ""]) => code);
    const lines = blocks.flatMap(([, kind, code = ""]) => (kind === "sh" ? code.split("\n").filter((line) => line.startsWith("npx espalier ")) : []));
    expect([scripts.length, lines.length]).toEqual([2, 6]);
    const run = (command: string, args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
      expect([status, stderr], args.join(" ")).toEqual([0, ""]);
      return stdout;
    };
    for (const script of scripts) {
      writeFileSync(join(folder, "script.mjs"), script);
      expect(run(process.execPath, ["script.mjs"])).toMatch(/^optimal /);
    }
    // Some lines read people from Parquet and know them by an id. Those with --out tell a summary on the standard error, and write over no file.
    writeFileSync(join(folder, "people.parquet"), Buffer.from(parquetWriteBuffer({ columnData: columns })));
    for (const line of lines) {
      rmSync(join(folder, "answers.parquet"), { force: true });
      const { status, stderr } = spawnSync("sh", ["-c", line.replace("npx espalier", "node node_modules/espalier/cli.js")], { cwd: folder, encoding: "utf8" });
      expect([status, stderr === "" || line.includes("--out")], `${line}\n${stderr}`).toEqual([0, true]);
    }
    expect(readFileSync(join(folder, "answers.jsonl"), "utf8")).toContain('"status":"optimal"');
    expect(readFileSync(join(folder, "audit.html"), "utf8")).toContain("By Housing");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every figure of the gallery is answered beside its lines, which can be copied", async ({ page, context }) => {
  const seen = watch(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const lines = [...readFileSync(join(root, "docs/guide/figures.md"), "utf8").matchAll(/^```html figure\n(.*)\n```$/gm)].map(([, line]) => line!);
  const names = lines.map((line) => /figure="([^"]*)"/.exec(line)![1]!);
  await page.goto(`${site.url}guide/figures.html`);
  for (const [k, name] of names.entries()) {
    const figure = page.locator(`espalier-explainer[figure="${name}"]`);
    await figure.scrollIntoViewIfNeeded();
    await expect.poll(() => figure.evaluate((one: HTMLElement & { answer?: { status: string } | null }) => one.answer?.status), name).toBe("optimal");
    await page.locator(".vp-doc .language-html").nth(k).hover();
    await page.locator(".vp-doc .language-html button.copy").nth(k).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(lines[k]);
  }
  expect(names).toEqual(["boxes", "shortest-way", "sentence", "trees", "search", "compare", "curve"]);
  within(seen);
});
