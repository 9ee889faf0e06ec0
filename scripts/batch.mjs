// npm run batch: the recipes of examples/batch on 20,000 rows, each held to one process. Builds the wheel, installs it with Dask, Ray, Spark and DuckDB under
// target/batch (once, about two minutes), and runs tests/batch. GNU parallel and Java are needed. ROWS is another number of rows.
import { existsSync } from "node:fs";
import { installWheel, needPython } from "./environment.mjs";
import { at, fail, run, which } from "./lib.mjs";
import { wheel } from "./python.mjs";

if (!existsSync(at("pkg", "cli.js"))) fail("pkg/ is not built", "npm run build");
for (const [command, name] of Object.entries({ parallel: "parallel", java: "default-jre-headless" })) {
  if (which(command) === undefined) fail(`there is no ${command}`, `Debian: apt-get install ${name}`);
}
const made = wheel();
const python = needPython("batch", [at("tests", "batch", "requirements.txt")], { dependencies: true });
installWheel(python, made);
process.exit(run(python, ["-m", "pytest", "-q", at("tests", "batch"), ...process.argv.slice(2)]) ? 0 : 1);
