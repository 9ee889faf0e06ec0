/** Strips: bars of the background, track, thresholds, the band with its grips, dot and ring; or levels to allow. */
import { css } from "lit";

export const stripStyles = css`
  .strip {
    --rail: 24px;
    position: relative;
    height: 46px;
    margin: 1px 4px 0;
  }
  .quiet .strip {
    --rail: 12px;
    height: 34px;
  }
  .quiet .strip.line {
    height: 32px;
  }
  .bars {
    position: absolute;
    left: 0;
    width: 100%;
    top: 0;
    height: calc(var(--rail) - 4px);
    fill: var(--espalier-line2);
    opacity: 0.5;
  }
  .lit .bars {
    opacity: 0.62;
  }
  .track {
    position: absolute;
    left: 0;
    right: 0;
    top: calc(var(--rail) - 0.5px);
    border-top: 1px dotted var(--espalier-edge);
  }
  .ticks {
    position: absolute;
    left: 0;
    width: 100%;
    top: calc(var(--rail) + 3px);
    height: 4px;
    overflow: visible;
  }
  .ticks path {
    stroke: var(--espalier-ink3);
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
    opacity: 0.7;
  }
  .band {
    position: absolute;
    top: calc(var(--rail) - 1.5px);
    height: 3px;
    background: var(--espalier-ink);
  }
  .grip {
    position: absolute;
    top: calc(var(--rail) - 22px);
    width: 28px;
    height: 44px;
    margin-left: -14px;
    display: grid;
    place-items: center;
    cursor: ew-resize;
    touch-action: none;
    border-radius: 6px;
    outline-offset: -8px;
    z-index: 1;
  }
  .quiet .grip {
    height: 32px;
    top: calc(var(--rail) - 16px);
  }
  .grip:focus-visible {
    outline: none;
    box-shadow: none;
    z-index: 3;
  }
  .grip i {
    width: 8px;
    height: 18px;
    border-radius: 3px;
    background: var(--grip);
    box-shadow: 0 0 0 1.5px var(--grip-line);
    position: relative;
  }
  .grip:focus-visible i {
    outline: 2px solid var(--espalier-focus);
    outline-offset: 3px;
    box-shadow:
      0 0 0 1.5px var(--grip-line),
      0 0 0 3.5px var(--espalier-halo);
  }
  .grip i::before,
  .grip i::after {
    content: "";
    position: absolute;
    top: 5.5px;
    height: 7px;
    width: 1.25px;
    background: var(--grip-line);
    border-radius: 1px;
  }
  .grip i::before {
    left: 2px;
  }
  .grip i::after {
    right: 2px;
  }
  .dot,
  .ring {
    position: absolute;
    top: var(--rail);
    border-radius: 50%;
    z-index: 2;
  }
  .dot {
    width: 12px;
    height: 12px;
    margin: -6px 0 0 -6px;
    background: var(--mark, var(--espalier-no));
    box-shadow: 0 0 0 2px var(--espalier-halo);
    cursor: grab;
    touch-action: none;
  }
  .dot::after {
    content: "";
    position: absolute;
    inset: -10px -6px;
  }
  :is(.dot, .ring).slot-0 {
    --mark: var(--espalier-yes);
  }
  :is(.dot, .ring).slot-2 {
    --mark: var(--espalier-third);
  }
  :is(.dot, .ring).slot-3 {
    --mark: var(--espalier-fourth);
  }
  :is(.dot, .ring).slot-4 {
    --mark: var(--espalier-fifth);
  }
  .ring {
    width: 12px;
    height: 12px;
    margin: -6px 0 0 -6px;
    border: 2.5px solid var(--mark, var(--espalier-no));
    background: var(--espalier-halo);
    box-shadow: 0 0 0 2px var(--espalier-halo);
    pointer-events: none;
  }
  .ends {
    position: absolute;
    inset: calc(var(--rail) + 9px) 0 auto;
    height: 14px;
    font-size: 11px;
    line-height: 14px;
    color: var(--espalier-ink2);
    pointer-events: none;
    z-index: 4;
  }
  .end {
    position: absolute;
    transform: translateX(-50%);
    white-space: nowrap;
  }
  .end.min,
  .end.last {
    transform: translateX(-92%);
  }
  .end.max,
  .end.first {
    transform: translateX(-8%);
  }
  .quiet .ends {
    inset-block-start: calc(var(--rail) + 8px);
  }
  .names {
    position: absolute;
    inset: calc(var(--rail) + 9px) 0 auto;
    display: grid;
    font-size: 11px;
    line-height: 14px;
    text-align: center;
    color: var(--espalier-ink2);
    pointer-events: none;
  }
  .quiet .names {
    inset-block-start: calc(var(--rail) + 8px);
  }
  .names span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 0 1px;
  }
  .names .out {
    color: var(--espalier-ink3);
  }
  .names .hit {
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 5px 0 4px;
  }
  .choice {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 24px;
    padding: 0 7px;
    border-radius: 4px;
    font-size: 11px;
    line-height: 16px;
    color: var(--espalier-ink2);
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    max-width: 100%;
  }
  .choice span:not(.mark) {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .choice.out {
    color: var(--espalier-ink3);
    box-shadow: none;
    outline: 1px dashed var(--espalier-line2);
    outline-offset: -1px;
  }
  .choice.out span:not(.mark) {
    text-decoration: line-through;
  }
  .choice.out .i {
    width: 10px;
    height: 10px;
  }
  .choice.hit {
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .choice .mark {
    position: static;
    width: 9px;
    height: 9px;
    margin: 0;
    box-shadow: none;
    cursor: inherit;
    flex: none;
  }
  .choice .mark::after {
    content: none;
  }
`;
