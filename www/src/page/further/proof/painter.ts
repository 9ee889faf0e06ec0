/** The strokes of the proof that is shown, and the one up to which it is painted: gone to, stepped and played. */
import type { SearchReplay } from "../../../check/recorder.js";
import { isStale } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { replayOf } from "../../view/search/drawer.js";
import { strokesOf, type Stroke } from "./strokes.js";

/** Milliseconds between two strokes, so that a reason can be read; by hand. A long proof is played faster, in `WHOLE` at most, and several strokes at a time where one would take less than `LEAST`. */
const BEAT = 2200;
const WHOLE = 60_000;
const LEAST = 120;

export class Painter {
  replay: SearchReplay | null = null;
  strokes: readonly Stroke[] = [];
  /** So many strokes are painted. */
  at = 0;
  playing = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `changed` is called when something else is to be drawn. */
  constructor(private readonly changed: () => void) {}

  /** Is told every state that is drawn. Another proof begins unpainted; nothing is played that is old, or while the drawer is closed. */
  see(state: State): void {
    const open = state.drawer === "proof";
    if (!open || isStale(state)) this.#rest();
    if (!open) return;
    const replay = replayOf(state);
    if (replay === this.replay) return;
    this.#rest();
    this.replay = replay;
    this.strokes = replay ? strokesOf(replay) : [];
    this.at = 0;
  }

  /** Whether everything is painted. */
  get whole(): boolean {
    return this.at >= this.strokes.length && this.replay?.cut === false;
  }

  go(at: number): void {
    this.#rest();
    this.#to(at);
  }

  toggle(): void {
    if (this.playing) this.#rest();
    else {
      const count = this.strokes.length;
      if (this.at >= count) this.at = 0;
      this.playing = true;
      const beat = Math.min(BEAT, Math.max(LEAST, WHOLE / count));
      const each = Math.max(1, Math.ceil((count * beat) / WHOLE));
      this.#timer = setInterval(() => {
        this.#to(this.at + each);
        if (this.at >= this.strokes.length) this.#rest();
      }, beat);
    }
    this.changed();
  }

  #to(at: number): void {
    this.at = Math.max(0, Math.min(this.strokes.length, at));
    this.changed();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }
}
