/** The built page: nothing leaves it, its policy holds, and an example is answered. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./test.js";
import { root, serve } from "./files.js";
import { choose } from "./page-tools.js";
import { watch } from "./watch.js";

declare global {
  interface Window {
    answers: { status: string }[];
  }
}

/** Notes every answer that the page shows. */
async function noteAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.answers = [];
    document.addEventListener("espalier-answer", (event) => {
      window.answers.push({ status: (event as CustomEvent<{ status: string }>).detail.status });
    });
  });
}

/** Opens a file as its picker would. */
function openFile(page: Page, path: string): Promise<void> {
  return choose(page, () => page.keyboard.press("o"), join(root, path));
}

const answers = (page: Page): Promise<Window["answers"]> => page.evaluate(() => window.answers);

test("an example is open and answered, and nothing was asked for in vain", async ({ page }) => {
  await noteAnswers(page);
  const seen = watch(page);
  await page.goto("/");
  await expect.poll(async () => (await answers(page)).length).toBeGreaterThan(0);
  expect((await answers(page))[0]?.status).toBe("optimal");
  const wasm = seen.requests.filter((url) => url.includes("espalier-"));
  expect(wasm.length, "the engine is fetched once, ahead of the page's scripts").toBe(1);
  seen.quiet();
});

test("an answer is there before all of the engine is, and all else follows with the rest of it", async ({ page }) => {
  const dist = join(root, "dist");
  const wasm = readdirSync(join(dist, "assets")).find((name) => name.endsWith(".wasm"));
  let whole = (): void => undefined;
  const server = await serve("dist", {
    slow: (path) => (path.endsWith(`/${String(wasm)}`) ? { bytes: 1_000_000, rest: new Promise<void>((resolve) => (whole = resolve)) } : undefined),
  });
  await noteAnswers(page);
  const seen = watch(page);
  await page.goto(server.url);
  await expect.poll(async () => (await answers(page)).length).toBeGreaterThan(0);
  expect((await answers(page))[0]?.status).toBe("optimal");
  const check = page.getByRole("button", { name: "Check the proof" });
  await check.click();
  whole();
  await expect(page.getByText(/A second program agrees/).first()).toBeVisible();
  expect(seen.requests.filter((url) => url.includes("espalier-"))).toHaveLength(1);
  seen.quiet();
  server.close();
});

test("after loading no request is made, whatever is done", async ({ page }) => {
  const seen = watch(page);
  await noteAnswers(page);
  await page.goto("/");
  await expect.poll(async () => (await answers(page)).length).toBeGreaterThan(0);
  // All of it is there: nothing that is used later is asked for.
  seen.loaded();
  const { origin } = new URL(page.url());
  for (const url of seen.requests) expect(url.startsWith("blob:") || new URL(url).origin === origin, url).toBe(true);
  const before = (await answers(page)).length;
  // Walk over everything that can be focused, move all that moves, open all that opens.
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (i % 3 === 0) await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Escape");
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -240);
  await page.mouse.dblclick(640, 400);
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await openFile(page, "tests/fixtures/xgb-softprob/model.json");
  await page.waitForTimeout(500);
  expect((await answers(page)).length).toBeGreaterThan(before);
  seen.quiet();
});

test("a browser whose WebAssembly lacks an ability is told which", async ({ page }) => {
  await page.addInitScript(() => Object.assign(WebAssembly, { validate: () => false }));
  await page.goto("/");
  await expect(page.getByText(/lacks SIMD instructions; Chrome and Edge from version 91/)).toBeVisible();
});

test("the policy refuses other origins, inline scripts and styles", async ({ page }) => {
  await page.goto("/");
  const refused = await page.evaluate(async () => {
    const said: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => said.push(event.effectiveDirective));
    await fetch("https://example.org/").catch(() => undefined);
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.head.append(script);
    const style = document.createElement("style");
    style.textContent = "body { color: red }";
    document.head.append(style);
    const image = new Image();
    image.src = "https://example.org/x.png";
    await new Promise((done) => setTimeout(done, 100));
    return said;
  });
  expect(new Set(refused)).toEqual(new Set(["connect-src", "script-src-elem", "style-src-elem", "img-src"]));
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
});

test("the page holds no address of another origin that it would load", () => {
  const html = readFileSync(join(root, "dist", "index.html"), "utf8");
  expect(html).toContain("default-src 'none'".replaceAll("'", "&#39;"));
  expect(html.match(/(?:src|href)="https?:/g)).toBeNull();
});
