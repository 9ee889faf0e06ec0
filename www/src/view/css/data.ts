/** The drawer of data. */
import { css } from "lit";

export const dataStyles = css`
  .data {
    border-bottom: 1px solid var(--espalier-line);
    background: var(--espalier-panel);
    padding: 4px 16px 8px;
  }
  .data .scroll {
    overflow: auto;
    max-height: 280px;
  }
  .data table {
    border-collapse: collapse;
    width: 100%;
    font-size: 12px;
  }
  .data th {
    font-weight: 400;
    color: var(--espalier-ink3);
  }
  .data :is(th, td) {
    padding: 3px 10px;
    text-align: right;
    white-space: nowrap;
    border-top: 1px solid var(--espalier-line);
  }
  .data tr.on td {
    background: var(--espalier-sunk);
    font-weight: 600;
  }
  .data .t {
    text-align: left;
  }
  .compare th[scope="row"] {
    color: var(--espalier-ink);
    font-weight: 600;
    vertical-align: top;
  }
  .compare th .cap {
    display: block;
    font-weight: 400;
    white-space: normal;
    max-width: 44ch;
  }
  .compare {
    max-height: min(400px, 48vh);
    overflow: auto;
  }
  .compare .scroll {
    max-height: none;
  }
  .measures {
    margin-top: 8px;
  }
  .compare > p {
    max-width: 110ch;
    margin-top: 8px;
  }
  .meaning {
    font-size: 12px;
    line-height: 18px;
    color: var(--espalier-ink2);
  }
  .meaning summary {
    width: fit-content;
    cursor: pointer;
    padding: 4px 0;
  }
  .meaning dl {
    columns: 2 320px;
    margin: 2px 0 6px;
  }
  .meaning dl div {
    break-inside: avoid;
  }
  .meaning dt {
    display: inline;
    font-weight: 600;
    color: var(--espalier-ink);
  }
  .meaning dt::after {
    content: ": ";
  }
  .meaning dd {
    display: inline;
    margin: 0;
  }
  .compare .steady {
    min-height: 32px;
  }
  .compare .steady progress {
    width: 120px;
    vertical-align: middle;
  }
  .compare tr.on th {
    background: var(--espalier-sunk);
  }
  .compare td.t {
    white-space: normal;
  }
  .compare .none {
    color: var(--espalier-ink3);
  }
  .source {
    min-height: 36px;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .source progress {
    width: 160px;
  }
  .usual {
    border: 0;
    margin: 0;
    padding: 6px 0 8px;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }
  .usual legend {
    float: left;
    padding: 0;
    font-size: 13px;
    font-weight: 600;
  }
  .usual .segments {
    display: inline-flex !important;
    flex: 0 1 auto;
    flex-wrap: wrap;
  }
  .usual .check {
    margin: 0;
  }
  .usual p {
    margin: 0;
  }
  .usual + .line {
    border-top: 1px solid var(--espalier-line);
    padding-top: 4px;
  }
  @container page (max-width: 760px) {
    .compare {
      max-height: none;
    }
    .meaning summary {
      padding: 13px 0;
    }
    .compare th .cap {
      display: none;
    }
    .compare :is(th, td) {
      padding: 6px 4px;
    }
    .measures th.t {
      position: sticky;
      left: 0;
      min-width: 112px;
      max-width: 124px;
      white-space: normal;
      background: var(--espalier-panel);
    }
    .usual .segments {
      display: grid !important;
      grid-template-columns: repeat(auto-fit, minmax(100px, 1fr));
      width: 100%;
    }
    .usual .segment {
      height: 40px;
      line-height: 40px;
      padding: 0 4px;
      text-align: center;
    }
  }
`;
