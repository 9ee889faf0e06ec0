// Has every index that is out of bounds panic by one function of the engine without arguments. The standard library's panics are handed index, length
// and place, at 3,400 calls: 16 kB of the engine, compressed. The console's message has no numbers then; its stack still tells where.
//
//     node scripts/bounds.mjs from.wasm to.wasm      (which may be the same)
import { readFileSync, writeFileSync } from "node:fs";
import { decode, functionsOf } from "./binary.mjs";
import binaryen from "binaryen";

const PANICS = /^core(\[\w+\])?::(panicking::panic_bounds_check|slice::index::slice_\w*fail)(::h[0-9a-f]{16})?$/;
const OURS = "out_of_bounds";

const [from, to] = process.argv.slice(2);
const module = decode(readFileSync(from));
const ours = binaryen.getExportInfo(module.getExport(OURS)).value;
const found = functionsOf(module).filter(({ name, base }) => !base && PANICS.test(name));
if (found.length === 0) throw new Error(`${from} names no function like ${PANICS}`);
for (const { handle } of found) binaryen.Function.setBody(handle, module.block(null, [module.call(ours, [], binaryen.none), module.unreachable()]));
module.removeExport(OURS);
binaryen.setDebugInfo(true);
writeFileSync(to, module.emitBinary());
