/**
 * Asks for the wasm before the rest of this script runs, which takes some 70 ms, where the document has an element that will want it.
 * The engine's own request for it is then answered by this one.
 */
if (typeof document !== "undefined" && document.querySelector("espalier-explainer") !== null) {
  const href = new URL("../wasm/espalier.wasm", import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }));
}
