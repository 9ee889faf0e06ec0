/** `<espalier-lesson name="rulers">`: one lesson, its words beside a figure that is dragged. */
import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { loadModel, type Model } from "../index.js";
import { layoutOf, type Layout } from "../model/trees.js";
import type { Regions, TreeData } from "../types.js";
import { tokens } from "../page/view/tokens.js";
import { icons } from "../page/view/icons.js";
import { words as common } from "../page/view/words.js";
import type { BoxDetail, LimitDetail, MapLimit, MapMark, MapOverlay, PointDetail } from "../plot/contract.js";
import { segments } from "../page/view/segments.js";
import { usualSettings } from "../train/tao.js";
import { axisOf, blank, classesOf, TARGET, type Figure, type Point } from "./figure.js";
import type { LessonState } from "./address.js";
import { growForest, type Row } from "./forest.js";
import { LESSONS, type Lesson } from "./kinds.js";
import { ownControls, type Fault, type Own } from "./own-controls.js";
import { choiceOf, groundOf, readFile, type Choice, type Ground, type OwnFile } from "./own-rows.js";
import { CLASSES, SCHEMA } from "./plane.js";
import { FEW, growSlanted } from "./slanted-tree.js";
import { litAreas, litPeople, treePanel, type Looked, type Panel } from "./tree-panel.js";
import segmentCss from "../page/view/segment.css?inline";
import lessonCss from "./lesson.css?inline";
import treeCss from "./tree-figure.css?inline";
import { sheetOf, wordsOf } from "./question.js";
import { GROWN, lessonWords as words, type FigureName, type GrownKind, type LessonText } from "./words.js";

/** People on the map at most: more of them would hide it. By hand. */
const PEOPLE = 60;

/** The people of a model's first rows, with the decisions that were made on them; none where it came without rows. */
async function peopleOf(model: Model): Promise<Row[]> {
  const all = await Promise.all(Array.from({ length: Math.min(model.info.rows, PEOPLE) }, (_, index) => model.row(index)));
  return all.map(({ row: [x = Number.NaN, y = Number.NaN], label }) => ({ x, y, class: label ?? 0 }));
}

const faultOf = (error: unknown): Fault => ({ text: error instanceof Error ? error.message : String(error) });

/** The ground of a lesson's own points. */
const groundOfLesson = ({ rows = [], start }: Lesson): Ground => ({ schema: SCHEMA, classes: CLASSES, rows, start });

/** A point of an address, on the plane. */
const inside = (point: Point): Point => {
  const [x, y] = SCHEMA.features.map(({ min = 0, max = 0 }, axis) => Math.round(Math.min(Math.max(point[axis as 0 | 1], min), max)));
  return [x ?? 0, y ?? 0];
};

const OPEN: Record<"x" | "y", MapLimit> = { x: { lo: null, hi: null }, y: { lo: null, hi: null } };

export class EspalierLesson extends LitElement {
  static override styles = [tokens, segmentCss, lessonCss, treeCss].map(unsafeCSS);
  static override properties = { name: { reflect: true }, base: {}, from: { attribute: false }, grown: { state: true }, figure: { state: true }, problem: { state: true }, own: { state: true }, chosen: { state: true }, looked: { state: true }, there: { state: true }, fault: { state: true } };

  /** Which lesson. */
  declare name: FigureName;
  /** Where the lessons' models lie. */
  declare base: string;
  /** The state that it opens in; another one opens it anew. */
  declare from: LessonState;
  /** Which model is grown from points, where one is. */
  declare grown: GrownKind;
  declare figure: Figure | null;
  declare problem: string | null;
  /** Rows of a person's own that a model is grown from, and the columns that were picked. */
  declare own: Own | null;
  /** Which tree is shown large, the node that is pointed at, and the place that the map is pointed at. */
  declare chosen: number;
  declare looked: Looked | null;
  declare there: Point | null;
  /** Why a file was not taken, or its name while it is read. */
  declare fault: Fault | null;

  #model: Model | null = null;
  #trees: TreeData | null = null;
  /** The trees that are drawn, with the model that they are of: they stay until the next lesson's are here. */
  #drawn: Pick<Panel, "info" | "trees" | "layouts"> | null = null;
  #people: readonly Row[] = [];
  #beside: Promise<Model> | null = null;
  #regions: Regions | null = null;
  #point: Point = [0, 0];
  #limits = OPEN;
  #step = 0;
  /** The points of a model that is grown here, those of a person's own last, and the ground that they were added to. */
  #rows: readonly Row[] = [];
  #ground: Ground = groundOfLesson(LESSONS.boxes);
  #seen = new Map<string, unknown>();
  #busy = false;
  #again = false;
  #turn = 0;

  constructor() {
    super();
    this.name = "boxes";
    this.base = "./lessons/";
    this.from = {};
    this.grown = "forest";
    this.figure = null;
    this.problem = null;
    this.own = null;
    this.fault = null;
    this.chosen = 0;
    this.looked = null;
    this.there = null;
  }

  get #lesson(): Lesson {
    return LESSONS[this.name];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#turn += 1;
    this.#model?.free();
    this.#model = null;
    this.#release();
  }

  /** Frees the model beside. */
  #release(): void {
    void this.#beside?.then((model) => model.free(), () => undefined);
    this.#beside = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("name") || changed.has("from")) void this.#open();
  }

  async #open(): Promise<void> {
    const turn = ++this.#turn;
    const lesson = this.#lesson;
    const { at = lesson.start, limits = OPEN, step = 0, grown = "forest", points = [] } = this.from;
    this.#release();
    [this.chosen, this.looked, this.there] = [0, null, null];
    [this.#point, this.#limits, this.#step, this.figure, this.problem, this.grown] = [inside(at), limits, step, null, null, grown];
    this.#seen = new Map();
    // The last lesson's figure stays until this one's model is here; nothing is asked of it any more.
    this.#trees = null;
    try {
      [this.own, this.fault, this.#ground] = [null, null, groundOfLesson(lesson)];
      this.#rows = [...this.#ground.rows, ...(lesson.rows ? points : [])];
      const model = await this.#load(lesson);
      const [x = "", y = ""] = model.info.features.map((feature) => feature.name);
      const [trees, regions, people] = await Promise.all([model.trees(), model.regions({ axes: [x, y], at: [...lesson.start] }), peopleOf(model)]);
      if (turn !== this.#turn) {
        model.free();
        return;
      }
      this.#took(model, trees, regions, people);
    } catch (error) {
      if (turn === this.#turn) this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  #load(lesson: Lesson): Promise<Model> {
    if (!lesson.rows) return loadModel(new URL(this.base + lesson.file, document.baseURI));
    const { schema, classes } = this.#ground;
    return loadModel(this.grown === "forest" ? growForest(this.#rows, schema, classes) : growSlanted(this.#rows, schema, classes, this.own ? usualSettings(classes.length) : FEW));
  }

  /** Reads a file of rows, and grows the model from them. One that is read later takes its place. */
  async #take(file: File): Promise<void> {
    this.fault = { text: words.own.reading(file.name), reading: true };
    const now = this.fault;
    try {
      const read = await readFile(file);
      if (this.fault === now) this.#from(read, {});
    } catch (error) {
      if (this.fault === now) this.fault = faultOf(error);
    }
  }

  /** Grows the model from columns of a file, or from the lesson's own points; where that cannot be, all stays as it was. */
  #from(file: OwnFile | null, asked: Partial<Choice>): void {
    try {
      const own = file && { file, choice: choiceOf(file, asked) };
      this.#ground = own ? groundOf(own.file, own.choice) : groundOfLesson(this.#lesson);
      [this.own, this.fault, this.#point, this.#trees] = [own, null, this.#ground.start, null];
      this.#seen = new Map();
      this.#grow(this.#ground.rows).catch((error: unknown) => (this.fault = faultOf(error)));
    } catch (error) {
      this.fault = faultOf(error);
    }
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
    if (this.#lesson.rows === undefined) return words.text[this.name];
    const text = this.grown === "tree" ? { ...words.text.grow, ...words.growTree } : words.text.grow;
    // Between stars a text is strong.
    return this.own ? { ...text, paragraphs: text.paragraphs.with(0, words.own[this.grown](this.own.file.name.replaceAll("*", ""))) } : text;
  }

  /** Grows the model anew. */
  async #grow(rows: readonly Row[]): Promise<void> {
    const [turn, lesson] = [++this.#turn, this.#lesson];
    this.#rows = rows;
    const model = await this.#load(lesson);
    const [x = "", y = ""] = model.info.features.map((feature) => feature.name);
    const [trees, regions] = await Promise.all([model.trees(), model.regions({ axes: [x, y], at: [...this.#point] })]);
    if (turn !== this.#turn) { model.free(); return; }
    this.#took(model, trees, regions, []);
  }

  /** Puts a model in the place of the last one. */
  #took(model: Model, trees: TreeData, regions: Regions, people: readonly Row[]): void {
    this.#model?.free();
    [this.#model, this.#trees, this.#regions, this.#people] = [model, trees, regions, people];
    const layouts = Array.from({ length: trees.first.length - 1 }, (_, tree): Layout => layoutOf(trees, tree));
    this.#drawn = { info: model.info, trees, layouts };
    [this.looked, this.there] = [null, null];
    this.chosen = Math.min(this.chosen, layouts.length - 1);
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
        const figure = await this.#lesson.ask({ model, trees, regions, point: this.#point, limits: this.#limits, step: this.#step, seen: this.#seen, beside: () => (this.#beside ??= loadModel(new URL(this.base + (this.#lesson.beside ?? this.#lesson.file), document.baseURI))) }).catch((error: unknown) => error);
        if (turn !== this.#turn) continue;
        if (figure instanceof Error) this.problem = figure.message;
        else this.#show(figure as Figure);
      }
      this.#busy = false;
    })();
  }

  /** Shows a figure, and tells the page around of the state and of an answer. */
  #show(figure: Figure): void {
    this.figure = figure;
    const [x, y] = this.#point;
    const { start, rows } = this.#lesson;
    // Rows of a file stay on this computer.
    const state: LessonState = this.own
      ? {}
      : {
          ...(x === start[0] && y === start[1] ? {} : { at: this.#point }),
          ...(this.#step > 0 && figure.steps > 0 ? { step: Math.min(this.#step, figure.steps - 1) } : {}),
          ...(this.#limits === OPEN ? {} : { limits: this.#limits }),
          ...(rows && this.grown !== "forest" ? { grown: this.grown } : {}),
          ...(rows && this.#rows.length > rows.length ? { points: this.#rows.slice(rows.length) } : {}),
        };
    this.dispatchEvent(new CustomEvent<LessonState>("lesson-state", { detail: state }));
    if (figure.found !== null) this.dispatchEvent(new CustomEvent("lesson-answered"));
  }

  #moved({ x, y }: PointDetail): void {
    this.#point = [x, y];
    this.#step = 0;
    this.#ask();
  }

  /** The middle of the box that the map is pointed at. */
  #pointed({ box }: BoxDetail): void {
    this.there = box && [(box.x[0] + box.x[1]) / 2, (box.y[0] + box.y[1]) / 2];
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
      ${wordsOf(this.#text, words.teaching[this.name], figure.found)}
      <div class="figure" role="group" aria-label=${words.figure} @dragover=${(event: DragEvent) => this.#lesson.rows && event.preventDefault()} @drop=${(event: DragEvent) => this.#dropped(event)}>
        ${this.#lesson.rows === undefined ? nothing : this.#kinds()}
        ${this.problem === null ? this.#pair(figure) : html`<p class="problem" role="alert">${words.broken(this.problem)}</p>`}
      </div>
      ${sheetOf(words.teaching[this.name])}
    </article>`;
  }

  #dropped(event: DragEvent): void {
    const [file] = event.dataTransfer?.files ?? [];
    if (!this.#lesson.rows || !file) return;
    event.preventDefault();
    void this.#take(file);
  }

  #kinds(): TemplateResult {
    const { own } = this;
    return html`<div class="kinds">
      ${segments("grown", GROWN.map((kind) => [kind, words.grownKinds[kind]] as const), this.grown, (kind) => this.#choose(kind), words.grownKind)}
      ${ownControls(own, this.#ground.rows.length, this.fault, (file) => void this.#take(file), (choice) => this.#from(own?.file ?? null, choice), () => this.#from(null, {}))}
    </div>`;
  }

  /** The trees and the map, and below it all that is done and said. */
  #pair(figure: Figure): TemplateResult {
    const panel = this.#panel(figure);
    return html`<div class="pair">${panel ? treePanel(panel) : html`<div class="trees"></div>`}<div class="ground">${this.#map(figure, panel)}${this.#under(figure)}</div></div>`;
  }

  #panel(figure: Figure): Panel | null {
    return this.#drawn && {
      ...this.#drawn,
      point: this.#point,
      there: this.there,
      chosen: this.chosen,
      looked: this.looked,
      flow: figure.flow,
      people: this.#lesson.rows ? this.#rows : this.#people,
      choose: (tree) => (this.chosen = tree),
      look: (looked) => {
        if (looked?.tree !== this.looked?.tree || looked?.node !== this.looked?.node) this.looked = looked;
      },
    };
  }

  /** The drawing of the lesson itself, and above it the boxes that its trees light. */
  #overlay(figure: Figure, panel: Panel | null): MapOverlay | null {
    if (!panel || (figure.overlay && !this.looked)) return figure.overlay;
    const { areas, shade } = litAreas(panel, this.#lesson.lit);
    return areas.length === 0 ? figure.overlay : { cuts: [], areas, shade };
  }

  #map(figure: Figure, panel: Panel | null): TemplateResult {
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
      .factual=${{ x: this.#point[0], y: this.#point[1], label: words.dragMe, target: figure.accepted, ...(figure.class === undefined ? {} : { class: figure.class }) }}
      .answer=${figure.answer}
      .marks=${[...(panel ? litPeople(panel) : []).map((row): MapMark => ({ x: row.x, y: row.y, label: "", class: row.class })), ...figure.marks]}
      .reach=${figure.reach}
      .allowed=${this.#limits}
      .showBoxes=${lesson.boxes}
      .overlay=${this.#overlay(figure, panel)}
      .hide=${lesson.limited ? ["readout"] : ["readout", "limits"]}
      @map-box=${(event: CustomEvent<BoxDetail>) => this.#pointed(event.detail)}
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
        <div aria-live="polite">${figure.says.map((line, index) => html`<p class=${index === 0 ? "cap" : ""}>${line}</p>`)}</div>
      </div>${figure.facts.length === 0 ? nothing : this.#facts(figure)}`;
    }
    const [x, y] = this.#point;
    const grown = this.#lesson.rows === undefined
      ? nothing
      : html`<div class="line points" role="group" aria-label=${words.points}>
          ${[TARGET, ...this.#ground.classes.flatMap((_, of) => (of === TARGET ? [] : [of]))].map((of) => html`<button type="button" class="btn line-button" ?disabled=${this.#model === null} @click=${() => void this.#grow([...this.#rows, { x, y, class: of }])}>${words.addPoint(this.#ground.classes[of] ?? "")}</button>`)}
          <button type="button" class="btn" ?disabled=${this.#rows.length <= this.#ground.rows.length} @click=${() => void this.#grow(this.#rows.slice(0, -1))}>${words.takePoint}</button>
        </div>`;
    return html`${grown}${this.#facts(figure)}`;
  }

  #facts({ facts }: Figure): TemplateResult {
    return html`<dl class="facts" aria-live="polite">${facts.map(({ title, text }) => html`<div><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>`;
  }
}
