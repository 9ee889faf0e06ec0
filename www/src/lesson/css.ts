/** The look of the lessons: text 15/25 under a title of 29/36, the figure beside it; one column on a phone. */
import { css } from "lit";
import { brandSign } from "../view/css/brand.js";

export const lessonStyles = css`
  :host {
    background: none;
  }
  .lesson {
    display: grid;
    grid-template-columns: minmax(280px, 392px) minmax(0, 1fr);
    gap: 44px;
    align-items: start;
  }
  h2 {
    font-size: 29px;
    line-height: 36px;
    font-weight: 650;
    letter-spacing: -0.02em;
    margin-bottom: 16px;
    text-wrap: balance;
  }
  .words > p {
    font-size: 15px;
    line-height: 25px;
    color: var(--espalier-ink2);
    margin-bottom: 16px;
  }
  b {
    font-weight: 600;
    color: var(--espalier-ink);
  }
  .question {
    border-top: 1px solid var(--espalier-ink);
    padding-top: 14px;
    margin-top: 22px;
  }
  .ask {
    font-size: 18px;
    line-height: 26px;
    font-weight: 600;
    margin: 4px 0 12px;
    text-wrap: balance;
  }
  .found {
    display: flex;
    gap: 8px;
    min-height: 80px;
    color: var(--espalier-ink2);
  }
  .found .i {
    margin-top: 2px;
  }
  .figure espalier-map,
  .empty {
    display: block;
    height: min(600px, 68vh);
    min-height: 360px;
    width: 100%;
  }
  .figure espalier-map.square {
    height: auto;
    max-width: max(360px, min(600px, 68vh));
    aspect-ratio: 1;
  }
  .empty {
    background: var(--espalier-sunk);
    padding: 16px;
  }
  .points {
    flex-wrap: wrap;
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
    margin-top: 10px;
    min-height: 44px;
  }
  .facts div {
    padding: 0 12px;
    border-left: 1px solid var(--espalier-line);
  }
  .facts div:first-child {
    padding-left: 0;
    border: 0;
  }
  dt {
    font-weight: 600;
  }
  dt::first-letter {
    text-transform: uppercase;
  }
  dd {
    margin: 0;
    color: var(--espalier-ink2);
  }
  .steps {
    margin-top: 8px;
    min-height: 92px;
  }
  .steps input {
    flex: 1;
    min-width: 80px;
    accent-color: var(--espalier-ink);
  }
  .steps .line .cap {
    min-width: 92px;
    text-align: right;
  }
  .steps p:last-child {
    font-size: 15px;
    line-height: 22px;
  }
  @media (max-width: 900px) {
    .lesson {
      display: flex;
      flex-direction: column;
      align-items: stretch;
      gap: 0;
    }
    .words {
      display: contents;
    }
    .question {
      order: 2;
    }
    slot {
      display: block;
      order: 3;
    }
    .figure espalier-map,
    .empty {
      height: 380px;
    }
    .btn.ico {
      width: 44px;
      height: 44px;
    }
    .steps input {
      height: 44px;
    }
    .found {
      min-height: 60px;
    }
  }
`;

export const pageStyles = css`
  .top {
    height: 48px;
    display: flex;
    align-items: center;
    padding: 0 12px 0 16px;
    background: var(--espalier-panel);
    border-bottom: 1px solid var(--espalier-line);
  }
  .brand {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 15px;
    font-weight: 650;
    padding-right: 20px;
    margin-right: 20px;
    border-right: 1px solid var(--espalier-line);
  }
  ${brandSign}
  a {
    color: inherit;
    text-decoration: none;
  }
  .body {
    display: grid;
    grid-template-columns: 200px minmax(0, 1fr);
    gap: 24px;
    max-width: 1320px;
    margin: 0 auto;
    padding: 40px 32px 48px;
  }
  ol {
    list-style: none;
    padding: 0;
    margin-top: 8px;
  }
  nav a {
    display: flex;
    gap: 10px;
    min-height: 28px;
    align-items: center;
    color: var(--espalier-ink2);
    border-radius: 4px;
  }
  nav a span {
    min-width: 18px;
    color: var(--espalier-ink3);
  }
  nav a[aria-current] {
    font-weight: 600;
    color: var(--espalier-ink);
  }
  .fold {
    display: none;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 8px;
  }
  .foot .btn.line-button {
    color: var(--espalier-ink);
  }
  @media (max-width: 900px) {
    .body {
      grid-template-columns: minmax(0, 1fr);
      padding: 16px 16px 32px;
      gap: 16px;
    }
    nav .cap {
      display: none;
    }
    .fold {
      display: flex;
      align-items: center;
      gap: 10px;
      width: 100%;
      min-height: 44px;
      text-align: left;
      border-bottom: 1px solid var(--espalier-line);
    }
    .fold span {
      color: var(--espalier-ink2);
      white-space: nowrap;
    }
    .fold b {
      flex: 1;
      font-weight: 600;
    }
    nav ol {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(170px, 1fr));
      gap: 0 8px;
    }
    nav ol.folded {
      display: none;
    }
    nav a,
    .foot .btn,
    .top .btn {
      min-height: 44px;
    }
    .top {
      height: 52px;
    }
    .top h1 {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      min-width: 0;
    }
    .brand span {
      display: none;
    }
    .brand {
      padding-right: 10px;
      margin-right: 10px;
    }
  }
`;

/** The walk: tables in place of a map. */
export const walkStyles = css`
  .walk .figure {
    gap: 8px;
    align-content: start;
    overflow: auto;
  }
  .walk .steps {
    min-height: 0;
  }
  .walk .part {
    margin: 0;
    padding: 0 16px;
    min-height: 40px;
  }
  .walk .scroll {
    overflow-x: auto;
    padding: 0 16px 12px;
  }
  .walk table {
    border-collapse: collapse;
    width: 100%;
    font-size: 12px;
    line-height: 16px;
    font-variant-numeric: tabular-nums;
  }
  .walk :is(th, td) {
    padding: 6px 8px 6px 0;
    text-align: left;
    font-weight: 400;
    border-bottom: 1px solid var(--espalier-line);
    vertical-align: top;
  }
  .walk .n {
    text-align: right;
  }
  .walk thead th {
    color: var(--espalier-ink3);
  }
  .walk td b {
    font-weight: 600;
  }
  .walk .now td {
    color: var(--espalier-ink2);
  }
  .walk tr.on :is(th, td) {
    background: var(--espalier-sunk);
    font-weight: 600;
  }
  .walk .tag {
    padding: 0 4px;
    border: 1px solid;
    border-radius: 3px;
    font-size: 11px;
  }
  .walk .waiting {
    padding: 0 16px;
  }
`;
