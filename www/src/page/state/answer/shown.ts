/** Makes an engine's answer ready to be shown: replayed on the model, with its room, and with printed values checked. */
import type { Answer, Counterfactual, RequestDoc, Room } from "../../../types.js";
import { type Clause, clausesOf, printedPoint } from "./claims.js";
import { isDiscrete } from "../../../model/feature.js";
import type { ModelHandle } from "../port.js";
import { decimalsOf, reads } from "./rounding.js";
import { referenceOf } from "../../../measure/target.js";
import { meets, obeys } from "../request/request.js";
import type { Rounding, Shown } from "../document/state.js";

/** Decimals beyond the usual that are tried, one after the other, until the written point itself reaches the target. */
const EXTRA = [0, 1, 2, 4];

/**
 * `settled`: the answer is final, so its room is asked for. While a search runs, the room is left out and values are printed
 * in full.
 */
export async function present(handle: ModelHandle, request: RequestDoc, answer: Answer, settled: boolean): Promise<Shown> {
  const best = answer.counterfactuals[0];
  if (!best) return { request, answer, room: null, replay: null, extra: null };
  const { info } = handle;
  let room: Room[] | null = null;
  // An answer without its room is as good; only fewer statements may be made about it.
  if (settled && !("best" in request.target) && best.changes.length > 0) room = await handle.room(request, best.values).catch(() => null);
  const person = personOf(request);
  const single = info.input === "float32";
  const others = (request.constraints ?? []).filter((one) => "also" in one);
  const fits = (point: readonly number[]): boolean => (request.constraints ?? []).every((one) => "also" in one || obeys(one, point, person, info));
  // No predictor here says how usual a point is, how far it is from borders, or how another model decides: every written point has to lie
  // where the engine has proved that.
  const apart = "apart" in request.target;
  const judged = request.plausibility === undefined && request.margin === undefined && others.length === 0 && !apart;
  // Of the target "best within a budget" the budget may be used up: numbers are rounded towards the person, where each step costs by its
  // length, and only as far as the prediction stays the very same. Else the values are written in full.
  if ("best" in request.target) {
    const shorter = judged && !referenceOf(request.target) && Object.keys(request.cost ?? {}).every((key) => key === "norm" || key === "weights");
    const points = shorter ? EXTRA.map((extra) => printedPoint(best, clausesOf(info.features, person, best, null, extra, single, "back"))) : [];
    const [prediction, ...said] = await handle.predict([best.values, ...points]);
    const same = said.findIndex((one, index) => JSON.stringify(one) === JSON.stringify(prediction) && fits(points[index] ?? []));
    return { request, answer, room: null, replay: prediction ? { prediction, meets: true } : null, ...(same < 0 ? { extra: null } : { extra: EXTRA[same] ?? null, free: "back" }) };
  }
  const said = (extra: number | undefined): Clause[] => clausesOf(info.features, person, best, room, extra, single, null, request.cost);
  const written = EXTRA.map((extra) => printedPoint(best, said(extra)));
  const [replayed, ...rounded] = await handle.predict([best.values, ...written]);
  if (!replayed) return { request, answer, room, replay: null, extra: null };
  const good = written.findIndex((point, index) => {
    const prediction = rounded[index];
    return prediction !== undefined && meets(prediction, request.target, info.classes) && fits(point) && (judged || insideRoom(said(EXTRA[index]), single));
  });
  const shown = { request, answer, room, replay: { prediction: replayed, meets: meets(replayed, request.target, info.classes) } };
  // Where more may be stated than the values, rounding must stay inside the stated range.
  const list = said(EXTRA[good]);
  const long = good < 0 || (list.every(({ claim }) => claim === "exactly") && list.some(({ feature, decimals }) => !isDiscrete(feature) && decimals > decimalsOf(feature)));
  const together = request.plausibility?.hull !== undefined || request.margin !== undefined || apart || (request.constraints ?? []).some((one) => "linear" in one || "also" in one);
  const found = long && settled && together ? await roundedTogether(handle, request, best, person, fits) : null;
  return found ? { ...shown, ...found } : { ...shown, extra: EXTRA[good] ?? null };
}

/** Seconds for a request in which no feature may change: the engine finds the point itself, or nothing. */
const SECONDS = 0.2;

/**
 * Rounding of numbers in a hull or on a line. There nothing moves alone, so no room says how far a number may be rounded. So rounded
 * points are put to the model and then to the engine, the shortest first.
 */
async function roundedTogether(handle: ModelHandle, request: RequestDoc, best: Counterfactual, person: readonly number[], fits: (point: readonly number[]) => boolean): Promise<{ extra: number; free: Rounding } | null> {
  const { info } = handle;
  const tried = EXTRA.flatMap((extra) => (["near", "away", "back"] as const).map((free) => ({ extra, free })));
  const points = tried.map(({ extra, free }) => printedPoint(best, clausesOf(info.features, person, best, null, extra, false, free)));
  const said = await handle.predict(points);
  for (const [index, one] of tried.entries()) {
    const [point, prediction] = [points[index]!, said[index]];
    if (!prediction || !meets(prediction, request.target, info.classes) || !fits(point)) continue;
    const asked: RequestDoc = { query: point, target: request.target, constraints: [{ max_changes: 0 }, ...(request.constraints ?? []).filter((one) => "also" in one)], time_limit: SECONDS };
    if (request.plausibility) asked.plausibility = request.plausibility;
    if (request.margin !== undefined) asked.margin = request.margin;
    const { status } = await handle.explain(asked).catch(() => ({ status: "unknown" }));
    if (status === "optimal") return one;
  }
  return null;
}

function insideRoom(list: readonly Clause[], single: boolean): boolean {
  return list.every(({ printed, to, room: own }) => reads(printed, to, single) || (own !== null && printed >= (own.from ?? -Infinity) && printed <= (own.to ?? Infinity)));
}

/** The raw inputs of a request that this page made: always an array. */
export function personOf(request: RequestDoc): number[] {
  return Array.isArray(request.query) ? request.query.map((value) => value ?? Number.NaN) : [];
}
