/**
 * The strip of a card: background distribution, thresholds, the allowed range as a band whose ends are dragged, the person's
 * dot and the answer's ring. For features without an order: the levels themselves, each allowed or not.
 */
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import type { FeatureInfo } from "../../types.js";
import { limitOf, setLimit, setRange, setValue, toggleLevel } from "../state/editing/actions.js";
import { coordinate, domain, isDiscrete, isOrdered, levelCount, levelLabel, nearest, seen, snapPoints } from "../../model/feature.js";
import { decimalsOf } from "../state/answer/rounding.js";
import { follow, stepOf } from "./drag.js";
import { bare, shortLabels, withUnit } from "./format.js";
import { icons } from "./icons.js";
import { place } from "./style-properties.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import type { Doc } from "../state/document/document.js";

interface Scale {
  /** Place of a coordinate in percent. */
  at(coordinate: number): number;
  /** Place of an end of the band: for levels, the edge of its cell. */
  end(coordinate: number, side: "min" | "max"): number;
  /** The coordinate at a share of the width. */
  back(share: number, side: "min" | "max"): number;
}

function scaleOf(feature: FeatureInfo, low: number, high: number): Scale {
  if (isDiscrete(feature)) {
    const n = levelCount(feature);
    return {
      at: (level) => ((level + 0.5) / n) * 100,
      end: (level, side) => ((side === "min" ? level : level + 1) / n) * 100,
      back: (share, side) => (side === "min" ? share * n : share * n - 1),
    };
  }
  const span = high - low || 1;
  const at = (x: number): number => Math.max(0, Math.min(100, ((x - low) / span) * 100));
  return { at, end: at, back: (share) => low + share * span };
}

/** Bars of the background, root scale so that rare values are seen. */
function bars(feature: FeatureInfo): TemplateResult | typeof nothing {
  const counts = feature.histogram;
  if (!counts || counts.length === 0) return nothing;
  const top = Math.sqrt(Math.max(...counts, 1));
  const gap = isDiscrete(feature) ? 0.02 : 0.1;
  return html`<svg class="bars" viewBox="0 0 ${counts.length} 1" preserveAspectRatio="none" aria-hidden="true">
    ${counts.map((count, index) => {
      const height = Math.sqrt(count) / top;
      return height > 0 ? svg`<rect x=${index + gap / 2} y=${1 - height} width=${1 - gap} height=${height}></rect>` : nothing;
    })}
  </svg>`;
}

/** Thresholds as ticks; closer than about two pixels they are thinned. */
function ticks(feature: FeatureInfo, scale: Scale): TemplateResult {
  if (isDiscrete(feature)) {
    const inner = Array.from({ length: levelCount(feature) - 1 }, (_, level) => scale.end(level, "max"));
    return html`<svg class="ticks" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${inner.map(tick)}</svg>`;
  }
  let last = -1;
  const kept = feature.thresholds.map((cut) => scale.at(cut)).filter((x) => {
    if (x - last < 0.75) return false;
    last = x;
    return true;
  });
  return html`<svg class="ticks" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${kept.map(tick)}</svg>`;
}

const tick = (x: number): TemplateResult => svg`<path d="M${x} 0V1"></path>`;

export interface StripInput {
  doc: Doc;
  feature: FeatureInfo;
  /** The answer's coordinate when it changes this feature. */
  to: number | null;
  /** The colours of the person's dot and of the answer's ring, as on the map. */
  slot: number;
  reached: number;
  ui: Ui;
}

export function strip(input: StripInput): TemplateResult {
  return isOrdered(input.feature) ? orderedStrip(input) : levelStrip(input);
}

function orderedStrip({ doc, feature, to, slot, reached, ui }: StripInput): TemplateResult {
  const limit = limitOf(doc, feature.name);
  const now = coordinate(feature, doc.person);
  const [low, high] = domain(feature);
  const scale = scaleOf(feature, ...seen(feature, doc.person));
  const min = limit.min ?? low;
  const max = limit.max ?? high;
  const left = scale.end(min, "min");
  const right = scale.end(max, "max");
  const near = right - left < 16;
  const ends = [
    { side: "min" as const, at: min, x: left, open: limit.min === null },
    { side: "max" as const, at: max, x: right, open: limit.max === null },
  ];
  return html`<div class="strip ${isDiscrete(feature) ? "levels" : "line"}">
    ${bars(feature)}
    <div class="track"></div>
    ${ticks(feature, scale)}
    <div class="band" ${place({ left: `${left}%`, width: `${Math.max(0, right - left)}%` })}></div>
    ${ends.map((end) => handle(feature, end, [min, max], scale, doc, ui))}
    ${Number.isNaN(now) ? nothing : dot(feature, now, scale, slot, ui)}
    ${to === null ? nothing : html`<span class="ring slot-${reached}" ${place({ left: `${scale.at(to)}%` })}></span>`}
    ${isDiscrete(feature)
      ? levelWords(feature, to, [min, max])
      : html`<div class="ends" aria-hidden="true">
          ${ends.map((end) =>
            end.open
              ? nothing
              : html`<span class="end ${near ? end.side : ""} ${end.x < 7 ? "first" : end.x > 93 ? "last" : ""}" ${place({ left: `${end.x}%` })}>${bare(feature, end.at)}</span>`,
          )}
        </div>`}
  </div>`;
}

function levelWords(feature: FeatureInfo, to: number | null, [min, max]: [number, number]): TemplateResult {
  const n = levelCount(feature);
  const names = Array.from({ length: n }, (_, level) => level);
  const short = shortLabels(names.map((level) => levelLabel(feature, level)), Math.floor(40 / n));
  return html`<div class="names" aria-hidden="true" ${place({ "grid-template-columns": `repeat(${n}, minmax(0, 1fr))` })}>
    ${names.map((level) => {
      const outside = level < min || level > max;
      return html`<span class="${level === to ? "hit" : ""} ${outside ? "out" : ""}">${short[level]}</span>`;
    })}
  </div>`;
}

interface End {
  side: "min" | "max";
  at: number;
  x: number;
  open: boolean;
}

function handle(feature: FeatureInfo, end: End, [min, max]: [number, number], scale: Scale, doc: Doc, ui: Ui): TemplateResult {
  const { side } = end;
  const gesture = `range ${feature.name} ${side}`;
  const [low, high] = domain(feature);
  const points = snapPoints(feature, side).filter((point) => (side === "min" ? point <= max : point >= min));
  const move = (at: number): void => ui.edit((now) => setRange(now, feature, side === "min" ? { min: Math.min(at, max) } : { max: Math.max(at, min) }), gesture);
  const text = withUnit(feature, end.at);
  const down = (event: PointerEvent): void => {
    const handleElement = event.currentTarget as HTMLElement;
    const stripElement = handleElement.parentElement;
    if (!stripElement) return;
    const before = limitOf(doc, feature.name);
    ui.dragging(true);
    follow(event, {
      strip: stripElement,
      move: (share, free) => {
        const raw = scale.back(share, side);
        const places = feature.kind === "integer" ? 0 : decimalsOf(feature);
        move(free && !isDiscrete(feature) ? Number(Math.max(low, Math.min(high, raw)).toFixed(places)) : nearest(points, raw));
      },
      end: (cancelled) => {
        if (cancelled) ui.edit((now) => setLimit(now, feature.name, before), gesture);
        ui.dragging(false);
      },
    });
  };
  const key = (event: KeyboardEvent): void => {
    const at = stepOf(event, points, end.at);
    if (at === null) return;
    event.preventDefault();
    move(at);
  };
  return html`<div
    class="grip ${side}"
    role="slider"
    tabindex="0"
    aria-label=${side === "min" ? words.lowest(feature.name) : words.highest(feature.name)}
    aria-valuemin=${low}
    aria-valuemax=${high}
    aria-valuenow=${end.at}
    aria-valuetext=${end.open ? words.noLimit(text) : text}
    ${place({ left: `${end.x}%` })}
    @pointerdown=${down}
    @keydown=${key}
  ><i></i></div>`;
}

/** The person's own value: dragged without snapping, so that it is never moved to fit a tick. The value field serves keys. */
function dot(feature: FeatureInfo, now: number, scale: Scale, slot: number, ui: Ui): TemplateResult {
  const [low, high] = domain(feature);
  const gesture = `value ${feature.name}`;
  const down = (event: PointerEvent): void => {
    const stripElement = (event.currentTarget as HTMLElement).parentElement;
    if (!stripElement) return;
    ui.dragging(true);
    let before: Doc | undefined;
    follow(event, {
      strip: stripElement,
      move: (share) => {
        const raw = isDiscrete(feature) ? Math.round(share * levelCount(feature) - 0.5) : scale.back(share, "min");
        const places = isDiscrete(feature) || feature.kind === "integer" ? 0 : decimalsOf(feature);
        const at = Number(Math.max(low, Math.min(high, raw)).toFixed(places));
        ui.edit((doc) => {
          before ??= doc;
          return setValue(doc, feature, at);
        }, gesture);
      },
      end: (cancelled) => {
        if (cancelled) ui.edit((doc) => before ?? doc, gesture);
        ui.dragging(false);
      },
    });
  };
  return html`<span class="dot slot-${slot}" ${place({ left: `${scale.at(now)}%` })} @pointerdown=${down}></span>`;
}

function levelStrip({ doc, feature, to, slot, reached, ui }: StripInput): TemplateResult {
  const allowed = limitOf(doc, feature.name).allow;
  const now = coordinate(feature, doc.person);
  const levels = Array.from({ length: levelCount(feature) }, (_, level) => level);
  return html`<div class="choices" role="group" aria-label=${feature.name}>
    ${levels.map((level) => {
      const on = allowed === null || allowed.includes(level);
      const mark = level === now ? html`<span class="mark dot slot-${slot}"></span>` : level === to ? html`<span class="mark ring slot-${reached}"></span>` : nothing;
      return html`<button
        type="button"
        class="choice ${on ? "" : "out"} ${level === to ? "hit" : ""}"
        aria-pressed=${on}
        aria-label=${words.allowLevel(feature.name, levelLabel(feature, level))}
        @click=${() => ui.edit((before) => toggleLevel(before, feature, level))}
      >${mark}<span>${levelLabel(feature, level)}</span>${on ? nothing : icons.close()}</button>`;
    })}
  </div>`;
}
