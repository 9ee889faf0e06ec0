/** The table of everyone: rows that are chosen, searched and sorted, their counts, and the whole as csv. Pure. */
import { add, binned, binOf, groupOf, largest, median, stop, type Group } from "../../../measure/outcomes.js";
import { coordinate } from "../../../model/feature.js";
import { columnNames, csvLine, valueOf } from "../../../model/value.js";
import type { FeatureInfo } from "../../../types.js";
import type { Person } from "./run.js";
import type { Choice, Order } from "./sought.js";

/** Bins of the picture of sizes: each has to be wide enough for a finger on a phone. Groups that are told apart. */
export const [BINS, GROUPS] = [12, 12];

export interface Summary {
  everyone: Group;
  /** Of those who can, whose change is proved to be the smallest. */
  proved: number;
  /** Rows that the engine refused. */
  refused: number;
  /** The sizes in bins of one width; null where nobody needs a change and can. */
  sizes: { end: number; counts: number[]; beyond: number } | null;
  median: number;
  /** By limits that together stop somebody, as JSON of their pointers: how many; those first that stop most. */
  limits: [key: string, count: number][];
}

export function summed(people: readonly Person[]): Summary {
  const everyone = groupOf("");
  const limits = new Map<string, number>();
  let [proved, refused] = [0, 0];
  for (const person of people) {
    add(everyone, person.outcome, person.cost ?? 0);
    if (person.outcome === "can" && person.proved) proved += 1;
    if (person.refused !== null) refused += 1;
    if (person.conflict) stop(limits, person.conflict);
  }
  const costs = everyone.costs.sort((a, b) => a - b);
  return { everyone, proved, refused, sizes: costs.length > 0 ? binned(costs, BINS) : null, median: median(costs), limits: [...limits].sort((a, b) => b[1] - a[1]) };
}

/** The largest groups, by the names of their members, with ascending costs. */
export function grouped(people: readonly Person[], nameOf: (person: Person) => string, others: (count: number) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const person of people) {
    const name = nameOf(person);
    const group = groups.get(name) ?? groupOf(name);
    groups.set(name, group);
    add(group, person.outcome, person.cost ?? 0);
  }
  const list = largest([...groups.values()], GROUPS, others);
  for (const { costs } of list) costs.sort((a, b) => a - b);
  return list;
}

/** Whether a choice leaves a person. */
export function chosen(choice: Choice | null, person: Person, group: (person: Person) => string): boolean {
  switch (choice?.by) {
    case undefined:
      return true;
    case "outcome":
      return person.outcome === choice.outcome;
    case "limits":
      return person.conflict !== null && JSON.stringify(person.conflict) === choice.key;
    case "group":
      return group(person) === choice.name;
    case "size":
      return person.outcome === "can" && person.cost !== null && (person.cost > choice.end ? BINS : binOf(person.cost, choice.end, BINS)) === choice.bin;
  }
}

/** How many features a person's answer changes. */
export function changesOf(features: readonly FeatureInfo[], { row, values }: Person): number {
  return values === null ? 0 : features.filter((feature) => !Object.is(coordinate(feature, row), coordinate(feature, values))).length;
}

/** Rows without a size, or without changes, come last in both directions; among equals the order of the file stays. */
export function sorted(people: readonly Person[], { by, down }: Order, keys: { group: (person: Person) => string; outcome: (person: Person) => string; changes: (person: Person) => number }): Person[] {
  const sign = down ? -1 : 1;
  const value = (person: Person): number | string | null => {
    if (by === "row") return person.index;
    if (by === "size") return person.cost;
    if (by === "changes") return person.values === null ? null : keys.changes(person);
    return keys[by](person);
  };
  const texts = new Intl.Collator(undefined, { numeric: true });
  const compare = (a: number | string | null, b: number | string | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : texts.compare(String(a), String(b)));
  };
  return people.map((person) => [person, value(person)] as const).sort(([a, x], [b, y]) => compare(x, y) || a.index - b.index).map(([person]) => person);
}

/** Everyone as csv: how it ends, and the values of the answer under the features' names. Rows are counted from 1, as on the page. */
export function csvOf(people: readonly Person[], features: readonly FeatureInfo[]): string {
  const own = ["row", "outcome", "cost", "proved"];
  const lines = people.map(({ index, outcome, cost, proved, values }) => csvLine([index + 1, outcome, cost, String(proved), ...features.map((feature) => (values === null ? null : valueOf(feature, values)))]));
  return csvLine([...own, ...columnNames(features, own)]) + lines.join("");
}
