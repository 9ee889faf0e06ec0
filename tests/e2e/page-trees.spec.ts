/** The drawer of trees: chosen and walked by keyboard, a node's cut and box on the map, by pointer too. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { open } from "./page-tools.js";

const drawer = (page: Page) => page.getByRole("button", { name: /^Trees/ });
const said = (page: Page) => page.locator(".one-tree .said");

test("a tree is chosen and walked by keyboard; its nodes are said in words and lit on the map", async ({ page }) => {
  await open(page);
  await drawer(page).focus();
  await page.keyboard.press("Enter");
  await expect(drawer(page)).toHaveAttribute("aria-expanded", "true");
  const all = page.getByRole("spinbutton", { name: "All trees" });
  await expect(all).toHaveAttribute("aria-valuemax", "60");
  await all.focus();
  await page.keyboard.press("End");
  await expect(said(page)).toContainText(/Tree 60 of 60 You end in a leaf for (refused|accepted), .+; the answer ends in/);
  await expect(all).toHaveAttribute("aria-valuetext", /^Tree 60 of 60\. You end in/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("treeitem", { selected: true })).toBeFocused();
  await expect(said(page)).toContainText("Tests: ");
  await accessible(page);
  const feature = /Tests: (.+?) (?:at most|is)/.exec((await said(page).textContent()) ?? "")?.[1] ?? "";
  const name = feature.charAt(0).toUpperCase() + feature.slice(1);
  await page.getByLabel("Feature across").selectOption(name);
  await page.locator(".large [tabindex='0']").focus();
  await expect(page.locator("espalier-map .cut")).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await expect(said(page)).toContainText(/Here: |Ends in/);
  await expect(page.locator("espalier-map .overlay .box")).toHaveAttribute("d", /^M/);
  for (let deep = 0; deep < 12; deep += 1) await page.keyboard.press("ArrowDown");
  await expect(said(page)).toContainText("Ends in a leaf");
  await page.keyboard.press("Home");
  await expect(said(page)).toContainText("You and the answer both pass here.");
});

test("pointing at nodes lights them, leaving takes it back, and a tree is chosen by a press", async ({ page }) => {
  await open(page);
  await drawer(page).click();
  const tiles = page.getByRole("spinbutton", { name: "All trees" });
  await tiles.click({ position: { x: 78 + 20, y: 20 } });
  await expect(tiles).toHaveAttribute("aria-valuenow", "2");
  await page.getByRole("treeitem").first().hover({ force: true });
  await expect(said(page)).toContainText("Tests: ");
  await page.mouse.move(10, 10);
  await expect(said(page)).toContainText("You end in");
  await drawer(page).click();
  await expect(page.locator(".trees")).toHaveCount(0);
  await expect(page.locator("espalier-map .overlay")).toHaveCount(0);
});

test("the drawer shows the trees of the model that is opened next", async ({ page }) => {
  await open(page);
  await drawer(page).click();
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Iris/ }).click();
  await expect(page.locator(".model b")).toHaveText("Iris");
  await expect(said(page)).toContainText(/The values now end in a leaf for \w+/);
});

test("the sentence on a tree and the line below it are whole, however long", async ({ page }) => {
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await drawer(page).click();
    await expect(said(page)).toContainText("Arrow keys");
    await said(page).locator("p").first().evaluate((one) => (one.textContent = "You end in a leaf for a class of a long name; the answer ends in a leaf for another class of a name as long as that. ".repeat(2)));
    const cut = await said(page).evaluate((one) => [one, ...one.children].map((part) => part.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom).some((over) => over > 0.5));
    expect(cut).toBe(false);
    const [text, picture] = await Promise.all([said(page).boundingBox(), page.locator(".large").boundingBox()]);
    expect(text!.y + text!.height).toBeLessThanOrEqual(picture!.y + 0.5);
  }
});

test("the nodes on the way name their tests in words and their branches say yes and no, on a phone too, inside the picture", async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await drawer(page).click();
    const tests = page.locator(".large .asks:not(.more)");
    await expect(tests.filter({ hasText: /^yes$/ }).first()).toBeVisible();
    await expect(tests.filter({ hasText: /^no$/ }).first()).toBeVisible();
    const first = (await tests.first().textContent()) ?? "";
    await page.getByRole("treeitem").first().hover({ force: true });
    await expect(said(page)).toContainText(`Tests: ${first.replace("\u2026", "")}`);
    // One test at least in each row that the path of the person goes through.
    const deep = await page.locator(".large .path:not(.answer)").count();
    const rows = await page.locator(".large").evaluate((picture) => new Set([...picture.querySelectorAll(".asks:not(.more)")].filter((one) => !["yes", "no"].includes(one.textContent)).map((one) => one.getAttribute("y"))).size);
    expect(rows).toBe(deep);
    const out = await page.locator(".large").evaluate((picture) => [...picture.querySelectorAll(".asks")].filter((one) => getComputedStyle(one).display !== "none").map((one) => one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length);
    expect(out).toBe(0);
  }
});
