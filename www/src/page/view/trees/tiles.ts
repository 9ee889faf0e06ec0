/** All trees as small multiples on one canvas: only those in sight are drawn, so that a thousand are as quick as ten. */
import { html, LitElement, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { own } from "../../../own.js";
import type { TreeData } from "../../../types.js";
import { isLeaf, layoutOf, pathOf, type Layout } from "../../../model/trees.js";
import tilesCss from "./tiles.css?inline";

const WIDTH = 72;
const HEIGHT = 54;
const GAP = 6;
const PAD = 7;

/** `tree-chosen`: index of the tree. */
export class EspalierTrees extends LitElement {
  static override properties = { data: { attribute: false }, rows: { attribute: false }, slots: { attribute: false }, chosen: { attribute: false }, label: { attribute: false }, text: { attribute: false } };
  static override styles = unsafeCSS(tilesCss);

  /** The trees; the values of both rows; the colour slot of a row's leaf, -1 for none. */
  declare data: TreeData | null;
  declare rows: { you: readonly number[]; answer: readonly number[] | null } | null;
  declare slots: (tree: number, node: number, row: readonly number[]) => number;
  declare chosen: number;
  declare label: string;
  declare text: string;

  #layouts = new Map<number, Layout>();
  #observer: ResizeObserver | null = null;
  #again = (): void => this.#draw();

  constructor() {
    super();
    this.data = null;
    this.rows = null;
    this.slots = () => -1;
    this.chosen = 0;
    this.label = "";
    this.text = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(this.#again);
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  get #count(): number {
    return this.data ? this.data.first.length - 1 : 0;
  }

  get #columns(): number {
    return Math.max(1, Math.floor((this.clientWidth - 14 + GAP) / (WIDTH + GAP)));
  }

  protected override render(): TemplateResult {
    return html`<div
      class="scroll"
      tabindex="0"
      role="spinbutton"
      aria-label=${this.label}
      aria-valuenow=${this.chosen + 1}
      aria-valuemin="1"
      aria-valuemax=${this.#count}
      aria-valuetext=${this.text}
      @scroll=${this.#again}
      @transitionend=${this.#again}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
      @click=${(event: MouseEvent) => this.#press(event)}
    ><canvas aria-hidden="true"></canvas><div class="space"></div></div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("data")) this.#layouts.clear();
    if (changed.has("chosen")) this.#reveal();
    this.#draw();
  }

  #choose(tree: number): void {
    const next = Math.max(0, Math.min(this.#count - 1, tree));
    if (next !== this.chosen) this.dispatchEvent(new CustomEvent("tree-chosen", { detail: next }));
  }

  #key(event: KeyboardEvent): void {
    const by: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns, PageUp: -5 * this.#columns, PageDown: 5 * this.#columns };
    const step = event.key === "Home" ? -this.#count : event.key === "End" ? this.#count : own(by, event.key);
    if (step === undefined) return;
    event.preventDefault();
    const next = this.chosen + step;
    // A step up or down stays in its column.
    if (Math.abs(step) === this.#columns && (next < 0 || next >= this.#count)) return;
    this.#choose(next);
  }

  #press(event: MouseEvent): void {
    const scroll = event.currentTarget as HTMLElement;
    const box = scroll.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / (WIDTH + GAP));
    const row = Math.floor((event.clientY - box.top + scroll.scrollTop) / (HEIGHT + GAP));
    const tree = row * this.#columns + column;
    if (column < this.#columns && tree < this.#count) this.#choose(tree);
  }

  #reveal(): void {
    const scroll = this.renderRoot.querySelector(".scroll");
    if (!scroll) return;
    const top = Math.floor(this.chosen / this.#columns) * (HEIGHT + GAP);
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + HEIGHT > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + HEIGHT - scroll.clientHeight;
  }

  #draw(): void {
    const scroll = this.renderRoot.querySelector<HTMLElement>(".scroll");
    const canvas = this.renderRoot.querySelector("canvas");
    const space = this.renderRoot.querySelector<HTMLElement>(".space");
    const context = canvas?.getContext("2d");
    if (!scroll || !canvas || !space || !context || !this.data) return;
    const [width, height, columns] = [scroll.clientWidth, this.clientHeight, this.#columns];
    const total = Math.ceil(this.#count / columns) * (HEIGHT + GAP) - GAP;
    space.style.height = `${String(Math.max(0, total - height))}px`;
    const ratio = devicePixelRatio || 1;
    canvas.style.width = `${String(width)}px`;
    canvas.style.height = `${String(height)}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, -scroll.scrollTop * ratio);
    const style = getComputedStyle(canvas);
    const colour = (name: string): string => {
      canvas.style.color = `var(--espalier-${name}, #14201a)`;
      return style.color;
    };
    const paint: Paint = { ink: colour("ink"), faint: colour("line2"), sunk: colour("sunk"), marks: [0, 1, 2, 3, 4].map((slot) => colour(["yes", "no", "third", "fourth", "fifth"][slot] ?? "ink")) };
    const from = Math.max(0, Math.floor(scroll.scrollTop / (HEIGHT + GAP)) * columns);
    const until = Math.min(this.#count, (Math.floor((scroll.scrollTop + height) / (HEIGHT + GAP)) + 1) * columns);
    for (let tree = from; tree < until; tree++) this.#tile(context, tree, (tree % columns) * (WIDTH + GAP), Math.floor(tree / columns) * (HEIGHT + GAP), paint);
  }

  #tile(context: CanvasRenderingContext2D, tree: number, left: number, top: number, paint: Paint): void {
    const { data, rows } = this;
    if (!data) return;
    const layout = this.#layouts.get(tree) ?? layoutOf(data, tree);
    this.#layouts.set(tree, layout);
    if (tree === this.chosen) {
      context.fillStyle = paint.sunk;
      context.strokeStyle = paint.ink;
      context.lineWidth = 1.5;
      context.beginPath();
      context.roundRect(left + 1, top + 1, WIDTH - 2, HEIGHT - 2, 5);
      context.fill();
      context.stroke();
    }
    const place = (node: number): [number, number] => {
      const { x, depth } = layout.nodes.get(node)!;
      return [left + PAD + x * (WIDTH - 2 * PAD), top + PAD + (layout.depth === 0 ? 0.5 : depth / layout.depth) * (HEIGHT - 2 * PAD)];
    };
    context.strokeStyle = paint.faint;
    context.lineWidth = 0.75;
    context.beginPath();
    for (const [node, { parent }] of layout.nodes) {
      if (parent === -1) continue;
      context.moveTo(...place(parent));
      context.lineTo(...place(node));
    }
    context.stroke();
    if (!rows) return;
    for (const [row, ring] of [[rows.you, false], [rows.answer, true]] as const) {
      if (!row) continue;
      const path = pathOf(data, tree, row);
      context.strokeStyle = paint.ink;
      context.lineWidth = ring ? 1.25 : 2;
      context.beginPath();
      path.forEach((node, index) => (index === 0 ? context.moveTo(...place(node)) : context.lineTo(...place(node))));
      context.stroke();
      const leaf = path.at(-1)!;
      if (!isLeaf(data, leaf)) continue;
      const mark = paint.marks[this.slots(tree, leaf, row)] ?? paint.ink;
      context.beginPath();
      context.arc(...place(leaf), ring ? 4.5 : 3, 0, 2 * Math.PI);
      context.strokeStyle = context.fillStyle = mark;
      context.lineWidth = 1.75;
      if (ring) context.stroke();
      else context.fill();
    }
  }
}

interface Paint {
  ink: string;
  faint: string;
  sunk: string;
  marks: string[];
}
