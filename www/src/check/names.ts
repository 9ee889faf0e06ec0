/** Looks names, labels and values of a request up. */
import type { Model } from "./model.js";
import { cells, doc, index, list, number, Unreadable } from "./read.js";
import { levelOf, valueAt, type Feature, type Schema } from "./schema.js";

export class Names {
  constructor(readonly model: Model, readonly schema: Schema) {}

  get columns(): number {
    return this.model.columns;
  }

  feature(name: string, at: string): number {
    const f = this.schema.features.findIndex((feature) => feature.name === name);
    if (f < 0) throw new Unreadable(`${at}: there is no feature ${JSON.stringify(name)}`);
    return f;
  }

  /** A class by name, or else by number. */
  class(said: unknown): number {
    const named = this.schema.classes.indexOf(said as string);
    const k = named >= 0 ? named : typeof said === "string" && /^\d+$/.test(said) ? Number(said) : said;
    return index(k, "/target", this.model.classes);
  }

  /** A level by label, or in a single column by value. */
  level(f: number, said: unknown, at: string): number {
    const { kind, labels, values, name } = this.schema.features[f]!;
    const { round } = this.model.input;
    const level = typeof said === "number" && kind !== "one-hot" ? (values ?? []).findIndex((v) => round(v) === round(said)) : labels.indexOf(said as string);
    if (level < 0) throw new Unreadable(`${at}: ${JSON.stringify(name)} has no level ${JSON.stringify(said)}`);
    return level;
  }

  flags(f: number, said: unknown, at: string): boolean[] {
    const on = this.schema.features[f]!.labels.map(() => false);
    for (const one of list(said, at)) on[this.level(f, one, at)] = true;
    return on;
  }

  /** A number a level from numbers by label; 0 for the others. */
  amounts(f: number, said: unknown, at: string, number: (x: unknown, at: string) => number): number[] {
    const of = this.schema.features[f]!.labels.map(() => 0);
    for (const [label, x] of Object.entries(doc(said, at))) of[this.level(f, label, at)] = number(x, at);
    return of;
  }

  /** Raw inputs by column; discrete values are those of their levels. */
  row(said: unknown): number[] {
    const { features } = this.schema;
    const row = Array.isArray(said) ? cells(said, "/query") : new Array<number>(this.columns).fill(NaN);
    if (row.length !== this.columns) throw new Unreadable(`/query: ${this.columns} values are needed`);
    if (!Array.isArray(said)) {
      const named = new Map(Object.entries(doc(said, "/query")));
      for (const name of named.keys()) this.feature(name, "/query");
      features.forEach((feature, f) => this.fill(row, feature, f, named.get(feature.name)));
    }
    for (const feature of features) {
      const { kind, columns, values } = feature;
      if (values === undefined || columns.every((c) => Number.isNaN(row[c]))) continue;
      const { round } = this.model.input;
      const [c = 0] = columns;
      const level = kind === "one-hot" ? levelOf(feature, row) : values.find((v) => round(v) === round(row[c]!));
      if (level === undefined) throw new Unreadable(`/query/${c}: a level of the feature is needed`);
      if (kind !== "one-hot") row[c] = level;
    }
    return row;
  }

  private fill(row: number[], feature: Feature, f: number, said: unknown): void {
    if (said === null) return;
    if (said === undefined) throw new Unreadable(`/query: a value of ${JSON.stringify(feature.name)} is needed`);
    const level = feature.values === undefined ? undefined : this.level(f, said, "/query");
    for (const c of feature.columns) row[c] = level === undefined ? number(said, `/query/${feature.name}`) : valueAt(feature, level, c);
  }
}
