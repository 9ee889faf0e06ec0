/** The documentation site, as `npm run site` builds it, from a plain file server and a folder of it. */
import { expect, test } from "@playwright/test";
import { serve } from "./files.js";
import { watch } from "./watch.js";

let site: { url: string; close: () => void };
test.beforeAll(async () => {
  site = await serve("target/site", { under: "/some/deep/folder/" });
});
test.afterAll(() => site.close());

test("the first page has the explainer itself, with a proved answer", async ({ page }) => {
  const seen = watch(page);
  await page.goto(site.url);
  const answer = page.locator("espalier-explainer");
  await expect.poll(() => answer.evaluate((one: HTMLElement & { answer?: { status: string } }) => one.answer?.status)).toBe("optimal");
  await page.getByRole("link", { name: "Start" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Start" })).toBeVisible();
  expect(page.url()).toBe(`${site.url}guide/start.html`);
  expect(seen.requests.filter((address) => !address.startsWith(site.url) && !address.startsWith("blob:") && !address.startsWith("data:"))).toEqual([]);
  expect(seen.complaints).toEqual([]);
});
