/**
 * Pinned answers: rows that a person keeps while the question changes. Whether one still reaches the target is the model's word,
 * asked once a row; whether it still meets the limits follows from the document.
 */
import type { Prediction } from "../types.js";
import { costOf } from "./cost.js";
import type { ModelHandle } from "./port.js";
import { limitsOf, meets, obeys, features, type Origin } from "./request.js";
import type { Doc, Pin, State } from "./state.js";
import type { Store } from "./store.js";

/** So many answers can be pinned. */
export const MOST_PINS = 4;

const key = (model: number | undefined, values: readonly number[]): string => `${String(model)} ${JSON.stringify(values)}`;

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
  return { reaches: prediction ? meets(prediction, doc.target, doc.model?.info.classes ?? []) : null, broken, cost: costOf(doc, pin.values) };
}

/** Asks the model about pinned rows that it has not been asked about. */
export class Pins {
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (state.doc.pins !== before.doc.pins || state.doc.model !== before.doc.model) void this.#ask();
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
}

/** Whether something read from a link is a pinned row. */
export function isPin(x: unknown): x is Pin {
  if (typeof x !== "object" || x === null) return false;
  const { name, values } = x as Partial<Record<keyof Pin, unknown>>;
  return typeof name === "string" && Array.isArray(values) && values.every((value) => typeof value === "number" && Number.isFinite(value));
}
