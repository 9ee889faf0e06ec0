/**
 * The wasm's beginning as a module of its own. The functions that a first answer calls stand in front in the file, and so do the data
 * (scripts/names.mjs). Those that have not arrived get bodies that trap.
 */

/** A body without locals that traps. */
const TRAP = [3, 0, 0, 11];
const [CUSTOM, CODE] = [0, 10];
/** A custom section, "part", by which the module that is made is told from the whole. */
const MARK = [CUSTOM, 5, 4, 112, 97, 114, 116];

/** Whether a module is only the beginning of one. */
export const isPart = (module: WebAssembly.Module): boolean => WebAssembly.Module.customSections(module, "part").length > 0;

/** The bytes of the module, of the bytes that have arrived so far; null before all of its functions are there. */
export function firstPart(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  let at = 8;
  let first = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const skip = (): void => {
    const length = number();
    at += length;
  };
  while (at < bytes.length) {
    const begin = at;
    const id = bytes[at++];
    const end = number() + at;
    if (id === CUSTOM) {
      skip();
      first = number();
    } else if (id === CODE) {
      const count = number();
      const body = at;
      let left = first;
      for (; left > 0 && at < bytes.length; left -= 1) skip();
      if (left > 0 || at > bytes.length || first === 0) return null;
      const traps = Array.from({ length: count - first }, () => TRAP).flat();
      const code = joined([leb(count), bytes.subarray(body, at), traps]);
      return joined([bytes.subarray(0, begin), [CODE], leb(code.length), code, MARK]);
    }
    at = end;
  }
  return null;
}

const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);

export function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
