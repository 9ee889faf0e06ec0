// Finds a Chromium for the browser tests, or installs one: $CHROMIUM, the system's, Debian's package, Playwright's own.
import { chromium as playwright } from "@playwright/test";
import { apt, fail, mayInstall, run, runnable, say, tool, which } from "./lib.mjs";

/**
 * Path of a Chromium for tests, which have no window: the build without one where it is installed (Debian's package
 * chromium-headless-shell). It opens a page for half of the processor's time.
 */
export function shell() {
  const named = process.env.CHROMIUM ?? "";
  return (named === "" ? which("chromium-headless-shell") : undefined) ?? chromium();
}

/** Path of a Chromium that can be started. */
export function chromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== "") return runnable(named) ? named : fail(`CHROMIUM names ${named}, which is no program`);
  const system = () => ["chromium", "chromium-browser", "google-chrome"].map(which).find((path) => path !== undefined);
  const own = () => [playwright.executablePath()].find(runnable);
  const found = system() ?? own() ?? (mayInstall() && apt("chromium") ? system() : undefined);
  if (found !== undefined) return found;
  say("playwright install chromium");
  if (run(tool("playwright"), ["install", "chromium"])) return own();
  return fail("no Chromium was found", "apt-get install chromium      (Debian, as root)", "npx playwright install chromium", "or set CHROMIUM to its path");
}
