// Gives the module's imports short names, in the module and in its JavaScript. wasm-bindgen tells them apart by hashes, which nothing
// compresses: 1.1 kB of the element and 0.9 kB of the engine. Puts the functions into an order that compresses well: 18 kB of the engine.
//
//     node scripts/names.mjs from.wasm espalier.js to.wasm      (the second is written in its place)
import { readFileSync, writeFileSync } from "node:fs";
import { decode, functionsOf } from "./binary.mjs";
import { namesInOrder } from "./order.mjs";

const [from, glue, to] = process.argv.slice(2);
const module = decode(readFileSync(from));
let text = readFileSync(glue, "utf8");
const imports = functionsOf(module).filter(({ base }) => base);
for (const [k, { name, module: home, base, params, results }] of imports.entries()) {
  const [before, after, ...more] = text.split(`${base}: function(`);
  if (after === undefined || more.length > 0 || before.includes(base) || after.includes(base)) throw new Error(`${glue} does not define ${base} once`);
  text = `${before}i${k.toString(36)}: function(${after}`;
  module.addFunctionImport(name, home, `i${k.toString(36)}`, params, results);
}
// Parts of the generated glue that nothing here needs: 0.7 kB of the element.
const SPARED = [
  // Only the module calls it (bounds.mjs).
  [/export function out_of_bounds\(\) \{[^]*?\n\}\n/g, ""],
  // A foreign value in a fault of the engine is told as JavaScript tells it, without a walk into it.
  [/function debugString\(val\) \{[^]*?\n\}\n/g, "function debugString(val) { return String(val); }\n"],
  // Every browser that runs the module has these.
  [/\(typeof FinalizationRegistry === 'undefined'\)\n.*\n\s*: /g, ""],
  [/if \(!\('encodeInto' in cachedTextEncoder\)\) \{[^]*?\n\}\n/g, ""],
  // Handles are freed by `free`, and the module is given as the glue asks.
  [/if \(Symbol\.dispose\) .*\n/g, ""],
  [/ else \{\s*console\.warn\('using deprecated parameters for `initSync.*\n\s*\}/g, ""],
];
for (const [pattern, instead] of SPARED) {
  if (!pattern.test(text)) throw new Error(`${glue} holds nothing like ${pattern}`);
  text = text.replaceAll(pattern, instead);
}
const bytes = module.emitBinary();
const named = decode(Buffer.concat([bytes, namesInOrder(bytes, imports.length)]));
named.runPasses(["reorder-functions-by-name"]);
writeFileSync(to, named.emitBinary());
writeFileSync(glue, text);
