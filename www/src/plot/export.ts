/** The map as a file: the drawing with every style written out, and the cells as paths under it. */
import { borders, linePath, merge, type Lines, type Rects } from "./cells.js";
import type { Laid } from "./cellmap.js";
import type { Rect } from "./labels.js";
import { cssColour, PATTERNS, signOfClass, type Palette } from "./palette.js";
import { SHADES } from "./shade.js";

/** The style properties that other programs understand without a style sheet. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "font-size",
  "font-weight",
] as const;

/** `drawing` is the live SVG; `plot` where its cells lie, `ratio` the device pixels that they are snapped to. */
export function exportSvg(drawing: SVGSVGElement, laid: Laid | null, slots: readonly number[], palette: Palette, plot: Rect, ratio: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const live = [...drawing.querySelectorAll<SVGElement>("*")];
  const dropped: Element[] = [];
  [...copy.querySelectorAll<SVGElement>("*")].forEach((element, k) => {
    const original = live[k]!;
    const style = getComputedStyle(original);
    if (style.display === "none" || original.matches(".grip, .box, .box-halo, .reach, .surface, .under")) dropped.push(element);
    for (const name of PROPERTIES) element.setAttribute(name, style.getPropertyValue(name));
    for (const { name } of [...element.attributes]) if (/^(class|tabindex|role|data-.*|aria-.*)$/.test(name)) element.removeAttribute(name);
  });
  for (const element of dropped) element.remove();
  stripComments(copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.removeAttribute("class");
  copy.removeAttribute("role");
  copy.setAttribute("font-family", getComputedStyle(drawing).fontFamily);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "g");
  ground.innerHTML = `<rect width="100%" height="100%" fill="${cssColour(palette.paper)}"/>${laid ? cellPaths(laid, slots, palette, plot, ratio) : ""}`;
  copy.insertBefore(ground, copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

function stripComments(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType === Node.COMMENT_NODE) node.remove();
    else stripComments(node);
  }
}

function rectPath(rects: Rects): string {
  let d = "";
  for (let k = 0; k < rects.length; k += 4) d += `M${rects[k]!} ${rects[k + 1]!}h${rects[k + 2]!}v${rects[k + 3]!}h${-rects[k + 2]!}z`;
  return d;
}

function cellPaths(laid: Laid, slots: readonly number[], palette: Palette, plot: Rect, ratio: number): string {
  const slotOf = (k: number): number => slots[k] ?? 1;
  const paths = (rects: Map<number, Rects>): [number, string][] => [...rects].map(([code, flat]) => [code, rectPath(flat)]);
  const fills = palette.forced
    ? []
    : [...(laid.slanted?.fills?.() ?? paths(merge(laid.grid)))].map(([code, d]) => `<path fill="${cssColour(palette.fills[slotOf(Math.floor(code / SHADES))]![code % SHADES]!)}" d="${d}"/>`);
  // Patterns are in CSS pixels and the paths in device pixels: the sign's own scale is put right by the group's.
  const byClass = laid.slanted?.classes?.() ?? new Map([...laid.rects].map(([k, rects]) => [k, rectPath(rects.map((v) => v / ratio))]));
  const signs = [...byClass].flatMap(([k, d]) => (PATTERNS[signOfClass(k)] === "plain" ? [] : [`<path fill="url(#sign-${signOfClass(k)})" d="${d}"/>`]));
  const smooth = (width: number, opacity: number, lines: Lines): string => `<path fill="none" stroke="${cssColour(palette.ink)}" stroke-width="${width * ratio}" opacity="${opacity}" stroke-linecap="round" d="${linePath(lines)}"/>`;
  if (laid.slanted) {
    const place = `translate(${plot.x} ${plot.y})`;
    return `<clipPath id="pieces"><rect width="${plot.w}" height="${plot.h}"/></clipPath><g transform="${place}" clip-path="url(#pieces)"><g transform="scale(${1 / ratio})" shape-rendering="crispEdges">${fills.join("")}</g>${signs.join("")}<g transform="scale(${1 / ratio})">${smooth(0.5, 0.22, laid.slanted.boxes)}${smooth(1.25, 1, laid.slanted.border)}</g></g>`;
  }
  const boxes = laid.outcomes ? `<path fill="none" stroke="${cssColour(palette.ink)}" stroke-width="${0.5 * ratio}" opacity="0.22" d="${linePath(borders(laid.outcomes))}"/>` : "";
  const border = `<path fill="none" stroke="${cssColour(palette.ink)}" stroke-width="${1.25 * ratio}" stroke-linecap="square" d="${linePath(borders(laid.byClass))}"/>`;
  const place = `translate(${plot.x} ${plot.y})`;
  return `<g transform="${place} scale(${1 / ratio})" shape-rendering="crispEdges">${fills.join("")}</g><g transform="${place}">${signs.join("")}</g><g transform="${place} scale(${1 / ratio})">${boxes}${border}</g>`;
}

/** Draws an SVG document into pixels. */
export async function exportPng(source: string, width: number, height: number, scale: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const g = canvas.getContext("2d");
  if (!g) throw new Error("this browser has no 2-D canvas");
  g.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture could not be encoded"))), "image/png"));
}
