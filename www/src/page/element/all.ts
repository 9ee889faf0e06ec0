/** Gives the elements of the explainer their names. */
import { define } from "../../plot/define.js";
import { EspalierTrees } from "../view/trees/tiles.js";
import { EspalierExplainer } from "./explainer.js";

export function defineAll(): void {
  define("espalier-explainer", EspalierExplainer);
  define("espalier-trees", EspalierTrees);
}
