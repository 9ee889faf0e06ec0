/** Widths of words, measured once each. */
export class Ruler {
  #known = new Map<string, number>();
  #pen: CanvasRenderingContext2D | null = null;
  #family: string;

  constructor(family: string) {
    this.#family = family;
  }

  /** Pixels; where there is no canvas, an estimate. */
  measure(text: string, weight: number, size: number): number {
    const key = `${weight} ${size} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#pen ??= document.createElement("canvas").getContext("2d");
    if (!this.#pen) return text.length * size * 0.56;
    this.#pen.font = `${weight} ${size}px ${this.#family}`;
    const width = this.#pen.measureText(text).width;
    if (this.#known.size > 2000) this.#known.clear();
    this.#known.set(key, width);
    return width;
  }

  /** Fonts have arrived: everything may be wider. */
  forget(): void {
    this.#known.clear();
  }
}
