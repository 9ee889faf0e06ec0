/** The sign beside the name, on the page and over the lessons. */
import { css } from "lit";

export const brandSign = css`
  .brand-sign {
    width: 22px;
    height: 22px;
    stroke: var(--espalier-ink);
    fill: none;
    stroke-width: 1.6;
    stroke-linecap: round;
  }
`;
