/** Relations between features: typed as a sentence, read back, added, drawn on the map, named in a conflict, undone. */
import { expect, test, type Locator } from "./test.js";
import { accessible } from "./axe.js";
import { badge, limitForm, open, say, settled } from "./page-tools.js";

const field = "The relation, as a sentence or JSON";

test("a relation is typed with the keyboard alone, read back before it is added, and undone in one step", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  const add = page.getByRole("button", { name: "Add a limit", exact: true });
  await add.press("Enter");
  await expect(page.getByRole("radio", { name: "Feature", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Relation" })).toBeChecked();
  const sentence = page.getByLabel(field);
  const [preview, done] = [page.locator(".preview"), page.getByRole("button", { name: "Add limit" })];
  await sentence.fill("credit amount at most 100 times durations");
  await expect(preview).toHaveText("“durations” is not known here. Is Duration meant?");
  await expect(done).toBeDisabled();
  await sentence.fill("credit amount at most 100 times purpose");
  await expect(preview).toContainText("“purpose” has categories");
  await sentence.fill("credit amount at most 100 times dur");
  await page.getByRole("button", { name: "Duration", exact: true }).press("Enter");
  await expect(sentence).toBeFocused();
  await expect(sentence).toHaveValue("credit amount at most 100 times Duration ");
  await expect(preview).toHaveText("Credit amount at most 100 × duration");
  await accessible(page);
  await sentence.press("Enter");
  const chip = page.getByRole("button", { name: "Remove the limit: Credit amount at most 100 × duration" });
  await expect(chip).toBeVisible();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(page.locator("espalier-map .relation-line")).toHaveAttribute("d", /^M.+L/);
  await expect(page.locator("espalier-map .relation .hatch")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(chip).toHaveCount(0);
  await expect(page.locator("espalier-map .relation")).toHaveCount(0);
  await expect(say(page)).toHaveText(before ?? "");
});

test("a relation that excludes everything is named in the conflict, dropped by one button, and goes with a link", async ({ page }) => {
  await open(page);
  await limitForm(page, "Relation");
  await page.getByLabel(field).fill('{"terms": {"Credit amount": 1, "Duration": 1}, "op": ">=", "rhs": 99999}');
  await expect(page.locator(".preview")).toHaveText("Credit amount + duration at least 99,999");
  await page.getByRole("button", { name: "Add limit" }).click();
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(page.locator(".chip.hot")).toContainText("Credit amount + duration at least 99,999");
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(badge(page)).toHaveText("Proved: not possible");
  await page.getByRole("button", { name: /^Drop the relation: credit amount \+ duration/ }).click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("a budget of changes is typed with its unit, kept by the answer, and drawn as an area", async ({ page }) => {
  await open(page);
  const before = await say(page).textContent();
  await limitForm(page, "Relation");
  await page.getByLabel(field).fill("0.01 credit amount plus duration use at most 12 hours");
  await expect(page.locator(".preview")).toHaveText("Changes of 0.01 × credit amount + duration use at most 12\u00a0hours");
  await page.getByRole("button", { name: "Add limit" }).click();
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  await expect(say(page)).not.toHaveText(before ?? "");
  await expect(page.locator("espalier-map .relation .hatch")).toHaveCount(1);
  await page.getByRole("button", { name: /^Remove the limit: Changes of 0.01/ }).click();
  await settled(page);
  await expect(say(page)).toHaveText(before ?? "");
});

/** The middle of a handle, where a pointer takes hold of it. */
const middle = async (grip: Locator): Promise<{ x: number; y: number }> => {
  const box = (await grip.locator(".body").boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("the line of a relation is dragged on the map: its number follows, the answer keeps it, Esc puts it back, and undo is one step", async ({ page }) => {
  await open(page);
  await limitForm(page, "Relation");
  await page.getByLabel(field).fill("credit amount at most 100 times duration");
  await page.getByRole("button", { name: "Add limit" }).click();
  await settled(page);
  const chip = page.getByRole("button", { name: /^Remove the limit: Credit amount at most/ });
  const grip = page.locator("espalier-map").getByRole("slider", { name: "Credit amount at most 100 × duration" });
  const [at, first] = [await middle(grip), await say(page).textContent()];
  // Less credit a month: away from the forbidden side.
  const drag = async (): Promise<void> => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 20, at.y + 20);
    await page.mouse.move(at.x + 40, at.y + 40, { steps: 4 });
  };
  await drag();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await settled(page);
  await expect(say(page)).toHaveText(first ?? "");
  await expect(chip).toHaveAccessibleName("Remove the limit: Credit amount at most 100 × duration");
  await drag();
  await page.mouse.up();
  await settled(page);
  await expect(chip).toHaveAccessibleName(/^Remove the limit: Credit amount at most 100 × duration \+ [\d,]+$/);
  const line = page.locator("espalier-map .relation-line");
  const moved = await line.getAttribute("d");
  const box = (await page.locator("espalier-map svg.over").boundingBox())!;
  const [, x1, y1, x2, y2] = /M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/.exec(moved ?? "")!.map(Number) as [number, number, number, number, number];
  const [px, py] = [at.x + 40 - box.x, at.y + 40 - box.y];
  expect(Math.abs((x2 - x1) * (py - y1) - (y2 - y1) * (px - x1)) / Math.hypot(x2 - x1, y2 - y1)).toBeLessThan(1.5);
  await page.keyboard.press("Control+z");
  await settled(page);
  await expect(say(page)).toHaveText(first ?? "");
  // The same by keys, from the handle that has the focus.
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  await expect(chip).toHaveAccessibleName(/^Remove the limit: Credit amount at most 100 × duration \+ /);
  await accessible(page);
});

test("the line of a consequence turns about the person's point when it is dragged", async ({ page }) => {
  await open(page);
  await limitForm(page, "Side effect");
  await page.getByLabel("The consequence, as a sentence or JSON").fill("credit amount = 120 duration");
  await page.getByRole("button", { name: "Add limit" }).click();
  await settled(page);
  const grip = page.locator("espalier-map .grip.line");
  const at = await middle(grip);
  const name = await grip.getAttribute("aria-label");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  await expect(grip).not.toHaveAttribute("aria-label", name ?? "");
});
