// npm run check [-- BASE]: the quick checks of the files that differ from BASE (the commit where this branch left main, or else the last commit).
// Formats and lints Rust and TypeScript, checks types, runs the unit tests of the crates that changed and the tests that import a changed file.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { at, fail, modules, read, say } from "./lib.mjs";
import { arrows, cargoTest, clippy, finish, format, lint, needCargo, skip, types, vitest } from "./steps.mjs";

/** The commit to compare with. */
function base() {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return read("git", ["rev-parse", "--verify", `${given}^{commit}`]) ?? fail(`there is no commit ${given}`, "give a branch or a commit: npm run check -- main");
  return ["origin/main", "main"].map((branch) => read("git", ["merge-base", branch, "HEAD"])).find((commit) => commit !== undefined) ?? "HEAD";
}

/** The files that differ from a commit, new ones too, as far as they are still there. */
function changedSince(commit) {
  const lists = [["diff", "--name-only", commit], ["ls-files", "--others", "--exclude-standard"]].map((args) => read("git", args) ?? fail("git cannot tell which files have changed", "run npm test"));
  return [...new Set(lists.join("\n").split("\n"))].filter((file) => file !== "" && existsSync(at(file)));
}

/** The packages of the crates that such files are in. */
function packagesOf(files) {
  const crates = readdirSync(at("crate")).filter((crate) => existsSync(at("crate", crate, "Cargo.toml")) && files.some((file) => file.startsWith(`crate/${crate}/`)));
  return crates.map((crate) => /^name = "(.*)"$/m.exec(readFileSync(at("crate", crate, "Cargo.toml"), "utf8"))[1]);
}

const commit = base();
const changed = changedSince(commit);
say(`${changed.length} files differ from ${commit.slice(0, 10)}`);
const ending = (...names) => changed.filter((file) => names.some((name) => file.endsWith(name)));
const rust = changed.some((file) => /^(crate|fuzz)\/|^Cargo\.|^rustfmt/.test(file));
const scripts = ending(".ts", ".mjs", "eslint.config.js");

if (rust) {
  needCargo();
  format();
  clippy();
  const packages = packagesOf(changed);
  if (packages.length > 0) cargoTest(["--lib", ...packages.flatMap((name) => ["-p", name])], 0);
} else skip("Rust, of which nothing has changed");

modules();
if (scripts.length > 0) {
  types();
  lint(...scripts);
  arrows();
} else skip("types and eslint: no script has changed");

const tested = ending(".ts", ".css").filter((file) => /^(www\/src|tests\/web)\//.test(file));
// Tests of documents read them as files, which no import tells.
const documents = changed.some((file) => file.endsWith(".md") || file.startsWith("docs/")) ? ["contract", "contract-pages", "package", "paths", "site"].map((name) => `tests/web/${name}.test.ts`) : [];
const wasm = at("www", "src", "wasm", "espalier.wasm");
const since = existsSync(wasm) ? statSync(wasm).mtimeMs : undefined;
if (changed.some((file) => /^crate\/.*\/src\//.test(file) && statSync(at(file)).mtimeMs > since)) say("the WebAssembly is older than crate/: npm run wasm builds it anew, and tests of TypeScript mean it");
if (since === undefined) skip("vitest: there is no WebAssembly yet; npm run wasm builds it");
else if (tested.length + documents.length > 0) vitest(["related", "--run", "--passWithNoTests", ...tested, ...documents], 0);
else skip("vitest: nothing that it tests has changed");

finish();
