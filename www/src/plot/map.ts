/** The map of the page: an exact slice, the limits in it, the person's point and the answer; all of it draggable. */
import mapCss from "./map.css?inline";
import { html, LitElement, nothing, svg, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import type { Regions } from "../types.js";
import { noTargetWithin } from "./pointed-box.js";
import { CellMap, type Laid } from "./cellmap.js";
import type {
  AxisName,
  LimitDetail,
  LineDetail,
  LockDetail,
  MapAnswer,
  MapAxis,
  MapClass,
  MapDepths,
  MapHulls,
  MapSecond,
  MapLayer,
  MapLimit,
  MapMark,
  MapMethods,
  MapOverlay,
  MapPoint,
  MapProps,
  MapReach,
  MapRelation,
  MapScoring,
  Phase,
  PointDetail,
  WindowDetail,
} from "./contract.js";
import { DepthDrawing, depthView } from "./depths.js";
import { Drags } from "./drags.js";
import { exportPng, exportSvg } from "./export.js";
import { frameOf, readoutHeight, scalesOf } from "./frame.js";
import { inForce, type Target } from "./handles.js";
import { hullView } from "./hulls.js";
import { Keys } from "./keys.js";
import type { Limits, XY } from "./drag-values.js";
import { nameOf } from "./numbers.js";
import { Painter } from "./painter.js";
import { paletteStyles, slotsOf } from "./palette.js";
import { noTargetPieceWithin } from "./pieces.js";
import { Pointing } from "./pointing.js";
import { BARE, pageScrolls, PROPS, sceneProps, type Override } from "./props.js";
import { readoutView } from "./readout.js";
import { Ruler } from "./text-width.js";
import { isDiscrete, toValue, type Scale } from "./scales.js";
import { secondBorder } from "./second.js";
import { differ } from "./differ.js";
import { sceneOf, type Scene, type SceneProps } from "./scene.js";
import { sliderWords } from "./slider-words.js";
import { mapView } from "./view.js";
import { wholeRegions } from "./whole.js";
import type { MapWords } from "./words.js";

export class EspalierMap extends LitElement implements MapProps, MapMethods {
  static override styles = [mapCss, paletteStyles].map(unsafeCSS);
  static override properties = Object.fromEntries(PROPS.map((name) => [name, { attribute: false, hasChanged: differ }]));

  declare regions: Regions | null;
  declare classes: readonly MapClass[];
  declare scoring: MapScoring;
  declare x: MapAxis;
  declare y: MapAxis;
  declare factual: MapPoint | null;
  declare answer: MapAnswer | null;
  declare marks: readonly MapMark[];
  declare allowed: { x: MapLimit; y: MapLimit };
  declare relations: readonly MapRelation[];
  declare reach: MapReach | readonly MapReach[] | null;
  declare showBoxes: boolean;
  declare overlay: MapOverlay | null;
  declare depths: MapDepths | null;
  declare hulls: MapHulls | null;
  declare second: MapSecond | null;
  declare layer: MapLayer;
  declare note: string | null;
  declare old: boolean;
  declare hide: MapProps["hide"];
  declare square: boolean;
  declare readonly: boolean;
  declare words: Partial<MapWords>;

  #cells = new CellMap();
  #second = new CellMap();
  #depths = new DepthDrawing();
  #over: Override = {};
  #scene: Scene | null = null;
  #laid: Laid | null = null;
  #size = { width: 0, height: 0 };
  readonly #coarse = matchMedia("(pointer: coarse)");
  /** It moved since it was drawn. */
  #due = false;
  #ruler: Ruler | null = null;
  /** The focus came by a press: no ring until a key is used. */
  #byPointer = false;
  #observer: ResizeObserver | null = null;
  #listening: AbortController | null = null;

  readonly #drags = new Drags({
    scene: () => this.#scene,
    props: () => this.#props(),
    limits: () => this.#limits(),
    local: (e) => this.#local(e),
    point: (at, phase) => this.#movePoint(at, phase),
    limit: (detail, phase) => this.#moveLimit(detail, phase),
    line: (line, to, phase) => this.#moveLine(line, to, phase),
    window: (detail, phase) => this.#moveWindow(detail, phase),
    hover: (at) => this.#pointing.hover(at),
    focusTarget: (target) => this.#focusTarget(target),
    capture: (id, on) => this.#capture(id, on),
    engaged: () => this.matches(":focus-within") || !pageScrolls(),
  });

  readonly #keys = new Keys({
    scene: () => this.#scene,
    props: () => this.#props(),
    regions: () => this.#regions,
    limits: () => this.#limits(),
    point: (at, phase) => this.#movePoint(at, phase),
    limit: (detail, phase) => this.#moveLimit(detail, phase),
    line: (line, to, phase) => this.#moveLine(line, to, phase),
    window: (detail) => this.#moveWindow(detail, "key"),
    windowsAt: (factor, about) => this.#drags.zoomTo({ x: this.#scene ? [this.#scene.scales.x.lo, this.#scene.scales.x.hi] : [0, 1], y: this.#scene ? [this.#scene.scales.y.lo, this.#scene.scales.y.hi] : [0, 1] }, factor, about),
    domains: () => this.#drags.domains(),
    cursor: (at) => this.#pointing.cursor(at),
    cancel: () => this.#cancel(),
  });

  readonly #painter = new Painter(() => this.renderRoot);

  readonly #pointing = new Pointing({
    scene: () => this.#scene,
    props: () => this.#props(),
    regions: () => this.#regions,
    codes: () => (this.#regions ? this.#cells.codes(this.#regions, this.classes, this.scoring) : new Uint16Array(0)),
    tell: (detail) => this.#send("map-box", detail),
    changed: () => this.requestUpdate(),
  });

  constructor() {
    super();
    Object.assign(this, BARE);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      if (this.#fit()) this.requestUpdate();
    });
    this.#observer.observe(this);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const repaint = (): void => this.#repaint();
    for (const query of ["(forced-colors: active)", "(prefers-color-scheme: dark)", "(pointer: coarse)"]) {
      matchMedia(query).addEventListener("change", repaint, { signal });
    }
    window.addEventListener("resize", repaint, { signal });
    // Once it is drawn, since asking for it makes a layout.
    void this.updateComplete.then(() => document.fonts.ready).then(() => {
      this.#ruler?.forget();
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#listening?.abort();
    this.#drags.stop();
    this.#pointing.stop();
  }

  /** The map as a standalone SVG document, without handles. */
  toSVG(): string {
    const drawing = this.#svg();
    if (!drawing || !this.#scene) return "";
    return exportSvg(drawing, this.#laid, slotsOf(this.classes), this.#painter.palette(), this.#scene.frame.plot, window.devicePixelRatio || 1);
  }

  /** The same as pixels, `scale` a CSS pixel. */
  toPNG(scale = 2): Promise<Blob> {
    return exportPng(this.toSVG(), this.#size.width, this.#stageHeight(), scale);
  }

  override render(): TemplateResult {
    if (!this.hasUpdated) this.#fit();
    this.#due = false;
    const { width } = this.#size;
    this.#ruler ??= new Ruler(getComputedStyle(this).fontFamily);
    const ruler = this.#ruler;
    const props = this.#props();
    const coarse = this.#coarse.matches;
    const stage = this.#stageHeight();
    const words = props.words;
    const frame = frameOf(width, stage, props, (t, w) => ruler.measure(t, w, 11), words.locale);
    const scales = scalesOf(frame, props.x, props.y);
    const ratio = window.devicePixelRatio || 1;
    this.#laid = this.#regions ? this.#cells.laid(this.#regions, this.classes, this.scoring, frame, scales, ratio, this.showBoxes) : null;
    const { second } = props;
    const border = second && secondBorder(this.#second.laid(second.data, this.classes, this.scoring, frame, scales, ratio, false), second.name, frame.plot, ratio);
    const slots = slotsOf(this.classes);
    const moved = this.#over.point !== undefined && (this.factual?.x !== this.#over.point.x || this.factual.y !== this.#over.point.y);
    const scene = sceneOf({
      props: moved ? { ...props, reach: null } : props,
      frame,
      scales,
      areas: [...(this.#laid?.areas ?? []), ...(border ? [border.area] : [])],
      noTargetAllowed: this.#noTargetAllowed(props),
      before: new Map(this.#scene?.words.map((w) => [w.text, w])),
      slotAt: (px, py) => slots[this.#cells.classAt(px, py, frame, ratio)] ?? -1,
      coarse,
      measure: (t, w, s) => ruler.measure(t, w, s),
    });
    this.#scene = scene;
    const pointed = this.#drags.active || this.old ? null : this.#pointing.pointed;
    const view = mapView({
      scene,
      overlay: props.overlay,
      depths: depthView(props.depths, this.#depths.areas(props.depths, scales, frame.plot, ratio)),
      hulls: hullView(props.hulls, scales, frame.plot),
      second: border?.view ?? nothing,
      box: pointed && this.#pointing.path(scene),
      coarse,
      readonly: this.readonly,
      stale: props.answer?.state === "stale",
      locks: { x: props.x.locked === true, y: props.y.locked === true },
      bare: props.hide.includes("axes"),
      guides: !props.hide.includes("guides"),
      words: {
        map: words.mapOf(nameOf(props.x), nameOf(props.y), props.layer),
        keys: this.readonly ? "" : words.keys,
        ...sliderWords(props, this.#limits()),
        lines: props.relations.map(({ handle }) => handle),
        lockX: words.lock(words.axisTitle(nameOf(props.x), props.x.unit)),
        lockY: words.lock(words.axisTitle(nameOf(props.y), props.y.unit)),
      },
      on: {
        key: (e) => this.#keys.press(e),
        lock: (axis) => this.#lock(axis),
        blur: () => this.#pointing.blurred(),
      },
    });
    const state = `${frame.compact ? "compact " : ""}${this.readonly ? "fixed " : ""}${this.#near(props) ? "near " : ""}${this.#byPointer ? "by-pointer " : ""}${this.#drags.panning ? "panning " : ""}${this.old ? "old" : ""}`;
    return html`<div class=${`whole ${state}`}>
      <div class="stage" part="plot" @keydown=${() => this.#typed()} @focusout=${() => this.#typed()}>
        <canvas aria-hidden="true"></canvas>
        <svg
          class="over"
          role="group"
          aria-label=${words.mapOf(nameOf(props.x), nameOf(props.y), props.layer)}
          width=${width}
          height=${stage}
          viewBox="0 0 ${width} ${stage}"
          @pointerdown=${(e: PointerEvent) => this.#pressed(e)}
          @pointermove=${(e: PointerEvent) => this.#drags.move(e)}
          @pointerup=${(e: PointerEvent) => this.#drags.up(e)}
          @pointercancel=${(e: PointerEvent) => this.#drags.cancel(e.pointerId)}
          @pointerleave=${(e: PointerEvent) => this.#left(e)}
          @dblclick=${(e: MouseEvent) => this.#doubled(e)}
        >
          ${svg`${view}`}
        </svg>
        <div class="probe" @transitionend=${() => this.#repaint()}></div>
        <div class="unseen" aria-live="polite">${this.old ? "" : this.#pointing.said}</div>
      </div>
      ${props.hide.includes("readout") ? nothing : readoutView(props, pointed, this.#drags.active ? null : this.#pointing.outlineIn(scene), coarse || frame.compact, this.#regions)}
    </div>`;
  }

  protected override firstUpdated(): void {
    // Not passive: these must be able to keep the page still.
    this.#svg()?.addEventListener("wheel", (e) => this.#drags.wheel(e), { passive: false });
    this.#svg()?.addEventListener("touchstart", (e) => this.#drags.touch(e), { passive: false });
  }

  protected override updated(): void {
    const scene = this.#scene;
    if (scene) this.#painter.update(this.#laid, slotsOf(this.classes), scene.frame.plot, window.devicePixelRatio || 1);
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A drag shows nothing of it, and ends with a place of its own.
    if (!this.#drags.active && ["regions", "classes", "scoring", "x", "y", "words"].some((name) => changed.has(name))) this.#pointing.refresh();
  }

  #props(): SceneProps {
    return sceneProps(this, this.#over);
  }

  get #regions(): Regions | null {
    return this.regions && wholeRegions(this.regions);
  }

  #limits(): Limits {
    const p = this.#props();
    const ends = (l: MapLimit): { lo: number | null; hi: number | null } => ({ lo: l.lo, hi: l.hi });
    return {
      given: { x: ends(p.allowed.x), y: ends(p.allowed.y) },
      force: { x: inForce(p.x, p.allowed.x, p.factual?.x ?? null), y: inForce(p.y, p.allowed.y, p.factual?.y ?? null) },
    };
  }

  #noTargetAllowed(p: SceneProps): boolean {
    const regions = this.#regions;
    if (!regions || p.answer || p.scoring.by === "cost" || p.hide.includes("limits")) return false;
    const codes = this.#cells.codes(regions, this.classes, this.scoring);
    const flags = { x: p.allowed.x.levels, y: p.allowed.y.levels };
    const { polygons } = regions;
    const limits = this.#limits().force;
    return polygons ? noTargetPieceWithin({ ...regions, polygons }, codes, this.classes, this.scoring, limits, flags) : noTargetWithin(regions, codes, this.classes, limits, flags);
  }

  #stageHeight(): number {
    if (this.hide.includes("readout")) return this.#size.height;
    return Math.max(0, this.#size.height - readoutHeight(this.#size.width));
  }

  /** Whether it has another size. Read where a layout stands anyway: asked for in a drawing it would be made for that alone. */
  #fit(): boolean {
    const before = this.#size;
    this.#size = { width: this.clientWidth, height: this.clientHeight };
    // On paper it is scaled as it is, since nothing is drawn anew there.
    for (const [side, pixels] of Object.entries(this.#size)) this.style.setProperty(`--_${side}`, String(pixels));
    return differ(this.#size, before);
  }

  #svg(): SVGSVGElement | null {
    return this.renderRoot.querySelector("svg.over");
  }

  #local(e: { clientX: number; clientY: number }): XY {
    const r = this.#svg()?.getBoundingClientRect();
    return { x: e.clientX - (r?.left ?? 0), y: e.clientY - (r?.top ?? 0) };
  }

  /** Zoomed in, so that there is something to pan. */
  #near(p: SceneProps): boolean {
    const domains = this.#drags.domains();
    const part = (axis: MapAxis, domain: readonly number[]): boolean =>
      !isDiscrete(axis) && (axis.window[0] > domain[0]! || axis.window[1] < domain[1]!);
    return part(p.x, domains.x) || part(p.y, domains.y);
  }

  #pressed(e: PointerEvent): void {
    this.#drags.down(e);
    this.#byPointer = true;
    this.requestUpdate();
  }

  #typed(): void {
    if (!this.#byPointer) return;
    this.#byPointer = false;
    this.requestUpdate();
  }

  #repaint(): void {
    this.#painter.recolour();
    this.requestUpdate();
  }

  #send(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /** Draws in the next frame; with the host, where that draws in it. */
  #soon(): void {
    this.#due = true;
    requestAnimationFrame(() => this.#due && this.requestUpdate());
  }

  /** Keeps an override while a drag lasts and two frames longer, so that a host may answer in the next frame. */
  #hold(part: keyof Override, phase: Phase): void {
    this.#soon();
    if (phase === "start" || phase === "move") return;
    const value = this.#over[part];
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#over[part] !== value) return;
        this.#over = { ...this.#over, [part]: undefined };
        this.requestUpdate();
      }),
    );
  }

  #movePoint(at: XY, phase: Phase): void {
    const before = this.#over.point ?? this.factual;
    if (phase === "move" && before?.x === at.x && before.y === at.y) return;
    this.#over.point = at;
    this.#send("map-point", { x: at.x, y: at.y, phase } satisfies PointDetail);
    this.#hold("point", phase);
  }

  #moveLimit(detail: Omit<LimitDetail, "phase">, phase: Phase): void {
    if (phase === "move" && JSON.stringify(detail) === JSON.stringify(this.#over.limit)) return;
    this.#over.limit = detail;
    this.#send("map-limit", { ...detail, phase } satisfies LimitDetail);
    this.#hold("limit", phase);
  }

  #moveLine(line: number, to: XY | null, phase: Phase): void {
    if (!this.#scene) return;
    const { x, y } = this.#scene.scales;
    const grain = (s: Scale): number => Math.abs((s.hi - s.lo) / (s.p1 - s.p0));
    this.#soon();
    this.#send("map-line", { line, to: to && { x: toValue(x, to.x), y: toValue(y, to.y) }, grain: { x: grain(x), y: grain(y) }, phase } satisfies LineDetail);
  }

  #moveWindow(detail: Omit<WindowDetail, "phase">, phase: Phase): void {
    const { x, y } = this;
    const known: Omit<WindowDetail, "phase"> = {
      ...(detail.x && !isDiscrete(x) && { x: detail.x }),
      ...(detail.y && !isDiscrete(y) && { y: detail.y }),
      reset: detail.reset,
    };
    this.#over.window = known;
    this.#pointing.refresh();
    this.#send("map-window", { ...known, phase } satisfies WindowDetail);
    this.#hold("window", phase);
  }

  #lock(axis: AxisName): void {
    if (this.readonly) return;
    const { feature, locked } = this[axis];
    this.#send("map-lock", { axis, feature, locked: locked !== true } satisfies LockDetail);
  }

  #cancel(): boolean {
    if (!this.#drags.active) return false;
    this.#drags.cancel();
    return true;
  }

  #left(e: PointerEvent): void {
    if (e.pointerType === "touch" || this.#drags.active) return;
    this.#pointing.hover(null);
  }

  #doubled(e: MouseEvent): void {
    if (this.readonly || this.#drags.target(this.#local(e))?.kind !== "plot") return;
    this.#moveWindow({ ...this.#drags.domains(), reset: true }, "key");
  }

  #focusTarget(target: Target): void {
    const part = target.kind === "handle" ? target.id : target.kind;
    const element = this.renderRoot.querySelector<SVGElement>(`[data-part="${part}"][tabindex]`);
    element?.focus({ preventScroll: true });
  }

  #capture(pointer: number, on: boolean): void {
    const element = this.#svg();
    if (!element) return;
    try {
      if (on) element.setPointerCapture(pointer);
      else if (element.hasPointerCapture(pointer)) element.releasePointerCapture(pointer);
    } catch {
      // The pointer is already gone; there is nothing to capture.
    }
  }
}
