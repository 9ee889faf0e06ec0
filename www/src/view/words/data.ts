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
  from: {
    file: "These rows came with the model\u2019s file.",
    none: "This model came without rows. A csv file of them, under the features\u2019 names, shows how values spread and which answers are usual. It stays on this computer.",
    choose: "Choose a csv file of rows",
    others: "Choose other rows, csv",
    reading: (file: string, share: string) => `Reading ${file}, ${share}`,
    bar: "Reading the rows",
    cancel: "Cancel",
    said: ({ file, kept, count, label, beside, incomplete }: { file: string; kept: number; count: number; label: string | null; beside: readonly string[]; incomplete: number }) => {
      const n = (x: number): string => x.toLocaleString("en");
      const rows = kept + incomplete < count ? `${n(kept)} of the ${n(count)} rows of ${file}, drawn at random` : kept < count ? `${n(kept)} of the ${n(count)} rows of ${file}` : `All ${n(kept)} rows of ${file}`;
      const parts = [rows];
      if (incomplete > 0) parts.push(`${n(incomplete)} left out for a missing value`);
      parts.push(label === null ? "decisions by the model itself" : `decisions from the column ${label}`);
      if (beside.length > 0) parts.push(`not used: ${beside.slice(0, 4).join(", ")}${beside.length > 4 ? ` and ${n(beside.length - 4)} more` : ""}`);
      return `${parts.join("; ")}.`;
    },
    ranges: "Take ranges and whole numbers from these rows",
    rangesHow: "Ranges say how far a value may go, and what a change costs.",
  },
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
    show: "Show on the map",
    mapNote: (shades: boolean, demanded: boolean) => `${demanded ? "Hatched: odder than you allow. " : ""}${shades ? "The paler a place, the odder it is." : ""}`.trim(),
    length: (found: string, needed: string) => `Usual enough: it takes ${found} random cuts to single it out, ${needed} are needed.`,
    outline: (target: string): [string, string] => [`proved: none ${inSentence(target)} and usual inside`, "proved: none inside"],
  },
};
