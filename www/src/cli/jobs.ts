/** Queries answered in threads, and the answers in the queries' order. */
import type { Worker } from "node:worker_threads";
import { CoreModel, start } from "../engine/core.js";
import { isInputError, textOf } from "../engine/errors.js";
import type { SchemaDoc } from "../types.js";
import { answering, type Asked, type Line } from "./answering.js";

/** Everything that a thread needs: the engine, the model as its file has it, and the question. */
export interface Task {
  engine: WebAssembly.Module;
  model: { bytes: Uint8Array; name: string; schema: SchemaDoc | undefined };
  asked: Asked;
}

/** Starts a thread that answers queries of a task. */
export type Threads = (task: Omit<Task, "engine">) => Worker;

type Query = (number | null)[];
type Reply = { lines: Line[] } | { fault: string };

/** Parts that a thread has got at once, so that it never waits; and parts by thread that may be done before an earlier one, whose answers are kept meanwhile. */
const [AHEAD, KEPT] = [2, 16];

/** The program of a thread: answers parts as they come. */
export function serve({ engine, model, asked }: Task, port: { on: (name: "message", heard: (part: Query[]) => void) => void; postMessage: (reply: Reply) => void }): void {
  start(engine);
  const answer = answering(CoreModel.load(model.bytes, model.name, model.schema), asked);
  port.on("message", (part) => {
    try {
      port.postMessage({ lines: part.map(answer) });
    } catch (thrown) {
      port.postMessage({ fault: isInputError(thrown) ? thrown.message : textOf(thrown) });
    }
  });
}

/** The answers to parts, in their order, by so many threads. No more parts are taken than are soon worked on. */
export async function* inOrder<Part extends { queries: Query[] }>(parts: AsyncIterable<Part>, jobs: number, begin: () => Worker): AsyncGenerator<[Part, Line[]]> {
  const threads = Array.from({ length: jobs }, () => ({ worker: begin(), owes: [] as number[] }));
  const [taken, done] = [new Map<number, Part>(), new Map<number, Line[]>()];
  let fault: Error | undefined;
  let wake = (): void => undefined;
  for (const { worker, owes } of threads) {
    const failed = (text: string): void => {
      fault ??= new Error(text);
      wake();
    };
    worker.on("message", (reply: Reply) => {
      const part = owes.shift();
      if ("fault" in reply) failed(reply.fault);
      else if (part !== undefined) done.set(part, reply.lines);
      wake();
    });
    worker.on("error", (thrown) => failed(textOf(thrown)));
    worker.on("exit", () => failed("a thread ended"));
  }
  const source = parts[Symbol.asyncIterator]();
  let [sent, told, over] = [0, 0, false];
  try {
    for (;;) {
      const free = threads.reduce((best, one) => (one.owes.length < best.owes.length ? one : best));
      if (fault !== undefined) throw fault;
      if (!over && free.owes.length < AHEAD && sent - told < KEPT * jobs) {
        const next = await source.next();
        over = next.done === true;
        if (next.done === true) continue;
        taken.set(sent, next.value);
        free.owes.push(sent++);
        free.worker.postMessage(next.value.queries);
        continue;
      }
      const [part, lines] = [taken.get(told), done.get(told)];
      if (part !== undefined && lines !== undefined) {
        taken.delete(told);
        done.delete(told++);
        yield [part, lines];
      } else if (over && told === sent) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    await Promise.all(threads.map(({ worker }) => worker.removeAllListeners("exit").terminate()));
    await source.return?.();
  }
}
