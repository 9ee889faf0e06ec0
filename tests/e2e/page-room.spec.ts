/** The room of an open drawer: beside the map where the window is very wide, below it where it is wide, over it where it is not, under its own handle on a phone. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { drawn, open, settled } from "./page-tools.js";

const handles = (page: Page): Locator => page.locator(".handles .drawer");
const handle = (page: Page, name: string): Locator => page.locator(".handles").getByRole("button", { name, exact: true });
const grip = (page: Page): Locator => page.getByRole("separator", { name: "Height of the open drawer" });
const frame = (page: Page): Locator => page.locator("espalier-map .frame");
/** The contents of the open drawer. */
const contents = (page: Page): Locator => page.locator(".drawers > :first-child:not(.handles, [role=separator])");
/** The ring of the answer; those of other methods are open. */
const ANSWER = ".ring:not(.open, .off)";
const height = async (one: Locator): Promise<number> => (await one.boundingBox())!.height;
const top = async (one: Locator): Promise<number> => (await one.boundingBox())!.y;
const value = async (page: Page): Promise<number> => Number(await grip(page).getAttribute("aria-valuenow"));

/** Opens the page up to its further drawers. */
async function ready(page: Page): Promise<void> {
  await open(page);
  await expect(handle(page, "Everyone")).toBeVisible();
}

/** A point of the map's picture as a share of the frame, both ways: the same while the map shows the same values. No numbers while the map is drawn without it. */
async function place(page: Page, part: string): Promise<[number, number]> {
  const around = (await frame(page).boundingBox())!;
  const box = await page.locator(`espalier-map ${part}`).first().boundingBox();
  if (!box) return [Number.NaN, Number.NaN];
  const { x, y, width, height: high } = box;
  return [(x + width / 2 - around.x) / around.width, (y + high / 2 - around.y) / around.height];
}

/** Until a part of the map is where it was, by shares of the frame: within a pixel or two, which its smaller height rounds. */
async function stays(page: Page, part: string, at: [number, number], name: string): Promise<void> {
  const away = async (): Promise<number> => Math.max(...(await place(page, part)).map((share, axis) => Math.abs(share - at[axis]!)));
  await expect.poll(away, `${name}: ${part}`).toBeLessThan(0.005);
}

/** Handles of the map over its dot, its ring or its arrow. */
function covered(page: Page): Promise<string[]> {
  return page.locator("espalier-map").evaluate((map) => {
    const root = map.shadowRoot!;
    const marks = [...root.querySelectorAll(".disc, .ring:not(.open), .arrow, .arrow-head")];
    return [...root.querySelectorAll(".grip:not(.away) .body")].flatMap((body) => {
      const a = body.getBoundingClientRect();
      return marks.filter((mark) => {
        const b = mark.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      }).map((mark) => `${body.parentElement!.getAttribute("data-part") ?? "handle"} over ${mark.getAttribute("class") ?? ""}`);
    });
  });
}

/** Waits until the last part of a drawer's contents has come. The comparison asks for most: other methods, measures, and neighbours. */
async function whole(page: Page, name: string): Promise<void> {
  await drawn(page);
  if (name !== "Compare") return;
  await expect(contents(page)).not.toContainText("\u2026");
  await expect(page.locator(".compare .steady")).toContainText(/./);
  await expect(page.locator(".compare .steady progress")).toHaveCount(0);
  await drawn(page);
}

/** Opens one drawer after the other, each with all of its contents, and tells its name. */
async function* opened(page: Page): AsyncGenerator<string> {
  const all = await handles(page).count();
  expect(all).toBeGreaterThanOrEqual(10);
  for (let at = 0; at < all; at += 1) {
    const one = handles(page).nth(at);
    const name = (await one.textContent())!.trim();
    await one.click();
    await expect(one).toHaveAttribute("aria-expanded", "true");
    await expect(contents(page)).toBeVisible();
    await whole(page, name);
    yield name;
  }
}

/** Waits until the contents above a handle have come: its place, once it is the same in two looks. */
async function still(one: Locator): Promise<number> {
  let last = Number.NaN;
  await expect.poll(async () => {
    const before = last;
    last = await top(one);
    return last === before;
  }, { intervals: [300] }).toBe(true);
  return last;
}

test("no handle covers the dot that is dragged into a corner of the map's frame", async ({ page }) => {
  await open(page);
  const [dot, box] = [(await page.locator("espalier-map .dot .disc").boundingBox())!, (await frame(page).boundingBox())!];
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + 1, { steps: 6 });
  await page.mouse.up();
  await settled(page);
  const [across, up] = await place(page, ".dot .disc");
  expect(across).toBeGreaterThan(0.98);
  expect(up).toBeLessThan(0.02);
  expect((await covered(page)).filter((one) => one.includes("over disc"))).toEqual([]);
  await expect(page.locator("espalier-map .grip.bottom-left")).toHaveCount(1);
});

test("at 1280 x 800 the map keeps a useful height beside every drawer, and its dot, ring and zoom; the drawer scrolls to its end", async ({ page }) => {
  await ready(page);
  const box = (await frame(page).boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.5);
  await page.mouse.wheel(0, -200);
  await drawn(page);
  const [dot, ring] = [await place(page, ".dot .disc"), await place(page, ANSWER)];
  for await (const name of opened(page)) {
    await expect(grip(page)).toBeVisible();
    expect(await height(frame(page)), name).toBeGreaterThanOrEqual(240);
    await stays(page, ".dot .disc", dot, name);
    // Some contents come a moment later, and the map takes its height by them.
    await stays(page, ANSWER, ring, name);
    expect(await covered(page), name).toEqual([]);
    // Its last line can be had above the handles.
    await contents(page).evaluate((view) => (view.scrollTop = view.scrollHeight));
    const bottom = await contents(page).evaluate((view) => Math.max(...[...view.querySelectorAll("*")].filter((part) => part.childElementCount === 0 && part.getClientRects().length > 0 && !part.closest(".scroll, .visually-hidden, ul, ol, svg")).map((part) => part.getBoundingClientRect().bottom)));
    expect(bottom, name).toBeLessThanOrEqual((await top(page.locator(".handles"))) + 1);
  }
  await accessible(page);
  // Closed again, everything is as before.
  await handles(page).last().click();
  await expect(grip(page)).toHaveCount(0);
  await drawn(page);
  await stays(page, ".dot .disc", dot, "closed again");
  expect(await page.locator(".drawers").evaluate((drawers) => (drawers as HTMLElement).style.height)).toBe("");
});

test("the grip is dragged and the map takes the rest; Escape takes the drag back, a double click the height", async ({ page }) => {
  await ready(page);
  await handle(page, "Why").click();
  await drawn(page);
  const [drawer, map, now] = [await height(page.locator(".drawers")), await height(frame(page)), await value(page)];
  const { x, y } = (await grip(page).boundingBox())!;
  await page.mouse.move(x + 100, y + 7);
  await page.mouse.down();
  await page.mouse.move(x + 100, y - 73, { steps: 4 });
  await drawn(page);
  expect(await height(page.locator(".drawers"))).toBeCloseTo(drawer + 80, 0);
  expect(await height(frame(page))).toBeCloseTo(map - 80, 0);
  await expect.poll(() => value(page)).toBe(Math.round((drawer + 80) / 8));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await drawn(page);
  expect(await height(page.locator(".drawers"))).toBeCloseTo(drawer, 0);
  await expect(grip(page)).toBeVisible();
  // However far it is dragged, a part of the map and of the drawer stays.
  for (const [to, part] of [[0, frame(page)], [790, contents(page)]] as const) {
    const from = (await grip(page).boundingBox())!;
    await page.mouse.move(from.x + 100, from.y + 7);
    await page.mouse.down();
    await page.mouse.move(from.x + 100, to, { steps: 4 });
    await page.mouse.up();
    await drawn(page);
    expect(await height(part)).toBeGreaterThanOrEqual(48);
  }
  // A height that was chosen holds for the next drawer too.
  const low = await height(page.locator(".drawers"));
  await handle(page, "Ways").click();
  await drawn(page);
  expect(await height(page.locator(".drawers"))).toBeCloseTo(low, 0);
  await grip(page).dblclick();
  await handle(page, "Why").click();
  await drawn(page);
  expect(await height(page.locator(".drawers"))).toBeCloseTo(drawer, 0);
  await expect.poll(() => value(page)).toBe(now);
});

test("the grip by keys: arrows, page keys, ends and Enter; then Escape closes the drawer, and its handle has the focus", async ({ page }) => {
  await ready(page);
  await handle(page, "Why").click();
  await grip(page).focus();
  await drawn(page);
  const drawers = page.locator(".drawers");
  const natural = await height(drawers);
  const least = Number(await grip(page).getAttribute("aria-valuemin"));
  const most = Number(await grip(page).getAttribute("aria-valuemax"));
  for (const [key, by] of [["ArrowUp", 16], ["ArrowDown", -16], ["PageUp", 96], ["PageDown", -96]] as const) {
    const before = await height(drawers);
    await page.keyboard.press(key);
    expect((await height(drawers)) - before, key).toBeCloseTo(by, 0);
  }
  await page.keyboard.press("Home");
  await expect(grip(page)).toHaveAttribute("aria-valuenow", String(least));
  await page.keyboard.press("End");
  await expect(grip(page)).toHaveAttribute("aria-valuenow", String(most));
  await expect(grip(page)).toHaveAttribute("aria-valuetext", `${String(most)}\u00a0%`);
  await page.keyboard.press("Enter");
  expect(await height(drawers)).toBeCloseTo(natural, 0);
  await page.keyboard.press("Escape");
  await expect(grip(page)).toHaveCount(0);
  await expect(handle(page, "Why")).toBeFocused();
  await expect(handle(page, "Why")).toHaveAttribute("aria-expanded", "false");
});

test("Escape ends the nearest thing first: a menu, a typed value, and then the drawer", async ({ page }) => {
  await ready(page);
  await handle(page, "Why").click();
  await expect(grip(page)).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(grip(page)).toBeVisible();
  const field = page.getByRole("spinbutton", { name: /credit amount/i }).or(page.getByRole("textbox", { name: /credit amount/i })).first();
  await field.fill("abc");
  await expect(field).toHaveValue("abc");
  await page.keyboard.press("Escape");
  await expect(field).not.toHaveValue("abc");
  await expect(grip(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grip(page)).toHaveCount(0);
});

for (const [width, tall] of [[1600, 900], [1920, 1080]] as const) {
  test.describe(`at ${String(width)} x ${String(tall)}`, () => {
    test.use({ viewport: { width, height: tall } });

    test("every drawer is beside the map, between it and the answer, and the map keeps its height, dot and ring", async ({ page }) => {
      await ready(page);
      const [before, dot, ring] = [await height(frame(page)), await place(page, ".dot .disc"), await place(page, ANSWER)];
      for await (const name of opened(page)) {
        // The map's frame is drawn anew in its new width. Where that is small, the choices above it take a second line.
        await expect.poll(async () => (await frame(page).boundingBox())?.height ?? 0, name).toBeGreaterThanOrEqual(before - (width < 1900 ? 40 : 0));
        // Side by side, and everything can be read without scrolling sideways.
        const beside = (): Promise<boolean[]> =>
          page.locator(".page").evaluate((root) => {
            const parts = ["espalier-map", ".drawers > :first-child", "section.answer"].map((part) => root.querySelector(part)!);
            const [map, drawer, answer] = parts.map((part) => part.getBoundingClientRect());
            return [map!.right <= drawer!.left, drawer!.width > 400, drawer!.right <= answer!.left + 1, parts[1]!.scrollWidth <= parts[1]!.clientWidth];
          });
        await expect.poll(beside, name).toEqual([true, true, true, true]);
        await stays(page, ".dot .disc", dot, name);
        // "Compare" has other methods' rings before it.
        if (name !== "Compare") await stays(page, ANSWER, ring, name);
        expect(await covered(page), name).toEqual([]);
        await expect(grip(page)).toHaveCount(0);
      }
      await accessible(page);
      await handles(page).last().click();
      await expect(contents(page)).toHaveCount(0);
      await drawn(page);
      expect(await height(frame(page))).toBe(before);
    });

    test("a drawer that is opened by a key has the focus, and Escape gives it back to the handle", async ({ page }) => {
      await ready(page);
      await handle(page, "Why").focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => contents(page).evaluate((view) => view.matches(":focus, :focus-within"))).toBe(true);
      await page.keyboard.press("Escape");
      await expect(handle(page, "Why")).toBeFocused();
      await expect(contents(page)).toHaveCount(0);
    });
  });
}

test.describe("at 768 x 1024", () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true });

  test("a drawer lies over the map, which keeps its height; the grip is dragged by touch, and nothing that has the focus is under the drawer", async ({ page }) => {
    await ready(page);
    const map = await height(frame(page));
    // The handles are in view without scrolling.
    await expect(handle(page, "Ways")).toBeInViewport();
    const before = await top(handle(page, "Ways"));
    await handle(page, "Ways").tap();
    await expect(grip(page)).toBeInViewport();
    await drawn(page);
    expect(await height(frame(page))).toBe(map);
    expect(await top(handle(page, "Ways"))).toBeCloseTo(before, 0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    for (const mark of [".dot .disc", ANSWER]) expect(await top(page.locator(`espalier-map ${mark}`).first()), mark).toBeLessThan((await top(grip(page))) - 20);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: string, points: { x: number; y: number }[]): Promise<unknown> => cdp.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points });
    const { x, y } = (await grip(page).boundingBox())!;
    await touch("touchStart", [{ x: x + 300, y: y + 7 }]);
    for (let k = 1; k <= 5; k += 1) await touch("touchMove", [{ x: x + 300, y: y + 7 + 20 * k }]);
    await touch("touchEnd", []);
    await drawn(page);
    expect(await top(grip(page))).toBeCloseTo(y + 100, 0);
    await accessible(page);
    // By the Tab key through the cards, which begin above the drawer and end below it.
    await page.getByRole("button", { name: /^Keep checking account as it is/i }).focus();
    for (let at = 0; at < 24; at += 1) {
      await page.keyboard.press("Tab");
      const [bottom, drawer] = await page.evaluate(() => {
        const root = document.querySelector("espalier-explainer")!.shadowRoot!;
        return [root.activeElement!, root.querySelector(".drawers")!].map((one, which) => one.getBoundingClientRect()[which === 0 ? "bottom" : "top"]) as [number, number];
      });
      expect(bottom, String(at)).toBeLessThanOrEqual(drawer);
    }
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });
});

test.describe("at 390 x 844", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a drawer opens under its own handle, which stays in view, also when another one closes above it", async ({ page }) => {
    await ready(page);
    for (const name of ["Trees", "Ways", "Compare", "Everyone", "Proof"]) {
      const one = handles(page).filter({ hasText: name });
      await one.scrollIntoViewIfNeeded();
      const before = await still(one);
      await one.tap();
      await expect(one).toHaveAttribute("aria-expanded", "true");
      await expect(contents(page)).toBeVisible();
      await whole(page, name);
      await still(one);
      await expect(one, name).toBeInViewport();
      // Unless the page ends before.
      const end = await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
      if (!end) expect(Math.abs((await top(one)) - before), name).toBeLessThanOrEqual(2);
      const below = (await top(contents(page))) - (await top(one)) - (await height(one));
      expect(Math.abs(below), name).toBeLessThanOrEqual(16);
      await expect(grip(page)).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
    }
  });
});
