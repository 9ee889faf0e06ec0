/** Where no real row keeps all limits: one that breaks the fewest of them, so that a person sees which these are. */
import { far } from "../../../measure/stability.js";
import type { Answer, RequestDoc } from "../../../types.js";
import type { ExplainOptions, ModelHandle } from "../port.js";
import { meets, obeys, TYPICAL, unjudged } from "../request/request.js";
import { personOf } from "./shown.js";
import { typicalRequest } from "../limits/typical.js";

/** So many sets of limits, equally few, are tried. */
const TRIED = 8;

export interface NearRow {
  request: RequestDoc;
  answer: Answer;
  /** Pointers to the limits that it breaks. */
  breaks: string[];
}

/**
 * The nearest row of the target among those that break the fewest limits of a request for real rows, as the engine proves it under the others;
 * null where none has the target. Limits that only the engine can judge stay asked; how usual a row must be is given up last.
 */
export async function leastBreaking(handle: ModelHandle, request: RequestDoc, options: ExplainOptions): Promise<NearRow | null> {
  const usual = await leastOf(handle, request, options);
  if (usual || request.plausibility?.isolation_forest === undefined) return usual;
  const any = await leastOf(handle, typicalRequest(request, null), options);
  return any && { ...any, breaks: [...any.breaks, TYPICAL] };
}

async function leastOf(handle: ModelHandle, request: RequestDoc, options: ExplainOptions): Promise<NearRow | null> {
  const { info } = handle;
  const person = personOf(request);
  const constraints = request.constraints ?? [];
  const whole = ((await handle.rows?.()) ?? []).filter((row) => info.missing || !row.some(Number.isNaN));
  const said = whole.length > 0 ? await handle.predict(whole) : [];
  const sets = new Map<string, { broken: number[]; nearest: number }>();
  whole.forEach((row, index) => {
    const prediction = said[index];
    if (prediction === undefined || !meets(prediction, request.target, info.classes)) return;
    const broken = constraints.flatMap((one, at) => (unjudged(one) || obeys(one, row, person, info) ? [] : [at]));
    const key = broken.join();
    const nearest = Math.min(sets.get(key)?.nearest ?? Infinity, far(info.features, person, row));
    sets.set(key, { broken, nearest });
  });
  const order = [...sets.values()].sort((a, b) => a.broken.length - b.broken.length || a.nearest - b.nearest).slice(0, TRIED);
  let best: (NearRow & { count: number; cost: number }) | null = null;
  for (const { broken } of order) {
    if (best && broken.length > best.count) break;
    const relaxed: RequestDoc = { ...request, constraints: constraints.filter((_, at) => !broken.includes(at)) };
    const answer = await handle.explain(relaxed, options);
    const [found] = answer.counterfactuals;
    if (answer.status !== "optimal" || !found || (best && best.cost <= found.cost)) continue;
    const breaks = broken.filter((at) => !obeys(constraints[at]!, found.values, person, info)).map((at) => `/constraints/${String(at)}`);
    best = { request: relaxed, answer, breaks, count: broken.length, cost: found.cost };
  }
  return best;
}
