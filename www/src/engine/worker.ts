/** The worker: a session that speaks by messages. */
import type { ToWorker } from "./protocol.js";
import { Session } from "./session.js";

const session = new Session((message, transfer = []) => postMessage(message, { transfer }));
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => session.receive(data));
