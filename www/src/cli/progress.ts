/** How far a long command is, on a terminal, and a summary of its answers at the end. */
import type { Answer } from "../types.js";

type Status = Answer["status"];
export type Counts = Record<Status, number>;

/** Milliseconds between two lines. */
const EVERY = 250;

const SAID: Record<Status, string> = { optimal: "proved", feasible: "found and not proved", infeasible: "proved to have no answer", unknown: "without an answer in time" };

export const STATUSES = Object.keys(SAID) as Status[];

const many = (count: number): string => Math.round(count).toLocaleString("en-GB");
const lasting = (seconds: number): string => (seconds < 90 ? `${seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s` : seconds < 5400 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`);

export interface Progress {
  /** So many are done. `of`: of how many, where it is known. */
  tell: (done: number, of?: number) => void;
  /** Takes the line away. */
  clear: () => void;
}

/** A line that is written over, where the standard error is a terminal. */
export function progress(doing: string, before = 0): Progress {
  const terminal = process.stderr.isTTY;
  const began = performance.now();
  let last = -Infinity;
  const tell = (done: number, of?: number): void => {
    const now = performance.now();
    if (!terminal || now - last < EVERY) return;
    const rate = (1000 * (done - before)) / (now - began);
    last = now;
    const left = of === undefined || rate === 0 ? "" : `, ${lasting((of - done) / rate)} left`;
    process.stderr.write(`\r${doing} ${many(done)}${of === undefined ? "" : ` of ${many(of)}`}${rate > 0 ? `, ${rate < 10 ? rate.toFixed(1) : many(rate)} a second` : ""}${left}\u001b[K`);
  };
  const clear = (): void => {
    if (last > -Infinity) process.stderr.write("\r\u001b[K");
  };
  return { tell, clear };
}

/** The counts in words. `resumed`: of so many the output was there already. */
export function summary(counts: Counts, milliseconds: number, resumed: number): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const fresh = total - resumed;
  const parts = STATUSES.flatMap((status) => (counts[status] > 0 ? [`${many(counts[status])} ${SAID[status]}`] : []));
  const rate = milliseconds > 0 ? (1000 * fresh) / milliseconds : 0;
  return `${many(total)} ${total === 1 ? "query" : "queries"}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}; ${resumed > 0 ? `${many(fresh)} of them now, ` : ""}${lasting(milliseconds / 1000)}, ${rate < 10 ? rate.toFixed(1) : many(rate)} a second`;
}
