// npm run pictures: a picture of every state of the built page and its lessons, in four windows, into target/pictures, with a page that shows them all.
//   npm run pictures -- first why      states whose names have one of these words
//   npm run pictures -- --docs         the pictures that the documentation uses, into docs
/* global window */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./chromium.mjs";
import { at, fail, say } from "./lib.mjs";
import { documented } from "./pictures/errands.mjs";
import { STATES, VIEWS } from "./pictures/states.mjs";
import { serve } from "./serve.mjs";

const FOLDER = at("target", "pictures");

const wanted = process.argv.slice(2);
const docs = wanted.includes("--docs");
const words = wanted.filter((one) => !one.startsWith("--"));

const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
try {
  if (docs) await documented(browser, server.url);
  else await all();
} finally {
  await browser.close();
  server.close();
}

async function all() {
  const chosen = Object.entries(STATES).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) fail(`no state has one of these words: ${words.join(", ")}`, `the states are ${Object.keys(STATES).join(", ")}`);
  if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const made = [];
  const faults = [];
  for (const [name, state] of chosen) {
    for (const [view, { width, height, dark = false }] of Object.entries(VIEWS)) {
      if (state.wide && width < 1280) continue;
      const file = `${name}-${view}.png`;
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
      page.on("pageerror", (error) => faults.push(`${file}: ${error.message}`));
      page.on("console", (message) => message.type() === "error" && faults.push(`${file}: ${message.text()}`));
      try {
        await state.go(page, server.url);
        // One that is longer than its window is shown whole, from its start: parts that stick to an edge would lie in its midst.
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: join(FOLDER, file), fullPage: true });
        made.push({ name, view, file });
      } catch (error) {
        faults.push(`${file}: ${error.message.split("\n")[0]}`);
      }
      await page.close();
    }
    say(name);
  }
  writeFileSync(join(FOLDER, "index.html"), shown(made));
  say(`${String(made.length)} pictures; target/pictures/index.html shows them`);
  if (faults.length > 0) fail(...faults);
}

function shown(made) {
  const names = [...new Set(made.map(({ name }) => name))];
  const figure = ({ view, file }) => `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy" /></a><figcaption>${view}</figcaption></figure>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" /><title>Pictures of all states</title>
<style>body { font: 14px/1.5 system-ui, sans-serif; margin: 24px } section { display: flex; gap: 16px; align-items: start } figure { margin: 0 } img { height: 320px; border: 1px solid #ccc }</style>
<h1>Pictures of all states</h1>
${names.map((name) => `<h2>${name}</h2>\n<section>${made.filter((one) => one.name === name).map(figure).join("")}</section>`).join("\n")}
</html>
`;
}
