// Holds the built files to their budgets: compressed sizes of the engine, the element with its views, each example.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { at, fail } from "./lib.mjs";

const kB = 1000;

/**
 * Most that a module may take. Measured: up to 367 kB with rustup's target, whose standard library is compiled for speed, and 248 to 333 kB
 * where a distribution's toolchain compiles it for size. One budget holds for both.
 */
const MODULE = 400 * kB;

/**
 * Most that the element may take. The aim is 150 kB. Measured: 149.5 before its sentences, fields and outlines were held to the engine, 159.1
 * after. A minifier of CSS and a second one of JavaScript give 0.6 and 0.4 kB. The engine in one module takes code of the client away.
 */
const ELEMENT = 160 * kB;

const gzip = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

/** What an entry loads: itself and every module it imports, however far. */
function closure(entry, seen = new Set()) {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const [, name] of readFileSync(entry, "utf8").matchAll(/(?:from|import)\s*\(?\s*["']\.\/([^"']+\.js)["']/g)) {
    closure(join(entry, "..", name), seen);
  }
  return seen;
}

const examples = at("www", "public", "examples");
if (!existsSync(at("pkg", "element.js"))) fail("pkg/ is not built", "npm run build");
const budgets = [
  { name: "core.wasm", files: [at("pkg", "core.wasm")], most: MODULE },
  // Never waited for by a page with a model of Espalier's own: fetched at idle, or for another library's file.
  { name: "formats.wasm", files: [at("pkg", "formats.wasm")], most: MODULE },
  // Fetched for a model with hyperplanes or a request with a hull.
  { name: "slanted.wasm", files: [at("pkg", "slanted.wasm")], most: MODULE },
  // Fetched for a request with a linear constraint.
  { name: "coupled.wasm", files: [at("pkg", "coupled.wasm")], most: MODULE },
  // Fetched for a request for a certificate beside one.
  { name: "cover.wasm", files: [at("pkg", "cover.wasm")], most: MODULE },
  // Fetched for a request for a certificate, regions or the best prediction.
  { name: "more.wasm", files: [at("pkg", "more.wasm")], most: MODULE },
  // Fetched for a request that names its engine, or that is written for another solver.
  { name: "milp.wasm", files: [at("pkg", "milp.wasm")], most: MODULE },
  { name: "element with UI", files: [...closure(at("pkg", "element.js"))], most: ELEMENT },
  { name: "element in one file", files: [at("pkg", "espalier.js")], most: ELEMENT },
  // Beside that, fetched when a proof is to be checked.
  { name: "its check of proofs", files: [at("pkg", "espalier-check.js")], most: 25 * kB },
  ...readdirSync(examples).map((file) => ({ name: `example ${file}`, files: [join(examples, file)], most: 100 * kB })),
];

let over = 0;
for (const { name, files, most } of budgets) {
  const bytes = files.reduce((sum, file) => sum + gzip(file), 0);
  const verdict = bytes <= most ? "within" : "OVER";
  if (bytes > most) over += 1;
  process.stdout.write(`  ${name}: ${(bytes / kB).toFixed(1)} kB gzip, ${verdict} ${most / kB} kB\n`);
}
process.exit(over === 0 ? 0 : 1);
