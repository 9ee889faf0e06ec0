/**
 * The engine's WebAssembly with types: models and searches as objects that are freed by hand. Runs wherever it is called;
 * workers, the command line and the benchmark share it. Calls throw an `InputError` for bad input, and anything else for
 * a fault, after which this module must be thrown away.
 */
import { check_document, foreign, initSync, LoadedModel, version, type Regions as CellsOf, type RunningSearch } from "../wasm/core.js";
import type { Answer, Background, Comparison, Depths, Guess, HullSlice, ModelInfo, Prediction, ProgramFormat, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../types.js";
import { sampledOf } from "./background.js";
import type { Convert } from "./formats.js";
import { compare, expectedOf, type SamplesDoc } from "./samples.js";
import type { Cutting, Open, Other, Part, QueriesFile, Searching, Source } from "./parts.js";
import { arrange, crossed } from "./polygons.js";
import type { Records } from "./records.js";
import { flatRows } from "./rows.js";
import { treesOf } from "./trees.js";
import type { Window } from "./protocol.js";

export { startFormats } from "./formats.js";
export { partsFrom } from "./starts.js";

/** Makes the engine ready; the rest of this module may be called afterwards. Returns the engine's version. */
export function start(wasm: WebAssembly.Module | BufferSource): string {
  initSync({ module: wasm });
  return version();
}

/**
 * Reads a document that the caller takes apart itself, as strictly as the engine reads its own: no field twice, no number out
 * of range, no nesting without end. `source` and `name` are for messages.
 */
export function readDocument(text: string, source: "request", name: string): unknown {
  check_document(text, source, name);
  return JSON.parse(text);
}

/** Whether a file is another library's, which the loaders turn into Espalier's JSON. */
export const isForeign = (bytes: Uint8Array, name: string): boolean => foreign(bytes, name);

const asItIs = (json: Uint8Array): { json: Uint8Array; format?: string } => ({ json });

/** A loaded model. */
export class CoreModel {
  readonly info: ModelInfo;
  /** Of a model with slanted cuts, once a slice was asked for. */
  private slanted: TreeData | undefined;
  private readonly others = new Map<Part, Other>();
  private constructor(
    private readonly handle: LoadedModel,
    private readonly source: Source,
    /** Where the schema was guessed, as asked for: the guess. */
    readonly guess: Guess | null,
  ) {
    this.info = JSON.parse(handle.info()) as ModelInfo;
  }

  /**
   * Reads a model file; `name` is for messages only. `convert` is asked for where the file is another library's; without one,
   * or where it gives none, the result is null. `guess`: a file that says nothing of its columns but that they are numbers is read,
   * without a schema, by the one that they look like.
   */
  static load(bytes: Uint8Array, name: string, schema: SchemaDoc | string | undefined, convert: () => Convert): CoreModel;
  static load(bytes: Uint8Array, name: string, schema?: SchemaDoc | string, convert?: () => Convert | null, guess?: boolean): CoreModel | null;
  static load(bytes: Uint8Array, name: string, schema?: SchemaDoc | string, convert?: () => Convert | null, guess = false): CoreModel | null {
    const given = schema === undefined || typeof schema === "string" ? schema : JSON.stringify(schema);
    const taken = foreign(bytes, name) ? convert?.() : asItIs;
    if (!taken) return null;
    const { json, format } = taken(bytes, name);
    const model = new CoreModel(new LoadedModel(json, name, given, format, bytes.length), { json, name, schema: given }, null);
    const found = guess && given === undefined ? model.guessed() : null;
    if (found === null) return model;
    const text = JSON.stringify(found.schema);
    const read = new CoreModel(model.handle.with_schema(text), { json, name, schema: text }, found);
    model.free();
    return read;
  }

  /** What the columns probably mean, where neither the file nor a schema says more of them than that they are numbers. */
  guessed(): Guess | null {
    const found = (this.handle as LoadedModel & { guess(): string | undefined }).guess();
    return found === undefined ? null : (JSON.parse(found) as Guess);
  }

  /** The same model with another schema; both have to be freed. */
  withSchema(schema: SchemaDoc): CoreModel {
    const text = JSON.stringify(schema);
    return new CoreModel(this.handle.with_schema(text), { ...this.source, schema: text }, null);
  }

  /**
   * The same model with other background rows, and where one is given another schema; both have to be freed. Ranges that no schema
   * states follow from the rows.
   */
  withBackground({ rows, labels }: Background, schema?: SchemaDoc): CoreModel {
    const { columns, format, bytes } = this.info;
    const model = JSON.parse(new TextDecoder().decode(this.source.json)) as Record<string, unknown>;
    const list = Array.from({ length: rows.length / columns }, (_, at) => Array.from(rows.subarray(at * columns, (at + 1) * columns)));
    const json = new TextEncoder().encode(JSON.stringify({ ...model, background: labels ? { rows: list, labels } : { rows: list } }));
    const text = schema === undefined ? this.source.schema : JSON.stringify(schema);
    return new CoreModel(new LoadedModel(json, this.source.name, text, format, bytes), { ...this.source, json, schema: text }, this.guess);
  }

  /** Background rows from records of a csv file, read by another module; `name` is for messages only. */
  sampled(records: Records, name: string, open: (part: Part) => Open | null): Sampled {
    const other = this.other("more", open);
    if (other === null) throw new Error("the module that reads rows is not there");
    return sampledOf(JSON.parse(other.samples(records.text, name)) as SamplesDoc, records, this.info, name);
  }

  /** The model as one document in Espalier's JSON, with the schema that it is read by. */
  document(): Uint8Array<ArrayBuffer> {
    const { json, schema } = this.source;
    if (schema === undefined) return Uint8Array.from(json);
    const model = JSON.parse(new TextDecoder().decode(json)) as Record<string, unknown>;
    return new TextEncoder().encode(JSON.stringify({ ...model, schema: JSON.parse(schema) as unknown }));
  }

  /** Replays sample predictions, JSON or csv; `name` is for messages only. Null without the module that reads them. */
  compare(text: string, name: string, open: (part: Part) => Open | null): Comparison | null {
    const other = this.other("more", open);
    if (other === null) return null;
    const samples = JSON.parse(other.samples(text, name)) as SamplesDoc;
    return compare(expectedOf(samples, this.info, name), this.predict(flatRows(samples.rows)));
  }

  /** One prediction a row; `rows` holds the rows one after another. */
  predict(rows: Float64Array): Prediction[] {
    const flat = this.handle.predict(rows);
    const count = rows.length / this.info.columns;
    if (this.info.kind !== "classifier") return Array.from(flat, (value) => ({ value }));
    const [width, classes] = [flat.length / count, this.info.classes.length];
    return Array.from({ length: count }, (_, i) => {
      const row = Array.from(flat.subarray(i * width, (i + 1) * width));
      return { class: row[0] ?? 0, scores: row.slice(1, 1 + classes), raw: row.slice(1 + classes) };
    });
  }

  /**
   * Makes a search ready that has looked at nothing yet. `open` is asked for another module where this one does not answer the
   * request; without it, or where it gives none, the result is that module's name.
   */
  search(request: RequestDoc | string, open: (part: Part) => Open): CoreSearch;
  search(request: RequestDoc | string, open?: (part: Part) => Open | null): CoreSearch | Part;
  search(request: RequestDoc | string, open?: (part: Part) => Open | null): CoreSearch | Part {
    const text = typeof request === "string" ? request : JSON.stringify(request);
    const found = this.handle.search(text);
    if (typeof found !== "string") return new CoreSearch(found);
    const part = found as Part;
    const other = this.other(part, open);
    return other === null ? part : new CoreSearch(other.search(text));
  }

  /** The request as a mixed-integer program in a file for other solvers; null without the module that writes it. */
  formulation(request: RequestDoc | string, format: ProgramFormat, open: (part: Part) => Open): string;
  formulation(request: RequestDoc | string, format: ProgramFormat, open: (part: Part) => Open | null): string | null;
  formulation(request: RequestDoc | string, format: ProgramFormat, open: (part: Part) => Open | null): string | null {
    const text = typeof request === "string" ? request : JSON.stringify(request);
    return this.other("milp", open)?.formulation(text, format) ?? null;
  }

  /** This model in another module. */
  private other(part: Part, open?: (part: Part) => Open | null): Other | null {
    const known = this.others.get(part);
    if (known !== undefined) return known;
    const other = open?.(part)?.(this.source);
    if (other === undefined) return null;
    this.others.set(part, other);
    return other;
  }

  /** What may be said of an answer with all its changes together. */
  room(request: RequestDoc, values: readonly number[]): Room[] {
    return JSON.parse(this.handle.room(JSON.stringify(request), Float64Array.from(values))) as Room[];
  }

  /** The exact cells of a slice, or its exact pieces where slanted cuts cross it. */
  regions(axes: readonly [string, string], at: readonly number[], window?: Window): Regions {
    const features = this.info.oblique ? axes.flatMap((name) => this.info.features.find((feature) => feature.name === name) ?? []) : [];
    const [x, y] = features;
    if (x && y && x !== y && at.length === this.info.columns) {
      const trees = (this.slanted ??= this.trees());
      if (crossed(trees, features)) return arrange(trees, [x, y], at, window, (rows) => this.predict(rows));
    }
    const cells = this.taken(axes, this.handle.regions(axes[0], axes[1], Float64Array.from(at), ends(window)));
    return this.info.probabilities === false ? { ...cells, scores: new Float32Array(), outputs: 0 } : cells;
  }

  /** How deep the cells of a slice lie in the isolation forest of requests with one target; null where they ask for no depth. */
  depths(requests: readonly RequestDoc[], axes: readonly [string, string], at: readonly number[], window?: Window): Depths | null {
    const [first, ...rest] = requests.map((request) => JSON.stringify(request));
    const found = first === undefined ? undefined : this.handle.depths(first, axes[0], axes[1], Float64Array.from(at), ends(window));
    if (first === undefined || found === undefined) return null;
    return { regions: this.taken(axes, found), least: [first, ...rest].map((request) => this.handle.least_depth(request)) };
  }

  /**
   * Which part of a slice lies in the hulls that a request holds answers to, step by step; null where it holds them to none, or the slice goes through a missing
   * value. Without the module that cuts it out, that module's name.
   */
  hull(request: RequestDoc, axes: readonly [string, string], at: readonly number[], window: Window | undefined, open: (part: Part) => Open): HullCut | null;
  hull(request: RequestDoc, axes: readonly [string, string], at: readonly number[], window: Window | undefined, open: (part: Part) => Open | null): HullCut | Part | null;
  hull(request: RequestDoc, axes: readonly [string, string], at: readonly number[], window: Window | undefined, open: (part: Part) => Open | null): HullCut | Part | null {
    if (request.plausibility?.hull === undefined) return null;
    const other = this.other("slanted", open);
    if (other === null) return "slanted";
    const [x, y] = axes.map((name) => this.info.features.findIndex((feature) => feature.name === name)) as [number, number];
    if (x === y || Math.min(x, y) < 0) throw new Error(`a slice needs two features, not ${axes.join(" and ")}`);
    const cutting = other.hull(JSON.stringify(request), [x, y], Float64Array.from(at), ends(window));
    return cutting === undefined ? null : new HullCut(axes, cutting);
  }

  private taken(axes: readonly [string, string], found: CellsOf): Regions {
    const axis = (index: 0 | 1, edges: Float64Array): Regions["x"] => {
      const feature = this.info.features.find(({ name }) => name === axes[index]);
      if (feature === undefined) throw new Error(`regions of a feature that is not there: ${axes[index]}`);
      return { feature: feature.name, kind: feature.kind, edges };
    };
    const regions = {
      x: axis(0, found.x()),
      y: axis(1, found.y()),
      classes: found.classes(),
      scores: found.scores(),
      outputs: found.outputs(),
    };
    found.free();
    return regions;
  }

  /** Reads a queries file, JSON or csv, by another module; `name` is for messages only. */
  queries(text: string, name: string, open: (part: Part) => Open): QueriesFile {
    const other = this.other("more", open);
    if (other === null) throw new Error("the module that reads rows is not there");
    return other.queries(text, name);
  }

  /** Background row `index` and its label. */
  row(index: number): { row: number[]; label: number | null } {
    const flat = Array.from(this.handle.row(index));
    const label = flat.pop() ?? NaN;
    return { row: flat, label: Number.isNaN(label) ? null : label };
  }

  /** All trees, to be drawn. */
  trees(): TreeData {
    return treesOf(this.source.json);
  }

  free(): void {
    this.others.forEach((other) => other.free());
    this.handle.free();
  }
}

/** A window as the engine takes it: NaN is the whole range. */
const ends = (window?: Window): Float64Array => Float64Array.from([...(window?.x ?? [NaN, NaN]), ...(window?.y ?? [NaN, NaN])]);

/** A slice of hulls that is being cut out. */
export class HullCut {
  constructor(private readonly axes: readonly [string, string], private readonly cutting: Cutting) {}

  /** Looks at one corner; true when all is cut. */
  step(): boolean {
    return this.cutting.step();
  }

  /** What was cut; to be called once, at the end. */
  taken(): HullSlice {
    const flat = this.cutting.taken();
    const [x, y] = this.axes;
    const areas: number[][] = [];
    for (let from = 1; from < flat.length; from += 1 + flat[from]!) areas.push(Array.from(flat.subarray(from + 1, from + 1 + flat[from]!)));
    this.cutting.free();
    return { x, y, areas, settled: flat[0] === 1 };
  }
}

/** A search under way. It has no clock: the caller measures. */
export class CoreSearch {
  /** Seconds that the request allows; infinity without a limit. */
  readonly timeLimit: number;

  constructor(private readonly handle: Searching | RunningSearch) {
    this.timeLimit = handle.time_limit();
  }

  /** Makes it an assistant of another search of the same model and request: it works on the boxes that it takes, without end. */
  assist(): void {
    this.shared?.assist();
  }

  /** Whether there is nothing to do before something is taken or comes back. */
  waits(): boolean {
    return this.shared?.waits() ?? false;
  }

  /** The best so far and, where asked for, some of the open boxes, for another search; nothing where there is none to spare. */
  parcel(boxes: boolean): Uint8Array<ArrayBuffer> | undefined {
    return this.shared?.parcel(boxes) as Uint8Array<ArrayBuffer> | undefined;
  }

  /** Takes another search's parcel. */
  take(parcel: Uint8Array): void {
    this.shared?.take(parcel);
  }

  /** A proved bound of the boxes that are away; infinite when none is. */
  away(bound: number): void {
    this.shared?.away(bound);
  }

  /** The search, where the engine's own module runs it: only that one shares its boxes. */
  private get shared(): RunningSearch | undefined {
    return "parcel" in this.handle ? this.handle : undefined;
  }

  /** Works through at most so many boxes; true when the search is finished. */
  step(nodes: number): boolean {
    return this.handle.step(nodes);
  }

  progress(): Progress {
    const [incumbent = NaN, lowerBound = 0, nodes = 0] = this.handle.progress();
    return { incumbent: Number.isNaN(incumbent) ? null : incumbent, lowerBound, nodes };
  }

  /** The answer so far; its status says how far it is proved. */
  answer(milliseconds: number): Answer {
    return JSON.parse(this.answerText(milliseconds)) as Answer;
  }

  /** The answer so far as JSON text. */
  answerText(milliseconds: number): string {
    return this.handle.answer(milliseconds);
  }

  free(): void {
    this.handle.free();
  }
}
