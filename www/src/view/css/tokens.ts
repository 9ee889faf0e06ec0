/**
 * Colours and type. Chrome is ink on paper; hue means a class and nothing else. The dark is drawn anew, not inverted, and
 * comes with the `color-scheme` of the page around, unless a theme is given.
 */
import { css } from "lit";

export const tokens = css`
  :host {
    --espalier-paper: light-dark(#f4f6f3, #0f1613);
    --espalier-panel: light-dark(#ffffff, #171f1b);
    --espalier-sunk: light-dark(#eaeeea, #0b110e);
    --espalier-ink: light-dark(#14201a, #eaf0ec);
    --espalier-ink2: light-dark(#435049, #b6c1ba);
    --espalier-ink3: light-dark(#5f6c65, #919d96);
    --espalier-line: light-dark(#d8dfda, #29332e);
    --espalier-line2: light-dark(#aab5ae, #54615a);
    --espalier-edge: light-dark(#808c85, #6f7c75);
    --espalier-halo: light-dark(#ffffff, #0f1613);
    --espalier-focus: light-dark(#14201a, #eaf0ec);
    --espalier-yes: light-dark(#0b5394, #8cc4f5);
    --espalier-no: light-dark(#9a4200, #f2a468);
    --espalier-third: light-dark(#86244f, #f59ac0);
    --espalier-fourth: light-dark(#4a551a, #7fe0b8);
    --espalier-fifth: light-dark(#4136b0, #dcbcd7);
    --shadow:
      0 1px 2px light-dark(rgb(20 32 26 / 8%), rgb(0 0 0 / 50%)),
      0 12px 32px light-dark(rgb(20 32 26 / 16%), rgb(0 0 0 / 55%));
    --grip: light-dark(var(--espalier-panel), var(--espalier-ink));
    --grip-line: light-dark(var(--espalier-ink), var(--espalier-paper));
    --espalier-class-0-mark: var(--espalier-yes);
    --espalier-class-1-mark: var(--espalier-no);
    --espalier-class-2-mark: var(--espalier-third);
    --espalier-class-3-mark: var(--espalier-fourth);
    --espalier-class-4-mark: var(--espalier-fifth);
    display: block;
    color: var(--espalier-ink);
    background: var(--espalier-paper);
    font: 400 13px/20px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    font-variant-numeric: tabular-nums;
    -webkit-font-smoothing: antialiased;
    container: page / inline-size;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  @media print {
    :host {
      color-scheme: light !important;
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
    margin: 0;
  }
  h1,
  h2,
  h3 {
    font: inherit;
    font-weight: 600;
  }
  p {
    text-wrap: pretty;
  }
  button,
  select,
  input {
    font: inherit;
    font-variant-numeric: inherit;
    letter-spacing: inherit;
    color: inherit;
    background: none;
    border: 0;
    border-radius: 0;
    padding: 0;
  }
  button {
    cursor: pointer;
    touch-action: manipulation;
  }
  button:disabled {
    cursor: default;
  }
  .i {
    display: block;
    width: 16px;
    height: 16px;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .i .solid {
    fill: currentcolor;
    stroke: none;
  }
  :is(button, input, [tabindex], summary, a):focus-visible,
  .choose:has(select:focus-visible),
  .segment:has(input:focus-visible) {
    outline: 2px solid var(--espalier-focus);
    outline-offset: 2px;
    box-shadow: 0 0 0 2px var(--espalier-halo);
  }
  .cap {
    font-size: 12px;
    line-height: 16px;
    font-weight: 400;
    color: var(--espalier-ink3);
  }
  .line {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .gap {
    flex: 1;
    min-width: 0;
  }
  .mono {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    font-size: 12px;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .stale {
    opacity: 0.5;
  }
  .narrow {
    display: none !important;
  }
  .btn {
    height: 32px;
    padding: 0 10px;
    border-radius: 6px;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    color: var(--espalier-ink2);
    white-space: nowrap;
    flex: none;
  }
  a.btn,
  a.item {
    color: var(--espalier-ink2);
    text-decoration: none;
  }
  a.item {
    color: inherit;
  }
  .btn.ico {
    width: 32px;
    padding: 0;
  }
  .btn:disabled {
    opacity: 0.4;
  }
  .btn.line-button {
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    color: var(--espalier-ink);
  }
  .btn.solid {
    background: var(--espalier-ink);
    color: var(--espalier-panel);
    font-weight: 600;
  }
  .btn.solid .key {
    font-weight: 400;
    opacity: 0.75;
  }
  @media (hover: hover) {
    .btn:not(.solid):enabled:hover,
    .lock:hover,
    .way:enabled:hover,
    .item:enabled:hover,
    .drawer:hover {
      background: var(--espalier-sunk);
    }
  }
  .choose {
    position: relative;
    display: inline-flex;
    align-items: center;
    border-radius: 3px;
  }
  .choose select {
    position: absolute;
    inset: -2px;
    opacity: 0;
    width: calc(100% + 4px);
    height: calc(100% + 4px);
    cursor: pointer;
    appearance: none;
    font-size: 13px;
  }
  .choose select option {
    color: var(--espalier-ink);
    background: var(--espalier-panel);
  }
  .box {
    height: 32px;
    padding: 0 8px;
    border-radius: 5px;
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    background: var(--espalier-panel);
    min-width: 0;
    width: 100%;
  }
  p.wrong {
    width: 100%;
    margin: 4px 0;
    padding-left: 8px;
    border-left: 3px solid var(--espalier-ink);
    font-size: 12px;
    line-height: 16px;
    overflow-wrap: anywhere;
  }
  .box[aria-invalid="true"] {
    box-shadow: inset 0 0 0 2px var(--espalier-ink);
  }
  .code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    font-size: 12px;
    line-height: 18px;
    background: var(--espalier-sunk);
    border-radius: 6px;
    padding: 8px 12px;
    overflow: auto;
    white-space: pre;
  }
  .code u {
    text-decoration: none;
    border-bottom: 2px solid var(--espalier-ink);
    font-weight: 700;
  }
  @media (prefers-reduced-motion: no-preference) {
    .stale,
    .card,
    .say {
      transition:
        opacity 120ms ease-out,
        background-color 120ms ease-out;
    }
  }
`;
