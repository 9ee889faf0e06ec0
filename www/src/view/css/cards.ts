/** Cards and strips. A card is a row between hairlines; lit means panel on paper. */
import { css } from "lit";

export const cardStyles = css`
  .head {
    height: 44px;
    flex: none;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0 8px 0 16px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .head .cap {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .card {
    padding: 9px 16px 8px;
    border-bottom: 1px solid var(--espalier-line);
    position: relative;
  }
  .card.lit {
    background: var(--espalier-panel);
  }
  .card.quiet {
    padding: 6px 16px 5px;
  }
  .card.locked {
    padding: 0 16px;
  }
  .card.locked .line {
    height: 30px;
  }
  .card h3 {
    flex: none;
    max-width: 72%;
    line-height: 20px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .card.locked h3 {
    font-weight: 500;
    color: var(--espalier-ink2);
  }
  .lock {
    width: 24px;
    height: 24px;
    margin: -2px -5px -2px 0;
    border-radius: 5px;
    display: grid;
    place-items: center;
    color: var(--espalier-ink3);
    flex: none;
  }
  .lock.on {
    color: var(--espalier-ink);
  }
  .tag {
    font-size: 11px;
    line-height: 16px;
    padding: 0 6px;
    border-radius: 4px;
    box-shadow: inset 0 0 0 1px var(--espalier-ink);
    font-weight: 600;
    white-space: nowrap;
  }
  .vals {
    display: flex;
    align-items: baseline;
    gap: 7px;
    font-size: 15px;
    line-height: 22px;
    height: 22px;
    white-space: nowrap;
    min-width: 0;
  }
  .vals b {
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .quiet .vals,
  .locked .vals {
    overflow: hidden;
    font-size: 13px;
    line-height: 20px;
    height: 20px;
    color: var(--espalier-ink2);
  }
  .vals .unit {
    font-size: 12px;
    color: var(--espalier-ink3);
    margin-left: -2px;
  }
  .cards.old :is(.to-arrow, .vals b, .ring, .names .hit) {
    opacity: 0.5;
  }
  .to-arrow {
    color: var(--espalier-ink3);
    align-self: center;
  }
  .now {
    color: var(--espalier-ink2);
    text-decoration: underline dotted 1px var(--espalier-edge);
    text-underline-offset: 4px;
    max-width: 190px;
  }
  .now > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .vals .choose.now {
    font-size: 13px;
  }
  .number.now {
    position: relative;
    display: inline-block;
    border-radius: 3px;
    text-decoration: none;
  }
  .number.now > span {
    visibility: hidden;
  }
  .number.now input {
    position: absolute;
    inset: 0;
    width: 100%;
    border-radius: 3px;
    text-decoration: underline dotted 1px var(--espalier-edge);
    text-underline-offset: 4px;
  }
  .both .choices {
    margin: 4px 0;
  }
  .both .meta {
    flex: 1;
  }
  .meta {
    font-size: 12px;
    line-height: 16px;
    height: 20px;
    color: var(--espalier-ink2);
    display: flex;
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .dir {
    gap: 4px;
  }
  .diff {
    gap: 6px;
  }
  .five {
    display: inline-flex;
    gap: 2px;
    align-items: flex-end;
  }
  .five s {
    width: 3px;
    background: var(--espalier-line2);
    border-radius: 1px;
    opacity: 0.6;
    height: 4px;
  }
  .five s:nth-child(2) {
    height: 6px;
  }
  .five s:nth-child(3) {
    height: 8px;
  }
  .five s:nth-child(4) {
    height: 10px;
  }
  .five s:nth-child(5) {
    height: 12px;
  }
  .five s.full {
    background: var(--espalier-ink2);
    opacity: 1;
  }

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
    background: var(--espalier-no);
    box-shadow: 0 0 0 2px var(--espalier-halo);
    cursor: grab;
    touch-action: none;
  }
  .dot::after {
    content: "";
    position: absolute;
    inset: -10px -6px;
  }
  .dot.reached {
    background: var(--espalier-yes);
  }
  .ring {
    width: 12px;
    height: 12px;
    margin: -6px 0 0 -6px;
    border: 2.5px solid var(--espalier-yes);
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
  @container page (max-width: 760px) {
    .lock {
      width: 44px;
      height: 44px;
      margin: -12px -14px -12px 0;
    }
    .grip,
    .quiet .grip {
      width: 44px;
      height: 44px;
      margin-left: -22px;
      top: calc(var(--rail) - 22px);
    }
    .grip i {
      transform: scale(1.3);
    }
    .card.quiet {
      padding: 10px 16px 8px;
    }
    .card.locked .line {
      height: 44px;
    }
    .quiet .strip,
    .quiet .strip.line {
      --rail: 20px;
      height: 44px;
    }
    .choice {
      min-height: 44px;
      padding: 0 12px;
      font-size: 13px;
    }
    .meta {
      height: 36px;
    }
    .meta .choose select,
    .now select {
      inset: -10px;
      width: calc(100% + 20px);
      height: calc(100% + 20px);
    }
  }
  @media (forced-colors: active) {
    .band,
    .five s.full,
    .dot,
    .bars {
      forced-color-adjust: none;
      background: CanvasText;
      fill: GrayText;
    }
    .five s {
      background: GrayText;
    }
    .bars {
      background: none;
    }
    .ring,
    .grip i {
      forced-color-adjust: none;
      background: Canvas;
      border-color: CanvasText;
      box-shadow: 0 0 0 1.5px CanvasText;
    }
    .card.lit {
      border-left: 3px solid CanvasText;
    }
    .choice {
      border: 1px solid ButtonText;
    }
  }
`;
