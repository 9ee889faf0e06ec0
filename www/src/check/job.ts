/** One check from documents as bytes, with reports of its progress. Runs wherever it is called. */
import { checker, Unreadable, type Verdict } from "./index.js";
import { isDoc } from "./read.js";
import { Recorder, type SearchReplay } from "./recorder.js";

export interface Job {
  /** A model in Espalier's own JSON. */
  model: Uint8Array;
  /** In place of the model's own. */
  schema?: unknown;
  request: unknown;
  /** The answer, with its certificate. */
  answer: unknown;
  /** Whether every step is to be written down. */
  replay?: boolean;
}

export type FromCheck =
  /** Share of the proof that was followed. */
  | { share: number }
  | { verdict: Verdict; replay: SearchReplay | null }
  /** Documents that cannot be read (`input`), or a fault of the check itself. */
  | { failed: string; input: boolean };

/** Word of progress comes no more often than this (milliseconds). */
const BETWEEN = 50;

export function run({ model, schema, request, answer, replay = false }: Job, post: (message: FromCheck) => void): void {
  let told = performance.now();
  const read = (bytes: number, of: number): void => {
    const now = performance.now();
    if (now - told < BETWEEN) return;
    told = now;
    post({ share: of > 0 ? bytes / of : 0 });
  };
  try {
    const check = checker(JSON.parse(new TextDecoder().decode(model)), schema);
    const recorder = replay ? recorderOf(request, answer) : null;
    const verdict = check(request, answer, recorder ? Object.assign(recorder, { read }) : { read });
    post({ verdict, replay: verdict.checked && recorder ? recorder.replay() : null });
  } catch (error) {
    const input = error instanceof Unreadable || error instanceof SyntaxError;
    post({ failed: error instanceof Error ? error.message : String(error), input });
  }
}

function recorderOf(request: unknown, answer: unknown): Recorder {
  const certificate = isDoc(answer) && isDoc(answer.certificate) ? answer.certificate : {};
  const cost = isDoc(request) && isDoc(request.cost) ? request.cost : {};
  const largest = cost.norm === "linf" || (isDoc(cost.norm) && typeof cost.norm.linf === "number" && cost.norm.linf > 0);
  const proofs = Array.isArray(certificate.proofs) ? certificate.proofs.length : 0;
  const claim = typeof certificate.cost === "number" ? certificate.cost : null;
  return new Recorder(claim, largest, proofs, typeof certificate.proved === "number" ? certificate.proved : claim);
}

/** Runs the jobs that a worker is sent, and answers by its messages. */
export function serve(): void {
  const post = (message: FromCheck): void => postMessage(message);
  addEventListener("message", ({ data }: MessageEvent<Job>) => run(data, post));
}
