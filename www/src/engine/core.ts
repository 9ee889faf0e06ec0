/**
 * The engine's WebAssembly with types: models, requests and searches as objects that are freed by hand. Runs wherever it is called;
 * workers, the command line and the benchmark share it. Calls throw an `InputError` for bad input, and anything else for
 * a fault, after which this module must be thrown away.
 */
import { check_document, foreign, initSync, Loaded, version, type Cells, type HullCut as Cutting, type QueriesFile, type QueryReading, type Question, type RunningSearch, type SampleReading } from "../wasm/espalier.js";
import type { Answer, Background, Comparison, Depths, FileRows, Guess, HullSlice, ModelInfo, Prediction, ProgramFormat, ProgramKind, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../types.js";
import { textOf } from "./errors.js";
import { another } from "./refusals.js";
import { rowsOf, sampledOf } from "./background.js";
import { compare, expectedOf, type SamplesDoc } from "./library-predictions.js";
import { flatRows } from "./rows.js";
import type { Window } from "./protocol.js";

/** Makes the engine ready; the rest of this module may be called afterwards. Returns the engine's version. */
export function start(wasm: WebAssembly.Module | BufferSource): string {
  initSync({ module: wasm });
  return version();
}

/**
 * Reads a document that the caller takes apart itself, as strictly as the engine reads its own: no field twice, no number out
 * of range, no nesting without end. `source` and `name` are for messages.
 */
export function readDocument(text: string, source: "request" | "schema", name?: string): unknown {
  check_document(text, source, name);
  return JSON.parse(text);
}

/** Whether a file is another library's, not one in Espalier's JSON. */
export const isForeign = (bytes: Uint8Array, name: string): boolean => foreign(bytes, name);

export { exchange } from "../wasm/espalier.js";
export type { QueriesFile, QueryReading } from "../wasm/espalier.js";

/**
 * Rows of a csv file for which there is no model yet, as columns of its own say how to read them: `schema` describes `columns` columns, and all
 * others of the file come as texts. Of a longer file a uniform sample of `most` rows. `name` is for messages only.
 */
export function rowsBy(schema: SchemaDoc, columns: number, pieces: Iterable<Uint8Array>, most: number, name: string): SamplesDoc {
  const base = (schema.classes ?? ["0", "1"]).map(() => 0);
  const leaf = { weight: 1, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [base] };
  const model = { format: "espalier", version: 1, kind: "classifier", columns, input: "float64", compare: "<=", aggregation: "mean", base, trees: [leaf] };
  const handle = new Loaded(new TextEncoder().encode(JSON.stringify(model)), name, schema);
  const reading = handle.row_sample(most, name);
  let open = true;
  try {
    for (const piece of pieces) reading.take(piece);
    open = false;
    return reading.end() as SamplesDoc;
  } finally {
    if (open) reading.free();
    handle.free();
  }
}

/** Requests of a model that are kept as they were read: later questions about their answers ask these. */
const KEPT = 8;

/** A loaded model. */
export class CoreModel {
  readonly info: ModelInfo;
  /** The latest requests by their text, the latest last. */
  private readonly asked = new Map<string, Question>();

  private constructor(
    private readonly handle: Loaded,
    /** Where the schema was guessed, as asked for: the guess. */
    readonly guess: Guess | null,
  ) {
    this.info = handle.info();
  }

  /**
   * Reads a model file of any format; `name` is for messages only. `guess`: a file that says nothing of its columns but that they are numbers
   * is read, without a schema, by the one that they look like.
   */
  static load(bytes: Uint8Array, name: string, schema?: SchemaDoc, guess = false): CoreModel {
    const handle = new Loaded(bytes, name, schema);
    const found = guess && schema === undefined ? handle.guess() : undefined;
    if (found === undefined) return new CoreModel(handle, null);
    const read = new CoreModel(handle.with_schema(found.schema), found);
    handle.free();
    return read;
  }

  /** The probable meaning of the columns, where neither the file nor a schema says more of them than that they are numbers. */
  guessed(): Guess | null {
    return this.handle.guess() ?? null;
  }

  /** The same model with another schema; both have to be freed. */
  withSchema(schema: SchemaDoc): CoreModel {
    return new CoreModel(this.handle.with_schema(schema), null);
  }

  /**
   * The same model with other background rows, and where one is given another schema; both have to be freed. Ranges that no schema
   * states follow from the rows.
   */
  withBackground({ rows, labels }: Background, schema?: SchemaDoc): CoreModel {
    return new CoreModel(this.handle.with_background(rows, labels === null ? undefined : Float64Array.from(labels), schema), this.guess);
  }

  /** Begins to draw background rows from a csv file that comes piece by piece; `name` is for messages only. */
  rowSample(name: string): RowSample {
    return new RowSample(this.rowReading(rowsOf(this.info.columns), name), this.info, name);
  }

  /** The same for at most so many rows, which stand in the file's order where it has no more. */
  rowReading(most: number, name: string): SampleReading {
    return this.handle.row_sample(most, name);
  }

  /** The model as one document in Espalier's JSON, with the schema that it is read by. */
  document(): Uint8Array<ArrayBuffer> {
    return this.handle.document() as Uint8Array<ArrayBuffer>;
  }

  /** Replays sample predictions, JSON or csv; `name` is for messages only. */
  compare(text: string, name: string): Comparison {
    const samples = this.handle.samples(text, name) as SamplesDoc;
    return compare(expectedOf(samples, this.info, name), this.predict(flatRows(samples.rows)));
  }

  /** One prediction a row; `rows` holds the rows one after another. */
  predict(rows: Float64Array): Prediction[] {
    const { classes, scores, raw, values } = this.handle.predict(rows);
    if (this.info.kind !== "classifier") return Array.from(values, (value) => ({ value }));
    const part = (all: Float64Array, row: number): number[] => Array.from(all.subarray((row * all.length) / classes.length, ((row + 1) * all.length) / classes.length));
    return Array.from(classes, (own, row) => ({ class: own, scores: part(scores, row), raw: part(raw, row) }));
  }

  /** A request, read once however often it is asked about. */
  private ask(request: RequestDoc): Question {
    const text = textOfRequest(request);
    const question = this.asked.get(text) ?? this.handle.ask(request);
    this.asked.delete(text);
    this.asked.set(text, question);
    const [oldest] = this.asked;
    if (this.asked.size > KEPT && oldest !== undefined) {
      this.asked.delete(oldest[0]);
      oldest[1].free();
    }
    return question;
  }

  /** Makes a search ready that has looked at nothing yet. */
  search(request: RequestDoc): CoreSearch {
    return new CoreSearch(this.ask(request).search());
  }

  /** The request as a mixed-integer program in a file for other solvers. */
  formulation(request: RequestDoc, format: ProgramFormat, program: ProgramKind): string {
    return this.ask(request).formulation(format, program);
  }

  /** The statements that may be made about an answer with all its changes together. */
  room(request: RequestDoc, values: readonly number[]): Room[] {
    return this.ask(request).room(Float64Array.from(values));
  }

  /** The exact cells of a slice, or its exact pieces where slanted cuts cross it. */
  regions(axes: readonly [string, string], at: readonly number[], window?: Window): Regions {
    const cells = this.taken(axes, this.handle.regions(axes[0], axes[1], Float64Array.from(at), ends(window)));
    return this.info.probabilities === false ? { ...cells, scores: new Float32Array(), outputs: 0 } : cells;
  }

  /** How deep the cells of a slice lie in the isolation forest of requests with one target; null where they ask for no depth. */
  depths(requests: readonly RequestDoc[], axes: readonly [string, string], at: readonly number[], window?: Window): Depths | null {
    const [first] = requests;
    const found = first === undefined ? undefined : this.ask(first).depths(axes[0], axes[1], Float64Array.from(at), ends(window));
    if (found === undefined) return null;
    return { regions: this.taken(axes, found), least: requests.map((request) => this.ask(request).least_depth) };
  }

  /**
   * Which part of a slice lies in the hulls that a request holds answers to, step by step. Null where it holds them to none, or where the
   * slice goes through a missing value.
   */
  hull(request: RequestDoc, axes: readonly [string, string], at: readonly number[], window?: Window): HullCut | null {
    const [x, y] = axes.map((name) => this.info.features.findIndex((feature) => feature.name === name)) as [number, number];
    if (x === y || Math.min(x, y) < 0) throw new Error(`a slice needs two features, not ${axes.join(" and ")}`);
    const cutting = this.ask(request).hull(x, y, Float64Array.from(at), ends(window));
    return cutting === undefined ? null : new HullCut(axes, cutting);
  }

  private taken(axes: readonly [string, string], found: Cells): Regions {
    const axis = (index: 0 | 1, edges: Float64Array): Regions["x"] => {
      const feature = this.info.features.find(({ name }) => name === axes[index]);
      if (feature === undefined) throw new Error(`regions of a feature that is not there: ${axes[index]}`);
      return { feature: feature.name, kind: feature.kind, edges, ...(this.info.input && { input: this.info.input }) };
    };
    const { x, y, classes, scores, outputs, polygons } = found;
    return { x: axis(0, x), y: axis(1, y), classes, scores, outputs, ...(polygons && { polygons }) };
  }

  /** Reads a queries file, JSON or csv; `name` is for messages only. */
  queries(text: string, name: string): QueriesFile {
    return this.handle.queries(text, name);
  }

  /** Begins to read a csv file of queries that comes piece by piece; `name` is for messages only. */
  queryRows(name: string): QueryReading {
    return this.handle.query_rows(name);
  }

  /** Background row `index` and its label. */
  row(index: number): { row: number[]; label: number | null } {
    const { values, label } = this.handle.row(index);
    return { row: Array.from(values), label: label ?? null };
  }

  /** All trees, to be drawn. */
  trees(): TreeData {
    const trees = this.handle.trees();
    // Where there is one output, all leaves have one number an output, whether their tree names it or not.
    const [said] = this.predict(new Float64Array(this.info.columns));
    if (said && "raw" in said && said.raw.length === 1) trees.output.fill(-1);
    return trees;
  }

  free(): void {
    this.asked.forEach((question) => question.free());
    this.handle.free();
  }
}

/** The request as text. Throws the report of one that holds a value that JSON does not have. */
function textOfRequest(request: RequestDoc): string {
  try {
    return JSON.stringify(request);
  } catch (thrown) {
    throw another("request", "", `it cannot be written as JSON (${textOf(thrown)})`, "give numbers, texts, true, false, null, lists and objects") as unknown as Error;
  }
}

/** A window as the engine takes it: NaN is the whole range. */
const ends = (window?: Window): Float64Array => Float64Array.from([...(window?.x ?? [NaN, NaN]), ...(window?.y ?? [NaN, NaN])]);

/** Background rows that are drawn from a csv file. */
export class RowSample {
  constructor(private readonly reading: SampleReading, private readonly info: ModelInfo, private readonly name: string) {}

  /** Reads the next piece of the file. */
  take(piece: Uint8Array): void {
    this.reading.take(piece);
  }

  /** The rows that were drawn. Frees the reading. */
  end(): Sampled {
    return sampledOf(this.cells(), this.info, this.name);
  }

  /** The same as they stand in the file. */
  cells(): FileRows {
    return this.reading.end() as FileRows;
  }

  /** Frees a reading that is not brought to its end. */
  free(): void {
    this.reading.free();
  }
}

/** A slice of hulls that is being cut out. */
export class HullCut {
  constructor(private readonly axes: readonly [string, string], private readonly cutting: Cutting) {}

  /** Looks at one corner; true when all is cut. */
  step(): boolean {
    return this.cutting.step();
  }

  /** The areas that were cut; to be called once, at the end. */
  taken(): HullSlice {
    const { areas, settled } = this.cutting.taken();
    this.cutting.free();
    const [x, y] = this.axes;
    return { x, y, areas: areas.map((area) => Array.from(area)), settled };
  }
}

/** A search under way. */
export class CoreSearch {
  /** Seconds that the request allows; infinity without a limit. */
  readonly timeLimit: number;

  constructor(private readonly handle: RunningSearch) {
    this.timeLimit = handle.time_limit();
  }

  /** Whether its boxes may be worked on elsewhere. */
  shares(): boolean {
    return this.handle.shares();
  }

  /** Makes it an assistant of another search of the same model and request: it works on the boxes that it takes, without end. */
  assist(): void {
    this.handle.assist();
  }

  /** Whether there is nothing to do before something is taken or comes back. */
  waits(): boolean {
    return this.handle.waits();
  }

  /** The best so far and, where asked for, some of the open boxes, for another search; nothing where there is none to spare. */
  parcel(boxes: boolean): Uint8Array<ArrayBuffer> | undefined {
    return this.handle.parcel(boxes) as Uint8Array<ArrayBuffer> | undefined;
  }

  /** Takes another search's parcel. */
  take(parcel: Uint8Array): void {
    this.handle.take(parcel);
  }

  /** A proved bound of the boxes that are away; infinite when none is. */
  away(bound: number): void {
    this.handle.away(bound);
  }

  /** Works for so many milliseconds, less where there is nothing to do but wait, or where the answer grows; true when the search is finished. */
  run(milliseconds: number): boolean {
    return this.handle.run(milliseconds);
  }

  /** Works through at most so many boxes; true when the search is finished. */
  step(nodes: number): boolean {
    return this.handle.step(nodes);
  }

  /** Milliseconds that telling the answer so far will take, by the last time. */
  telling(): number {
    return this.handle.telling();
  }

  /** Whether the answer has grown by so much since it was told that it should be told before the search goes on. */
  grown(): boolean {
    return this.handle.grown();
  }

  progress(): Progress {
    return this.handle.progress();
  }

  /** The answer so far; its status says how far it is proved. */
  answer(milliseconds: number): Answer {
    return this.handle.answer(milliseconds);
  }

  free(): void {
    this.handle.free();
  }
}
