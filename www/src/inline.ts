/** The package with nothing beside it: the API, the element defined, and the wasm inside. */
export * from "./index.js";
export { EspalierExplainer } from "./page/element/define.js";
