/**
 * The question of the page asked for every background row, beside the page's own searches. Rows go to the engine in small pieces, each of which is
 * replayed at once; between two pieces the page and its own question have their turn. Another question ends it.
 */
import { inputErrorOf } from "../../../input-error.js";
import { outcomeOf, type Outcome } from "../../../measure/outcomes.js";
import type { Answer, Prediction, RequestDoc } from "../../../types.js";
import type { Doc } from "../../state/document/document.js";
import type { State } from "../../state/document/state.js";
import type { ModelHandle } from "../../state/port.js";
import { inFull, meets, requestOf } from "../../state/request/request.js";
import { rowsOf, Unread, type Rows, type RowSource } from "./rows.js";
import { ALL, type Sought } from "./sought.js";

/** One row with its answer. */
export interface Person {
  /** Which of the background rows. */
  index: number;
  row: readonly number[];
  outcome: Outcome;
  /** Whether it is proved that no change within the limits costs less, or that there is none. */
  proved: boolean;
  /** Of `there` and `can`. */
  cost: number | null;
  values: readonly number[] | null;
  /** Of `cannot`: pointers to the limits that stop it. */
  conflict: readonly string[] | null;
  /** Why the engine refused the row. */
  refused: string | null;
}

/** `failed`: the engine has; `unread`: the file of rows could not be read. */
export type Phase = "running" | "done" | "stopped" | "failed" | "unread";

/** A question with the answers to it that are there. */
export interface Run {
  /** The question as it was asked: limits and values are told by it. */
  doc: Doc;
  question: string;
  phase: Phase;
  /** How many rows there are. */
  rows: number;
  /** In the order of the rows. */
  people: readonly Person[];
  /** The fault that ended it. */
  fault: string | null;
}

/** A run with the rows that it is for. */
interface Asked {
  run: Run;
  rows: RowSource;
  /** The rows that are next, and how many of them are answered. */
  block: Promise<Rows | null> | null;
  from: number;
}

/** So long a piece may take, in milliseconds; its rows are half as many after one that took longer, and twice as many after one of less than half. By hand: two frames. */
const PIECE = 32;
const MOST = 32;
/** Rows of one piece get so many seconds together; one that needs more is asked by itself, in the time of any question. */
const QUICK = 0.25;

/** The question without the person; where the engine of the choice does not answer it (`unanswered`), by the one that suits. */
function frameOf({ doc, unanswered }: Pick<State, "doc" | "unanswered">): Omit<RequestDoc, "query"> {
  const frame: Partial<RequestDoc> & Omit<RequestDoc, "query"> = { ...(unanswered === null ? inFull(doc) : requestOf(doc)) };
  delete frame.query;
  return frame;
}

/** The question that a state asks of everyone, as text, by whichever engine it is answered. */
export const everyonesQuestion = ({ doc }: Pick<State, "doc">): string => `${String(doc.model?.id)} ${JSON.stringify(frameOf({ doc, unanswered: null }))}`;

const settled = ({ status, conflict_minimal }: Answer): boolean => status === "optimal" || (status === "infeasible" && conflict_minimal !== false);

type Told = Answer | { refused: string };

export class Everyone {
  #asked: Asked | null = null;
  /** The run before this one, of another question of the same model: undo leads back to it. */
  #before: Asked | null = null;
  #state: State | null = null;
  #turn = 0;
  #abort = new AbortController();
  /** Called when the page's own search is over. */
  #wake: (() => void) | null = null;

  /** The words looked for among the rows: they stay while the drawer is closed. */
  sought: Sought = ALL;
  /** Somebody who is pointed at, in the picture or in the table. */
  pointed: Person | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
    private readonly now: () => number = () => performance.now(),
    private readonly moved: () => void = changed,
  ) {}

  /** The answers for the rows of a state's model, whichever its question is; null where nothing was asked. */
  of({ doc }: Pick<State, "doc">): Run | null {
    return this.#run?.doc.model?.id === doc.model?.id ? this.#run : null;
  }

  get #run(): Run | null {
    return this.#asked?.run ?? null;
  }

  point(person: Person | null): void {
    if (person === this.pointed) return;
    this.pointed = person;
    this.moved();
  }

  /** Is told every state that is drawn. */
  see(state: State): void {
    this.#state = state;
    if (this.#run && this.#run.question !== everyonesQuestion(state)) {
      this.stop();
      if (this.#before?.run.question === everyonesQuestion(state)) [this.#asked, this.#before] = [this.#before, this.#asked];
    }
    if (this.#free()) {
      this.#wake?.();
      this.#wake = null;
    } else {
      // Their answers so far are not taken: these rows are asked again.
      this.#abort.abort();
    }
  }

  /** The page's own question goes first. */
  #free(): boolean {
    return this.#state === null || (this.#state.solve.phase === "idle" && !this.#state.dragging);
  }

  /** Asks for all rows, or for those that are left of the same question. */
  async start(state: State, handle: ModelHandle): Promise<void> {
    this.#state = state;
    const question = everyonesQuestion(state);
    const before = this.#asked;
    const left = before?.run.question === question && (before.run.phase === "stopped" || before.run.phase === "failed") ? before : null;
    const asked = left ?? { run: { doc: state.doc, question, phase: "running", rows: 0, people: [], fault: null }, rows: rowsOf(state.doc, handle), block: null, from: 0 };
    asked.run = { ...asked.run, phase: "running", rows: asked.rows.count, fault: null };
    if (!left) {
      const same = before?.run.doc.model?.id === state.doc.model?.id;
      this.#before = same && before?.run.question !== question ? before : null;
      this.sought = same ? { ...this.sought, choice: null, from: 0 } : ALL;
      this.pointed = null;
    }
    this.#asked = asked;
    const turn = ++this.#turn;
    this.changed();
    try {
      // By then it is known whether the engine of the choice answers such a question.
      await this.#turnComes();
      if (turn === this.#turn) await this.#ask(asked, handle, frameOf(this.#state), () => turn === this.#turn);
      if (turn === this.#turn) this.#end("done");
    } catch (error) {
      // Of a model that was closed meanwhile nobody asks any more.
      if (turn === this.#turn) this.#end(error instanceof Unread ? "unread" : "failed", error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends it; the answers that are there stay. */
  stop(): void {
    if (this.#run?.phase !== "running") return;
    this.#turn += 1;
    this.#abort.abort();
    this.#wake?.();
    this.#wake = null;
    this.#end("stopped");
  }

  #end(phase: Phase, fault: string | null = null): void {
    if (this.#asked) this.#asked.run = { ...this.#asked.run, phase, fault };
    this.changed();
  }

  async #ask(asked: Asked, handle: ModelHandle, frame: Omit<RequestDoc, "query">, going: () => boolean): Promise<void> {
    let size = 1;
    for (;;) {
      const block = await (asked.block ??= asked.rows.next().catch((error: unknown) => {
        asked.block = null;
        throw error;
      }));
      if (!going() || block === null) return;
      await this.#turnComes();
      if (!going()) return;
      const rows = block.slice(asked.from, asked.from + size);
      const began = this.now();
      const { signal } = (this.#abort = new AbortController());
      const quick = rows.length > 1 ? { ...frame, time_limit: QUICK } : frame;
      const told = await Promise.all(rows.map((row) => explained(handle, quick, row, signal)));
      for (const [i, one] of told.entries()) {
        if ("refused" in one || settled(one) || (rows.length === 1 && !signal.aborted)) continue;
        const again = await this.#alone(handle, frame, rows[i]!, going);
        if (again === null) return;
        told[i] = again;
      }
      if (!going()) return;
      const people = await replayed(handle, frame, rows, told, asked.run.people.length);
      if (!going()) return;
      asked.from += rows.length;
      if (asked.from >= block.length) [asked.block, asked.from] = [null, 0];
      asked.run = { ...asked.run, people: [...asked.run.people, ...people] };
      const took = this.now() - began;
      size = took > PIECE ? Math.max(1, size >> 1) : took < PIECE / 2 ? Math.min(MOST, size * 2) : size;
      this.changed();
      await this.pause();
    }
  }

  /** A row by itself, as often as the page's own question comes between; null where the run has ended. */
  async #alone(handle: ModelHandle, frame: Omit<RequestDoc, "query">, row: readonly number[], going: () => boolean): Promise<Told | null> {
    for (;;) {
      await this.#turnComes();
      if (!going()) return null;
      const { signal } = (this.#abort = new AbortController());
      const one = await explained(handle, frame, row, signal);
      if (!signal.aborted || "refused" in one || settled(one)) return one;
    }
  }

  /** Waits while the page's own question is answered. */
  #turnComes(): Promise<void> {
    return this.#free() ? Promise.resolve() : new Promise((resolve) => (this.#wake = resolve));
  }
}

async function explained(handle: ModelHandle, frame: Omit<RequestDoc, "query">, row: readonly number[], signal: AbortSignal): Promise<Told> {
  const query = row.map((value) => (Number.isNaN(value) ? null : value));
  try {
    return await handle.explain({ ...frame, query }, { signal });
  } catch (error) {
    const refused = inputErrorOf(error)?.what;
    if (refused === undefined) throw error;
    return { refused };
  }
}

/** Answers as people; one whose point the model does not send to the target counts as not settled. */
async function replayed(handle: ModelHandle, frame: Omit<RequestDoc, "query">, rows: readonly (readonly number[])[], told: readonly Told[], first: number): Promise<Person[]> {
  const found = told.map((one) => ("refused" in one ? undefined : one.counterfactuals[0]));
  const points = found.flatMap((one) => (one ? [[...one.values]] : []));
  const predictions = points.length > 0 ? await handle.predict(points) : [];
  let next = 0;
  return told.map((one, i) => {
    const start = { index: first + i, row: rows[i]!, cost: null, values: null, conflict: null, refused: null };
    const unknown: Person = { ...start, outcome: "unknown", proved: false };
    if ("refused" in one) return { ...unknown, refused: one.refused };
    const best = found[i];
    if (!best) return outcomeOf(one) === "cannot" ? { ...start, outcome: "cannot", proved: true, conflict: one.conflict ?? [] } : unknown;
    const prediction: Prediction | undefined = predictions[next++];
    if (!prediction || !meets(prediction, frame.target, handle.info.classes)) return unknown;
    return { ...start, outcome: outcomeOf(one), proved: one.status === "optimal", cost: best.cost, values: best.values };
  });
}
