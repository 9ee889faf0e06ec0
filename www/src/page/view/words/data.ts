/** Words of the drawer of data, and of how usual an answer must be. */
import { number, share } from "../format.js";
import { counted } from "./english.js";
import type { Hull } from "../../state/document/document.js";

/** How many of the rows pass: "9 of 10". */
function passing(share: number): string {
  const whole = [2, 4, 10, 20, 100].find((n) => Math.abs(share * n - Math.round(share * n)) < 1e-9) ?? 100;
  return `${String(Math.round((1 - share) * whole))} of ${String(whole)}`;
}

export const dataWords = {
  title: "Data",
  rows: (n: number) => counted(n, "row"),
  hint: "Click a row to explain it.",
  label: "Label",
  earlier: "Earlier rows",
  later: "Later rows",
  from: {
    file: "These rows came with the model\u2019s file.",
    none: "This model came without rows. A csv file of them, under the features\u2019 names, shows their spread and which answers are usual. It stays on this computer.",
    choose: "Choose a csv file of rows",
    others: "Choose other rows, csv",
    reading: (file: string, share: string) => `Reading ${file}, ${share}`,
    bar: "Reading the rows",
    cancel: "Cancel",
    said: ({ file, kept, count, label, beside, incomplete }: { file: string; kept: number; count: number; label: string | null; beside: readonly string[]; incomplete: number }) => {
      const rows = kept + incomplete < count ? `${number(kept)} of the ${number(count)} rows of ${file}, drawn at random` : kept < count ? `${number(kept)} of the ${number(count)} rows of ${file}` : `All ${number(kept)} rows of ${file}`;
      const parts = [rows];
      if (incomplete > 0) parts.push(`${number(incomplete)} left out for a missing value`);
      parts.push(label === null ? "decisions by the model itself" : `decisions from the column ${label}`);
      if (beside.length > 0) parts.push(`not used: ${beside.slice(0, 4).join(", ")}${beside.length > 4 ? ` and ${number(beside.length - 4)} more` : ""}`);
      return `${parts.join("; ")}.`;
    },
    ranges: "Take ranges and whole numbers from these rows",
    rangesHow: "Ranges say how far a value may go, and how much a change costs.",
  },
  usual: {
    title: "How typical the answer must be",
    any: "Any answer",
    as: (share: number) => `Most typical ${passing(share)}`,
    none: "No requirement: unusual answers are allowed.",
    explain: (share: number, rows: string) => `At least as typical as the most typical ${passing(share)} ${rows}, measured by an isolation forest.`,
    chip: (share: number, rows: string) => `As typical as ${passing(share)} ${rows}`,
    rowsOf: (target: string) => `${target} rows`,
    rows: "rows in the range",
    suchRows: "rows looked for",
    loosen: (to: number, from: number) => `Allow less typical answers: as ${passing(to)} instead of ${passing(from)}`,
    lift: "Allow unusual answers",
    way: (part: number) => `Most typical: like the middle ${share(1 - part)}`,
    show: "Show on the map",
    mapNote: (shades: boolean, demanded: boolean) => `${demanded ? "Hatched: too unusual. " : ""}${shades ? "Paler: more unusual." : ""}`.trim(),
    length: (found: string, needed: string) => `Typical enough: it takes ${found} random cuts to single it out, ${needed} are needed.`,
  },
  hull: {
    title: "Where the answer must lie",
    any: "Anywhere",
    between: "Between the rows",
    epsilon: "How far outside it may lie",
    exactly: "nothing outside",
    outside: (epsilon: number) => `${share(epsilon)} outside`,
    soft: (price: number) => `anywhere, at ${number(price)} a range`,
    mapNote: (nowhere: boolean) => (nowhere ? "Hatched: no place is between the rows, as the other features are here." : "Hatched: not between the rows, as the other features are here."),
    norm: "How that distance is measured",
    norms: { l1: "smallest total", l2: "shortest distance", linf: "no big single step" } satisfies Record<Hull["norm"], string>,
    clusters: "Into how many groups of alike rows they are parted",
    groups: (n: number) => (n === 1 ? "all rows together" : `in one of ${String(n)} groups`),
    none: "The answer may lie where no row is near.",
    explain: ({ epsilon = 0, price, clusters }: Hull, rows: string) => {
      const group = clusters > 1 ? " of one group, in which rows are alike" : "";
      if (price !== undefined) return `The distance from a mixture of ${rows}${clusters > 1 ? " of one group" : ""} is added to the cost: ${number(price)} for a whole range.`;
      return `The answer must lie between ${rows}${group}${epsilon > 0 ? `, or at most ${share(epsilon)} of the ranges outside` : ""}. Hatched on the map: not between them, as the other features are there.`;
    },
    chip: ({ epsilon = 0, price, clusters }: Hull, rows: string) => `${price === undefined ? "Between" : "Near"} ${rows}${clusters > 1 ? ` of 1 of ${String(clusters)} groups` : ""}${price !== undefined ? `, at ${number(price)} a range` : epsilon > 0 ? `, or ${share(epsilon)} outside` : ""}`,
    loosen: (to: number, from: number) => `Allow ${share(to)} outside the rows instead of ${share(from)}`,
    lift: "Allow an answer far from all rows",
    witness: (list: readonly { row: number; share: string }[], more: number, near: boolean) => {
      const named = list.map(({ row, share: part }) => `row ${number(row + 1)} (${part})`);
      if (more > 0) named.push(`${String(more)} more`);
      const [last = "", ...rest] = named.reverse();
      return `${near ? "Near a mixture of" : "A mixture of"} ${rest.length > 0 ? `${rest.reverse().join(", ")} and ${last}` : last}.`;
    },
  },
};
