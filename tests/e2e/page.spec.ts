/** The page as a person uses it: the answer, the limits, undo, bad files, links. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./test.js";
import type { Answer } from "../../www/src/types.js";
import { stump } from "../web/models.js";
import { accessible } from "./axe.js";
import { root } from "./files.js";
import { badge, card, lockAll, open, say, settled, slider, upload } from "./page-tools.js";
import { watch } from "./watch.js";

test("an example is open and answered, in words, and the map shows it", async ({ page }) => {
  await open(page);
  await expect(say(page)).toHaveText(/^You would be accepted if your .+ \(now\s.+\)\. Everything else stays\.$/);
  await expect(page.getByText(/^Checked on the model: accepted, score 5\d/)).toBeVisible();
  await expect(page.locator("espalier-map")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("Proved smallest. You would be accepted");
  await expect(page.locator("espalier-explainer"), "digits as wide as each other").toHaveCSS("font-variant-numeric", "tabular-nums");
});

test("after loading nothing leaves the page, and its policy refuses nothing that it does", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  seen.loaded();
  await slider(page, "Highest allowed credit amount").press("Home");
  await settled(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Next row" }).click();
  await settled(page);
  seen.quiet();
});

test("a range end is moved by keyboard, the answer follows, and undo takes it back", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const end = slider(page, "Highest allowed credit amount");
  await end.focus();
  for (let step = 0; step < 14; step += 1) await page.keyboard.press("Shift+ArrowLeft");
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(badge(page)).toHaveText("Proved smallest");
  const limit = Number(await end.getAttribute("aria-valuenow"));
  const to = Number(((await card(page, "Credit amount").locator(".vals b").textContent()) ?? "").replace(",", ""));
  expect(to).toBeLessThanOrEqual(limit);
  await expect(end).toBeFocused();
  await page.keyboard.press("Control+z");
  for (let step = 0; step < 20 && (await page.getByRole("button", { name: "Undo" }).isEnabled()); step += 1) await page.keyboard.press("Control+z");
  await expect(say(page)).toHaveText(before ?? "");
  await page.keyboard.press("Control+Shift+z");
  await expect(page.getByRole("button", { name: /^Remove the limit: At most/ })).toBeVisible();
});

test("a range end is dragged, and the whole drag is one step of undo", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const end = slider(page, "Highest allowed credit amount");
  const box = await end.boundingBox();
  if (!box) throw new Error("the handle has no place");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(x - step * 10, y);
  await page.mouse.up();
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(page.getByRole("button", { name: /^Remove the limit: At most/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(say(page)).toHaveText(before ?? "");
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});

test("a locked feature stays, and its chip lets it change again", async ({ page }) => {
  await open(page);
  const name = (await page.locator(".card.lit h3").first().textContent()) ?? "";
  await card(page, name).getByRole("button", { pressed: false }).first().click();
  await expect(page.getByRole("button", { name: `Remove the limit: ${name} stays` })).toBeVisible();
  await expect(say(page)).not.toContainText(name.toLowerCase());
  await settled(page);
  await page.getByRole("button", { name: `Remove the limit: ${name} stays` }).click();
  await expect(say(page)).toContainText(name.toLowerCase());
});

test("limits that exclude each other are named, and loosening one gives its answer", async ({ page }) => {
  await open(page);
  await lockAll(page);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("No change makes you accepted within your limits.");
  const loosen = page.locator(".loosen").first();
  await expect(loosen).toContainText(/^Allow .+ to change/);
  await loosen.click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("where the file's own word of a feature excludes the target, that is said, and no limit is blamed", async ({ page }) => {
  await open(page);
  const [income, age] = stump.schema.features;
  await upload(page, "low.json", { ...stump, schema: { classes: stump.classes, features: [{ ...income, min: 0, max: 3 }, age], subject: "the house" } });
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toHaveText(/^No .+ change is possible within the ranges and limits that the model's file gives its features\. This one alone rules it out: income at most 3\b.*\.$/);
  await expect(page.getByRole("article", { name: "Income", exact: true })).toContainText("in conflict");
  await expect(page.getByRole("heading", { name: "House", exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/your limits|breaks one of/i);
});

test("another way is shown where it is chosen, and its cost is not less than the cheapest", async ({ page }) => {
  await open(page);
  const ways = page.getByRole("radiogroup", { name: "Other ways" }).getByRole("radio");
  const costs = (await page.locator(".way .cost").allTextContents()).filter(Boolean).map(Number);
  expect(costs.length).toBeGreaterThan(1);
  expect(Math.min(...costs)).toBe(costs[0]);
  const before = await say(page).textContent();
  await ways.nth(1).click();
  await expect(ways.nth(1)).toBeChecked();
  await expect(say(page)).not.toHaveText(before ?? "");
});

test("the fault of a bad file is named, and the state before stays", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await upload(page, "credit-2024.json", '{"format": "espalier", "version": 1, "trees": 3}');
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This model file cannot be read");
  await expect(alert).toContainText("credit-2024.json");
  await expect(alert).toContainText("Loan application stays open, nothing was changed");
  await expect(say(page)).toHaveText(before ?? "");
  await page.keyboard.press("Escape");
  await expect(alert).toHaveCount(0);
});

test("names and labels from a file are text, never markup", async ({ page }) => {
  await open(page);
  const mark = "<img src=x onerror=alert(1)>";
  const [income, age] = stump.schema.features;
  const classes = [`${mark}no`, `${mark}yes`];
  await upload(page, `${mark}.json`, { ...stump, classes, schema: { classes, features: [{ ...income, name: `${mark}Income`, unit: mark }, age] } });
  await expect(say(page)).toContainText(`${mark}yes`);
  await expect(page.locator("img")).toHaveCount(0);
});

test("opening a file can be undone", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await upload(page, "stump.json", stump);
  await expect(say(page)).toContainText("income");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("stump.json");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(say(page)).toHaveText(before ?? "");
});

test("the address holds the state; a shared link leaves the person out", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.getByRole("textbox", { name: "Duration, value" }).fill("45");
  await page.keyboard.press("Enter");
  await card(page, "Savings").getByRole("button", { name: "Keep savings as it is" }).click();
  await expect(page).toHaveURL(/#1\./);
  await page.waitForTimeout(500);
  const before = await say(page).textContent();
  await page.reload();
  await expect(say(page)).toHaveText(before ?? "");
  await expect(page.getByRole("textbox", { name: "Duration, value" })).toHaveValue("45");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(page.getByRole("textbox", { name: "Duration, value" })).not.toHaveValue("45");
  await expect(page.getByRole("button", { name: "Remove the limit: Savings stays" })).toBeVisible();
});

test("a broken link is refused with a reason", async ({ page }) => {
  await page.goto("./#1.AAAA");
  await expect(page.getByRole("alert")).toContainText("This link cannot be followed");
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("rows of the data are chosen from the drawer", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("button", { name: "row 3 of 250" }).click();
  await expect(page.locator(".head .cap")).toHaveText("row 3 of 250");
});

test("keys: the list, share, and Esc closes", async ({ page }) => {
  await open(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys and help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Loan application/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Examples" })).toBeFocused();
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("heading", { name: "Person" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an exported request gives the same answer on the command line", async ({ page }, testInfo) => {
  const outputPath = (name: string): string => testInfo.outputPath(name);
  await open(page);
  await slider(page, "Highest allowed credit amount").press("Shift+ArrowLeft");
  await settled(page);
  await page.getByRole("button", { name: "Export" }).click();
  const save = async (name: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const path = outputPath((await download).suggestedFilename());
    await (await download).saveAs(path);
    return path;
  };
  await save("Schema, JSON");
  const answer = JSON.parse(await readFile(await save("Answer, JSON"), "utf8")) as Answer;
  expect(await readFile(await save("Map, SVG"), "utf8")).toContain("<svg");
  expect((await readFile(await save("Map, PNG"))).subarray(1, 4).toString()).toBe("PNG");
  const command = ((await page.locator("pre.code").textContent()) ?? "").replace("npx espalier", `node ${resolve(root, "pkg/cli.js")}`).replace("'loan.json'", resolve(root, "www/public/examples/loan.json"));
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} --measures`], { cwd: outputPath(".") });
  const again = JSON.parse(stdout) as Answer;
  expect(answer).toHaveProperty("measures.counterfactuals.0.stability");
  expect({ ...again, work: null }).toEqual({ ...answer, work: null });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page);
    await accessible(page);
    await page.getByRole("button", { name: "Examples" }).click();
    await accessible(page);
    await page.getByRole("button", { name: /^Iris/ }).click();
    await expect(say(page)).toContainText("sepal");
    await settled(page);
    await accessible(page);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("map, answer and cards are stacked, nothing is cut off, and targets are large enough", async ({ page }) => {
    await open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const places = await Promise.all([page.locator("espalier-map"), page.locator(".answer"), page.locator(".person")].map((one) => one.boundingBox()));
    const tops = places.map((box) => box?.y ?? 0);
    expect([...tops].sort((a, b) => a - b)).toEqual(tops);
    const sentence = await say(page).boundingBox();
    expect((sentence?.y ?? 0) + (sentence?.height ?? 0)).toBeLessThanOrEqual(844);
    for (const button of await page.locator(".top .btn:visible, .lock, .way, .loosen, .drawer, .grip").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.getAttribute("aria-label") ?? (await button.textContent()) ?? "").toBeGreaterThanOrEqual(43.9);
    }
    await accessible(page);
  });

  test("controls that do not fit the head are in the menu", async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Menu" }).click();
    // One below the other, from edge to edge.
    const boxes = await page.locator(".menu .menu-head, .menu .item").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(boxes.length).toBeGreaterThan(5);
    boxes.slice(1).forEach((box, k) => {
      expect(box.top).toBeGreaterThanOrEqual((boxes[k]?.bottom ?? NaN) - 0.5);
      expect(box.width).toBeGreaterThan(300);
    });
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("button", { name: /^Breast tumour/ }).click();
    await expect(say(page)).toContainText("benign");
  });
});

test("whoever has the wanted outcome already is offered the question turned round", async ({ page }) => {
  await open(page);
  await settled(page);
  await page.getByLabel("Outcome to look for").selectOption({ label: "refused" });
  await settled(page);
  await expect(say(page)).toContainText("already refused");
  const turn = page.getByRole("button", { name: "How far is it to accepted?" });
  await turn.focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).toContainText("accepted");
  await expect(turn).toHaveCount(0);
});
