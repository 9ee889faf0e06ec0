/** Damage that can happen to LightGBM's text and to csv, line by line. */
import { ANY, type Damage } from "./bytes.js";
import type { Random } from "./random.js";

type Edit = (lines: string[], random: Random) => string[] | undefined;

/** The lines of a text after an edit of them. */
const onLines = (edit: Edit): Damage => (bytes, random) => {
  const lines = edit(new TextDecoder().decode(bytes).split("\n"), random);
  return lines === undefined ? undefined : new TextEncoder().encode(lines.join("\n"));
};

const common: Record<string, Edit> = {
  "a line lost": (lines, random) => lines.toSpliced(random.below(lines.length), 1),
  "a line twice": (lines, random) => {
    const at = random.below(lines.length);
    return lines.toSpliced(at, 0, lines[at] ?? "");
  },
};

const VALUES = ["x", "", "nan", "inf", "-inf", "1e999", "99999999999", "-5", "0.5", "{", "\u0000", "é"];

/** One of the words of one line's value, replaced by the result of `by`. */
const word = (choose: RegExp, by: (old: string, random: Random) => string): Edit => (lines, random) => {
  const able = lines.flatMap((line, i) => (choose.test(line) ? [i] : []));
  if (able.length === 0) return undefined;
  const at = random.of(able);
  const [name = "", value = ""] = (lines[at] ?? "").split("=", 2);
  const words = value.split(" ");
  const i = random.below(words.length);
  return lines.with(at, `${name}=${words.with(i, by(words[i] ?? "", random)).join(" ").trimEnd()}`);
};

const LIGHTGBM: Record<string, Edit> = {
  ...common,
  "a wrong value": word(/^\w+=/, (_, random) => random.of(VALUES)),
  "a value too many": word(/^\w+=.* /, (old, random) => `${old} ${random.below(9)}`),
  "a value lost": word(/^\w+=.* /, () => ""),
  "a child that is its ancestor": word(/^(left|right)_child=/, (old, random) => String(random.below(2) * Math.max(0, Number(old) - 1))),
  "a name misspelt": (lines, random) => {
    const able = lines.flatMap((line, i) => (/^\w+=/.test(line) ? [i] : []));
    const at = random.of(able);
    return lines.with(at, (lines[at] ?? "").replace("=", "x="));
  },
};

const CELLS = ["abc", "nan", "inf", "1e999", '"', '"open', "1;2", "--1", "0x10", "1,5", "1_000", "\u0000", "true", "[1]"];

const cell = (edit: (cells: string[], i: number, random: Random) => string[], header = false): Edit => (lines, random) => {
  const filled = lines.filter((line) => line !== "").length;
  const at = header ? 0 : 1 + random.below(filled - 1);
  const cells = (lines[at] ?? "").split(",");
  return lines.with(at, edit(cells, random.below(cells.length), random).join(","));
};

const CSV: Record<string, Edit> = {
  ...common,
  "a wrong cell": cell((cells, i, random) => cells.with(i, random.of(CELLS))),
  "an empty cell": cell((cells, i) => cells.with(i, "")),
  "a cell lost": cell((cells, i) => cells.toSpliced(i, 1)),
  "a cell too many": cell((cells, i, random) => cells.toSpliced(i, 0, String(random.below(9)))),
  "a name misspelt": cell((cells, i) => cells.with(i, `${cells[i] ?? ""}x`), true),
  "a name twice": cell((cells, i) => cells.with(i, cells[(i + 1) % cells.length] ?? ""), true),
  "a name lost": cell((cells, i) => cells.with(i, ""), true),
  "another separator": (lines) => lines.map((line) => line.replaceAll(",", ";")),
};

const all = (edits: Record<string, Edit>): Record<string, Damage> => ({
  ...ANY,
  ...Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, onLines(edit)])),
});

export const LIGHTGBM_DAMAGES = all(LIGHTGBM);
export const CSV_DAMAGES = all(CSV);
