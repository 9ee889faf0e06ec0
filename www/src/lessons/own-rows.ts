/** A person's own rows in the lesson "Grow your own": the engine reads the csv file, and two columns of numbers and one of classes become points. */
import { BadInput, loadModel } from "../index.js";
import { draws } from "../draws.js";
import { classesOf, isNumber } from "../train/cells.js";
import { documentOf } from "../train/document.js";
import type { SchemaDoc } from "../types.js";
import { TARGET, type Point } from "./figure.js";
import type { Row } from "./forest.js";
import { lessonWords as words } from "./words.js";

/** A csv file as it is read: the cells of each column. */
export interface OwnFile {
  name: string;
  columns: ReadonlyMap<string, readonly string[]>;
  /** The line of each row, and how many rows the file has: it may be a sample of them. */
  lines: readonly number[];
  count: number;
}

/** The columns that a person picks, and the class that is looked for. */
export interface Choice {
  x: string;
  y: string;
  label: string;
  wanted: string;
}

/** Points that a model is grown from, with the meaning of their columns and classes, and where the dot stands at first. */
export interface Ground {
  schema: SchemaDoc;
  classes: readonly string[];
  rows: readonly Row[];
  start: Point;
}

/** Dots on the map at most: with more nothing is seen between them. By hand. */
export const MOST_POINTS = 150;
/** Classes at most: with more their looks are not told apart. By hand. */
const MOST_CLASSES = 6;
/** Characters in which the header is looked for. */
const HEADER = 100_000;
/** Names that columns of classes have. */
const LABEL = /^(label|target|class|species|outcome|decision|y)$/i;

/** Reads a file. Faults of the file are told by the engine, with their line. */
export async function readFile(file: File): Promise<OwnFile> {
  const [header = ""] = /[^\r\n]+/.exec((await file.slice(0, HEADER).text()).replace("\ufeff", "")) ?? [];
  const names = Array.from(header.matchAll(/"((?:[^"]|"")*)"|[^,]+/g), ([all, quoted]) => (quoted === undefined ? all : quoted.replaceAll('""', '"')).trim()).filter((name) => name !== "");
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(words.own.wrong.twice(file.name, twice));
  let line = 1;
  for (const name of names) {
    try {
      return await readBy(name, file);
    } catch (thrown) {
      // A cell that is no number has a column; faults of the file have not.
      if (!(thrown instanceof BadInput) || thrown.input.where?.includes("column") !== true) throw thrown;
      line = Number(/\d+/.exec(thrown.input.where));
    }
  }
  throw new Error(words.own.wrong.numbers(file.name, line));
}

/** Reads a file by a column of numbers: the engine needs one, and gives the others as they stand. */
async function readBy(column: string, file: File): Promise<OwnFile> {
  const blank = documentOf({ class: 0 }, { inputs: [[0]], labels: [0], classes: 2 }, { features: [{ name: column, column: 0 }] }, ["0", "1"], "");
  const model = await loadModel(new TextEncoder().encode(JSON.stringify(blank)), { name: file.name });
  try {
    const { rows = [], beside = [], cells = [], lines = [], count = 0 } = (await model.sample(file, file.name, { cells: true })) ?? {};
    const others = beside.map((name, at): [string, string[]] => [name, cells.map((row) => row[at] ?? "")]);
    return { name: file.name, columns: new Map([[column, rows.map(([value]) => String(value ?? ""))], ...others.filter(([name]) => name !== "")]), lines, count };
  } finally {
    model.free();
  }
}

const different = (cells: readonly string[] = []): number => new Set(cells.filter((cell) => cell !== "")).size;
const strange = (cells: readonly string[]): number => cells.findIndex((cell) => cell !== "" && !isNumber(cell));

/** Columns of numbers that differ, those of many numbers first. */
export function numbersIn({ columns }: OwnFile): string[] {
  const all = [...columns].filter(([, cells]) => strange(cells) < 0 && different(cells) > 1).map(([name]) => name);
  const many = (name: string): boolean => different(columns.get(name)) > MOST_CLASSES;
  return [...all.filter(many), ...all.filter((name) => !many(name))];
}

/** Columns that may say a class, those first that are called so, then those of texts alone. */
export function labelsIn({ columns }: OwnFile): string[] {
  const all = [...columns].filter(([, cells]) => different(cells) > 1 && different(cells) <= MOST_CLASSES);
  const rank = ([name, cells]: (typeof all)[number]): number => (LABEL.test(name) ? 0 : cells.some(isNumber) ? 2 : 1);
  return all.sort((a, b) => rank(a) - rank(b)).map(([name]) => name);
}

/** The classes of a column. */
export const classesIn = ({ columns }: OwnFile, label: string): string[] => classesOf((columns.get(label) ?? []).filter((cell) => cell !== ""));

/** A choice that fits the file: as far as it does, the one that is asked for. */
export function choiceOf(file: OwnFile, asked: Partial<Choice>): Choice {
  const { wrong } = words.own;
  const labels = labelsIn(file);
  const label = labels.find((name) => name === asked.label) ?? labels[0];
  if (label === undefined) throw new Error(wrong.classes(file.name, MOST_CLASSES));
  const numbers = numbersIn(file).filter((name) => name !== label);
  const pick = (one: string | undefined, but?: string): string | undefined => numbers.find((name) => name === one && name !== but) ?? numbers.find((name) => name !== but);
  const x = pick(asked.x);
  const y = pick(asked.y, x);
  if (x === undefined || y === undefined) {
    const at = Math.min(...[...file.columns].flatMap(([name, cells]) => (name === label || strange(cells) < 0 ? [] : [strange(cells)])), file.lines.length - 1);
    throw new Error(wrong.numbers(file.name, file.lines[at] ?? 2));
  }
  const classes = classesIn(file, label);
  return { x, y, label, wanted: classes.find((name) => name === asked.wanted) ?? classes[TARGET] ?? "" };
}

/** The points of a choice: of the rows with all three values so many at most, drawn the same way each time. */
export function groundOf(file: OwnFile, { x, y, label, wanted }: Choice): Ground {
  const [across, up, of] = [x, y, label].map((name) => file.columns.get(name) ?? []) as [readonly string[], readonly string[], readonly string[]];
  const whole = of.flatMap((cell, at) => (cell === "" || across[at] === "" || up[at] === "" ? [] : [at]));
  const others = classesOf(whole.map((at) => of[at] ?? "")).filter((name) => name !== wanted);
  const classes = others.toSpliced(TARGET, 0, wanted);
  const all = whole.map((at): Row => ({ x: Number(across[at]), y: Number(up[at]), class: classes.indexOf(of[at] ?? "") }));
  const first = all.find((row) => row.class !== TARGET);
  const features = ([["x", x], ["y", y]] as const).map(([axis, name], column) => {
    const values = all.map((row) => row[axis]);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return { name, kind: values.every(Number.isInteger) ? ("integer" as const) : ("numeric" as const), column, min, max };
  });
  if (first === undefined || all.every((row) => row.class !== TARGET) || features.some(({ min, max }) => min === max)) throw new Error(words.own.wrong.rows(file.name, file.lines[whole[0] ?? 0] ?? 2, label));
  const draw = draws(5);
  const drawn = all.map((row) => ({ row, at: draw() })).sort((a, b) => a.at - b.at).slice(0, MOST_POINTS).map(({ row }) => row);
  return { schema: { features, classes: [...classes] }, classes, rows: all.length > MOST_POINTS ? drawn : all, start: [first.x, first.y] };
}
