/** The drawer of trees: all of them small, one of them large, and the words of its nodes. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { features } from "../../state/request/request.js";
import { displayed, isStale, verified } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { isLeaf, layoutOf, leafClass, pathOf, splitOf, type Layout } from "../../../model/trees.js";
import type { TreeData } from "../../../types.js";
import { shapeOf } from "../../../model/shape.js";
import { classesOf } from "../classes.js";
import { slotsOf } from "../../../plot/palette.js";
import type { Ui } from "../callbacks.js";
import { plain, words } from "../words.js";
import { voiceFor, type Voice } from "../words/voice.js";
import { largeTree } from "./large.js";
import { boxText, leafText, testText } from "./say.js";

let last: { data: TreeData; tree: number; layout: Layout } | null = null;

/** The layout of the tree that is shown large, kept while it is. */
export function chosenLayout(data: TreeData, tree: number): Layout {
  if (last?.data !== data || last.tree !== tree) last = { data, tree, layout: layoutOf(data, tree) };
  return last.layout;
}

export function treesDrawer(state: State, ui: Ui): TemplateResult {
  const { doc, trees, treeView } = state;
  const data = trees?.model === doc.model?.id ? trees?.data : undefined;
  if (!data) return html`<div class="data trees"><p class="cap">${words.trees.reading}</p></div>`;
  const count = data.first.length - 1;
  const tree = Math.min(treeView.chosen, count - 1);
  const layout = chosenLayout(data, tree);
  const info = doc.model!.info;
  const shape = shapeOf(info).of;
  const name = words.trees.tree(tree, count, shape, info.neurons !== undefined);
  const best = isStale(state) ? null : verified(displayed(state));
  const [you, answer] = [pathOf(data, tree, doc.person), best ? pathOf(data, tree, best.values) : []];
  const slots = slotsOf(classesOf(doc));
  const classifies = info.kind === "classifier";
  const slot = (of: number, node: number, row?: readonly number[]): number => (classifies && isLeaf(data, node) ? (slots[leafClass(data, of, node, row)] ?? -1) : -1);
  const end = (path: readonly number[], row: readonly number[]): string => leafText(doc, data, tree, path.at(-1) ?? 0, row);
  /** The row that a leaf is told of: the answer's, or the person's, if it falls there. */
  const rowIn = (at: number, ofAnswer: boolean): readonly number[] | undefined => (ofAnswer && answer.includes(at) ? best?.values : you.includes(at) ? doc.person : answer.includes(at) ? best?.values : undefined);
  const voice = voiceFor(doc.model?.subject);
  const ends = voice.treeSays(end(you, doc.person), best && answer.length > 0 ? end(answer, best.values) : null);
  const node = treeView.node !== null && layout.nodes.has(treeView.node) ? treeView.node : null;
  const label = (at: number): string => `${plain(isLeaf(data, at) ? words.trees.endsIn(leafText(doc, data, tree, at, rowIn(at, false))) : words.trees.asks(testText(doc, data, at)))} ${passing(voice, at, you, answer)} ${boxText(doc, data, layout, at)}`;
  const look = (at: number | null): void => {
    if (at !== treeView.node) ui.set({ treeView: { chosen: tree, node: at } });
  };
  return html`<div class="data trees">
    <espalier-trees
      .data=${data}
      .rows=${{ you: doc.person, answer: best?.values ?? null }}
      .slots=${slot}
      .chosen=${tree}
      .label=${words.trees.all(words.trees.titles[shape])}
      .text=${`${name}. ${ends}`}
      @tree-chosen=${(event: CustomEvent<number>) => ui.set({ treeView: { chosen: event.detail, node: null } })}
    ></espalier-trees>
    <div class="one-tree" @focusout=${(event: FocusEvent) => left(event) && look(null)}>
      <div class="said">
        <p><b>${name}</b> ${node === null ? ends : isLeaf(data, node) ? plain(words.trees.endsIn(leafText(doc, data, tree, node, rowIn(node, false)))) : plain(words.trees.asks(testText(doc, data, node)))} ${node === null ? nothing : passing(voice, node, you, answer)}</p>
        <p class="cap">${node === null ? words.trees.keys : html`${boxText(doc, data, layout, node)} ${offMap(state, data, node)}`}</p>
      </div>
      ${largeTree({ data, layout, tree, name, node, you, answer, slot: (at, its) => slot(tree, at, rowIn(at, its)), label, asks: (at) => testText(doc, data, at), look })}
    </div>
  </div>`;
}

/** Whether the focus goes out of the picture altogether. (Listening on the picture itself would make it a stop of Tab.) */
const left = (event: FocusEvent): boolean => !(event.currentTarget as Element).contains(event.relatedTarget as Node | null);

function passing(voice: Voice, node: number, you: readonly number[], answer: readonly number[]): string {
  const [mine, its] = [you.includes(node), answer.includes(node)];
  return voice.passes[mine && its ? "both" : mine ? "now" : its ? "answer" : "none"];
}

function offMap({ doc, pair }: State, data: TreeData, node: number): string {
  const split = splitOf(data, node, features(doc));
  return split && !pair?.includes(split.feature.name) ? words.trees.offMap(split.feature.name) : "";
}
