// Gives the module's imports short names, in the module and in its JavaScript. wasm-bindgen tells them apart by hashes, which nothing
// compresses: 1.1 kB of the element and 0.9 kB of the engine.
//
//     node scripts/names.mjs from.wasm espalier.js to.wasm      (the second is written in its place)
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "binaryen";

const [from, glue, to] = process.argv.slice(2);
const { MutableGlobals, BulkMemory, BulkMemoryOpt, CallIndirectOverlong, SIMD128, SignExt, NontrappingFPToInt, ReferenceTypes, Multivalue } = binaryen.Features;
// As wasm-opt writes: the code is no larger than it was read.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);

const module = binaryen.readBinary(readFileSync(from));
module.setFeatures(MutableGlobals | BulkMemory | BulkMemoryOpt | CallIndirectOverlong | SIMD128 | SignExt | NontrappingFPToInt | ReferenceTypes | Multivalue);
let text = readFileSync(glue, "utf8");
const imports = Array.from({ length: module.getNumFunctions() }, (_, k) => binaryen.getFunctionInfo(module.getFunctionByIndex(k))).filter(({ base }) => base);
for (const [k, { name, module: home, base, params, results }] of imports.entries()) {
  const [before, after, ...more] = text.split(`${base}: function(`);
  if (after === undefined || more.length > 0 || before.includes(base) || after.includes(base)) throw new Error(`${glue} does not define ${base} once`);
  text = `${before}i${k.toString(36)}: function(${after}`;
  module.addFunctionImport(name, home, `i${k.toString(36)}`, params, results);
}
// How a foreign value is told in a fault of the engine: as JavaScript tells it. The generated function walks into it, half a kB of the element.
const told = /function debugString\(val\) \{[^]*?\n\}\n/;
if (!told.test(text)) throw new Error(`${glue} does not define debugString`);
text = text.replace(told, "function debugString(val) { return String(val); }\n");
// Every browser that runs the module has this.
text = text.replaceAll(/\(typeof FinalizationRegistry === 'undefined'\)\n.*\n\s*: /g, "");
writeFileSync(to, module.emitBinary());
writeFileSync(glue, text);
