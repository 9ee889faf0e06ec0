/** The card of a model: its facts, and the list of its columns with their meaning. */
import { css } from "lit";

export const gateStyles = css`
  .title {
    display: flex;
    gap: 8px;
    align-items: baseline;
    min-width: 0;
    height: 32px;
    line-height: 32px;
    padding: 0 8px;
    margin: 0 -8px;
    border-radius: 6px;
  }
  .gate {
    position: absolute;
    left: 24px;
    right: 24px;
    top: 59px;
    max-height: calc(100% - 80px);
    overflow: auto;
    scrollbar-width: thin;
    background: var(--espalier-panel);
    border-radius: 10px;
    box-shadow:
      0 0 0 1px var(--espalier-line2),
      var(--shadow);
    padding: 18px 20px 0;
    z-index: 4;
  }
  .gate h2 {
    font-size: 15px;
    line-height: 22px;
    overflow-wrap: anywhere;
  }
  .gate h2:focus-visible {
    outline: none;
    box-shadow: none;
  }
  .gate > .line:first-child .btn {
    margin: -6px -8px;
  }
  .gate .h {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
  }
  .facts {
    display: grid;
    grid-template-columns: 124px minmax(0, 1fr);
    gap: 6px 12px;
    margin: 12px 0 16px;
    padding-bottom: 16px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .facts dt {
    color: var(--espalier-ink3);
  }
  .facts dd {
    overflow-wrap: anywhere;
  }
  .facts .samples {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    align-items: baseline;
  }
  .gate .wrong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .gate p.wrong {
    margin-top: 8px;
    padding-left: 10px;
    border-left: 3px solid var(--espalier-ink);
    font-weight: 500;
  }
  .class-names {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .class-names .box {
    width: 128px;
    height: 28px;
  }
  .feats {
    margin: 8px -20px 0;
    border-top: 1px solid var(--espalier-line);
  }
  .feat {
    display: grid;
    grid-template-columns: minmax(0, 1.1fr) 128px minmax(0, 1.6fr) 108px 32px;
    gap: 0 12px;
    align-items: center;
    min-height: 36px;
    padding: 2px 12px 2px 20px;
    border-bottom: 1px solid var(--espalier-line);
  }
  .feat > b {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .feat .pick {
    justify-content: space-between;
  }
  .feat .fixed {
    padding-left: 8px;
    color: var(--espalier-ink2);
  }
  .brief {
    color: var(--espalier-ink2);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .feat .more {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
    gap: 8px 12px;
    padding: 6px 8px 12px 0;
  }
  .feat .more label {
    display: grid;
    gap: 2px;
  }
  .feat .more .acts {
    grid-column: 1 / -1;
    flex-wrap: wrap;
  }
  .gate .foot {
    position: sticky;
    bottom: 0;
    flex-wrap: wrap;
    margin: 0 -20px;
    padding: 12px 20px 14px;
    background: var(--espalier-panel);
  }
  .gate > .btn {
    margin-top: 10px;
  }
  @media (hover: hover) {
    .title:hover {
      background: var(--espalier-sunk);
    }
  }
  @container page (max-width: 760px) {
    .title {
      display: block;
      height: 44px;
      text-align: left;
      overflow: hidden;
    }
    .title b,
    .title span {
      display: block;
      line-height: 20px;
    }
    .gate {
      position: static;
      order: -1;
      max-height: none;
      margin: 8px;
      padding: 14px 16px 0;
    }
    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }
    .facts dd {
      margin-bottom: 8px;
    }
    .class-names .box,
    .feat .more .box {
      height: 44px;
    }
    .feats,
    .gate .foot {
      margin-left: -16px;
      margin-right: -16px;
    }
    .feat {
      grid-template-columns: minmax(0, 1fr) 136px 44px;
      padding: 6px 6px 6px 16px;
    }
    .feat .pick {
      height: 36px;
    }
    .feat .btn.ico {
      width: 44px;
      height: 44px;
      grid-area: 1 / 3;
    }
    .feat .brief,
    .feat > .cap {
      grid-column: 1 / -1;
    }
    .feat > .cap:empty {
      display: none;
    }
    .gate .foot .btn,
    .gate .link {
      min-height: 44px;
    }
  }
`;
