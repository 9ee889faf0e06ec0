// The licences of others' code that is shipped: of the crates compiled into a module, and of the npm packages in built files. Each is told with its text,
// as MIT, BSD and Apache ask of whoever hands on a binary.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { at, fail, fresh, read, say } from "./lib.mjs";

/** npm packages that are in files of pkg/ or dist/, beside those that they need themselves. */
const PACKAGES = ["lit", "hyparquet", "hyparquet-writer", "fzstd"];

const LICENCE = /^(licen[cs]e|copying|unlicense|notice)/i;

/** The licence of a package in this folder: of two that may be chosen the MIT's, and every notice. */
function licenceIn(folder) {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name)).sort();
  const mit = files.filter((name) => /mit/i.test(name));
  const chosen = [...(mit.length > 0 ? mit : files.filter((name) => !/^notice/i.test(name))), ...files.filter((name) => /^notice/i.test(name))];
  return chosen.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}

/** The crates that are compiled into one of ours for a target. */
function cratesIn(own, target) {
  const text = read("cargo", ["metadata", "--format-version", "1", "--locked", ...(target === undefined ? [] : ["--filter-platform", target])]) ?? fail("cargo metadata failed", "it names the crates whose licences are shipped");
  const { packages, resolve } = JSON.parse(text);
  const [byId, nodes] = [new Map(packages.map((one) => [one.id, one])), new Map(resolve.nodes.map((one) => [one.id, one]))];
  const found = new Set();
  const visit = (id) => {
    const one = byId.get(id);
    // A macro runs in the compiler, and is not in its output.
    if (found.has(one) || one.targets.some(({ kind }) => kind.includes("proc-macro"))) return;
    found.add(one);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) if (kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(packages.find(({ name, source }) => name === own && source === null).id);
  return [...found].filter(({ source }) => source !== null).map(({ name, version, license, authors, manifest_path: path }) => ({ name, version, licence: licenceIn(dirname(path)) || `${license}, as its Cargo.toml says${authors.map((author) => `\n${author}`).join("")}` }));
}

/** The npm packages, from the lock file. */
function packagesIn() {
  const { packages } = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));
  const found = new Map();
  const visit = (name) => {
    const { version, license, dependencies = {} } = packages[`node_modules/${name}`];
    const folder = at("node_modules", name);
    // The typings of Trusted Types are no code.
    if (found.has(name) || name.startsWith("@types/")) return;
    found.set(name, { name, version, licence: licenceIn(folder) || `${license}, as its package.json says` });
    Object.keys(dependencies).forEach(visit);
  };
  PACKAGES.forEach(visit);
  return [...found.values()];
}

/** The licences, each once, below the names of those that stand under it. */
function told(title, all) {
  const byText = new Map();
  for (const { name, version, licence } of all) byText.set(licence, [...(byText.get(licence) ?? []), `${name} ${version}`]);
  return [`${title}\n${"=".repeat(title.length)}`, ...[...byText].sort(([, [a]], [, [b]]) => a.localeCompare(b)).map(([licence, names]) => `${names.join(", ")}\n\n${licence}`)].join("\n\n");
}

const RUST = "The standard library of Rust, MIT or Apache-2.0, Copyright (c) The Rust Project Contributors, is compiled in too.";

/** The licences of the crates in the engine, kept beside it: the package is also built where there is no Rust. */
export const ENGINE = at("www", "src", "wasm", "notices.txt");

/** Writes them, unless they are those of the lock file. */
export function engineNotices() {
  if (fresh(ENGINE, at("Cargo.lock"), at("scripts", "notices.mjs"))) return;
  say(`the licences of the engine's crates: www/src/wasm/${basename(ENGINE)}`);
  writeFileSync(ENGINE, `${told("Crates in the engine", cratesIn("espalier-wasm", "wasm32-unknown-unknown"))}\n\n${RUST}\n`);
}

const INTRODUCTION = "Espalier is under the licence in LICENSE. It holds code of others, under these licences.";

/** The notices of the npm package and of the page. */
export function notices() {
  if (!existsSync(ENGINE)) engineNotices();
  return `${INTRODUCTION}\n\n${told("npm packages", packagesIn())}\n\n${readFileSync(ENGINE, "utf8")}`;
}

/** The notices of the wheel, which may have the page's module inside. */
export const wheelNotices = ({ page }) => `${page ? notices() : `${INTRODUCTION}\n`}\n${told("Crates in the extension module", cratesIn("espalier-python"))}\n\n${RUST}\n`;
