/**
 * Pinned answers: rows that a person keeps while the question changes. Whether one still reaches the target follows from the model's
 * prediction, asked once for each row; whether it still meets the limits follows from the document.
 */
import { numberOf } from "../document/identity.js";
import { put } from "../../../own.js";
import type { ConstraintDoc, FeatureInfo, Prediction, RequestDoc } from "../../../types.js";
import { costOf } from "../request/cost.js";
import { isMarginKind, MARGIN_KINDS, marginRequest } from "../limits/margin.js";
import { hullRequest } from "../limits/hull.js";
import type { ModelHandle } from "../port.js";
import { isOrdered, coordinate } from "../../../model/feature.js";
import { constraintsOf, features, limitsOf, meets, obeys, unjudged, type Origin, known } from "../request/request.js";
import type { State } from "../document/state.js";
import type { Store } from "../document/store.js";
import { typicalRequest } from "../limits/typical.js";
import { type Doc, FREE, type MarginKind, type Pin } from "../document/document.js";

/** So many answers can be pinned. */
export const MOST_PINS = 4;

const key = (model: number | undefined, values: readonly number[]): string => `${String(model)} ${JSON.stringify(values)}`;

/** A question whose answer says whether a pinned row keeps a limit that only the engine can judge, and which limit that is. */
interface Question {
  key: string;
  of: Origin;
  request: RequestDoc;
}

/**
 * The questions about a pinned row besides the decision: how usual it is, whether it lies between rows, how far it is from borders, whether
 * another model agrees, whether it follows from its causes as trees say.
 */
function questions(doc: Doc, { values }: Pin): Question[] {
  const { constraints, origins } = limitsOf(doc);
  const at = key(doc.model?.id, values);
  // A row that may not change is found, or nothing is.
  const still: RequestDoc = { query: values, target: doc.target, constraints: [{ max_changes: 0 }] };
  const usual = (part: "typical" | "hull" | MarginKind, request: RequestDoc): Question => ({ key: `${at} ${JSON.stringify([doc.target, part, isMarginKind(part) ? doc.margin : doc[part]])}`, of: { part, feature: null }, request });
  const there = features(doc).flatMap((feature) => exactly(feature, values, doc.person));
  return [
    ...(doc.typical === null ? [] : [usual("typical", typicalRequest(still, doc.typical))]),
    ...(doc.hull === null ? [] : [usual("hull", hullRequest(still, doc.hull))]),
    ...MARGIN_KINDS.flatMap((kind) => (doc.margin?.[kind] === undefined ? [] : [usual(kind, marginRequest(still, { [kind]: doc.margin[kind] }))])),
    ...constraints.flatMap((constraint, index) => {
      const of = origins[index];
      if (of && "also" in constraint) {
        return [{ key: `${at} ${JSON.stringify([doc.target, "other", numberOf(constraint.also.model)])}`, of, request: { ...still, constraints: [constraint, { max_changes: 0 }] } }];
      }
      if (!of || !unjudged(constraint) || obeys(constraint, values, doc.person, known(doc))) return [];
      const request: RequestDoc = { query: doc.person, target: doc.target, constraints: [constraint, ...there] };
      return [{ key: `${at} ${JSON.stringify(request)}`, of, request }];
    }),
  ];
}

/** The limits that leave a feature nothing but its value in a row. */
function exactly(feature: FeatureInfo, values: readonly number[], person: readonly number[]): ConstraintDoc[] {
  const at = coordinate(feature, values);
  if (Object.is(at, coordinate(feature, person))) return [{ fix: feature.name }];
  return constraintsOf(feature, isOrdered(feature) ? { ...FREE, min: at, max: at } : { ...FREE, allow: [at] }).map(({ constraint }) => constraint);
}

export function addPin(doc: Doc, pin: Pin): Doc {
  const known = doc.pins.some((one) => JSON.stringify(one.values) === JSON.stringify(pin.values));
  return known || doc.pins.length >= MOST_PINS ? doc : { ...doc, pins: [...doc.pins, pin] };
}

export function removePin(doc: Doc, index: number): Doc {
  return { ...doc, pins: doc.pins.filter((_, at) => at !== index) };
}

export interface PinStatus {
  /** Whether the model gives it the target; null until it has been asked. */
  reaches: boolean | null;
  /** The limits that it breaks. */
  broken: Origin[];
  /** Its cost from where the person stands now. */
  cost: number;
}

export function pinStatus(state: State, pin: Pin): PinStatus {
  const { doc } = state;
  const { constraints, origins } = limitsOf(doc);
  const broken = origins.filter((_, index) => {
    const constraint = constraints[index];
    return constraint !== undefined && !unjudged(constraint) && !obeys(constraint, pin.values, doc.person, known(doc));
  });
  const prediction = state.pinned.get(key(doc.model?.id, pin.values));
  const reaches = prediction ? meets(prediction, doc.target, doc.model?.info.classes ?? []) : null;
  const said = questions(doc, pin).map(({ key: at, of }) => ({ of, holds: state.pinnedKeeps.get(at) }));
  // The engine's further judgements only tell something of a row that reaches the target.
  if (reaches === true) broken.push(...said.filter(({ holds }) => holds === false).map(({ of }) => of));
  return { reaches: said.some(({ holds }) => holds === undefined) ? null : reaches, broken, cost: costOf(doc, pin.values) };
}

/** Asks the model about pinned rows that it has not been asked about. */
export class Pins {
  readonly #asking = new Set<string>();
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state, before) => {
      const { doc } = state;
      if (doc.pins !== before.doc.pins || doc.model !== before.doc.model) void this.#ask();
      if (doc.pins.length > 0 && !state.dragging && (doc !== before.doc || before.dragging)) void this.#askBesides();
    });
  }

  dispose(): void {
    this.#unbind();
  }

  async #ask(): Promise<void> {
    const { doc, pinned } = this.store.state;
    const id = doc.model?.id;
    const handle = id === undefined ? undefined : this.handleOf(id);
    const rows = doc.pins.map((pin) => pin.values).filter((values) => !pinned.has(key(id, values)));
    if (!handle || rows.length === 0) return;
    try {
      const found = await handle.predict(rows);
      const news = rows.flatMap((values, index): [string, Prediction][] => (found[index] ? [[key(id, values), found[index]]] : []));
      this.store.set({ pinned: new Map([...this.store.state.pinned, ...news]) });
    } catch {
      // The search reports the same trouble; the pin says that it is being looked at.
    }
  }

  /** Asks the further questions, one after the other, until the document is another. */
  async #askBesides(): Promise<void> {
    const { doc } = this.store.state;
    const handle = doc.model ? this.handleOf(doc.model.id) : undefined;
    if (!handle) return;
    for (const { key: at, request } of doc.pins.flatMap((pin) => questions(doc, pin))) {
      if (this.store.state.doc !== doc) return;
      if (this.store.state.pinnedKeeps.has(at) || this.#asking.has(at)) continue;
      this.#asking.add(at);
      try {
        const { status } = await handle.explain(request);
        const holds = status === "optimal" ? true : status === "infeasible" ? false : undefined;
        if (holds !== undefined) this.store.set({ pinnedKeeps: put(this.store.state.pinnedKeeps, at, holds) });
      } catch {
        // The search reports the same trouble; the pin says that it is being looked at.
      } finally {
        this.#asking.delete(at);
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
