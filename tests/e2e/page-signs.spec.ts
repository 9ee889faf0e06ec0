/** The meaning of each sign of the map, where the pointer rests or the focus is. */
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { open } from "./page-tools.js";
import { watch } from "./watch.js";

const tip = (page: Page): Locator => page.locator(".sign-tip");
const map = (page: Page): Locator => page.locator("espalier-map");

interface Place {
  x: number;
  y: number;
}

async function rest(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.move(x, y);
}

async function middle(part: Locator): Promise<Place> {
  const box = await part.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The place of a path that is furthest to the right, away from dot and ring. */
const rightmost = (page: Page, path: string): Promise<Place> =>
  map(page).evaluate((host, selector) => {
    const svg = host.shadowRoot!.querySelector("svg.over")!.getBoundingClientRect();
    const drawn = host.shadowRoot!.querySelector<SVGGeometryElement>(selector)!;
    const places = Array.from({ length: 200 }, (_, at) => drawn.getPointAtLength((drawn.getTotalLength() * at) / 200));
    const { x, y } = places.reduce((best, one) => (one.x > best.x ? one : best));
    return { x: svg.left + x, y: svg.top + y };
  }, path);

/** Places of the map, left to right and top to bottom, until the tip says `text`. */
async function find(page: Page, text: string): Promise<void> {
  const box = (await map(page).locator(".surface").boundingBox())!;
  for (const [x, y] of [[0.9, 0.1], [0.93, 0.5], [0.9, 0.9], [0.5, 0.93], [0.1, 0.9]] as const) {
    await rest(page, { x: box.x + x * box.width, y: box.y + y * box.height });
    if (await tip(page).filter({ hasText: text, visible: true }).waitFor({ timeout: 3000 }).then(() => true, () => false)) return;
  }
  throw new Error(`nowhere on the map is told: ${text}`);
}

test("dot, ring, outline, frame and ruled out places tell their meaning where the pointer rests; a move takes it away", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await expect(page.locator(".jumps")).toBeAttached();
  await rest(page, await middle(map(page).locator(".disc")));
  await expect(tip(page)).toHaveText("The values now");
  await accessible(page);
  await page.mouse.move(5, 5);
  await expect(tip(page)).toBeHidden();
  await rest(page, await middle(map(page).locator(".ring").first()));
  await expect(tip(page)).toHaveText(/^The answer: the nearest place that is enough/);
  await rest(page, await rightmost(page, ".ball"));
  await expect(tip(page)).toHaveText(/^As far as the answer/);
  // It lies on the map, also near its edge.
  const [shown, around] = [(await tip(page).boundingBox())!, (await map(page).boundingBox())!];
  expect(shown.x).toBeGreaterThanOrEqual(around.x);
  expect(shown.x + shown.width).toBeLessThanOrEqual(around.x + around.width);
  await page.getByRole("slider", { name: "Highest allowed credit amount" }).first().focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Shift+ArrowLeft");
  await find(page, "Ruled out by a limit");
  seen.quiet();
});

test("the border between two decisions tells its meaning", async ({ page }) => {
  await open(page);
  await expect(page.locator(".jumps")).toBeAttached();
  // A pixel of the border, as it is painted.
  const box = (await map(page).locator(".surface").boundingBox())!;
  const border = await map(page).evaluate((host) => {
    const canvas = host.shadowRoot!.querySelector("canvas")!;
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    const ink = getComputedStyle(host.shadowRoot!.querySelector(".allowed")!).stroke.match(/\d+/g)!.map(Number);
    for (let at = 0; at < data.length; at += 4) {
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      if (x > 0.1 * width && x < 0.3 * width && y > 0.1 * height && ink.every((value, channel) => Math.abs(value - data[at + channel]!) <= 2)) return { x: x / width, y: y / height };
    }
    return null;
  });
  expect(border).not.toBeNull();
  await rest(page, { x: box.x + border!.x * box.width, y: box.y + border!.y * box.height });
  await expect(tip(page)).toHaveText("Where the model decides otherwise");
});

test("by keys the dot and the frame tell their meaning while they have the focus", async ({ page }) => {
  await open(page);
  await expect(page.locator(".jumps")).toBeAttached();
  await map(page).locator("[data-part=plot]").focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Tab");
  await expect(map(page).getByRole("slider", { name: /You now/ })).toBeFocused();
  await expect(tip(page)).toHaveText("The values now");
  await page.keyboard.press("Tab");
  await expect(tip(page)).toHaveText(/^The limits/);
  await page.keyboard.press("ArrowRight");
  await expect(tip(page)).toBeHidden();
});
