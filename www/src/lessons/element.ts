/** `<espalier-lesson name="rulers">`: one lesson, its words beside a figure that is dragged. */
import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { loadModel, type Model } from "../index.js";
import type { Regions, SchemaDoc, TreeData } from "../types.js";
import tokensCss from "../page/view/tokens.css?inline";
import { icons } from "../page/view/icons.js";
import { words as common } from "../page/view/words.js";
import type { LimitDetail, MapLimit, MapMark, PointDetail } from "../plot/contract.js";
import { axisOf, blank, classesOf, type Figure, type Point } from "./figure.js";
import { growForest, type Row } from "./forest.js";
import { LESSONS, type Lesson } from "./kinds.js";
import { growSlanted } from "./slanted-tree.js";
import segmentCss from "../page/view/segment.css?inline";
import lessonCss from "./lesson.css?inline";
import { wordsOf } from "./question.js";
import { GROWN, lessonWords as words, type FigureName, type GrownKind, type LessonText } from "./words.js";

/** Class names of every lesson's model, grown here or loaded. */
export const CLASSES = ["refused", "accepted"];
export const SCHEMA: SchemaDoc = {
  features: [
    { name: "Credit amount", kind: "integer", column: 0, min: 250, max: 10000, unit: "EUR" },
    { name: "Duration", kind: "integer", column: 1, min: 6, max: 60, unit: "months" },
  ],
  classes: CLASSES,
};

const OPEN: Record<"x" | "y", MapLimit> = { x: { lo: null, hi: null }, y: { lo: null, hi: null } };

export class EspalierLesson extends LitElement {
  static override styles = [tokensCss, segmentCss, lessonCss].map(unsafeCSS);
  static override properties = { name: { reflect: true }, base: {}, grown: { state: true }, figure: { state: true }, problem: { state: true } };

  /** Which lesson. */
  declare name: FigureName;
  /** Where the lessons' models lie. */
  declare base: string;
  /** Which model is grown from points, where one is. */
  declare grown: GrownKind;
  declare figure: Figure | null;
  declare problem: string | null;

  #model: Model | null = null;
  #trees: TreeData | null = null;
  #regions: Regions | null = null;
  #point: Point = [0, 0];
  #limits = OPEN;
  #step = 0;
  /** The points of a model that is grown here. */
  #rows: Row[] = [];
  #seen = new Map<string, unknown>();
  #busy = false;
  #again = false;
  #turn = 0;

  constructor() {
    super();
    this.name = "boxes";
    this.base = "./lessons/";
    this.grown = "forest";
    this.figure = null;
    this.problem = null;
  }

  get #lesson(): Lesson {
    return LESSONS[this.name];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#turn += 1;
    this.#model?.free();
    this.#model = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("name")) void this.#open();
  }

  async #open(): Promise<void> {
    const turn = ++this.#turn;
    const lesson = this.#lesson;
    [this.#point, this.#limits, this.#step, this.figure, this.problem] = [lesson.start, OPEN, 0, null, null];
    this.#seen = new Map();
    // The last lesson's figure stays until this one's model is here; nothing is asked of it any more.
    this.#trees = null;
    try {
      this.#rows = [...(lesson.rows ?? [])];
      const model = await this.#load(lesson);
      const [x = "", y = ""] = model.info.features.map((feature) => feature.name);
      const [trees, regions] = await Promise.all([model.trees(), model.regions({ axes: [x, y], at: [...lesson.start] })]);
      if (turn !== this.#turn) {
        model.free();
        return;
      }
      this.#model?.free();
      [this.#model, this.#trees, this.#regions] = [model, trees, regions];
      this.#ask();
    } catch (error) {
      if (turn === this.#turn) this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  #load(lesson: Lesson): Promise<Model> {
    if (!lesson.rows) return loadModel(new URL(this.base + lesson.file, document.baseURI));
    return loadModel(this.grown === "forest" ? growForest(this.#rows, SCHEMA, CLASSES) : growSlanted(this.#rows, SCHEMA, CLASSES));
  }

  /** Grows another kind of model from the same points. */
  #choose(grown: GrownKind): void {
    this.grown = grown;
    // The decisions seen so far belong to the other model.
    this.#seen = new Map();
    // Nothing is asked of that one any more.
    this.#trees = null;
    void this.#grow(this.#rows);
  }

  /** The words of the lesson, of the model that is grown where one is. */
  get #text(): LessonText {
    return this.#lesson.rows !== undefined && this.grown === "tree" ? { ...words.text.grow, ...words.growTree } : words.text[this.name];
  }

  /** Grows the model anew. */
  async #grow(rows: Row[]): Promise<void> {
    const [turn, lesson] = [++this.#turn, this.#lesson];
    this.#rows = rows;
    const model = await this.#load(lesson);
    const [x = "", y = ""] = model.info.features.map((feature) => feature.name);
    const [trees, regions] = await Promise.all([model.trees(), model.regions({ axes: [x, y], at: [...this.#point] })]);
    if (turn !== this.#turn) { model.free(); return; }
    this.#model?.free();
    [this.#model, this.#trees, this.#regions] = [model, trees, regions];
    this.#ask();
  }

  /** At most one question under way, then the newest; the dot and the limits are shown moved at once, so that the next key goes on from there. */
  #ask(): void {
    this.requestUpdate();
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    void (async () => {
      while (this.#again) {
        this.#again = false;
        const [model, trees, regions, turn] = [this.#model, this.#trees, this.#regions, this.#turn];
        if (!model || !trees || !regions) break;
        const figure = await this.#lesson.ask({ model, trees, regions, point: this.#point, limits: this.#limits, step: this.#step, seen: this.#seen }).catch((error: unknown) => error);
        if (turn !== this.#turn) continue;
        if (figure instanceof Error) this.problem = figure.message;
        else this.figure = figure as Figure;
      }
      this.#busy = false;
    })();
  }

  #moved({ x, y }: PointDetail): void {
    this.#point = [x, y];
    this.#step = 0;
    this.#ask();
  }

  #limited({ x, y }: LimitDetail): void {
    this.#limits = { x: x ?? this.#limits.x, y: y ?? this.#limits.y };
    this.#ask();
  }

  #to(step: number): void {
    this.#step = step;
    this.#ask();
  }

  protected override render(): TemplateResult {
    const figure = this.figure ?? blank(false);
    return html`<article class="lesson">
      ${wordsOf(this.#text, figure.found)}
      <div class="figure" role="group" aria-label=${words.figure}>
        ${this.#lesson.rows === undefined ? nothing : this.#kinds()}
        ${this.problem === null ? this.#map(figure) : html`<p class="problem" role="alert">${words.broken(this.problem)}</p>`} ${this.#under(figure)}
      </div>
    </article>`;
  }

  #kinds(): TemplateResult {
    return html`<div class="segments kinds" role="radiogroup" aria-label=${words.grownKind}>
      ${GROWN.map((kind) => html`<label class="segment ${kind === this.grown ? "on" : ""}"><input type="radio" name="grown" .checked=${live(kind === this.grown)} @change=${() => this.#choose(kind)} />${words.grownKinds[kind]}</label>`)}
    </div>`;
  }

  #map(figure: Figure): TemplateResult {
    const info = this.#model?.info;
    const [x, y] = info?.features ?? [];
    if (!info || !x || !y) return html`<div class="empty"><p class="cap">${words.loading}</p></div>`;
    const lesson = this.#lesson;
    return html`<espalier-map
      class=${lesson.square ? "square" : ""}
      .square=${lesson.square ?? false}
      .regions=${this.#regions}
      .classes=${classesOf(info)}
      .x=${axisOf(x)}
      .y=${axisOf(y)}
      .words=${common.voices.you.map}
      .factual=${{ x: this.#point[0], y: this.#point[1], label: words.dragMe, target: figure.accepted }}
      .answer=${figure.answer}
      .marks=${[...this.#rows.map((row): MapMark => ({ x: row.x, y: row.y, label: "", class: row.class })), ...figure.marks]}
      .reach=${figure.reach}
      .allowed=${this.#limits}
      .showBoxes=${lesson.boxes}
      .overlay=${figure.overlay}
      .hide=${lesson.limited ? ["readout"] : ["readout", "limits"]}
      @map-point=${(event: CustomEvent<PointDetail>) => this.#moved(event.detail)}
      @map-limit=${(event: CustomEvent<LimitDetail>) => this.#limited(event.detail)}
    ></espalier-map>`;
  }

  #under(figure: Figure): TemplateResult {
    if (figure.steps > 0) {
      const end = figure.steps - 1;
      const at = Math.min(this.#step, end);
      const button = (icon: TemplateResult, label: string, by: number): TemplateResult =>
        html`<button type="button" class="btn ico" aria-label=${label} ?disabled=${at + by < 0 || at + by > end} @click=${() => this.#to(at + by)}>${icon}</button>`;
      return html`<div class="steps">
        <div class="line">
          ${button(icons.left(), words.back, -1)}<input type="range" min="0" max=${end} step="1" aria-label=${words.step} aria-valuetext=${words.stepOf(at + 1, end + 1)} .value=${live(String(at))}
            @input=${(event: Event) => this.#to(Number((event.currentTarget as HTMLInputElement).value))} />${button(icons.right(), words.next, 1)}
          <span class="cap">${words.stepOf(at + 1, end + 1)}</span>
        </div>
        ${figure.says.map((line, index) => html`<p class=${index === 0 ? "cap" : ""}>${line}</p>`)}
      </div>`;
    }
    const [x, y] = this.#point;
    const grown = this.#lesson.rows === undefined
      ? nothing
      : html`<div class="line points" role="group" aria-label=${words.points}>
          ${[1, 0].map((of) => html`<button type="button" class="btn line-button" ?disabled=${this.#model === null} @click=${() => void this.#grow([...this.#rows, { x, y, class: of }])}>${words.addPoint(CLASSES[of] ?? "")}</button>`)}
          <button type="button" class="btn" ?disabled=${this.#rows.length <= this.#lesson.rows.length} @click=${() => void this.#grow(this.#rows.slice(0, -1))}>${words.takePoint}</button>
        </div>`;
    return html`${grown}<dl class="facts">${figure.facts.length === 0 ? nothing : figure.facts.map(({ title, text }) => html`<div><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>`;
  }
}
