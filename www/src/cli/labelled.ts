/** Rows with their classes from a csv file, as a tree is trained on them. The engine reads the file; here its columns get a meaning. */
import { basename } from "node:path";
import { rowsOf } from "../engine/background.js";
import { rowsBy } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import type { SamplesDoc } from "../engine/library-predictions.js";
import { classesOf, isNumber } from "../train/cells.js";
import type { Rows } from "../train/oblique.js";
import type { InputError, SchemaDoc } from "../types.js";
import { quoted, UsageError } from "./args.js";
import { opened, told } from "./files.js";
import { lines, type Source } from "./lines.js";

export interface Labelled extends Rows {
  names: string[];
  schema: SchemaDoc;
  /** Rows of the file, and those of its sample that were left out because a cell is empty. */
  count: number;
  incomplete: number;
}

/** Different texts of a column at most: with more it is taken for a name or a number of each row, from which nothing is learned. By hand. */
const MOST_TEXTS = 40;
/** Classes at most: with more the column is taken for a number that is to be predicted. By hand. */
const MOST_CLASSES = 50;

/** Reads a file by a schema, else by its header: texts become one column a text, as one-hot categories have them. */
export function labelledRows(path: string, label: string, schema: SchemaDoc | undefined): Labelled {
  const name = basename(path);
  const refuse = (where: string, what: string, right: string): never => {
    throw new UsageError(`${name}, ${where}: ${what}; ${right}`);
  };
  const header = headerOf(path, name, label);
  if (schema !== undefined) {
    const document = read(path, name, schema, widthOf(schema));
    if (document.beside?.includes(label) !== true) throw new UsageError(`schema: ${quoted(label)} is a feature and the label; leave it out of the features`);
    return withLabels(document, document.rows, label, schema, refuse);
  }
  const twice = header.find((one, at) => header.indexOf(one) !== at);
  if (twice !== undefined) refuse("line 1", `two columns are called ${quoted(twice)}`, "give each a name of its own");
  if (header.includes("")) refuse("line 1", "a column has no name", "name it, or leave it out");
  if (header.length === 1) refuse("line 1", `there is no column but ${quoted(label)}`, "give columns to decide by");
  const document = texts(path, name, header, label);
  const made = header.filter((one) => one !== label).map((one) => columnsOf(one, cellsOf(document, one), document.lines ?? [], refuse));
  const rows = document.rows.map((_, row) => made.flatMap(({ of }) => of(row)));
  const own = made.flatMap(({ names }) => names).map((feature, column) => ({ name: feature, column }));
  return withLabels(document, rows, label, { features: own }, refuse);
}

type Refuse = (where: string, what: string, right: string) => never;

/** Reads the whole file, in pieces. */
function read(path: string, name: string, schema: SchemaDoc, columns: number, most = rowsOf(columns)): SamplesDoc {
  return opened(path, "rows", (source) => rowsBy(schema, columns, pieces(path, source), most, name));
}

/** The pieces of a file; a fault of the file is told with its path. */
function* pieces(path: string, source: Source): Generator<Uint8Array> {
  const all: Iterator<Uint8Array, unknown> = lines(source);
  for (;;) {
    const next = told(path, "rows", () => all.next());
    if (next.done === true) return;
    yield next.value;
  }
}

/** How many columns a schema describes, as far as it is one: the engine reads it more strictly afterwards. */
function widthOf({ features }: SchemaDoc): number {
  const columns = (Array.isArray(features) ? features : []).flatMap(({ column, columns }) => columns ?? column ?? 0).filter((column) => Number.isInteger(column));
  return Math.max(1, Math.min(columns.length, 1 + Math.max(0, ...columns)));
}

const one = (feature: string): SchemaDoc => ({ features: [{ name: feature, column: 0 }] });

/** The names of all columns. */
function headerOf(path: string, name: string, label: string): string[] {
  const first = opened(path, "rows", (source) => {
    const [piece = new Uint8Array()] = pieces(path, source);
    return new TextEncoder().encode(/^\s*[^\n]*/.exec(new TextDecoder().decode(piece))?.[0] ?? "");
  });
  try {
    const { beside = [] } = rowsBy(one(label), 1, [first], 1, name);
    // The label itself is not among them; where it stands is of no matter.
    return [...beside, label];
  } catch (thrown) {
    if (!isInputError(thrown)) throw thrown;
    const { where, what, right } = thrown;
    const remedy = what.startsWith("the header lacks") ? "give --label the name of the column of classes" : right;
    throw new UsageError(`${name}${where === undefined ? "" : `, ${where}`}: ${what}; ${remedy ?? ""}`);
  }
}

/** All cells as texts: the engine needs one column of numbers, and reads the others as they stand. */
function texts(path: string, name: string, header: readonly string[], label: string): SamplesDoc {
  let last: unknown;
  for (const column of header) {
    if (column === label) continue;
    try {
      const found = read(path, name, one(column), 1, rowsOf(header.length));
      return { ...found, beside: [...(found.beside ?? []), column], cells: (found.cells ?? []).map((cells, row) => [...cells, String(found.rows[row]?.[0] ?? "")]) };
    } catch (thrown) {
      // A cell that is no number has a column; faults of the file have not.
      if (!isInputError(thrown) || thrown.where?.includes("column") !== true) throw thrown;
      last = thrown;
    }
  }
  const { where } = last as InputError;
  throw new UsageError(`${name}, ${where ?? "line 2"}: no column but ${quoted(label)} holds numbers alone; give a schema with the levels of each, or numbers`);
}

const cellsOf = ({ beside = [], cells = [] }: SamplesDoc, column: string): string[] => cells.map((row) => row[beside.indexOf(column)] ?? "");

/** One column of numbers, or one a text; an empty cell is a missing value. */
function columnsOf(name: string, cells: readonly string[], at: readonly number[], refuse: Refuse): { names: string[]; of: (row: number) => (number | null)[] } {
  const strange = cells.findIndex((cell) => cell !== "" && !isNumber(cell));
  if (strange < 0) return { names: [name], of: (row) => [cells[row] === "" ? null : Number(cells[row])] };
  const levels = [...new Set(cells)].filter((cell) => cell !== "").sort();
  if (levels.length > MOST_TEXTS) {
    refuse(`line ${String(at[strange] ?? 2)}`, `${quoted(name)} is ${quoted(cells[strange] ?? "")}, no number, and there are ${String(levels.length)} different texts in its column`, `a category may have ${String(MOST_TEXTS)}; give numbers, or a schema that leaves the column out`);
  }
  return { names: levels.map((level) => `${name}=${level}`), of: (row) => levels.map((level) => (cells[row] === "" ? null : Number(cells[row] === level))) };
}

/** Rows that are whole, with their classes: those that the schema names, else the texts of the label. */
function withLabels(document: SamplesDoc, rows: readonly (readonly (number | null)[])[], label: string, schema: SchemaDoc, refuse: Refuse): Labelled {
  const cells = cellsOf(document, label);
  const whole = rows.flatMap((row, at) => (cells[at] === "" || row.includes(null) ? [] : [at]));
  if (whole.length === 0) refuse("line 2", "there is no row without an empty cell", "give a header and rows");
  const names = schema.classes ?? classesOf(whole.map((row) => cells[row] ?? ""));
  if (names.length > MOST_CLASSES) refuse("line 1", `${quoted(label)} has ${String(names.length)} different values`, `give a column of at most ${String(MOST_CLASSES)} classes`);
  const labels = whole.map((row) => {
    const cell = cells[row] ?? "";
    const index = names.includes(cell) ? names.indexOf(cell) : Number(cell);
    return names[index] === undefined ? refuse(`line ${String(document.lines?.[row] ?? 2)}`, `the ${label} is ${quoted(cell)}`, `give a class of ${names.slice(0, 12).join(", ")}, or its number`) : index;
  });
  if (new Set(labels).size < 2) refuse("line 2", `every ${label} is ${quoted(names[labels[0] ?? 0] ?? "")}`, "give rows of at least two classes");
  return { inputs: whole.map((row) => (rows[row] ?? []).map(Number)), labels, classes: names.length, names, schema, count: document.count ?? rows.length, incomplete: rows.length - whole.length };
}
