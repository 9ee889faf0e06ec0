// The built package, as any page would load it: one file of it, the wasm beside it.
import { withBase } from "vitepress";

/** The module `espalier.js`: it defines the element and exports the functions of `espalier`. */
export const product = () => import(/* @vite-ignore */ withBase("/espalier/espalier.js"));

/** The address of an example's model. */
export const exampleOf = (name) => withBase(`/espalier/${name}.json`);
