/** A stroke of the painted proof in one sentence. Pure. */
import type { SearchReplay } from "../../../check/recorder.js";
import type { Target } from "../../../types.js";
import type { Doc } from "../../state/document/document.js";
import { inForcePrice } from "../../state/limits/feature-price.js";
import { features } from "../../state/request/request.js";
import { cost, costDown, number } from "../../view/format.js";
import { targetText } from "../../view/targets.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";
import { openAfter, sizeOf, wholeOf, type Stroke } from "./strokes.js";

/** From here on numbers of parts are written by a power of ten: double precision tells no more digits. */
const LONG = 1e15;

const parts = (count: number): string => (count < LONG ? number(count) : cost(count));

/** The size below which nothing is left in the end; null where nothing is possible at all. */
export const sizeText = ({ cost: claim, proved }: SearchReplay): string | null => (claim === null ? null : costDown(proved ?? claim, claim));

/** The target of the answer whose proof it is: another way may have its own. */
export const goalText = (doc: Doc, target: Target): string => ("value" in target ? words.inRange : targetText(doc, target));

export function strokeText(doc: Doc, goal: Target, replay: SearchReplay, stroke: Stroke): string {
  const { reasons } = furtherWords.proof;
  const size = sizeText(replay);
  const target = goalText(doc, goal);
  // The bounds of the check are raised where a price of its own may earn something.
  const bounded = size !== null && !replay.largest && !features(doc).some((feature) => inForcePrice(doc, feature));
  if (stroke.why === "round") return reasons.round(bounded ? costDown(stroke.bound) : null, size, target);
  return reasons[stroke.why](size, target);
}

/** How much is left after so many strokes. */
export function leftText(replay: SearchReplay, strokes: readonly Stroke[], count: number): string {
  const left = openAfter(replay, strokes, count).reduce((sum, region) => sum + sizeOf(region), 0);
  return furtherWords.proof.left(left, parts(left), parts(sizeOf(wholeOf(replay))));
}
