/** The meaning of a sign of the map, beside the pointer that rests on it or the handle that has the focus. It is said as the legend says it. */
import { html, render } from "lit";
import { furtherWords } from "../words.js";
import { picture, type SignName } from "./legend.js";
import { signAt, signOfPart } from "./sign-at.js";

/** The pointer rests so many milliseconds first: whoever moves over the map asks for nothing. As tips of browsers do. */
const REST = 500;

/** Pixels between the place and its tip, so that the sign is not covered. */
const APART = 16;

export class SignTip {
  readonly #tip = document.createElement("div");
  #resting: ReturnType<typeof setTimeout> | undefined;
  #map: Element | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly root: ShadowRoot,
  ) {
    // The names of the handles say the same.
    this.#tip.ariaHidden = "true";
    this.#tip.className = "sign-tip";
    this.#tip.hidden = true;
    root.append(this.#tip);
    root.addEventListener("pointermove", (event) => this.#moved(event as PointerEvent));
    // The map keeps the keys that it takes to itself.
    for (const act of ["pointerdown", "keydown", "wheel"]) root.addEventListener(act, () => this.#hide(), { capture: true, passive: true });
    host.addEventListener("pointerleave", () => this.#hide());
  }

  /** Is told of every drawing. A focus that goes from one handle to the next is told within the map alone. */
  draw(): void {
    const map = this.root.querySelector("espalier-map");
    if (!map?.shadowRoot || map === this.#map) return;
    this.#map = map;
    map.shadowRoot.addEventListener("focusin", ({ target }) => this.#focused(target));
    map.shadowRoot.addEventListener("focusout", () => this.#hide());
  }

  #moved(event: PointerEvent): void {
    this.#hide();
    const map = event.target;
    if (event.pointerType === "touch" || event.buttons !== 0 || !(map instanceof Element) || !map.matches("espalier-map") || !map.shadowRoot) return;
    const { shadowRoot } = map;
    const { clientX, clientY } = event;
    const [part] = event.composedPath();
    const grip = part instanceof Element ? signOfPart(part.closest("[data-part]:not(.surface)")?.getAttribute("data-part") ?? null) : null;
    this.#resting = setTimeout(() => this.#show(grip ?? signAt(shadowRoot, clientX, clientY), clientX, clientY), REST);
  }

  #focused(part: EventTarget | null): void {
    if (!(part instanceof SVGElement) || !part.matches(":focus-visible")) return;
    const sign = signOfPart(part.getAttribute("data-part"));
    const { right, bottom, left, top } = (part.querySelector(".disc, .body") ?? part).getBoundingClientRect();
    this.#show(sign, (left + right) / 2, (top + bottom) / 2);
  }

  #hide(): void {
    clearTimeout(this.#resting);
    this.#tip.hidden = true;
  }

  /** Right of the place and below it, or on the other sides where the map has no room, so that nothing else is covered. */
  #show(sign: SignName | null, x: number, y: number): void {
    if (sign === null) return;
    render(html`${picture(sign)}<span>${furtherWords.first.signs[sign]}</span>`, this.#tip);
    this.#tip.hidden = false;
    const map = (this.#map ?? this.host).getBoundingClientRect();
    const { width, height } = this.#tip.getBoundingClientRect();
    const left = x + APART + width <= map.right ? x + APART : Math.max(map.left, x - APART - width);
    const top = y + APART + height <= Math.min(map.bottom, innerHeight) ? y + APART : y - APART - height;
    const { left: x0, top: y0 } = this.host.getBoundingClientRect();
    this.#tip.style.left = `${String(left - x0)}px`;
    this.#tip.style.top = `${String(top - y0)}px`;
  }
}
