/** The floating parts: menus under the head and the card of a bad file. The only things with a shadow. */
import { css } from "lit";

export const floatingStyles = css`
  .menu {
    position: absolute;
    top: 52px;
    right: 12px;
    width: 380px;
    max-width: calc(100% - 24px);
    max-height: min(640px, 80vh);
    overflow: auto;
    background: var(--espalier-panel);
    border-radius: 10px;
    box-shadow:
      0 0 0 1px var(--espalier-line2),
      var(--shadow);
    padding: 10px 16px 16px;
    z-index: 6;
  }
  .menu h2 {
    font-size: 15px;
    line-height: 22px;
  }
  .menu-head {
    margin-right: -8px;
  }
  .menu p {
    margin: 4px 0 12px;
    color: var(--espalier-ink2);
  }
  .menu h3 {
    margin-top: 12px;
    margin-bottom: 4px;
  }
  .menu .code {
    max-height: 132px;
    margin-bottom: 10px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .items {
    display: grid;
    margin: 4px -8px 0;
  }
  .items.two {
    grid-template-columns: 1fr 1fr;
  }
  .item {
    display: block;
    text-align: left;
    padding: 7px 8px;
    border-radius: 6px;
  }
  .item b {
    font-weight: 500;
    display: block;
  }
  .item span {
    display: block;
    font-size: 12px;
    line-height: 16px;
    color: var(--espalier-ink3);
  }
  .item .busy {
    display: none;
  }
  .item[aria-busy="true"] .busy {
    display: block;
  }
  .item:disabled {
    opacity: 0.5;
  }
  .address {
    display: flex;
    gap: 8px;
    align-items: flex-end;
    margin-top: 10px;
    padding-top: 12px;
    border-top: 1px solid var(--espalier-line);
  }
  .address label {
    flex: 1;
    display: grid;
    gap: 4px;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    margin-bottom: 10px;
  }
  .check input {
    width: 16px;
    height: 16px;
    accent-color: var(--espalier-ink);
  }
  .key-list {
    display: grid;
    grid-template-columns: 112px 1fr;
    gap: 6px 12px;
    margin: 6px 0 12px;
    color: var(--espalier-ink2);
  }
  kbd {
    font: inherit;
    color: var(--espalier-ink);
    font-weight: 500;
  }
  .bad {
    position: absolute;
    left: 24px;
    right: 24px;
    top: 59px;
    background: var(--espalier-panel);
    border-radius: 10px;
    box-shadow:
      0 0 0 1px var(--espalier-line2),
      var(--shadow);
    padding: 18px 20px 16px;
    z-index: 4;
    max-height: max(100% - 80px, 400px);
    overflow: auto;
  }
  .bad h2 {
    font-size: 15px;
    line-height: 22px;
  }
  .bad .btn.ico {
    margin: -6px -8px;
  }
  .bad dl {
    display: grid;
    grid-template-columns: 124px minmax(0, 1fr);
    gap: 8px 12px;
    margin: 12px 0;
  }
  .bad dt {
    color: var(--espalier-ink3);
  }
  .bad dd {
    overflow-wrap: anywhere;
  }
  .bad .code {
    margin-top: 8px;
  }
  .bad .foot {
    flex-wrap: wrap;
  }
  @container page (max-width: 760px) {
    .menu {
      left: 8px;
      right: 8px;
      width: auto;
      max-width: none;
      top: 56px;
    }
    .item {
      min-height: 44px;
      align-content: center;
    }
    .box {
      height: 44px;
    }
    .check {
      min-height: 44px;
    }
    .bad {
      left: 8px;
      right: 8px;
      top: 8px;
      padding: 14px 16px;
      max-height: none;
    }
    .bad dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }
    .bad dd {
      margin-bottom: 8px;
    }
  }
`;
