// npm test: every check there is, quick ones first; goes on after a failure and ends with the totals.
import { createServer } from "node:net";
import { consumers, QUICK } from "./consumers.mjs";
import { daySeed, libraries, librariesPython } from "./libraries.mjs";
import { at, modules, say, tool } from "./lib.mjs";
import { LINT, TYPES, arrows, beside, cargoTest, check, clippy, count, finish, format, needCargo, rustdoc, skip, suite, timed, vitest } from "./steps.mjs";

// Random tests have their fixed seeds, and beside these the day's.
process.env.ESPALIER_SEED ??= String(daySeed());
say(`the day's seed: ESPALIER_SEED=${process.env.ESPALIER_SEED}`);

const SITE = ["npm run site: the documentation site", process.execPath, ["scripts/site.mjs"]];

/** A port that nothing listens on, so that other programs beside the tests do not matter. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Predictions and answers, held to five libraries: none that differs in a bit, none that is not kept. Without a Python for them skipped, in CI a failure. */
async function libraryStep() {
  const name = "answers, fed to five libraries";
  const { python, missing } = librariesPython();
  if (missing === undefined) {
    const run = await timed(name, () => libraries({ python })).catch((error) => process.stderr.write(`${error.stack}\n`) && undefined);
    const wrong = run?.failed ?? 1;
    count(name, wrong === 0 && run.tally.models > 0, { passed: wrong === 0 ? 1 : 0, failed: wrong });
  } else if (process.env.CI === "true") {
    process.stderr.write(`✗ ${missing}\n`);
    count(name, false);
  } else {
    skip(`${name} (${missing})`);
  }
}

needCargo();
modules();
format();
clippy();
rustdoc();
cargoTest(["--workspace"]);
const built = check("npm run build: wasm, page, package", process.execPath, ["scripts/build.mjs"]);
// On one of two processors, while the steps up to vitest need little more than the other.
const ended = beside([TYPES, LINT, ...(built ? [SITE] : [])]);
arrows();
check("licences, versions and sources of dependencies (deny.toml), licences of own crates", process.execPath, ["scripts/licences.mjs"]);
check("sizes", process.execPath, ["scripts/size.mjs"]);
if (built) {
  check("the package's fields (publint)", tool("publint"), ["pkg", "--strict"]);
  // ES modules alone: `require` reads them from Node 20.19 on, which this tool does not count.
  check("the package's types (are the types wrong)", tool("attw"), ["--pack", "pkg", "--profile", "esm-only", "--no-emoji", "--exclude-entrypoints", "./espalier.wasm", "./custom-elements.json", "./package.json"]);
}
if (built) await libraryStep();
if (built) {
  const failed = await timed(`the package in other projects: ${QUICK.join(", ")}`, () => consumers(QUICK));
  count("the package in other projects", failed.length === 0, { passed: QUICK.length - failed.length, failed: failed.length });
}
const held = await ended();
vitest();
if (held.includes(SITE[0])) {
  const { shell } = await import("./chromium.mjs");
  const report = at("test-results", "e2e.json");
  suite("Playwright in Chromium", tool("playwright"), ["test"], report, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }), {
    CHROMIUM: shell(),
    PAGE_PORT: String(await freePort()),
  });
}
finish();
