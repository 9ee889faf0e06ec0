/** Damage that can happen to an ONNX file, by its parts. The bytes must be sound before. */
import { ANY, type Damage } from "./bytes.js";
import type { Random } from "./random.js";

/** A field of a message: its number, the kind of its value, and the value. */
interface Field {
  number: number;
  kind: number;
  value: bigint | Uint8Array | Field[];
  /** Written in place of all that. */
  raw?: Uint8Array;
}

/** The fields of each kind of message that are messages themselves (onnx.proto). */
const MESSAGES: Record<string, Record<number, string>> = {
  model: { 7: "graph", 8: "opset" },
  graph: { 1: "node", 5: "tensor", 11: "value", 12: "value" },
  node: { 5: "attribute" },
  attribute: { 5: "tensor" },
  value: { 2: "type" },
  type: { 1: "shaped" },
  shaped: { 2: "shape" },
  shape: { 1: "dimension" },
};
/** Fields that only describe, or that are right in any case. */
const IDLE: Record<string, number[]> = { model: [1, 2, 3, 4, 5, 6, 14], graph: [2, 10, 13], node: [3, 6], attribute: [20], tensor: [1, 8] };

const varint = (bytes: Uint8Array, at: number): [bigint, number] => {
  for (let [value, shift] = [0n, 0n]; ; shift += 7n) {
    const byte = bytes[at++] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
};
const written = (value: bigint): Uint8Array => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
};

function read(bytes: Uint8Array, message: string): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [key, start] = varint(bytes, at);
    const [number, kind] = [Number(key >> 3n), Number(key & 7n)];
    if (kind === 0) {
      const [value, end] = varint(bytes, start);
      fields.push({ number, kind, value });
      at = end;
      continue;
    }
    const [length, from] = kind === 2 ? varint(bytes, start) : [kind === 5 ? 4n : 8n, start];
    at = from + Number(length);
    const part = bytes.slice(from, at);
    const inner = kind === 2 ? MESSAGES[message]?.[number] : undefined;
    fields.push({ number, kind, value: inner === undefined ? part : read(part, inner) });
  }
  return fields;
}

function write(fields: readonly Field[]): Uint8Array {
  const parts = fields.flatMap(({ number, kind, value, raw }) => {
    if (raw !== undefined) return [raw];
    const key = written(BigInt(number * 8 + kind));
    if (typeof value === "bigint") return [key, written(value)];
    const bytes = value instanceof Uint8Array ? value : write(value);
    return kind === 2 ? [key, written(BigInt(bytes.length)), bytes] : [key, bytes];
  });
  return Uint8Array.from(Buffer.concat(parts));
}

interface Place {
  list: Field[];
  index: number;
  field: Field;
  message: string;
}

/** Every field that matters, at every depth. */
function places(list: Field[], message: string): Place[] {
  return list.flatMap((field, index) => {
    if (IDLE[message]?.includes(field.number)) return [];
    const here = { list, index, field, message };
    const inner = Array.isArray(field.value) ? places(field.value, MESSAGES[message]?.[field.number] ?? "") : [];
    return [here, ...inner];
  });
}

/** Changes one of the fields for which `fits` holds. */
function changed(bytes: Uint8Array, random: Random, fits: (place: Place) => boolean, change: (place: Place) => void): Uint8Array | undefined {
  const model = read(bytes, "model");
  const all = places(model, "model").filter(fits);
  if (all.length === 0) return undefined;
  change(random.of(all));
  return write(model);
}

const decode = (bytes: unknown): string => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : "");
const named = (place: Place, pattern: RegExp): boolean =>
  place.message === "node" && place.field.number === 5 && Array.isArray(place.field.value) && pattern.test(decode(place.field.value.find((f) => f.number === 1)?.value));
/** The entries of an attribute's list, one field an entry; lists that stand packed are taken apart. */
function entries({ field }: Place, number: number): Field[] {
  const attribute = Array.isArray(field.value) ? field.value : [];
  const packed = attribute.findIndex((f) => f.number === number && f.kind === 2 && number !== 9);
  const bytes = attribute[packed]?.value;
  if (bytes instanceof Uint8Array) {
    const apart: Field[] = [];
    for (let at = 0; at < bytes.length; ) {
      if (number === 7) {
        apart.push({ number, kind: 5, value: bytes.slice(at, at + 4) });
        at += 4;
        continue;
      }
      const [value, end] = varint(bytes, at);
      apart.push({ number, kind: 0, value });
      at = end;
    }
    attribute.splice(packed, 1, ...apart);
  }
  return attribute.filter((f) => f.number === number);
}

const INDICES = /_(treeids|nodeids|featureids|truenodeids|falsenodeids|ids|targetids|roots|trueleafs|falseleafs)$/;
const NUMBERS = [-1n, 99n, 65536n, 4294967296n, 9223372036854775807n, -9223372036854775808n];
const SINGLES = [NaN, Infinity, -Infinity].map((value) => new Uint8Array(Float32Array.of(value).buffer));
const TEXTS = ["", "BRANCH", "branch_leq", "SOFTMAX_ZERO", "MIN", "\u0000", "TreeEnsemble", "a\nb"].map((text) => new TextEncoder().encode(text));

export const ONNX_DAMAGES: Record<string, Damage> = {
  ...ANY,
  "a field left out": (bytes, random) => changed(bytes, random, () => true, ({ list, index }) => void list.splice(index, 1)),
  "a part emptied": (bytes, random) => changed(bytes, random, ({ field }) => Array.isArray(field.value), ({ field }) => void (field.value = [])),
  "an entry lost": (bytes, random) =>
    changed(bytes, random, (p) => named(p, /^(nodes|class|target|leaf)_/), (p) => {
      const number = random.of([7, 8, 9].filter((n) => entries(p, n).length > 0).concat(8));
      const [last] = entries(p, number).slice(-1);
      if (last !== undefined && Array.isArray(p.field.value)) p.field.value.splice(p.field.value.indexOf(last), 1);
    }),
  "an index out of range": (bytes, random) =>
    changed(bytes, random, (p) => named(p, INDICES) && entries(p, 8).length > 0, (p) => void (random.of(entries(p, 8)).value = random.of(NUMBERS))),
  "a child that is its ancestor": (bytes, random) =>
    changed(bytes, random, (p) => named(p, /^nodes_(true|false)nodeids$/), (p) => {
      for (const entry of entries(p, 8)) entry.value = 0n;
    }),
  "a number that is none": (bytes, random) =>
    changed(bytes, random, (p) => named(p, /_(weights|values)$/) && entries(p, 7).length > 0, (p) => void (random.of(entries(p, 7)).value = random.of(SINGLES))),
  "a text replaced": (bytes, random) =>
    changed(bytes, random, ({ message, field }) => (message === "node" && field.number === 4) || (message === "attribute" && [1, 4, 9].includes(field.number)), ({ field }) => void (field.value = random.of(TEXTS))),
  "a wrong kind of value": (bytes, random) =>
    changed(bytes, random, ({ field }) => field.kind === 2, ({ field }) => {
      field.kind = 0;
      field.value = 7n;
    }),
  "a wrong length": (bytes, random) =>
    changed(bytes, random, ({ field }) => field.kind === 2, ({ field }) => {
      const [key, inner] = [written(BigInt(field.number * 8 + 2)), Array.isArray(field.value) ? write(field.value) : field.value];
      const lie = written(random.of([1n << 20n, 1n << 40n, (1n << 64n) - 1n]));
      field.raw = Uint8Array.from([...key, ...lie, ...(inner instanceof Uint8Array ? inner : [])]);
    }),
};
