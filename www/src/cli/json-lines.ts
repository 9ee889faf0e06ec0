/** JSON lines: a value a line, a list of numbers, an object with the columns' names, or `{"query": [..]}` with other columns beside. */
import { UsageError } from "./args.js";
import type { Row } from "./table.js";

/** Rows that are handed on together, and their characters. */
const [TOGETHER, LONGEST] = [1000, 1_000_000];

/** Whether a text that begins with a bracket or a brace has a value on its first line that is a query, and no document of queries. */
export function linesOfJson(first: string): boolean {
  const [line = ""] = first.split("\n", 1);
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return value.length > 0 && !value.some((one) => typeof one === "object" && one !== null);
    return typeof value === "object" && value !== null && !("queries" in value) && !("target" in value);
  } catch {
    return false;
  }
}

/** The values of pieces of whole lines. */
export function* jsonLines(pieces: Iterable<Uint8Array>, name: string): Generator<Row[]> {
  let rows: Row[] = [];
  let [line, length] = [0, 0];
  for (const piece of pieces) {
    for (const text of new TextDecoder().decode(piece).replace(/\n$/, "").split("\n")) {
      line += 1;
      if (text.trim() === "") continue;
      rows.push({ at: `line ${String(line)}`, values: valueOf(text, `${name}, line ${String(line)}`) });
      length += text.length;
      if (rows.length < TOGETHER && length < LONGEST) continue;
      yield rows;
      [rows, length] = [[], 0];
    }
  }
  if (rows.length > 0) yield rows;
}

function valueOf(text: string, at: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${at}: this is no JSON; give one query a line, a list of numbers or an object with the columns' names`);
  }
  if (typeof value !== "object" || value === null) throw new UsageError(`${at}: found ${JSON.stringify(value).slice(0, 80)}; give a list of numbers or an object with the columns' names`);
  return value;
}
