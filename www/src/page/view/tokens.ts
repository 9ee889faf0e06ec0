/** The colours and the type that all style sheets build on. */
import { colourTokens } from "../../plot/palette.js";
import tokensCss from "./tokens.css?inline";

export const tokens = colourTokens + tokensCss;
