// WebAssembly modules as binaryen reads and writes them, and by their bytes.
import binaryen from "binaryen";

const { MutableGlobals, BulkMemory, BulkMemoryOpt, CallIndirectOverlong, SIMD128, SignExt, NontrappingFPToInt, ReferenceTypes, Multivalue } = binaryen.Features;
// As wasm-opt writes: the code is no larger than it was read.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);

export function decode(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(MutableGlobals | BulkMemory | BulkMemoryOpt | CallIndirectOverlong | SIMD128 | SignExt | NontrappingFPToInt | ReferenceTypes | Multivalue);
  return module;
}

/** All functions, those that are imported first: name, whether it is imported (`base`), types; `handle` by which binaryen knows it. */
export const functionsOf = (module) =>
  Array.from({ length: module.getNumFunctions() }, (_, k) => {
    const handle = module.getFunctionByIndex(k);
    return { ...binaryen.getFunctionInfo(handle), handle };
  });

/** Sections by their ids. */
export const [CUSTOM, CODE, DATA, DATA_COUNT] = [0, 10, 11, 12];

/** Reads numbers (LEB128) and bytes one after another. */
export function reader(content) {
  let at = 0;
  const byte = () => content[at++];
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value |= (next & 127) << shift;
      if (next < 128) return value;
    }
  };
  const bytes = (length) => content.subarray(at, (at += length));
  return { byte, number, bytes, ended: () => at >= content.length };
}

/** The sections of a module, in their order. */
export function sectionsOf(bytes) {
  const file = reader(Buffer.from(bytes).subarray(8));
  const sections = [];
  while (!file.ended()) sections.push({ id: file.byte(), content: file.bytes(file.number()) });
  return sections;
}

export const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
export const text = (string) => [...number(string.length), ...Buffer.from(string)];
export const section = (id, content) => Buffer.concat([Buffer.from([id, ...number(content.length)]), Buffer.from(content)]);
