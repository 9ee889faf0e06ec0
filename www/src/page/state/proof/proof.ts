/**
 * The proof of the answer on the page: asked of the engine as a certificate, then repeated by the independent check. Begun and
 * ended by the person; another answer on the page ends it. Changes the state's `proof` only.
 */
import { isOpen } from "../../../measure/target.js";
import { own } from "../../../own.js";
import type { Answer, RequestDoc } from "../../../types.js";
import { schemaDoc } from "../limits/file-limits.js";
import type { Checking, ModelHandle } from "../port.js";
import { inputErrorOf } from "../../../input-error.js";
import { displayed } from "../answer/selectors.js";
import type { Proof, Shown, State } from "../document/state.js";
import type { Store } from "../document/store.js";
import type { ModelRef } from "../document/document.js";

/** Nothing is shown of a check before this many milliseconds. */
export const CALM = 200;

/** Costs that differ by no more than this, or by this share of them, are called the same. */
const SAME_COST = 1e-9;

/** Why no certificate is written for an answer of a proved status; null where one can be. */
export function uncertified(request: RequestDoc, model: ModelRef): "layers" | "follows" | "missing" | "longest" | "several" | "plausible" | "hull" | "margin" | "rows" | "quadratic" | null {
  const { info } = model;
  const { constraints = [], plausibility, cost = {} } = request;
  if (info.neurons !== undefined || (info.linear_leaves && info.classes.length > 2 && "min_probability" in request.target)) return "layers";
  const sums = constraints.flatMap((one): string[][] =>
    "linear" in one ? [Object.keys(one.linear.terms)] : "causal" in one ? [[one.causal.feature, ...("parents" in one.causal ? Object.keys(one.causal.parents) : [])]] : [],
  );
  if (constraints.some((one) => "causal" in one && "learned" in one.causal)) return "follows";
  const hull = plausibility?.hull;
  // A slanted cut or a linear leaf may read any number, and a hull reads all.
  const sloped = info.oblique || info.linear_leaves || Boolean(hull);
  if ((sloped ? info.features.map(({ name }) => name) : sums.flat()).some((name) => missing(request, model, name))) return "missing";
  if (request.real_rows === true) return "rows";
  if (hull && (hull.price !== undefined || hull.each === true || Array.isArray(hull.epsilon))) return "hull";
  if (typeof request.margin === "object" && (request.margin.distance ?? 0) > 0) return "margin";
  if (plausibility?.isolation_forest !== undefined && !info.isolation_forest) return "plausible";
  if ((request.count ?? 1) > 1 || request.ties === true) return "several";
  if (cost.quadratic !== undefined) return "quadratic";
  const parts = typeof cost.norm === "object" ? Object.entries(cost.norm).flatMap(([name, part]) => (part > 0 ? [name] : [])) : [cost.norm ?? "l1"];
  const mixed = parts.length > 1 || (cost.per_change ?? 0) > 0 || cost.tables !== undefined || cost.piecewise !== undefined;
  return parts.includes("linf") && (mixed || sums.length > 0 || sloped) ? "longest" : null;
}

/** Whether the person's value of a feature is missing. */
function missing({ query }: RequestDoc, { info }: ModelRef, name: string): boolean {
  if (!Array.isArray(query)) return own(query, name) === null;
  const at = info.features.find((feature) => feature.name === name)?.columns[0];
  return at !== undefined && (query[at] ?? null) === null;
}

/** Whether an answer claims something that a certificate could show. */
export const claims = (shown: Shown): boolean => !isOpen(shown.request.target) && (shown.answer.status === "optimal" || shown.answer.status === "infeasible");

export class Proving {
  #abort = new AbortController();
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
    private readonly checking: Checking,
    private readonly later: (run: () => void, milliseconds: number) => () => void = after,
  ) {
    this.#unbind = store.onChange((state) => {
      if (state.proof && displayed(state) !== state.proof.of) this.cancel();
    });
  }

  dispose(): void {
    this.#unbind();
    this.#abort.abort();
  }

  /** Ends the run under way and forgets its results. */
  cancel(): void {
    this.#abort.abort();
    if (this.store.state.proof) this.store.set({ proof: null });
  }

  /** Asks for the certificate of the answer that is shown and has it checked. */
  async start(): Promise<void> {
    const { state } = this.store;
    const shown = displayed(state);
    const { model } = state.doc;
    const handle = model ? this.handleOf(model.id) : undefined;
    if (!shown || !model || !handle || !claims(shown)) return;
    this.#abort.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    this.store.set({ proof: { of: shown, phase: "running", late: false, share: null } });
    const calm = this.later(() => this.#running(signal, { late: true }), CALM);
    try {
      const done = await this.#prove(handle, model, shown, signal);
      if (!signal.aborted) this.store.set({ proof: done });
    } catch (error) {
      if (!signal.aborted) this.store.set({ proof: { of: shown, phase: "failed", what: inputErrorOf(error)?.what ?? (error instanceof Error ? error.message : String(error)) } });
    } finally {
      calm();
    }
  }

  #running(signal: AbortSignal, part: { late?: boolean; share?: number }): void {
    const { proof } = this.store.state;
    if (!signal.aborted && proof?.phase === "running") this.store.set({ proof: { ...proof, ...part } });
  }

  async #prove(handle: ModelHandle, model: ModelRef, shown: Shown, signal: AbortSignal): Promise<Proof> {
    const request: RequestDoc = { ...shown.request, certificate: true };
    delete request.time_limit;
    const [asked, own] = await Promise.all([handle.explain(request, { signal }), handle.checkable()]);
    const { certificate } = asked;
    if (certificate === undefined) return { of: shown, phase: "failed", what: "" };
    // The certificate is held against the answer that is shown, not against the one that came with it.
    const answer: Answer = { ...shown.answer, certificate };
    const { verdict, replay } = await this.checking({ ...own, request, answer, replay: true }, signal, (share) => this.#running(signal, { share }));
    if (!verdict.checked) return { of: shown, phase: "refuted", what: verdict.what };
    const kept = { model: { name: model.title, sha256: (await handle.sha256?.()) ?? null }, schema: schemaDoc(model.info), request, answer };
    const { boxes, cost, proved } = verdict;
    const less = cost !== null && proved !== undefined && cost - proved > SAME_COST * (1 + Math.abs(cost)) ? { less: { proved, cost } } : {};
    return { of: shown, phase: "checked", boxes, ...less, document: kept, replay };
  }
}

/** The proof of the answer that is shown; null where none was asked for, or for another answer. */
export function proofOf(state: State): Proof | null {
  const { proof } = state;
  return proof?.of === displayed(state) ? proof : null;
}

function after(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
