/** One tree of a lesson as a picture: the way of the dot, the node that is pointed at, the way of the place that the map is pointed at, and flows. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit/html.js";
import { isLeaf, type Layout } from "../model/trees.js";
import { walk } from "../page/view/trees/large.js";
import type { TreeData } from "../types.js";

export interface TreePicture {
  data: TreeData;
  layout: Layout;
  /** Its name for those who listen. */
  name: string;
  /** The nodes on the way of the dot, and on that of the place that the map is pointed at. */
  way: readonly number[];
  there: readonly number[];
  /** The node that is pointed at. */
  looked: number | null;
  /** Whether tests are long, so that only those on a way have their text. */
  brief: boolean;
  /** The flow through a node, from 0 to 1; null where there is none. */
  flow: ((node: number) => number) | null;
  /** The words of a node for those who listen, the short test of an inner node, and the number of a leaf. */
  label: (node: number) => string;
  test: (node: number) => string;
  leaf: (node: number) => string;
  /** Both answers to a test. */
  yes: string;
  no: string;
  /** Colour slot of a leaf, -1 for none. */
  slot: (node: number) => number;
  look: (node: number | null) => void;
}

/** Leaves at most at which every node has its text; of larger trees only those on a way have one. By hand, for a column of 280 pixels. */
const ROOMY = 7;
/** Shares of the picture that stay free on each side: for the texts of the outer leaves, of the root, and below. */
const [SIDE, ABOVE, BELOW] = [0.06, 0.12, 0.12];
/** Least distance of two texts of one line, as a share of the picture. By hand, for a column of 280 pixels. */
const APART = 0.34;
/** Both answers stand at this share of their branches: on a phone the text of the next test has the rest. By hand, for the deepest tree of the lessons. */
const BESIDE = 0.2;
/** Pixels within which a node is pointed at. */
const NEAR = 28;

export function treeFigure(input: TreePicture): TemplateResult {
  const { data, layout, way, there, looked, flow } = input;
  const at = (node: number): { x: number; y: number } => placeOf(layout, node);
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const all = [...layout.nodes.keys()];
  const [root = -1] = all;
  const roomy = layout.leaves <= ROOMY;
  // Texts of both ways side by side need so much room; the dot's own go first.
  const crowded = (node: number): boolean => !isLeaf(data, node) && way.some((own) => own !== node && at(own).y === at(node).y && Math.abs(at(own).x - at(node).x) < APART);
  const told = (node: number): boolean => (roomy && (!input.brief || isLeaf(data, node))) || way.includes(node) || (there.includes(node) && !crowded(node)) || node === looked || (flow?.(node) ?? 0) > FLOWS;
  const line = (node: number, style: string, width?: number): SVGTemplateResult => {
    const { parent } = layout.nodes.get(node)!;
    if (parent === -1) return svg``;
    const [from, to] = [at(parent), at(node)];
    return svg`<line class=${style} stroke-width=${width ?? nothing} x1=${percent(from.x)} y1=${percent(from.y)} x2=${percent(to.x)} y2=${percent(to.y)}></line>`;
  };
  return html`<svg class="tree" role="tree" aria-label=${input.name} @pointermove=${(event: PointerEvent) => input.look(nearest(event, layout))} @pointerleave=${() => input.look(null)} @click=${(event: MouseEvent) => focusOn(event.currentTarget as SVGElement, nearest(event, layout))}>
    ${all.map((node) => line(node, "branch"))}
    ${flow ? all.map((node) => (flow(node) > FLOWS ? line(node, "flow", 1 + 8 * flow(node)) : nothing)) : way.map((node) => line(node, "way"))}
    ${there.map((node) => line(node, "there"))}
    ${all.map((node) => {
      const leaf = isLeaf(data, node);
      const { x, y } = at(node);
      const slot = leaf ? input.slot(node) : -1;
      const lit = flow ? flow(node) > FLOWS : way.includes(node);
      return svg`<g role="treeitem" class=${`knot ${leaf ? "leaf" : ""} ${node === looked ? "on" : ""}`} tabindex=${node === (looked ?? root) ? 0 : -1} data-node=${node}
          aria-level=${layout.nodes.get(node)!.depth + 1} aria-selected=${node === looked ? "true" : "false"} aria-label=${input.label(node)}
          @focus=${() => input.look(node)} @blur=${() => input.look(null)} @keydown=${(event: KeyboardEvent) => walk(event, data, layout, node, way)}>
        <circle class=${`mark ${slot >= 0 ? `slot-${String(slot)}` : ""} ${lit ? "lit" : ""}`} cx=${percent(x)} cy=${percent(y)} r=${leaf ? (lit ? 7 : 5) : 3}></circle>
        <circle class="focus" cx=${percent(x)} cy=${percent(y)} r="11"></circle>
      </g>`;
    })}
    <g class="texts" aria-hidden="true">
      ${all.map((node) => {
        const { x, y } = at(node);
        if (!told(node)) return nothing;
        return isLeaf(data, node)
          ? svg`<text x=${percent(x)} y=${percent(y)} dy="20" text-anchor="middle">${input.leaf(node)}</text>`
          : svg`<text class="asks" x=${percent(x)} y=${percent(y)} dy="-9" text-anchor=${node === root ? "middle" : x < 0.3 ? "start" : x > 0.7 ? "end" : "middle"} dx=${node !== root && x < 0.3 ? -14 : node !== root && x > 0.7 ? 14 : 0}>${input.test(node)}</text>`;
      })}
      ${isLeaf(data, root) ? nothing : [[data.left[root]!, input.yes, "end", -6], [data.right[root]!, input.no, "start", 6]].map(([child, text, anchor, dx]) => {
        const [from, to] = [at(root), at(child as number)];
        return svg`<text class="answer" x=${percent(from.x + BESIDE * (to.x - from.x))} y=${percent(from.y + BESIDE * (to.y - from.y))} dx=${dx} text-anchor=${anchor}>${text}</text>`;
      })}
    </g>
  </svg>`;
}

/** A smaller flow is none: the relaxations are solved to about 1e-12. */
const FLOWS = 1e-6;

function placeOf(layout: Layout, node: number): { x: number; y: number } {
  const { x, depth } = layout.nodes.get(node)!;
  return { x: SIDE + x * (1 - 2 * SIDE), y: ABOVE + (layout.depth === 0 ? 0 : depth / layout.depth) * (1 - ABOVE - BELOW) };
}

/** The node nearest to the pointer, when it is near. */
function nearest(event: MouseEvent, layout: Layout): number | null {
  const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
  let [best, least]: [number | null, number] = [null, NEAR];
  for (const node of layout.nodes.keys()) {
    const { x, y } = placeOf(layout, node);
    const away = Math.hypot(event.clientX - box.left - x * box.width, event.clientY - box.top - y * box.height);
    if (away < least) [best, least] = [node, away];
  }
  return best;
}

function focusOn(picture: SVGElement | null, node: number | null): void {
  picture?.querySelector<SVGElement>(`[data-node="${String(node)}"]`)?.focus({ preventScroll: true });
}

/** Trees small, all or those that are given, one of them chosen: its sign is its shape, the dot's way in it, and the colour of its decision. */
export function treeTiles(data: TreeData, layouts: readonly Layout[], chosen: number, label: string, name: (tree: number) => string, way: (tree: number) => readonly number[], slot: (tree: number) => number, choose: (tree: number) => void, among?: readonly number[]): TemplateResult {
  return html`<div class="tiles" role="radiogroup" aria-label=${label}>
    ${layouts.map((layout, tree) => {
      if (among?.includes(tree) === false) return nothing;
      const passed = new Set(way(tree));
      const at = (node: number): string => {
        const { x, y } = placeOf(layout, node);
        return `${(x * 36).toFixed(1)} ${(y * 26).toFixed(1)}`;
      };
      const path = (nodes: readonly number[]): string => nodes.flatMap((node) => { const { parent } = layout.nodes.get(node)!; return parent === -1 ? [] : [`M${at(parent)}L${at(node)}`]; }).join("");
      const [x = "0", y = "0"] = at(way(tree).at(-1) ?? data.first[tree]!).split(" ");
      return html`<label class=${`tile slot-${String(slot(tree))} ${tree === chosen ? "on" : ""}`}><input type="radio" name="trees" aria-label=${name(tree)} .checked=${tree === chosen} @change=${() => choose(tree)} />
        <svg viewBox="0 0 36 26" aria-hidden="true" focusable="false"><path class="branch" d=${path([...layout.nodes.keys()])}></path><path class="way" d=${path([...passed])}></path><circle class="mark lit" cx=${x} cy=${y} r="3"></circle></svg></label>`;
    })}
  </div>`;
}
