/** The address holds the question without the person's values; the tab keeps them. */
import { expect, test, type Page } from "./test.js";
import { open, say, settled } from "./page-tools.js";

/** The state that an address holds. */
const held = (url: string): Record<string, unknown> => JSON.parse(Buffer.from(url.split("#1.")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
const duration = (page: Page) => page.getByRole("textbox", { name: "Duration, value" });

test("values stay out of the address; a reload, the way back and undo keep them", async ({ page, context }) => {
  await open(page);
  expect(Object.keys(held(page.url()))).not.toContain("p");
  await duration(page).fill("57");
  await duration(page).press("Enter");
  await settled(page);
  await page.getByRole("button", { name: "Pin this answer" }).click();
  const said = (await say(page).textContent()) ?? "";
  await expect.poll(() => Object.keys(held(page.url()))).toContain("l");
  for (const key of ["p", "q", "r"]) expect(Object.keys(held(page.url()))).not.toContain(key);
  expect(Buffer.from(page.url().split("#1.")[1] ?? "", "base64url").toString()).not.toContain("57");

  await page.reload();
  await expect(duration(page)).toHaveValue("57");
  await expect(say(page)).toHaveText(said);
  const address = page.url();
  await page.goto("about:blank");
  await page.goBack();
  await expect(duration(page)).toHaveValue("57");
  await duration(page).fill("12");
  await duration(page).press("Enter");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(duration(page)).toHaveValue("57");

  // Whoever is given the address sees the example's own person.
  const other = await context.newPage();
  await open(other, address);
  await expect(duration(other)).toHaveValue("40");
  await other.close();

  // Asked for, they are in the link, and stay out of the address again.
  await page.getByRole("button", { name: "Share" }).click();
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: (text: string) => Promise.resolve(void (window.name = text)) } }));
  await page.getByLabel("Include the person\u2019s values").check();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => window.name);
  expect(Object.keys(held(link))).toContain("p");
  const third = await context.newPage();
  await open(third, link);
  await expect(duration(third)).toHaveValue("57");
  await expect.poll(() => Object.keys(held(third.url()))).not.toContain("p");
});

test("a copied link stops being called copied once another would be copied", async ({ page }) => {
  await open(page);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: (text: string) => Promise.resolve(void (window.name = text)) } }));
  const share = page.getByRole("button", { name: "Share" });
  const copy = page.getByRole("button", { name: "Copy link" });
  const copied = page.getByRole("button", { name: "Copied" });
  const values = page.getByLabel("Include the person\u2019s values");
  const inLink = async (): Promise<boolean> => Object.keys(held(await page.evaluate(() => window.name))).includes("p");
  await share.click();
  for (const ticked of [true, false]) {
    await copy.click();
    await expect(copied).toBeVisible();
    expect(await inLink()).toBe(!ticked);
    await values.setChecked(ticked);
    await expect(copied).toHaveCount(0);
  }
  await values.check();
  await copy.click();
  await expect(copied).toBeVisible();
  expect(await inLink()).toBe(true);
  // A new menu starts without them.
  await page.keyboard.press("Escape");
  await share.click();
  await expect(values).not.toBeChecked();
  await expect(copy).toBeVisible();
});
