/** The map's properties, with the dragged thing at its present place. */
import type { AxisName, LimitDetail, MapAxis, MapLimit, MapPoint, MapProps, WindowDetail } from "./contract.js";
import type { XY } from "./drag-values.js";
import type { SceneProps } from "./scene.js";
import { wholeAxis, wholeRegions } from "./whole.js";
import { ENGLISH } from "./words.js";

/** The dragged thing, shown before the host has answered. */
export interface Override {
  point?: XY;
  limit?: Omit<LimitDetail, "phase">;
  window?: Omit<WindowDetail, "phase">;
}

const AXIS: MapAxis = { feature: "", kind: "numeric", thresholds: [], min: 0, max: 1, window: [0, 1] };
const OPEN: MapLimit = { lo: null, hi: null };

/** A map before it is given any. */
export const BARE: MapProps = {
  regions: null,
  classes: [],
  scoring: { by: "class" },
  x: AXIS,
  y: AXIS,
  factual: null,
  answer: null,
  marks: [],
  allowed: { x: OPEN, y: OPEN },
  relations: [],
  reach: null,
  showBoxes: false,
  overlay: null,
  depths: null,
  hulls: null,
  second: null,
  layer: "factual",
  note: null,
  old: false,
  hide: [],
  square: false,
  readonly: false,
  words: {},
};

/** The names of all of them. */
export const PROPS = Object.keys(BARE) as (keyof MapProps)[];

export function sceneProps(map: MapProps, { point, limit, window: w }: Override): SceneProps {
  const axis = (name: AxisName): MapAxis => wholeAxis(w?.[name] ? { ...map[name], window: w[name] } : map[name]);
  const limits = (name: AxisName): MapLimit => (limit?.[name] ? { ...map.allowed[name], ...limit[name] } : map.allowed[name]);
  return {
    ...(Object.fromEntries(PROPS.map((name) => [name, map[name]])) as unknown as MapProps),
    x: axis("x"),
    y: axis("y"),
    factual: placed(map.factual && point ? { ...map.factual, ...point } : map.factual),
    answer: placed(map.answer),
    marks: map.marks.filter(placed),
    allowed: { x: limits("x"), y: limits("y") },
    second: map.second && { ...map.second, data: wholeRegions(map.second.data) },
    words: { ...ENGLISH, ...map.words },
  };
}

/** A point with a missing value has no place on the map. */
function placed<P extends MapPoint>(point: P | null): P | null {
  return point && Number.isFinite(point.x) && Number.isFinite(point.y) ? point : null;
}

export function pageScrolls(): boolean {
  const root = document.scrollingElement;
  return root !== null && root.scrollHeight > root.clientHeight + 1;
}
