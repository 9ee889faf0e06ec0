/** The drawer "Try to beat it": a ring of a person's own, by values or on the map, and the verdict on it beside the answer. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { shapeOf } from "../../../model/shape.js";
import { coordinate, isDiscrete, levelCount, levelLabel, seen, withCoordinate } from "../../../model/feature.js";
import type { FeatureInfo } from "../../../types.js";
import type { BoxDetail, MapBox } from "../../../plot/contract.js";
import { writtenOf } from "../../state/answer/claims.js";
import { decimalsOf } from "../../state/answer/rounding.js";
import { displayed, isStale, verified } from "../../state/answer/selectors.js";
import { comparable } from "../../state/compare/compare.js";
import type { Shown, State } from "../../state/document/state.js";
import { costOf } from "../../state/request/cost.js";
import { classIndex, featureNamed, features, meets } from "../../state/request/request.js";
import { limitText } from "../../view/chips.js";
import type { Ui } from "../../view/callbacks.js";
import type { Marked } from "../../view/further.js";
import { bare, cost, costDown, number, NBSP, told } from "../../view/format.js";
import { reachOf } from "../../view/map.js";
import { outcomeText, scoreText } from "../../view/targets.js";
import { openTrees } from "../open-trees.js";
import { Predicted } from "../predicted.js";
import { furtherWords } from "../words.js";
import { against, nearestIn, verdictOn, type Verdict } from "./verdict.js";

/** Between press and release of a click the pointer moves by at most so many pixels. */
const CLICK = 4;

/** The outline takes so many milliseconds to grow. */
const GROWTH = 1500;

/** The ring on the map. */
export function beatMarks(state: State): Marked[] {
  const { tried, doc } = state;
  if (tried === null || tried.model !== doc.model?.id) return [];
  return [{ row: tried.values, said: writtenOf(doc, tried.values), label: furtherWords.beat.ring }];
}

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierBeat extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false } };
  declare state: State;
  declare ui: Ui;

  #predicted = new Predicted<null>(this);
  #root: Node | null = null;
  #pointed: MapBox | null = null;
  /** Whether the outline has grown since the answer came. */
  #touched = false;
  /** Where the pointer went down: from elsewhere it has dragged something. */
  #pressed: readonly [number, number] = [0, 0];

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#root = this.getRootNode();
    this.#root.addEventListener("map-box", this.#point);
    this.#root.addEventListener("pointerdown", this.#press);
    this.#root.addEventListener("click", this.#place);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.removeEventListener("map-box", this.#point);
    this.#root?.removeEventListener("pointerdown", this.#press);
    this.#root?.removeEventListener("click", this.#place);
  }

  readonly #point = (event: Event): void => {
    this.#pointed = (event as CustomEvent<BoxDetail>).detail.box;
  };

  readonly #press = (event: Event): void => {
    const { clientX, clientY } = event as PointerEvent;
    this.#pressed = [clientX, clientY];
  };

  /** A click on a patch of the map puts the ring into it. */
  readonly #place = (event: Event): void => {
    const { pair, doc } = this.state;
    const box = this.#pointed;
    if (!(event.target instanceof Element) || !event.target.matches("espalier-map") || !pair || box === null) return;
    const { clientX, clientY } = event as MouseEvent;
    if (Math.hypot(clientX - this.#pressed[0], clientY - this.#pressed[1]) > CLICK) return;
    const [x, y] = pair.map((name) => featureNamed(doc, name));
    if (!x || !y) return;
    const values = this.#values();
    const across = withCoordinate(x, values, nearestIn(x, box.x, coordinate(x, doc.person)));
    this.#try(withCoordinate(y, across, nearestIn(y, box.y, coordinate(y, doc.person))));
  };

  /** The ring's values: those that were set last, else the answer's. */
  #values(): readonly number[] {
    const { tried, doc } = this.state;
    return tried !== null && tried.model === doc.model?.id ? tried.values : (verified(displayed(this.state))?.values ?? doc.person);
  }

  #try(values: readonly number[]): void {
    const { model } = this.state.doc;
    if (model) this.ui.set({ tried: { model: model.id, values } });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("state")) return;
    if (changed.get("state")?.shown !== this.state.shown) this.#touched = false;
    const values = this.#values();
    void this.#predicted.ask(this.ui, this.#key(values), [[...values]], null);
  }

  #key(values: readonly number[]): string {
    return `${String(this.state.doc.model?.id)} ${values.join()}`;
  }

  protected override render(): TemplateResult {
    const text = furtherWords.beat;
    const { state } = this;
    const { doc } = state;
    const shown = displayed(state);
    const best = verified(shown);
    if (!shown || !best || best.changes.length === 0) return html`<p class="cap">${text.none}</p>`;
    if (!comparable(state, shown)) return html`<p class="cap">${text.incomparable}</p>`;
    const values = this.#values();
    const free = features(doc).filter((feature) => !(doc.limits.get(feature.name)?.lock ?? false));
    return html`<div class="beat ${isStale(state) ? "stale" : ""}">
      <div class="said">
        <p>${text.lead(cost(best.cost), shown.answer.status === "optimal")}</p>
        <p class="verdict" role="status">${this.#verdict(shown, values)}</p>
        <p class="cap">${text.how}</p>
        ${this.#outline(shown, best.cost)}
        <p>
          <button type="button" class="link quiet" @click=${() => this.#try(best.values)}>${text.toAnswer}</button>
          <button type="button" class="link quiet" @click=${() => this.#try(doc.person)}>${text.toStart}</button>
        </p>
      </div>
      <div class="values">${free.map((feature) => this.#control(feature, values))}</div>
    </div>`;
  }

  /** Of a proved answer whose outline is on the map: a press lets it grow from the dot until it touches. */
  #outline(shown: Shown, size: number): TemplateResult | typeof nothing {
    const text = furtherWords.beat;
    const { state } = this;
    const [x, y] = (state.pair ?? []).map((name) => featureNamed(state.doc, name));
    const reach = shown.answer.status === "optimal" && x && y && state.pair ? reachOf(state, state.pair, x, y) : null;
    if (!reach) return nothing;
    // The changes off the map have used their part before it begins to grow.
    const { used = 0 } = reach;
    return html`<p><button type="button" class="link" aria-disabled=${state.grown < 1 ? "true" : nothing} @click=${() => state.grown < 1 || this.#grow()}>${text.grow}</button>
      <span class="cap grown" role="status">${state.grown < 1 ? text.grown(costDown(used + state.grown * (size - used)), false) : this.#touched ? text.grown(cost(size), true) : nothing}</span></p>`;
  }

  #grow(): void {
    const began = performance.now();
    const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GROWTH;
    const draw = (now: number): void => {
      const grown = this.isConnected && now - began < time ? Math.max(0.01, (now - began) / time) : 1;
      this.#touched = grown === 1;
      this.ui.set({ grown });
      if (grown < 1) requestAnimationFrame(draw);
      else this.requestUpdate();
    };
    requestAnimationFrame(draw);
  }

  #control(feature: FeatureInfo, values: readonly number[]): TemplateResult {
    const { person } = this.state.doc;
    const at = coordinate(feature, values);
    const label = furtherWords.beat.value(feature.name);
    const set = (to: number): void => this.#try(withCoordinate(feature, values, to));
    const changed = Object.is(at, coordinate(feature, person)) ? "" : "changed";
    if (isDiscrete(feature)) {
      const levels = Array.from({ length: levelCount(feature) }, (_, level) => level);
      return html`<label class="tried ${changed}"><span>${feature.name}</span>
        <select aria-label=${label} .value=${live(String(at))} @change=${(event: Event) => set(Number((event.currentTarget as HTMLSelectElement).value))}>${levels.map((level) => html`<option value=${level} ?selected=${level === at}>${levelLabel(feature, level)}</option>`)}</select></label>`;
    }
    const [low, high] = seen(feature, person);
    const step = feature.kind === "integer" ? 1 : 10 ** -decimalsOf(feature);
    return html`<label class="tried ${changed}"><span>${feature.name}</span>
      <input type="range" aria-label=${label} aria-valuetext=${told(feature, at)} min=${low} max=${high} step=${step} .value=${live(String(at))} @input=${(event: Event) => set(Number((event.currentTarget as HTMLInputElement).value))} />
      <b>${told(feature, at, bare)}</b></label>`;
  }

  #verdict(shown: Shown, values: readonly number[]): TemplateResult | string {
    const text = furtherWords.beat;
    const { state } = this;
    const { doc } = state;
    const { key, predictions: [prediction] = [] } = this.#predicted.last ?? {};
    if (key !== this.#key(values) || !prediction) return text.wait;
    const best = verified(shown)!;
    const own = costOf(doc, values);
    const enough = meets(prediction, shown.request.target, doc.model?.info.classes ?? []);
    const score = scoreText(doc, prediction, shown.request.target);
    const outcome = score === null ? outcomeText(doc, prediction) : `${outcomeText(doc, prediction)}, ${score}`;
    const { verdict, broken } = verdictOn(doc, { values, enough, cost: own, answer: { values: best.values, cost: best.cost, proved: shown.answer.status === "optimal" } });
    const said: Record<Verdict, () => string> = {
      answer: () => text.answer,
      start: () => text.start,
      refusedSmaller: () => text.refusedSmaller(outcome),
      refused: () => text.refused(outcome),
      same: () => text.same,
      larger: () => (best.cost > 0 ? text.larger(`${number(100 * (own / best.cost - 1), 1)}${NBSP}%`) : text.largerOnly),
      breaks: () => text.breaks(broken.map((origin) => limitText(doc, origin)).join(", ")),
      open: () => text.open,
      beaten: () => text.beaten,
      contradiction: () => text.contradiction,
    };
    const data = openTrees(state);
    const { target } = doc;
    const votes = !enough && data && "class" in target && shapeOf(doc.model!.info).of === "trees" ? against(data, values, classIndex(doc.model!.info.classes, target.class)) : null;
    return html`<b>${said[verdict]()}</b> ${text.sizes(cost(own), cost(best.cost))} ${votes === null ? nothing : text.against(votes.against, votes.all)}`;
  }
}
