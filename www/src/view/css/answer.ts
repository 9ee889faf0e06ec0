/** The answer column: the sentence is the largest text of the page, its values the only bold in it. */
import { css } from "lit";

export const answerStyles = css`
  .blk {
    padding: 12px 20px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .rest > .blk:last-child {
    border-bottom: 0;
  }
  .blk.first {
    flex: none;
  }
  .top.line {
    min-height: 32px;
    height: auto;
    margin: -3px 0 5px;
    padding: 0;
    background: none;
    border: 0;
    z-index: auto;
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    height: 26px;
    padding: 0 10px 0 7px;
    border-radius: 13px;
    font-weight: 600;
    background: var(--espalier-ink);
    color: var(--espalier-panel);
    white-space: nowrap;
  }
  .badge.part {
    background: none;
    color: var(--espalier-ink);
    box-shadow: inset 0 0 0 1.5px var(--espalier-ink);
  }
  .badge.dash {
    background: none;
    color: var(--espalier-ink);
    outline: 1.5px dashed var(--espalier-ink);
    outline-offset: -1.5px;
  }
  .proof {
    display: flex;
    align-items: baseline;
    gap: 8px;
    min-height: 24px;
    margin: -4px 0 8px;
    font-size: 12px;
    line-height: 16px;
    color: var(--espalier-ink2);
  }
  .proof > span:only-child {
    align-self: center;
  }
  .proof .link {
    flex: none;
  }
  .proof .i {
    flex: none;
    position: relative;
    top: 3px;
    width: 14px;
    height: 14px;
    margin-right: -3px;
  }
  .proof progress {
    flex: 1;
    min-width: 40px;
    position: relative;
    top: -2px;
    height: 4px;
    accent-color: var(--espalier-ink);
  }
  .link.quiet {
    color: var(--espalier-ink2);
    text-decoration-color: var(--espalier-edge);
    white-space: nowrap;
  }
  .say {
    font-size: 18px;
    line-height: 25px;
    min-height: 150px;
    letter-spacing: -0.011em;
    color: var(--espalier-ink2);
    overflow-wrap: break-word;
  }
  .breaks {
    margin-top: 8px;
  }
  .say b {
    font-weight: 600;
    color: var(--espalier-ink);
  }
  .say em {
    font-style: normal;
    color: var(--espalier-ink);
  }
  .say .was {
    color: var(--espalier-ink3);
    font-size: 13px;
    letter-spacing: -0.004em;
  }
  .say b.class {
    font-weight: 650;
  }
  .say b.choose {
    display: inline-block;
    text-decoration: underline dotted 1px;
    text-underline-offset: 4px;
  }
  .value-target {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-bottom: 8px;
  }
  .value-target .box {
    flex: 1;
    width: 0;
  }
  .answer table {
    width: 100%;
    border-collapse: collapse;
  }
  .answer thead th {
    font-weight: 400;
    font-size: 12px;
    line-height: 16px;
    color: var(--espalier-ink3);
    text-align: left;
    padding: 0 0 4px 10px;
  }
  .answer tbody :is(th, td) {
    padding: 5px 0 5px 10px;
    vertical-align: middle;
    line-height: 18px;
    border-top: 1px solid var(--espalier-line);
    font-weight: 400;
    text-align: left;
  }
  .answer tbody th {
    min-width: 80px;
    overflow-wrap: anywhere;
  }
  .answer :is(td, th):first-child {
    padding-left: 0;
  }
  .answer :is(td, th).n {
    text-align: right;
    white-space: nowrap;
  }
  .answer td b {
    font-weight: 600;
  }
  .answer td.room {
    font-size: 12px;
    color: var(--espalier-ink2);
  }
  .replay {
    margin-top: 6px;
  }
  .h {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 8px;
    margin-bottom: 4px;
  }
  .measure {
    gap: 2px;
    color: var(--espalier-ink2);
  }
  .ways {
    margin: 0 -10px;
  }
  .way {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 44px;
    align-items: center;
    gap: 10px;
    min-height: 27px;
    padding: 4px 10px;
    line-height: 18px;
    border-radius: 6px;
    color: var(--espalier-ink2);
    width: 100%;
    text-align: left;
  }
  .way .name {
    overflow-wrap: anywhere;
  }
  .way .nth {
    display: inline-block;
    min-width: 12px;
    color: var(--espalier-ink3);
    font-weight: 400;
  }
  .way .cost {
    text-align: right;
  }
  .h.further {
    margin-top: 12px;
  }
  .further-more {
    display: flex;
    gap: 14px;
    font-size: 12px;
  }
  .way.on,
  .way.on:enabled:hover {
    background: var(--espalier-sunk);
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .way:disabled {
    color: var(--espalier-ink3);
  }
  .link.pin {
    font-size: 12px;
  }
  .link.pin:disabled {
    opacity: 0.5;
    text-decoration: none;
  }
  .pins {
    list-style: none;
    padding: 0;
  }
  .pins li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 28px;
    align-items: center;
    column-gap: 8px;
    padding: 4px 0;
    border-top: 1px solid var(--espalier-line);
  }
  .pins li:first-child {
    border-top: 0;
  }
  .pins .name {
    white-space: pre;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .pins .btn {
    width: 28px;
    height: 28px;
  }
  .pins .cap {
    grid-column: 1 / -1;
  }
  .pins .out .status {
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 4px;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    height: 24px;
    padding: 0 5px 0 10px;
    border-radius: 12px;
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    font-size: 12px;
    white-space: nowrap;
    max-width: 100%;
  }
  .chip > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .chip .i {
    width: 14px;
    height: 14px;
    color: var(--espalier-ink3);
  }
  .chip.add {
    box-shadow: none;
    padding: 0 8px 0 4px;
    color: var(--espalier-ink2);
  }
  .chip.hot {
    box-shadow: inset 0 0 0 1.5px var(--espalier-ink);
    font-weight: 600;
  }
  .chip.add[aria-expanded="true"] {
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .limit-form {
    display: grid;
    gap: 8px;
    justify-items: start;
    margin-top: 10px;
    padding: 10px 0 2px;
    border-top: 1px solid var(--espalier-line);
  }
  .limit-form .wrap {
    flex-wrap: wrap;
    max-width: 100%;
  }
  .limit-form .segments {
    display: flex !important;
    width: 100%;
  }
  .limit-form .segment {
    flex: 1 1 auto;
    min-width: 0;
    padding: 0 3px;
    font-size: 12px;
    text-align: center;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .limit-form .lead {
    min-width: 30px;
  }
  .limit-form .pick {
    max-width: 190px;
  }
  .limit-form .box {
    width: 92px;
    height: 28px;
    text-align: right;
  }
  .limit-form .sentence {
    width: 100%;
    text-align: left;
  }
  .limit-form .toggles {
    margin: 0;
  }
  .limit-form .toggles .chip {
    padding: 0 10px;
  }
  .limit-form .preview {
    min-height: 16px;
  }
  .loosen {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: baseline;
    gap: 2px 10px;
    width: 100%;
    text-align: left;
    padding: 9px 12px;
    border-radius: 8px;
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    margin-top: 8px;
  }
  .loosen.best {
    box-shadow: inset 0 0 0 1.5px var(--espalier-ink);
  }
  .loosen b {
    font-weight: 600;
  }
  .loosen .cost {
    font-size: 12px;
  }
  .loosen .brief {
    grid-column: 1 / -1;
    font-size: 12px;
    line-height: 16px;
    color: var(--espalier-ink2);
  }
  .loosen + .cap {
    margin-top: 10px;
  }
  .progress {
    margin-bottom: 8px;
    padding-bottom: 10px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .promise {
    margin-bottom: 6px;
    font-size: 15px;
    line-height: 22px;
  }
  .promise b {
    font-weight: 600;
  }
  .progress p:first-child {
    font-size: 15px;
    line-height: 22px;
    color: var(--espalier-ink2);
  }
  .progress b {
    color: var(--espalier-ink);
    font-weight: 600;
  }
  .stairs {
    display: block;
    width: 100%;
    max-width: 400px;
    height: auto;
    overflow: visible;
  }
  .stairs path {
    fill: none;
    stroke: var(--espalier-ink);
    stroke-width: 1.25;
  }
  .stairs .best {
    stroke-width: 2;
  }
  .stairs .base {
    stroke: var(--espalier-line2);
    stroke-width: 1;
  }
  .stairs .ring {
    position: static;
    fill: var(--espalier-halo);
    stroke: var(--espalier-yes);
    stroke-width: 2.5;
  }
  .stairs text {
    font-size: 11px;
    font-weight: 600;
    fill: var(--espalier-ink);
    paint-order: stroke;
    stroke: var(--espalier-panel);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .stairs .tick {
    font-weight: 400;
    fill: var(--espalier-ink3);
  }
  @container page (max-width: 760px) {
    .blk {
      padding: 14px 16px;
    }
    .say {
      font-size: 19px;
      line-height: 28px;
      min-height: 168px;
    }
    .way {
      min-height: 44px;
    }
    .chip {
      height: 36px;
      border-radius: 18px;
      padding: 0 8px 0 14px;
      position: relative;
    }
    .chip::after {
      content: "";
      position: absolute;
      inset: -4px 0;
    }
    .limit-form .box {
      height: 44px;
    }
    .limit-form .segment {
      height: 36px;
      line-height: 36px;
    }
    .loosen {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .badge,
    .chip,
    .loosen,
    .btn.solid {
      border: 1.5px solid;
    }
    .way.on {
      outline: 2px solid;
    }
  }
`;
