/**
 * `espalier.js`, for a script tag: asks for the wasm first, and then runs the package in one file. Its functions refuse no arguments of another kind:
 * the words for that would be 2 kB of a page's first load, compressed.
 */
import "./engine/ahead.js";
export * from "./api.js";
export { EspalierExplainer } from "./page/element/define.js";
