/** A step of the replay in words. Pure. */
import type { ReplayStep, SearchReplay } from "../../../check/recorder.js";
import { features } from "../../state/request/request.js";
import { levelsLeft, partsOf, sideOf, type ReplayBox } from "../../state/proof/replay.js";
import { costDown } from "../format.js";
import { targetText } from "../targets.js";
import { sideText } from "../trees/say.js";
import { words } from "../words.js";
import { voiceFor } from "../words/voice.js";
import type { Doc } from "../../state/document/document.js";

/** Parts of a box are named up to so many. */
const NAMED = 4;

/** Which box a step is about. */
export function boxText(doc: Doc, replay: SearchReplay, boxes: readonly ReplayBox[], box: number): string {
  const parts = partsOf(replay, boxes, box, features(doc)).slice(0, NAMED);
  return parts.length === 0 ? voiceFor(doc.model?.subject).everything : words.search.part(words.both(parts.reverse().map(sideText)));
}

export function stepText(doc: Doc, replay: SearchReplay, step: ReplayStep): string {
  const { left, of } = levelsLeft(replay, step);
  const bounds = replay.cost !== null && !replay.largest;
  const bound = bounds ? costDown(step.bound) : null;
  const related = doc.relations.length + doc.causes.length > 0;
  switch (step.kind) {
    case "enter":
      return step.live ? words.search.enter(left, of, bound) : words.search.enterEmpty;
    case "round":
      return words.search.round(bound, left, related);
    case "split": {
      const { split } = step;
      const sides = split ? sideOf(replay, split, features(doc)) : [];
      return sides.length > 0 ? words.search.split(words.both(sides.map(sideText))) : words.search.splitPlain;
    }
    case "closed":
      return words.search.closed(
        step.why ?? "cost",
        replay.cost === null ? null : costDown(replay.proved ?? replay.cost, replay.cost),
        "value" in doc.target ? words.inRange : targetText(doc),
        replay.proved === undefined,
        related,
      );
  }
}
