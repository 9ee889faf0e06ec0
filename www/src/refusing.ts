/** A loaded model that refuses arguments of another kind, before they reach the engine. The element asks rightly, and does without. */
import type { Answer, Background, Comparison, Depths, FileRows, HullSlice, Prediction, ProgramFormat, ProgramKind, Regions, RequestDoc, Room, Sampled, SchemaDoc } from "./types.js";
import { isObject, need, numbers, optionsOf, plain } from "./arguments.js";
import { EngineModel, type ExplainOptions, type ManyOptions, type ReadOptions } from "./engine/client.js";
import type { Window } from "./engine/protocol.js";

interface Slice {
  axes: [string, string];
  at: number[];
  window?: Window;
}

/** A request as it is sent. */
const request = (call: string, given: RequestDoc): RequestDoc => plain(call, "request", given);

class RefusingModel extends EngineModel {
  override async explain(given: RequestDoc, options?: ExplainOptions): Promise<Answer> {
    return super.explain(request("explain", given), optionsOf("explain", options));
  }

  override async *explainMany(queries: Iterable<RequestDoc["query"]> | AsyncIterable<RequestDoc["query"]>, given: Omit<RequestDoc, "query">, options?: ManyOptions): AsyncGenerator<Answer, void, undefined> {
    need(isObject(queries) && (Symbol.iterator in queries || Symbol.asyncIterator in queries), "explainMany", "queries", queries, "a list of queries, such as [[39, 21000], [52, 18000]]");
    yield* super.explainMany(queries, given, optionsOf("explainMany", options));
  }

  override async predict(rows: readonly (readonly (number | null)[])[]): Promise<Prediction[]> {
    need(Array.isArray(rows), "predict", "rows", rows, "a list of rows, such as [[39, 21000]]");
    return super.predict(Array.from(rows, (row, index) => numbers("predict", `rows[${index}]`, row)));
  }

  override async regions(slice: Slice): Promise<Regions> {
    return super.regions(this.slice("regions", slice));
  }

  override async depths(slice: Slice & { requests: RequestDoc[] }): Promise<Depths | null> {
    const found = this.slice("depths", slice);
    need(Array.isArray(slice.requests), "depths", "requests", slice.requests, "a list of requests, such as [request]");
    return super.depths({ ...found, requests: plain("depths", "requests", slice.requests) });
  }

  override async hull(slice: Slice & { request: RequestDoc }): Promise<HullSlice | null> {
    return super.hull({ ...this.slice("hull", slice), request: request("hull", slice.request) });
  }

  override async formulation(given: RequestDoc, format: ProgramFormat, program?: ProgramKind): Promise<string> {
    need(typeof format === "string", "formulation", "format", format, '"mps" or "lp"');
    return super.formulation(request("formulation", given), format, program);
  }

  override async room(given: RequestDoc, values: number[]): Promise<Room[]> {
    return super.room(request("room", given), numbers("room", "values", values));
  }

  override async row(index: number): Promise<{ row: number[]; label: number | null }> {
    need(index >= 0 && Number.isInteger(index), "row", "index", index, "the number of a background row, such as 0");
    return super.row(index);
  }

  override sample(file: Blob, name: string | undefined, options: ReadOptions & { cells: true }): Promise<FileRows | null>;
  override sample(file: Blob, name?: string, options?: ReadOptions): Promise<Sampled | null>;
  override async sample(file: Blob, name?: string, options?: ReadOptions): Promise<Sampled | FileRows | null> {
    need(file instanceof Blob, "sample", "file", file, 'a Blob of csv, such as new Blob(["Age,Income\\n39,21000"])');
    return super.sample(file, name, optionsOf("sample", options));
  }

  override async compare(text: string, name?: string): Promise<Comparison> {
    need(typeof text === "string", "compare", "text", text, 'a text, such as \'{"rows": [[39, 21000]], "predictions": [1]}\'');
    return super.compare(text, name);
  }

  override async withSchema(schema: SchemaDoc): Promise<EngineModel> {
    return refusing(await super.withSchema(plain("withSchema", "schema", schema)));
  }

  override async withBackground(background: Background): Promise<EngineModel> {
    const { rows, labels = null } = (background as Partial<Background> | null | undefined) ?? {};
    need(rows instanceof Float64Array, "withBackground", "rows", rows, "one row after the other, such as new Float64Array([39, 21000, 52, 18000])");
    return refusing(await super.withBackground({ rows: rows!, labels: labels && numbers("withBackground", "labels", labels) }));
  }

  private slice(call: string, given: Slice): Slice {
    const { axes, at, window } = (given as { axes?: string[]; at?: number[]; window?: Window | null } | null | undefined) ?? {};
    const names = this.info.features.map(({ name }) => name);
    need(Array.isArray(axes) && axes.length === 2 && axes.every((name) => names.includes(name)) && axes[0] !== axes[1], call, "axes", axes, `the names of two features, such as ${JSON.stringify(names.slice(0, 2))}`);
    const point = numbers(call, "at", at);
    need(point.length === this.info.columns, call, "at", at, `a list of ${this.info.columns} numbers, one for each column`);
    const ends: { x?: number[]; y?: number[] } = window ?? {};
    need(isObject(ends) && Object.keys(ends).every((key) => key === "x" || key === "y"), call, "window", ends, "the ends of the axes, such as { x: [20, 60], y: [0, 5000] }");
    for (const axis of ["x", "y"] as const) {
      const both = ends[axis];
      const [low = NaN, high = NaN] = both === undefined ? [0, 1] : Array.isArray(both) && both.length === 2 ? both : [];
      need(Number.isFinite(low) && Number.isFinite(high) && low < high, call, `window.${axis}`, both, "two finite numbers, the lower first, such as [20, 60]");
    }
    return { ...given, at: point, window: ends as Window };
  }
}

/** The same model, with refusals. */
export const refusing = (model: EngineModel): EngineModel => Object.setPrototypeOf(model, RefusingModel.prototype) as EngineModel;
