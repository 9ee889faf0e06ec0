/** Answers to single queries, as text. A thread of `--jobs` calls this as the command itself does. */
import type { CoreModel } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import { flatRows } from "../engine/rows.js";
import { measuring, type Told } from "../measure/ask.js";
import type { Answer, RequestDoc } from "../types.js";

/** Everything of the requests but the query, and the form of the answers. */
export interface Asked {
  frame: Record<string, unknown>;
  measures: boolean;
  words: boolean;
}

/** An answer as the line that is printed, without its id or number. */
export interface Line {
  text: string;
  status: Answer["status"];
}

/** Answers queries one by one. */
export function answering(model: CoreModel, { frame, measures, words }: Asked): (query: (number | null)[]) => Line {
  const rows = measures ? Array.from({ length: model.info.rows }, (_, row) => model.row(row).row) : [];
  return (query) => {
    const request = { ...frame, query } as unknown as RequestDoc;
    const found = answer(model, request);
    const text = words ? differing(request, found) : JSON.stringify(measures ? measured(model, request, found, rows) : found);
    return { text, status: found.status };
  };
}

/** An answer about the difference of two models in a sentence. */
function differing({ target }: RequestDoc, { status, best, unit, counterfactuals: [first] }: Answer): string {
  const named = (unit ?? "").replace("_", " ");
  const nowhere = "best" in target ? "no point keeps these limits" : "nowhere in these limits do the models differ by so much";
  if (first?.difference === undefined) return status === "infeasible" ? `proved: ${nowhere}` : "no answer in time";
  const [by, at] = [`${Math.abs(first.difference)} (${named}, the model ${first.difference < 0 ? "below" : "above"} the reference)`, JSON.stringify(first.values)];
  if (best === undefined) return `they differ by ${by} at ${at}, cost ${first.cost}; ${status === "optimal" ? "proved: nowhere nearer by so much" : "nearer points are not excluded"}`;
  return `they differ by ${by} at ${at}; proved: nowhere by more than ${Math.abs(best.bound)}${status === "optimal" ? "" : ", so far"}`;
}

/** An answer with the measures of its counterfactuals (docs/measures.md). */
function measured(model: CoreModel, request: RequestDoc, found: Answer, rows: number[][]): object {
  const asking = measuring({ info: model.info, rows }, request, found);
  let told: Told = null;
  for (;;) {
    const step = asking.next(told);
    if (step.done === true) return { ...found, measures: step.value };
    told = "predict" in step.value ? model.predict(flatRows(step.value.predict)) : explained(model, step.value.explain);
  }
}

/** An answer; null where the request is refused. */
function explained(model: CoreModel, request: RequestDoc): Answer | null {
  try {
    return answer(model, request);
  } catch (thrown) {
    if (isInputError(thrown)) return null;
    throw thrown;
  }
}

/** Least milliseconds between trials of telling the answer so far; such trials take at most one part in so many of the time. */
const TELL_AFTER = 250;
const TELL_SHARE = 20;

/** Searches within the request's time. */
export function answer(model: CoreModel, request: RequestDoc): Answer {
  const began = performance.now();
  const search = model.search(request);
  const deadline = began + search.timeLimit * 1000;
  // Telling an answer takes time as well, because each answer is checked. So it is tried now and then, and the time that it will take is kept
  // free at the end. `told` is the answer, unless the search went on since.
  let tell = began + TELL_AFTER;
  let told: Answer | undefined;
  for (let now = began; now < deadline - search.telling(); ) {
    told = undefined;
    if (search.run(Math.min(deadline - search.telling(), tell) - now)) break;
    now = performance.now();
    if (now < tell && !search.grown()) continue;
    told = search.answer(now - began);
    const after = performance.now();
    tell = after + Math.max(TELL_AFTER, TELL_SHARE * (after - now));
    now = after;
  }
  told ??= search.answer(performance.now() - began);
  told.work.milliseconds = performance.now() - began;
  search.free();
  return told;
}
