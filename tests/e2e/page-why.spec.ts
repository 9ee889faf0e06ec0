/** The drawer "Why": the score change by change, in an order that a person chooses, and the trees behind it. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { drawn, open, openExample, settled } from "./page-tools.js";
import { watch } from "./watch.js";

const ledger = (page: Page): Locator => page.locator("espalier-why");
const steps = (page: Page): Locator => ledger(page).locator("tr.step");
const numberOf = (text: string): number => Number(text.replace(/[^\d.\u2212-]/g, "").replace("\u2212", "-"));

/** The scores of the rows from the first to the last, and the gains between them, as they are written. */
async function read(page: Page): Promise<{ names: string[]; gains: number[]; scores: number[]; outcomes: string[] }> {
  await expect(ledger(page).locator("table")).toBeVisible();
  await drawn(page);
  await expect(page.locator(".stale")).toHaveCount(0);
  const rows = ledger(page).locator("tbody tr:not(.sum)");
  const cells = (nth: number): Promise<string[]> => rows.locator(`td:nth-of-type(${String(nth)})`).allTextContents();
  return {
    names: (await steps(page).locator("th").allTextContents()).map((text) => text.replace(/^\W+/, "").split(":")[0]!.trim()),
    gains: (await cells(1)).slice(1).map(numberOf),
    scores: (await cells(3)).map(numberOf),
    outcomes: await cells(4),
  };
}

const tenths = (x: number): string => x.toFixed(1);

async function why(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Why", exact: true }).click();
}

test("the gains of all changes add up to the score of the answer, in every order", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await settled(page);
  await why(page);
  const first = await read(page);
  expect(first.names).toHaveLength(2);
  expect(first.outcomes[0]).toBe("refused");
  expect(first.outcomes.at(-1)).toBe("accepted");
  const final = numberOf((await page.locator(".replay").first().textContent())!.split("score")[1]!);
  const holds = ({ gains, scores }: typeof first): void => {
    gains.forEach((gain, at) => expect(tenths(gain)).toBe(tenths(scores[at + 1]! - scores[at]!)));
    expect(tenths(gains.reduce((sum, one) => sum + one, 0))).toBe(tenths(scores.at(-1)! - scores[0]!));
    expect(scores.at(-1)).toBe(final);
  };
  holds(first);
  expect(numberOf((await ledger(page).locator("tr.sum td").first().textContent())!)).toBeCloseTo(final - first.scores[0]!, 6);

  // By keys: the last change becomes the first, and keeps the focus.
  const last = steps(page).last().getByRole("button");
  await last.focus();
  await page.keyboard.press("ArrowUp");
  await expect(steps(page).first()).toContainText(first.names[1]!);
  await expect(steps(page).first().getByRole("button")).toBeFocused();
  const second = await read(page);
  expect(second.names).toEqual([first.names[1], first.names[0]]);
  expect(second.gains[0]).not.toBe(first.gains[1]);
  holds(second);

  // By the mouse: back to the last place.
  const from = (await steps(page).first().getByRole("button").boundingBox())!;
  const to = (await steps(page).last().boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(steps(page).last()).toContainText(first.names[1]!);
  expect(await read(page)).toEqual(first);
  await accessible(page);
  seen.quiet();
});

test("the ledger follows the answer, and each tree shows its path", async ({ page }) => {
  await open(page);
  await settled(page);
  await why(page);
  const before = await read(page);
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await settled(page);
  await expect(ledger(page).locator("table")).not.toContainText("Duration");
  const after = await read(page);
  expect(after.scores[0]).toBe(before.scores[0]);
  expect(after.outcomes.at(-1)).toBe("accepted");
  const said = (await ledger(page).locator(".minds p").first().textContent())!;
  const [all = 0, more = 0, less = 0] = said.match(/\d+/g)!.map(Number);
  expect(all).toBe(60);
  expect(await ledger(page).locator(".minds li").count()).toBe(more + less);
  const tree = ledger(page).locator(".minds li button").first();
  const name = /Tree \d+/.exec((await tree.textContent())!)![0];
  await tree.click();
  await expect(page.locator(".one-tree .said b")).toHaveText(new RegExp(`^${name} of `));
  await expect(page.locator(".one-tree .said")).toContainText("Ends in a leaf");
});

test("an answer without a single score, and one without changes, say so", async ({ page }) => {
  await open(page);
  await settled(page);
  await why(page);
  await read(page);
  await page.getByRole("combobox", { name: "Outcome to look for" }).first().selectOption({ label: "the best score within a cost" });
  await settled(page);
  await expect(ledger(page)).toContainText("no single score");
  await page.getByRole("combobox", { name: "Outcome to look for" }).first().selectOption({ label: "refused" });
  await settled(page);
  await expect(ledger(page)).toContainText("There is nothing to take apart");
});

for (const example of ["Iris", "Rent of a flat", "Neural network", "Wine", "Breast tumour"]) {
  test(`the gains add up for the example ${example}`, async ({ page }) => {
    const seen = watch(page);
    await openExample(page, example);
    await why(page);
    const { gains, scores } = await read(page);
    gains.forEach((gain, at) => expect(gain).toBeCloseTo(scores[at + 1]! - scores[at]!, 3));
    await expect(ledger(page).locator(".minds p").first()).toContainText(/^Of \d+/);
    seen.quiet();
  });
}

test("on a phone the page is not wider than the screen, and the ledger is there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await settled(page);
  await why(page);
  await read(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible(page);
});
