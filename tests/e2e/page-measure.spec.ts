/** A measure of a person's own: chosen where measures are, set by numbers and by a matrix, and asked for as the command line does. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { answers, badge, open, say, settled } from "./page-tools.js";

test("sizes are measured by a mixture and a matrix of one's own, which a link keeps", async ({ page }) => {
  await open(page);
  const before = (await say(page).textContent()) ?? "";
  const choice = page.getByRole("combobox", { name: "How the size of a change is measured" });
  await choice.selectOption("a measure of my own");
  const box = (name: string) => page.getByRole("textbox", { name });
  await expect(box("All steps together, times")).toHaveValue("1");
  await settled(page);
  await expect(say(page), "it begins as the measure before").toHaveText(before);
  await box("All steps together, times").fill("0");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("One of these numbers must be above 0.");
  await page.keyboard.press("Escape");
  await box("The longest step, times").fill("0.5");
  await page.keyboard.press("Enter");
  await settled(page);
  const mixed = await answers(page, "loan.json");
  expect(mixed.asked.cost).toEqual({ norm: { l0: 0, l1: 1, l2: 0, linf: 0.5 } });
  expect(mixed.page).toEqual(mixed.command);
  await accessible(page);

  await box("The longest step, times").fill("0");
  await page.keyboard.press("Enter");
  const matrix = box("Matrix Q");
  const use = page.getByRole("button", { name: "Use this matrix" });
  await matrix.fill("1 0");
  await use.click();
  await expect(page.getByRole("alert")).toHaveText("It takes 5 lines of 5 numbers.");
  await matrix.fill("1 2 0 0 0\n0 1 0 0 0\n0 0 1 0 0\n0 0 0 1 0\n0 0 0 0 1");
  await use.click();
  await expect(page.getByRole("alert")).toHaveText("Credit amount with duration and duration with credit amount must have the same number.");
  await matrix.fill("1 0.5 0 0 0\n0.5 1 0 0 0\n0 0 1 0 0\n0 0 0 1 0\n0 0 0 0 1");
  await use.click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
  const coupled = await answers(page, "loan.json");
  expect(coupled.asked.cost).toEqual({ norm: { l0: 0, l1: 1, l2: 0, linf: 0 }, quadratic: [[1, 0.5, 0, 0, 0], [0.5, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]] });
  expect(coupled.page).toEqual(coupled.command);

  await page.waitForTimeout(400);
  await page.reload();
  await settled(page);
  expect((await answers(page, "loan.json")).asked.cost).toEqual(coupled.asked.cost);
  await choice.selectOption("smallest total");
  await settled(page);
  await expect(say(page)).toHaveText(before);
});

test("a matrix that measures some changes below nothing is refused in words, and stays to be mended", async ({ page }) => {
  await open(page);
  await page.getByRole("combobox", { name: "How the size of a change is measured" }).selectOption("a measure of my own");
  const matrix = page.getByRole("textbox", { name: "Matrix Q" });
  await matrix.fill("-1 0 0 0 0\n0 1 0 0 0\n0 0 1 0 0\n0 0 0 1 0\n0 0 0 0 1");
  await page.getByRole("button", { name: "Use this matrix" }).click();
  await expect(page.locator(".bad")).toContainText("eigenvalue");
  await expect(matrix).toHaveValue(/^\u22121|^-1/);
  await page.getByRole("button", { name: "Leave the matrix out" }).click();
  await expect(page.locator(".bad")).toHaveCount(0);
  await settled(page);
  await expect(badge(page)).toHaveText("Proved smallest");
});
