// Holds dependencies to deny.toml: licences, one version a crate, known sources. By cargo-deny where it is installed,
// else by cargo's own metadata; npm packages by the lock file. And each crate that can be published to its own licence and README.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { at, fail, read, run, say, which } from "./lib.mjs";

const rules = readFileSync(at("deny.toml"), "utf8").replace(/^\s*#.*$/gm, "");
const list = (key) => [...(new RegExp(`^${key} = \\[([^\\]]*)\\]`, "m").exec(rules)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, text]) => text);
const allowed = list("allow");
const twice = new Set(list("skip"));
const faults = [];

if (which("cargo-deny") !== undefined) {
  say("cargo deny check licenses bans sources");
  if (!run("cargo", ["deny", "--offline", "check", "licenses", "bans", "sources"])) faults.push("cargo-deny's findings are above");
} else {
  crates();
}
packages();
published();
if (faults.length > 0) fail(...faults);

/** Cargo's metadata of every crate in the lock file. */
function crates() {
  const text = read("cargo", ["metadata", "--format-version", "1", "--locked"]) ?? fail("cargo metadata failed");
  const metadata = JSON.parse(text);
  const versions = new Map();
  for (const { name, version, license, source, dependencies } of metadata.packages) {
    versions.set(name, [...(versions.get(name) ?? []), version]);
    if (!permits(license ?? "")) faults.push(`${name} ${version} has the licence ${license}, which deny.toml does not allow`);
    if (source !== null && !source.includes("crates.io")) faults.push(`${name} ${version} comes from ${source}; only crates.io is allowed`);
    for (const needs of source === null ? dependencies : []) {
      if (needs.req === "*" && needs.path === undefined) faults.push(`${name} asks for any version of ${needs.name}; name one`);
    }
  }
  for (const [name, found] of versions) {
    if (found.length > 1 && !twice.has(name)) faults.push(`${name} is there in ${found.length} versions: ${found.join(", ")}`);
  }
  say(`${metadata.packages.length} crates: licences, versions, sources`);
}

/** Each crate that can be published brings the licence's text and a README of its own. */
function published() {
  const { packages: own } = JSON.parse(read("cargo", ["metadata", "--format-version", "1", "--no-deps"]) ?? fail("cargo metadata failed"));
  const shared = own.filter(({ publish }) => publish === null);
  const licence = readFileSync(at("LICENSE"), "utf8");
  for (const { name, manifest_path: manifest } of shared) {
    const files = (read("cargo", ["package", "--list", "--allow-dirty", "--offline", "--package", name], { stdio: ["ignore", "pipe", "ignore"] }) ?? "").split("\n");
    for (const file of ["LICENSE", "README.md"]) if (!files.includes(file)) faults.push(`cargo package -p ${name} leaves out ${file}; put it beside ${manifest}`);
    if (files.includes("LICENSE") && readFileSync(join(dirname(manifest), "LICENSE"), "utf8") !== licence) faults.push(`the licence of ${name} is not that of the repository; make it a link to it: ln -s ../../LICENSE`);
  }
  say(`${shared.length} crates to publish: LICENSE and README.md`);
}

/** The lock file's data on every npm package. */
function packages() {
  const lock = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));
  const found = Object.entries(lock.packages).filter(([path]) => path !== "");
  for (const [path, { license = "", version, dev, devOptional }] of found) {
    // Tools that only build and test may also stand under the MPL and Python's own licences, which ask nothing of the files that they make.
    const tool = (dev || devOptional) && ["MPL-2.0", "PSF-2.0", "Python-2.0"].includes(license);
    if (!tool && !permits(license)) faults.push(`${path.replace(/^.*node_modules\//, "")} ${version} has the licence ${license}, which deny.toml does not allow`);
  }
  const shipped = found.filter(([, { dev, devOptional }]) => !dev && !devOptional).length;
  say(`${found.length} npm packages, ${shipped} of them shipped: licences`);
}

/** Whether an SPDX expression can be met with the allowed licences: one of an OR, all of an AND. */
function permits(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const or = () => {
    let holds = and();
    while (tokens[at] === "OR") {
      at += 1;
      holds = and() || holds;
    }
    return holds;
  };
  const and = () => {
    let holds = one();
    while (tokens[at] === "AND") {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  };
  const one = () => {
    if (tokens[at] === "(") {
      at += 1;
      const holds = or();
      at += 1;
      return holds;
    }
    let licence = tokens[at++] ?? "";
    if (tokens[at] === "WITH") {
      licence += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return allowed.includes(licence);
  };
  return tokens.length > 0 && or() && at === tokens.length;
}
