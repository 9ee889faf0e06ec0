/**
 * Other methods beside the proved answer: feature tweaking, one change at a time, and the nearest real row. They run once the
 * drawer is open and the answer has settled. Another question drops their results.
 */
import { greedy } from "../../../baseline/greedy.js";
import { isOpen } from "../../../measure/target.js";
import { cheapest, type Found, type Question } from "../../../baseline/question.js";
import { tweaked } from "../../../baseline/tweak.js";
import type { Prediction, TreeData } from "../../../types.js";
import { costOf } from "../request/cost.js";
import type { ModelHandle } from "../port.js";
import { features, limitsOf, meets, obeys, targetClasses, known } from "../request/request.js";
import { verified } from "../answer/selectors.js";
import type { Shown, State, Compared, Method } from "../document/state.js";
import type { Store } from "../document/store.js";
import type { Doc } from "../document/document.js";

export const METHODS: readonly Method[] = ["tweaking", "greedy", "row"];

/** The question, in the form that the methods take. */
export function questionOf(doc: Doc): Question {
  const classes = doc.model?.info.classes ?? [];
  const { target, person } = doc;
  const { constraints } = limitsOf(doc);
  const wanted = targetClasses(target, classes);
  return {
    features: features(doc),
    person,
    wanted,
    cost: (values) => costOf(doc, values),
    allowed: (values) => constraints.every((one) => "also" in one || obeys(one, values, person, known(doc))),
    meets: (prediction) => meets(prediction, target, classes),
    score: (prediction) => scoreOf(prediction, target, wanted),
  };
}

function scoreOf(prediction: Prediction, target: Doc["target"], wanted: readonly number[]): number {
  if ("scores" in prediction) return wanted.reduce((sum, index) => sum + (prediction.scores[index] ?? 0), 0);
  if (!("value" in target)) return 0;
  return -Math.max(0, target.value[0] - prediction.value, prediction.value - target.value[1]);
}

/** Whether the answer is one that the methods can stand beside: the nearest of its target, its cost counted as theirs are. */
export function comparable({ doc }: State, shown: Shown | null): boolean {
  if (isOpen(doc.target) || "class_costs" in doc.target) return false;
  const best = verified(shown);
  return best !== null && best.changes.length > 0 && Math.abs(costOf(doc, best.values) - best.cost) <= 1e-6 * Math.max(1, best.cost);
}

export class Comparing {
  #over = false;
  #turn = 0;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
    private readonly pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (state.drawer === before.drawer && state.shown === before.shown && state.solve.phase === before.solve.phase) return;
      if (state.compare && state.compare.of !== state.shown) this.#drop();
      const due = state.drawer === "compare" && state.solve.phase === "idle" && state.shown !== null && !state.dragging;
      if (due && state.compare?.of !== state.shown && comparable(state, state.shown)) void this.#start(state.shown!);
    });
  }

  dispose(): void {
    this.#over = true;
    this.#unbind();
  }

  #drop(): void {
    this.#turn += 1;
    this.store.set({ compare: null });
  }

  async #start(of: Shown): Promise<void> {
    const turn = ++this.#turn;
    const { doc } = this.store.state;
    const handle = doc.model ? this.handleOf(doc.model.id) : undefined;
    if (!handle) return;
    const going = (): boolean => !this.#over && turn === this.#turn;
    this.store.set({ compare: { of, list: METHODS.map((method) => ({ method, state: "waiting", found: null })) } });
    const question = questionOf(doc);
    const predict = (rows: number[][]): Promise<Prediction[]> => (rows.length > 0 ? handle.predict(rows) : Promise.resolve([]));
    const data = await handle.trees?.().catch(() => null);
    const run: Record<Method, () => Promise<Found | null | undefined>> = {
      tweaking: () => (data && question.wanted.length > 0 && !weighed(data) ? tweaked(data, question, predict, this.pause) : Promise.resolve(undefined)),
      greedy: () => greedy(question, data?.input, predict, this.pause),
      row: async () => {
        const rows = (await handle.rows?.()) ?? [];
        return rows.length > 0 ? cheapest(rows, question, predict) : undefined;
      },
    };
    for (const method of METHODS) {
      if (!going()) return;
      // Without an answer a method is shown as one that found nothing only where it could look.
      const found = await run[method]().catch(() => undefined);
      if (!going()) return;
      const { compare } = this.store.state;
      const done: Compared = { method, state: found === undefined ? "undefined" : found ? "found" : "nothing", found: found ?? null };
      this.store.set({ compare: compare && { of, list: compare.list.map((one) => (one.method === method ? done : one)) } });
    }
  }
}

/** Slanted cuts and linear leaves weigh several features at once, so a path says of none how far to move. */
const weighed = (data: TreeData): boolean => Object.keys(data.linear).length > 0 || Object.values(data.tests).some((test) => "columns" in test);
