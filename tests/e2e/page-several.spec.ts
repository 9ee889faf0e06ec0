/** Answers that differ from each other by a rule that the person chooses. */
import { expect, test, type Locator, type Page } from "./test.js";
import { readFile } from "node:fs/promises";
import type { Answer } from "../../www/src/types.js";
import { accessible } from "./axe.js";
import { open, openExample, say, settled } from "./page-tools.js";

const rule = (page: Page): Locator => page.getByRole("combobox", { name: "How the answers must differ" });
const differing = (page: Page): Locator => page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio", { name: /Alternative \d:/ });

/** The answer as it is saved. */
async function saved(page: Page): Promise<Answer> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Answer, JSON" }).click();
  const answer = JSON.parse(await readFile(await (await download).path(), "utf8")) as Answer;
  await page.keyboard.press("Escape");
  return answer;
}

test("further answers differ by features, by a distance or by regions, each says from which, and the link keeps the choice", async ({ page }) => {
  await open(page);
  await expect(differing(page)).toHaveText([/Alternative 1: avoids something of the smallest change/, /Alternative 2: avoids something of the smallest change and each alternative before/]);
  await expect(page.getByRole("radio", { name: /Smallest change$/ })).toBeChecked();

  await rule(page).selectOption({ label: "by 20\u00a0% of a range" });
  await settled(page);
  await expect(differing(page)).toHaveText([/Alternative 1: at least 20\s% of some range, or a level, from the smallest change/, /Alternative 2: at least 20\s% of some range, or a level, from the smallest change and each alternative before/]);
  await differing(page).nth(1).click();
  const apart = await saved(page);
  expect(apart.counterfactuals).toHaveLength(3);
  const costs = apart.counterfactuals.map(({ cost }) => cost);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
  expect(apart).toHaveProperty("measures.set.count", 3);
  // In link and undo.
  const url = page.url();
  await rule(page).selectOption({ label: "by the model\u2019s regions" });
  await settled(page);
  await expect(differing(page).first()).toContainText("in another region than the smallest change");
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  await expect(differing(page).first()).toContainText("at least 20");
  await page.goto("about:blank");
  await open(page, url);
  await expect(rule(page)).toHaveValue("0.2");
  await expect(differing(page).nth(1)).toBeChecked();
  // The command line is asked the same.
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"count":3,"distinct":{"distance":0.2}');
});

test("one more answer and one fewer are a press away, and are measured and printed with the others", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Show another" }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await expect(differing(page)).toHaveCount(3);
  // By arrow keys: the shown answer follows.
  await differing(page).nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(differing(page).nth(2)).toBeChecked();
  await expect(say(page)).toContainText("You would be accepted");
  await page.getByRole("button", { name: /^Compare/ }).click();
  await expect(page.getByRole("region", { name: "Measures" }).locator("tr.on")).toHaveCount(1);
  await accessible(page);
  await page.emulateMedia({ media: "print" });
  const list = page.locator(".printed ol li");
  expect(await list.count()).toBe(await page.locator(".way:enabled").count());
  await expect(list.filter({ hasText: /^Alternative 3: avoids something of the smallest change and each alternative before/ })).toHaveCount(1);
  await page.emulateMedia({ media: "screen" });
  for (const left of [2, 1]) {
    await page.getByRole("button", { name: "Hide the last" }).click();
    await expect(differing(page)).toHaveCount(left);
  }
  await expect(page.getByRole("button", { name: "Hide the last" })).toHaveCount(0);
});

test("where no answer differs any more, that is said", async ({ page }) => {
  await open(page);
  const names = await page.locator(".cards article").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  for (const name of names.filter((one) => one !== "" && one !== "Duration" && one !== "Credit amount")) {
    const lock = page.getByRole("button", { name: `Keep ${name.charAt(0).toLowerCase()}${name.slice(1)} as it is` });
    if ((await lock.count()) > 0 && (await lock.getAttribute("aria-pressed")) !== "true") await lock.click();
  }
  await settled(page);
  // Two features are left: of the sets of them, at most two hold none of the others.
  await expect(differing(page).last()).toContainText("there is none");
  await expect(page.getByRole("button", { name: "Show another" })).toHaveCount(0);
});

test("on a phone the rule is chosen by touch, and nothing runs out of the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await rule(page).selectOption("regions");
  await settled(page);
  await expect(differing(page).first()).toContainText("in another region than the smallest change");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const box = await differing(page).first().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
});

test("answers that cost the same are listed as such, and asked as ties", async ({ page }) => {
  await openExample(page, "Iris");
  await page.getByRole("combobox", { name: "How the size of a change is measured" }).selectOption("l0");
  await settled(page);
  await rule(page).selectOption("ties");
  await settled(page);
  await expect(differing(page)).toHaveText([/1\.00.*Alternative 1: as small/s, /1\.00.*Alternative 2: as small/s]);
  await differing(page).last().click();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"ties":true');
});

test("others lie in another group of rows or nearer to them, or were met by the search; and a distance from the rows may have a price", async ({ page }) => {
  await open(page);
  await rule(page).selectOption("met");
  await settled(page);
  const met = differing(page).first();
  if (await met.isEnabled()) {
    await expect(met).toContainText("met before the smallest; nothing proved");
    await met.click();
    await expect(page.locator(".badge").first()).toHaveText("Not decided yet");
  }
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("radio", { name: "Between the rows" }).check();
  await page.getByRole("combobox", { name: "Into how many groups of alike rows they are parted" }).selectOption("3");
  // Each group has an answer where the distance from its rows may be paid for.
  const far = page.getByRole("combobox", { name: "How far outside it may lie" });
  await far.selectOption({ label: "anywhere, at 1 a range" });
  await expect(page.getByText("is added to the cost: 1 for a whole range.")).toBeVisible();
  await settled(page);
  await rule(page).selectOption("groups");
  await settled(page);
  await expect(differing(page).first()).toHaveText(/Alternative 1: in another group than the smallest change.*proved the smallest such/s);
  await differing(page).first().click();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"each":true');
  await page.keyboard.press("Escape");
  await far.selectOption("0.5");
  await settled(page);
  await rule(page).selectOption("nearer");
  await settled(page);
  await expect(differing(page)).toHaveText([/Alternative 1: at most 20\s% outside/, /Alternative 2: at most 10\s% outside/]);
  // A price in place of the distance: no smaller distance is left to ask for.
  await far.selectOption({ label: "anywhere, at 1 a range" });
  await settled(page);
  await expect(differing(page).first()).toContainText("avoids something of the smallest change");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"hull":{"price":1,"norm":"l1","clusters":3}');
  await page.keyboard.press("Escape");
  await accessible(page);
  // How odd steps are together is a measure beside the norms.
  await page.getByRole("combobox", { name: "How the size of a change is measured" }).selectOption("rows");
  await settled(page);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.locator("pre.code")).toContainText('"quadratic":{"ridge":0.01},"norm":"l1"');
});
