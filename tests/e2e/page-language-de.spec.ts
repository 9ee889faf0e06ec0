/** The page and the lessons in German as a whole: no English is left on them, and all of it fits a narrow screen. */
import { expect, test, type Page } from "./test.js";
import { tokens } from "../web/pseudo.js";
import { chapters, drawn, settled, textsOn } from "./page-tools.js";
import { watch } from "./watch.js";

/** Words of English that are no words of German, and that no example has. */
const ENGLISH = ["the", "and", "of", "your", "you", "is", "are", "every", "answer", "change", "changes", "cost", "row", "rows", "tree", "trees", "features", "limit", "limits", "search", "proof"];

test.use({ locale: "de" });

/** Texts on the page, and those that are read out, in which English words stand. Names that the model has, and its commands, are left out. */
async function english(page: Page): Promise<string[]> {
  const texts = await textsOn(page, ".examples, .about");
  return texts.filter((text) => tokens(text).some((token) => ENGLISH.includes(token)));
}

test("no English is left on the page, its menus and its drawers", async ({ page }) => {
  const seen = watch(page);
  await page.goto("./");
  await settled(page);
  await expect(page.locator(".badge")).toHaveText("Bewiesen: die kleinste");
  await expect(page.locator(".say")).toContainText("Sie w\u00e4ren");
  expect(await english(page)).toEqual([]);
  for (const name of ["\u00d6ffnen", "Teilen", "Ausgeben", "Tasten und Hilfe"]) {
    const opener = page.locator(".top").getByRole("button", { name }).first();
    await opener.click();
    await expect(page.locator(".menu")).toBeVisible();
    expect(await english(page), name).toEqual([]);
    await opener.click();
  }
  await expect(page.getByRole("button", { name: "Warum" })).toBeVisible();
  const tabs = page.locator(".drawers [aria-expanded]");
  expect(await tabs.count()).toBeGreaterThan(4);
  for (const tab of await tabs.all()) {
    await tab.click();
    await drawn(page);
    expect(await english(page), (await tab.textContent()) ?? "").toEqual([]);
  }
  seen.quiet();
});

test("a limit is typed in German and read out in German", async ({ page }) => {
  await page.goto("./");
  await settled(page);
  await page.getByRole("button", { name: "Vorgabe", exact: true }).click();
  const form = page.getByRole("form", { name: "Neue Vorgabe" });
  await form.getByText("Beziehung").click();
  await form.getByRole("textbox", { name: "Die Beziehung, als Satz oder JSON" }).fill("Credit amount h\u00f6chstens 150 mal Duration");
  await expect(form.locator(".preview")).toHaveText("Credit amount h\u00f6chstens 150 \u00d7 Duration");
  await form.getByRole("button", { name: "Hinzuf\u00fcgen" }).click();
  await settled(page);
  await expect(page.getByRole("button", { name: "Vorgabe entfernen: Credit amount h\u00f6chstens 150 \u00d7 Duration" })).toBeVisible();
});

test("no English is left in the lessons", async ({ page }) => {
  for (const name of await chapters(page)) {
    await page.goto(`./lessons.html${name}`);
    await expect(page.locator(".figure")).toBeVisible();
    await drawn(page);
    expect(await english(page), name).toEqual([]);
  }
});

test("on a narrow screen no text stands beyond the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["./", "./lessons.html#slanted", "./lessons.html#walk"]) {
    await page.goto(path);
    if (path === "./") await settled(page);
    await drawn(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});
