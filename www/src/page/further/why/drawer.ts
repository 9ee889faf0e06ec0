/** The drawer "Why": the answer's score change by change, in an order that a person chooses, and the trees that speak otherwise now. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { shapeOf } from "../../../model/shape.js";
import type { Prediction, TreeData } from "../../../types.js";
import { thresholdOf, type Demand } from "../../state/answer/curve.js";
import { isStale } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { classIndex } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { NBSP, number, percentInFull } from "../../view/format.js";
import { place } from "../../view/style-properties.js";
import { className, outcomeText } from "../../view/targets.js";
import { leafText } from "../../view/trees/say.js";
import { openTrees } from "../open-trees.js";
import { Ordering } from "../ordering.js";
import { Predicted } from "../predicted.js";
import { inOrder, keyOf, subjectOf, type Ledger, type Subject } from "../subject.js";
import { furtherWords } from "../words.js";
import { needed, rowsOnTheWay, scoreText, treeChanges, written, type TreeChange, type Written } from "./ledger.js";

/** So many trees are listed. */
const MOST = 60;

/** An answer whose target has a single score. */
type Scored = Subject & { demand: Demand };

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierWhy extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false } };
  declare state: State;
  declare ui: Ui;

  /** The predictions of the rows on the way, with their ledger. */
  #predicted = new Predicted<Ledger<Scored>>(this);
  #ordering = new Ordering(this, () => this.#predicted.last?.about.order.map(({ feature }) => feature.name) ?? []);
  #trees: { of: string; list: TreeChange[] } | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    const subject = subjectOf(this.state);
    if (!isScored(subject)) return;
    this.#ordering.keep(subject.changes.map(({ feature }) => feature.name));
    const order = inOrder(subject, this.#ordering.names);
    void this.#predicted.ask(this.ui, keyOf(subject, order), rowsOnTheWay(subject.person, subject.values, order.map(({ feature }) => feature)), { subject, order });
  }

  protected override render(): TemplateResult {
    const text = furtherWords.why;
    const subject = subjectOf(this.state);
    if (!isScored(subject)) return html`<p class="cap">${subject === null ? text.none : text.undefined}</p>`;
    const { last } = this.#predicted;
    if (last?.about.subject.model !== subject.model) return html`<p class="cap" role="status">${text.wait}</p>`;
    const old = isStale(this.state) || last.key !== keyOf(subject, inOrder(subject, this.#ordering.names));
    return html`<div class="ledger ${old ? "stale" : ""}">${this.#table(last.about, last.predictions, old)}${this.#minds(last.about.subject)}</div>`;
  }

  #table({ subject: { demand }, order }: Ledger<Scored>, predictions: readonly Prediction[], old: boolean): TemplateResult {
    const text = furtherWords.why;
    const { doc } = this.state;
    const shares = !("value" in doc.target);
    const threshold = needed(thresholdOf(doc), doc.model?.info.classes.length ?? 0);
    const ledger = written(predictions.map((one) => demand.scoreOf(one)), shares, threshold);
    const unit = shares ? `${NBSP}%` : "";
    const score = (at: number): string => `${scoreText(at, ledger.decimals)}${unit}`;
    const gain = (at: number): string => `${at > 0 ? "+" : ""}${scoreText(at, ledger.decimals)}`;
    const line = threshold === null ? null : Number((threshold * (shares ? 100 : 1)).toPrecision(14));
    const bar = barsOf(ledger, line);
    const first = ledger.scores[0]!;
    const last = ledger.scores.at(-1)!;
    return html`<div>
      <div class="scroll" tabindex="0" role="region" aria-label=${text.caption}>
        <table aria-live=${old || this.state.dragging ? "off" : "polite"}>
          <thead><tr><th scope="col" class="t">${text.head.change}</th><th scope="col">${shares ? text.head.points : text.head.gain}</th><th class="gains" aria-hidden="true">${line === null ? nothing : html`<span ${place({ left: bar(line, line).left })}>${text.needed(shares ? percentInFull(threshold ?? 0) : number(line))}</span>`}</th><th scope="col">${text.head.score}</th><th scope="col" class="t">${text.head.outcome}</th></tr></thead>
          <tbody @pointermove=${this.#ordering.drag} @pointerup=${this.#ordering.drop} @pointercancel=${this.#ordering.drop}>
            <tr><th scope="row" class="t">${text.now}</th><td></td>${bars(bar(first, first), line === null ? null : bar(line, line))}<td>${score(first)}</td><td class="t">${outcomeText(doc, predictions[0]!)}</td></tr>
            ${repeat(
              order,
              ({ feature }) => feature.name,
              ({ feature: { name }, from, to }, at) => html`<tr class="step" aria-atomic="true" data-name=${name}>
                  <th scope="row" class="t">${this.#ordering.handle(name, at)}${text.change(name, from, to)}</th>
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
        ({ tree, before, after, more: gain }) => html`<li><button type="button" class="link quiet" @click=${() => this.ui.set({ drawer: "trees", treeView: { chosen: tree, node: after } })}><span aria-hidden="true">${gain > 0 ? "\u25B2" : "\u25BC"}</span> ${(ofTrees ? text.tree : text.part)(tree, leafText(doc, data, tree, before, person), leafText(doc, data, tree, after, values))}</button></li>`,
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
}

const isScored = (subject: Subject | null): subject is Scored => subject !== null && subject.demand !== null;

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
