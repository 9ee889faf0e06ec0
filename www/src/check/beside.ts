/**
 * Starts the check in a worker of its own, and ends that with it; where workers are not allowed it runs on the page's thread,
 * where it cannot be stopped.
 */
import type { Verdict } from "./certificate.js";
import type { SearchReplay } from "./recorder.js";
import { run, type FromCheck, type Job } from "./job.js";
import CheckWorker from "./worker.ts?worker&inline";

export interface Checked {
  verdict: Verdict;
  /** Every step, where that was asked for and the proof holds. */
  replay: SearchReplay | null;
}

/** Why a check came to no verdict: it was stopped, documents could not be read, or the check itself failed. */
export class NoVerdict extends Error {
  constructor(
    message: string,
    readonly reason: "stopped" | "input" | "fault",
  ) {
    super(message);
  }
}

export function checkBeside(job: Job, signal: AbortSignal | undefined, onProgress: ((share: number) => void) | undefined): Promise<Checked> {
  return new Promise((resolve, reject) => {
    let worker: Worker | undefined;
    const end = (): void => {
      worker?.terminate();
      worker = undefined;
      signal?.removeEventListener("abort", stop);
    };
    const stop = (): void => {
      end();
      reject(new NoVerdict("the check was stopped", "stopped"));
    };
    const heard = (message: FromCheck): void => {
      if ("share" in message) {
        onProgress?.(message.share);
        return;
      }
      end();
      if ("failed" in message) reject(new NoVerdict(message.failed, message.input ? "input" : "fault"));
      else resolve(message);
    };
    const here = (): void => {
      end();
      try {
        run(job, heard);
      } catch (error) {
        reject(new NoVerdict(String(error), "fault"));
      }
    };
    if (signal?.aborted === true) {
      stop();
      return;
    }
    signal?.addEventListener("abort", stop);
    try {
      worker = new CheckWorker();
    } catch {
      here();
      return;
    }
    let spoke = false;
    worker.onmessage = ({ data }: MessageEvent<FromCheck>) => {
      spoke = true;
      heard(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      if (spoke) reject(new NoVerdict(event.message, "fault"));
      else here();
    };
    worker.postMessage(job);
  });
}
