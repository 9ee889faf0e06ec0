/** Columns, levels and classes named like the members of every object: each view of page and element opens on them, and nothing complains. */
import { expect, test, type Page } from "@playwright/test";
import type {} from "../../www/src/page/element/define.js";
import { INHERITED, modelNamed } from "../web/names.js";
import { serve } from "./files.js";
import { badge, card, limitForm, open, settled, upload } from "./page-tools.js";
import { watch } from "./watch.js";

const [a, b, c, d, e, f] = INHERITED;
const model = modelNamed(INHERITED);

/** Rows under the features' names; categories and levels as words. */
const csv = [[...INHERITED, "label"].join(), ...Array.from({ length: 60 }, (_, k) => [(k % 90) / 10, 18 + k, [f, a, b][k % 3], [c, f, d][k % 3], [a, f][k % 2], k, [a, f][k % 2]].join())].join("\n");

const solved = async (page: Page): Promise<void> => {
  await expect(badge(page)).toHaveText(/Proven|already|Already/);
  await settled(page);
};

async function addLimit(page: Page, kind: string, field: string, sentence: string): Promise<void> {
  await limitForm(page, kind);
  await page.getByLabel(field).fill(sentence);
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.locator(".limit-form")).toHaveCount(0);
  await solved(page);
}

async function everyView(page: Page): Promise<void> {
  await solved(page);
  for (const name of INHERITED) await expect(card(page, name)).toHaveCount(1);
  // Cards: a lock, a price, a difficulty.
  await page.getByRole("button", { name: /^Keep valueOf as it is/i }).click();
  await solved(page);
  await page.getByRole("button", { name: "Undo" }).click();
  const hard = card(page, a).getByRole("combobox", { name: /^How hard/ });
  await hard.selectOption("own price");
  await solved(page);
  await hard.selectOption("very hard");
  await solved(page);
  await page.getByRole("button", { name: /^Remove the limit: \d+ from the file/ }).click();
  await addLimit(page, "Relation", "The relation, as a sentence or JSON", `${f} plus ${a} at most 200`);
  await addLimit(page, "Follows", "The consequence, as a sentence or JSON", `${b} follows 0.5 times ${f}`);
  // The map, by every pair of axes and in every layer.
  for (const [x, y] of [[f, a], [d, f], [c, e], [b, f]] as const) {
    await page.getByLabel("Feature across").selectOption(x);
    await page.getByLabel("Feature up").selectOption(y);
    await expect(page.locator("espalier-map")).toHaveCount(1);
  }
  for (const layer of await page.getByRole("radiogroup", { name: /map/i }).getByRole("radio").all()) await layer.check({ force: true });
  const pin = page.getByRole("button", { name: "Pin this answer" });
  if (await pin.isEnabled()) await pin.click();
  for (const drawer of [/^Trees/, /^Search/, /^Compare/, /^Data/]) {
    const button = page.getByRole("button", { name: drawer });
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await settled(page);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed")).toContainText(f);
  await page.emulateMedia({ media: null });
}

test("the page opens a model and a csv file of such columns, and every view stands", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await upload(page, "names.json", model);
  await expect(page.getByRole("region", { name: /About this model/ })).toContainText(f);
  await page.getByRole("button", { name: /Explain|Done|Close/ }).first().click();
  await everyView(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose (other rows|a csv)/ }).click();
  await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.locator(".source")).toContainText("All 60 rows of people.csv");
  await solved(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await solved(page);
  expect(seen.complaints).toEqual([]);
});

test("the element opens such columns by its attributes", async ({ page }) => {
  const seen = watch(page);
  const query = JSON.stringify(Object.fromEntries([[a, 3], [b, 30], [c, f], [d, d], [e, a], [f, 40]])).replaceAll("'", "&#39;");
  const html = `<!doctype html><html lang="en"><title>embed</title><link rel="icon" href="data:,"><script type="module" src="./element.js"></script>
<body><espalier-explainer model="names.json" query='${query}' target="${f}" axes="${f} ${a}"></espalier-explainer></body></html>`;
  const server = await serve("pkg", { pages: { "/": html, "/names.json": JSON.stringify(model) } });
  await page.goto(server.url);
  await solved(page);
  for (const name of INHERITED) await expect(card(page, name)).toHaveCount(1);
  const answer = await page.evaluate(() => document.querySelector("espalier-explainer")?.answer);
  expect(answer?.status).toBe("optimal");
  expect(seen.complaints).toEqual([]);
  server.close();
});
