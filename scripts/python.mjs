// npm run python: builds the wheel of espalier-xai, installs it with the libraries into a folder of its own under target/, and runs its tests. With
// --wheel it only builds the wheel.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { installWheel, needPython } from "./environment.mjs";
import { at, fail, run, say } from "./lib.mjs";
import { librariesPython } from "./libraries.mjs";
import { wheelNotices } from "./notices.mjs";

const HELP = `npm run python [-- options] [-- tests]      (after npm run build, for the page inside of the wheel and for the tests beside the command line)

Builds the wheel into target/wheels and tests it, installed, with the libraries of tests/libraries.
  --wheel        builds the wheel alone
  --contents     puts the page's module and the licences into crate/python, for another tool that builds the wheel
  --all          its tests of treeple and Keras in place of the others, in a folder of their own, into which isotree is compiled too, which takes minutes
`;
const crate = at("crate", "python");
const wheels = at("target", "wheels");

/** The Python of the tests, with maturin and the libraries. */
const environment = () => needPython("python", [at("tests", "libraries", "requirements.txt"), join(crate, "tests", "requirements.txt")]);

/** Puts into crate/python all that the wheel takes from elsewhere: the page's module, and the licences, which maturin takes by their names. */
function contents() {
  const page = at("pkg", "anywidget.js");
  const inside = join(crate, "python", "espalier_xai", "web");
  rmSync(inside, { recursive: true, force: true });
  if (existsSync(page)) {
    mkdirSync(inside);
    copyFileSync(page, join(inside, "anywidget.js"));
  } else {
    say("pkg/anywidget.js is not there: the wheel has no page inside (npm run build makes it)");
  }
  copyFileSync(at("LICENSE"), join(crate, "LICENSE"));
  writeFileSync(join(crate, "NOTICES.txt"), wheelNotices({ page: existsSync(page) }));
}

/** Builds the wheel, in the Python of the tests; its path. */
export function wheel() {
  const python = environment();
  contents();
  say("maturin build: target/wheels");
  rmSync(wheels, { recursive: true, force: true });
  const built = run(python, ["-m", "maturin", "build", "--locked", "--quiet", "--out", wheels, "--interpreter", python], { cwd: crate, env: { ...process.env, PATH: `${dirname(python)}:${process.env.PATH}` } });
  if (!built) fail("the wheel could not be built; maturin's message is above");
  const [name] = readdirSync(wheels).filter((file) => file.endsWith(".whl"));
  const path = join(wheels, name);
  say(`${name}: ${(statSync(path).size / 1e6).toFixed(2)} MB`);
  return path;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values, positionals } = parseArgs({ options: { wheel: { type: "boolean", default: false }, contents: { type: "boolean", default: false }, all: { type: "boolean", default: false }, help: { type: "boolean", default: false } }, allowPositionals: true });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  if (values.contents) {
    contents();
    process.exit(0);
  }
  const made = wheel();
  if (values.wheel) process.exit(0);
  const { python: used, missing } = values.all ? librariesPython("libraries-all", "requirements-all.txt") : { python: environment() };
  if (used === undefined) fail(missing);
  const tests = values.all ? ["tests/test_own_environment.py"] : [];
  installWheel(used, made);
  const began = performance.now();
  const passed = run(used, ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...tests, ...positionals], { cwd: crate });
  say(`${((performance.now() - began) / 1000).toFixed(0)} s of tests`);
  process.exit(passed ? 0 : 1);
}
