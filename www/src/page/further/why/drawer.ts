/** The drawer "Why": the answer's score change by change, in an order that a person chooses, and the trees that speak otherwise now. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { shapeOf } from "../../../model/shape.js";
import type { FeatureInfo, Prediction, TreeData } from "../../../types.js";
import { demandOf, thresholdOf, type Demand } from "../../state/answer/curve.js";
import { personOf } from "../../state/answer/shown.js";
import { clauses, displayed, isStale, verified } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { classIndex } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { bare, marked, NBSP, number, percentInFull, told, withUnit } from "../../view/format.js";
import { place } from "../../view/style-properties.js";
import { className, outcomeText } from "../../view/targets.js";
import { leafText } from "../../view/trees/say.js";
import { openTrees } from "../open-trees.js";
import { Predicted } from "../predicted.js";
import { furtherWords } from "../words.js";
import { movedTo, needed, ordered, rowsOnTheWay, treeChanges, written, type TreeChange, type Written } from "./ledger.js";

/** So many trees are listed. */
const MOST = 60;

interface Change {
  feature: FeatureInfo;
  from: string;
  to: string;
}

/** An answer to be taken apart: the person's values, the answer's, and its changes in the order of its sentence. */
interface Subject {
  model: number;
  person: readonly number[];
  values: readonly number[];
  changes: Change[];
  demand: Demand;
}

/** The answer that is shown; null where it has no changes, "undefined" where its target has no single score. */
function subjectOf(state: State): Subject | "undefined" | null {
  const shown = displayed(state);
  const best = verified(shown);
  if (!shown || !best) return null;
  const { doc } = state;
  const person = personOf(shown.request);
  const changes = clauses(doc, shown).map(({ feature, now, printed, decimals }) => ({ feature, from: told(feature, now, bare), to: withUnit(feature, printed, decimals) }));
  if (changes.length === 0) return null;
  const demand = demandOf(state);
  return demand && doc.model ? { model: doc.model.id, person, values: best.values, changes, demand } : "undefined";
}

/** An answer, and its changes in the order in which they are taken. */
interface Ledger {
  subject: Subject;
  order: Change[];
}

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierWhy extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false }, order: { state: true } };
  declare state: State;
  declare ui: Ui;
  /** Names of the changed features; the ledger takes them in this order. */
  declare order: string[];

  /** The predictions of the rows on the way, with their ledger. */
  #predicted = new Predicted<Ledger>(this);
  #trees: { of: string; list: TreeChange[] } | null = null;

  constructor() {
    super();
    this.order = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("state") && !changed.has("order")) return;
    const subject = subjectOf(this.state);
    if (subject === null || subject === "undefined") return;
    const names = subject.changes.map(({ feature }) => feature.name);
    const order = ordered(names, this.order);
    if (order.join("\n") !== this.order.join("\n")) this.order = order;
    const inOrder = this.#ordered(subject);
    void this.#predicted.ask(this.ui, keyOf(subject, inOrder), rowsOnTheWay(subject.person, subject.values, inOrder.map(({ feature }) => feature)), { subject, order: inOrder });
  }

  #ordered({ changes }: Subject): Change[] {
    return this.order.flatMap((name) => changes.find(({ feature }) => feature.name === name) ?? []);
  }

  protected override render(): TemplateResult {
    const text = furtherWords.why;
    const subject = subjectOf(this.state);
    if (subject === null || subject === "undefined") return html`<p class="cap">${subject === null ? text.none : text.undefined}</p>`;
    const { last } = this.#predicted;
    if (last?.about.subject.model !== subject.model) return html`<p class="cap" role="status">${text.wait}</p>`;
    const old = isStale(this.state) || last.key !== keyOf(subject, this.#ordered(subject));
    return html`<div class="ledger ${old ? "stale" : ""}">${this.#table(last.about, last.predictions, old)}${this.#minds(last.about.subject)}</div>`;
  }

  #table({ subject: { demand }, order }: Ledger, predictions: readonly Prediction[], old: boolean): TemplateResult {
    const text = furtherWords.why;
    const { doc } = this.state;
    const shares = !("value" in doc.target);
    const threshold = needed(thresholdOf(doc), doc.model?.info.classes.length ?? 0);
    const ledger = written(predictions.map((one) => demand.scoreOf(one)), shares, threshold);
    const unit = shares ? `${NBSP}%` : "";
    const score = (at: number): string => `${decimals(at, ledger.decimals)}${unit}`;
    const gain = (at: number): string => `${at > 0 ? "+" : ""}${decimals(at, ledger.decimals)}`;
    const line = threshold === null ? null : Number((threshold * (shares ? 100 : 1)).toPrecision(14));
    const bar = barsOf(ledger, line);
    const first = ledger.scores[0]!;
    const last = ledger.scores.at(-1)!;
    return html`<div>
      <div class="scroll" tabindex="0" role="region" aria-label=${text.caption}>
        <table aria-live=${old || this.state.dragging ? "off" : "polite"}>
          <thead><tr><th scope="col" class="t">${text.head.change}</th><th scope="col">${shares ? text.head.points : text.head.gain}</th><th class="gains" aria-hidden="true">${line === null ? nothing : html`<span ${place({ left: bar(line, line).left })}>${text.needed(shares ? percentInFull(threshold ?? 0) : number(line))}</span>`}</th><th scope="col">${text.head.score}</th><th scope="col" class="t">${text.head.outcome}</th></tr></thead>
          <tbody @pointermove=${this.#drag} @pointerup=${this.#drop} @pointercancel=${this.#drop}>
            <tr><th scope="row" class="t">${text.now}</th><td></td>${bars(bar(first, first), line === null ? null : bar(line, line))}<td>${score(first)}</td><td class="t">${outcomeText(doc, predictions[0]!)}</td></tr>
            ${repeat(
              order,
              ({ feature }) => feature.name,
              ({ feature: { name }, from, to }, at) => html`<tr class="step" data-name=${name}>
                  <th scope="row" class="t">${order.length > 1 ? html`<button type="button" class="grab" aria-label=${text.move(name, at + 1, order.length)} @pointerdown=${(event: PointerEvent) => this.#grab(event, name)} @keydown=${(event: KeyboardEvent) => this.#step(event, name)}>\u22ee\u22ee</button>` : nothing}${text.change(name, from, to)}</th>
                  <td>${gain(ledger.gains[at]!)}</td>${bars(bar(ledger.scores[at]!, ledger.scores[at + 1]!), line === null ? null : bar(line, line), ledger.gains[at]! < 0)}<td>${score(ledger.scores[at + 1]!)}</td><td class="t">${outcomeText(doc, predictions[at + 1]!)}</td>
                </tr>`,
            )}
            ${order.length > 1 ? html`<tr class="sum"><th scope="row" class="t">${text.all(order.length)}</th><td>${gain(Number((last - first).toFixed(ledger.decimals)))}</td>${bars(bar(first, last), line === null ? null : bar(line, line), last < first)}<td>${score(last)}</td><td class="t">${outcomeText(doc, predictions.at(-1)!)}</td></tr>` : nothing}
          </tbody>
        </table>
      </div>
      ${order.length > 1 ? html`<p class="cap">${text.order}</p>` : nothing}
    </div>`;
  }

  /** The trees, those first that changed most. A click shows a tree with its path. */
  #minds({ person, values }: Subject): TemplateResult {
    const text = furtherWords.why;
    const { doc } = this.state;
    const data = openTrees(this.state);
    if (!data) return html`<p class="cap" role="status">${text.reading}</p>`;
    const { target } = doc;
    const outcome = "class" in target ? classIndex(doc.model!.info.classes, target.class) : null;
    const to = outcome === null ? text.value : className(doc, outcome);
    const list = this.#changes(data, person, values, outcome);
    const [more, less, minds] = [list.filter((one) => one.more > 0).length, list.filter((one) => one.more < 0).length, list.filter((one) => one.mind).length];
    const turned = list.filter((one) => one.more !== 0);
    const ofTrees = shapeOf(doc.model!.info).of === "trees";
    return html`<div class="minds">
      <p>${(ofTrees ? text.trees : text.parts)(list.length, more, less, to)} ${ofTrees && outcome !== null ? text.minds(minds) : nothing}</p>
      <ol>${turned.slice(0, MOST).map(
        ({ tree, before, after, more: gain }) => html`<li><button type="button" class="link quiet" @click=${() => this.ui.set({ drawer: "trees", treeView: { chosen: tree, node: after } })}>${gain > 0 ? "\u25B2" : "\u25BC"} ${(ofTrees ? text.tree : text.part)(tree, leafText(doc, data, tree, before, person), leafText(doc, data, tree, after, values))}</button></li>`,
      )}</ol>
      ${turned.length > MOST ? html`<p class="cap">${text.most(MOST, turned.length)}</p>` : nothing}
    </div>`;
  }

  /** Walked once for each answer. */
  #changes(data: TreeData, person: readonly number[], values: readonly number[], outcome: number | null): TreeChange[] {
    const of = `${String(this.state.trees?.model)} ${String(outcome)} ${person.join()};${values.join()}`;
    if (this.#trees?.of !== of) this.#trees = { of, list: treeChanges(data, person, values, outcome) };
    return this.#trees.list;
  }

  #dragged: string | null = null;
  /** Moved by keys: its row loses the focus when it takes its new place. */
  #focus: string | null = null;

  protected override updated(): void {
    if (this.#focus === null || this.#predicted.last?.about.order.map(({ feature }) => feature.name).join("\n") !== this.order.join("\n")) return;
    this.querySelector<HTMLElement>(`tr[data-name="${CSS.escape(this.#focus)}"] .grab`)?.focus({ preventScroll: true });
    this.#focus = null;
  }

  #grab(event: PointerEvent, name: string): void {
    this.#dragged = name;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  readonly #drag = (event: PointerEvent): void => {
    if (this.#dragged === null) return;
    const rows = [...this.querySelectorAll<HTMLElement>("tr.step")];
    const over = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
    this.#move(this.#dragged, over < 0 ? rows.length - 1 : over);
  };

  readonly #drop = (): void => {
    this.#dragged = null;
  };

  #step(event: KeyboardEvent, name: string): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#focus = name;
    this.#move(name, this.order.indexOf(name) + by);
  }

  #move(name: string, place: number): void {
    const order = movedTo(this.order, name, place);
    if (order.join("\n") === this.order.join("\n")) return;
    this.order = order;
  }
}

/** Tells ledgers apart. */
const keyOf = ({ model, person, values }: Subject, order: readonly Change[]): string => [model, person.join(), values.join(), ...order.map(({ feature, from, to }) => `${feature.name} ${from} ${to}`)].join("\n");

/** With all of its decimals, so that digits stand below each other. */
const decimals = (x: number, digits: number): string => marked(x.toFixed(digits)).replace("-", "\u2212");

interface Place {
  left: string;
  width: string;
}

/** Places of bars between two written scores, within the span of all and the threshold. */
function barsOf({ scores }: Written, line: number | null): (from: number, to: number) => Place {
  const all = line === null ? scores : [...scores, line];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = (x: number): number => ((x - low) / (high - low || 1)) * 100;
  return (from, to) => ({ left: `${at(Math.min(from, to)).toFixed(2)}%`, width: `${Math.abs(at(to) - at(from)).toFixed(2)}%` });
}

/** A bar, and the line of the threshold behind it. */
const bars = (bar: Place, line: Place | null, loss = false): TemplateResult => html`<td class="gains" aria-hidden="true">${line ? html`<i class="line" ${place({ left: line.left })}></i>` : nothing}<i class=${loss ? "loss" : "gain"} ${place({ left: bar.left, width: bar.width })}></i></td>`;
