/** The page's style sheets. Beside each other in the built file, and with the map's behind them, they compress better, by 2.7 kB. */
import { tokens } from "../view/tokens.js";
import brandCss from "../view/brand.css?inline";
import segmentCss from "../view/segment.css?inline";
import layoutCss from "../view/layout.css?inline";
import stripCss from "../view/strip.css?inline";
import cardsCss from "../view/cards.css?inline";
import answerCss from "../view/answer.css?inline";
import floatingCss from "../view/floating.css?inline";
import gateCss from "../view/gate.css?inline";
import drawersCss from "../view/drawers.css?inline";
import dataCss from "../view/data/drawer.css?inline";
import printCss from "../view/print.css?inline";

export const sheets = [tokens, brandCss, segmentCss, layoutCss, stripCss, cardsCss, answerCss, floatingCss, gateCss, drawersCss, dataCss, printCss];
