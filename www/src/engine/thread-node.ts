/** A thread of Node as a page knows its workers: the same program behind the same messages. Only the build for Node has it. */
import { Worker as Thread, type Transferable as Moved } from "node:worker_threads";

/** The names by which a worker's program hears and speaks, in a thread. */
const NAMES = `const { parentPort } = require("node:worker_threads");
globalThis.postMessage = (message, { transfer } = {}) => parentPort.postMessage(message, transfer);
globalThis.addEventListener = (name, heard) => parentPort.on(name, (data) => heard({ data }));
`;

/** Messages about a call under way, which are no call and no answer: they are owed nothing. */
const between = (message: object): boolean => "stop" in message || "share" in message || "alone" in message || "progress" in message;

/** Starts a program. It keeps Node running only while it owes an answer. */
export function thread(program: string): Worker {
  const own = new Thread(NAMES + program, { eval: true });
  own.unref();
  let owed = 0;
  const made = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onmessageerror: null as (() => void) | null,
    onerror: null as ((event: { message: string; preventDefault: () => void }) => void) | null,
    postMessage: (message: object, transfer?: Moved[]) => {
      if (!between(message)) owed += 1;
      if (owed > 0) own.ref();
      own.postMessage(message, transfer);
    },
    terminate: () => void own.terminate(),
  };
  own.on("message", (data: object) => {
    if (!between(data)) owed -= 1;
    if (owed <= 0) own.unref();
    made.onmessage?.({ data });
  });
  own.on("messageerror", () => made.onmessageerror?.());
  const failed = (message: string): void => made.onerror?.({ message, preventDefault: () => undefined });
  own.on("error", ({ message }) => failed(message));
  own.on("exit", () => failed("its thread ended"));
  return made as unknown as Worker;
}
