/**
 * The least cost as a function of the demanded probability or value (Blanchart et al. 2021, Figures 5 and 6), for the drawer in which the threshold
 * is dragged. It depends on everything that is asked but the threshold itself. It is looked for once the drawer is open and the answer has settled.
 */
import { inputErrorOf } from "../../../input-error.js";
import type { Aim } from "../../../measure/target.js";
import type { Answer, Prediction, RequestDoc } from "../../../types.js";
import type { Doc } from "../document/document.js";
import type { Curve, State } from "../document/state.js";
import type { Store } from "../document/store.js";
import type { ModelHandle } from "../port.js";
import { classIndex, questionText, requestOf } from "../request/request.js";

/** Seconds for all steps together; a longer list is cut, and says so. */
const SECONDS = 5;
/** So many steps divide the demands of a model whose scores have no steps of their own. */
const FINE = 50;
/** Least probabilities that can be asked for lie above 0. */
const LEAST = 1e-6;

/** A demand that can rise: from the person's own score, to the last one that is asked for. */
export interface Demand {
  from: number;
  to: number;
  /** The target with a threshold. */
  at: (threshold: number) => Aim;
  scoreOf: (prediction: Prediction) => number;
}

/**
 * The demand of a target; null where the target has no single threshold, or nothing is known of the person's own score. In a hull a demanded value
 * has no curve either: each demand has background rows of its own, and so another hull.
 */
export function demandOf({ doc, now }: Pick<State, "doc" | "now">): Demand | null {
  const { target, model } = doc;
  if (!model || !now) return null;
  if ("class" in target && "scores" in now) {
    const index = classIndex(model.info.classes, target.class);
    const own = now.scores[index];
    if (own === undefined || Number.isNaN(own)) return null;
    return {
      from: Math.max(LEAST, own),
      to: 1,
      at: (threshold) => ({ class: target.class, min_probability: threshold }),
      scoreOf: (prediction) => ("scores" in prediction ? (prediction.scores[index] ?? Number.NaN) : Number.NaN),
    };
  }
  if ("value" in target && "value" in now && doc.hull === null) {
    const [low, high] = target.value;
    if (Number.isFinite(low) === Number.isFinite(high)) return null;
    const end = Number.isFinite(low) ? low : high;
    // Twice as far as is asked, so that the hand has somewhere to go; of an end that moves with the drag the curve must not depend.
    const way = spread(Math.abs(end - now.value) || Math.abs(now.value) || 1);
    return {
      from: now.value,
      to: now.value + (Number.isFinite(low) ? way : -way),
      at: (threshold) => ({ value: Number.isFinite(low) ? [threshold, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, threshold] }),
      scoreOf: (prediction) => ("value" in prediction ? prediction.value : Number.NaN),
    };
  }
  return null;
}

/** The power of two that is at least twice a length: one for many lengths, so that a drag leaves the curve as it is. */
const spread = (length: number): number => 2 ** (Math.floor(Math.log2(length)) + 2);

/** The threshold that is asked for; null where the decision alone counts. */
export function thresholdOf({ target }: Doc): number | null {
  if ("class" in target) return target.min_probability ?? null;
  if (!("value" in target)) return null;
  const [low, high] = target.value;
  return Number.isFinite(low) ? low : high;
}

/** The request of the whole curve. */
function requestOfCurve(doc: Doc, { from, to, at }: Demand): RequestDoc {
  return { ...requestOf(doc), target: at(from), series: { to }, time_limit: SECONDS };
}

/** The question whose curve belongs to the state; null where there is none. */
export function curveKey(state: Pick<State, "doc" | "now">): string | null {
  const demand = demandOf(state);
  return demand && `${String(state.doc.model?.id)} ${questionText(requestOfCurve(state.doc, demand))}`;
}

/**
 * The least cost at a threshold: `cost` and whether it is exact (otherwise it is a lower bound: the threshold lies in a gap between two steps).
 * "none" where no answer reaches so far, which is proved; "open" where the list was cut before.
 */
export function leastAt(curve: Curve, threshold: number): { cost: number; exact: boolean } | "none" | "open" {
  // All scores are turned so that the demand rises.
  const sign = signOf(curve);
  const asked = sign * threshold;
  const at = curve.steps.findIndex(({ reached }) => sign * reached >= asked);
  const step = curve.steps[at];
  if (!step) return asked >= sign * endOf(curve) ? "none" : "open";
  const before = curve.steps[at - 1];
  // Between the end of one step and the next demand that was asked lies a gap. There the cost is between the two.
  const exact = !before || asked >= sign * before.reached + curve.gap;
  return { cost: exact ? step.cost : before.cost, exact };
}

const signOf = ({ from, to }: Curve): number => (to < from ? -1 : 1);

/** From here on no answer reaches, which is proved; infinitely far where that was not asked. */
export function endOf(curve: Curve): number {
  const { steps, gap, cut, from, to } = curve;
  const sign = signOf(curve);
  const last = steps.at(-1);
  const next = last ? last.reached + sign * gap : from;
  return cut || (last && sign * next >= sign * to) ? sign * Number.POSITIVE_INFINITY : next;
}

export class Curving {
  #abort = new AbortController();
  #asked: string | null = null;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state) => {
      const key = state.drawer === "curve" ? curveKey(state) : null;
      if (key !== this.#asked) this.#stop();
      const quiet = state.solve.phase === "idle" && !state.dragging && state.ways.every((way) => way.state !== "waiting");
      if (key !== null && quiet && key !== this.#asked && key !== state.curve?.key) void this.#start(state, key);
    });
  }

  dispose(): void {
    this.#unbind();
    this.#stop();
  }

  #stop(): void {
    this.#abort.abort();
    this.#asked = null;
  }

  async #start({ doc, now }: State, key: string): Promise<void> {
    const demand = demandOf({ doc, now });
    const handle = doc.model ? this.handleOf(doc.model.id) : undefined;
    if (!demand || !handle) return;
    const { signal } = (this.#abort = new AbortController());
    this.#asked = key;
    const request = requestOfCurve(doc, demand);
    const fine = Math.abs(demand.to - demand.from) / FINE;
    try {
      let gap = 0;
      // Values, and scores that have no steps of their own, are asked for by steps.
      let answer = "value" in doc.target ? null : await asked(handle, request, signal);
      if (answer === null && fine > 0) {
        gap = fine;
        answer = await asked(handle, { ...request, series: { to: demand.to, step: fine } }, signal);
      }
      if (signal.aborted) return;
      const { from, to } = demand;
      const proved = answer?.status === "optimal" ? answer : null;
      const steps = (proved?.counterfactuals ?? []).map(({ cost, prediction }) => ({ cost, reached: demand.scoreOf(prediction) }));
      const cut = proved ? proved.truncated === true : answer?.status !== "infeasible";
      this.store.set({ curve: { key, from, to, gap, steps, cut } });
    } catch {
      // The search reports the same trouble, with its reason. The same curve is not asked for again.
    }
  }
}

/** The answer; null where the engine refuses the request. */
async function asked(handle: ModelHandle, request: RequestDoc, signal: AbortSignal): Promise<Answer | null> {
  return handle.explain(request, { signal }).catch((error: unknown) => {
    if (inputErrorOf(error) === null) throw error;
    return null;
  });
}
