/**
 * Pinned answers: rows that a person keeps while the question changes. Whether one still reaches the target is the model's word,
 * asked once a row; whether it still meets the limits follows from the document.
 */
import type { Prediction, RequestDoc } from "../types.js";
import { costOf } from "./cost.js";
import { hullRequest } from "./hull.js";
import type { ModelHandle } from "./port.js";
import { limitsOf, meets, obeys, features, type Origin } from "./request.js";
import type { Doc, Pin, State } from "./state.js";
import type { Store } from "./store.js";
import { typicalRequest } from "./typical.js";

/** So many answers can be pinned. */
export const MOST_PINS = 4;

const key = (model: number | undefined, values: readonly number[]): string => `${String(model)} ${JSON.stringify(values)}`;

/** What may be asked of a pinned row besides the decision: how usual it is, and whether it lies between rows. */
const BESIDES = ["typical", "hull"] as const;
type Besides = (typeof BESIDES)[number];
const usualKey = (doc: Doc, pin: Pin, part: Besides): string => `${key(doc.model?.id, pin.values)} ${JSON.stringify([doc.target, part, doc[part]])}`;

export function addPin(doc: Doc, pin: Pin): Doc {
  const known = doc.pins.some((one) => JSON.stringify(one.values) === JSON.stringify(pin.values));
  return known || doc.pins.length >= MOST_PINS ? doc : { ...doc, pins: [...doc.pins, pin] };
}

export function removePin(doc: Doc, index: number): Doc {
  return { ...doc, pins: doc.pins.filter((_, at) => at !== index) };
}

export interface PinStatus {
  /** What the model says of it; null until it has been asked. */
  reaches: boolean | null;
  /** The limits that it breaks. */
  broken: Origin[];
  /** What it costs from where the person stands now. */
  cost: number;
}

export function pinStatus(state: State, pin: Pin): PinStatus {
  const { doc } = state;
  const { constraints, origins } = limitsOf(doc);
  const broken = origins.filter((_, index) => {
    const constraint = constraints[index];
    return constraint !== undefined && !obeys(constraint, pin.values, doc.person, features(doc));
  });
  const prediction = state.pinned[key(doc.model?.id, pin.values)];
  const reaches = prediction ? meets(prediction, doc.target, doc.model?.info.classes ?? []) : null;
  const said = BESIDES.map((part) => (doc[part] === null ? true : state.pinnedTypical[usualKey(doc, pin, part)]));
  BESIDES.forEach((part, index) => {
    if (said[index] === false && reaches === true) broken.push({ part, feature: null });
  });
  return { reaches: said.includes(undefined) ? null : reaches, broken, cost: costOf(doc, pin.values) };
}

/** Asks the model about pinned rows that it has not been asked about. */
export class Pins {
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state, before) => {
      const { doc } = state;
      if (doc.pins !== before.doc.pins || doc.model !== before.doc.model) void this.#ask();
      for (const part of BESIDES) {
        if (doc[part] !== null && (doc.pins !== before.doc.pins || doc[part] !== before.doc[part] || doc.target !== before.doc.target)) void this.#askUsual(part);
      }
    });
  }

  dispose(): void {
    this.#unbind();
  }

  async #ask(): Promise<void> {
    const { doc, pinned } = this.store.state;
    const id = doc.model?.id;
    const handle = id === undefined ? undefined : this.handleOf(id);
    const rows = doc.pins.map((pin) => pin.values).filter((values) => !(key(id, values) in pinned));
    if (!handle || rows.length === 0) return;
    try {
      const found = await handle.predict(rows);
      const news: Record<string, Prediction> = {};
      rows.forEach((values, index) => {
        const prediction = found[index];
        if (prediction) news[key(id, values)] = prediction;
      });
      this.store.set({ pinned: { ...this.store.state.pinned, ...news } });
    } catch {
      // The search reports the same trouble; the pin says that it is being looked at.
    }
  }

  /** Of a row that may not change the engine finds nothing, or the row itself. */
  async #askUsual(part: Besides): Promise<void> {
    const { doc, pinnedTypical } = this.store.state;
    const handle = doc.model ? this.handleOf(doc.model.id) : undefined;
    for (const pin of doc.pins) {
      const at = usualKey(doc, pin, part);
      if (!handle || at in pinnedTypical) continue;
      try {
        const asked: RequestDoc = { query: pin.values, target: doc.target, constraints: [{ max_changes: 0 }] };
        const request = part === "typical" ? typicalRequest(asked, doc.typical) : hullRequest(asked, doc.hull);
        const { status } = await handle.explain(request);
        const usual = status === "optimal" ? true : status === "infeasible" ? false : undefined;
        if (usual !== undefined) this.store.set({ pinnedTypical: { ...this.store.state.pinnedTypical, [at]: usual } });
      } catch {
        // The search reports the same trouble; the pin says that it is being looked at.
      }
    }
  }
}

/** Whether something read from a link is a pinned row. */
export function isPin(x: unknown): x is Pin {
  if (typeof x !== "object" || x === null) return false;
  const { name, values } = x as Partial<Record<keyof Pin, unknown>>;
  return typeof name === "string" && Array.isArray(values) && values.every((value) => typeof value === "number" && Number.isFinite(value));
}
