/** Numbers that people type: taken as they stand, or kept where they stand with the reason; and the page holds every number that is taken. */
import { expect, test, type Page } from "./test.js";
import { forest } from "../web/models.js";
import { badge, card, open, say, settled, upload } from "./page-tools.js";
import { watch } from "./watch.js";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press("Enter");
}

test("a text that is not taken stays, with the reason, and the answer stays that of the number in force", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  const before = await say(page).textContent();
  const why = card(page, "Credit amount").getByRole("alert");
  for (const [text, reason] of [
    ["abc", "\u201cabc\u201d is not a number."],
    ["NaN", "A value is needed: this model has no rule for a missing one."],
    ["", "A value is needed: this model has no rule for a missing one."],
    ["3k", "If 3,000 is meant, write 3000."],
    ["2.450", "If 2,450 is meant, write 2450."],
    ["2450.5", "Only whole numbers: 2450 or 2451."],
    ["-1e60", "This is farther from 0 than the model can read."],
    ["1e60", "This is farther from 0 than the model can read."],
  ] as const) {
    await type(page, "Credit amount, value", text);
    await expect(why).toContainText(reason);
    await expect(why).toContainText("Until then it stays 3,200\u00a0EUR.");
    await expect(field(page, "Credit amount, value")).toHaveValue(text);
    await expect(field(page, "Credit amount, value")).toHaveAttribute("aria-invalid", "true");
    await expect(say(page)).toHaveText(before ?? "");
  }
  // Another field may be mended first.
  await type(page, "Duration, value", "12");
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(field(page, "Credit amount, value")).toHaveValue("1e60");
  await field(page, "Credit amount, value").press("Escape");
  await expect(why).toHaveCount(0);
  await expect(field(page, "Credit amount, value")).toHaveValue("3,200");
  await type(page, "Credit amount, value", "2 450 eur");
  await expect(field(page, "Credit amount, value")).toHaveValue("2,450");
  seen.quiet();
});

test("a text that is typed before the page has drawn the one before is not lost", async ({ page }) => {
  await open(page);
  const value = field(page, "Credit amount, value");
  await value.focus();
  await value.evaluate((input: HTMLInputElement) => {
    const typed = (text: string): void => {
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    const enter = (): void => void input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    typed("abc");
    enter();
    typed("3k");
  });
  const why = card(page, "Credit amount").getByRole("alert");
  await expect(why).toHaveCount(0);
  await expect(value).toHaveValue("3k");
  await value.press("Enter");
  await expect(why).toContainText("If 3,000 is meant, write 3000.");
  await value.pressSequentially("3000");
  await expect(value).toHaveValue("3k3000");
  await value.fill("3000");
  await value.press("Enter");
  await expect(value).toHaveValue("3,000");
});

test("a field follows its number after a text was typed and taken back letter by letter", async ({ page }) => {
  await open(page);
  const value = field(page, "Credit amount, value");
  await value.press("End");
  await page.keyboard.type("1");
  await page.keyboard.press("Backspace");
  await expect(value).toHaveValue("3,200");
  await page.keyboard.press("Tab");
  await page.locator(".segment", { hasText: "Your values" }).click();
  await page.locator("espalier-map .dot").first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(value).not.toHaveValue("3,200");
});

test("a text is kept that is typed before the page has drawn the number beside it", async ({ page }) => {
  await open(page);
  await upload(page, "price.json", prices);
  const [lowest, highest] = [field(page, "Lowest predicted value looked for"), field(page, "Highest predicted value looked for")];
  await expect(lowest).toBeVisible();
  await type(page, "Highest predicted value looked for", "");
  await settled(page);
  await lowest.focus();
  const other = await highest.elementHandle();
  await lowest.evaluate((from: HTMLInputElement, to) => {
    const typed = (input: HTMLInputElement, text: string): void => {
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    typed(from, "300000");
    from.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    (to as HTMLInputElement).focus();
    typed(to as HTMLInputElement, "200000");
  }, other);
  await expect(say(page)).toContainText("at least 300,000");
  await expect(highest).toHaveValue("200000");
  await highest.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The second number must be the larger" })).toBeVisible();
  // A text that is given up goes.
  await lowest.fill("7");
  await lowest.press("Escape");
  await expect(lowest).toHaveValue("300,000");
});

test("values far outside of the known range are told of, and the page holds them", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  for (const [text, whole] of [["1e9", "1,000,000,000"], ["-1e7", "\u221210,000,000"], ["1e21", "1e21"]] as const) {
    for (const name of ["Credit amount", "Duration"]) {
      await type(page, `${name}, value`, text);
      await expect(card(page, name)).toContainText(/Outside of .+ to .+, the known range\./);
      await expect(field(page, `${name}, value`)).toHaveValue(whole);
    }
    await expect(badge(page)).toHaveText(/^\s*(Proved|Best)/);
    await settled(page);
    for (const layer of ["Your values", "Rest may change", "The answer\u2019s"]) {
      const segment = page.locator(".segment", { hasText: layer });
      if (await segment.locator("input").isEnabled()) await segment.click();
      await page.locator("espalier-map").hover();
    }
  }
  await type(page, "Credit amount, value", "3200");
  await expect(card(page, "Credit amount")).not.toContainText("known range");
  seen.quiet();
});

/** A price by one size; nothing is known of how to treat a missing one. */
const prices = {
  ...forest,
  kind: "regressor",
  base: [0],
  columns: 2,
  trees: [{ weight: 1, feature: [0, -1, -1], threshold: [80, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [180000], [365270.5]], missing: { 0: "left" } }, { weight: 1, feature: [1, -1, -1], threshold: [4.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [180000], [365270.5]] }],
  schema: { features: [{ name: "Size", kind: "numeric", column: 0, min: 20, max: 200 }, { name: "Rooms", kind: "integer", column: 1, min: 1, max: 9 }] },
  background: { rows: [[50, 2], [120, 5], [90, 3]], labels: [181000, 365270, 350000.5] },
};

/** Opens the regressor of prices, up to its settled answer. */
async function openPrices(page: Page): Promise<void> {
  await open(page);
  await upload(page, "price.json", prices);
  await expect(field(page, "Lowest predicted value looked for")).toBeVisible();
  await settled(page);
}

test("the ends of the target are taken in order, or not at all", async ({ page }) => {
  await openPrices(page);
  await type(page, "Lowest predicted value looked for", "300000");
  await expect(say(page)).toContainText("at least 300,000");
  await type(page, "Highest predicted value looked for", "200000");
  const why = page.locator(".value-target").getByRole("alert");
  await expect(why).toHaveText("The second number must be the larger; the first is 300,000. Until then it stays open.");
  await expect(say(page)).toContainText("at least 300,000");
  await type(page, "Lowest predicted value looked for", "abc");
  await expect(why.first()).toHaveText("\u201cabc\u201d is not a number. Digits are, such as 1250. Until then it stays 300,000.");
  await type(page, "Highest predicted value looked for", "400000");
  await type(page, "Lowest predicted value looked for", "");
  await expect(say(page)).toContainText("at most 400,000");
  await type(page, "Highest predicted value looked for", "");
  await expect(why).toContainText("One of the two numbers is needed.");
});

test("a number that was refused for the other one is taken once that one fits, and no reason outlives the numbers that it tells of", async ({ page }) => {
  await openPrices(page);
  await type(page, "Highest predicted value looked for", "200000");
  await type(page, "Lowest predicted value looked for", "");
  const why = page.locator(".value-target").getByRole("alert");
  await type(page, "Lowest predicted value looked for", "300000");
  await expect(why).toContainText("the second is 200,000");
  await type(page, "Highest predicted value looked for", "250000");
  await expect(why).toHaveCount(0);
  await type(page, "Lowest predicted value looked for", "300000");
  await type(page, "Highest predicted value looked for", "400000");
  await expect(why).toHaveCount(0);
  await expect(say(page)).toContainText("300,000 to 400,000");
  await type(page, "Lowest predicted value looked for", "");
  await type(page, "Highest predicted value looked for", "");
  await expect(why).toContainText("One of the two numbers is needed.");
  await type(page, "Lowest predicted value looked for", "190000");
  await expect(why).toHaveCount(0);
  await expect(say(page)).toContainText("at least 190,000");
});

/** Types into one field after the other, all before the page is drawn again. Where there is no text, the field only gets the focus. */
async function typeAtOnce(page: Page, ...all: (readonly [name: string, text?: string])[]): Promise<void> {
  await page.evaluate((list) => {
    for (const [name, text] of list) {
      const field = document.querySelector("espalier-explainer")!.shadowRoot!.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!;
      field.focus();
      if (text === undefined) continue;
      field.value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true, cancelable: true }));
    }
  }, all);
}

test("a number that is refused for the other one, and fits that before the page is drawn again, is taken", async ({ page }) => {
  await openPrices(page);
  await type(page, "Highest predicted value looked for", "250000");
  await type(page, "Lowest predicted value looked for", "");
  await expect(say(page)).toContainText("at most 250,000");
  await typeAtOnce(page, ["Lowest predicted value looked for", "300000"], ["Highest predicted value looked for", "400000"]);
  await expect(say(page)).toContainText("300,000 to 400,000");
});

test("a text that is selected as a whole stays selected where another one takes its place", async ({ page }) => {
  await openPrices(page);
  const from = field(page, "Lowest predicted value looked for");
  await type(page, "Lowest predicted value looked for", "300000");
  await expect(say(page)).toContainText("at least 300,000");
  await type(page, "Lowest predicted value looked for", "abc");
  await expect(page.locator(".value-target").getByRole("alert")).toContainText("abc");
  await typeAtOnce(page, ["Highest predicted value looked for", "400000"], ["Lowest predicted value looked for"]);
  await page.keyboard.press("Delete");
  await expect(from).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(say(page)).toContainText("at most 400,000");
});

test("an end of the target that is typed before the page is drawn again is kept", async ({ page }) => {
  await open(page);
  await upload(page, "price.json", prices);
  await expect(field(page, "Lowest predicted value looked for")).toBeVisible();
  await type(page, "Lowest predicted value looked for", "300000");
  await type(page, "Highest predicted value looked for", "200000");
  await settled(page);
  await page.evaluate(() => {
    const next = requestAnimationFrame;
    window.requestAnimationFrame = (run) => next(() => setTimeout(() => run(performance.now()), 700));
  });
  await type(page, "Highest predicted value looked for", "400000");
  await type(page, "Lowest predicted value looked for", "");
  await expect(say(page)).toContainText("at most 400,000");
  await type(page, "Lowest predicted value looked for", "350000");
  await type(page, "Highest predicted value looked for", "");
  await expect(say(page)).toContainText("at least 350,000");
});

test("the labels of a regressor's rows are numbers", async ({ page }) => {
  await open(page);
  await upload(page, "price.json", prices);
  await page.getByRole("button", { name: /^Data/ }).click();
  await expect(page.locator(".data table")).toContainText("365,270");
  await expect(page.locator(".data table")).not.toContainText("class");
});

test("the rows in the open drawer are those of the model that is open now", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Data/ }).click();
  const first = page.locator(".data tbody tr").first();
  await expect(first).toContainText("accepted");
  await upload(page, "price.json", prices);
  await expect(first).toHaveText(/^\s*1\s*50\s*2\s*181,000\s*$/);
});

test("a value may be missing where the model has a rule for it, and only there", async ({ page }) => {
  await open(page);
  await upload(page, "price.json", prices);
  await expect(page.getByRole("textbox", { name: "Size, value" })).toBeVisible();
  await type(page, "Size, value", "");
  await expect(field(page, "Size, value")).toHaveValue("unknown");
  await expect(card(page, "Size").getByRole("alert")).toHaveCount(0);
  await type(page, "Rooms, value", "");
  await expect(card(page, "Rooms").getByRole("alert")).toContainText("no rule for a missing one");
  await type(page, "Size, value", "100");
  await expect(field(page, "Size, value")).toHaveValue("100");
});

test("a limit is not added as long as its number is not read", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Add a limit", exact: true }).click();
  await page.getByLabel("Which feature").selectOption("Credit amount");
  await type(page, "Value", "2.500");
  await expect(page.locator(".limit-form").getByRole("alert")).toContainText("If 2,500 is meant, write 2500.");
  await expect(page.getByRole("button", { name: "Add limit" })).toBeDisabled();
  await field(page, "Value").press("Enter");
  await expect(page.locator(".limit-form")).toBeVisible();
  await field(page, "Value").fill("2500");
  await field(page, "Value").blur();
  await expect(page.locator(".limit-form").getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(page.getByRole("button", { name: /Remove the limit: At least 2,500/ })).toBeVisible();
});
