/** Columns 296 | rest | 352, head 48, drawers 40; below 1060 px two columns; on a phone one. */
import { css } from "lit";
import { brandSign } from "./brand.js";

export const layout = css`
  .page {
    display: grid;
    overflow: clip;
    height: var(--espalier-height, 720px);
    min-height: 0;
    grid-template: auto minmax(0, 1fr) auto / auto minmax(0, 1fr) auto;
    grid-template-areas: "top top top" "person map answer" "drawers drawers drawers";
    position: relative;
  }
  /* Without the map the person's cards take its room; where these are missing too, the answer does. */
  .page.no-map {
    height: auto;
    max-height: var(--espalier-height, 720px);
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto;
    grid-template-areas: "top top" "person answer" "drawers drawers";
  }
  .page.no-map.no-person {
    grid-template-columns: 0 minmax(0, 1fr);
  }
  .no-map .person,
  .no-map.no-person .answer {
    width: auto;
    border-inline: 0;
  }
  .no-map .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
    align-content: start;
  }
  .no-map.no-person .say {
    min-height: 50px;
  }
  .page > .bad {
    position: static;
    grid-column: 1 / -1;
    margin: 16px;
  }
  .top {
    grid-area: top;
    height: 48px;
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 0 12px 0 16px;
    background: var(--espalier-panel);
    border-bottom: 1px solid var(--espalier-line);
    position: relative;
    z-index: 5;
  }
  .brand {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 15px;
    font-weight: 650;
    letter-spacing: -0.012em;
    margin-right: 20px;
  }
  ${brandSign}
  .model {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 32px;
    padding-left: 20px;
    border-left: 1px solid var(--espalier-line);
    white-space: nowrap;
    min-width: 0;
    overflow: hidden;
  }
  .model b {
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .model span {
    color: var(--espalier-ink3);
    font-size: 12px;
    font-weight: 400;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .top > .rule {
    width: 1px;
    height: 20px;
    background: var(--espalier-line);
    margin: 0 8px;
  }
  .person {
    grid-area: person;
    min-height: 0;
    display: flex;
    flex-direction: column;
    width: 296px;
    border-right: 1px solid var(--espalier-line);
  }
  .cards {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .map {
    grid-area: map;
    min-width: 0;
    min-height: 0;
    display: flex;
    flex-direction: column;
    background: var(--espalier-panel);
    position: relative;
  }
  .map espalier-map,
  .blank {
    flex: 1;
    min-height: 0;
    display: block;
  }
  .map .blank {
    display: grid;
    place-content: center;
    justify-items: center;
    padding: 24px;
    text-align: center;
    color: var(--espalier-ink2);
  }
  .blank p {
    max-width: 44ch;
  }
  .answer {
    grid-area: answer;
    min-height: 0;
    display: flex;
    flex-direction: column;
    width: 352px;
    border-left: 1px solid var(--espalier-line);
    background: var(--espalier-panel);
  }
  .answer .rest {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .bar {
    height: 44px;
    flex: none;
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 0 12px 0 16px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .bar:has(.segments) {
    height: auto;
    min-height: 44px;
    flex-wrap: wrap;
    padding-block: 6px;
  }
  .bar .segment {
    padding: 0 6px;
  }
  .bar.reach {
    height: 36px;
    font-size: 12px;
    white-space: nowrap;
  }
  .bar.reach label {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--espalier-ink2);
  }
  .bar.reach b {
    min-width: 40px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .pick {
    gap: 4px;
    height: 28px;
    padding: 0 6px 0 8px;
    border-radius: 5px;
    box-shadow: inset 0 0 0 1px var(--espalier-edge);
    font-weight: 500;
    white-space: nowrap;
    min-width: 0;
  }
  .pick > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .segments {
    display: inline-flex;
    background: var(--espalier-sunk);
    border-radius: 7px;
    padding: 2px;
    flex: none;
  }
  .segment {
    position: relative;
    height: 24px;
    padding: 0 9px;
    border-radius: 5px;
    font-size: 12px;
    line-height: 24px;
    color: var(--espalier-ink2);
    cursor: pointer;
  }
  .segment input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segment:has(input:disabled) {
    opacity: 0.5;
  }
  .segment.on {
    background: var(--espalier-panel);
    color: var(--espalier-ink);
    font-weight: 600;
    box-shadow: 0 0 0 1px var(--espalier-line2);
  }
  .drawers {
    grid-area: drawers;
    border-top: 1px solid var(--espalier-line);
    background: var(--espalier-paper);
    min-width: 0;
  }
  .handles {
    padding: 0 16px 0 6px;
    min-height: 39px;
  }
  .drawer {
    height: 39px;
    padding: 0 14px 0 10px;
    display: inline-flex;
    align-items: center;
    gap: 6px;
    font-weight: 600;
    white-space: nowrap;
  }
  .private {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    color: var(--espalier-ink2);
    font-size: 12px;
  }
  .link {
    text-decoration: underline;
    text-underline-offset: 3px;
    min-width: 24px;
    min-height: 24px;
  }
  .dropping {
    position: absolute;
    inset: 0;
    z-index: 9;
    display: grid;
    place-items: center;
    background: color-mix(in srgb, var(--espalier-paper) 86%, transparent);
    outline: 2px dashed var(--espalier-ink);
    outline-offset: -12px;
    font-size: 18px;
    line-height: 25px;
    pointer-events: none;
  }
  @container page (max-width: 1060px) {
    .page {
      grid-template: auto minmax(420px, 70vh) auto auto / minmax(0, 1fr) auto;
      grid-template-areas: "top top" "map answer" "person person" "drawers drawers";
      height: auto;
    }
    .page.no-map {
      max-height: none;
    }
    .person {
      width: auto;
      border-right: 0;
      border-top: 1px solid var(--espalier-line);
    }
    .answer {
      width: 340px;
    }
    .cards {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
      overflow: visible;
      align-items: stretch;
    }
    .top {
      position: sticky;
      top: 0;
    }
  }
  /* The model's name whole before how large it is: the card that it opens tells that. */
  @container page (max-width: 900px) {
    .model .title span,
    .brand .wide {
      display: none;
    }
  }
  @container page (max-width: 760px) {
    .page {
      display: flex;
      flex-direction: column;
    }
    .wide {
      display: none !important;
    }
    .narrow {
      display: inline-flex !important;
    }
    .page > * {
      flex: none;
    }
    .top {
      order: 0;
      height: 52px;
      padding: 0 4px 0 12px;
      gap: 0;
    }
    .map {
      order: 1;
    }
    .answer {
      order: 2;
      width: auto;
      border-left: 0;
      border-top: 1px solid var(--espalier-line);
    }
    .person {
      order: 3;
    }
    .drawers {
      order: 4;
    }
    .cards {
      display: block;
    }
    .brand {
      margin-right: 10px;
    }
    .model {
      padding-left: 0;
      border: 0;
      flex-direction: column;
      gap: 0;
    }
    .model b {
      line-height: 18px;
      max-width: 100%;
    }
    .model span {
      line-height: 14px;
      font-size: 11px;
      max-width: 100%;
    }
    .bar {
      height: 48px;
      padding: 0 12px;
    }
    .bar:has(.segments) {
      gap: 6px 8px;
    }
    .bar .segments {
      flex: 1 0 100%;
    }
    .bar .segment {
      flex: 1;
      height: 36px;
      line-height: 36px;
      padding: 0 4px;
      text-align: center;
      white-space: nowrap;
    }
    .bar .segment input {
      inset: -4px 0;
      height: 44px;
    }
    .bar.reach {
      height: auto;
      flex-wrap: wrap;
      padding-bottom: 8px;
    }
    .bar.reach label {
      flex: 1;
      height: 44px;
    }
    .bar.reach .scrub {
      flex: 1;
    }
    .bar.reach .cap {
      flex-basis: 100%;
      min-height: 16px;
    }
    .pick {
      height: 36px;
    }
    .pick select {
      inset: -4px;
      height: 44px;
    }
    .map espalier-map,
    .blank {
      flex: none;
      height: 360px;
    }
    .btn {
      height: 44px;
    }
    .btn.ico {
      width: 44px;
    }
    .answer .rest,
    .cards {
      overflow: visible;
    }
    .handles {
      min-height: 44px;
      flex-wrap: wrap;
      padding-bottom: 8px;
    }
    .private {
      width: 100%;
      padding-left: 10px;
    }
    .drawer {
      height: 44px;
    }
    .link {
      min-width: 44px;
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .pick,
    .box,
    .btn.line-button {
      border: 1px solid;
    }
    .segment.on {
      outline: 2px solid;
    }
  }
`;
