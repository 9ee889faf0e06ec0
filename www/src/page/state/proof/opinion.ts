/**
 * A second opinion: the question of the answer that is shown, asked of another engine. Begun and ended by the person; another answer on the page
 * ends it. Changes the state's `second` only.
 */
import type { Answer } from "../../../types.js";
import type { EngineName } from "../document/document.js";
import type { Second, Shown, State } from "../document/state.js";
import type { Store } from "../document/store.js";
import type { ModelHandle } from "../port.js";
import { inputErrorOf } from "../../../input-error.js";
import { displayed, verified } from "../answer/selectors.js";

/** Costs that differ by no more than this, or by this part of them, are the same: the engines' own tolerances for scores and programs. */
const SAME = 1e-6;

export class Asking {
  #abort = new AbortController();
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state) => {
      if (state.opinion && !secondOf(state)) this.cancel();
    });
  }

  dispose(): void {
    this.#unbind();
    this.#abort.abort();
  }

  cancel(): void {
    this.#abort.abort();
    if (this.store.state.opinion) this.store.set({ opinion: null });
  }

  async start(): Promise<void> {
    const { state } = this.store;
    const of = displayed(state);
    const handle = state.doc.model ? this.handleOf(state.doc.model.id) : undefined;
    if (!of || !handle) return;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const engine = otherEngine(of);
    const tell = (second: Second): void => {
      if (!signal.aborted) this.store.set({ opinion: second });
    };
    tell({ of, engine, phase: "asking" });
    try {
      tell({ of, engine, phase: "answered", answer: await handle.explain({ ...of.request, engine }, { signal }) });
    } catch (error) {
      tell({ of, engine, phase: "refused", what: inputErrorOf(error)?.what ?? (error instanceof Error ? error.message : String(error)) });
    }
  }
}

/** The engine to ask besides the one that answered. */
export const otherEngine = ({ answer }: Shown): EngineName => (answer.work.engine === "milp" ? "auto" : "milp");

/** The second opinion on the answer that is shown: the same answer, though its room and its decimals may have come since. */
export function secondOf(state: State): Second | null {
  return state.opinion?.of.answer.counterfactuals === displayed(state)?.answer.counterfactuals ? state.opinion : null;
}

/** How a second answer stands to the first: they find the same, contradict each other, or neither. */
export function agreement(of: Shown, second: Answer): "same" | "apart" | "contrary" {
  const [cost, other] = [verified(of)?.cost ?? null, second.counterfactuals[0]?.cost ?? null];
  if (cost !== null && other !== null && Math.abs(cost - other) <= SAME * (1 + cost)) return "same";
  const none = (status: Answer["status"], found: number | null): boolean => status === "infeasible" && found !== null;
  if (none(of.answer.status, other) || none(second.status, cost)) return "contrary";
  const above = (bound: number | null, found: number | null): boolean => bound !== null && found !== null && bound > found + SAME * (1 + found);
  if (above(of.answer.lower_bound, other) || above(second.lower_bound, cost)) return "contrary";
  return of.answer.status === "infeasible" && second.status === "infeasible" ? "same" : "apart";
}
