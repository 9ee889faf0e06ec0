/** Cards: a card is a row between hairlines; lit means panel on paper. */
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
  .number.now input[aria-invalid="true"] {
    text-decoration: underline wavy 1px var(--espalier-ink);
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
  .price {
    display: grid;
    gap: 4px;
    padding-top: 6px;
    font-size: 12px;
  }
  .price.sentence {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
  }
  .price label {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }
  .price .amount {
    width: 9ch;
    text-align: right;
  }
  .five.off {
    visibility: hidden;
  }
  @container page (max-width: 760px) {
    .price .amount {
      min-height: 40px;
    }
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
      height: 50px;
    }
    .strip {
      height: 52px;
    }
    /* Below the grips, which are larger here. */
    .card .strip :is(.names, .ends) {
      inset-block-start: calc(var(--rail) + 15px);
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
