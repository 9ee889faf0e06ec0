/** The line under the map: the box pointed at, or the meaning of the outlines, and the strip of scores. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit/html.js";
import type { Regions } from "../types.js";
import { className, type BoxWords } from "./pointed-box.js";
import type { MapClass } from "./contract.js";
import { percent, plainNumber } from "./numbers.js";
import { signOfClass, slotsOf } from "./palette.js";
import { budgets } from "./outlines.js";
import { SHADES } from "./shade.js";
import type { Scene, SceneProps } from "./scene.js";

export interface Pointed {
  words: BoxWords;
  /** Class index. */
  class: number;
  by: "pointer" | "key";
}

type Outlined = Scene["outlines"][number];

/** The size of an outline on this slice: the cost less the part that the features not shown have used. */
function outlineLine(props: SceneProps, o: Outlined): TemplateResult | null {
  const { reach, words } = props;
  if (!reach || "length" in reach) return null;
  const used = reach.used ?? 0;
  const digits = (v: number): number => (v < 0.1 ? 4 : 2);
  const number = (v: number): string => plainNumber(v, digits(v), words.locale);
  // A bound that is rounded up would not be proved.
  const least = (v: number): string => (o.proved ? plainNumber(Math.floor(v * 10 ** digits(v)) / 10 ** digits(v), digits(v), words.locale) : number(v));
  const target = className(props.classes.find((c) => c.target));
  const [lead, rest] = words.outlineSize(o.proved, target, o.limited, least(o.budget + used), used > 0 ? number(used) : null, least(o.budget));
  return html`<b>${lead}</b>: ${rest}`;
}

export function readoutView(props: SceneProps, pointed: Pointed | null, outline: Outlined | null, coarse: boolean, regions: Regions | null): TemplateResult {
  return html`<div class="readout" part="readout">
    <p class=${pointed && !outline && pointed.words.long ? "long" : ""}>${outline ? (outlineLine(props, outline) ?? line(props, pointed, coarse)) : line(props, pointed, coarse)}</p>
    ${legend(props, regions)}
  </div>`;
}

function line(props: SceneProps, pointed: Pointed | null, coarse: boolean): TemplateResult | string {
  const { words } = props;
  if (pointed) {
    const { outcome, said, lead } = pointed.words;
    const slot = slotsOf(props.classes)[pointed.class] ?? 1;
    // The outcome keeps its colour wherever the sentence puts it.
    const mark = "\u0000";
    const [before = "", after = ""] = said(mark).split(mark);
    return html`<b>${lead[pointed.by === "key" ? 1 : 0]}</b>: ${before}<b class=${`said-${slot}`}>${outcome}</b>${after}`;
  }
  if (props.note !== null) return props.note;
  const reach = props.reach;
  if (reach && !("length" in reach) && props.factual && budgets(reach).some((b) => b.solid)) {
    const [solid, dotted] = [words.solidLine(reach.limited === true), words.dottedLine];
    return html`<b>${solid[0]}</b>: ${solid[1]}<br /><b>${dotted[0]}</b>: ${dotted[1]}`;
  }
  return coarse ? words.hintTouch : words.hint;
}

const WIDE = 196;
/** The width of a letter, about, in pixels. */
const LETTER = 6.2;

/** A name in so many pixels; its end, which often tells it from others, stays. */
function shortened(name: string, room: number): string {
  const most = Math.floor(room / LETTER);
  return name.length <= most ? name : `${name.slice(0, Math.max(1, most - 5)).trimEnd()}\u2026${name.slice(-4)}`;
}

const present = new WeakMap<Regions, Set<number>>();

/** The classes that a slice has, by index. */
function classesOf(regions: Regions): Set<number> {
  const found = present.get(regions) ?? new Set(regions.classes);
  present.set(regions, found);
  return found;
}

/** Two classes: one strip from the other, through the threshold, to the target. More: a swatch and a name each. */
function legend(props: SceneProps, regions: Regions | null): TemplateResult | typeof nothing {
  const { classes, words } = props;
  if (classes.length < 2) return nothing;
  const slots = slotsOf(classes);
  if (classes.length > 2 || props.scoring.by === "cost") return swatches(props, slots, regions);
  const target = classes.find((c) => c.target) ?? classes[0]!;
  const other = classes.find((c) => c !== target)!;
  const t = slots[classes.indexOf(target)]!;
  const o = slots[classes.indexOf(other)]!;
  const at = gate(props, regions);
  const middle = at.length * 3.2;
  const wide = (one: MapClass): number => className(one).length * LETTER;
  const gateFits = Math.max(wide(other), wide(target)) + middle < 90;
  const name = (one: MapClass, beside: MapClass): string => shortened(className(one), WIDE - 16 - Math.min(wide(beside), WIDE / 2 - 8));
  const cells: SVGTemplateResult[] = [];
  for (let k = 0; k < SHADES; k++) {
    cells.push(svg`<rect class=${`fill-${o}-${SHADES - k}`} x=${k * 12} y="2" width="12.3" height="9" />`);
    cells.push(svg`<rect class=${`fill-${t}-${k + 1}`} x=${98 + k * 12} y="2" width=${k === SHADES - 1 ? 12 : 12.3} height="9" />`);
  }
  return html`<svg class="legend" width=${WIDE} height="30" viewBox="0 0 ${WIDE} 30" role="img" aria-label=${words.legend(className(other), className(target))}>
    ${cells}
    ${svg`<rect x="0" y="2" width="96" height="9" fill=${`url(#sign-${signOfClass(classes.indexOf(other))})`} />
      <rect class="gate" x="96.25" y="0" width="1.5" height="13" />
      <text x="0" y="26">${name(other, target)}</text>
      <text x="97" y="26" text-anchor="middle">${gateFits ? at : ""}</text>
      <text x=${WIDE - 1} y="26" text-anchor="end">${name(target, other)}</text>`}
  </svg>`;
}

/** The number at the border, in digits that tell it; none where the places have no scores. */
function gate(props: SceneProps, regions: Regions | null): string {
  const { scoring, words } = props;
  if (scoring.by === "cost" || regions?.outputs === 0) return "";
  if (scoring.by === "class") return percent(scoring.threshold ?? 0.5, words.locale).replace(/[.,]0(?=\D*$)/, "");
  const ends = [scoring.from, scoring.to].filter((v) => Number.isFinite(v));
  const digits = (v: number): number => Math.min(Math.max(0, 3 - Math.floor(Math.log10(Math.abs(v) || 1))), 12);
  return ends.map((v) => new Intl.NumberFormat(words.locale, { maximumFractionDigits: digits(v) }).format(v)).join("\u2013");
}

/** Of many classes, those on the map. */
function swatches(props: SceneProps, slots: readonly number[], regions: Regions | null): TemplateResult {
  const on = regions && props.scoring.by === "class" ? classesOf(regions) : null;
  const known = props.classes.filter((c, k) => props.classes.findIndex(({ name }) => name === c.name) === k);
  const here = known.filter((c) => on === null || c.target || on.has(props.classes.indexOf(c)));
  const shown = (here.length > 0 ? here : known).slice(0, 6);
  const columns = shown.length > 4 ? 3 : shown.length <= 2 || props.scoring.by === "cost" ? 1 : 2;
  const step = WIDE / columns;
  return html`<svg class="legend" width=${WIDE} height="32" viewBox="0 0 ${WIDE} 32" role="img" aria-label=${shown.map((c) => c.name).join(", ")}>
    ${shown.map((c, k) => {
      const sign = signOfClass(props.classes.indexOf(c));
      const s = slots[props.classes.indexOf(c)]!;
      const x = (k % columns) * step;
      const y = Math.floor(k / columns) * 16;
      const name = className(c).replace(/^class /, "");
      return svg`<rect class=${`fill-${s}-5`} x=${x} y=${y + 3} width="16" height="10" />
        <rect x=${x} y=${y + 3} width="16" height="10" fill=${sign === 0 ? "none" : `url(#sign-${sign})`} />
        <text x=${x + 22} y=${y + 12}>${shortened(name, step - 24)}</text>`;
    })}
  </svg>`;
}
