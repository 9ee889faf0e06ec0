/** The page and the element in other languages: words, numbers, the choice that the browser keeps, and no text outside of the catalogue. */
import { expect, test, type Page } from "./test.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stump } from "../web/models.js";
import { outside, tokens } from "../web/pseudo.js";
import { root, serve } from "./files.js";
import { card, chapters, drawn, settled, textsOn } from "./page-tools.js";
import { pseudoScript } from "./pseudo-script.js";
import { watch } from "./watch.js";

const lang = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

test("the page is in the language of its address, before its first drawing, with numbers and typed numbers as they are there", async ({ page }) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => shown.push(document.querySelector("espalier-explainer")?.shadowRoot?.querySelector(".top")?.textContent ?? "")).observe(document, { subtree: true, childList: true });
  });
  const seen = watch(page);
  await page.goto("./?lang=de");
  await settled(page);
  expect(await lang(page)).toBe("de");
  await expect(page.getByRole("button", { name: "Beispiele" })).toBeVisible();
  await expect(page.locator(".say")).toContainText(/\d\.\d{3}/);
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown.filter((text) => text.includes("Examples")))).toEqual([]);
  const amount = card(page, "Credit amount").locator("input[type=text]").first();
  await amount.fill("5.450");
  await amount.press("Enter");
  await settled(page);
  await expect(amount).toHaveValue("5.450");
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")?.request?.query)).toMatchObject(expect.arrayContaining([5450]));
  seen.quiet();
});

test("all languages and the further drawers are asked for before the first answer, so that a choice in the menu needs no request; it follows at once, and is kept", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("espalier-answer", () => Object.assign(window, { answered: performance.now() }), { once: true });
  });
  const seen = watch(page);
  await page.goto("./");
  await settled(page);
  expect(await lang(page)).toBe("en");
  const asked = (): Promise<number[]> => page.evaluate(() => performance.getEntriesByType("resource").flatMap((one) => (/\/(de|fr|add)-[^/]*\.js/.test(one.name) ? [one.startTime] : [])));
  await expect.poll(async () => (await asked()).length).toBe(5);
  const answered = await (await page.waitForFunction(() => (window as unknown as { answered: number }).answered)).jsonValue();
  for (const start of await asked()) expect(start).toBeLessThan(answered);
  seen.loaded();
  await page.getByRole("button", { name: "Keys and help" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Tasten und Hilfe" })).toBeVisible();
  await expect(page.getByLabel("Sprache")).toHaveValue("de");
  expect(await lang(page)).toBe("de");
  seen.quiet();
});

test("the choice of a language is kept, and can be taken back", async ({ page }) => {
  await page.goto("./");
  await settled(page);
  await page.getByRole("button", { name: "Keys and help" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Tasten und Hilfe" })).toBeVisible();
  // A request that the reload breaks off belongs to the page before.
  await page.waitForLoadState("networkidle");
  const seen = watch(page);
  await page.reload();
  await settled(page);
  await expect(page.getByRole("button", { name: "Beispiele" })).toBeVisible();
  await page.getByRole("button", { name: "Tasten und Hilfe" }).click();
  await page.getByLabel("Sprache").selectOption("English");
  await expect(page.getByRole("heading", { name: "Keys and help" })).toBeVisible();
  await expect(page.locator(".say")).toContainText("You would be");
  seen.quiet();
});

test.describe("a browser in French", () => {
  test.use({ locale: "fr-CA" });
  test("opens the page and the lessons in French", async ({ page }) => {
    await page.goto("./");
    await settled(page);
    expect(await lang(page)).toBe("fr");
    await expect(page.getByRole("button", { name: "Exemples" })).toBeVisible();
    await page.goto("./lessons.html");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("arbres");
    await page.goto("./?lang=en");
    await settled(page);
    await expect(page.getByRole("button", { name: "Examples" })).toBeVisible();
  });
});

test("words that cannot be fetched leave the page in English", async ({ page }) => {
  await page.route(/\/de-[^/]*\.js/, (route) => route.abort());
  await page.goto("./?lang=de");
  await settled(page);
  await expect(page.getByRole("button", { name: "Examples" })).toBeVisible();
  expect(await lang(page)).toBe("en");
});

const explainer = (more: string): string => `<espalier-explainer model="stump.json" query="[-3000.5, 20]" target="accepted" ${more}></espalier-explainer>`;

test("elements speak the language of their place, in whatever order the scripts come, and follow it", async ({ page }) => {
  const content = `<!doctype html><html lang="de-AT"><title>embed</title><link rel="icon" href="data:,">
    <script type="module" src="./languages/de.js"></script><script type="module" src="./espalier.js"></script>
    <body>${explainer("")}<section lang="en">${explainer("")}</section>${explainer('lang="it"')}</body></html>`;
  const server = await serve("pkg", { pages: { "/": content, "/stump.json": JSON.stringify(stump) } });
  await page.goto(server.url);
  const labels = (): Promise<(string | undefined)[]> =>
    page.evaluate(() => Array.from(document.querySelectorAll("espalier-explainer"), (one) => one.shadowRoot?.querySelector("section.map")?.getAttribute("aria-label") ?? undefined));
  await expect.poll(labels).toEqual(["Karte", "Map", "Map"]);
  await expect(page.locator("espalier-explainer").first().locator(".say")).toContainText("3.000,5");
  await expect(page.locator("espalier-explainer").nth(1).locator(".say")).toContainText("3,000.5");
  await page.evaluate(() => document.documentElement.setAttribute("lang", "fr"));
  await expect.poll(labels).toEqual(["Map", "Map", "Map"]);
  await page.evaluate(() => document.querySelector("section")?.setAttribute("lang", "de"));
  await expect.poll(labels).toEqual(["Map", "Karte", "Map"]);
  await page.evaluate(async (path) => {
    const { setWords } = (await import(path)) as { setWords: (words: object, tag: string) => void };
    setWords({ theMap: "Plan" }, "it");
  }, "./espalier.js");
  await expect.poll(labels).toEqual(["Map", "Karte", "Plan"]);
  server.close();
});

/** Words on the page and in its spoken texts that are neither in brackets nor known. */
async function strangers(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const texts = await textsOn(page);
  return [...new Set(texts.flatMap((text) => tokens(outside(text).replace(/\p{L}+\u2026/gu, "\u2026")).filter((token) => !known.has(token)).map((token) => `${token} in ${JSON.stringify(text.trim())}`)))];
}

const file = (path: string): string => readFileSync(join(root, "www/public", path), "utf8");

test("a pseudo-language reaches every text of the page, its map, menus and drawers", async ({ page }) => {
  await page.addInitScript({ content: await pseudoScript() });
  await page.goto("./");
  await drawn(page);
  await expect(page.locator(".badge")).toContainText("\u27e6");
  await expect(page.locator("section.answer")).toHaveAttribute("aria-busy", "false");
  // The model, the examples and their descriptions are data.
  const known = new Set(["espalier", ...tokens(file("examples/index.json")), ...tokens(JSON.stringify(await page.evaluate(() => document.querySelector("espalier-explainer")?.request))), ...tokens(schemaText(file("examples/loan.json")))]);
  expect(await strangers(page, known)).toEqual([]);
  await page.locator("espalier-map .surface").hover({ position: { x: 200, y: 200 } });
  await drawn(page);
  expect(await strangers(page, known), "on the map").toEqual([]);
  for (const name of ["Open", "Examples", "Share", "Export", "Keys and help"]) {
    const opener = page.locator(".top").getByRole("button", { name: `\u27e6${name}\u27e7` }).first();
    await opener.click();
    await expect(page.locator(".menu")).toBeVisible();
    expect(await strangers(page, known), name).toEqual([]);
    await opener.click();
  }
  await expect(page.getByRole("button", { name: "\u27e6Why\u27e7" })).toBeVisible();
  const tabs = page.locator(".drawers [aria-expanded]");
  expect(await tabs.count()).toBeGreaterThan(4);
  for (const tab of await tabs.all()) {
    await tab.click();
    await drawn(page);
    expect(await strangers(page, known), "a drawer").toEqual([]);
  }
});

/** The texts of a model's schema and classes. */
function schemaText(model: string): string {
  const { schema, classes } = JSON.parse(model) as { schema?: unknown; classes?: unknown };
  return JSON.stringify([schema, classes]);
}

test("a pseudo-language reaches every text of the lessons", async ({ page }) => {
  await page.addInitScript({ content: await pseudoScript() });
  const known = new Set(["espalier", ...tokens("Credit amount Duration EUR months accepted refused")]);
  for (const name of await chapters(page)) {
    await page.goto(`./lessons.html${name}`);
    await expect(page.locator(".figure")).toBeVisible();
    await drawn(page);
    const walked = name === "#walk" ? new Set([...known, ...tokens(schemaText(file("examples/loan.json")))]) : known;
    expect(await strangers(page, walked), name).toEqual([]);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const address of ["./", "./lessons.html"]) {
    test(`${address} asks for them in each of its languages`, async ({ page }) => {
      await page.goto(address);
      for (const [tag, said] of [["en", "Please allow scripts."], ["de", "Bitte erlauben Sie Skripte."], ["fr", "Veuillez autoriser les scripts."]] as const) {
        await expect(page.locator(`noscript p[lang=${tag}]`)).toContainText(said);
        await expect(page.locator(`noscript p[lang=${tag}]`)).toBeInViewport({ ratio: 1 });
      }
    });
  }
});
