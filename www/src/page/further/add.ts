/** Adds the further drawers, with their words and looks, to the page's explainer; and the list of ways that stays under the pointer. */
import { html } from "lit";
import type { EspalierExplainer } from "../element/explainer.js";
import type { State } from "../state/document/state.js";
import { added, further } from "../view/further.js";
import { adopt } from "../view/language.js";
import { beatMarks, EspalierBeat } from "./beat/drawer.js";
import beatCss from "./beat/drawer.css?inline";
import { Finder } from "./cards/finder.js";
import { Pixels } from "./cards/pixels.js";
import finderCss from "./cards/finder.css?inline";
import { EspalierEveryone, everyoneMarks } from "./everyone/drawer.js";
import everyoneCss from "./everyone/drawer.css?inline";
import { Everyone } from "./everyone/run.js";
import { fileRules } from "./limits/file-rules.js";
import limitsCss from "./limits/limits.css?inline";
import { Preview } from "./limits/preview.js";
import { EspalierMeasure } from "./measure/drawer.js";
import measureCss from "./measure/drawer.css?inline";
import headCss from "./first/head.css?inline";
import { FromRows } from "./first/from-rows.js";
import { Head } from "./first/head.js";
import { Legend } from "./first/legend.js";
import { SignTip } from "./first/sign-tip.js";
import { DrawerKeys } from "./keyboard/drawers.js";
import { FocusKeeper } from "./keyboard/focus.js";
import jumpsCss from "./keyboard/jumps.css?inline";
import { Jumps } from "./keyboard/jumps.js";
import { besideSearch, paintedMap, proofDrawer } from "./proof/drawer.js";
import proofCss from "./proof/drawer.css?inline";
import { Painter } from "./proof/painter.js";
import { Room } from "./room/room.js";
import roomCss from "./room/room.css?inline";
import { EspalierWhy } from "./why/drawer.js";
import whyCss from "./why/drawer.css?inline";
import { EspalierWays } from "./ways/drawer.js";
import waysCss from "./ways/drawer.css?inline";
import { EspalierPlan } from "./ways/plan.js";
import { stayUnderPointer } from "./ways/stay.js";
import { furtherWords } from "./words.js";

const ELEMENTS = { "espalier-ways": EspalierWays, "espalier-plan": EspalierPlan, "espalier-why": EspalierWhy, "espalier-beat": EspalierBeat, "espalier-everyone": EspalierEveryone, "espalier-measure": EspalierMeasure };

/** Rows that come one after the other are drawn once in so many milliseconds; and where many are there, once in a millisecond for so many. By hand: to draw 25 takes far less. */
const [DRAWN, DRAWN_ROWS] = [200, 25];

export function add(explainer: EspalierExplainer): void {
  adopt({ further: furtherWords });
  for (const [name, element] of Object.entries(ELEMENTS)) if (customElements.get(name) === undefined) customElements.define(name, element);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(waysCss + whyCss + beatCss + everyoneCss + measureCss + proofCss + headCss + jumpsCss + roomCss + finderCss + limitsCss);
  const root = explainer.shadowRoot!;
  root.adoptedStyleSheets.push(sheet);
  stayUnderPointer(root);
  const painter = new Painter(() => explainer.requestUpdate());
  const head = new Head(root);
  const fromRows = new FromRows();
  const legend = new Legend(explainer);
  const tip = new SignTip(explainer, root);
  const jumps = new Jumps(root);
  const drawerKeys = new DrawerKeys(root);
  const focus = new FocusKeeper(root);
  const room = new Room(explainer);
  const finder = new Finder(explainer);
  const pixels = new Pixels(root, (name) => void finder.open(name));
  const preview = new Preview(explainer);
  added.cards = (names, state) => finder.cards(names, state);
  added.limits = fileRules;
  added.marks = (state) => preview.marks(state);
  const seen = (state: State): string => {
    painter.see(state);
    head.see(state);
    legend.draw();
    jumps.draw();
    drawerKeys.see(state);
    focus.draw();
    pixels.see(state);
    tip.draw();
    return "";
  };
  further.set("proof", { title: () => furtherWords.proof.title, about: seen, view: (state, ui) => proofDrawer(state, ui, painter), overlay: (state) => paintedMap(state, painter), also: (state, ui) => html`${besideSearch(state, ui, painter)}${room.draw(state, ui)}` });
  further.set("ways", { title: () => furtherWords.ways.title, view: (state, ui) => html`<espalier-ways class="data ways-drawer" .state=${state} .ui=${ui}></espalier-ways>` });
  further.set("why", { title: () => furtherWords.why.title, view: (state, ui) => html`<espalier-why class="data why-drawer" .state=${state} .ui=${ui}></espalier-why>` });
  further.set("beat", { title: () => furtherWords.beat.title, view: (state, ui) => html`<espalier-beat class="data beat-drawer" .state=${state} .ui=${ui}></espalier-beat>`, marks: beatMarks });
  let answered = 0;
  const everyone = new Everyone(rarely(() => explainer.requestUpdate(), () => Math.max(DRAWN, answered / DRAWN_ROWS)), undefined, undefined, () => explainer.requestUpdate());
  further.set("everyone", {
    title: () => furtherWords.everyone.title,
    about: (state) => {
      everyone.see(state);
      const run = everyone.of(state);
      answered = run?.people.length ?? 0;
      return run?.phase === "running" ? furtherWords.everyone.progress(run.people.length, run.rows) : "";
    },
    view: (state, ui) => html`<espalier-everyone class="data everyone" .state=${state} .ui=${ui} .everyone=${everyone} .run=${everyone.of(state)} .pointed=${everyone.pointed}></espalier-everyone>`,
    marks: (state) => everyoneMarks(everyone, state),
    also: (state, ui) => fromRows.view(state, ui),
  });
  further.set("measure", {
    title: () => furtherWords.measure.title,
    // Where it is wished for, the choice of a measure opens it.
    offered: ({ doc, drawer }) => typeof doc.norm === "object" || drawer === "measure",
    view: (state, ui) => html`<espalier-measure class="data measure-drawer" .state=${state} .ui=${ui}></espalier-measure>`,
  });
  explainer.requestUpdate();
}

/** Runs after so many milliseconds, however often it is called meanwhile. */
function rarely(run: () => void, milliseconds: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, milliseconds());
  };
}
