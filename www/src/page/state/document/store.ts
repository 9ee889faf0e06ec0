/**
 * Holds the state, keeps its history, and tells its listeners at most once an animation frame. Changes to the document go
 * through `edit`, which can be undone; everything else through `set`. Imports the state's types only.
 */
import type { State } from "./state.js";
import { initialState } from "./state.js";
import type { Doc } from "./document.js";

const HISTORY = 200;

/** The parts of the state that a person's acts make, drafts of forms among them; the others arrive. */
const MADE = ["doc", "limitForm", "menu", "sharing", "typed", "gate", "gateView", "drawer", "treeView"] as const;

/**
 * Milliseconds within which things that come one after the other, and that nobody waits for, are drawn together, and between two drawings of the
 * words beside a drag. More would draw less often, and show each later. By hand: the other ways of an answer come within half a second, and each drawing of the page takes as long as finding one.
 */
export const TOGETHER = 100;

export type Frame = (run: () => void) => void;

const nextFrame: Frame = (run) => {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run, 0);
};

export class Store {
  #state: State = initialState();
  #listeners = new Set<(state: State) => void>();
  #immediate = new Set<(state: State, before: State) => void>();
  #pending = false;
  /** The state as it was drawn last. */
  #drawn: State = this.#state;
  #holds = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #gesture: string | null = null;

  constructor(private readonly frame: Frame = nextFrame) {}

  get state(): State {
    return this.#state;
  }

  /** Called once a frame after changes. Gives back its own end. */
  onDraw(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called at once on every change, before anything is drawn. Gives back its own end. */
  onChange(listener: (state: State, before: State) => void): () => void {
    this.#immediate.add(listener);
    return () => this.#immediate.delete(listener);
  }

  /** `soon`: one of several things that come one after the other. It is drawn a moment later, or with whatever is drawn before. */
  set(part: Partial<State>, soon = false): void {
    const before = this.#state;
    this.#state = { ...before, ...part };
    for (const listener of [...this.#immediate]) listener(this.#state, before);
    if (soon) this.drawSoon();
    else this.#draw();
  }

  /** Draws after a moment, or with whatever is drawn before. */
  drawSoon(): void {
    this.#soon ??= setTimeout(() => this.#draw(), TOGETHER);
  }

  #draw(): void {
    if (this.#pending) return;
    this.#pending = true;
    this.frame(() => {
      if (this.#holds > 0) this.#pending = false;
      else this.#drawNow();
    });
  }

  #drawNow(): void {
    if (!this.#pending) return;
    this.#pending = false;
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#drawn = this.#state;
    for (const listener of [...this.#listeners]) listener(this.#state);
  }

  /**
   * Draws a person's act that waits for its frame, before the next one: that is made by the document and the draft that stand there. Answers
   * that have arrived wait: drawn now, they could move a button away between its press and its release.
   */
  drawEdit(): void {
    if (this.#holds === 0 && MADE.some((part) => this.#state[part] !== this.#drawn[part])) this.#drawNow();
  }

  /** Nothing is drawn until the returned function is called: for moments in which the next state is all but there. */
  hold(): () => void {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#draw();
    };
  }

  /**
   * Changes the document. All edits with the same `gesture` in a row (one drag, one typed number) are one step of undo,
   * until `endGesture`.
   */
  edit(verb: (doc: Doc) => Doc, gesture: string | null = null): void {
    const { doc, past } = this.#state;
    const next = verb(doc);
    if (next === doc) return;
    const joined = gesture !== null && gesture === this.#gesture;
    this.#gesture = gesture;
    this.set({ doc: next, past: joined ? past : [...past, doc].slice(-HISTORY), future: [] });
  }

  endGesture(): void {
    this.#gesture = null;
  }

  /** Changes the document without a step of undo: for changes that follow from loading, not from a person's decision. */
  amend(verb: (doc: Doc) => Doc): void {
    const next = verb(this.#state.doc);
    if (next !== this.#state.doc) this.set({ doc: next });
  }

  undo(): void {
    const { doc, past, future } = this.#state;
    const last = past.at(-1);
    if (!last) return;
    this.#gesture = null;
    this.set({ doc: last, past: past.slice(0, -1), future: [doc, ...future] });
  }

  redo(): void {
    const { doc, past, future } = this.#state;
    const [next, ...rest] = future;
    if (!next) return;
    this.#gesture = null;
    this.set({ doc: next, past: [...past, doc], future: rest });
  }
}
