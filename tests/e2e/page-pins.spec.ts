/** Pinned answers: kept through edits, judged against the limits, on the map, and taken away by undo. */
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { badge, open, say, settled } from "./page-tools.js";

test("a pinned answer survives later edits and says when it breaks a limit", async ({ page }) => {
  await open(page);
  const pin = page.getByRole("button", { name: "Pin this answer" });
  await pin.focus();
  await page.keyboard.press("Enter");
  const pinned = page.locator(".pins li");
  await expect(pinned).toHaveCount(1);
  await expect(pinned).toContainText("Smallest change");
  await expect(pinned).toContainText("still holds");
  await expect(pin).toBeDisabled();
  await page.getByRole("radio", { name: /Fewest changes/ }).click();
  await expect(pin).toBeEnabled();
  await pin.click();
  await expect(pinned).toHaveCount(2);
  await expect(page.locator("espalier-map .ring")).toHaveCount(3);
  await accessible(page);
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await expect(badge(page)).toHaveText("Proved");
  await settled(page);
  await expect(pinned.first()).toContainText("breaks: duration stays");
  await expect(say(page)).not.toContainText("duration");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pinned.first()).toContainText("still holds");
  await page.getByRole("button", { name: /^Unpin 1/ }).click();
  await expect(pinned).toHaveCount(1);
  // At once after the step, as somebody would who reloads by reflex: the address has it all the same.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pinned).toHaveCount(2);
  await page.reload();
  await expect(pinned).toHaveCount(2);
  await expect(pinned.first()).toContainText("still holds");
});
