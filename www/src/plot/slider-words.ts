/** The words of the draggable things for a screen reader. */
import type { MapAxis } from "./contract.js";
import { EDGES, type EdgeSide } from "./handles.js";
import type { Limits } from "./drag-values.js";
import { nameOf, withUnit } from "./numbers.js";
import { domainOf, isDiscrete, levels } from "./scales.js";
import { pointText, type SceneProps } from "./scene.js";
import type { SliderWords } from "./view.js";

function range(axis: MapAxis, held: number): { min: number; max: number } {
  if (isDiscrete(axis)) return { min: 0, max: levels(axis) - 1 };
  const [min, max] = domainOf(axis, held);
  return { min, max };
}

export function sliderWords(props: SceneProps, limits: Limits): { dot: SliderWords | null; edges: Record<EdgeSide, SliderWords> } {
  const { x, y, factual, words } = props;
  const edge = (side: EdgeSide): SliderWords => {
    const e = EDGES[side];
    const axis = props[e.axis];
    const given = limits.given[e.axis][e.side];
    const now = limits.force[e.axis][e.side];
    return {
      label: words.edge(side, words.inSentence(nameOf(axis))),
      text: words.limit(e.side, given === null ? null : withUnit(axis, given, words.locale)),
      now,
      ...range(axis, now),
    };
  };
  return {
    dot: factual ? { label: words.moveFactual(factual.label), text: pointText(x, y, factual, words), now: factual.x, ...range(x, factual.x) } : null,
    edges: { left: edge("left"), right: edge("right"), bottom: edge("bottom"), top: edge("top") },
  };
}
