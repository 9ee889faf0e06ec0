/** `espalier.js`, for a script tag: asks for the wasm first, and then runs the package in one file. */
import "./engine/ahead.js";
export * from "./whole.js";
