// Gives the module's imports short names, in the module and in its JavaScript. wasm-bindgen tells them apart by hashes, which nothing
// compresses: 1.1 kB of the element and 0.9 kB of the engine. Puts the functions into an order that compresses well, those of a first answer in
// front: docs/design/11-border.md.
//
//     node scripts/names.mjs from.wasm espalier.js to.wasm      (the second is written in its place)
import { readFileSync, writeFileSync } from "node:fs";
import { CODE, CUSTOM, DATA, DATA_COUNT, decode, functionsOf, number, section, sectionsOf, text } from "./binary.mjs";
import { firstCalled } from "./first.mjs";
import { namesInOrders, smallest } from "./order.mjs";

const [from, glue, to] = process.argv.slice(2);
const module = decode(readFileSync(from));
let script = readFileSync(glue, "utf8");
const imports = functionsOf(module).filter(({ base }) => base);
for (const [k, { name, module: home, base, params, results }] of imports.entries()) {
  const [before, after, ...more] = script.split(`${base}: function(`);
  if (after === undefined || more.length > 0 || before.includes(base) || after.includes(base)) throw new Error(`${glue} does not define ${base} once`);
  script = `${before}i${k.toString(36)}: function(${after}`;
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
  if (!pattern.test(script)) throw new Error(`${glue} holds nothing like ${pattern}`);
  script = script.replaceAll(pattern, instead);
}

/** Added to the glue: the module's data, and another module in the place of its beginning. */
const ADDED = `
/** Writes the module's data, which stands in front of its functions, into its memory. */
function fill(module) {
    const [content] = WebAssembly.Module.customSections(module, 'front');
    const bytes = new Uint8Array(content);
    let at = 0;
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    number();
    for (let left = number(); left > 0; left -= 1) {
        at += 2;
        const place = number();
        at += 1;
        const size = number();
        new Uint8Array(wasm.memory.buffer).set(bytes.subarray(at, at += size), place);
    }
}

/** Goes on with the whole module where its beginning was running: the functions are the same, and its memory is taken over. None of its functions may be running. */
export function exchange(module) {
    const before = wasm;
    wasmModule = module;
    wasmInstance = new WebAssembly.Instance(module, __wbg_get_imports());
    wasm = wasmInstance.exports;
    const memory = new Uint8Array(before.memory.buffer);
    wasm.memory.grow((memory.length - wasm.memory.buffer.byteLength) / 65536);
    new Uint8Array(wasm.memory.buffer).set(memory);
    const [from, to] = [before.__wbindgen_externrefs, wasm.__wbindgen_externrefs];
    to.grow(from.length - to.length);
    for (let k = 0; k < from.length; k += 1) to.set(k, from.get(k));
    CACHED
}
`;
const TYPES = `
/** Goes on with the whole module where its beginning was running, outside of all calls. */
export function exchange(module: WebAssembly.Module): void;
`;

/**
 * The module with its data in front of its functions, in a section "front": how many functions come first, and then the data section as it is.
 * So the module's beginning is all that a first answer needs.
 */
function inFront(bytes, first) {
  const sections = sectionsOf(bytes);
  const { content: data } = sections.find(({ id }) => id === DATA);
  const front = { id: CUSTOM, content: Buffer.concat([Buffer.from([...text("front"), ...number(first)]), data]) };
  const kept = sections.flatMap((one) => (one.id === DATA || one.id === DATA_COUNT ? [] : one.id === CODE ? [front, one] : [one]));
  return Buffer.concat([Buffer.from(bytes).subarray(0, 8), ...kept.map(({ id, content }) => section(id, content))]);
}

const bytes = module.emitBinary();
const first = await firstCalled(bytes, script);
const made = namesInOrders(bytes, imports.length, first).map((names) => {
  const named = decode(Buffer.concat([bytes, names]));
  named.runPasses(["reorder-functions-by-name"]);
  const whole = inFront(named.emitBinary(), first.size);
  named.dispose();
  return whole;
});
writeFileSync(to, smallest(made));

const START = "    wasm.__wbindgen_start();";
const END = "export { initSync";
if (script.split(START).length !== 2 || script.split(END).length !== 2) throw new Error(`${glue} does not start and end as it did`);
const cached = [...new Set(script.match(/cached\w*ArrayMemory0|cachedDataViewMemory0/g))].map((name) => `${name} = null;`).join(" ");
script = script.replace(START, () => `    fill(module);\n${START}`).replace(END, () => `${ADDED.replace("CACHED", cached)}\n${END}`);
writeFileSync(glue, script);
const types = glue.replace(/\.js$/, ".d.ts");
writeFileSync(types, readFileSync(types, "utf8") + TYPES);
