/** Which sign of the map lies at a place of the window: seen in the map's own drawing, so that nothing is computed twice. */
import type { SignName } from "./legend.js";

/** A sign is met up to so many pixels beside it: it is a line or a disc of a few pixels. By hand. */
const NEAR = 5;

/** Places around a pointer, itself first. */
const AROUND: readonly (readonly [number, number])[] = [[0, 0], ...[0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => [NEAR * Math.cos((eighth * Math.PI) / 4), NEAR * Math.sin((eighth * Math.PI) / 4)] as const)];

/** The sign of a part that can be dragged or have the focus. */
export function signOfPart(part: string | null): SignName | null {
  if (part === "dot") return "dot";
  return part !== null && /left|right|top|bottom/.test(part) ? "frame" : null;
}

/** `map`: the root of its drawing. */
export function signAt(map: ShadowRoot, x: number, y: number): SignName | null {
  const svg = map.querySelector<SVGSVGElement>("svg.over");
  const surface = map.querySelector(".surface")?.getBoundingClientRect();
  if (!svg || !surface || x < surface.left || x > surface.right || y < surface.top || y > surface.bottom) return null;
  const corner = svg.getBoundingClientRect();
  const places = AROUND.map(([dx, dy]) => new DOMPoint(x - corner.left + dx, y - corner.top + dy));
  const within = (selector: string): boolean =>
    [...map.querySelectorAll(selector)].some((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2) <= box.width / 2 + 1;
    });
  const on = (selector: string): boolean => [...map.querySelectorAll<SVGGeometryElement>(selector)].some((one) => places.some((place) => one.isPointInStroke(place)));
  if (within(".disc")) return "dot";
  if (within(".ring")) return "ring";
  if (on(".ball")) return "outline";
  if (on(".allowed")) return "frame";
  if (onBorder(map, x, y)) return "line";
  const ruled = [...map.querySelectorAll<SVGGeometryElement>(".hatch")].some((one) => one.isPointInFill(places[0]));
  return ruled ? "hatching" : null;
}

/** Whether the border between two decisions is painted there: it alone has the full colour of ink. */
function onBorder(map: ShadowRoot, x: number, y: number): boolean {
  const canvas = map.querySelector("canvas");
  const frame = map.querySelector(".allowed") ?? map.querySelector(".frame");
  const g = canvas?.getContext("2d");
  if (!canvas || !frame || !g) return false;
  const ink = (getComputedStyle(frame).stroke.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const box = canvas.getBoundingClientRect();
  const ratio = canvas.width / box.width;
  const near = Math.round(NEAR * ratio);
  const { data } = g.getImageData(Math.round((x - box.left) * ratio) - near, Math.round((y - box.top) * ratio) - near, 2 * near + 1, 2 * near + 1);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 255 && ink.every((value, channel) => Math.abs(value - data[at + channel]!) <= 2)) return true;
  }
  return false;
}
