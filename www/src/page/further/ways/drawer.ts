/** The drawer "Ways": the listed ways as points of a picture, features that are not to change, and the plan of the chosen way. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { demandOf, thresholdOf } from "../../state/answer/curve.js";
import { alike } from "../../state/answer/ways.js";
import { displayed, isStale, verified } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { setWay, toggleLock } from "../../state/editing/actions.js";
import { features } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { cost, number, percent } from "../../view/format.js";
import { segments } from "../../view/segments.js";
import { place } from "../../view/style-properties.js";
import { targetText } from "../../view/targets.js";
import { reason, steps, walk, wayText } from "../../view/ways.js";
import { furtherWords } from "../words.js";
import { Lengths } from "./lengths.js";
import { answersOf, axesOf, frontOf, moreIsBetter, pointsOf, scaleOf, type Answered, type Axis, type Point } from "./points.js";

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierWays extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false }, axis: { state: true } };
  declare state: State;
  declare ui: Ui;
  declare axis: Axis;

  readonly #lengths = new Lengths(this);
  /** The answers that are drawn: those before, dimmed, while a new question is asked. */
  #last: { model: number | undefined; answers: Answered[] } = { model: undefined, answers: [] };
  /** Names of features that some way has changed, in the order in which they came: a button keeps its place under the pointer. */
  #offered: { model: number | undefined; names: string[] } = { model: undefined, names: [] };

  constructor() {
    super();
    this.axis = "changes";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    const { state } = this;
    const model = state.doc.model?.id;
    const answers = answersOf(state);
    const asking = state.solve.phase === "running" || isStale(state) || state.ways.some((way) => way.state === "waiting");
    if (!asking || answers.length > 0 || this.#last.model !== model) this.#last = { model, answers };
    if (this.#offered.model !== model) this.#offered = { model, names: [] };
    const changed = new Set([...answers.flatMap(({ best }) => best.changes.map(({ feature }) => feature)), ...this.#locked()]);
    for (const { name } of features(state.doc)) if (changed.has(name) && !this.#offered.names.includes(name)) this.#offered.names.push(name);
    if (!axesOf(state).includes(this.axis)) this.axis = "changes";
    if (this.axis === "typical" && !asking) void this.#lengths.ask(this.ui, model, answers);
  }

  /** Features that the person has locked, not the model's file. */
  #locked(): string[] {
    const { doc } = this.state;
    return [...doc.limits].flatMap(([name, { lock }]) => (lock && doc.model?.fileLimits.get(name)?.lock !== true ? [name] : []));
  }

  protected override render(): TemplateResult {
    const text = furtherWords.ways;
    const { state } = this;
    const { answers } = this.#last;
    const axes = axesOf(state);
    const impossible = state.shown?.answer.status === "infeasible" && !isStale(state);
    return html`<div class="line wrap ways-acts">
        ${axes.length > 1 ? html`<div><span class="cap" aria-hidden="true">${text.beside}</span>${segments("ways-axis", axes.map((axis) => [axis, text.axes[axis]] as const), this.axis, (axis) => (this.axis = axis), text.beside)}</div>` : nothing}
        ${this.#locks()}
      </div>
      <div class="ways-face">
        <div>${answers.length === 0 ? html`<p role="status">${impossible ? text.impossible : text.none}</p>` : this.#picture(answers)}</div>
        ${verified(displayed(state)) ? html`<espalier-plan .state=${state} .ui=${this.ui}></espalier-plan>` : nothing}
      </div>`;
  }

  #picture(answers: readonly Answered[]): TemplateResult {
    const text = furtherWords.ways;
    const { state, axis } = this;
    const { doc } = state;
    const demand = demandOf(state);
    const model = doc.model?.id;
    const more = moreIsBetter(axis, demand);
    const points = pointsOf(answers, axis, demand, (one) => this.#lengths.of(model, one)).sort((a, b) => a.x - b.x || a.size - b.size);
    const waiting = axis === "typical" && !this.#lengths.has(model, answers);
    if (points.length === 0) return html`<p class="cap" role="status">${waiting ? text.asking : text.untold(answers.length)}</p>`;
    const old = isStale(state) || answers.some(({ way }) => !state.ways.some((now) => now.of === way.of && now.shown === way.shown));
    const front = frontOf(points, more);
    const across = scaleOf(points.map(({ x }) => x), axis === "changes");
    const up = scaleOf(points.map(({ size }) => size));
    // Within the frame dots keep from its borders.
    const left = (x: number): number => 6 + (88 * (x - across.from)) / (across.to - across.from);
    const top = (size: number): number => 94 - (88 * (size - up.from)) / (up.to - up.from);
    const scored = axis === "safety" && !("value" in doc.target);
    const valued = (x: number): string => (scored ? percent(x, thresholdOf(doc) ?? undefined) : number(x, axis === "changes" ? 0 : 3));
    const title = axis === "changes" ? text.axes.changes : axis === "typical" ? text.cuts : scored ? text.score(targetText(doc)) : text.value;
    const size = doc.prices.size > 0 ? text.cost : text.size;
    const now = displayed(state);
    return html`<div class="way-picture ${old ? "stale" : ""}" aria-busy=${old}>
        <span class="way-axis up">${size}</span>
        <div class="way-frame" role="radiogroup" aria-label=${text.picture(size, title)} @keydown=${walk}>
          ${up.ticks.map((at) => html`<i class="way-tick up" aria-hidden="true" ${place({ top: `${String(top(at))}%` })}>${number(at)}</i>`)}
          ${across.ticks.map((at) => html`<i class="way-tick below" aria-hidden="true" ${place({ left: `${String(left(at))}%` })}>${scored ? percent(at) : number(at)}</i>`)}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d=${stair(front.map(({ x, size: at }) => [left(x), top(at)] as const), more)}></path></svg>
          ${repeat(points, ({ way }) => way.id, (point) => this.#dot(point, { left: left(point.x), top: top(point.size) }, { on: point.shown === now || same(point, now), front: front.includes(point), x: `${title}: ${valued(point.x)}` }))}
        </div>
        <span class="way-axis below">${title}</span>
      </div>
      <p class="cap">${text.legend} ${points.some(({ way }) => way.state !== "proved") ? text.dashed : nothing} ${points.length < answers.length ? (waiting ? text.asking : text.untold(answers.length - points.length)) : nothing}</p>
      <table class="visually-hidden">
        <caption>${text.picture(size, title)}</caption>
        <thead><tr><th scope="col">${text.title}</th><th scope="col">${size}</th><th scope="col">${title}</th><th scope="col">${text.proof}</th><th scope="col">${text.front}</th></tr></thead>
        <tbody>${points.map((point) => html`<tr><th scope="row">${steps(doc, point.shown)}</th><td>${cost(point.size)}</td><td>${valued(point.x)}</td><td>${text.proved(point.way.state === "proved")}</td><td>${text.on(front.includes(point))}</td></tr>`)}</tbody>
      </table>`;
  }

  #dot({ way, shown, size }: Point, at: { left: number; top: number }, { on, front, x }: { on: boolean; front: boolean; x: string }): TemplateResult {
    const text = furtherWords.ways;
    const { doc, ways } = this.state;
    const proved = way.state === "proved";
    const why = alike(ways, way).map(reason).join(", ");
    const choose = (): void => this.ui.edit((now) => setWay(now, way.id));
    return html`<button type="button" role="radio" class=${["way-dot", on ? "on" : "", front ? "" : "beaten", proved ? "" : "open"].join(" ")} aria-checked=${on} tabindex=${on ? "0" : "-1"}
      aria-label=${[steps(doc, shown), why, `${doc.prices.size > 0 ? text.cost : text.size}: ${cost(size)}`, x, text.proved(proved), text.on(front)].join("; ")}
      @click=${choose} ${place({ left: `${String(at.left)}%`, top: `${String(at.top)}%` })}><i></i><span aria-hidden="true">${wayText(way)}</span></button>`;
  }

  #locks(): TemplateResult | typeof nothing {
    const { doc } = this.state;
    const { names } = this.#offered;
    if (names.length === 0) return nothing;
    return html`<div class="locks" role="group" aria-label=${furtherWords.ways.locks}><span class="cap" aria-hidden="true">${furtherWords.ways.locks}</span>
      ${names.map((name) => html`<button type="button" class="chip lock-chip" aria-pressed=${doc.limits.get(name)?.lock === true} @click=${() => this.ui.edit((now) => toggleLock(now, name))}>${name}</button>`)}</div>`;
  }

  /** Each name stands where it lies on no other and on no dot, or not at all: that of the chosen way first, then in their order. */
  protected override updated(): void {
    const dots = [...this.querySelectorAll<HTMLElement>(".way-dot")];
    const frame = this.querySelector(".way-frame")?.getBoundingClientRect();
    const taken = dots.map((dot) => dot.querySelector("i")!.getBoundingClientRect());
    const free = (box: DOMRect): boolean => frame !== undefined && box.left >= frame.left && box.right <= frame.right && !taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
    for (const dot of dots.sort((a, b) => Number(b.matches(".on")) - Number(a.matches(".on")))) {
      const name = dot.querySelector("span")!;
      name.hidden = false;
      const found = PLACES.some((places) => {
        for (const one of ["left", "under"]) dot.classList.toggle(one, places.includes(one));
        return free(name.getBoundingClientRect());
      });
      name.hidden = !found;
      if (found) taken.push(name.getBoundingClientRect());
    }
  }
}

/** Where the name of a dot may stand: to the right above it, else elsewhere. */
const PLACES: readonly (readonly string[])[] = [[], ["left"], ["under"], ["left", "under"]];

/** Whether a point is where the answer on the page is. */
const same = ({ best }: Point, now: State["shown"]): boolean => JSON.stringify(best.values) === JSON.stringify(verified(now)?.values);

/** From one point of the front to the next: a higher demand costs at once where more is better; else a lower size begins at the next. */
const stair = (front: readonly (readonly [number, number])[], more: boolean): string => front.map(([x, y], at) => (at === 0 ? `M${String(x)} ${String(y)}` : more ? `V${String(y)}H${String(x)}` : `H${String(x)}V${String(y)}`)).join("");
