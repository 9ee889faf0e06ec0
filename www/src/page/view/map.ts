/** From the state to the map's properties, and from its events back to edits. The map itself is `plot/`. */
import { MARGIN_KINDS } from "../state/limits/margin.js";
import { html, nothing, type TemplateResult } from "lit";
import type { FeatureInfo, Prediction, Region, Regions } from "../../types.js";
import { limitOf, setAxes, setLayer, setLimit, setReach, setRelations, setRange, setValue } from "../state/editing/actions.js";
import type { Clause } from "../state/answer/claims.js";
import { printedPoint, writtenOf } from "../state/answer/claims.js";
import { own } from "../../own.js";
import { isOpen } from "../../measure/target.js";
import { costOf, stepCost } from "../state/request/cost.js";
import { causeOnAxes, isFree, setCauses, turned } from "../state/limits/causes.js";
import { coordinate, domain, isDiscrete, isOrdered, seen } from "../../model/feature.js";
import { depths as depthLayer } from "../state/map/depths.js";
import { hulls as hullLayer } from "../state/map/hulls.js";
import { layerKey } from "../state/map/layers.js";
import { about as aboutSecond } from "../state/map/second.js";
import { oldReach, reachCells, reachCost } from "../state/map/reach.js";
import { drawnOnAxes, shifted, type Through } from "../state/limits/relations.js";
import { inForcePrice } from "../state/limits/feature-price.js";
import { featureNamed, features, limited, limitsOf, meets, normOf, obeys, known } from "../state/request/request.js";
import { clauses, conflictOrigins, displayed, isStale, otherWay, verified } from "../state/answer/selectors.js";
import { sliceOf } from "../state/map/slices.js";
import type { State } from "../state/document/state.js";
import { decimalsOf } from "../state/answer/rounding.js";
import { boxText, limitText } from "./chips.js";
import { classesOf } from "./classes.js";
import { compareMarks } from "./compare/drawer.js";
import { depthsOf } from "./data/depths.js";
import { added, addedBy, type Marked } from "./further.js";
import { overlayOf } from "./overlay.js";
import type { LimitDetail, LineDetail, LockDetail, MapAnswer, MapAxis, MapClass, MapLimit, MapMark, MapPoint, MapReach, MapRelation, MapScoring, Phase, PointDetail, WindowDetail } from "../../plot/contract.js";
import { decimalsOf as digitsOf } from "../../plot/numbers.js";
import { cost, costDown } from "./format.js";
import { gateCard } from "./gate.js";
import { problemCard } from "./problem.js";
import { leastScore, targetText } from "./targets.js";
import type { Ui } from "./callbacks.js";
import { wayText } from "./ways.js";
import { picker } from "./picker.js";
import { segments } from "./segments.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";
import type { Doc, Layer } from "../state/document/document.js";

/** `figure`: the one that the map stands in, if any. `needs`: stands in place of a map. */
export function mapArea(state: State, ui: Ui, figure?: string | null, needs: unknown = nothing): TemplateResult {
  const { doc, pair } = state;
  return html`<section class="map" part="map" aria-label=${words.theMap}>
    <div class="bar">${pair ? tools(state, pair, ui) : nothing}</div>
    ${pair && state.doc.layer === "reach" ? reachBar(state, ui) : nothing} ${pair ? plot(doc, state, pair, ui, figure) : html`<div class="blank">${needs}${features(doc).length === 1 ? html`<p>${voiceFor(doc.model?.subject).noMap}</p>` : nothing}</div>`} ${state.problem ? problemCard(state, ui) : gateCard(state, ui)}
  </section>`;
}

function tools(state: State, [x, y]: [string, string], ui: Ui): TemplateResult {
  const { doc } = state;
  const pick = (label: string, chosen: string, other: string, make: (name: string) => [string, string]): TemplateResult =>
    picker(label, features(doc).map(({ name }) => [name, name]), chosen, (name) => {
      const pair: [string, string] = name === other ? [y, x] : make(name);
      ui.edit((before) => setAxes(before, pair));
      ui.set({ pair, window: null });
    });
  const layers: [Layer, string][] = [
    ["factual", voiceFor(state.doc.model?.subject).through],
    ["answer", words.layerAnswer],
    ["reach", words.layerReach],
  ];
  const best = verified(displayed(state));
  const layer: Layer = best || doc.layer === "reach" ? doc.layer : "factual";
  return html`${pick(words.axisX, x, y, (name) => [name, y])}<span class="cap">${words.by}</span>${pick(words.axisY, y, x, (name) => [x, name])}
    <span class="gap"></span>
    ${segments("layer", layers, layer, (key) => ui.edit((before) => setLayer(before, key)), words.layers, best ? undefined : "answer")}`;
}

/** Boxes that are listed, the nearest first. */
const MOST_BOXES = 100;

/** The bar with the cost allowed for the features not shown, and with the cost up to which the drawing is proved. */
function reachBar(state: State, ui: Ui): TemplateResult {
  const { reached, doc } = state;
  const at = reachCost(state);
  const most = Math.max(2 * (verified(displayed(state))?.cost ?? 0.2), at) || 1;
  const step = 10 ** Math.floor(Math.log10(most / 20));
  const move = (event: Event): void => {
    const to = Number((event.currentTarget as HTMLInputElement).value);
    ui.edit((doc) => setReach(doc, to), "reach");
  };
  const now = reached && !oldReach(state) ? reached : null;
  const said = now?.refused !== null ? "" : now.complete >= now.cost ? words.reach.done : now.busy ? words.reach.busy(costDown(now.complete)) : words.reach.full(costDown(now.complete));
  return html`<div class="bar reach">
    <label>${words.reach.label}<input type="range" class="scrub" min="0" max=${most} step=${step} aria-label=${words.reach.cost} aria-valuetext=${cost(at)} .value=${String(at)} @input=${(event: Event) => move(event)} /></label>
    <b>${cost(at)}</b><span class="cap" aria-live="polite">${said}</span>
    ${now && now.boxes.length > 0
      ? html`<details><summary>${words.reach.boxes(now.boxes.length)}</summary><ol tabindex="0">
          ${now.boxes.slice(0, MOST_BOXES).map((box) => html`<li>${words.reach.box(cost(box.cost), boxText(doc, box))}</li>`)}
        </ol></details>`
      : nothing}
  </div>`;
}

/** The cells of the layer "Rest may change", kept while nothing changed. */
let kept: { boxes: readonly Region[]; key: string; cells: ReturnType<typeof reachCells> } | null = null;

function reachedCells(state: State, x: FeatureInfo, y: FeatureInfo, ends: { x: [number, number]; y: [number, number] }): ReturnType<typeof reachCells> | null {
  const { reached, pair } = state;
  if (reached?.refused !== null || (reached.busy && reached.boxes.length === 0) || reached.pair.join("\n") !== pair?.join("\n")) return null;
  const key = JSON.stringify([x.name, y.name, ends]);
  if (kept?.boxes !== reached.boxes || kept.key !== key) kept = { boxes: reached.boxes, key, cells: reachCells(reached.boxes, x, y, ends, state.doc.model?.info.input) };
  return kept.cells;
}

function axisOf(state: State, feature: FeatureInfo, window: [number, number] | undefined, said: readonly Pick<Clause, "feature" | "decimals">[]): MapAxis {
  const [min, max] = seen(feature, state.doc.person);
  const axis: MapAxis = { feature: feature.name, kind: feature.kind, thresholds: feature.thresholds, min, max, window: window ?? [min, max], locked: limitOf(state.doc, feature.name).lock };
  if (feature.unit !== undefined) axis.unit = feature.unit;
  if (feature.kind === "integer" || feature.decimals !== undefined) axis.decimals = decimalsOf(feature);
  // Every value that is written on the map keeps its decimals.
  const written = Math.max(0, ...said.map((one) => (one.feature === feature ? one.decimals : 0)));
  if (written > digitsOf(axis)) axis.decimals = written;
  if (feature.labels) axis.labels = feature.labels;
  return axis;
}

function allowedOf(doc: Doc, feature: FeatureInfo): MapLimit {
  const limit = limitOf(doc, feature.name);
  const now = coordinate(feature, doc.person);
  if (limit.lock) return isDiscrete(feature) ? { lo: null, hi: null, levels: flags(feature, [now]) } : { lo: now, hi: now };
  if (!isOrdered(feature)) return { lo: null, hi: null, levels: flags(feature, limit.allow) };
  const lo = limit.change === "increase" ? Math.max(now, limit.min ?? now) : limit.min;
  const hi = limit.change === "decrease" ? Math.min(now, limit.max ?? now) : limit.max;
  return { lo, hi };
}

function flags(feature: FeatureInfo, allow: readonly number[] | null): boolean[] {
  const [, last] = domain(feature);
  return Array.from({ length: last + 1 }, (_, level) => allow === null || allow.includes(level));
}

/** Features off the map of which the slice's own value is not allowed, so that nothing on it is. */
function closedBy(doc: Doc, pair: readonly string[], through: readonly number[]): FeatureInfo[] {
  const { constraints, origins } = limitsOf(doc);
  const broken = new Set(constraints.flatMap((constraint, at) => {
    const feature = origins[at]?.feature ?? null;
    return feature !== null && !pair.includes(feature) && !obeys(constraint, through, doc.person, known(doc)) ? [feature] : [];
  }));
  return features(doc).filter(({ name }) => broken.has(name));
}

/** The limits on where an answer lies that the map does not draw, as their chips say them. */
function undrawn(doc: Doc, second: State["second"]): string[] {
  const others = doc.others.map((_, rule) => limitText(doc, { part: "other", feature: null, rule })).slice(second ? 1 : 0);
  return [...MARGIN_KINDS.filter((part) => doc.margin?.[part] !== undefined).map((part) => limitText(doc, { part, feature: null })), ...others];
}

/** Features off the map that are different in two rows. */
const apart = (doc: Doc, pair: readonly string[], from: readonly number[], to: readonly number[]): FeatureInfo[] =>
  features(doc).filter((feature) => !pair.includes(feature.name) && !Object.is(coordinate(feature, from), coordinate(feature, to)));

export function reachOf(state: State, pair: [string, string], x: FeatureInfo, y: FeatureInfo): MapReach | null {
  const { doc } = state;
  const shown = displayed(state);
  const best = verified(shown);
  // Where classes cost something each, or the best is asked for, nothing nearer is ruled out.
  // Nor where the distance from rows costs something, or how odd steps are together.
  const { norm, perChange } = doc;
  if ("best" in doc.target || "class_costs" in doc.target || norm === "rows" || doc.hull?.price !== undefined) return null;
  if (!shown || !best || isStale(state) || best.changes.length === 0 || otherWay(state)) return null;
  // An outline is drawn by weights; a price of its own has another shape.
  const priced = features(doc).filter((feature) => inForcePrice(doc, feature));
  if ([x, y].some((feature) => isFree(doc, feature.name))) return null;
  if (priced.some((feature) => feature === x || feature === y || norm === "linf") || (norm === "linf" && perChange > 0)) return null;
  const through = doc.layer === "answer" ? best.values : doc.person;
  if (closedBy(doc, pair, through).length > 0 || [x, y].some((axis) => Number.isNaN(coordinate(axis, doc.person)))) return null;
  // The part of the budget that the features off the map have used.
  const spent = costOf(doc, through, (feature) => !pair.includes(feature.name));
  const running = state.solve.phase === "running" ? state.solve.trace.at(-1) : undefined;
  const bound = running ? running.lowerBound : (shown.answer.lower_bound ?? 0);
  const left = (budget: number): number => (norm === "linf" ? budget : budget - spent);
  const changes = doc.maxChanges === null ? 2 : doc.maxChanges - apart(doc, pair, doc.person, through).length;
  const paid = norm === "linf" ? { restMax: spent } : { used: spent };
  return { norm: normOf(norm), perChange, x: stepCost(doc, x), y: stepCost(doc, y), ...paid, changes, limited: limited(shown.request), proved: state.grown * left(bound), best: state.grown * left(best.cost) };
}

/** The answer's name on the map; of the best within a cost, and of classes that cost something each, it need not be the nearest. */
function nearestText(doc: Doc): string {
  if ("best" in doc.target) return words.bestWithin(doc.target.budget !== undefined);
  if ("class_costs" in doc.target || "apart" in doc.target) return words.way.cheapest;
  return words.nearest("value" in doc.target ? words.inRange : targetText(doc));
}

/** Out of reach, and where the target can be had. */
function reachClasses(doc: Doc): MapClass[] {
  return [
    { name: words.reach.not, target: false },
    { name: words.reach.can("value" in doc.target ? words.inRange : targetText(doc)), target: true },
  ];
}

/** `best`: the answer's prediction, where it is the best within a cost. */
function scoringOf(doc: Doc, best: Prediction | undefined): MapScoring {
  if (isOpen(doc.target) && doc.model?.info.classes.length === 0) {
    const at = best && "value" in best ? best.value : null;
    return !("best" in doc.target) || doc.target.best !== "min" ? { by: "value", from: at ?? Number.MAX_VALUE, to: Number.POSITIVE_INFINITY } : { by: "value", from: Number.NEGATIVE_INFINITY, to: at ?? -Number.MAX_VALUE };
  }
  if ("value" in doc.target) return { by: "value", from: doc.target.value[0], to: doc.target.value[1] };
  if ("class" in doc.target && doc.target.min_probability !== undefined) return { by: "class", threshold: doc.target.min_probability };
  return { by: "class" };
}

function plot(doc: Doc, state: State, pair: [string, string], ui: Ui, figure?: string | null): TemplateResult {
  const x = featureNamed(doc, pair[0]);
  const y = featureNamed(doc, pair[1]);
  if (!x || !y || !doc.model) return html``;
  const shown = displayed(state);
  const best = verified(shown);
  const here = <S extends { data: Regions | null }>(slice: S | null): S | null => (slice?.data?.x.feature === x.name && slice.data.y.feature === y.name ? slice : null);
  const regions = here(state.regions)?.data ?? null;
  const point = (row: readonly number[]): { x: number; y: number } => ({ x: coordinate(x, row), y: coordinate(y, row) });
  const reached = state.now !== null && !isOpen(doc.target) && meets(state.now, doc.target, doc.model.info.classes);
  const stale = isStale(state);
  const proved = shown?.answer.status === "optimal";
  const other = shown === state.shown ? undefined : state.ways.find((way) => way.shown === shown);
  const said = shown && best ? clauses(doc, shown) : [];
  const layer = doc.layer === "reach" ? "reach" : best && doc.layer === "answer" ? "answer" : "factual";
  const through = layer === "answer" && best ? best.values : doc.person;
  const slice = [doc.person, through, features(doc)] as const;
  // Where others may be moved at a cost, a point that asks for no more is on the map.
  const off = (row: readonly number[]): boolean => (layer === "reach" ? costOf(doc, row, (one) => !pair.includes(one.name)) > reachCost(state) * (1 + 1e-9) : apart(doc, pair, through, row).length > 0);
  const voice = voiceFor(doc.model.subject);
  const factual: MapPoint = { ...point(doc.person), label: voice.now, target: reached, off: off(doc.person) };
  // Where a score is asked for, the ground is coloured by that alone, and so are the points.
  const byClass = layer !== "reach" && leastScore(doc.target) === null;
  if (byClass && state.now && "class" in state.now && !("value" in doc.target)) factual.class = state.now.class;
  const answer: MapAnswer | null =
    best && best.changes.length > 0
      ? { ...point(printedPoint(best, said)), label: other ? wayText(other) : stale || proved ? nearestText(doc) : words.bestSoFar, target: true, ...(byClass && shown?.replay && "class" in shown.replay.prediction ? { class: shown.replay.prediction.class } : {}), off: off(best.values), state: stale ? "stale" : proved ? "proved" : "best" }
      : null;
  const marked: Marked[] = [...doc.pins.map(({ values }, index) => ({ row: values, said: writtenOf(doc, values), label: words.pins.mark(index + 1) })), ...compareMarks(state), ...(addedBy(state)?.marks?.(state) ?? []), ...added.marks(state)];
  const all = [...said, ...marked.flatMap((one) => one.said)];
  const axes = { x: axisOf(state, x, state.window?.x, all), y: axisOf(state, y, state.window?.y, all) };
  const cells = layer === "reach" ? reachedCells(state, x, y, { x: [...axes.x.window], y: [...axes.y.window] }) : null;
  const complete = cells?.all === true ? (state.reached?.complete ?? 0) : 0;
  const depths = layer === "reach" ? null : depthsOf(state, x, y);
  const hulls = layer !== "reach" && state.hulls?.data.x === x.name && state.hulls.data.y === y.name ? state.hulls.data : null;
  const drawn = layer === "reach" ? null : here(state.second);
  const second = drawn && { ...drawn, name: drawn.name || words.other.name };
  const refused = doc.layer === "reach" ? state.reached?.refused : null;
  const closed = layer === "reach" ? [] : closedBy(doc, pair, through);
  const besides = layer === "factual" && best ? apart(doc, pair, through, best.values) : [];
  const names = (list: readonly FeatureInfo[]): string[] => list.map(({ name }) => name);
  const old = layer === "reach" ? oldReach(state) : state.regions?.key !== sliceOf(state)?.key || ([[depths, depthLayer, state.depths], [hulls, hullLayer, state.hulls], [second, { about: aboutSecond }, state.second]] as const).some(([drawn, of, kept]) => drawn && layerKey(of, state) !== kept?.key);
  const note =
    typeof refused === "string"
      ? words.reach.refused(refused)
      : state.regions && !state.regions.data
        ? words.tooManyPieces
        : closed.length > 0
          ? voice.closedSlice(words.few(names(closed)))
          : conflictOrigins(state).length > 0 && !stale && !isOpen(doc.target)
            ? voice.impossible("value" in doc.target ? words.inRange : targetText(doc))
            : hulls
              ? words.data.hull.mapNote(hulls.areas.length === 0)
              : depths
                ? words.data.usual.mapNote(doc.usual, depths.needed !== null)
                : layer !== "reach" && undrawn(doc, second).length > 0
                  ? words.undrawn(undrawn(doc, second))
                  : second
                    ? words.second(second.name)
                  : besides.length > 0 && !stale
                    ? words.besides(names(besides))
                    : null;
  const lines = linesOf(doc, x, y, slice);
  return html`<espalier-map
    .regions=${layer === "reach" ? (cells?.regions ?? null) : regions}
    .classes=${layer === "reach" ? reachClasses(doc) : classesOf(doc)}
    .scoring=${layer === "reach" ? { by: "cost", most: state.reached?.cost ?? 0, complete: complete } : scoringOf(doc, shown?.replay?.prediction)}
    .x=${axes.x}
    .y=${axes.y}
    .factual=${factual}
    .answer=${answer}
    .allowed=${{ x: allowedOf(doc, x), y: allowedOf(doc, y) }}
    .relations=${lines.map(({ drawn }) => drawn)}
    .reach=${layer === "reach" ? null : reachOf(state, pair, x, y)}
    .words=${voice.map}
    .marks=${marked.map(({ row, said, ...mark }): MapMark => ({ ...point(printedPoint({ values: [...row] }, said)), ...mark, off: off(row) }))}
    .overlay=${overlayOf(state)}
    .depths=${depths}
    .hulls=${hulls}
    .second=${second}
    .layer=${layer}
    .note=${note}
    .old=${old}
    .square=${!!figure}
    .showBoxes=${figure === "boxes"}
    @map-point=${(event: CustomEvent<PointDetail>) => movePoint(event.detail, x, y, ui)}
    @map-limit=${(event: CustomEvent<LimitDetail>) => moveLimit(event.detail, x, y, ui)}
    @map-line=${({ detail: { line, to, grain, phase } }: CustomEvent<LineDetail>) => moveLine(lines[line], to && { axes: [x, y], to, grain }, phase, ui)}
    @map-window=${(event: CustomEvent<WindowDetail>) => moveWindow(event.detail, ui)}
    @map-lock=${(event: CustomEvent<LockDetail>) => ui.edit((before) => setLimit(before, event.detail.feature, { lock: event.detail.locked }))}
  ></espalier-map>`;
}

/** A drag's phases as one step of undo. */
function phased(phase: Phase, ui: Ui, run: (gesture: string) => void, gesture: string): void {
  if (phase === "start") ui.dragging(true);
  run(phase === "key" ? `key ${gesture}` : gesture);
  if (phase === "end" || phase === "cancel") ui.dragging(false);
}

function movePoint(detail: PointDetail, x: FeatureInfo, y: FeatureInfo, ui: Ui): void {
  phased(detail.phase, ui, (gesture) => ui.edit((doc) => setValue(setValue(doc, x, rounded(x, detail.x)), y, rounded(y, detail.y)), gesture), "map point");
}

/** A dragged value as a person would write it. */
function rounded(feature: FeatureInfo, at: number): number {
  return isDiscrete(feature) || feature.kind === "integer" ? Math.round(at) : Number(at.toFixed(decimalsOf(feature)));
}

function moveLimit(detail: LimitDetail, x: FeatureInfo, y: FeatureInfo, ui: Ui): void {
  const moved = (doc: Doc): Doc => {
    const one = detail.x ? setRange(doc, x, { min: detail.x.lo, max: detail.x.hi }) : doc;
    return detail.y ? setRange(one, y, { min: detail.y.lo, max: detail.y.hi }) : one;
  };
  phased(detail.phase, ui, (gesture) => ui.edit(moved, gesture), "map limit");
}

/** A line on the map, and the change of the question that puts it through a point. */
interface DrawnLine {
  drawn: MapRelation;
  moved: (doc: Doc, through: Through) => Doc;
}

/** The relations and the consequences that the map draws, the features off it as in the slice. */
function linesOf(doc: Doc, x: FeatureInfo, y: FeatureInfo, slice: readonly [readonly number[], readonly number[], readonly FeatureInfo[]]): DrawnLine[] {
  const [person, at, all] = slice;
  const put = <T>(list: readonly T[], index: number, make: (one: T) => T): T[] => list.map((one, k) => (k === index ? make(one) : one));
  const relations = doc.relations.flatMap((relation, rule): DrawnLine[] => {
    const drawn = drawnOnAxes(relation, x, y, ...slice);
    if (drawn) drawn.handle = { text: limitText(doc, { part: "relation", feature: null, rule }), now: relation.rhs, turns: false };
    return drawn ? [{ drawn, moved: (now, through) => setRelations(now, put(now.relations, rule, (one) => shifted(one, through, person, at, known(doc)))) }] : [];
  });
  const causes = doc.causes.flatMap((cause, rule): DrawnLine[] => {
    const drawn: MapRelation | null = causeOnAxes(cause, x, y, ...slice);
    const parent = own(cause.parents, cause.feature === x.name ? y.name : x.name);
    if (drawn && parent !== undefined) drawn.handle = { text: limitText(doc, { part: "cause", feature: null, rule }), now: parent, turns: true };
    return drawn ? [{ drawn, moved: (now, through) => setCauses(now, put(now.causes, rule, (one) => turned(one, through, person, at, all))) }] : [];
  });
  return [...relations, ...causes];
}

/** The question before a line was taken hold of. */
let before: Doc | null = null;

function moveLine(line: DrawnLine | undefined, through: Through | null, phase: Phase, ui: Ui): void {
  const moved = (doc: Doc): Doc => {
    if (phase === "start") before = doc;
    if (through && line) return line.moved(doc, through);
    return before && before !== doc ? { ...doc, relations: before.relations, causes: before.causes } : doc;
  };
  phased(phase, ui, (gesture) => ui.edit(moved, gesture), "map line");
}

function moveWindow(detail: WindowDetail, ui: Ui): void {
  const window: { x?: [number, number]; y?: [number, number] } = {};
  if (detail.x) window.x = detail.x;
  if (detail.y) window.y = detail.y;
  ui.set({ window: detail.reset ? null : window });
}
