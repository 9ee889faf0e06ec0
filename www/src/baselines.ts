/** The baselines of a request as it is written, for benchmarks; the page asks for them by `page/state/compare/compare.ts`. */
import type { ModelInfo, Prediction, RequestDoc, TreeData } from "./types.js";
import { openModel, setNorm } from "./page/state/editing/actions.js";
import { questionOf } from "./page/state/compare/compare.js";
import { fileLimits } from "./page/state/limits/file-limits.js";
import { obeys } from "./page/state/request/request.js";
import { greedy } from "./baseline/greedy.js";
import { cheapest, type Found } from "./baseline/question.js";
import { tweaked } from "./baseline/tweak.js";
import { aimOf } from "./measure/target.js";

export interface Ground {
  info: ModelInfo;
  trees: TreeData;
  rows: number[][];
  predict: (rows: number[][]) => Prediction[];
}

export interface Baselines {
  /** Null: it found nothing. Undefined: it is not defined here. */
  tweaking: Found | null | undefined;
  greedy: Found | null | undefined;
  row: Found | null | undefined;
}

/** Null where the request's cost is not one norm by the schema's weights, which is all that is priced here. */
export async function baselines({ info, trees, rows, predict }: Ground, request: RequestDoc): Promise<Baselines | null> {
  const { query, target, cost = {}, constraints = [] } = request;
  const { norm = "l1", ...rest } = cost;
  if (typeof norm !== "string" || Object.keys(rest).length > 0 || !Array.isArray(query)) return null;
  const person = query.map((value) => value ?? Number.NaN);
  const model = { id: 0, title: "", source: { from: "file" as const, file: "" }, info, schema: null, guess: null, fileLimits: fileLimits(info) };
  const own = questionOf(setNorm(openModel(model, person, null, aimOf(target), null), norm));
  const question = { ...own, allowed: (values: readonly number[]) => own.allowed(values) && constraints.every((one) => obeys(one, values, person, info)) };
  return {
    tweaking: question.wanted.length > 0 && !info.oblique && !info.linear_leaves ? await tweaked(trees, question, predict) : undefined,
    greedy: await greedy(question, trees.input, predict),
    row: rows.length > 0 ? await cheapest(rows, question, predict) : undefined,
  };
}
