/** Columns, levels and classes named like the members of every object: each view of page and element opens on them, and nothing complains. */
import { expect, test, type Page } from "./test.js";
import type {} from "../../www/src/page/element/define.js";
import { INHERITED, modelNamed } from "../web/names.js";
import { serve } from "./files.js";
import { badge, card, limitForm, open, settled, upload, uploadRows } from "./page-tools.js";
import { watch } from "./watch.js";

const [a, b, c, d, e, f] = INHERITED;
const model = modelNamed(INHERITED);

/** Rows under the features' names; categories and levels as words. */
const csv = [[...INHERITED, "label"].join(), ...Array.from({ length: 60 }, (_, k) => [(k % 90) / 10, 18 + k, [f, a, b][k % 3], [c, f, d][k % 3], [a, f][k % 2], k, [a, f][k % 2]].join())].join("\n");

const solved = async (page: Page): Promise<void> => {
  await expect(badge(page)).toHaveText(/^\s*Proved(?!: not)/);
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
  await page.getByRole("button", { name: /^Remove the limit: \d+ rules? of this model/ }).click();
  await addLimit(page, "Relation", "The relation, as a sentence or JSON", `${f} plus ${a} at most 200`);
  await addLimit(page, "Side effect", "The consequence, as a sentence or JSON", `${b} follows 0.5 times ${f}`);
  // The map, by every pair of axes and in every layer.
  for (const [x, y] of [[f, a], [d, f], [c, e], [b, f]] as const) {
    await page.getByLabel("Feature across").selectOption(x);
    await page.getByLabel("Feature up").selectOption(y);
    await expect(page.locator("espalier-map")).toHaveCount(1);
  }
  // With other axes the bar is laid out anew, and a forced click does not wait for that.
  await solved(page);
  for (const layer of await page.getByRole("radiogroup", { name: /map/i }).getByRole("radio").all()) await layer.check({ force: true });
  const pin = page.getByRole("button", { name: "Pin this answer" });
  if ((await pin.count()) > 0 && (await pin.isEnabled())) await pin.click();
  for (const drawer of [/^Trees/, /^Search/, /^Compare/, /^Threshold/, /^Data/]) {
    const button = page.getByRole("button", { name: drawer });
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await settled(page);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed")).toContainText(f);
  await page.emulateMedia({ media: null });
}

/** The views beside the page's own: the ways, the answers that differ, the list of the targets. */
async function everyWay(page: Page): Promise<void> {
  for (const way of await page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio").all()) {
    if (await way.isEnabled()) await way.click({ timeout: 5000 });
    await solved(page);
  }
  for (const kind of ["Relation", "Side effect", "If, then", "Range"]) {
    const choice = page.locator(".limit-form").getByText(kind, { exact: true });
    await page.getByRole("button", { name: "Add a limit", exact: true }).click();
    if ((await choice.count()) > 0) await choice.click();
    await page.keyboard.press("Escape");
    await expect(page.locator(".limit-form")).toHaveCount(0);
  }
}

test("the page opens a model and a csv file of such columns, and every view stands", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await upload(page, "names.json", model);
  await expect(page.getByRole("region", { name: /About this model/ })).toContainText(f);
  await page.getByRole("button", { name: /Explain|Done|Close/ }).first().click();
  await everyView(page);
  await uploadRows(page, "people.csv", csv);
  await expect(page.locator(".source")).toContainText("All 60 rows of people.csv");
  await solved(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await solved(page);
  expect(seen.complaints).toEqual([]);
});

const query = { [a]: 3, [b]: 30, [c]: f, [d]: d, [e]: a, [f]: 40 };

async function opened(page: Page, attributes: string): Promise<() => void> {
  const html = `<!doctype html><html lang="en"><title>embed</title><link rel="icon" href="data:,"><script type="module" src="./espalier.js"></script>
<body><espalier-explainer model="names.json" query='${JSON.stringify(query)}' ${attributes}></espalier-explainer></body></html>`;
  const server = await serve("pkg", { pages: { "/": html, "/names.json": JSON.stringify(model) } });
  await page.goto(server.url);
  return server.close;
}

test("the element opens such columns by its attributes, and every view stands", async ({ page }) => {
  const seen = watch(page);
  const close = await opened(page, `target="${f}" axes="${f} ${a}" controls="header person map answer drawers"`);
  await everyView(page);
  await everyWay(page);
  const answer = await page.evaluate(() => document.querySelector("espalier-explainer")?.answer);
  expect(answer?.status).toBe("optimal");
  expect(seen.complaints).toEqual([]);
  close();
});

test("the element takes such names in its properties and limits, and its parts stand alone", async ({ page }) => {
  const seen = watch(page);
  const close = await opened(page, `target='${JSON.stringify({ class: f, min_probability: 0.55 })}' axes="${e}, ${d}"`);
  await solved(page);
  await page.getByRole("button", { name: new RegExp(`^Keep ${b} as it is`, "i") }).click();
  await solved(page);
  await addLimit(page, "Relation", "The relation, as a sentence or JSON", `${f} plus ${a} at most 200`);
  await expect.poll(() => page.evaluate(() => document.querySelector("espalier-explainer")?.request?.constraints)).toContainEqual({ fix: b });
  for (const controls of ["answer", "map", "person", "drawers", "header", "person map answer"]) {
    await page.evaluate((to) => document.querySelector("espalier-explainer")!.setAttribute("controls", to), controls);
    await expect(page.locator("section.answer, .map, .person, .drawers, .top").first()).toBeVisible();
  }
  for (const name of INHERITED) {
    await page.evaluate(([first, second]) => document.querySelector("espalier-explainer")!.setAttribute("axes", `${first}, ${second}`), [name, name === a ? b : a] as const);
    await expect(page.locator("espalier-map")).toHaveCount(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await solved(page);
  }
  await page.evaluate(([a]) => void (document.querySelector("espalier-explainer")!.query = { [a]: 9 }), [a] as const);
  await solved(page);
  await page.evaluate(([a]) => document.querySelector("espalier-explainer")!.setAttribute("target", a), [a] as const);
  await solved(page);
  expect(seen.complaints).toEqual([]);
  close();
});
