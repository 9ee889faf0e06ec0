/** Plays the replay of a search, step by step, and has the proof written while its drawer is open. */
import { claims, proofOf, uncertified, type Proving } from "./proof.js";
import { displayed } from "../answer/selectors.js";
import type { State } from "../document/state.js";
import type { Store } from "../document/store.js";

/** Milliseconds between two steps. */
const BEAT = 700;

export class Playback {
  #timer: ReturnType<typeof setInterval> | undefined;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly proving: Proving,
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (state.proof !== before.proof && stepsOf(before) !== stepsOf(state)) this.#rewind();
      if (state.drawer !== "search" && before.drawer === "search") this.pause();
      if (state.drawer === "search" && due(state)) void this.proving.start();
    });
  }

  dispose(): void {
    this.#unbind();
    clearInterval(this.#timer);
  }

  /** Goes to a step; playing ends where a person takes over. */
  go(at: number): void {
    this.pause();
    this.#to(at);
  }

  toggle(): void {
    if (this.store.state.replay.playing) {
      this.pause();
      return;
    }
    const { at } = this.store.state.replay;
    this.store.set({ replay: { at: at >= this.#last ? 0 : at, playing: true } });
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      const now = this.store.state.replay.at;
      if (now >= this.#last) this.pause();
      else this.#to(now + 1);
    }, BEAT);
  }

  pause(): void {
    clearInterval(this.#timer);
    const { replay } = this.store.state;
    if (replay.playing) this.store.set({ replay: { ...replay, playing: false } });
  }

  get #last(): number {
    return Math.max(0, stepsOf(this.store.state) - 1);
  }

  #to(at: number): void {
    const { replay } = this.store.state;
    this.store.set({ replay: { ...replay, at: Math.max(0, Math.min(this.#last, at)) } });
  }

  #rewind(): void {
    this.pause();
    this.store.set({ replay: { at: 0, playing: false } });
  }
}

/** Whether a settled answer can have a proof, and none was asked for yet. */
export function due(state: State): boolean {
  const shown = displayed(state);
  const { model } = state.doc;
  return !state.proof && state.solve.phase === "idle" && !state.dragging && shown !== null && model !== null && claims(shown) && uncertified(shown.request, model) === null;
}

function stepsOf(state: State): number {
  const proof = proofOf(state);
  return proof?.phase === "checked" ? (proof.replay?.steps.length ?? 0) : 0;
}
