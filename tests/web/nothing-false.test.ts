// @vitest-environment happy-dom
/**
 * A walk through random states of the page. In each, the test reads off the page's own views every sentence with "proved", "best",
 * "nearest" or "at most", both lists, the comparison and the drawn outline. It holds them to the predictor and to a judge of its own
 * (random-page.ts). Between edits nothing that is not dimmed may speak of an earlier question.
 *
 * Half of the models are the same in every run, half follow the day's number (ESPALIER_SEED). WALK_MODELS=40 walks 2,000 states. WALK=n walks the
 * states of one model alone, as a failure names it; "1,2,3" of several.
 */
import { render } from "lit/html.js";
import { beforeAll, describe, expect, test } from "vitest";
import { start } from "../../www/src/engine/core.js";
import { draws } from "../../www/src/draws.js";
import { coordinate, isDiscrete, levelCount, levelLabel, withCoordinate } from "../../www/src/model/feature.js";
import { obeys, requestOf } from "../../www/src/page/state/request/request.js";
import { further } from "../../www/src/page/state/request/several.js";
import { differently } from "./differing.js";
import { reason } from "../../www/src/page/view/ways.js";
import { bare, told } from "../../www/src/page/view/format.js";
import { demandOf } from "../../www/src/page/state/answer/curve.js";
import { answersOf, axesOf, frontOf, moreIsBetter, pointsOf } from "../../www/src/page/further/ways/points.js";
import { badgeOf, clauses, displayed, verified } from "../../www/src/page/state/answer/selectors.js";
import type { Shown, State } from "../../www/src/page/state/document/state.js";
import type { ConstraintDoc, FeatureInfo, RequestDoc } from "../../www/src/types.js";
import { answer as answerView } from "../../www/src/page/view/answer.js";
import { compareDrawer } from "../../www/src/page/view/compare/drawer.js";
import { mapArea } from "../../www/src/page/view/map.js";
import { pins as pinsView } from "../../www/src/page/view/pins.js";
import { printed as printedView } from "../../www/src/page/view/print.js";
import { decimalsOf as digitsOf } from "../../www/src/plot/numbers.js";
import type { MapAxis, MapLimit, MapProps } from "../../www/src/plot/contract.js";
import type { Outline } from "../../www/src/plot/ball.js";
import { cellAt } from "../../www/src/plot/pointed-box.js";
import { outlineShapes } from "../../www/src/plot/outlines.js";
import { shadeCells, SHADES } from "../../www/src/plot/shade.js";
import { wholeRegions } from "../../www/src/plot/whole.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import { Bench } from "./bench-page.js";
import { wasm } from "./models.js";
import { edit, Judge, keepsLimit, pick, randomModel, solve, type Draw } from "./random-page.js";

const MODELS = Number(process.env.WALK_MODELS ?? 10);
const STATES = 50;
/** Costs differ by the rounding of single precision. */
const SAME = 1e-5;

const ui = new Proxy({}, { get: () => () => undefined }) as Ui;

const given = process.env.WALK;
const day = Number(process.env.ESPALIER_SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", "")) % 1_000_000;
/**
 * Models in which a walk once found something false: a list that began with another answer than the one shown (15), a dot in the colour of
 * the person before (110533001), a ring on the other side of a cut of single precision (2711023), two equal costs that were rounded apart
 * (2711070).
 */
const MENDED = [15, 110533001, 2711023, 2711070];
const walked = Array.from({ length: MODELS }, (_, k) => (k % 2 === 0 ? 1 + k : day * 1000 + k));
const seeds = given === undefined ? [...new Set([...walked, ...MENDED])] : given.split(",").map(Number);

beforeAll(() => void start(wasm()));

const answerPart = document.createElement("div");
const comparePart = document.createElement("div");
const mapPart = document.createElement("div");
const otherPart = document.createElement("div");

/** Elements that are not dimmed. */
const lit = (root: Element, selector: string): Element[] => [...root.querySelectorAll(selector)].filter((one) => one.closest(".stale") === null);
const textOf = (root: Element, selector: string): string => lit(root, selector).map((one) => one.textContent.replace(/\s+/g, " ").trim()).join(" ");

const LEAST = "Smallest change";
/** The reasons of an entry in the list of ways. */
const captionOf = (entry: Element): string => entry.querySelector(".cap")?.textContent.trim() ?? "";

/** Between two questions: every number that is not dimmed is the present question's. */
function checkBetween(state: State, judge: Judge): void {
  const request = requestOf(state.doc);
  render(answerView(state, ui), answerPart);
  const said = textOf(answerPart, ".say");
  if (said !== "") {
    const shown = displayed(state)!;
    const best = verified(shown);
    if (best) expect(judge.refusal(request, best.values), `of an old question, yet not dimmed: ${said}`).toBeNull();
  }
  const costs = lit(answerPart, ".way").flatMap((one) => {
    const written = one.querySelector(".cost")?.textContent.trim() ?? "";
    const cost = Number(written);
    return written === "" ? [] : [{ name: one.querySelector(".name")?.textContent.trim() ?? "", why: captionOf(one), cost }];
  });
  const cheapest = costs.find(({ why }) => why.startsWith(LEAST));
  if (cheapest) for (const other of costs) expect(other.cost, `${other.name} is cheaper than the cheapest`).toBeGreaterThanOrEqual(cheapest.cost - 0.0051);
  for (const way of state.ways) {
    const best = way.shown?.answer.counterfactuals[0];
    const shownLit = lit(answerPart, ".way").some((one) => captionOf(one).split("\u00a0\u00b7 ").includes(reason(way)));
    if (best && shownLit && (way.kind === "cheapest" || way.kind === "without")) expect(judge.allowed(request, best.values), `${way.id} is of an old question, yet not dimmed`).toBe(true);
  }
}

/** Whether a point lies in an outline: an odd number of its lines lie to the right. */
function inside(outline: readonly Outline[], x: number, y: number): boolean {
  let odd = false;
  for (const { points, closed } of outline) {
    for (let k = 0; k + (closed ? 0 : 1) < points.length; k += 1) {
      const [ax, ay] = points[k]!;
      const [bx, by] = points[(k + 1) % points.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  }
  return odd;
}

/** The one value of a number that is allowed; an outline is a line there. Of levels it has corners all the same. */
function only(feature: FeatureInfo, axis: MapAxis, { lo, hi }: MapLimit, now: number): number | null {
  if (isDiscrete(feature)) return null;
  return axis.locked === true ? now : lo !== null && lo === hi ? lo : null;
}

/** Whether a point lies on a flat outline. */
function onLine(outline: readonly Outline[], x: number, y: number): boolean {
  const between = (at: number, ends: readonly number[]): boolean => at >= Math.min(...ends) && at <= Math.max(...ends);
  return outline.some(({ points }) => between(x, points.map(([px]) => px)) && between(y, points.map(([, py]) => py)));
}

function checkMap(state: State, judge: Judge, rnd: Draw): void {
  render(mapArea(state, ui), mapPart);
  const map = mapPart.querySelector("espalier-map") as unknown as MapProps | null;
  if (!map || !state.pair) return;
  const { doc } = state;
  const [x, y] = state.pair.map((name) => judge.all.find((one) => one.name === name)!) as [FeatureInfo, FeatureInfo];
  const best = verified(displayed(state));
  const through = map.layer === "answer" && best ? best.values : doc.person;
  const request = requestOf(doc);
  const at = (px: number, py: number): number[] => withCoordinate(y, withCoordinate(x, through, px), py);
  expect(map.old).toBe(false);
  const note = map.note ?? "";
  if (map.answer && !map.answer.off && best) expect(judge.reaches(best === verified(state.shown) ? request : displayed(state)!.request, withCoordinate(y, withCoordinate(x, through, coordinate(x, best.values)), coordinate(y, best.values))), "the answer's ring lies on refused ground of its own map").toBe(true);
  if (map.factual && !map.factual.off) expect(judge.predict([at(map.factual.x, map.factual.y)])[0], "the dot lies on ground that is not its own").toEqual(judge.predict([doc.person])[0]);
  // Dot and ring have the colour of the ground under them.
  if (map.regions && !map.regions.polygons && map.scoring.by === "class") {
    const ground = wholeRegions(map.regions);
    const codes = shadeCells(ground, map.classes, map.scoring);
    for (const [point, target] of [[map.factual, false], [map.answer, true]] as const) {
      if (!point || point.off === true || ("state" in point && point.state === "stale")) continue;
      const [i, j] = [cellAt(ground.x, point.x), cellAt(ground.y, point.y)];
      if (i < 0 || j < 0) continue;
      const shown = Math.floor(codes[j * (ground.x.edges.length - 1) + i]! / SHADES);
      const coloured = point.class ?? map.classes.findIndex((one) => one.target === (point.target ?? target));
      expect(coloured, `the ${target ? "ring" : "dot"} has another colour than its ground`).toBe(shown);
      if (!("best" in doc.target) && !("class_costs" in doc.target)) expect(map.classes[shown]?.target, `the ground of the ${target ? "ring" : "dot"}`).toBe(target || point.target === true);
    }
  }
  if (map.answer?.off && map.layer === "factual" && !note.startsWith("Nothing here")) expect(note).toMatch(/^The answer also changes|Hatched|Paler/);
  if (map.answer?.state === "proved" && doc.way === "cheapest") expect(state.shown?.answer.status).toBe("optimal");
  if (!map.reach || "length" in map.reach || !map.factual) return;
  for (const { shape, solid, says, budget, limited } of outlineShapes(map.reach, map.factual, map.x, map.y, map.allowed)) {
    if (!solid && says !== "proved") continue;
    const drawn = shape(64);
    const arms = !isDiscrete(x) && !isDiscrete(y) ? drawn.filter((one) => !one.closed) : [];
    const body = arms.length > 0 ? drawn.filter((one) => one.closed) : drawn;
    const spread = (feature: FeatureInfo): number => {
      if (isDiscrete(feature)) return Math.floor(rnd() * levelCount(feature));
      const near = pick(rnd, [...feature.thresholds, feature.min, feature.max]);
      const raw = rnd() < 0.5 ? feature.min + rnd() * (feature.max - feature.min) : near + (rnd() - 0.5) * 0.02 * (feature.max - feature.min);
      return feature.kind === "integer" ? Math.round(raw) : Math.min(feature.max, Math.max(feature.min, raw));
    };
    const [onlyX, onlyY] = [only(x, map.x, map.allowed.x, map.factual.x), only(y, map.y, map.allowed.y, map.factual.y)];
    const flat = onlyX !== null || onlyY !== null;
    const samples = Array.from({ length: flat ? 20 : 60 }, () => [onlyX ?? spread(x), onlyY ?? spread(y)] as const).filter(([px, py]) => (flat ? onLine(drawn, px, py) : inside(body, px + (isDiscrete(x) ? 1e-7 : 0), py + (isDiscrete(y) ? 1e-7 : 0))));
    for (const { points } of flat ? [] : arms) for (let k = 1; k < 8; k += 1) samples.push([points[0]![0] + ((points[1]![0] - points[0]![0]) * k) / 8, points[0]![1] + ((points[1]![1] - points[0]![1]) * k) / 8]);
    for (const [px, py] of samples) {
      if ([x, y].some((one, k) => (one.kind === "integer" && !Number.isInteger([px, py][k])) || (!isDiscrete(one) && ([px, py][k]! < one.min || [px, py][k]! > one.max)))) continue;
      const row = at(px, py);
      const cost = judge.cost(request, row);
      // A curve is drawn by its chords, and the border itself belongs to nobody.
      if (cost > (map.reach.used ?? 0) + budget * (1 - 1e-6)) continue;
      if (!judge.reaches(request, row)) continue;
      const words = `${x.name} ${px}, ${y.name} ${py} is accepted and costs ${cost}, inside of an outline of ${budget}`;
      expect(limited, `${words} that speaks of no limits`).toBe(true);
      expect(judge.allowed(request, row), `${words} and within all limits`).toBe(false);
      const axes = (request.constraints ?? []).filter((one) => ("fix" in one && [x.name, y.name].includes(one.fix)) || ("range" in one && [x.name, y.name].includes(one.range.feature)) || ("levels" in one && [x.name, y.name].includes(one.levels.feature)) || ("direction" in one && [x.name, y.name].includes(one.direction.feature)));
      expect(judge.allowed({ ...request, constraints: axes, plausibility: undefined as never }, row), `${words}, which encloses ground that the axes' own limits hatch`).toBe(true);
    }
  }
}

/** Of an answer that is called proved: nothing that is allowed costs less. */
function checkBest(shown: Shown, judge: Judge, name: string): void {
  const { request, answer } = shown;
  const best = answer.counterfactuals[0];
  if (answer.status === "infeasible") {
    const [refuting] = judge.reached(request).filter((row) => judge.allowed(request, row));
    expect(refuting, `${name}: proved impossible`).toBeUndefined();
  }
  if (!best) return;
  expect(judge.refusal(request, best.values), name).toBeNull();
  const cost = judge.cost(request, best.values);
  expect(Math.abs(best.cost - cost), `${name}: costs ${cost}, not ${best.cost}`).toBeLessThan(SAME * Math.max(1, cost));
  const least = answer.status === "optimal" ? best.cost : (answer.lower_bound ?? 0);
  const further = (request.count ?? 1) > 1;
  for (const row of further || request.real_rows === true ? [] : judge.reached(request)) {
    if (judge.cost(request, row) < least * (1 - SAME) - SAME) expect(judge.allowed(request, row), `${name}: proved at ${least}, yet ${row.join(" ")} costs ${judge.cost(request, row)}`).toBe(false);
  }
}

/** The clauses of the sentence: every point that they allow, all together, is enough and allowed. */
function checkClaims(state: State, shown: Shown, judge: Judge, rnd: Draw): void {
  const best = verified(shown);
  if (!best) return;
  const list = clauses(state.doc, shown);
  for (let k = 0; k < 12; k += 1) {
    let row = [...best.values];
    for (const { feature, claim, printed, now, room, to } of list) {
      const [low, high] = isDiscrete(feature) ? [0, levelCount(feature) - 1] : [feature.min, feature.max];
      const limit = state.doc.limits.get(feature.name);
      // An open end of a room reaches as far as the limits let the feature go.
      const [least, most] = [limit?.change === "increase" ? now : low, limit?.change === "decrease" ? now : high];
      const [from, until] = [Math.max(Math.min(least, to), limit?.min ?? low), Math.min(Math.max(most, to), limit?.max ?? high)];
      const [a, b] = claim === "at most" || claim === "or lower" ? [from, printed] : claim === "at least" || claim === "or higher" ? [printed, until] : k % 2 === 0 || !room ? [printed, printed] : [room.from ?? from, room.to ?? until];
      const raw = k === 0 ? printed : k === 1 ? a : k === 2 ? b : a + rnd() * (b - a);
      const at = isDiscrete(feature) || feature.kind === "integer" ? Math.min(b, Math.max(a, Math.round(raw))) : raw;
      expect(at === now && claim !== "exactly" && k === 0, `${feature.name}: the written value is the present one`).toBe(false);
      row = withCoordinate(feature, row, at);
    }
    const said = list.map(({ feature, claim, printed, room }) => `${feature.name} ${claim} ${printed} (room ${room?.from ?? "open"} to ${room?.to ?? "open"})`).join(", ");
    expect(judge.refusal(shown.request, row), said).toBeNull();
  }
}

function checkSettled(state: State, judge: Judge, rnd: Draw): void {
  const request = requestOf(state.doc);
  render(answerView(state, ui), answerPart);
  const shown = displayed(state);
  expect([...answerPart.querySelectorAll(".stale")].map((one) => one.textContent.replace(/\s+/g, " ")), `stays dimmed, of ${state.ways.map((way) => `${way.id} ${way.state} ${JSON.stringify(way.of)}`).join("; ")}`).toEqual([]);
  if (!shown) throw new Error("nothing is shown");
  const main = state.shown!;
  expect(JSON.stringify(main.request)).toBe(JSON.stringify(request));
  checkBest(main, judge, "the cheapest");
  if (shown !== main) checkBest(shown, judge, "the chosen way");
  checkClaims(state, shown, judge, rnd);
  const badge = textOf(answerPart, ".badge");
  const said = textOf(answerPart, ".say");
  if (badge.startsWith("Proved")) expect(shown.answer.status).toBe(badge === "Proved: not possible" ? "infeasible" : "optimal");
  // Another way may be called the smallest only where it is as small as the answer to the question.
  if (badge === "Proved smallest") expect(shown.answer.counterfactuals[0]?.cost).toBe(main.answer.counterfactuals[0]?.cost);
  if (badge === "Best so far") expect(badgeOf(state, shown)).toBe("best so far");
  if (said.includes("the model never decides so")) {
    const free: RequestDoc = { query: request.query, target: request.target, constraints: [] };
    expect(judge.reached(free), said).toEqual([]);
  }
  if (/excludes? (it|each other)/.test(said)) {
    const conflict = (main.answer.conflict ?? []).flatMap((pointer) => request.constraints?.[Number(/^\/constraints\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)] ?? []);
    const alone: RequestDoc = { ...request, constraints: conflict };
    if (!(main.answer.conflict ?? []).some((pointer) => pointer.startsWith("/plausibility"))) delete alone.plausibility;
    expect(judge.reached(alone).filter((row) => judge.allowed(alone, row)), said).toEqual([]);
  }
  const gain = /At most ([\d.]+)\s%/.exec(textOf(answerPart, ".promise"))?.[1];
  if (gain !== undefined && verified(shown)) {
    const cost = verified(shown)!.cost;
    const least = Math.min(cost, ...judge.reached(request).filter((row) => judge.allowed(request, row)).map((row) => judge.cost(request, row)));
    expect((cost - least) / cost, "more is possible than is said").toBeLessThanOrEqual(Number(gain) / 100 + SAME);
  }
  // Both lists.
  const best = verified(main);
  if (best && state.ways.some((way) => way.distinct === "features")) {
    const before = [best];
    for (const way of further(state.ways)) {
      const found = verified(way.shown);
      if (!found) break;
      differently(reason(way), before, found);
      before.push(found);
    }
  }
  const apart = state.ways.find((way) => typeof way.distinct === "object")?.distinct;
  if (best && typeof apart === "object") {
    const before = [best];
    for (const way of further(state.ways)) {
      const found = verified(way.shown);
      if (!found) break;
      for (const one of before) expect(distant(judge.all, one.values, found.values), `${way.id} is nearer to an answer before it than ${apart.distance}`).toBeGreaterThanOrEqual(apart.distance - 1e-6);
      before.push(found);
    }
  }
  for (const way of state.ways) {
    const found = verified(way.shown);
    if (!found || !best) continue;
    if (way.breaks) {
      expect(way.breaks.length).toBeGreaterThan(0);
      expect(judge.allowed(request, found.values), "a row is said to break limits that it keeps").toBe(false);
      continue;
    }
    expect(judge.refusal(request, found.values), `${way.id} is no answer`).toBeNull();
    expect(judge.cost(request, found.values), `${way.id} is cheaper than the cheapest`).toBeGreaterThanOrEqual(best.cost - SAME);
    expect(Math.abs((way.cost ?? Number.NaN) - judge.cost(request, found.values)), `${way.id} costs ${judge.cost(request, found.values)}, not ${way.cost}`).toBeLessThan(SAME * 10);
    // Whether consequences that cost nothing are counted is a matter of words.
    if (way.kind === "fewest" && way.state === "proved" && state.doc.causes.length === 0) {
      const moved = (row: readonly number[]): number => judge.all.filter((one) => coordinate(one, row) !== coordinate(one, judge.person)).length;
      const fewer = judge.reached(request).filter((row) => moved(row) < moved(found.values) && judge.allowed(request, row));
      expect(fewer, "fewer changes are enough").toEqual([]);
    }
    if (way.kind === "without") expect(coordinate(judge.all.find((one) => one.name === way.feature)!, found.values)).toBe(coordinate(judge.all.find((one) => one.name === way.feature)!, judge.person));
  }
  for (const one of lit(answerPart, ".way:not([disabled])")) expect(one.textContent).not.toMatch(/keeps your limits/);
  checkPoints(state, judge);
  for (const one of state.loosenings) if (one.state === "proved" && one.shown) checkBest(one.shown, judge, "a loosened limit");
  if (state.drawer === "compare") checkCompare(state, judge);
}

/** The picture of the ways: each where its values put it, and none of the front beaten by another. */
function checkPoints(state: State, judge: Judge): void {
  const demand = demandOf(state);
  const answers = answersOf(state);
  for (const axis of axesOf(state).filter((one) => one !== "typical")) {
    const points = pointsOf(answers, axis, demand, () => undefined);
    expect(points.length, "a way is missing in the picture").toBe(answers.length);
    const more = moreIsBetter(axis, demand);
    const front = frontOf(points, more);
    for (const point of points) {
      const own = axis === "changes" ? judge.all.filter((one) => coordinate(one, point.best.values) !== coordinate(one, judge.person)).length : demand!.scoreOf(judge.predict([point.best.values])[0]!);
      expect(point.x, `${point.way.id}: ${axis}`).toBeCloseTo(own, 6);
      const good = (one: typeof point): number => (more ? one.x : -one.x);
      const clear = (a: number, b: number): boolean => a < b - 1e-5 * Math.max(1, Math.abs(b));
      const beaten = points.filter((one) => one.size <= point.size && good(one) >= good(point) && (clear(one.size, point.size) || clear(good(point), good(one))));
      if (front.includes(point)) expect(beaten.map(({ way }) => way.id), `${point.way.id} is said to be beaten by none`).toEqual([]);
      else expect(points.some((one) => one !== point && one.size <= point.size + SAME && good(one) >= good(point) - SAME), `${point.way.id} is said to be beaten`).toBe(true);
    }
  }
}

/** The largest difference of two points, as a share of a feature's range; of another level of a category, 1. */
function distant(all: readonly FeatureInfo[], a: readonly number[], b: readonly number[]): number {
  return Math.max(...all.map((one) => {
    const by = Math.abs(coordinate(one, a) - coordinate(one, b));
    if (one.kind === "categorical" || one.kind === "binary") return by > 0 ? 1 : 0;
    return by / (isDiscrete(one) ? levelCount(one) - 1 : one.max - one.min);
  }));
}

function checkCompare(state: State, judge: Judge): void {
  render(compareDrawer(state, ui), comparePart);
  const rows = [...comparePart.querySelectorAll(".methods tbody tr")].map((one) => [...one.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
  const [own] = rows;
  const best = verified(state.shown);
  if (!own || !best) return;
  const proved = state.shown?.answer.status === "optimal";
  expect(own[0]!.endsWith("looked at or ruled out.") && !own[0]!.includes("Not every"), own[0]).toBe(proved);
  expect(own[3] === "1").toBe(proved);
  const request = requestOf(state.doc);
  state.compare?.list.forEach(({ method, found }, k) => {
    const cells = rows[k + 1]!;
    if (!found) return expect(cells.join(" ")).not.toMatch(/times|the same/);
    const rest = { ...request, plausibility: undefined as never };
    expect(judge.refusal(rest, found.values), `${method} gives no answer`).toBeNull();
    const times = Number(/([\d.,]+) times/.exec(cells[3] ?? "")?.[1]?.replaceAll(",", "") ?? Number.NaN);
    if (!Number.isNaN(times)) expect(Math.abs(times - found.cost / best.cost), method).toBeLessThan(0.0051);
    if (cells[3] === "not allowed") expect(judge.allowed(request, found.values), `${method}: called not allowed`).toBe(false);
    else if (proved) expect(found.cost).toBeGreaterThanOrEqual(best.cost - SAME);
  });
}

/** A row as text tells it, "Share 0.53, Income 12.4 kEUR, Purpose shop": the values that it names, all others as in `row`; null where they are counted only. */
function readBack(all: readonly FeatureInfo[], row: readonly number[], text: string): number[] | null {
  if (/^\d+ changes$/.test(text)) return null;
  // Nothing is different there.
  if (text === "") return [...row];
  return text.split(/, (?=[A-Z])/).reduce<number[]>((to, one) => {
    const feature = all.find(({ name }) => one.startsWith(`${name} `));
    if (!feature) throw new Error(`no value of a feature: ${one} in ${text}`);
    const said = one.slice(feature.name.length + 1);
    const level = isDiscrete(feature) ? Array.from({ length: levelCount(feature) }, (_, at) => levelLabel(feature, at)).indexOf(said) : Number(said.split("\u00a0")[0]!.replace("\u2212", "-").replaceAll(",", ""));
    expect(level >= 0, `${one} is read`).toBe(true);
    return withCoordinate(feature, to, level);
  }, [...row]);
}

/** Every value of an answer that the page writes, wherever it stands, is decided as the answer is. Counts the values that it held. */
function checkWritten(state: State, judge: Judge): number {
  const { doc } = state;
  let count = 0;
  const holds = (request: RequestDoc, row: readonly number[] | null, where: string): void => {
    if (row === null) return;
    expect(judge.reaches(request, row), `${where}: ${row.join(" ")} does not reach the target`).toBe(true);
    count += 1;
  };
  const squeezed = (one: Element | undefined): string => one?.textContent.replace(/[^\S\u00a0]+/g, " ").trim() ?? "";
  const found = state.ways.flatMap((way) => (verified(way.shown) && !way.breaks ? [{ way, shown: way.shown!, best: verified(way.shown)! }] : [])).filter(({ best }) => best.changes.length > 0);
  // Compare: this page, and the other methods.
  const main = verified(state.shown);
  render(compareDrawer(state, ui), otherPart);
  const cells = [...otherPart.querySelectorAll(".methods tbody tr")].map((one) => squeezed(one.children[1]));
  if (main && cells[0] !== undefined) holds(state.shown!.request, readBack(judge.all, main.values, cells[0]), "Compare");
  if (state.compare?.of === state.shown) state.compare.list.forEach(({ method, found: one }, k) => one && holds(requestOf(doc), readBack(judge.all, one.values, cells[k + 1]!), method));
  // The printed page: the answers that differ.
  render(printedView(state), otherPart);
  for (const item of otherPart.querySelectorAll("li")) {
    const text = squeezed(item);
    const one = found.find(({ way }) => text.startsWith(`${reason(way)}: `));
    if (one) holds(one.shown.request, readBack(judge.all, one.best.values, text.slice(reason(one.way).length + 2).replace(/ \([^)]*\)$/, "")), "print");
  }
  // The list of ways: differences from the present values, as these are told.
  render(answerView(state, ui), answerPart);
  for (const entry of lit(answerPart, ".way:not([disabled])")) {
    const one = found.find(({ way }) => captionOf(entry).split("\u00a0\u00b7 ")[0] === reason(way));
    const said = squeezed(entry.querySelector(".name")!).split("\u00a0\u00b7 ");
    if (!one || /^\d+ more$/.test(said.at(-1)!)) continue;
    const values = said.map((step) => {
      const [name = "", value = ""] = step.split(": ");
      const feature = judge.all.find((of) => of.name === name)!;
      const [, by, way] = /^(.*) (more|less)$/.exec(value) ?? [];
      if (by === undefined || way === undefined) return `${name} ${value}`;
      const [now, difference] = [told(feature, coordinate(feature, judge.person), bare), by].map((text) => Number(text.split("\u00a0")[0]!.replace("\u2212", "-").replaceAll(",", "")));
      return `${name} ${String(Number((now! + (way === "more" ? difference! : -difference!)).toFixed(9)))}`;
    });
    expect(said.length, `${said.join()} are all changes`).toBe(clauses(doc, one.shown).length);
    holds(one.shown.request, readBack(judge.all, one.best.values, values.join(", ")), "an entry of the list of ways");
  }
  // Pins of every answer there is, in the list and on the map; and the answer's own ring.
  for (const { shown, best } of found.slice(0, 4)) {
    const pinned: State = { ...state, doc: { ...doc, pins: [{ name: "one", values: best.values }] } };
    render(pinsView(pinned, ui), otherPart);
    const moved = judge.all.filter((one) => coordinate(one, best.values) !== coordinate(one, doc.person));
    const texts = squeezed(otherPart.querySelectorAll(".pins .cap")[0]).split(", ");
    expect(texts.length).toBe(moved.length);
    holds(shown.request, readBack(judge.all, best.values, moved.map(({ name }, k) => `${name} ${texts[k]!}`).join(", ")), "a pin");
    render(mapArea(pinned, ui), mapPart);
    const map = mapPart.querySelector("espalier-map") as unknown as MapProps | null;
    if (!map || !state.pair) continue;
    const [x, y] = state.pair.map((name) => judge.all.find((one) => one.name === name)!) as [FeatureInfo, FeatureInfo];
    const label = (point: { x: number; y: number }, row: readonly number[]): number[] => {
      const read = (axis: MapAxis, at: number): number => (isDiscrete(axis as unknown as FeatureInfo) ? at : Number(at.toFixed(digitsOf(axis))));
      return withCoordinate(y, withCoordinate(x, row, read(map.x, point.x)), read(map.y, point.y));
    };
    const [mark] = map.marks;
    if (mark) holds(shown.request, label(mark, best.values), "a pin on the map");
    const own = displayed(state);
    if (map.answer && own && verified(own)) holds(own.request, label(map.answer, verified(own)!.values), "the answer on the map");
  }
  return count;
}

/** How many written values each model's walk held to the predictor. In a model whose questions mostly have no answer they are few. */
const readBackOf = new Map<number, number>();

describe("nothing on the page is false", () => {
  test.each(seeds)("random states of model %i", (seed) => walk(seed), 600_000);

  // A real row that breaks limits was told as one that keeps them, while it was asked for again (7711043).
  test.each(given === undefined ? [7711043, day * 1000] : seeds)("random states of model %i whose lists of further answers change often", (seed) => walk(seed, true), 600_000);

  async function walk(seed: number, lists = false): Promise<void> {
    const rnd = draws(seed);
    const bench = new Bench(seed, rnd);
    const { store } = bench;
    let [step, written] = [0, 0];
    let judge = new Judge(bench.model, store.state.doc.person);
    const trouble: Error[] = [];
    const held = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        trouble.push(error as Error);
      }
    };
    store.onChange((state) => {
      if (state.doc.person !== judge.person) judge = new Judge(bench.model, state.doc.person);
      if (trouble.length === 0 && state.doc.model && rnd() < 0.05) held(() => checkBetween(state, judge));
    });
    try {
      await bench.settle();
      for (step = 1; step <= STATES && trouble.length === 0; step += 1) {
        // Some searches end early, as by a time limit.
        bench.nodes.most = rnd() < 0.2 ? 1 + Math.floor(3 * rnd()) : Number.POSITIVE_INFINITY;
        // The other methods take longer than all the rest.
        store.set({ drawer: rnd() < 0.2 ? "compare" : null });
        const drag = rnd() < 0.3 ? 2 + Math.floor(3 * rnd()) : 1;
        if (drag > 1) store.set({ dragging: true });
        for (let k = 0; k < drag; k += 1) {
          store.edit((doc) => edit(doc, bench.model, rnd, lists));
          if (k + 1 < drag) for (let turns = Math.floor(4 * rnd()); turns > 0; turns -= 1) await bench.turn();
        }
        if (drag > 1) store.set({ dragging: false });
        await bench.settle();
        // A refused question (too few rows of the target to say how usual an answer is): all that is left is dimmed, until it is taken back.
        let refused = store.state.problem;
        while (refused) {
          if (refused.fault || refused.error.source !== "request") throw new Error(`a problem: ${JSON.stringify(refused)}`);
          held(() => checkBetween(store.state, judge));
          store.set({ problem: null });
          store.undo();
          await bench.settle();
          const answered = JSON.stringify(store.state.shown?.request) === JSON.stringify(requestOf(store.state.doc));
          refused = answered ? null : (store.state.problem ?? refused);
        }
        held(() => {
          checkSettled(store.state, judge, rnd);
          checkMap(store.state, judge, rnd);
          written += checkWritten(store.state, judge);
        });
      }
      for (const error of trouble) throw error;
      if (!lists) readBackOf.set(seed, written);
    } catch (error) {
      const { doc } = store.state;
      throw new Error(`WALK=${String(seed)}, state ${String(step)}: ${error instanceof Error ? error.message : String(error)}\n${JSON.stringify({ request: requestOf(doc), way: doc.way, layer: doc.layer, pair: store.state.pair })}`, { cause: error });
    } finally {
      bench.ends.forEach((end) => end());
    }
  }

  test.skipIf(given !== undefined)("values are read back, in the mean of all models one in two states", () => {
    const list = [...readBackOf.values()];
    expect(list.length).toBeGreaterThan(0);
    expect(list.reduce((sum, count) => sum + count, 0)).toBeGreaterThan((list.length * STATES) / 2);
  });

  test("where one value is allowed the outline is a line, and encloses nothing beside it", () => {
    const weights = { scale: 6, up: 1, down: 2 };
    const axis = (kind: "integer" | "ordinal", max: number): MapAxis => ({ feature: kind, kind, thresholds: [], min: 0, max, window: [0, max], ...(kind === "ordinal" ? { labels: ["low", "mid", "high"] } : {}) });
    const [years, months, savings] = [axis("integer", 6), axis("integer", 60), axis("ordinal", 2)];
    const one: MapLimit = { lo: 5, hi: 5 };
    for (const [across, free] of [[savings, { lo: null, hi: null, levels: [true, false, true] }], [months, { lo: null, hi: 2 }]] as const) {
      const reach = { norm: "l1" as const, x: weights, y: weights, proved: 1.2, best: 1.2 };
      const [shape] = outlineShapes(reach, { x: 0, y: 0, label: "" }, years, across, { x: one, y: free });
      const drawn = shape!.shape(16);
      expect([0, 1, 2, 3].map((level) => onLine(drawn, 5, level))).toEqual(across === savings ? [true, false, true, false] : [true, true, true, false]);
      for (let px = 0; px <= 6; px += 1) if (px !== 5) for (let py = 0; py < 3; py += 1) expect(onLine(drawn, px, py)).toBe(false);
    }
    expect(only({ kind: "integer" } as FeatureInfo, years, one, 0)).toBe(5);
    expect(only({ kind: "integer" } as FeatureInfo, { ...years, locked: true }, { lo: 0, hi: 0 }, 0)).toBe(0);
    expect(only({ kind: "ordinal" } as FeatureInfo, savings, one, 0)).toBeNull();
  });

  test("the judge allows sums and consequences the rounding that the page allows, and the engine takes no more", () => {
    const model = randomModel(3);
    const query = [0.5, 10, 3, 1, 1, 0, 0];
    const judge = new Judge(model, query);
    const [now] = judge.predict([query]);
    const target = { class: now && "class" in now ? now.class : 0 };
    // Each of both terms counts as large as its range, 20, and the limit 20 as large as it is.
    const most = 2.5e-7 * 60;
    for (const [by, kept] of [[0.99 * most, true], [1.01 * most, false]] as const) {
      for (const [op, rhs] of [["<=", 20 - by], [">=", 20 + by]] as const) {
        const linear: ConstraintDoc = { linear: { terms: { Share: 20, Income: 1 }, op, rhs } };
        expect(keepsLimit(linear, judge.all, query, query)).toBe(kept);
        expect(obeys(linear, query, query, model.info)).toBe(kept);
        // The engine may take less than the most, and never more.
        if (!kept) expect(solve(model, { query, target, constraints: [{ max_changes: 0 }, linear] }).status).toBe("infeasible");
      }
    }
    const causal: ConstraintDoc = { causal: { feature: "Income", parents: { Share: 2 } } };
    for (const [by, kept] of [[0.99 * 2.5e-7 * 22, true], [1.01 * 2.5e-7 * 22, false]] as const) {
      const row = [0.25, 9.5 + by, ...query.slice(2)];
      expect(keepsLimit(causal, judge.all, query, row)).toBe(kept);
      expect(obeys(causal, row, query, model.info)).toBe(kept);
    }
    model.free();
  });

  test("the judge itself finds a contradiction where there is one", () => {
    const model = randomModel(3);
    const person = model.row(0).row;
    const judge = new Judge(model, person);
    const [now] = judge.predict([person]);
    const request: RequestDoc = { query: person, target: { class: now && "class" in now ? 1 - now.class : 0 }, constraints: [] };
    const answer = solve(model, request);
    const best = answer.counterfactuals[0]!;
    expect(() => checkBest({ request, answer, room: null, replay: null, extra: null }, judge, "")).not.toThrow();
    const dearer = { ...answer, counterfactuals: [{ ...best, cost: best.cost * 1.01 }] };
    expect(() => checkBest({ request, answer: dearer, room: null, replay: null, extra: null }, judge, "")).toThrow("costs");
    expect(() => checkBest({ request, answer: { ...answer, status: "infeasible", counterfactuals: [] }, room: null, replay: null, extra: null }, judge, "")).toThrow("impossible");
    model.free();
  });
});
