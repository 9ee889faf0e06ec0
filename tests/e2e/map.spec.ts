/** The map alone: dragging, keys, touch and the words for assistive technology, on made-up forests. */
import { expect, test, type Page } from "./test.js";
import { createServer, type ViteDevServer } from "vite";
import { accessible } from "./axe.js";
import { root } from "./files.js";

let server: ViteDevServer;
let url: string;

test.beforeAll(async () => {
  server = await createServer({ root: `${root}/www`, configFile: false, logLevel: "error", server: { port: 0, hmr: false, watch: null } });
  await server.listen();
  url = server.resolvedUrls!.local[0]!;
});

test.afterAll(() => server.close());

interface Event {
  type: string;
  detail: Record<string, unknown> & { phase?: string };
}

declare global {
  interface Window {
    heard: Event[];
  }
}

async function open(page: Page, name = "credit"): Promise<void> {
  await page.goto(`${url}dev/map.html?case=${name}`);
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ["map-point", "map-limit", "map-window", "map-box", "map-lock"]) {
      document.addEventListener(type, (e) => window.heard.push({ type, detail: (e as CustomEvent<Event["detail"]>).detail }));
    }
  });
  await expect(dot(page)).toBeVisible();
}

const map = (page: Page) => page.locator("espalier-map");
const dot = (page: Page) => page.getByRole("slider", { name: /You now/ });
const edge = (page: Page, name: RegExp) => page.getByRole("slider", { name });
const plot = (page: Page) => page.getByRole("application");
const heard = (page: Page, type: string): Promise<Event["detail"][]> =>
  page.evaluate((t) => window.heard.filter((e) => e.type === t).map((e) => e.detail), type);
const frames = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

/** Middle of a part of the drawing, in page coordinates. */
async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await map(page).locator(selector).first().boundingBox();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, steps = 6): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await frames(page);
  await page.mouse.up();
  await frames(page);
}

test("the dot is dragged to whole values and says where it is", async ({ page }) => {
  await open(page);
  await expect(dot(page)).toHaveAttribute("aria-valuetext", "4,308\u00a0DM, 48\u00a0months");
  const at = await middle(page, ".dot .disc");
  await drag(page, at, { x: at.x - 80, y: at.y + 50 });
  const points = await heard(page, "map-point");
  expect(points[0]).toEqual({ x: 4308, y: 48, phase: "start" });
  const last = points.at(-1)!;
  expect(last.phase).toBe("end");
  expect(Number.isInteger(last.x) && Number.isInteger(last.y)).toBe(true);
  const moved = await middle(page, ".dot .disc");
  expect(Math.abs(moved.x - (at.x - 80))).toBeLessThan(2);
  expect(Math.abs(moved.y - (at.y + 50))).toBeLessThan(11);
});

test("pressing the dot without moving changes nothing", async ({ page }) => {
  await open(page);
  const at = await middle(page, ".dot .disc");
  await page.mouse.click(at.x + 6, at.y - 5);
  const points = await heard(page, "map-point");
  expect(points.map((p) => [p.x, p.y])).toEqual([[4308, 48], [4308, 48]]);
});

test("Esc during a drag takes it back", async ({ page }) => {
  await open(page);
  const at = await middle(page, ".dot .disc");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 90, at.y + 90, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await heard(page, "map-point")).at(-1)).toEqual({ x: 4308, y: 48, phase: "cancel" });
  await expect(dot(page)).toHaveAttribute("aria-valuetext", "4,308\u00a0DM, 48\u00a0months");
});

test("events of a drag come at most once a frame", async ({ page }) => {
  await open(page);
  const at = await middle(page, ".dot .disc");
  const { moves, frames: seen } = await page.evaluate(async ({ x, y }) => {
    const over = document.querySelector("espalier-map")!.shadowRoot!.querySelector("svg.over")!;
    const send = (type: string, dx: number): boolean => over.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x + dx, clientY: y, pointerId: 1, button: 0, isPrimary: true }));
    send("pointerdown", 0);
    let n = 0;
    for (let frame = 0; frame < 5; frame++) {
      for (let k = 0; k < 20; k++) send("pointermove", ++n);
      await new Promise((done) => requestAnimationFrame(done));
    }
    const got = window.heard.filter((e) => e.detail.phase === "move").length;
    send("pointerup", n);
    return { moves: got, frames: 5 };
  }, at);
  expect(moves).toBeGreaterThan(0);
  expect(moves).toBeLessThanOrEqual(seen);
});

test("a move is told in the event that makes it, and drawn once", async ({ page }) => {
  await open(page);
  const at = await middle(page, ".dot .disc");
  const { told, drawn } = await page.evaluate(async ({ x, y }) => {
    const element = document.querySelector("espalier-map")! as HTMLElement & { render(): unknown };
    const over = element.shadowRoot!.querySelector("svg.over")!;
    const send = (type: string, dx: number): boolean => over.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x + dx, clientY: y, pointerId: 1, button: 0, isPrimary: true }));
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    send("pointerdown", 0);
    await frame();
    await frame();
    let drawn = 0;
    const render = element.render.bind(element);
    element.render = () => {
      drawn += 1;
      return render();
    };
    send("pointermove", 30);
    const told = window.heard.filter((e) => e.detail.phase === "move").length;
    await frame();
    await frame();
    return { told, drawn };
  }, at);
  expect(told).toBe(1);
  expect(drawn).toBe(1);
});

test("an edge snaps to the model's thresholds, goes freely with Alt, a corner moves two", async ({ page }) => {
  await open(page);
  const left = await middle(page, ".grip.left .body");
  await drag(page, left, { x: left.x + 60, y: left.y });
  const snapped = (await heard(page, "map-limit")).at(-1)! as unknown as { x: { lo: number; hi: number }; y?: unknown };
  const thresholds = await page.evaluate(() => [...document.querySelector("espalier-map")!.x.thresholds]);
  expect(thresholds).toContain(snapped.x.lo - 0.5);
  expect(snapped.y).toBeUndefined();

  await page.keyboard.down("Alt");
  const now = await middle(page, ".grip.left .body");
  const values: number[] = [];
  for (const d of [7, 8, 9]) {
    await drag(page, await middle(page, ".grip.left .body"), { x: now.x - d * 3, y: now.y });
    values.push(((await heard(page, "map-limit")).at(-1)! as unknown as { x: { lo: number } }).x.lo);
  }
  await page.keyboard.up("Alt");
  expect(values.some((v) => !thresholds.includes(v - 0.5))).toBe(true);

  const corner = await middle(page, ".grip.top-right .body");
  await drag(page, corner, { x: corner.x - 50, y: corner.y + 40 });
  const both = (await heard(page, "map-limit")).at(-1)! as unknown as { x: { hi: number }; y: { hi: number } };
  expect(both.x.hi).toBeLessThan(6500);
  expect(both.y.hi).toBeLessThan(54);
});

test("wheel zooms about the pointer, a drag pans, double click shows everything again", async ({ page }) => {
  await open(page);
  const area = (await map(page).locator(".frame").boundingBox())!;
  const at = { x: area.x + area.width * 0.25, y: area.y + area.height * 0.9 };
  const value = (): Promise<number> => page.evaluate(() => document.querySelector("espalier-map")!.x.window[0]);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await heard(page, "map-window")).map((w) => w.phase)).toEqual(["start", "move", "end"]);
  const windows = await heard(page, "map-window");
  const zoomed = windows[1] as unknown as { x: [number, number] };
  const under = zoomed.x[0] + 0.25 * (zoomed.x[1] - zoomed.x[0]);
  expect(Math.abs(under - (250 + 0.25 * 7000))).toBeLessThan(20);
  const before = await value();
  await drag(page, at, { x: at.x - 60, y: at.y });
  expect(await value()).toBeGreaterThan(before);
  await page.mouse.dblclick(at.x, at.y);
  await frames(page);
  expect((await heard(page, "map-window")).at(-1)).toEqual({ x: [250, 7250], y: [4, 60], reset: true, phase: "key" });
  expect(await value()).toBe(250);
});

test("everything that is dragged can be moved by keyboard", async ({ page }) => {
  await open(page);
  await dot(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  expect((await heard(page, "map-point")).map((p) => [p.x, p.y, p.phase])).toEqual([[4258, 48, "key"], [4258, 38, "key"]]);
  await expect(dot(page)).toHaveAttribute("aria-valuetext", "4,258\u00a0DM, 38\u00a0months");
  await expect(dot(page)).toBeFocused();

  const lowest = edge(page, /^Lowest allowed credit amount/);
  await lowest.focus();
  await expect(lowest).toHaveAttribute("aria-valuetext", "at least 2,900\u00a0DM");
  await page.keyboard.press("ArrowRight");
  const raised = (await heard(page, "map-limit")).at(-1)! as unknown as { x: { lo: number; hi: number }; phase: string };
  expect(raised.x.lo).toBeGreaterThan(2900);
  expect(raised.x.hi).toBe(6500);
  await page.keyboard.press("Delete");
  await expect(lowest).toHaveAttribute("aria-valuetext", "no limit");
  await expect(lowest).toBeFocused();
});

test("the cursor walks over boxes and they are read aloud", async ({ page }) => {
  await open(page);
  await plot(page).focus();
  await page.keyboard.press("ArrowRight");
  const readout = map(page).locator(".readout p");
  await expect(readout).toContainText("Box under the cursor: credit amount");
  await expect(readout).toContainText("refused, score");
  const live = map(page).locator("[aria-live]");
  await expect(live).toContainText("refused, score");
  const first = await readout.textContent();
  await page.keyboard.press("ArrowDown");
  await expect(readout).not.toHaveText(first!);
  await page.keyboard.press("+");
  expect((await heard(page, "map-window")).at(-1)!.phase).toBe("key");
  await page.keyboard.press("0");
  expect((await heard(page, "map-window")).at(-1)).toMatchObject({ reset: true });
});

test("the pointer's box is told under the map, and again when it left", async ({ page }) => {
  await open(page);
  const area = (await map(page).locator(".frame").boundingBox())!;
  await page.mouse.move(area.x + 30, area.y + area.height - 20);
  await frames(page);
  const boxes = (await heard(page, "map-box")) as unknown as { box: { text: string; target: boolean } | null; by: string }[];
  expect(boxes.at(-1)!.box!.target).toBe(true);
  await expect(map(page).locator(".readout p")).toHaveText(`This patch: ${boxes.at(-1)!.box!.text}`);
  await page.mouse.move(area.x + area.width + 200, area.y);
  await frames(page);
  expect(((await heard(page, "map-box")) as unknown as { box: null }[]).at(-1)!.box).toBeNull();
});

test("an outline tells its size under the map", async ({ page }) => {
  await open(page);
  const corner = await page.evaluate(() => {
    const over = document.querySelector("espalier-map")!.shadowRoot!.querySelector<SVGPathElement>("path.ball")!;
    const at = over.getPointAtLength(60);
    const box = over.ownerSVGElement!.getBoundingClientRect();
    return { x: box.x + at.x, y: box.y + at.y };
  });
  await page.mouse.move(corner.x, corner.y);
  await frames(page);
  await expect(map(page).locator(".readout p")).toHaveText(/^Outline, proved: nothing that costs less than 0\.\d\d is accepted\.$/);
});

test("an axis title keeps its feature as it is: double click, or Enter", async ({ page }) => {
  await open(page);
  const title = page.getByRole("button", { name: /^Duration/ });
  await title.dblclick();
  expect(await heard(page, "map-lock")).toEqual([{ axis: "y", feature: "Duration", locked: true }]);
  await expect(title).toHaveAttribute("aria-pressed", "true");
  await expect(edge(page, /allowed duration/)).toHaveCount(0);
  await title.press("Enter");
  expect((await heard(page, "map-lock")).at(-1)!.locked).toBe(false);
  await expect(edge(page, /allowed duration/)).toHaveCount(2);
});

test("levels are bands: the dot rests in their middle, edges on their borders", async ({ page }) => {
  await open(page, "levels");
  const at = await middle(page, ".dot .disc");
  await drag(page, at, { x: at.x + 100, y: at.y });
  expect((await heard(page, "map-point")).at(-1)).toEqual({ x: 2, y: 50, phase: "end" });
  const right = await middle(page, ".grip.right .body");
  await drag(page, right, { x: right.x - 120, y: right.y });
  expect((await heard(page, "map-limit")).at(-1)).toMatchObject({ x: { lo: 1, hi: 2 } });
});

for (const name of ["credit", "searching", "impossible", "three", "both", "price_range"]) {
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await open(page, name);
    await accessible(page);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("every handle is 44 pixels to the finger and is dragged by touch; a tap tells the box", async ({ page }) => {
    await open(page);
    for (const side of ["left", "right", "top", "bottom", "top-left"]) {
      const box = (await map(page).locator(`.grip.${side} .reach`).boundingBox())!;
      expect([box.width, box.height].map((v) => Math.round(v * 100) / 100)).toEqual([44, 44]);
    }
    const at = await middle(page, ".dot .disc");
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: string, points: { x: number; y: number }[]): Promise<unknown> => cdp.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points });
    await touch("touchStart", [at]);
    for (let k = 1; k <= 5; k++) await touch("touchMove", [{ x: at.x - 6 * k, y: at.y + 8 * k }]);
    await frames(page);
    await touch("touchEnd", []);
    const points = await heard(page, "map-point");
    expect(points.at(-1)!.phase).toBe("end");
    expect(points.at(-1)!.y).toBeLessThan(48);

    const area = (await map(page).locator(".frame").boundingBox())!;
    await page.touchscreen.tap(area.x + 30, area.y + area.height - 20);
    await expect(map(page).locator(".readout p")).toContainText("accepted, score");

    const centre = { x: area.x + 60, y: area.y + area.height - 30 };
    await touch("touchStart", [{ x: centre.x - 20, y: centre.y }, { x: centre.x + 20, y: centre.y }]);
    for (let k = 1; k <= 5; k++) await touch("touchMove", [{ x: centre.x - 20 - 6 * k, y: centre.y }, { x: centre.x + 20 + 6 * k, y: centre.y }]);
    await frames(page);
    await touch("touchEnd", []);
    const w = (await heard(page, "map-window")).at(-1)! as unknown as { x: [number, number]; phase: string };
    expect(w.phase).toBe("end");
    expect(w.x[1] - w.x[0]).toBeLessThan(5000);
  });
});

test("an exported map is a picture of its own: no style sheet, no handles, the same size", async ({ page }) => {
  await open(page);
  const source = await page.evaluate(() => (document.querySelector("espalier-map")!).toSVG());
  expect(source).not.toMatch(/var\(|class=|<style|tabindex/);
  expect(source).toContain("You now");
  const kind = await page.evaluate(async () => {
    const blob = await (document.querySelector("espalier-map")!).toPNG(1);
    const image = await createImageBitmap(blob);
    return [blob.type, image.width, image.height];
  });
  expect(kind).toEqual(["image/png", 632, 620]);
});

test("a theme that changes while the map is shown repaints it", async ({ page }) => {
  await open(page);
  const colour = (): Promise<number[]> =>
    page.evaluate(() => {
      const canvas = document.querySelector("espalier-map")!.shadowRoot!.querySelector("canvas")!;
      return [...canvas.getContext("2d")!.getImageData(8, canvas.height - 8, 1, 1).data];
    });
  const light = await colour();
  await page.evaluate(() => document.documentElement.style.setProperty("color-scheme", "dark"));
  await expect.poll(colour).not.toEqual(light);
  const dark = await colour();
  expect(dark[0]! + dark[1]! + dark[2]!).toBeLessThan(light[0]! + light[1]! + light[2]!);
});
