/** The package in one file: the API, and the element defined. `espalier.js` has the wasm beside it (script.ts), `inline.js` inside. */
export * from "./index.js";
export { EspalierExplainer } from "./page/element/define.js";
