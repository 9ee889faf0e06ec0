/** The printed page: the sentence, its table and limits, the map, the person's values; nothing that can be pressed. */
import { css } from "lit";

export const printStyles = css`
  .printed {
    display: none;
  }
  .hint {
    display: flex;
    align-items: center;
    gap: 2px;
    font-size: 12px;
    line-height: 16px;
    color: var(--espalier-ink2);
  }
  .hint .btn.ico {
    width: 28px;
    height: 28px;
  }
  @container page (max-width: 760px) {
    .hint.narrow {
      padding: 0 4px 0 16px;
      width: 100%;
      border-bottom: 1px solid var(--espalier-line);
      justify-content: space-between;
    }
    .hint .btn.ico {
      width: 44px;
      height: 44px;
    }
  }
  @media print {
    .page,
    .page.no-map {
      display: grid;
      grid-template: auto auto auto / 350px minmax(0, 1fr);
      grid-template-areas: "top top" "map answer" "printed printed";
      height: auto;
      max-height: none;
      overflow: visible;
      background: none;
    }
    .page.no-map,
    .page.no-answer {
      grid-template: auto / minmax(0, 1fr);
      grid-template-areas: none;
    }
    .page.no-map > *,
    .page.no-answer > * {
      grid-area: auto;
    }
    .top {
      position: static;
    }
    .map {
      break-inside: avoid;
    }
    .map espalier-map {
      flex: none;
      margin: 0 auto;
    }
    .answer {
      width: auto;
      border: 0;
    }
    .answer .blk {
      padding-top: 8px;
      padding-bottom: 8px;
    }
    .say {
      font-size: 17px;
      line-height: 24px;
    }
    .printed {
      grid-area: printed;
      display: block;
      padding: 8px 20px;
    }
    .printed dl {
      columns: 3;
      margin: 4px 0 8px;
    }
    .printed dl div {
      display: flex;
      justify-content: space-between;
      gap: 12px;
      break-inside: avoid;
    }
    .answer .rest {
      overflow: visible;
    }
    .say {
      min-height: 0;
    }
    .answer .blk {
      break-inside: avoid;
    }
    .person,
    .drawers,
    .bar,
    .menu,
    .hint,
    .top .btn,
    .top .rule,
    .link,
    .measure .i,
    .chip .i,
    .chip.add,
    .limit-form,
    .pins .btn,
    .loosenings,
    .other-ways {
      display: none !important;
    }
    .badge {
      print-color-adjust: exact;
    }
  }
`;
