// Holds the built files to their budgets: sizes of the engine, the element, the files with the wasm inside, the package, each example.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { at, fail, read } from "./lib.mjs";

const kB = 1000;

/** Most that the engine may take, compressed. It is largest with rustup's target, whose standard library is compiled for speed. */
const ENGINE = 750 * kB;
/** Most that the element may take, compressed, beside its check of proofs; and that. The aim is 150 kB and is not reached: 166.6 are measured, and 31.0 of the check. */
const ELEMENT = 167 * kB;
const CHECK = 31 * kB;
/** Lit's part of the element, which is in the bundle of whoever imports it: the element's module takes 148.5 kB with Lit inside, and 141.4 without. */
const LIT = 7 * kB;
/** Most that a file with the wasm inside may take on disk. */
const INLINE = 1500 * kB;
/** Most that the package may take, packed. */
const PACKAGE = 3500 * kB;

const gzip = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

/** The files that an entry loads: itself and every module it imports, however far. */
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
const check = at("pkg", "shared-beside.js");
const element = [...closure(at("pkg", "element.js"))];
if (!element.includes(check)) fail("the element does not load its check of proofs from pkg/shared-beside.js", "scripts/size.mjs has to learn where it is");
const zipped = (files) => files.reduce((sum, file) => sum + gzip(file), 0);
const budgets = [
  { name: "espalier.wasm", bytes: zipped([at("pkg", "espalier.wasm")]), most: ENGINE },
  { name: "element with UI, Lit beside it", bytes: zipped(element.filter((file) => file !== check)), most: ELEMENT - LIT },
  { name: "its check of proofs", bytes: zipped([check]), most: CHECK },
  { name: "element and check in one file", bytes: zipped([at("pkg", "espalier.js")]), most: ELEMENT + CHECK },
  { name: "inline.js", bytes: statSync(at("pkg", "inline.js")).size, most: INLINE, form: "on disk" },
  { name: "anywidget.js", bytes: statSync(at("pkg", "anywidget.js")).size, most: INLINE, form: "on disk" },
  { name: "package", bytes: JSON.parse(read("npm", ["pack", "--dry-run", "--json"], { cwd: at("pkg") }))[0].size, most: PACKAGE, form: "packed" },
  ...readdirSync(examples).map((file) => ({ name: `example ${file}`, bytes: zipped([join(examples, file)]), most: 100 * kB })),
];

let over = 0;
for (const { name, bytes, most, form = "gzip" } of budgets) {
  const verdict = bytes <= most ? "within" : "OVER";
  if (bytes > most) over += 1;
  process.stdout.write(`  ${name}: ${(bytes / kB).toFixed(1)} kB ${form}, ${verdict} ${most / kB} kB\n`);
}
process.exit(over === 0 ? 0 : 1);
