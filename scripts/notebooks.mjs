// npm run notebooks: the explainer in JupyterLab and in marimo, real ones, in Chromium. Builds the wheel, installs it with both under target/notebooks (once,
// about a minute; it needs the registries of Python and npm), and runs tests/notebooks.
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "./chromium.mjs";
import { installWheel, needPython } from "./environment.mjs";
import { at, fail, run, tool } from "./lib.mjs";
import { wheel } from "./python.mjs";

const own = (file) => at("tests", "notebooks", file);

/** The scripts of a notebook's html, beside the Python. */
function scripts(folder) {
  copyFileSync(own("package.json"), join(folder, "package.json"));
  return run("npm", ["install", "--no-audit", "--no-fund", "--loglevel", "error"], { cwd: folder });
}

if (!existsSync(at("pkg", "anywidget.js"))) fail("pkg/ is not built", "npm run build");
const made = wheel();
installWheel(needPython("notebooks", [own("requirements.txt")], { dependencies: true, beside: [own("package.json")], then: scripts }), made);
const passed = run(tool("playwright"), ["test", "--config", own("playwright.config.ts"), ...process.argv.slice(2)], { env: { ...process.env, CHROMIUM: chromium() } });
process.exit(passed ? 0 : 1);
