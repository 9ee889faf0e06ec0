// npm run batch: the recipes of examples/batch on 20,000 rows, each held to one process. Builds the wheel, installs it with Dask, Ray, Spark and DuckDB under
// target/batch (once, about two minutes), and runs tests/batch. GNU parallel and Java are needed. ROWS is another number of rows.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { at, fail, run, say, which } from "./lib.mjs";
import { basePython, environment, wheel } from "./python.mjs";

const folder = at("target", "batch");
const python = join(folder, "bin", "python");
const list = at("tests", "batch", "requirements.txt");
const quiet = ["--quiet", "--disable-pip-version-check"];

/** The engines of the recipes, under target/ when they are not there. */
function engines() {
  const wanted = readFileSync(list, "utf8");
  const stamp = join(folder, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("pip install: Dask, Ray, Spark and DuckDB, into target/batch (once, about two minutes)");
  rmSync(folder, { recursive: true, force: true });
  if (!(run(basePython(), ["-m", "venv", folder]) && run(python, ["-m", "pip", "install", ...quiet, "-r", list]))) fail("the engines could not be installed; pip's message is above");
  writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (!existsSync(at("pkg", "cli.js"))) fail("pkg/ is not built", "npm run build");
  for (const [command, name] of Object.entries({ parallel: "parallel", java: "default-jre-headless" })) {
    if (which(command) === undefined) fail(`there is no ${command}`, `Debian: apt-get install ${name}`);
  }
  environment();
  const made = wheel();
  engines();
  if (!run(python, ["-m", "pip", "install", ...quiet, "--no-deps", "--force-reinstall", made])) fail("the wheel could not be installed");
  process.exit(run(python, ["-m", "pytest", "-q", at("tests", "batch"), ...process.argv.slice(2)]) ? 0 : 1);
}
