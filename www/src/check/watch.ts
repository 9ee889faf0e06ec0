/** The steps that a check reports while it follows proofs, for those who want to see them. Nobody has to listen. */
import type { Box, Reasons, Why } from "./box.js";
import type { Levels } from "./levels.js";

export interface Watch {
  /** Bytes of all proofs followed so far, and their total. */
  read?(bytes: number, of: number): void;
  /** A proof begins; it is about answers that cost less than `limit`. */
  begin?(levels: readonly Levels[], reasons: Reasons, limit: number): void;
  /** The next box in the proof's order, after all reasons that need no messages; undefined: it is empty. */
  enter?(box: Box | undefined): void;
  /** A round of messages proved that answers in the box cost at least `bound`; the box as it was then. */
  round?(bound: number, box: Box | undefined): void;
  /** The box is closed. */
  closed?(why: Closed): void;
  /** The box is split into levels from `from` to before `to` of a feature, and the rest; which comes first. */
  split?(feature: number, from: number, to: number, inside: boolean): void;
}

/** Why a box holds no cheaper answer; `bound`: messages add up to the claim; `decided`: one leaf a tree, and these miss the target. */
export type Closed = Why | "bound" | "decided";
