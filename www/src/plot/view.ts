/** The drawing above the cells, from a scene; bottom to top as LOOK lists the layers. */
import { nothing, svg, type SVGTemplateResult } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import type { LineHandle, MapAxis, MapOverlay } from "./contract.js";
import { titleAt } from "./frame.js";
import { EDGES, HIT, lineOf, type EdgeSide, type Handle } from "./handles.js";
import { LINE, type Label, type Rect } from "./labels.js";
import { overlayView } from "./overlay.js";
import { SIGNS, TILE } from "./paint.js";
import { PATTERNS, slotOfSign } from "./palette.js";
import type { Scene, SceneRing } from "./scene.js";

/** The words of a slider for a screen reader. */
export interface SliderWords {
  label: string;
  text: string;
  now: number;
  min: number;
  max: number;
}

export interface ViewInput {
  scene: Scene;
  overlay: MapOverlay | null;
  /** How usual places are, drawn under the limits. */
  depths: Part;
  /** The places that do not lie between rows, likewise. */
  hulls: Part;
  second: Part;
  /** The outline of the box or piece that is pointed at, in pixels, as a path. */
  box: string | null;
  coarse: boolean;
  readonly: boolean;
  stale: boolean;
  locks: { x: boolean; y: boolean };
  bare: boolean;
  guides: boolean;
  words: {
    map: string;
    keys: string;
    dot: SliderWords | null;
    edges: Record<EdgeSide, SliderWords>;
    lines: readonly (LineHandle | undefined)[];
    lockX: string;
    lockY: string;
  };
  on: {
    key: (e: KeyboardEvent) => void;
    lock: (axis: "x" | "y") => void;
    blur: () => void;
  };
}

type Part = SVGTemplateResult | typeof nothing;

export function mapView(v: ViewInput): SVGTemplateResult {
  const { scene } = v;
  const p = scene.frame.plot;
  return svg`
    ${defs(p)}
    <g clip-path="url(#plot-clip)">
      <rect class="surface" x=${p.x} y=${p.y} width=${p.w} height=${p.h}
        tabindex="0" role="application" aria-label=${v.words.map} aria-description=${v.words.keys}
        @keydown=${v.on.key} @blur=${v.on.blur} data-part="plot" />
      ${v.depths} ${v.hulls} ${veil(scene)} ${v.second}
      ${scene.relations.map(({ forbidden, line }) => svg`<g class="still relation"><path class="veil" fill-rule="evenodd" d=${forbidden} /><path class="hatch" fill="url(#hatch)" fill-rule="evenodd" d=${forbidden} /><path class="cut-halo" d=${line} /><path class="relation-line" d=${line} /></g>`)}
      ${overlayView(v.overlay, scene.scales, p)}
      <g class=${v.stale ? "still stale" : "still"}>
        ${scene.outlines.map((o) => svg`<path class="ball-halo" d=${o.d} /><path class=${o.solid ? "ball solid" : "ball"} d=${o.d} />`)}
        ${scene.written.map((w, k) => svg`<path id=${`along-${k}`} d=${w.d} fill="none" />
          ${["value halo", "value"].map((layer) => svg`<text class=${layer} dy=${w.below ? 17 : -9}><textPath href=${`#along-${k}`} startOffset="50%" text-anchor="middle">${w.text}</textPath></text>`)}`)}
      </g>
      ${v.box ? boxView(v.box) : nothing}
    </g>
    <rect class="frame" x=${p.x - 0.5} y=${p.y - 0.5} width=${p.w + 1} height=${p.h + 1} />
    <rect class="plot-focus focus-halo" x=${p.x} y=${p.y} width=${p.w} height=${p.h} /><rect class="plot-focus focus-line" x=${p.x} y=${p.y} width=${p.w} height=${p.h} />
    ${v.bare ? nothing : axes(scene, v)}
    ${scene.words.map((w) => svg`<text class=${`word halo mark-${w.slot}`} x=${w.x} y=${w.y} text-anchor="middle">${w.text}</text>`)}
    <g clip-path="url(#plot-clip)">
      ${scene.allowed ? svg`<rect class="allowed" x=${scene.allowed.x} y=${scene.allowed.y} width=${scene.allowed.w} height=${scene.allowed.h} />` : nothing}
    </g>
    ${scene.all ? svg`<text class="name halo" x=${scene.all.x} y=${scene.all.y} text-anchor="middle">${scene.all.text}</text>` : nothing}
    <g class="still" clip-path="url(#plot-clip)">${arrows(scene, v)}</g>
    ${scene.marks.map((m) => ringView(m, ""))}
    ${scene.answer ? ringView(scene.answer, scene.answer.state === "stale" ? "stale" : "") : nothing}
    ${dotView(scene, v)} ${ringAbove(scene, scene.answer?.state === "stale" ? "stale" : "")}
    ${repeat(scene.handles, (h) => h.id, (h) => gripView(h, v))}
    <g class="still">
      ${scene.dot ? labelView(scene.dot.label, "") : nothing}
      ${scene.marks.map((m) => labelView(m.label, ""))}
      ${scene.answer ? labelView(scene.answer.label, scene.answer.state === "stale" ? "stale" : "") : nothing}
    </g>`;
}

function defs(p: Rect): Part {
  return svg`<defs>
    <clipPath id="plot-clip"><rect x=${p.x} y=${p.y} width=${p.w} height=${p.h} /></clipPath>
    <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M0 0V7" /></pattern>
    ${PATTERNS.map((name, s) => (name === "plain" ? nothing : svg`<pattern id=${`sign-${s}`} width=${TILE} height=${TILE} patternUnits="userSpaceOnUse">
      <path class=${`${SIGNS[name].fill ? "mark" : "line"}-${slotOfSign(s)}`} fill=${SIGNS[name].fill ? nothing : "none"} opacity=${SIGNS[name].opacity} d=${SIGNS[name].path} /></pattern>`))}
  </defs>`;
}

/** Everything but the allowed parts. */
function veil(scene: Scene): Part {
  if (!scene.allowed) return nothing;
  const p = scene.frame.plot;
  const rect = (r: Rect): string => `M${r.x} ${r.y}h${r.w}v${r.h}h${-r.w}z`;
  const holes = scene.open.map((r) => {
    const x = Math.max(r.x, p.x - 1);
    const y = Math.max(r.y, p.y - 1);
    const w = Math.min(r.x + r.w, p.x + p.w + 1) - x;
    const h = Math.min(r.y + r.h, p.y + p.h + 1) - y;
    return w > 0 && h > 0 ? rect({ x, y, w, h }) : "";
  });
  const outside = rect({ x: p.x - 1, y: p.y - 1, w: p.w + 2, h: p.h + 2 });
  const d = outside + holes.join("");
  return svg`<path class="veil" fill-rule="evenodd" d=${d} /><path class="hatch" fill="url(#hatch)" fill-rule="evenodd" d=${d} />`;
}

function boxView(d: string): Part {
  return svg`<g class="still"><path class="box-halo" d=${d} /><path class="box" d=${d} /></g>`;
}

function arrows(scene: Scene, v: ViewInput): SVGTemplateResult[] {
  const p = scene.frame.plot;
  const out: SVGTemplateResult[] = [];
  const a = scene.answer;
  if (a?.seen && v.guides) {
    const stop = 10;
    out.push(svg`<path class="guide" d=${`M${a.x} ${a.y + stop}V${p.y + p.h}M${a.x - stop} ${a.y}H${p.x}`} />`);
  }
  for (const ring of [...scene.marks, ...(a ? [a] : [])]) {
    const r = ring.arrow;
    if (!r) continue;
    const d = Math.hypot(r.x2 - r.x1, r.y2 - r.y1);
    const ux = (r.x2 - r.x1) / d;
    const uy = (r.y2 - r.y1) / d;
    const line = `M${r.x1} ${r.y1}L${r.x2 - ux * 6} ${r.y2 - uy * 6}`;
    const head = `M${r.x2} ${r.y2}L${r.x2 - ux * 9 - uy * 4} ${r.y2 - uy * 9 + ux * 4}L${r.x2 - ux * 9 + uy * 4} ${r.y2 - uy * 9 - ux * 4}Z`;
    const faint = ring === a && a.state === "stale" ? "stale" : "";
    out.push(svg`<g class=${faint}><path class="arrow-halo" d=${line} /><path class="arrow" d=${line} /><path class="arrow-head" d=${head} /></g>`);
  }
  return out;
}

function ringView(r: SceneRing, faint: string): Part {
  if (!r.seen) return nothing;
  if (r.small) return svg`<circle class=${`many mark-${r.slot}`} cx=${r.x} cy=${r.y} r="4.5" />`;
  return svg`<g class=${`still ${faint}`}><circle cx=${r.x} cy=${r.y} r="11.5" fill="var(--_halo)" /><circle class=${`ring line-${r.slot} ${r.off ? "off" : ""}`} cx=${r.x} cy=${r.y} r="8" /></g>`;
}

/** The ring once more where the dot would hide it: both are seen, the ring around the part that the dot does not cover. */
function ringAbove({ answer: r, dot }: Scene, faint: string): Part {
  if (!r?.seen || !dot?.seen || Math.hypot(r.x - dot.x, r.y - dot.y) > 22) return nothing;
  return svg`<g class=${`still ${faint}`}><circle class="ring-halo" cx=${r.x} cy=${r.y} r="8" /><circle class=${`ring open line-${r.slot} ${r.off ? "off" : ""}`} cx=${r.x} cy=${r.y} r="8" /></g>`;
}

function dotView(scene: Scene, v: ViewInput): Part {
  const d = scene.dot;
  const w = v.words.dot;
  if (!d || !w) return nothing;
  const disc = svg`<circle class=${`disc mark-${d.slot} ${d.off ? "off" : ""}`} cx=${d.x} cy=${d.y} r="10" />`;
  if (v.readonly) return d.seen ? svg`<g class="dot still">${disc}</g>` : nothing;
  return svg`<g class=${`dot${d.seen ? "" : " away"}`} tabindex="0" role="slider" data-part="dot" aria-label=${w.label} aria-valuetext=${w.text}
      aria-valuenow=${w.now} aria-valuemin=${w.min} aria-valuemax=${w.max} @keydown=${v.on.key}>
    <circle class="reach" cx=${d.x} cy=${d.y} r=${HIT / 2} />${disc}
    <circle class="focus-halo" cx=${d.x} cy=${d.y} r="14" /><circle class="focus-line" cx=${d.x} cy=${d.y} r="14" />
  </g>`;
}

function gripView(h: Handle, v: ViewInput): Part {
  const up = v.coarse ? 1.3 : 1;
  if (h.corner) {
    const s = 11 * up;
    return svg`<g class=${`grip ${h.id}`} data-part=${h.id}>${reach(h)}<rect class="body" x=${h.x - s / 2} y=${h.y - s / 2} width=${s} height=${s} rx=${2.5 * up} /></g>`;
  }
  const line = lineOf(h.id);
  const side = h.id as EdgeSide;
  const tall = line === undefined && EDGES[side].axis === "x";
  const turn = h.turn ?? (tall ? 90 : 0);
  const w = 28 * up;
  const t = 10 * up;
  const marks = [-4, 0, 4].map((o) => `M${o * up} ${-2.5 * up}v${5 * up}`).join("");
  const of = line === undefined ? undefined : v.words.lines[line];
  // A line has no least and no greatest number.
  const words = of ? { label: of.text, text: of.text, now: of.now, min: nothing, max: nothing } : v.words.edges[side];
  return svg`<g class=${`grip ${line === undefined ? h.id : "line"}${h.seen ? "" : " away"}`} tabindex="0" role="slider" data-part=${h.id} aria-label=${words.label} aria-valuetext=${words.text}
      aria-valuenow=${words.now} aria-valuemin=${words.min} aria-valuemax=${words.max} aria-orientation=${tall ? "horizontal" : "vertical"} @keydown=${v.on.key}>
    ${reach(h)}<g transform="translate(${h.x} ${h.y}) rotate(${turn})"><rect class="body" x=${-w / 2} y=${-t / 2} width=${w} height=${t} rx=${5 * up} /><path class="marks" d=${marks} />
    ${["halo", "line"].map((kind) => svg`<rect class=${`focus-${kind}`} x=${-w / 2 - 4} y=${-t / 2 - 4} width=${w + 8} height=${t + 8} rx="8" />`)}</g>
  </g>`;
}

const reach = (h: Handle): Part => svg`<rect class="reach" x=${h.x - HIT / 2} y=${h.y - HIT / 2} width=${HIT} height=${HIT} />`;

function labelView(l: Label | null, faint: string): Part {
  if (!l) return nothing;
  return svg`<g class=${faint}>${l.lines.map((t, k) => svg`<text class=${`${k === 0 ? "name" : "value"} halo`} x=${l.x} y=${l.y + k * LINE} text-anchor=${l.anchor}>${t}</text>`)}</g>`;
}

function axes(scene: Scene, v: ViewInput): Part {
  const p = scene.frame.plot;
  const bottom = p.y + p.h;
  const at = titleAt(scene.frame.compact);
  const ticks =
    scene.ticksX.map((t) => `M${t.toFixed(1)} ${bottom + 1}v4`).join("") +
    scene.ticksY.map((t) => `M${p.x - 1} ${t.toFixed(1)}h-4`).join("") +
    scene.bandsX.map((t) => `M${t.toFixed(1)} ${bottom + 1}v6`).join("") +
    scene.bandsY.map((t) => `M${p.x - 1} ${t.toFixed(1)}h-6`).join("");
  return svg`<g class="axes">
    <path class="tick still" d=${ticks} />
    ${scene.labelsX.map((l) => svg`<text class="number" x=${l.at} y=${bottom + 20} text-anchor="middle">${l.text}</text>`)}
    ${scene.labelsY.map((l) => svg`<text class="number" x=${p.x - 11} y=${l.at + 4} text-anchor="end">${l.text}</text>`)}
    ${scene.tagX ? tag(scene.tagX.x - scene.tagX.w / 2, bottom + 7, scene.tagX.w, scene.tagX.text) : nothing}
    ${scene.tagY ? tag(p.x - 6 - scene.tagY.w, scene.tagY.y - 9.5, scene.tagY.w, scene.tagY.text) : nothing}
    ${title(scene.titleX, `translate(${p.x + p.w} ${bottom + at.below})`, v.locks.x, v.words.lockX, "x", v)} ${title(scene.titleY, `translate(${at.left} ${p.y}) rotate(-90)`, v.locks.y, v.words.lockY, "y", v)}
  </g>`;
}

function tag(x: number, y: number, w: number, text: string): Part {
  return svg`<g class="tag"><rect x=${Math.max(1, x)} y=${y} width=${w} height="19" rx="3" /><text x=${Math.max(1, x) + w / 2} y=${y + 13.5} text-anchor="middle">${text}</text></g>`;
}

/** An axis title is a switch: double click, Enter or Space keeps the feature as it is. */
function title(text: string, place: string, locked: boolean, label: string, axis: "x" | "y", v: ViewInput): Part {
  const wide = text.length * 7.2 + (locked ? 18 : 0);
  const lock = locked ? svg`<path class="lock" transform=${axis === "y" ? `translate(${-wide + 8} -5) rotate(90) translate(-7 -9)` : `translate(${-wide - 2} -12)`} d="M3.5 6.500h7v5.500h-7zM5 6.500V4.500a2 2 0 0 1 4 0v2" />` : nothing;
  const press = (e: KeyboardEvent): void => {
    if (e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    v.on.lock(axis);
  };
  const body = svg`<rect class="under" x=${-wide - 4} y="-15" width=${wide + 8} height="20" />${lock}<text text-anchor="end">${text}</text>`;
  if (v.readonly) return svg`<g class="title still" transform=${place}>${body}</g>`;
  return svg`<g class="title" transform=${place} tabindex="0" role="button" aria-pressed=${locked} aria-label=${label}
      @dblclick=${() => v.on.lock(axis)} @keydown=${press}>${body}
    <rect class="focus-halo" x=${-wide - 4} y="-15" width=${wide + 8} height="20" rx="3" /><rect class="focus-line" x=${-wide - 4} y="-15" width=${wide + 8} height="20" rx="3" /></g>`;
}

export function sliderRange(axis: MapAxis, levels: number): { min: number; max: number } {
  return levels > 0 ? { min: 0, max: levels - 1 } : { min: axis.min, max: axis.max };
}
