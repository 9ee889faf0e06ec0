/** The box under the pointer or under the keyboard's cursor, and the words that are said aloud of it. */
import type { Regions } from "../types.js";
import { boxAt } from "./pointed-box.js";
import { pieceBox } from "./pieces.js";
import type { BoxDetail } from "./contract.js";
import type { XY } from "./drag-values.js";
import { distanceTo } from "./outlines.js";
import type { Pointed } from "./readout.js";
import { toPixel, toValue } from "./scales.js";
import { cornersOf } from "./scores.js";
import { within, type Scene, type SceneProps } from "./scene.js";

export interface PointingHost {
  scene(): Scene | null;
  props(): SceneProps;
  regions(): Regions | null;
  codes(): Uint16Array;
  tell(detail: BoxDetail): void;
  changed(): void;
}

export class Pointing {
  pointed: Pointed | null = null;
  /** For the live region. */
  said = "";
  #text = "";
  #corners: XY[] = [];
  #pointer: XY | null = null;
  #cursor: XY | null = null;
  #outlined = false;
  #frame = 0;
  #later = 0;

  constructor(readonly host: PointingHost) {}

  /** Its outline in pixels of the present scales, as a path. */
  path({ scales }: Scene): string | null {
    if (!this.pointed) return null;
    return `M${this.#corners.map(({ x, y }) => `${toPixel(scales.x, x).toFixed(1)} ${toPixel(scales.y, y).toFixed(1)}`).join("L")}Z`;
  }

  /** The outline that the pointer is on. */
  outlineIn(scene: Scene): Scene["outlines"][number] | null {
    const at = this.#pointer;
    if (!at || !within(at.x, at.y, scene.frame.plot)) return null;
    return scene.outlines.find((o) => distanceTo(o.line, at.x, at.y) <= 5) ?? null;
  }

  /** A pointer at a pixel; null when it left. Looked up at most once a frame. */
  hover(at: XY | null): void {
    this.#pointer = at;
    if (at === null) {
      this.#none("pointer");
      return;
    }
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#pointer) this.#atPixel(this.#pointer);
    });
  }

  /** The keyboard's cursor at values; read aloud when it rests. */
  cursor(at: XY): void {
    this.#cursor = at;
    this.#atValue(at, "key");
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => {
      this.said = this.pointed ? this.#text : "";
      this.host.changed();
    }, 120);
  }

  /** The cells changed under a resting pointer or cursor. */
  refresh(): void {
    if (!this.pointed) return;
    if (this.pointed.by === "key" && this.#cursor) this.#atValue(this.#cursor, "key");
    else if (this.#pointer) this.#atPixel(this.#pointer);
  }

  blurred(): void {
    this.said = "";
    if (this.pointed?.by === "key") this.#none("key");
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
    this.#frame = 0;
  }

  #atPixel(at: XY): void {
    const scene = this.host.scene();
    const inPlot = scene !== null && within(at.x, at.y, scene.frame.plot);
    const outlined = scene !== null && this.outlineIn(scene) !== null;
    if (outlined !== this.#outlined) {
      this.#outlined = outlined;
      this.host.changed();
    }
    if (!inPlot) this.#none("pointer");
    else this.#atValue({ x: toValue(scene.scales.x, at.x), y: toValue(scene.scales.y, at.y) }, "pointer");
  }

  #atValue(at: XY, by: Pointed["by"]): void {
    const regions = this.host.regions();
    const props = this.host.props();
    const slanted = regions?.polygons ? pieceBox({ ...regions, polygons: regions.polygons }, this.host.codes(), props, props.classes, props.scoring, props.words, at) : null;
    const found = regions?.polygons ? slanted : regions && boxAt(regions, this.host.codes(), props, props.classes, props.scoring, props.words, at.x, at.y);
    if (!found) {
      this.#none(by);
      return;
    }
    const { box } = found;
    const same = this.pointed?.by === by && this.#text === box.text;
    this.pointed = { words: found.words, class: box.class, by };
    const { x, y } = box;
    this.#corners = regions?.polygons && slanted ? cornersOf(regions.polygons, slanted.piece) : [{ x: x[0], y: y[1] }, { x: x[1], y: y[1] }, { x: x[1], y: y[0] }, { x: x[0], y: y[0] }];
    this.#text = box.text;
    this.host.changed();
    if (!same) this.host.tell({ box, by });
  }

  #none(by: Pointed["by"]): void {
    if (!this.pointed) return;
    this.pointed = null;
    this.host.changed();
    this.host.tell({ box: null, by });
  }
}
