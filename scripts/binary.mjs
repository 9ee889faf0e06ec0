// WebAssembly modules as binaryen reads and writes them.
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
