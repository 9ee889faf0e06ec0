/** `<espalier-walk>`: from the nearest answer to one that a person could act on, criterion by criterion, with the measures of each set. */
import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { loadModel, measures, type Measured, type Model } from "../index.js";
import { coordinate } from "../model/feature.js";
import { layoutOf, type Layout } from "../model/trees.js";
import type { Answer, Counterfactual, FeatureInfo, ModelInfo, Regions } from "../types.js";
import { tokens } from "../page/view/tokens.js";
import { bare, number, percent } from "../page/view/format.js";
import { words as common } from "../page/view/words.js";
import type { MapMark } from "../plot/contract.js";
import { icons } from "../page/view/icons.js";
import type { LessonState } from "./address.js";
import { axisOf, classesOf } from "./figure.js";
import lessonCss from "./lesson.css?inline";
import { actionable, applicantOf, bareSchema, changedIn, movedMost, PARTS, requestOfPart, ROW, slope } from "./walk-parts.js";
import { sheetOf, wordsOf } from "./question.js";
import treeCss from "./tree-figure.css?inline";
import { litAreas, treePanel, type Looked, type Panel } from "./tree-panel.js";
import walkCss from "./criteria-walk.css?inline";
import { lessonWords as words } from "./words.js";

/** So many trees are offered, in two lines. */
const MOST_TREES = 12;

interface Done {
  answer: Answer;
  measured: Measured;
}

export class EspalierWalk extends LitElement {
  static override styles = [tokens, lessonCss, treeCss, walkCss].map(unsafeCSS);
  static override properties = { base: {}, from: { attribute: false }, step: { state: true }, done: { state: true }, chosen: { state: true }, looked: { state: true }, problem: { state: true } };

  /** Where the examples' models lie. */
  declare base: string;
  /** The state that it opens in. */
  declare from: LessonState;
  declare step: number;
  declare done: Done[];
  /** The tree that is drawn large; null for the first of those that are offered. */
  declare chosen: number | null;
  declare looked: Looked | null;
  declare problem: string | null;

  #features: readonly FeatureInfo[] = [];
  #info: ModelInfo | null = null;
  /** The map of amount and duration, all other values being the applicant's. */
  #regions: Regions | null = null;
  #person: number[] = [];
  #drawn: Pick<Panel, "info" | "trees" | "layouts"> | null = null;
  #turn = 0;

  constructor() {
    super();
    this.base = "./examples/";
    this.from = {};
    this.step = 0;
    this.done = [];
    this.chosen = null;
    this.looked = null;
    this.problem = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("from")) this.step = Math.min(this.from.step ?? 0, PARTS.length - 1);
  }

  /** Tells the page around of the state and of an answer. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("step") && !changed.has("done")) return;
    this.dispatchEvent(new CustomEvent<LessonState>("lesson-state", { detail: this.step > 0 ? { step: this.step } : {} }));
    if (this.#found !== null) this.dispatchEvent(new CustomEvent("lesson-answered"));
  }

  protected override firstUpdated(_: PropertyValues<this>): void {
    void this.#open(++this.#turn).catch((error: unknown) => (this.problem = error instanceof Error ? error.message : String(error)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#turn += 1;
  }

  /** Asks part after part; each is shown as soon as it and its measures are there. */
  async #open(turn: number): Promise<void> {
    const given = await loadModel(new URL(`${this.base}loan.json`, document.baseURI));
    const limits = actionable(given.info.features);
    const model: Model = await given.withSchema(bareSchema(given.info));
    given.free();
    const { features } = model.info;
    const [rows, { row: values }, trees] = await Promise.all([model.rows(), model.row(ROW), model.trees()]);
    const [child, parent] = ["Duration", "Credit amount"].map((name) => features.find((feature) => feature.name === name));
    if (!child || !parent) throw new Error(words.walk.changed);
    const row = applicantOf(values);
    const weight = Number(slope(rows, child, parent).toFixed(4));
    [this.#features, this.#person, this.#info] = [features, row, model.info];
    this.#drawn = { info: model.info, trees, layouts: Array.from({ length: trees.first.length - 1 }, (_, tree): Layout => layoutOf(trees, tree)) };
    this.#regions = await model.regions({ axes: [parent.name, child.name], at: row });
    for (const part of PARTS) {
      const request = requestOfPart(part, row, limits, { causal: { feature: child.name, parents: { [parent.name]: weight } } });
      const answer = await model.explain(request);
      const measured = await measures(model, request, answer, { neighbours: 0 });
      if (turn !== this.#turn) break;
      this.done = [...this.done, { answer, measured }];
    }
    model.free();
  }

  /** From the first part on whose answers, and those of all parts after it, keep the age: known once all parts are answered. */
  get #found(): string | null {
    if (this.done.length < PARTS.length) return null;
    const aged = this.done.map(({ answer }) => answer.counterfactuals.some((one) => one.changes.some((change) => change.feature === "Age")));
    const first = aged.lastIndexOf(true) + 1;
    return first > 0 && first < PARTS.length && this.step >= first ? words.walk.found(PARTS[first - 1] ?? "A", PARTS[first] ?? "F") : null;
  }

  #to(step: number): void {
    this.step = Math.max(0, Math.min(PARTS.length - 1, step));
  }

  protected override render(): TemplateResult {
    const text = words.text.walk;
    const part = PARTS[this.step] ?? "A";
    return html`<article class="lesson walk">
      ${wordsOf(text, words.teaching.walk, this.#found)}
      <div class="figure" role="group" aria-label=${words.figure}>
        ${this.problem === null ? html`${this.#steps()}<p class="part" aria-live="polite"><b>${words.walk.part(part)}</b> ${words.walk.says[part]}</p>${this.#answers()}${this.#pair()}${this.#table()}` : html`<p class="problem" role="alert">${words.broken(this.problem)}</p>`}
      </div>
      ${sheetOf(words.teaching.walk)}
    </article>`;
  }

  #steps(): TemplateResult {
    const end = PARTS.length - 1;
    const button = (icon: TemplateResult, label: string, by: number): TemplateResult =>
      html`<button type="button" class="btn ico" aria-label=${label} ?disabled=${this.step + by < 0 || this.step + by > end} @click=${() => this.#to(this.step + by)}>${icon}</button>`;
    return html`<div class="steps"><div class="line">
      ${button(icons.left(), words.back, -1)}<input type="range" min="0" max=${end} step="1" aria-label=${words.step} aria-valuetext=${words.walk.part(PARTS[this.step] ?? "A")} .value=${live(String(this.step))}
        @input=${(event: Event) => this.#to(Number((event.currentTarget as HTMLInputElement).value))} />${button(icons.right(), words.next, 1)}
      <span class="cap">${words.stepOf(this.step + 1, end + 1)}</span>
    </div></div>`;
  }

  /** The answers of the present part: the new values, and a dash where nothing changes. */
  #answers(): TemplateResult {
    const now = this.done[this.step];
    const columns = changedIn(this.#features, this.done.map((one) => one.answer));
    if (!now) return html`<p class="cap waiting">${words.loading}</p>`;
    const cell = (feature: FeatureInfo, one: Counterfactual): TemplateResult => {
      const change = one.changes.find((other) => other.feature === feature.name);
      if (!change) return html`<td class="n"><span aria-label=${words.walk.stays}>\u2013</span></td>`;
      return html`<td class="n"><b>${bare(feature, coordinate(feature, one.values))}</b>${change.consequence ? html` <span class="tag">${words.walk.follows}</span>` : nothing}</td>`;
    };
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.walk.answers}><table>
      <thead><tr><th scope="col">${words.walk.answers}</th>${columns.map((feature) => html`<th scope="col" class="n">${feature.name}</th>`)}</tr></thead>
      <tbody>
        <tr class="now"><th scope="row">${words.walk.now}</th>${columns.map((feature) => html`<td class="n">${bare(feature, coordinate(feature, this.#person))}</td>`)}</tr>
        ${now.answer.counterfactuals.map((one, index) => html`<tr><th scope="row">${words.walk.answer(index)}</th>${columns.map((feature) => cell(feature, one))}</tr>`)}
      </tbody>
    </table></div>`;
  }

  /** The trees that the first answer moves most, and the map. */
  #pair(): TemplateResult | typeof nothing {
    const panel = this.#panel();
    return panel ? html`<p class="cap part">${words.walk.trees(panel.among?.length ?? 0, words.walk.answer(0))}</p><div class="pair">${treePanel(panel)}<div class="ground">${this.#map(panel)}</div></div>` : nothing;
  }

  #panel(): Panel | null {
    const [best] = this.done[this.step]?.answer.counterfactuals ?? [];
    if (!this.#drawn || !best) return null;
    const { trees } = this.#drawn;
    const among = movedMost(trees, this.#person, best.values, MOST_TREES);
    return {
      ...this.#drawn,
      point: this.#person,
      there: best.values,
      of: (said) => `${words.walk.answer(0)} ${said}`,
      chosen: this.chosen !== null && among.includes(this.chosen) ? this.chosen : (among[0] ?? 0),
      among,
      looked: this.looked,
      flow: null,
      people: [],
      choose: (tree) => (this.chosen = tree),
      look: (looked) => {
        if (looked?.tree !== this.looked?.tree || looked?.node !== this.looked?.node) this.looked = looked;
      },
    };
  }

  /** The answers of the present part on the map. */
  #map(panel: Panel): TemplateResult | typeof nothing {
    const [info, regions, now] = [this.#info, this.#regions, this.done[this.step]];
    const [y, x] = ["Duration", "Credit amount"].map((name) => info?.features.find((feature) => feature.name === name));
    if (!info || !regions || !now || !x || !y) return nothing;
    const place = (values: readonly number[]): { x: number; y: number } => ({ x: coordinate(x, values), y: coordinate(y, values) });
    const marks = now.answer.counterfactuals.map((one, index): MapMark => ({
      ...place(one.values),
      label: words.walk.answer(index),
      target: true,
      arrow: true,
      off: one.changes.some(({ feature }) => feature !== x.name && feature !== y.name),
    }));
    const { areas, shade } = litAreas(panel, "chosen");
    return html`<espalier-map
        .regions=${regions}
        .classes=${classesOf(info)}
        .x=${axisOf(x)}
        .y=${axisOf(y)}
        .words=${common.voices.you.map}
        .factual=${{ ...place(this.#person), label: words.walk.now, target: false }}
        .marks=${marks}
        .overlay=${areas.length === 0 ? null : { cuts: [], areas, shade }}
        .hide=${["readout", "limits"]}
        .readonly=${true}
      ></espalier-map>
      <p class="cap part">${words.walk.map}</p>`;
  }

  /** The measures of the parts up to the present one, as the paper lists them. */
  #table(): TemplateResult {
    const head = words.walk.head;
    const share = (x: number | undefined): string => (x === undefined ? "" : percent(x));
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.walk.measures}><table>
      <thead><tr><th scope="col">${words.walk.measures}</th>${[head.valid, head.kept, head.categories, head.steps, head.differ, head.apart].map((name) => html`<th scope="col" class="n">${name}</th>`)}</tr></thead>
      <tbody>
        ${this.done.slice(0, this.step + 1).map(({ measured: { set } }, index) => html`<tr class=${index === this.step ? "on" : ""}>
          <th scope="row">${words.walk.part(PARTS[index] ?? "A")}</th>
          <td class="n">${share(set.validity)}</td><td class="n">${share(set.sparsity)}</td><td class="n">${share(set.categorical_proximity)}</td><td class="n">${set.continuous_proximity === undefined ? "" : number(-set.continuous_proximity, 2)}</td>
          <td class="n">${share(set.count_diversity)}</td><td class="n">${set.continuous_diversity === undefined ? "" : number(set.continuous_diversity, 2)}</td>
        </tr>`)}
      </tbody>
    </table></div>`;
  }
}
