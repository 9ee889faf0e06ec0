/** The first words with an engine. */
import type { Host, Listener } from "./host.js";

/**
 * Starts a host at once and hands it the wasm as soon as that is there; resolves when it has answered. Fails when it died before or there is no
 * wasm; the host is then ended.
 */
export function greeted(wasm: Promise<WebAssembly.Module>, open: (listener: Listener) => Host | Promise<Host>, listener: Listener): Promise<Host> {
  return new Promise((resolve, reject) => {
    let ready = false;
    let host: Host | undefined;
    const fail = (error: Error): void => {
      host?.end();
      reject(error);
    };
    const early: Listener = {
      heard: (message) => {
        if (ready) return listener.heard(message);
        ready = true;
        if ("ok" in message && host !== undefined) return resolve(host);
        fail(new Error("fault" in message ? message.fault : "the engine did not greet"));
      },
      died: (reason) => (ready ? listener.died(reason) : fail(new Error(reason))),
    };
    Promise.resolve()
      .then(() => open(early))
      .then(async (opened) => {
        host = opened;
        host.post({ id: 0, call: "init", wasm: await wasm });
      })
      .catch(fail);
  });
}
