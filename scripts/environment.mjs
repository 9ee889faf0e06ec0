// A Python with packages of its own under target/, for the scripts that test with libraries of Python.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { at, fail, read, run, say, which } from "./lib.mjs";

const HOW = "Python 3.11 or later with venv is needed (Debian: apt-get install python3-venv)";
const quiet = ["--quiet", "--disable-pip-version-check"];

/**
 * The Python in target/NAME with the packages of `lists`, which pin every package unless `dependencies` is true. Made where it is not there or a list or one of the files
 * `beside` has changed; `then` ends its making, and says whether it could. Where there is none, a line that says how to get it.
 */
export function pythonWith(name, lists, { dependencies = false, beside = [], then = () => true } = {}) {
  const folder = at("target", name);
  const python = join(folder, "bin", "python");
  const wanted = [...lists, ...beside].map((file) => readFileSync(file, "utf8")).join("");
  const stamp = join(folder, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return { python };
  const base = ["python3", "/usr/bin/python3"].find((path) => read(path, ["-c", "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)"]) !== undefined);
  if (base === undefined) return { missing: which("python3") === undefined ? `there is no python3; ${HOW}` : HOW };
  say(`pip install -r ${lists.map((list) => relative(at(), list)).join(" -r ")}, into target/${name} (once, about two minutes)`);
  rmSync(folder, { recursive: true, force: true });
  const install = (list) => run(python, ["-m", "pip", "install", ...quiet, ...(dependencies ? [] : ["--no-deps"]), "-r", list]);
  if (!(run(base, ["-m", "venv", folder]) && lists.every(install))) return { missing: `target/${name} could not be made; pip's message is above` };
  if (!then(folder)) return { missing: `target/${name} could not be made; the message is above` };
  writeFileSync(stamp, wanted);
  return { python };
}

/** As that; without such a Python the script ends with the line. */
export function needPython(...asked) {
  const { python, missing } = pythonWith(...asked);
  if (missing !== undefined) fail(missing);
  return python;
}

/** Puts a wheel into a Python; without its dependencies, which are there. */
export function installWheel(python, wheel) {
  if (!run(python, ["-m", "pip", "install", ...quiet, "--no-deps", "--force-reinstall", wheel])) fail("the wheel could not be installed");
}
