/** Errands by keyboard alone. All that a screen reader has to tell of each is kept as a text in `spoken`. */
import { expect, test, type Page } from "./test.js";
import { applications, choose, drawn, open, settled } from "./page-tools.js";
import { Walk } from "./spoken.js";
import { watch } from "./watch.js";

/** Until neither an answer nor a check is under way. */
async function quiet(page: Page): Promise<void> {
  await settled(page);
  await expect(page.locator(".proof [aria-disabled=true], .proof progress")).toHaveCount(0);
}

async function begin(page: Page, title: string): Promise<Walk> {
  await open(page);
  await expect(page.locator(".jumps")).toBeAttached();
  return Walk.begin(page, title, () => quiet(page));
}

/** By the links at the start of the page to its drawers, and into one of them. */
async function toDrawer(walk: Walk, name: RegExp): Promise<void> {
  await walk.until(/Skip to the drawers/);
  await walk.press("Enter");
  if (!name.test(await walk.focus())) await walk.until(name);
  await walk.press("Enter");
}

const handles = (page: Page) => page.locator(".handles button.drawer");

test("the answer is read, checked, and its reasons are taken apart", async ({ page }) => {
  const seen = watch(page);
  const walk = await begin(page, "Read the answer and say why it was refused");
  walk.part("To the answer");
  await walk.press("Tab");
  await walk.press("Enter");
  await walk.reads(page.locator(".answer .first"));
  await walk.until(/Check the proof/, "Tab", 1);
  await walk.press("Enter");
  walk.part("On to the drawer that says why");
  await walk.until(/\u201cWhy\u201d/);
  await walk.press("Enter");
  await walk.reads(page.locator(".ledger table"));
  await walk.until(/Move duration/, "Tab", 2);
  await walk.press("ArrowDown");
  await walk.press("Escape");
  walk.kept("answer");
  seen.quiet();
});

test("a feature is locked, the next way is read, and another one is taken", async ({ page }) => {
  const seen = watch(page);
  const walk = await begin(page, "Lock a thing and find another way");
  await walk.until(/Skip to the features/);
  await walk.press("Enter");
  await walk.until(/Keep duration/);
  await walk.press(" ");
  walk.part("On to the other ways");
  await walk.until(/^radio \u201c.*smallest change/i, "Tab", 60);
  await walk.press("ArrowDown", 2);
  walk.part("The limit is taken back");
  await walk.until(/Remove the limit: Duration/);
  await walk.press("Enter");
  walk.kept("lock");
  seen.quiet();
});

test("a place of one's own is tried, and the outline grows", async ({ page }) => {
  const seen = watch(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const walk = await begin(page, "Try to beat it");
  await toDrawer(walk, /Try to beat it/);
  await walk.reads(page.locator(".beat .said"));
  await walk.until(/to try for duration/);
  await walk.press("ArrowRight", 2);
  await walk.press("Home");
  await walk.until(/Back to the answer/, "Shift+Tab");
  await walk.press("Enter");
  await walk.until(/Let the outline grow/, "Shift+Tab");
  await walk.does("Enter, and waits for the outline", async () => {
    await page.keyboard.press("Enter");
    await expect(page.locator(".grown")).toContainText("touches");
  });
  await walk.press("Escape");
  walk.kept("beat");
  seen.quiet();
});

test("lesson 7 is opened, its proof is gone through step by step, and its question is answered", async ({ page }) => {
  const seen = watch(page);
  await page.goto("./lessons.html");
  await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
  // A step is told once the engine has said it.
  const [slider, says] = [page.getByRole("slider", { name: "Step" }), page.locator(".steps [aria-live]")];
  let told = ["", ""];
  const walk = await Walk.begin(page, "Teach lesson 7", async () => {
    await drawn(page);
    await expect(page.locator("espalier-lesson .empty")).toHaveCount(0);
    if ((await slider.count()) === 0) return;
    const at = await slider.inputValue();
    if (at !== told[0] && told[0] !== "") await expect(says).not.toHaveText(told[1]!);
    told = [at, (await says.textContent()) ?? ""];
  });
  await walk.until(/^link \u201c7/);
  await walk.press("Enter");
  await walk.reads(page.locator(".words"));
  walk.part("Notes for teachers");
  await walk.until(/For teachers|teach/i);
  await walk.press("Enter");
  walk.part("The proof, step by step");
  await walk.until(/slider \u201cStep/, "Tab", 60);
  const end = Number(await slider.getAttribute("max"));
  await walk.press("ArrowRight", end);
  walk.kept("lesson");
  seen.quiet();
});

test("a link at the start of a lesson skips the list of lessons", async ({ page }) => {
  await page.goto("./lessons.html#proof");
  await expect(page.locator(".steps")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the lesson" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
});

test("rows of a file are audited, sorted, and one of them is opened", async ({ page }) => {
  const seen = watch(page);
  const walk = await begin(page, "Audit rows");
  await toDrawer(walk, /Data/);
  await walk.until(/Choose/);
  await walk.does("Enter, and a file of 200 rows is chosen", async () => {
    await choose(page, () => page.keyboard.press("Enter"), { name: "many.csv", content: applications(200) });
    await expect(page.locator(".source")).toContainText("200 rows of many.csv");
  });
  await walk.press("Escape");
  await walk.until(/Everyone/);
  await walk.press("Enter");
  await walk.until(/Ask for all/, "Tab", 1);
  await walk.does("Enter, and waits for all answers", async () => {
    await page.keyboard.press("Enter");
    await expect(page.locator("espalier-everyone")).toContainText("All 200 rows are answered.");
  });
  await walk.reads(page.locator("espalier-everyone .outcomes"));
  await walk.until(/button \u201cSize\u201d/, "Tab", 40);
  await walk.press("Enter", 2);
  await walk.until(/Explain row/);
  await walk.press("Enter");
  await walk.press("Escape");
  walk.kept("audit");
  seen.quiet();
});

test("every control of the page has a name, and the answer is two stops from its start", async ({ page }) => {
  const walk = await begin(page, "All stops of the page");
  await walk.until(/the page itself/, "Tab", 120);
  walk.kept("stops");
  expect(walk.transcript).not.toContain("without a name");
  // All of them are gone through: the transcript ends where it began.
  for (const part of ["Person", "Map", "The answer"]) expect(walk.transcript).toContain(`in region \u201c${part}\u201d`);
  await page.getByRole("button", { name: "Skip to the answer" }).focus();
  await walk.press("Enter");
  expect(await walk.focus()).toContain("region \u201cThe answer\u201d");
});

test("Escape closes every drawer, and its handle has the focus again", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("button", { name: "Everyone" })).toBeVisible();
  const names = await handles(page).evaluateAll((all) => all.map((one) => [...one.childNodes].filter((node): node is Text => node instanceof Text).map((node) => node.data.trim()).join("")));
  expect(names.length).toBeGreaterThan(8);
  for (const [at, name] of names.entries()) {
    const handle = handles(page).nth(at);
    await handle.focus();
    await page.keyboard.press("Enter");
    const part = page.locator(".drawers").getByRole("group", { name, exact: true }).first();
    await expect(part).toBeFocused();
    await expect(handle).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Tab");
    await expect(part).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(handle).toHaveAttribute("aria-expanded", "false");
    await expect(handle).toBeFocused();
  }
});

test("Escape stops a search or a run, and closes a menu, before it closes a drawer; elsewhere the focus stays", async ({ page }) => {
  await open(page);
  const compare = page.getByRole("button", { name: "Compare" });
  await compare.click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(compare).toHaveAttribute("aria-expanded", "true");
  const dot = page.locator("espalier-map").getByRole("slider", { name: /You now/ });
  await dot.focus();
  await page.keyboard.press("Escape");
  await expect(compare).toHaveAttribute("aria-expanded", "false");
  await expect(dot).toBeFocused();
});

test("Escape that closes a menu which is not drawn yet leaves the drawer open", async ({ page }) => {
  await open(page);
  const compare = page.getByRole("button", { name: "Compare" });
  await compare.click();
  await expect(compare).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("button", { name: "Share" }).evaluate((share: HTMLButtonElement) => {
    share.click();
    share.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true, cancelable: true }));
  });
  await drawn(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(compare).toHaveAttribute("aria-expanded", "true");
});

test("a limit that is taken back by a key leaves the focus at the limits: at the next, and after the last at the one before it", async ({ page }) => {
  await open(page);
  const limits = page.getByRole("button", { name: /^Remove the limit/ });
  const count = await limits.count();
  await limits.last().focus();
  await page.keyboard.press("Enter");
  await expect(limits).toHaveCount(count - 1);
  await expect(limits.last()).toBeFocused();
  await limits.first().focus();
  await page.keyboard.press("Enter");
  await expect(limits).toHaveCount(count - 2);
  await expect(limits.first()).toBeFocused();
});
