/** The package in one file: the API, and the element defined. `inline.js` has the wasm inside. */
export * from "./index.js";
export { EspalierExplainer } from "./page/element/define.js";
