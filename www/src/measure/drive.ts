/** Runs a conversation with an engine that answers later. */
import type { Answer, Prediction, RequestDoc } from "../types.js";
import { inputErrorOf } from "../input-error.js";
import type { Asking, Told } from "./ask.js";

export interface Engine {
  predict(rows: number[][]): Promise<Prediction[]>;
  explain(request: RequestDoc, options?: { signal?: AbortSignal }): Promise<Answer>;
}

/** The result; null where it was aborted. Requests that the engine refuses are told as such; other failures fail. */
export async function driven<T>(engine: Engine, asking: Asking<T>, signal?: AbortSignal): Promise<T | null> {
  const options = signal ? { signal } : {};
  let told: Told = null;
  for (;;) {
    const step = asking.next(told);
    if (step.done === true) return step.value;
    if (signal?.aborted === true) return null;
    const { value } = step;
    told = "predict" in value ? await engine.predict(value.predict.map((row) => [...row])) : await engine.explain(value.explain, options).catch(refused);
  }
}

function refused(error: unknown): null {
  if (inputErrorOf(error) === null) throw error;
  return null;
}
