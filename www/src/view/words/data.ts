/** Words of the drawer of data, and of how usual an answer must be. */
import { inSentence } from "./names.js";

/** How many of the rows pass: "9 of 10". */
function passing(share: number): string {
  const whole = [2, 4, 10, 20, 100].find((n) => Math.abs(share * n - Math.round(share * n)) < 1e-9) ?? 100;
  return `${String(Math.round((1 - share) * whole))} of ${String(whole)}`;
}

export const dataWords = {
  title: "Data",
  rows: (n: number) => `${n.toLocaleString("en")} rows`,
  hint: "Choose a row to ask for that person.",
  label: "Label",
  earlier: "Earlier rows",
  later: "Later rows",
  usual: {
    title: "How usual the answer must be",
    any: "Any answer",
    as: (share: number) => `As ${passing(share)}`,
    none: "Any answer will do, however odd: only the model decides.",
    explain: (share: number, rows: string) => `At least as usual as ${passing(share)} ${rows}, by how many random cuts single it out.`,
    chip: (share: number, rows: string) => `As usual as ${passing(share)} ${rows}`,
    rowsOf: (target: string) => `${target} rows`,
    rows: "rows in the range",
    suchRows: "rows looked for",
    loosen: (to: number, from: number) => `Allow less usual answers: as ${passing(to)} instead of ${passing(from)}`,
    lift: "Allow any answer, however odd",
    way: (share: number) => `Most usual, as ${passing(share)}`,
    length: (found: string, needed: string) => `Usual enough: it takes ${found} random cuts to single it out, ${needed} are needed.`,
    outline: (target: string): [string, string] => [`proved: none ${inSentence(target)} and usual inside`, "proved: none inside"],
  },
};
