// The page's own times in Chromium, of the built page on this machine: from navigation to the first answer.
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const VISITS = 9;

/** Milliseconds from navigation to the first answer, a visit, ascending. */
export async function measurePage() {
  const server = await serve();
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) visits.push(await firstAnswer(browser, server.url));
    return visits.sort((a, b) => a - b);
  } finally {
    await browser.close();
    server.close();
  }
}

/** A fresh visitor, nothing cached. */
async function firstAnswer(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.firstAnswer = undefined;
    document.addEventListener("espalier-answer", () => (window.firstAnswer ??= performance.now()));
  });
  await page.goto(url);
  await page.waitForFunction(() => window.firstAnswer !== undefined);
  const milliseconds = await page.evaluate(() => window.firstAnswer);
  await context.close();
  return milliseconds;
}
