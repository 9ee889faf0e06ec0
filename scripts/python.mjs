// npm run python: builds the wheel of espalier-xai, installs it with the libraries into a folder of its own under target/, and runs its tests. With
// --wheel it only builds the wheel.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { at, fail, read, run, say, which } from "./lib.mjs";
import { librariesPython } from "./libraries.mjs";

const HELP = `npm run python [-- options] [-- tests]      (after npm run build, for the page inside of the wheel and for the tests beside the command line)

Builds the wheel into target/wheels and tests it, installed, with the libraries of tests/libraries.
  --wheel        builds the wheel alone
  --all          its tests of treeple and Keras in place of the others, in a folder of their own, into which isotree is compiled too, which takes minutes
`;
const crate = at("crate", "python");
const folder = at("target", "python");
const python = join(folder, "bin", "python");
const wheels = at("target", "wheels");
const quiet = ["--quiet", "--disable-pip-version-check"];

/** A Python that is new enough and makes environments. */
export function basePython() {
  const base = ["python3", "/usr/bin/python3"].find((path) => read(path, ["-c", "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)"]) !== undefined);
  if (base === undefined) fail(which("python3") === undefined ? "there is no python3" : "python3 is older than 3.11, or has no venv", "Python 3.11 or later with venv is needed (Debian: apt-get install python3-venv)");
  return base;
}

/** The Python of the tests, with the libraries; made under target/ when it is not there. */
export function environment() {
  const lists = [at("tests", "libraries", "requirements.txt"), join(crate, "tests", "requirements.txt")];
  const wanted = lists.map((list) => readFileSync(list, "utf8")).join("");
  const stamp = join(folder, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("pip install: maturin, pytest and the libraries, into target/python (once, about two minutes)");
  rmSync(folder, { recursive: true, force: true });
  const made = run(basePython(), ["-m", "venv", folder]) && lists.every((list) => run(python, ["-m", "pip", "install", ...quiet, "--no-deps", "-r", list]));
  if (!made) fail("the libraries could not be installed; pip's message is above");
  writeFileSync(stamp, wanted);
}

/** Builds the wheel, in the environment; its path. */
export function wheel() {
  const page = at("pkg", "anywidget.js");
  const inside = join(crate, "python", "espalier_xai", "web");
  rmSync(inside, { recursive: true, force: true });
  if (existsSync(page)) {
    mkdirSync(inside);
    copyFileSync(page, join(inside, "anywidget.js"));
  } else {
    say("pkg/anywidget.js is not there: the wheel has no page inside (npm run build makes it)");
  }
  say("maturin build: target/wheels");
  rmSync(wheels, { recursive: true, force: true });
  const built = run(python, ["-m", "maturin", "build", "--locked", "--quiet", "--out", wheels, "--interpreter", python], { cwd: crate, env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` } });
  if (!built) fail("the wheel could not be built; maturin's message is above");
  const [name] = readdirSync(wheels).filter((file) => file.endsWith(".whl"));
  const path = join(wheels, name);
  say(`${name}: ${(statSync(path).size / 1e6).toFixed(2)} MB`);
  return path;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values, positionals } = parseArgs({ options: { wheel: { type: "boolean", default: false }, all: { type: "boolean", default: false }, help: { type: "boolean", default: false } }, allowPositionals: true });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  environment();
  const made = wheel();
  if (values.wheel) process.exit(0);
  const { python: used, missing } = values.all ? librariesPython("libraries-all", "requirements-all.txt") : { python };
  if (used === undefined) fail(missing);
  const tests = values.all ? ["tests/test_own_environment.py"] : [];
  if (!run(used, ["-m", "pip", "install", ...quiet, "--no-deps", "--force-reinstall", made])) fail("the wheel could not be installed");
  const began = performance.now();
  const passed = run(used, ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...tests, ...positionals], { cwd: crate });
  say(`${((performance.now() - began) / 1000).toFixed(0)} s of tests`);
  process.exit(passed ? 0 : 1);
}
