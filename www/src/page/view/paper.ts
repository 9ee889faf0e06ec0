/** So much of the page's lists is printed, that all of it stands on one sheet; see print.css. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { words } from "./words.js";

/** Lines of the table, and chips. */
export const ROWS = 8;
export const CHIPS = 6;

/** On paper: how many of a list are left out. */
export const leftOut = (more: number): TemplateResult | typeof nothing => (more > 0 ? html`<p class="cap paper">${words.print.more(more)}</p>` : nothing);
