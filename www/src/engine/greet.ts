/** The first words with an engine. */
import type { Host, Listener } from "./host.js";

/** Starts a host and hands it the wasm; resolves when it has answered, fails when it died before. */
export function greeted(wasm: WebAssembly.Module, open: (listener: Listener) => Host | Promise<Host>, listener: Listener): Promise<Host> {
  return new Promise((resolve, reject) => {
    let ready = false;
    let host: Host | undefined;
    const early: Listener = {
      heard: (message) => {
        if (ready) return listener.heard(message);
        ready = true;
        if ("ok" in message && host !== undefined) return resolve(host);
        reject(new Error("fault" in message ? message.fault : "the engine did not greet"));
      },
      died: (reason) => (ready ? listener.died(reason) : reject(new Error(reason))),
    };
    Promise.resolve()
      .then(() => open(early))
      .then((opened) => {
        host = opened;
        host.post({ id: 0, call: "init", wasm });
      })
      .catch(reject);
  });
}
