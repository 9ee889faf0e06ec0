/** How the map looks; numbers from LOOK, layer by layer. */
import { css } from "lit";

export const mapStyles = css`
  :host {
    display: block;
    position: relative;
    min-height: 160px;
    color: var(--_ink);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  .whole {
    position: absolute;
    inset: 0;
    display: flex;
    flex-direction: column;
  }
  .stage {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: hidden;
    user-select: none;
    -webkit-user-select: none;
    /* A finger on the map scrolls the page, unless there is something to pan. Handles and pinches are kept by touchstart. */
    touch-action: pan-y;
  }
  .near .stage {
    touch-action: none;
  }
  .fixed .stage {
    touch-action: auto;
  }
  canvas,
  svg.over {
    position: absolute;
    left: 0;
    top: 0;
    display: block;
  }
  canvas {
    pointer-events: none;
  }
  svg {
    font-family: inherit;
    font-variant-numeric: tabular-nums;
    forced-color-adjust: none;
  }
  svg text {
    fill: var(--_ink);
    pointer-events: none;
  }
  .probe {
    position: absolute;
    width: 0;
    height: 0;
    visibility: hidden;
    background-color: var(--_class-0-8);
    outline-color: var(--_ink);
    forced-color-adjust: none;
    transition:
      background-color 1ms,
      outline-color 1ms;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .surface {
    fill: transparent;
    cursor: grab;
    outline: none;
  }
  .fixed .surface {
    cursor: crosshair;
  }
  .panning .surface {
    cursor: grabbing;
  }
  .frame {
    fill: none;
    stroke: var(--_line2);
    pointer-events: none;
  }
  .veil {
    fill: var(--_paper);
    opacity: 0.46;
    pointer-events: none;
  }
  .odd {
    fill: var(--_paper);
  }
  .hatch {
    pointer-events: none;
  }
  .hatch-line {
    stroke: var(--_ink2);
    stroke-width: 1;
    opacity: 0.36;
  }
  .still {
    pointer-events: none;
  }
  .ball-halo {
    fill: none;
    stroke: var(--_halo);
    stroke-width: 4.5;
    opacity: 0.85;
  }
  .ball {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.75;
    stroke-dasharray: 1 4.5;
    stroke-linecap: round;
  }
  .ball.solid {
    stroke-width: 1.5;
    stroke-dasharray: none;
  }
  .stale {
    opacity: 0.5;
  }
  .old canvas {
    opacity: 0.6;
  }
  .box-halo {
    fill: none;
    stroke: var(--_halo);
    stroke-width: 4;
  }
  .box {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .spent {
    fill: var(--_paper);
    opacity: 0.5;
  }
  .closed-box {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1;
    opacity: 0.4;
  }
  .cut-halo {
    stroke: var(--_halo);
    stroke-width: 5;
    opacity: 0.85;
  }
  .cut {
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .relation-line {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .hull-edge {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 0.75;
  }
  .allowed {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
    pointer-events: none;
  }
  .grip .body {
    fill: var(--_handle-fill);
    stroke: var(--_handle-line);
    stroke-width: 1.5;
  }
  .grip .marks {
    fill: none;
    stroke: var(--_handle-line);
    stroke-width: 1.25;
    stroke-linecap: round;
  }
  .grip,
  .dot {
    outline: none;
  }
  .grip .reach,
  .dot .reach {
    fill: transparent;
  }
  .grip.left,
  .grip.right {
    cursor: ew-resize;
  }
  .grip.top,
  .grip.bottom {
    cursor: ns-resize;
  }
  .grip.top-left,
  .grip.bottom-right {
    cursor: nwse-resize;
  }
  .grip.top-right,
  .grip.bottom-left {
    cursor: nesw-resize;
  }
  .dot {
    cursor: move;
  }
  .fixed .dot {
    cursor: default;
  }
  .away {
    opacity: 0;
    pointer-events: none;
  }
  .away:focus-visible {
    opacity: 1;
  }
  .dot .disc {
    stroke: var(--_halo);
    stroke-width: 2;
  }
  .ring {
    fill: var(--_halo);
    stroke-width: 3.5;
  }
  .ring.off {
    stroke-width: 2.5;
    stroke-dasharray: 4.2 2.1;
  }
  .dot .disc.off {
    stroke: var(--_ink);
    stroke-width: 1.5;
    stroke-dasharray: 3 2.25;
  }
  .ring.open,
  .ring-halo {
    fill: none;
  }
  .ring-halo {
    stroke: var(--_halo);
    stroke-width: 6.5;
  }
  .focus-halo,
  .focus-line {
    fill: none;
    stroke-width: 2;
    display: none;
    pointer-events: none;
  }
  .focus-halo {
    stroke: var(--_halo);
    stroke-width: 6;
  }
  .focus-line {
    stroke: var(--_focus);
  }
  :focus-visible > .focus-halo,
  :focus-visible > .focus-line,
  g:has(> .surface:focus-visible) ~ .plot-focus {
    display: block;
  }
  /* A pointer knows where it is. */
  .by-pointer .focus-halo,
  .by-pointer .focus-line,
  .by-pointer g:has(> .surface:focus-visible) ~ .plot-focus {
    display: none !important;
  }
  .arrow-halo {
    fill: none;
    stroke: var(--_halo);
    stroke-width: 6;
    stroke-linecap: round;
  }
  .arrow {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .arrow-head {
    fill: var(--_ink);
  }
  .guide {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1;
    stroke-dasharray: 1 3;
    opacity: 0.6;
  }
  .halo {
    paint-order: stroke;
    stroke: var(--_halo);
    stroke-width: 4;
    stroke-linejoin: round;
  }
  .name {
    font-size: 12px;
    font-weight: 600;
  }
  .value {
    font-size: 12px;
    font-weight: 400;
  }
  .word {
    font-size: 13px;
    font-weight: 650;
    letter-spacing: 0.005em;
  }
  .number {
    font-size: 11px;
    fill: var(--_ink3);
  }
  .tick {
    fill: none;
    stroke: var(--_ink3);
    stroke-width: 1;
    opacity: 0.55;
  }
  .title {
    cursor: pointer;
    outline: none;
  }
  .title text {
    font-size: 12px;
    font-weight: 500;
    fill: var(--_ink2);
  }
  .title .under {
    fill: transparent;
  }
  .title .lock {
    fill: none;
    stroke: var(--_ink2);
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .tag {
    pointer-events: none;
  }
  .tag rect {
    fill: var(--_ink);
  }
  .tag text {
    font-size: 11px;
    font-weight: 600;
    fill: var(--_panel);
  }
  @media (forced-colors: active) {
    .tag text {
      fill: Canvas;
    }
    .veil,
    .odd {
      display: none;
    }
    .hatch-line {
      opacity: 1;
    }
    .legend rect:not(.gate) {
      stroke: CanvasText;
      stroke-width: 0.5;
    }
  }

  .readout {
    flex: none;
    min-height: 48px;
    box-sizing: border-box;
    background: var(--_panel);
    border-top: 1px solid var(--_line);
    display: flex;
    align-items: center;
    gap: 16px;
    padding: 0 18px 0 16px;
    font-size: 12px;
    line-height: 16px;
    color: var(--_ink2);
  }
  .compact .readout {
    min-height: 76px;
    flex-direction: column-reverse;
    align-items: stretch;
    justify-content: flex-end;
    gap: 0;
    padding: 3px 12px 0 16px;
    line-height: 15px;
    border-bottom: 1px solid var(--_line);
  }
  .readout p {
    margin: 0;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .compact .readout p {
    flex: none;
  }
  /* The bounds of a slanted piece take more words than a box. */
  .readout p.long {
    font-size: 11px;
    line-height: 15px;
  }
  .readout b {
    color: var(--_ink);
    font-weight: 600;
  }
  @media print {
    :host {
      width: calc(1px * var(--_width)) !important;
      height: calc(1px * var(--_height)) !important;
      zoom: min(1, 350 / var(--_width), 460 / var(--_height));
    }
    .grip,
    .surface,
    .focus-line,
    .focus-halo,
    .readout p {
      visibility: hidden;
    }
  }
  .legend {
    flex: none;
    display: block;
  }
  .legend text {
    font-size: 11px;
    fill: var(--_ink3);
  }
  .legend .gate {
    fill: var(--_ink);
  }
`;
