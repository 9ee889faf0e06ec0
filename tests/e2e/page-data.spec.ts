/** The drawer of data: how usual an answer must be. */
import { expect, test } from "@playwright/test";
import { accessible } from "./axe.js";
import { badge, open, say, settled } from "./page-tools.js";

const chip = (page: Parameters<typeof say>[0]) => page.getByRole("button", { name: /Remove the limit: As usual as/ });

test("answers are held to how usual the accepted are, by keyboard, and it stands in limits, link and undo", async ({ page }) => {
  await open(page);
  const first = await say(page).textContent();
  await page.getByRole("button", { name: /^Data/ }).click();
  const steps = page.getByRole("group", { name: "How usual the answer must be" });
  await expect(steps.getByRole("radio", { name: "Any answer" })).toBeChecked();
  await steps.getByRole("radio", { name: "Any answer" }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await expect(steps.getByRole("radio", { name: "As 3 of 4" })).toBeChecked();
  await expect(badge(page)).toHaveText("Proven best");
  await settled(page);
  await expect(say(page)).not.toHaveText(first ?? "");
  const line = page.locator(".replay", { hasText: "Usual enough" });
  const [found, needed] = ((await line.textContent()) ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
  expect(found).toBeGreaterThan(needed ?? Infinity);
  await expect(chip(page)).toContainText("As usual as 3 of 4 accepted rows");
  await accessible(page);
  await page.reload();
  await expect(chip(page)).toHaveCount(1);
  await expect(line).toHaveCount(1);
  await chip(page).click();
  await expect(say(page)).toHaveText(first ?? "");
  await expect(chip(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chip(page)).toHaveCount(1);
});

test("what excludes a usual answer is named with it, and each can be loosened", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Keep credit amount as it is" }).click();
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("radio", { name: "As 1 of 2" }).click();
  for (const name of ["checking account", "savings", "other loans", "housing", "employed for", "guarantor"]) {
    if ((await badge(page).textContent())?.includes("impossible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(badge(page)).toHaveText("Proven impossible");
  await expect(say(page)).toContainText("as usual as 1 of 2 accepted rows");
  const loosening = page.getByRole("button", { name: /^Allow (less usual answers|any answer)/ });
  await loosening.click();
  await expect(badge(page)).toHaveText("Proven best");
});

test("the most usual way is one of the ways, proved like the others", async ({ page }) => {
  await open(page);
  const way = page.getByRole("radio", { name: /Most usual, as 1 of \d+/ });
  await way.click();
  await expect(way).toBeChecked();
  await expect(page.locator(".replay", { hasText: "Usual enough" })).toHaveCount(1);
});
