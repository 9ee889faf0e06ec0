/** The few drawn signs, 16 px, in the colour of the text around them. */
import { svg, type TemplateResult } from "lit/html.js";
import { html } from "lit/html.js";

const icon = (paths: unknown): TemplateResult =>
  html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${paths}</svg>`;

const stroke = (d: string): TemplateResult => icon(svg`<path d=${d}></path>`);

export const icons = {
  undo: () => stroke("M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H7"),
  redo: () => stroke("m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h2"),
  close: () => stroke("m4.5 4.5 7 7m0-7-7 7"),
  down: () => stroke("m4 6 4 4 4-4"),
  up: () => stroke("m4 10 4-4 4 4"),
  left: () => stroke("M10 4 6 8l4 4"),
  right: () => stroke("m6 4 4 4-4 4"),
  first: () => stroke("M12 4 8 8l4 4M4.500 4v8"),
  play: () => icon(svg`<path d="M5 3.500v9l7.500-4.500z" class="solid"></path>`),
  pause: () => icon(svg`<path d="M4.500 3.500h2.500v9H4.500zM9 3.500h2.500v9H9z" class="solid"></path>`),
  menu: () => stroke("M2.5 4.5h11M2.5 8h11M2.5 11.5h11"),
  plus: () => stroke("M8 3.5v9M3.5 8h9"),
  arrow: () => stroke("M3 8h10M9.5 4.5 13 8l-3.5 3.5"),
  arrowLeft: () => stroke("M13 8H3M6.5 4.5 3 8l3.5 3.5"),
  arrowBoth: () => stroke("M2.5 8h11M5 5 2 8l3 3M11 5l3 3-3 3"),
  tick: () => stroke("m3.5 8.5 3 3 6-7"),
  half: () => icon(svg`<circle cx="8" cy="8" r="5.5"></circle><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="solid"></path>`),
  barred: () => icon(svg`<circle cx="8" cy="8" r="5.5"></circle><path d="m4.2 4.2 7.6 7.6"></path>`),
  open: () => icon(svg`<circle cx="8" cy="8" r="5.5" stroke-dasharray="2.4 2.2"></circle>`),
  stop: () => icon(svg`<rect x="4" y="4" width="8" height="8" rx="1" class="solid"></rect>`),
  locked: () => icon(svg`<rect x="3.5" y="7" width="9" height="6.5" rx="1.5"></rect><path d="M5.5 7V4.5a2.5 2.5 0 0 1 5 0V7"></path>`),
  unlocked: () => icon(svg`<rect x="3.5" y="7" width="9" height="6.5" rx="1.5"></rect><path d="M5.5 7V4.5a2.5 2.5 0 0 1 4.7-1.2"></path>`),
  shield: () => stroke("M8 2 3.5 3.6v4c0 3 1.9 5 4.5 6.4 2.6-1.4 4.5-3.4 4.5-6.4v-4z"),
  brand: () =>
    html`<svg class="brand-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 22V4M12 18.5c-4.5 0-9 0-9-3.2M12 18.5c4.5 0 9 0 9-3.2M12 12.5c-4 0-7 0-7-3M12 12.5c4 0 7 0 7-3M12 6.8c-2.7 0-4.5 0-4.5-2.6M12 6.8c2.7 0 4.5 0 4.5-2.6"></path>
    </svg>`,
};
