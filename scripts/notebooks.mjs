// npm run notebooks: the explainer in JupyterLab and in marimo, real ones, in Chromium. Builds the wheel, installs it with both under target/notebooks (once,
// about a minute; it needs the registries of Python and npm), and runs tests/notebooks.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "./chromium.mjs";
import { at, fail, run, say, tool } from "./lib.mjs";
import { basePython, environment, wheel } from "./python.mjs";

const folder = at("target", "notebooks");
const python = join(folder, "bin", "python");
const own = (file) => at("tests", "notebooks", file);
const quiet = ["--quiet", "--disable-pip-version-check"];

/** JupyterLab, marimo and the scripts of a notebook's html, under target/ when they are not there. */
function notebooks() {
  const wanted = ["requirements.txt", "package.json"].map((file) => readFileSync(own(file), "utf8")).join("");
  const stamp = join(folder, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("pip install and npm install: JupyterLab, marimo and the scripts of a notebook's html, into target/notebooks (once, about a minute)");
  rmSync(folder, { recursive: true, force: true });
  const made = run(basePython(), ["-m", "venv", folder]) && run(python, ["-m", "pip", "install", ...quiet, "-r", own("requirements.txt")]);
  if (!made) fail("the notebooks could not be installed; pip's message is above");
  copyFileSync(own("package.json"), join(folder, "package.json"));
  if (!run("npm", ["install", "--no-audit", "--no-fund", "--loglevel", "error"], { cwd: folder })) fail("npm install failed; its own message is above");
  writeFileSync(stamp, wanted);
}

if (!existsSync(at("pkg", "anywidget.js"))) fail("pkg/ is not built", "npm run build");
environment();
const made = wheel();
notebooks();
if (!run(python, ["-m", "pip", "install", ...quiet, "--no-deps", "--force-reinstall", made])) fail("the wheel could not be installed");
const passed = run(tool("playwright"), ["test", "--config", own("playwright.config.ts"), ...process.argv.slice(2)], { env: { ...process.env, CHROMIUM: chromium() } });
process.exit(passed ? 0 : 1);
