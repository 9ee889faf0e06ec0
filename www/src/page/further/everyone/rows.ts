/** The rows that a question is asked for: the model's background rows, or all rows of the file of which these are a sample. */
import { inputErrorOf } from "../../../input-error.js";
import type { Doc } from "../../state/document/document.js";
import type { ModelHandle } from "../../state/port.js";
import { csvParts } from "./csv-parts.js";

/** NaN where a value is missing. */
export type Rows = readonly (readonly number[])[];

export interface RowSource {
  count: number;
  /** The rows that follow; null at the end. */
  next: () => Promise<Rows | null>;
}

/** The file of rows could not be read. */
export class Unread extends Error {}

/** Rows of one run at most. By hand: at some hundred rows a second a few minutes. */
export const MOST_ROWS = 50_000;
/** Values of one run at most: rows times columns. By hand: 40 MB, and as much for the answers. */
const MOST_VALUES = 5e6;

type Background = NonNullable<NonNullable<Doc["model"]>["background"]>;

/** Whether the background rows are a sample of a file. */
export const isSample = (background: Background | undefined): background is Background => background !== undefined && background.kept + background.incomplete < background.count;

/** The file of which the background rows are a sample, where all of its rows can be asked for. */
function fileOf({ model }: Doc): Blob | null {
  const background = model?.background;
  if (!model || !isSample(background) || background.count > mostOf(model.info.columns)) return null;
  return background.blob ?? null;
}

/** How many rows of so many columns one run may have. */
export const mostOf = (columns: number): number => Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns));

/** How many rows there are to be asked for. */
export const countOf = (doc: Doc): number => (fileOf(doc) ? (doc.model?.background?.count ?? 0) : (doc.model?.info.rows ?? 0));

/** Whether a run's rows are the background rows themselves, and not those of the file. */
export const areBackground = (doc: Doc): boolean => fileOf(doc) === null;

export function rowsOf(doc: Doc, handle: ModelHandle): RowSource {
  const count = countOf(doc);
  const file = fileOf(doc);
  if (file) return { count, next: fromFile(file, doc.model?.background?.file ?? "", handle, count) };
  let given = false;
  const next = async (): Promise<Rows | null> => {
    if (given) return null;
    const rows = (await handle.rows?.()) ?? [];
    given = true;
    return rows.length > 0 ? rows : null;
  };
  return { count, next };
}

/** Part by part: no more of the file is in memory. */
function fromFile(file: Blob, name: string, handle: ModelHandle, count: number): RowSource["next"] {
  const parts = csvParts(file);
  let read = 0;
  return async () => {
    try {
      const part = await parts.next();
      const found = part.done === true ? null : await handle.sample?.(part.value.text, name, { cells: true });
      const rows = found?.rows ?? [];
      read += rows.length;
      // Otherwise it is not the file any more that was sampled.
      if (part.done === true ? read !== count : rows.length !== part.value.count || read > count) throw new Unread(name);
      return part.done === true ? null : rows.map((row) => row.map((one) => one ?? Number.NaN));
    } catch (error) {
      throw error instanceof Unread ? error : new Unread(inputErrorOf(error)?.message ?? `${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}
