// An order of the functions of a module, of wasm or of JavaScript, that compresses well. gzip finds a repetition within the last 32 kB only, so that
// functions with much in common have to stand close to each other.
import { gzipSync } from "node:zlib";
import { CODE, number, reader, section, sectionsOf, text } from "./binary.mjs";

/** How far back gzip finds a repetition; and of wasm, where the best order is taken, a little more. */
const WINDOW = 32_000;
const WINDOWS = [WINDOW, 33_000, 34_000];
/** Two functions have in common the sequences of this many bytes that occur in both: of wasm, and of JavaScript, where the best of four is taken. */
const LENGTH = 6;
const LETTERS = [4, 5, 6, 7];
/** Functions of a run that is tried elsewhere, at most. By hand: long ones seldom fit better, and short ones gain little. */
const RUN = 30;
/** A sequence in more functions than this is found everywhere and tells nothing. */
const COMMON = 300;
/** A function with few sequences is not preferred for one that it shares by chance: so many are added to them. The best of these is taken: of wasm, and of JavaScript. */
const FEW_CHANCES = [4, 6, 8];
const CHANCES = [1, 2, 3, 4, 5, 6, 7, 8, 10];

/**
 * Sections that name a module's functions: sorted by these names, those in `first` stand in front, and each is close to those with which it has most in common.
 * How well an order compresses is only known once it is made, since calls have the places of functions in them.
 */
export function namesInOrders(bytes, imported, first) {
  const all = bodies(bytes);
  const sequences = telling(all, LENGTH);
  const orders = WINDOWS.flatMap((window) => FEW_CHANCES.map((chance) => order(all, sequences, first, chance, window)));
  return orders.map((indices) => {
    const places = [];
    for (const [place, index] of indices.entries()) places[index] = String(place).padStart(6, "0");
    const names = places.flatMap((name, index) => [...number(imported + index), ...text(name)]);
    return Buffer.from(section(0, [...text("name"), ...section(1, [...number(places.length), ...names])]));
  });
}

/**
 * A module's code with its functions before the rest, where those that a variable holds may stand as well: nothing is read when they are made.
 * `statements`: those of the module; `trials`: how often a run of functions is tried elsewhere in the best order, at about 20 ms each.
 */
export function gathered(code, statements, trials = 0) {
  const text = ({ start, end }) => code.slice(start, end);
  const functions = [];
  const rest = statements.map((one) => {
    if (one.type === "FunctionDeclaration") functions.push(text(one));
    else if (one.type !== "VariableDeclaration") return text(one);
    else {
      const held = one.declarations.filter(({ init }) => init?.type === "ArrowFunctionExpression");
      const others = one.declarations.filter((other) => !held.includes(other));
      functions.push(...held.map((of) => `${one.kind} ${text(of)};`));
      if (others.length > 0) return `${one.kind} ${others.map(text).join()};`;
    }
    return "";
  });
  // A line for the shell, and comments that stand before everything, stay there.
  const head = code.slice(0, statements[0]?.start);
  const all = functions.map((one) => Buffer.from(one));
  const orders = LETTERS.flatMap((length) => {
    const sequences = telling(all, length);
    return CHANCES.map((chance) => order(all, sequences, [], chance));
  });
  const whole = (places) => head + places.map((index) => functions[index]).join("") + rest.join("");
  return whole(moved(best(orders, whole), whole, trials));
}

/** The order with runs of its functions elsewhere, where that compresses better: so many are tried. The numbers only look random, so that each build makes the same file. */
function moved(places, whole, trials) {
  let seed = 1;
  const below = (end) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * end);
  };
  let [order, bytes] = [places, sizeOf(whole(places))];
  for (let trial = 0; trial < trials; trial += 1) {
    const other = [...order];
    const run = other.splice(below(other.length), 1 + below(RUN));
    other.splice(below(other.length), 0, ...run);
    const size = sizeOf(whole(other));
    if (size < bytes) [order, bytes] = [other, size];
  }
  return order;
}

/** The one whose text compresses best, the first of those alike. */
function best(all, textOf) {
  const measured = all.map((one) => ({ one, bytes: sizeOf(textOf(one)) }));
  return measured.reduce((least, other) => (other.bytes < least.bytes ? other : least)).one;
}

const sizeOf = (whole) => gzipSync(whole, { level: 9 }).length;

/** The one that compresses best. */
export const smallest = (wholes) => best(wholes, (whole) => whole);

/** The functions' indices, by the sequences of each: next is always the function that has the largest share of its sequences in the window, of the `first` as long as there are any. */
function order(bodies, sequences, first, chance, window = WINDOW) {
  const inWindow = new Map();
  const shared = new Int32Array(bodies.length);
  const enter = (index) => {
    for (const owners of sequences[index]) {
      const count = inWindow.get(owners) ?? 0;
      if (count === 0) for (const owner of owners) shared[owner] += 1;
      inWindow.set(owners, count + 1);
    }
  };
  const leave = (index) => {
    for (const owners of sequences[index]) {
      const count = inWindow.get(owners) - 1;
      if (count === 0) for (const owner of owners) shared[owner] -= 1;
      inWindow.set(owners, count);
    }
  };

  const left = new Set(bodies.keys());
  const front = new Set(first);
  const placed = [];
  let [oldest, bytes] = [0, 0];
  while (left.size > 0) {
    let [next, largest] = [-1, -1];
    for (const index of front.size > 0 ? front : left) {
      const share = shared[index] / (sequences[index].length + chance);
      if (share > largest) [next, largest] = [index, share];
    }
    left.delete(next);
    front.delete(next);
    placed.push(next);
    enter(next);
    bytes += bodies[next].length;
    for (; bytes > window; oldest += 1) {
      leave(placed[oldest]);
      bytes -= bodies[placed[oldest]].length;
    }
  }
  return placed;
}

/** Of each function the sequences that it shares with some others, each as the list of the functions in which it occurs. */
function telling(bodies, length) {
  const found = new Map();
  const sequences = bodies.map((body, index) => {
    const own = new Set();
    for (let at = 0; at + length <= body.length; at += 1) {
      const sequence = body.latin1Slice(at, at + length);
      if (!found.has(sequence)) found.set(sequence, []);
      own.add(found.get(sequence));
    }
    for (const owners of own) owners.push(index);
    return [...own];
  });
  return sequences.map((own) => own.filter((owners) => owners.length > 1 && owners.length <= COMMON));
}

/** The bytes of each function that the module defines. */
function bodies(bytes) {
  const code = reader(sectionsOf(bytes).find(({ id }) => id === CODE).content);
  return Array.from({ length: code.number() }, () => code.bytes(code.number()));
}
