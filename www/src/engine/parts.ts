/** The modules besides the engine's own that answer requests. Imports types only. */
import type { ProgramFormat } from "../types.js";
import type { PartHull, PartModel, PartSearch } from "../wasm/part.js";

/**
 * What the engine is built without: hyperplanes and hulls; sums over features of other models; certificates and regions beside these; certificates else, regions, the best prediction, and files of rows; the
 * mixed-integer program, to be solved or written.
 */
export type Part = "slanted" | "coupled" | "cover" | "more" | "milp";

/** A model file in Espalier's JSON, its name for messages, and the schema that takes the place of its own. */
export interface Source {
  json: Uint8Array;
  name: string;
  schema: string | undefined;
}

/** What a file of queries holds. */
export interface QueriesFile {
  /** Raw inputs in column order, one row after another; NaN is a missing value. */
  rows: Float64Array;
  target?: unknown;
}

/** What every module's searches do. */
export type Searching = Pick<PartSearch, "time_limit" | "step" | "progress" | "answer" | "free">;

/** A slice of hulls that is cut out corner by corner. */
export type Cutting = Pick<PartHull, "step" | "taken" | "free">;

/** A model as such a module knows it. */
export interface Other {
  /** Makes a search ready that has looked at nothing yet; the request is JSON text. */
  search(request: string): Searching;
  /** The slice through a raw row, along two features by their numbers, of the hulls that the request asks for, nothing cut yet; undefined where it asks for none or a value is missing. `window`: the ends of x and of y, NaN for the whole range. */
  hull(request: string, axes: readonly [number, number], at: Float64Array, window: Float64Array): Cutting | undefined;
  /** The request as a mixed-integer program in a file for other solvers; refused but by the module that writes them. */
  formulation(request: string, format: ProgramFormat): string;
  /** A file of queries, and of samples as a document; refused but by the module that reads them. */
  queries(text: string, name: string): QueriesFile;
  samples(text: string, name: string): string;
  free(): void;
}

/** Reads a model. */
export type Open = (source: Source) => Other;

/** How a module reads one. What is wrong with a document comes as text, a fault as an error. */
export function opener(Model: typeof PartModel): Open {
  return ({ json, name, schema }) => {
    const model = said(() => new Model(json, name, schema));
    return {
      search: (request) => said(() => model.search(request)),
      hull: (request, [x, y], at, window) => said(() => model.hull(request, x, y, at, window)),
      formulation: (request, format) => said(() => model.formulation(request, format)),
      queries: (text, name) => {
        const found = said(() => model.queries(text, name));
        const [rows, target] = [found.take(), found.target()];
        found.free();
        return target === undefined ? { rows } : { rows, target: JSON.parse(target) as unknown };
      },
      samples: (text, name) => said(() => model.samples(text, name)),
      free: () => model.free(),
    };
  };
}

function said<T>(part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as unknown) : thrown;
  }
}
