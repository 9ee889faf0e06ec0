/** The contents of the drawers: trees small and large, the replay of the search. */
import { css } from "lit";

export const drawerStyles = css`
  .trees {
    display: grid;
    grid-template-columns: minmax(240px, 2fr) minmax(0, 3fr);
    gap: 20px;
    height: 292px;
    padding: 10px 16px;
  }
  .trees espalier-trees {
    height: 272px;
  }
  .one-tree {
    min-width: 0;
    display: flex;
    flex-direction: column;
  }
  .one-tree .said {
    height: 52px;
    overflow: hidden;
  }
  .one-tree .said b {
    font-weight: 600;
    margin-right: 6px;
  }
  .large {
    display: block;
    width: 100%;
    height: 216px;
    overflow: visible;
  }
  .large .branch {
    stroke: var(--espalier-line2);
    stroke-width: 1;
  }
  .large .path {
    stroke: var(--espalier-ink);
    stroke-width: 3;
  }
  .large .path.answer {
    stroke-width: 1.75;
  }
  .large .knot {
    outline: none;
    cursor: default;
  }
  .large .reach {
    fill: transparent;
  }
  .large .mark {
    fill: var(--espalier-panel);
    stroke: var(--espalier-edge);
    stroke-width: 1.25;
  }
  .large .mark.lit {
    fill: var(--espalier-ink);
    stroke: var(--espalier-ink);
  }
  .large .slot-0 {
    --slot: var(--espalier-class-0-mark);
  }
  .large .slot-1 {
    --slot: var(--espalier-class-1-mark);
  }
  .large .slot-2 {
    --slot: var(--espalier-class-2-mark);
  }
  .large .slot-3 {
    --slot: var(--espalier-class-3-mark);
  }
  .large .slot-4 {
    --slot: var(--espalier-class-4-mark);
  }
  .large .leaf .mark {
    stroke: var(--slot, var(--espalier-edge));
  }
  .large .leaf .mark.lit {
    fill: var(--slot, var(--espalier-ink));
  }
  .large .ringed {
    fill: none;
    stroke: var(--slot, var(--espalier-ink));
    stroke-width: 2;
  }
  .large .asks {
    pointer-events: none;
    font-size: 11px;
    fill: var(--espalier-ink2);
    paint-order: stroke;
    stroke: var(--espalier-panel);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .large .focus {
    fill: none;
    stroke: none;
    stroke-width: 2;
  }
  .large .on .focus,
  .large .knot:focus-visible .focus {
    stroke: var(--espalier-focus);
  }
  .search {
    padding: 6px 16px 10px;
    min-height: 216px;
  }
  .scrub {
    flex: 1;
    min-width: 60px;
    height: 24px;
    accent-color: var(--espalier-ink);
  }
  .search .count {
    min-width: 96px;
    text-align: right;
  }
  .faces {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.2fr);
    gap: 24px;
    margin-top: 6px;
  }
  .faces .said {
    min-height: 148px;
  }
  .faces .said b {
    font-weight: 600;
    margin-right: 6px;
  }
  .faces .why {
    margin: 6px 0;
    font-size: 15px;
    line-height: 22px;
  }
  .box-tree {
    width: 100%;
    height: 148px;
    overflow: visible;
    cursor: pointer;
  }
  .box-tree line {
    stroke: var(--espalier-ink3);
  }
  .box-tree line.ahead {
    stroke: var(--espalier-line);
  }
  .box-tree circle {
    fill: var(--espalier-panel);
    stroke: var(--espalier-ink);
    stroke-width: 1.5;
  }
  .box-tree .ahead {
    stroke: var(--espalier-line2);
  }
  .box-tree .shut {
    fill: var(--espalier-ink);
  }
  .box-tree .on {
    stroke-width: 3;
  }
  .chart {
    position: relative;
    height: 148px;
  }
  .chart svg {
    width: 100%;
    height: 100%;
    overflow: visible;
  }
  .chart path {
    fill: none;
    stroke: var(--espalier-ink);
    vector-effect: non-scaling-stroke;
  }
  .chart .base {
    stroke: var(--espalier-line2);
  }
  .chart .claim {
    stroke-width: 2;
  }
  .chart .bound {
    stroke-width: 1.25;
  }
  .chart span {
    position: absolute;
    right: 0;
    font-size: 12px;
    line-height: 16px;
  }
  .claim-word {
    top: -6px;
    font-weight: 600;
  }
  .bound-word {
    bottom: 14px;
    color: var(--espalier-ink2);
  }
  .no-chart {
    max-width: 260px;
  }
  @container page (max-width: 760px) {
    .faces {
      grid-template-columns: minmax(0, 1fr);
    }
    .search > .line {
      flex-wrap: wrap;
    }
    .search .count {
      flex: 1;
    }
    .scrub {
      height: 44px;
      order: 1;
      flex-basis: 100%;
    }
    .trees {
      grid-template-columns: minmax(0, 1fr);
      height: auto;
      gap: 12px;
    }
    .trees espalier-trees {
      height: 180px;
    }
    .one-tree .said {
      height: auto;
      min-height: 72px;
    }
  }
  @media (forced-colors: active) {
    .large :is(.path, .mark, .ringed) {
      stroke: CanvasText;
    }
  }
`;
