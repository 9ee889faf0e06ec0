/** The colours of the map: built-in light and dark values behind public custom properties, and their resolved form for canvas. */

import type { MapClass } from "./contract.js";
import type { Rgb } from "./raster.js";
import { SHADES } from "./shade.js";

/**
 * Slot 1 (orange) is the first class, slot 0 (blue) the second, 2 to 4 further ones; more classes share 2 to 4.
 * The further hues were searched for distance from all before them under Machado's matrices at full severity. At the palest
 * step their distance from blue and orange is 8 or more (CIE76): the sign, not the hue, tells them apart.
 */
export const SLOTS = 5;

/** Second signs, never diagonal: diagonals mean "not allowed". Classes that share a slot have signs of their own, up to ten classes. */
export const PATTERNS = ["plain", "dots", "rings", "dashes", "crosses", "bars", "squares", "bricks", "waves", "grid"] as const;
export type Pattern = (typeof PATTERNS)[number];

/** By the class's place in the model, never by the target, so that a class keeps its colour when another is looked for. */
export function slotsOf(classes: readonly MapClass[]): number[] {
  return classes.map((_, index) => (index < 2 ? 1 - index : 2 + ((index - 2) % (SLOTS - 2))));
}

/** The sign of a class, by its place in the model too. */
export const signOfClass = (index: number): number => (index < 2 ? 1 - index : 2 + ((index - 2) % (PATTERNS.length - 2)));

/** The slot whose colour a sign has. */
export const slotOfSign = (sign: number): number => (sign < 2 ? sign : 2 + ((sign - 2) % (SLOTS - 2)));

const CHROME: Record<string, [string, string]> = {
  paper: ["#f4f6f3", "#0f1613"],
  panel: ["#fff", "#171f1b"],
  sunk: ["#eaeeea", "#0b110e"],
  ink: ["#14201a", "#eaf0ec"],
  ink2: ["#435049", "#b6c1ba"],
  ink3: ["#5f6c65", "#919d96"],
  line: ["#d8dfda", "#29332e"],
  line2: ["#aab5ae", "#54615a"],
  edge: ["#808c85", "#6f7c75"],
  halo: ["#fff", "#0f1613"],
  focus: ["#14201a", "#eaf0ec"],
  "handle-fill": ["#fff", "#eaf0ec"],
  "handle-line": ["#14201a", "#0f1613"],
};

/** The hues of classes by their slots, under the names that they have in style sheets. */
const HUES: Record<string, [string, string]> = {
  yes: ["#0b5394", "#8cc4f5"],
  no: ["#9a4200", "#f2a468"],
  third: ["#86244f", "#f59ac0"],
  fourth: ["#4a551a", "#7fe0b8"],
  fifth: ["#4136b0", "#dcbcd7"],
};
const MARKS = Object.values(HUES);

/** The same colours for the style sheets around the map. */
export const colourTokens = `:host{${Object.entries({ ...CHROME, ...HUES }).map(([name, both]) => `--espalier-${name}:light-dark(${both.join()});`).join("")}}`;

/** The steps of a row. Of one that states its two ends, those between are their mixtures in Oklab, which the browser computes. */
const steps = (row: string): string[] => (row.length > TWO ? row.split(" ") : Array.from({ length: SHADES }, (_, k) => `color-mix(in oklab,${row.replace(" ", ",")} ${(100 * k) / (SHADES - 1)}%)`));

/** So many letters have two colours. */
const TWO = 15;

const LIGHT = [
  "#e4eff9 #d5e5f5 #c4dbf1 #b0ceec #9ac0e5 #82b0dc #699ed0 #4f8ac2",
  "#fdeede #fbe3ca #f9d6b5 #f5c79f #f0b788 #e9a570 #df9259 #d27e45",
  "#f6ccd8 #a65c78",
  "#d1d7b8 #7b7c56",
  "#cecefa #8682f6",
].map(steps);

const DARK = [
  "#1d3040 #3e8bc9",
  "#3a2a1c #b56d27",
  "#3a1c26 #ab3877",
  "#204a3a #00b984",
  "#50424e #b98db2",
].map(steps);

/**
 * Written by loops, not in a file of CSS, which has none: each of the 45 colours of classes has a value, one for forced colours, and a class of SVG:
 * `mark-0`, `line-0` (stroke), `said-0` (text), `fill-0-1`. With forced colours fills go; patterns, borders, words and rings stay.
 */
function styles(): string {
  let [own, forced, classes] = ["", "", ""];
  const add = (name: string, [light, dark]: readonly [string, string], instead: string): void => {
    own += `--_${name}:var(--espalier-${name},light-dark(${light},${dark}));`;
    forced += `--_${name}:${instead};`;
  };
  for (const [name, both] of Object.entries(CHROME)) add(name, both, /^pa|halo|fill/.test(name) ? "Canvas" : name === "focus" ? "Highlight" : "CanvasText");
  for (let s = 0; s < SLOTS; s++) {
    const mark = `var(--_class-${s}-mark)`;
    add(`class-${s}-mark`, MARKS[s]!, "CanvasText");
    classes += `svg .mark-${s}{fill:${mark}}.line-${s}{stroke:${mark}}b.said-${s}{color:${mark}}`;
    for (let k = 0; k < SHADES; k++) {
      const name = `class-${s}-${k + 1}`;
      add(name, [LIGHT[s]![k]!, DARK[s]![k]!], "Canvas");
      classes += `.fill-${s}-${k + 1}{fill:var(--_${name})}`;
    }
  }
  return `:host{${own}}${classes}@media (forced-colors:active){:host{${forced}}}`;
}

export const paletteStyles = styles();

/** Resolved colours, red, green and blue of 0 to 255. */
export interface Palette {
  ink: Rgb;
  paper: Rgb;
  marks: Rgb[];
  fills: Rgb[][];
  forced: boolean;
}

/** Reads the colours through an element that takes each of them in turn; it must be in the document. */
export function readPalette(probe: HTMLElement): Palette {
  const style = getComputedStyle(probe);
  const texts: string[] = [];
  const ask = (name: string): number => {
    probe.style.color = `var(--_${name})`;
    return texts.push(style.color) - 1;
  };
  const ink = ask("ink");
  const paper = ask("paper");
  const marks = MARKS.map((_, s) => ask(`class-${s}-mark`));
  const fills = LIGHT.map((row, s) => row.map((_, k) => ask(`class-${s}-${k + 1}`)));
  probe.style.color = "";
  const rgb = resolved(texts);
  return {
    ink: rgb[ink]!,
    paper: rgb[paper]!,
    marks: marks.map((k) => rgb[k]!),
    fills: fills.map((row) => row.map((k) => rgb[k]!)),
    forced: matchMedia("(forced-colors: active)").matches,
  };
}

/** The bytes of colours in any notation, as a canvas gives them. */
function resolved(texts: readonly string[]): Rgb[] {
  const canvas = document.createElement("canvas");
  canvas.width = texts.length;
  canvas.height = 1;
  const g = canvas.getContext("2d", { willReadFrequently: true });
  if (!g) return texts.map(() => [128, 128, 128]);
  texts.forEach((text, k) => {
    g.fillStyle = text;
    g.fillRect(k, 0, 1, 1);
  });
  const { data } = g.getImageData(0, 0, texts.length, 1);
  return texts.map((_, k): Rgb => [data[k * 4]!, data[k * 4 + 1]!, data[k * 4 + 2]!]);
}

export function cssColour([r, g, b]: Rgb): string {
  return `rgb(${r},${g},${b})`;
}
