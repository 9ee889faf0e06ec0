/** The element in someone else's page: attributes, properties, events, several at once, and a clean end. */
import { expect, test, type Page } from "@playwright/test";
import { stump } from "../web/models.js";
import type {} from "../../www/src/page/element/define.js";
import { serve } from "./files.js";
import { watch } from "./watch.js";

const body = (content: string): string => `<!doctype html><html lang="en"><title>embed</title><link rel="icon" href="data:,">
<script>
  window.heard = [];
  for (const name of ["espalier-answer", "espalier-query", "espalier-constraints", "espalier-error"])
    document.addEventListener(name, (event) => window.heard.push([name, event.detail]));
</script>
<script type="module" src="./element.js"></script><body>${content}</body></html>`;

const one = `<espalier-explainer model="stump.json" query='{"Income": 3, "Age": 20}' target="accepted" axes="Age Income" subject="you"></espalier-explainer>`;

async function open(page: Page, content: string): Promise<() => void> {
  const server = await serve("pkg", { pages: { "/": body(content), "/stump.json": JSON.stringify(stump), "/bad.json": "{" } });
  await page.goto(server.url);
  return server.close;
}

const heard = (page: Page): Promise<[string, unknown][]> => page.evaluate("window.heard");

test("attributes ask the question, and one listener on the document hears the answer", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted if your income were");
  const answer = (await heard(page)).find(([name]) => name === "espalier-answer")?.[1];
  expect(answer).toMatchObject({ status: "optimal", counterfactuals: [{ changes: [{ feature: "Income", from: 3 }] }] });
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")?.answer)).toMatchObject({ status: "optimal" });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect.poll(async () => (await heard(page)).filter(([name]) => name === "espalier-constraints")).toEqual([["espalier-constraints", [{ fix: "Age" }]]]);
  seen.quiet();
  close();
});

test("properties are the truth, simple ones are mirrored, and those set before definition count", async ({ page }) => {
  const close = await open(page, `<script>
    const early = document.createElement("espalier-explainer");
    early.model = "stump.json"; early.query = [3, 20]; early.target = 1;
    document.body.append(early);
  </script>`);
  await expect(page.locator(".say")).toContainText(/\(now\s3\)/);
  expect(await page.locator("espalier-explainer").getAttribute("model")).toBe("stump.json");
  await page.evaluate(() => {
    const element = document.querySelector("espalier-explainer");
    if (element) element.query = { Income: 2, Age: 30 };
  });
  await expect(page.locator(".say")).toContainText(/\(now\s2\)/);
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("target", "rejected"));
  await expect(page.locator(".say")).toContainText("Already rejected");
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("subject", "the applicant"));
  await expect(page.locator(".say")).toContainText("The applicant is already rejected");
  close();
});

test("a file that is wrong is told as an event and as a card", async ({ page }) => {
  const close = await open(page, `<espalier-explainer model="bad.json"></espalier-explainer>`);
  await expect(page.getByRole("alert")).toContainText("bad.json");
  expect((await heard(page)).find(([name]) => name === "espalier-error")?.[1]).toMatchObject({ source: "model" });
  close();
});

test("several share one engine; one that leaves does not disturb the others, and may come back", async ({ page }) => {
  const close = await open(page, one + one);
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  await expect.poll(() => page.workers().length).toBe(1);
  await page.evaluate(() => {
    const [first] = document.querySelectorAll("espalier-explainer");
    if (!first) return;
    first.remove();
    (window as unknown as { kept: Element }).kept = first;
  });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: Age stays" })).toBeVisible();
  await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  close();
});

test("a second copy of the script leaves the first definition in place", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, `${one}<script type="module" src="./element.js?again"></script>`);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  seen.quiet();
  close();
});

test("parts that are not named are not there", async ({ page }) => {
  const close = await open(page, one.replace("<espalier-explainer", `<espalier-explainer controls="answer"`));
  await expect(page.locator(".say")).toContainText("You would be accepted");
  await expect(page.locator("espalier-map, .person, header")).toHaveCount(0);
  close();
});

const PARTS = ["header", "person", "map", "answer", "drawers"] as const;
const SECTIONS = { header: ".top:not(.line)", person: ".person", map: ".map", answer: ".answer", drawers: ".drawers" };
interface Place { part: string; left: number; right: number; top: number; bottom: number; start: number }

test("each part alone, and any of them together, is laid out: side by side or one below the other, over the whole width, with its text at the start", async ({ page }) => {
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  for (const width of [1200, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (let mask = 1; mask < 1 << PARTS.length; mask += 1) {
      const parts = PARTS.filter((_, bit) => (mask >> bit) & 1);
      const told = `${parts.join(" ")} at ${String(width)}`;
      await page.evaluate((controls) => document.querySelector("espalier-explainer")?.setAttribute("controls", controls), parts.join(" "));
      const shown = parts.map((part) => [part, SECTIONS[part]] as const);
      await expect.poll(() => page.evaluate((all) => all.filter((one) => document.querySelector("espalier-explainer")?.shadowRoot?.querySelector(one)).length, Object.values(SECTIONS)), told).toBe(parts.length);
      const { host, places } = await page.evaluate((all) => {
        const element = document.querySelector("espalier-explainer")!;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const found = all.map(([part, selector]): Place => {
          const section = element.shadowRoot!.querySelector(selector)!;
          const box = section.getBoundingClientRect();
          return { part, left: box.left, right: box.right, top: box.top, bottom: box.bottom, start: ["left", "start"].includes(getComputedStyle(section).textAlign) ? 0 : 1 };
        });
        return { host: { left, right, top, bottom }, places: found };
      }, shown);
      for (const place of places) {
        expect(place.right - place.left, `${told}: ${place.part}`).toBeGreaterThan(width === 390 ? 300 : 250);
        expect(place.bottom - place.top, `${told}: ${place.part}`).toBeGreaterThan(30);
        expect([place.left >= host.left - 1, place.right <= host.right + 1, place.top >= host.top - 1, place.bottom <= host.bottom + 1, place.start], `${told}: ${JSON.stringify([host, place])}`).toEqual([true, true, true, true, 0]);
      }
      // From edge to edge, and no part over another.
      expect(Math.abs(Math.min(...places.map((one) => one.left)) - host.left) + Math.abs(Math.max(...places.map((one) => one.right)) - host.right), `${told}: ${JSON.stringify([host, places])}`).toBeLessThanOrEqual(2);
      for (const [k, a] of places.entries()) {
        for (const b of places.slice(k + 1)) {
          const over = Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
          expect(over, `${told}: ${a.part} and ${b.part}`).toBeLessThanOrEqual(1);
        }
      }
      expect(Math.abs(Math.max(...places.map((one) => one.bottom)) - host.bottom), `${told}: ${JSON.stringify([host, places])}`).toBeLessThanOrEqual(2);
    }
  }
  close();
});

test("a dark page, or element, is followed as it changes; a theme that is given stands", async ({ page }) => {
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  const dark = (selector: string, property: "color" | "backgroundColor"): Promise<boolean> =>
    page.locator(selector).first().evaluate((element, name) => {
      const canvas = document.createElement("canvas").getContext("2d")!;
      canvas.fillStyle = getComputedStyle(element)[name];
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return red + green + blue < 384;
    }, property);
  const cell = (): Promise<number> =>
    page.locator("espalier-map canvas").evaluate((canvas) => {
      const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(3, 3, 1, 1);
      return data[0]! + data[1]! + data[2]!;
    });
  const light = await cell();
  const as = async (is: boolean): Promise<void> => {
    await expect.poll(() => Promise.all([dark(".answer", "backgroundColor"), dark(".say b", "color")])).toEqual([is, !is]);
    await expect.poll(async () => (await cell()) < light - 60).toBe(is);
  };
  await as(false);
  const scheme = (selector: string, value: string): Promise<void> => page.locator(selector).evaluate((element, to) => void ((element as HTMLElement).style.colorScheme = to), value);
  await scheme("html", "dark");
  await as(true);
  await page.locator("espalier-explainer").evaluate((element) => element.setAttribute("theme", "light"));
  await as(false);
  await page.locator("espalier-explainer").evaluate((element) => element.removeAttribute("theme"));
  await scheme("html", "light dark");
  await as(false);
  await page.emulateMedia({ colorScheme: "dark" });
  await as(true);
  await scheme("html", "light");
  await as(false);
  await scheme("espalier-explainer", "dark");
  await as(true);
  close();
});

for (const [attribute, value, known] of [
  ["theme", "drak", "light, dark"],
  ["controls", "person answr", "header, person, map, answer, drawers"],
  ["controls", "constructor", "header, person, map, answer, drawers"],
  ["target", "acepted", "accepted"],
  ["axes", "Income Wage", "Income, Age"],
  ["query", '{"Wage": 3}', "Income, Age"],
] as const) {
  test(`${attribute}="${value}" is an error that lists ${known}, from the start and when it is set later`, async ({ page }) => {
    const said = async (): Promise<void> => {
      await expect(page.getByRole("alert")).toContainText(known);
      await expect.poll(async () => (await heard(page)).some(([name, error]) => name === "espalier-error" && JSON.stringify(error).includes(known.split(",")[0]!))).toBe(true);
    };
    const close = await open(page, `<espalier-explainer model="stump.json" ${attribute}='${value}'></espalier-explainer>`);
    await said();
    close();
    const again = await open(page, one);
    await expect(page.locator(".say")).toContainText("You would be accepted");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.locator("espalier-explainer").evaluate((element, [name, to]) => element.setAttribute(name, to), [attribute, value] as const);
    await said();
    again();
  });
}
