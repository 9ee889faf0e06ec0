/** One tree large: its nodes can be pointed at and walked with the arrow keys; both paths are lit. */
import { nothing, svg, type SVGTemplateResult } from "lit/html.js";
import { html, type TemplateResult } from "lit/html.js";
import { own } from "../../../own.js";
import type { TreeData } from "../../../types.js";
import { isLeaf, type Layout } from "../../../model/trees.js";
import { nearest } from "../nearest.js";
import { words } from "../words.js";

export interface LargeInput {
  data: TreeData;
  layout: Layout;
  tree: number;
  /** Its name. */
  name: string;
  /** The node that is looked at. */
  node: number | null;
  you: readonly number[];
  answer: readonly number[];
  /** Colour slot of a leaf, -1 for none; `answer`: as the answer has it. */
  slot: (node: number, answer: boolean) => number;
  /** The words of a node for a screen reader, and its test as it stands above it. */
  label: (node: number) => string;
  asks: (node: number) => string;
  look: (node: number | null) => void;
}

const TOP = 22;
const HEIGHT = 216;

/** As shares of the width: two tests in a row stand so far apart, and a branch that is told goes so far across. By hand, for tests of at most so many characters. */
const APART = 0.62;
const ROOM = 0.06;
const MOST = 36;

export function largeTree(input: LargeInput): TemplateResult {
  const { data, layout, tree, node, you, answer } = input;
  const share = (at: number): number => layout.nodes.get(at)!.x;
  const x = (at: number, to = at): string => `${(3 + (share(at) * 2 + share(to)) * 31.33).toFixed(2)}%`;
  const y = (at: number): number => TOP + (layout.depth === 0 ? 0 : layout.nodes.get(at)!.depth / layout.depth) * (HEIGHT - TOP - 12);
  const line = (at: number, style: string): SVGTemplateResult | typeof nothing => {
    const { parent } = layout.nodes.get(at)!;
    return parent === -1 ? svg`` : svg`<line class=${style} x1=${x(parent)} y1=${y(parent)} x2=${x(at)} y2=${y(at)}></line>`;
  };
  const all = [...layout.nodes.keys()];
  const root = data.first[tree]!;
  const here = node !== null && layout.nodes.has(node) ? node : null;
  // Of each row a node on a path, and one more that has room beside it: on the other path, or near the root.
  const told: number[] = [];
  for (const at of [...you, ...answer, ...all.filter((one) => layout.nodes.get(one)!.depth < 2)]) if (!isLeaf(data, at) && told.every((other) => y(other) !== y(at) || Math.abs(share(other) - share(at)) > APART)) told.push(at);
  return html`<svg class="large" role="tree" aria-label=${words.trees.large(input.name)} @pointermove=${(event: PointerEvent) => input.look(nearest(event, all.map((at) => [at, 0.03 + layout.nodes.get(at)!.x * 0.94, y(at)]), 28))} @pointerleave=${() => input.look(null)}>
    ${all.map((at) => line(at, "branch"))} ${you.map((at) => line(at, "path"))} ${answer.map((at) => line(at, "path answer"))}
    ${all.map((at) => {
      const leaf = isLeaf(data, at);
      const [mine, its] = [you.includes(at), answer.includes(at)];
      const slot = leaf ? input.slot(at, its && !mine) : -1;
      const { depth } = layout.nodes.get(at)!;
      return svg`<g role="treeitem" class=${`knot ${leaf ? "leaf" : ""} ${at === here ? "on" : ""}`} tabindex=${at === (here ?? root) ? 0 : -1} data-node=${at}
          aria-level=${depth + 1} aria-selected=${at === here} aria-label=${input.label(at)}
          @focus=${() => input.look(at)} @keydown=${(event: KeyboardEvent) => walk(event, data, layout, at, [...you, ...answer])}>
        <circle class="reach" cx=${x(at)} cy=${y(at)} r="8"></circle>
        <circle class=${`mark ${slot >= 0 ? `slot-${String(slot)}` : ""} ${mine || its ? "lit" : ""}`} cx=${x(at)} cy=${y(at)} r=${leaf && (mine || its) ? 5 : leaf ? 3 : 2.5}></circle>
        ${leaf && its ? svg`<circle class=${`ringed slot-${String(input.slot(at, true))}`} cx=${x(at)} cy=${y(at)} r="8"></circle>` : nothing}
        <circle class="focus" cx=${x(at)} cy=${y(at)} r="10"></circle>
      </g>`;
    })}
    <g aria-hidden="true">
      ${told.map((at, index) => [
        svg`<text class=${told.findIndex((other) => y(other) === y(at)) < index ? "asks more" : "asks"} x=${x(at)} y=${y(at) - 8} text-anchor=${share(at) < 1 / 3 ? "start" : share(at) > 2 / 3 ? "end" : "middle"}>${cut(input.asks(at))}</text>`,
        ...[data.left[at]!, data.right[at]!].map((to, way) => (Math.abs(share(to) - share(at)) > ROOM ? svg`<text class="asks" x=${x(at, to)} y=${y(at) + (y(to) - y(at)) / 3} text-anchor="middle">${words.trees.ways[way]}</text>` : nothing)),
      ])}
    </g>
  </svg>`;
}

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}\u2026` : text);

/** Left and right lead into the parts, down along a lit path, up to the node above. */
export function walk(event: KeyboardEvent, data: TreeData, layout: Layout, at: number, lit: readonly number[]): void {
  const children = isLeaf(data, at) ? [] : [data.left[at]!, data.right[at]!];
  const to: Record<string, number | undefined> = {
    ArrowLeft: children[0],
    ArrowRight: children[1],
    ArrowDown: children.find((child) => lit.includes(child)) ?? children[0],
    ArrowUp: layout.nodes.get(at)?.parent,
    Home: [...layout.nodes.keys()][0],
  };
  if (!Object.hasOwn(to, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  const next = own(to, event.key);
  if (next === undefined || next === -1) return;
  (event.currentTarget as SVGElement).ownerSVGElement?.querySelector<SVGElement>(`[data-node="${String(next)}"]`)?.focus();
}
