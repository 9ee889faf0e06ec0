/** Turns an engine's answer into what may be shown: replayed on the model, with its room, and with printed values checked. */
import type { Answer, RequestDoc, Room } from "../types.js";
import { clausesOf, printedPoint } from "./claims.js";
import type { ModelHandle } from "./port.js";
import { meets } from "./request.js";
import type { Shown } from "./state.js";

/**
 * `settled`: the answer is final, so its room is asked for. While a search runs, the room is left out and values are printed
 * in full.
 */
export async function present(handle: ModelHandle, request: RequestDoc, answer: Answer, settled: boolean): Promise<Shown> {
  const best = answer.counterfactuals[0];
  if (!best) return { request, answer, room: null, replay: null, printed: null };
  const { info } = handle;
  let room: Room[] | null = null;
  // Without its room an answer is as good; only less may be said of it.
  if (settled && best.changes.length > 0) room = await handle.room(request, best.values).catch(() => null);
  const person = personOf(request);
  const printed = printedPoint(best, clausesOf(info.features, person, best, room));
  const [replayed, rounded] = await handle.predict([best.values, printed]);
  if (!replayed || !rounded) return { request, answer, room, replay: null, printed: null };
  return {
    request,
    answer,
    room,
    replay: { prediction: replayed, meets: meets(replayed, request.target, info.classes) },
    printed: meets(rounded, request.target, info.classes) ? printed : null,
  };
}

/** The raw inputs of a request that this page made: always an array. */
export function personOf(request: RequestDoc): number[] {
  return Array.isArray(request.query) ? request.query.map((value) => value ?? Number.NaN) : [];
}
