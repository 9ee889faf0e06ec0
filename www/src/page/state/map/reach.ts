/**
 * The layer "Rest may change": where on the map the target can be had by moving the features that are not on it, within a largest cost.
 * Moves along the two axes cost nothing here, so every box of the target within that cost is a rectangle on the map.
 * The list of boxes grows nearest first and says up to which cost it is complete. A place that a box covers is proved reachable. A
 * place that no box covers is proved not to be reachable within that cost.
 */
import { own } from "../../../own.js";
import type { Answer, ConstraintDoc, FeatureInfo, InputType, Region, Regions, RequestDoc } from "../../../types.js";
import { isDiscrete, levelCount, levelLabel } from "../../../model/feature.js";
import { inputErrorOf } from "../../../input-error.js";
import type { ModelHandle } from "../port.js";
import { featureNamed, limitsOf, meets, requestOf } from "../request/request.js";
import { displayed, verified } from "../answer/selectors.js";
import type { State } from "../document/state.js";
import type { Frame, Store } from "../document/store.js";
import { Watch } from "../document/watch.js";
import type { Doc } from "../document/document.js";
import { refusals } from "../refusals.js";

/** Seconds of each attempt; the next starts where the last was not complete. */
const ATTEMPTS = [0.7, 3, 12, 60];

/** Cells that are drawn at most; beyond, the farthest boxes are left out. */
const MOST_CELLS = 2_000_000;

/** The cost allowed for the features that are not on the map: the set one, else the cost of the answer. */
export function reachCost(state: State): number {
  return state.doc.reach ?? Math.max(verified(displayed(state))?.cost ?? 0.2, 0);
}

/** The request for all boxes within the cost, the features of the map free to move. */
export function reachRequest(doc: Doc, pair: readonly [string, string], cost: number): RequestDoc {
  const request = requestOf(doc);
  const { constraints, origins } = limitsOf(doc);
  const off: ConstraintDoc[] = constraints.filter((_, index) => !pair.includes(origins[index]?.feature ?? ""));
  const weights = { ...request.cost?.weights, [pair[0]]: 0, [pair[1]]: 0 };
  return { ...request, cost: { ...request.cost, weights }, constraints: off, radius: cost };
}

/** The question that the state asks of this layer; its key does not depend on where the person stands on the map. */
function questionOf(state: State): { key: string; model: number; pair: [string, string]; cost: number; request: RequestDoc } | null {
  const { doc, pair } = state;
  if (doc.layer !== "reach" || !doc.model || !pair || doc.person.length === 0) return null;
  const cost = reachCost(state);
  const shown = new Set(pair.flatMap((name) => featureNamed(doc, name)?.columns ?? []));
  const request = reachRequest(doc, pair, cost);
  const rest = doc.person.map((value, column) => (shown.has(column) && !countsMoves(request) ? 0 : value));
  return { key: JSON.stringify([doc.model.id, pair, { ...request, query: rest }]), model: doc.model.id, pair, cost, request };
}

/** Whether the list of boxes is about another question than the state's. */
export const oldReach = (state: State): boolean => state.reached !== null && state.reached.key !== questionOf(state)?.key;

/** Whether it matters where on the map the person stands: limits on changes, on their number, and rules speak of it. */
const countsMoves = (request: RequestDoc): boolean => request.constraints?.some((one) => "max_changes" in one || "if" in one || ("linear" in one && one.linear.of === "change")) === true;

export class Reach {
  #asked: string | null = null;
  #abort = new AbortController();
  #watch: Watch;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
    frame: Frame,
  ) {
    const matters = (state: State, before: State): boolean => state.doc !== before.doc || state.pair !== before.pair || displayed(state) !== displayed(before);
    this.#watch = new Watch(store, frame, matters, () => this.#ask());
  }

  dispose(): void {
    this.#abort.abort();
    this.#watch.dispose();
  }

  #ask(): void {
    const question = questionOf(this.store.state);
    if (question?.key === this.#asked) return;
    this.#asked = question?.key ?? null;
    this.#abort.abort();
    this.#abort = new AbortController();
    const handle = question ? this.handleOf(question.model) : undefined;
    if (question && handle) void this.#run(handle, question, this.#abort.signal);
    else this.store.set({ reached: null });
  }

  async #run(handle: ModelHandle, { key, pair, cost, request }: NonNullable<ReturnType<typeof questionOf>>, signal: AbortSignal): Promise<void> {
    const over = (): boolean => signal.aborted;
    const base = { key, pair, cost, refused: null, boxes: [], complete: 0 };
    const before = this.store.state.reached;
    // The old drawing stays until more is known, where it is of the same two features.
    this.store.set({ reached: before?.pair.join("\n") === pair.join("\n") ? { ...before, busy: true } : { ...base, busy: true } });
    try {
      for (const seconds of ATTEMPTS) {
        const answer = await handle.explain({ ...request, time_limit: seconds }, { signal });
        if (over()) return;
        const boxes = answer.regions ?? [];
        if (!(await this.#replayed(handle, boxes))) throw new Error(refusals.reach.unconfirmed);
        if (over()) return;
        if (boxes.some((box) => box.leaves)) {
          this.store.set({ reached: { ...base, busy: false, refused: refusals.reach.noBoxes } });
          return;
        }
        const complete = completeOf(answer, cost);
        // The nearest box may be proved while the list is not complete. A search that ends before its time has as many boxes as it lists.
        const done = complete >= cost || answer.work.milliseconds < 900 * seconds;
        this.store.set({ reached: { ...base, boxes, complete, busy: !done } });
        if (done) return;
      }
      const last = this.store.state.reached;
      if (last?.key === key) this.store.set({ reached: { ...last, busy: false } });
    } catch (error) {
      if (over()) return;
      this.store.set({ reached: { ...base, busy: false, refused: inputErrorOf(error)?.what ?? String(error) } });
    }
  }

  /** Whether the reference predictor accepts the nearest point of every box. */
  async #replayed(handle: ModelHandle, boxes: readonly Region[]): Promise<boolean> {
    const { doc } = this.store.state;
    const rows = boxes.map(({ values }) => values.map((value) => value ?? Number.NaN));
    const said = rows.length > 0 ? await handle.predict(rows) : [];
    return said.every((one) => meets(one, doc.target, doc.model?.info.classes ?? []));
  }
}

function completeOf(answer: Answer, cost: number): number {
  if (answer.status === "infeasible") return cost;
  return Math.min(cost, answer.complete_within ?? 0);
}

/** The boxes' traces on the map, as cells: the least cost at which a cell is reached (NaN: none of the list). */
export function reachCells(boxes: readonly Region[], x: FeatureInfo, y: FeatureInfo, windows: { x: [number, number]; y: [number, number] }, input?: InputType): { regions: Regions; all: boolean } {
  const [ax, ay] = [axisOf(boxes, x, windows.x), axisOf(boxes, y, windows.y)];
  const [nx, ny] = [ax.edges.length - 1, ay.edges.length - 1];
  const cells = nx * ny;
  const scores = new Float32Array(cells <= MOST_CELLS ? cells : 0).fill(Number.NaN);
  if (scores.length === 0 && boxes.length > 1) return { ...reachCells(boxes.slice(0, boxes.length >> 1), x, y, windows, input), all: false };
  // Nearest first: a cell keeps the first cost that it is given.
  for (const box of [...boxes].sort((a, b) => a.cost - b.cost)) {
    for (const [j0, j1] of ay.runs(box)) {
      for (const [i0, i1] of ax.runs(box)) {
        for (let j = j0; j < j1; j++) for (let c = j * nx + i0; c < j * nx + i1; c++) if (Number.isNaN(scores[c])) scores[c] = box.cost;
      }
    }
  }
  const classes = Uint8Array.from(scores, (cost) => Number(!Number.isNaN(cost)));
  const axis = ({ name, kind }: FeatureInfo, { edges }: Axis): Regions["x"] => ({ feature: name, kind, edges, ...(input && { input }) });
  return { regions: { x: axis(x, ax), y: axis(y, ay), classes, scores, outputs: 1 }, all: true };
}

interface Axis {
  edges: Float64Array;
  /** Half-open runs of cells that a box spans. */
  runs: (box: Region) => [number, number][];
}

function axisOf(boxes: readonly Region[], feature: FeatureInfo, [lo, hi]: [number, number]): Axis {
  if (isDiscrete(feature)) {
    const n = levelCount(feature);
    const levels = Array.from({ length: n }, (_, level) => levelLabel(feature, level));
    return {
      edges: Float64Array.from({ length: n + 1 }, (_, k) => k - 0.5),
      runs: ({ box }) => {
        const side = own(box, feature.name);
        if (side === undefined) return [[0, n]];
        return levels.flatMap((label, level): [number, number][] => (side?.includes(label as never) ? [[level, level + 1]] : []));
      },
    };
  }
  // A box ends at values that it holds; its border on the map is the model's cut beside them.
  const whole = feature.kind === "integer";
  const below = (at: number): number => feature.thresholds.findLast((cut) => cut < at && (whole ? cut >= at - 1 : at - cut <= 2e-7 * Math.abs(at))) ?? (whole ? at - 0.5 : at);
  const above = (at: number): number => (whole ? (feature.thresholds.find((cut) => cut >= at && cut < at + 1) ?? at + 0.5) : at);
  const ends = ({ box }: Region): [number, number] | null => {
    const side = own(box, feature.name);
    if (side === undefined) return [lo, hi];
    return side && typeof side[0] === "number" && typeof side[1] === "number" ? [Math.max(lo, below(side[0])), Math.min(hi, above(side[1]))] : null;
  };
  const inside = boxes.flatMap((box) => ends(box) ?? []).filter((at) => at > lo && at < hi);
  const edges = Float64Array.from(new Set([lo, ...inside, hi])).sort();
  const index = new Map(Array.from(edges, (at, k) => [at, k]));
  return {
    edges,
    runs: (box) => {
      const [from, to] = ends(box) ?? [hi, lo];
      return from < to ? [[index.get(from) ?? 0, index.get(to) ?? 0]] : [];
    },
  };
}
