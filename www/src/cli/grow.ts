/** `grow`: from a csv file of rows to a tree with slanted cuts, as a model file. */
import { basename } from "node:path";
import { CoreModel, readDocument } from "../engine/core.js";
import { documentOf } from "../train/document.js";
import { errorsOf } from "../train/oblique.js";
import { trainTree, usualSettings } from "../train/tao.js";
import type { SchemaDoc } from "../types.js";
import { quoted, UsageError, type Args } from "./args.js";
import { text } from "./files.js";
import { labelledRows } from "./labelled.js";

/** Levels of tests at most: a tree that is deeper is not read by anybody, and takes rows apart one by one. */
const DEEPEST = 12;

/** The model as one document in Espalier's JSON, with its rows and its schema: the given one, else the one that the rows look like. */
export function grow(options: Args["options"]): Uint8Array {
  const { rows: path = "", label = "", schema } = options;
  const asked = {
    depth: number(options, "depth", `a whole number from 1 to ${String(DEEPEST)}`, (value) => Number.isInteger(value) && value >= 1 && value <= DEEPEST),
    sparsity: number(options, "sparsity", "a number of at least 0", (value) => value >= 0 && Number.isFinite(value)),
  };
  const given = schema === undefined ? undefined : (readDocument(text(schema, "schema"), "schema") as SchemaDoc);
  const rows = labelledRows(path, label, given);
  const tree = trainTree(rows, { ...usualSettings(rows.classes), ...asked.depth, ...asked.sparsity });
  const [kept, left] = [rows.labels.length, rows.incomplete > 0 ? `, ${String(rows.incomplete)} left out for empty cells` : ""];
  const library = `espalier grow, ${String(kept)} of ${String(rows.count)} rows${left}, ${String(errorsOf(tree, rows))} of them wrong`;
  const document = documentOf(tree, rows, { ...rows.schema, classes: rows.names }, rows.names, library);
  const model = CoreModel.load(new TextEncoder().encode(JSON.stringify(document)), basename(path), undefined, given === undefined);
  return model.document();
}

/** The option as a setting of its name; none where it is not given. */
function number<K extends "depth" | "sparsity">(options: Args["options"], name: K, right: string, fits: (value: number) => boolean): Partial<Record<K, number>> {
  const given = options[name];
  if (given === undefined) return {};
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (!fits(value)) throw new UsageError(`--${name} is ${quoted(given)}; ${right} is right`);
  return { [name]: value } as Record<K, number>;
}
