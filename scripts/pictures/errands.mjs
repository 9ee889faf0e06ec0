// The five errands of docs/errands.md, done with the pointer as a newcomer would, with a picture of each step; and the picture of the README.
/* global document, Image */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, say } from "../lib.mjs";
import { choose, dot, drawer, lock, open, settled } from "./steps.mjs";

/** Width and quality of a step's picture: texts can be read, and all together are less than a megabyte and a half. By hand. */
const WIDTH = 960;
const QUALITY = 0.55;

/** Rows of a file to audit, under the features' names: those of the example, and again with other amounts and durations, which are its first two columns. */
function rows(count) {
  const { schema, background } = JSON.parse(readFileSync(at("www", "public", "examples", "loan.json"), "utf8"));
  const cell = (feature, row) => {
    const columns = feature.columns ?? [feature.column];
    const values = columns.map((column) => row[column]);
    const level = columns.length > 1 ? values.indexOf(1) : values[0];
    return `"${feature.labels?.[level] ?? level}"`;
  };
  const lines = Array.from({ length: count }, (_, n) => {
    const round = Math.floor(n / background.rows.length);
    const [amount, duration, ...rest] = background.rows[n % background.rows.length];
    const row = [Math.min(10_000, amount + 130 * round), Math.min(60, duration + round), ...rest];
    return schema.features.map((feature) => cell(feature, row)).join(",");
  });
  return `${schema.features.map(({ name }) => name).join(",")}\n${lines.join("\n")}\n`;
}

const answered = (page, text) => page.locator("espalier-everyone", { hasText: text }).waitFor();

const ERRANDS = {
  answer: [
    (page, url) => open(page, url),
    async (page) => {
      await page.getByRole("button", { name: "Check the proof" }).click();
      await page.locator(".proof", { hasText: "agrees" }).waitFor();
    },
    async (page) => {
      const { x, y } = await page.locator("espalier-map").evaluate((map) => {
        const { left, top } = map.shadowRoot.querySelector("svg.over").getBoundingClientRect();
        const line = map.shadowRoot.querySelector(".ball");
        const places = Array.from({ length: 200 }, (_, at) => line.getPointAtLength((line.getTotalLength() * at) / 200));
        const place = places.reduce((best, one) => (one.x > best.x ? one : best));
        return { x: left + place.x, y: top + place.y };
      });
      await page.mouse.move(x, y);
      await page.locator(".sign-tip:not([hidden])").waitFor();
    },
    async (page) => {
      await drawer(page, "why");
      await page.locator(".ledger li").first().waitFor();
    },
  ],
  lock: [
    (page, url) => open(page, url),
    (page) => lock(page, "Duration"),
    async (page) => {
      await page.locator(".way").nth(1).click();
      await settled(page);
    },
    async (page) => {
      await page.getByRole("button", { name: "Remove the limit: Duration stays" }).click();
      await settled(page);
    },
  ],
  beat: [
    async (page, url) => {
      await open(page, url);
      await drawer(page, "beat");
    },
    async (page) => {
      const { x, y } = await dot(page);
      await page.mouse.move(x - 150, y + 60);
      await settled(page);
      await page.mouse.click(x - 150, y + 60);
      await page.locator(".verdict", { hasText: "larger than the answer" }).waitFor();
    },
    async (page) => {
      await page.getByRole("button", { name: "Back to the answer" }).click();
      await page.getByLabel("Value to try for duration").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(".verdict", { hasText: "not enough" }).waitFor();
    },
    async (page) => {
      await page.getByRole("button", { name: "Let the outline grow" }).click();
      await page.locator(".grown", { hasText: "touches" }).waitFor();
    },
  ],
  lesson: [
    async (page, url) => {
      await page.goto(`${url}lessons.html`);
      await page.locator(".cards").waitFor();
    },
    async (page) => {
      await page.locator(".cards a").nth(6).click();
      await page.locator(".steps").waitFor();
    },
    async (page) => {
      await page.getByRole("slider", { name: "Step" }).focus();
      for (let n = 0; n < 8; n += 1) await page.keyboard.press("ArrowRight");
      await page.getByText("step 9 of").waitFor();
    },
    async (page) => {
      await page.keyboard.press("End");
      await page.locator(".found b").waitFor();
    },
    (page) => page.locator("details.teacher summary").click(),
  ],
  audit: [
    async (page, url) => {
      await open(page, url);
      await drawer(page, "data");
    },
    async (page) => {
      await choose(page, () => page.getByRole("button", { name: "Choose other rows, csv" }).click(), "applications.csv", rows(1000));
      await page.locator(".source", { hasText: "1,000 rows of applications.csv" }).waitFor();
      await settled(page);
    },
    async (page) => {
      await drawer(page, "everyone");
      await page.getByRole("button", { name: "Ask for all 1,000 rows" }).click();
      await answered(page, "All 1,000 rows are answered.");
    },
    async (page) => {
      await page.getByLabel("By group of").selectOption("Housing");
      const bySize = page.getByRole("columnheader", { name: "Size" }).getByRole("button");
      await bySize.click();
      await bySize.click();
    },
    async (page) => {
      await page.locator("espalier-everyone .people tbody button").first().click();
      await settled(page);
    },
  ],
};

/** Writes docs/page.png and docs/errands. */
export async function documented(browser, url) {
  const fresh = () => browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
  const first = await fresh();
  await open(first, url);
  await first.screenshot({ path: at("docs", "page.png") });
  await first.close();
  const folder = at("docs", "errands");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const painter = await browser.newPage();
  for (const [errand, steps] of Object.entries(ERRANDS)) {
    const page = await fresh();
    for (const [index, step] of steps.entries()) {
      await step(page, url);
      writeFileSync(join(folder, `${errand}-${String(index + 1)}.webp`), await smaller(painter, await page.screenshot()));
    }
    await page.close();
    say(`docs/errands/${errand}-*.webp`);
  }
  await painter.close();
}

/** A picture as WebP, which only a browser writes here. */
async function smaller(page, png) {
  const written = await page.evaluate(
    async ([source, width, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, Math.round((image.height * width) / image.width)];
      const g = canvas.getContext("2d");
      g.imageSmoothingQuality = "high";
      g.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", quality);
    },
    [`data:image/png;base64,${png.toString("base64")}`, WIDTH, QUALITY],
  );
  return Buffer.from(written.split(",")[1], "base64");
}
