/** Colours and type. Chrome is ink on paper; hue means a class and nothing else. */
import { css } from "lit";

/** What differs in the dark: drawn anew, not inverted. */
const dark = css`
    --espalier-paper: #0f1613;
    --espalier-panel: #171f1b;
    --espalier-sunk: #0b110e;
    --espalier-ink: #eaf0ec;
    --espalier-ink2: #b6c1ba;
    --espalier-ink3: #919d96;
    --espalier-line: #29332e;
    --espalier-line2: #54615a;
    --espalier-edge: #6f7c75;
    --espalier-halo: #0f1613;
    --espalier-focus: #eaf0ec;
    --espalier-yes: #8cc4f5;
    --espalier-no: #f2a468;
    --espalier-third: #f59ac0;
    --espalier-fourth: #7fe0b8;
    --espalier-fifth: #dcbcd7;
    --shadow: 0 1px 2px rgb(0 0 0 / 50%), 0 16px 40px rgb(0 0 0 / 55%);
    --grip: var(--espalier-ink);
    --grip-line: var(--espalier-paper);
    color-scheme: dark;
`;

export const tokens = css`
  :host {
    --espalier-paper: #f4f6f3;
    --espalier-panel: #ffffff;
    --espalier-sunk: #eaeeea;
    --espalier-ink: #14201a;
    --espalier-ink2: #435049;
    --espalier-ink3: #5f6c65;
    --espalier-line: #d8dfda;
    --espalier-line2: #aab5ae;
    --espalier-edge: #808c85;
    --espalier-halo: #ffffff;
    --espalier-focus: #14201a;
    --espalier-yes: #0b5394;
    --espalier-no: #9a4200;
    --espalier-third: #86244f;
    --espalier-fourth: #4a551a;
    --espalier-fifth: #4136b0;
    --shadow: 0 1px 2px rgb(20 32 26 / 8%), 0 12px 32px rgb(20 32 26 / 16%);
    --grip: var(--espalier-panel);
    --grip-line: var(--espalier-ink);
    --espalier-class-0-mark: var(--espalier-yes);
    --espalier-class-1-mark: var(--espalier-no);
    --espalier-class-2-mark: var(--espalier-third);
    --espalier-class-3-mark: var(--espalier-fourth);
    --espalier-class-4-mark: var(--espalier-fifth);
    color-scheme: light;
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
  @media (prefers-color-scheme: dark) {
    :host(:not([theme="light"])) {
      ${dark}
    }
  }
  :host([theme="dark"]) {
    ${dark}
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
