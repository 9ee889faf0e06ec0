/** Choices of a file, in a browser that collects garbage as soon as it may. */
import { expect, test } from "./test.js";
import base from "../../playwright.config.js";
import { choose, open } from "./page-tools.js";

const { launchOptions } = base.use ?? {};
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), "--js-flags=--expose-gc"] } });

test("a file can be chosen even if garbage is collected meanwhile, and with the focus on a layer of the map", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const collect = (globalThis as unknown as { gc: () => void }).gc;
    addEventListener("keydown", () => {
      for (const wait of [0, 1, 2, 4]) setTimeout(collect, wait);
    });
  });
  await page.locator("input[name=layer]").first().focus();
  await choose(page, () => page.keyboard.press("o"), { name: "broken.json", content: "{" });
  await expect(page.getByRole("button", { name: "Open another file" })).toBeVisible();
});
