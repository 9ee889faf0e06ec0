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
      display: flex;
      flex-direction: column;
      height: auto;
      max-height: none;
      overflow: visible;
      background: none;
    }
    .top {
      order: 0;
      position: static;
    }
    .answer {
      order: 1;
      border: 0;
    }
    .map {
      order: 2;
      break-inside: avoid;
    }
    .map espalier-map {
      flex: none;
      height: 480px;
    }
    .printed {
      order: 3;
      display: block;
      padding: 12px 20px;
      break-inside: avoid;
    }
    .printed dl {
      columns: 2;
      margin-top: 6px;
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
    .loosenings {
      display: none !important;
    }
    .badge {
      print-color-adjust: exact;
    }
  }
`;
