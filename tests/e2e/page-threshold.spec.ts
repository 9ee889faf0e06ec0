/** The drawer of the threshold: the curve of least costs, and the line that is dragged along it. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { badge, open, settled } from "./page-tools.js";

test("the threshold is dragged along the curve, by mouse and by keys, and the answer follows", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Threshold/ }).focus();
  await page.keyboard.press("Enter");
  const line = page.getByRole("slider", { name: "Threshold", exact: true });
  const said = page.locator(".curve .why");
  await expect(said).toContainText("No threshold is set");
  await accessible(page);
  /** The drawer and the answer say the same cost, for the same demand. */
  const agree = async (): Promise<number> => {
    await settled(page);
    await expect(badge(page)).toHaveText("Proved smallest");
    await expect(page.locator(".curve")).not.toHaveClass(/stale/);
    const [, demand = "", cost = ""] = /^For at least (\S+)\s% accepted the least cost is ([\d.]+), proved\.$/.exec((await said.textContent())?.trim() ?? "") ?? [];
    await expect(page.locator(".answer .way .cost").first()).toHaveText(cost);
    await expect(page.locator(".answer .say").first()).toContainText(`at least ${demand}`);
    return Number(demand);
  };
  // By mouse: from where the line stands, to the right.
  const box = await line.boundingBox();
  if (box === null) throw new Error("the line is not drawn");
  const at = Number(await line.inputValue()) / 200;
  const x = box.x + 8 + at * (box.width - 16);
  await page.mouse.move(x, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 0.2 * box.width, box.y + box.height / 2, { steps: 10 });
  await page.mouse.up();
  const dragged = await agree();
  expect(dragged).toBeGreaterThan(60);
  // By keys.
  await line.focus();
  for (let k = 0; k < 4; k += 1) await page.keyboard.press("ArrowRight");
  expect(await agree()).toBeGreaterThan(dragged);
  // To the end: nobody reaches it, which the drawer and the answer both say.
  await page.keyboard.press("End");
  await settled(page);
  await expect(said).toHaveText(/there is no answer within the limits, proved\./);
  await expect(badge(page)).not.toHaveText("Proved smallest");
  await page.getByRole("button", { name: "Without a threshold" }).click();
  await settled(page);
  await expect(said).toContainText("No threshold is set");
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("another question dims the curve until its own is there", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Threshold/ }).click();
  await expect(page.locator(".curve .claim")).toHaveCount(1);
  const before = await page.locator(".curve .claim").getAttribute("d");
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await settled(page);
  await expect(page.locator(".curve")).not.toHaveClass(/stale/);
  await expect(page.locator(".curve .claim")).not.toHaveAttribute("d", before ?? "");
});

test("at the near end the own score reads as less than a demand that it does not meet", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Threshold/ }).click();
  const line = page.getByRole("slider", { name: "Threshold", exact: true });
  const said = page.locator(".curve .why");
  await expect(said).toContainText("No threshold is set");
  for (const place of ["0", "1", "7"]) {
    await line.fill(place);
    await settled(page);
    await expect(page.locator(".curve")).not.toHaveClass(/stale/);
    const [, demand = "", cost = ""] = /^For at least (\S+)\s% accepted the least cost is ([\d.]+), proved\.$/.exec((await said.textContent())?.trim() ?? "") ?? [];
    const own = Number((await page.locator(".curve-from").textContent())?.split("\u00a0")[0]);
    expect(cost, demand).not.toBe("");
    // The person's own score, as it is written beside, is enough exactly where nothing has to be paid.
    expect(own >= Number(demand), `${String(own)} for ${demand} at ${cost}`).toBe(Number(cost) === 0);
  }
});
