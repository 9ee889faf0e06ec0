/** Sample predictions of a model's own library, beside the model's. Pure. */
import type { Comparison, FileRows, InputError, ModelInfo, Prediction } from "../types.js";

/** A file of samples as the engine reads it: from JSON with `predictions`, from csv with the further columns. */
export interface SamplesDoc extends Partial<FileRows> {
  rows: (number | null)[][];
  predictions?: unknown[];
}

/** A library's predictions for rows: numbers (probabilities, or one value) or class indices. */
export interface Expected {
  what: Comparison["what"];
  rows: number[][];
}

/** Numbers agree within this share of the larger one: single precision, summed over many trees. */
const RELATIVE = 1e-5;
/** And, for sums that cancel, within this share of the largest value of the sample. */
const OF_LARGEST = 1e-6;

/** Reads the library's predictions; throws an `InputError` that names the place. */
export function expectedOf(samples: SamplesDoc, info: Pick<ModelInfo, "kind" | "classes" | "probabilities">, name: string): Expected {
  const expected = told(samples, info, name);
  if (expected.what !== "probabilities" || info.probabilities !== false) return expected;
  const what = "these are probabilities, and the model has none: its file holds decisions alone";
  const input: InputError = { message: `${name}: ${what}; give the predicted classes`, source: "samples", what, right: "give the predicted classes" };
  throw input as unknown as Error;
}

function told(samples: SamplesDoc, info: Pick<ModelInfo, "kind" | "classes">, name: string): Expected {
  const { beside = [], predictions, cells = [], lines = [] } = samples;
  const refuse = (where: string, what: string, right: string): never => {
    const input: InputError = { message: `${name}, ${where}: ${what}; ${right}`, source: "samples", where, what, right };
    throw input as unknown as Error;
  };
  const classes = info.kind === "classifier" ? info.classes : [];
  const width = classes.length || 1;
  if (!predictions && beside.length !== 1 && beside.length !== classes.length) {
    const what = beside.length === 0 ? "the header has the model's columns and no other" : `besides the model's columns the header has ${beside.join(", ")}`;
    refuse("line 1", what, classes.length > 0 ? `one column of predicted classes, or ${String(width)} of probabilities, is needed` : "one column of predicted values is needed");
  }
  const given: unknown[] = predictions ?? cells.map((row) => (row.length === 1 ? row[0] : row));
  const at = (index: number): string => (predictions ? `/predictions/${String(index)}` : `line ${String(lines[index] ?? 0)}`);
  const number = (value: unknown): number => (typeof value === "number" ? value : typeof value === "string" && value !== "" ? Number(value) : Number.NaN);
  if (classes.length === 0 || given.some((one) => Array.isArray(one))) {
    const rows = given.map((one, index) => {
      const list: unknown[] = Array.isArray(one) ? one : [one];
      if (list.length !== width) refuse(at(index), `found ${String(list.length)} numbers`, width === 1 ? "the model predicts one number a row" : `the model has ${String(width)} classes; give one probability each`);
      return list.map((value) => (Number.isFinite(number(value)) ? number(value) : refuse(at(index), `found ${JSON.stringify(value)}`, "a number is needed")));
    });
    return { what: classes.length === 0 ? "values" : "probabilities", rows };
  }
  return classesOf(given, classes, number, (index) => refuse(at(index), `found ${JSON.stringify(given[index])}`, `give a class of ${classes.slice(0, 12).join(", ")}, its index, or one probability a class`));
}

/** One cell a row: classes by name, else by index, else probabilities of the second of two classes. */
function classesOf(given: readonly unknown[], classes: readonly string[], number: (value: unknown) => number, refuse: (index: number) => never): Expected {
  const named = given.map((one) => classes.indexOf(String(one)));
  if (!named.includes(-1)) return { what: "classes", rows: named.map((index) => [index]) };
  const numbers = given.map(number);
  const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < classes.length;
  if (numbers.every(isIndex)) return { what: "classes", rows: numbers.map((index) => [index]) };
  const wrong = numbers.findIndex((value) => !(value >= 0 && value <= 1));
  const strange = given.findIndex((_, index) => named[index] === -1 && !isIndex(numbers[index] ?? Number.NaN));
  if (wrong >= 0 || classes.length !== 2) refuse(Math.max(0, strange));
  return { what: "probabilities", rows: numbers.map((share) => [1 - share, share]) };
}

/** Compares row by row; a row matches when its class is the same, or all its numbers are. */
export function compare({ what, rows }: Expected, predictions: readonly Prediction[]): Comparison {
  const scale = what === "values" ? Math.max(0, ...rows.map(([value = 0]) => Math.abs(value))) : 0;
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(RELATIVE * Math.max(Math.abs(a), Math.abs(b)), OF_LARGEST * scale);
  const result: Comparison = what === "classes" ? { rows: rows.length, matched: 0, what } : { rows: rows.length, matched: 0, what, largest: 0 };
  rows.forEach((expected, row) => {
    const said = predictions[row];
    if (said === undefined) return;
    const found = "value" in said ? [said.value] : what === "classes" ? [said.class] : said.scores;
    if (result.largest !== undefined) result.largest = Math.max(result.largest, ...expected.map((value, index) => Math.abs(value - (found[index] ?? Number.NaN))));
    if (expected.every((value, index) => near(value, found[index] ?? Number.NaN))) result.matched += 1;
    else result.first ??= { row, expected, found };
  });
  return result;
}
