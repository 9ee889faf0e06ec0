/** The explainers that a notebook shows. */
import type { Locator, Page } from "@playwright/test";
import type { EspalierExplainer } from "../../www/src/page/element/define.js";

/** So many are in each notebook of the tests. */
export const TEN = 10;

export const explainers = (at: Page | Locator): Locator => at.locator("espalier-explainer");

/** How many of them show an answer. */
export const answered = (at: Page | Locator): Promise<number> =>
  explainers(at).evaluateAll((all) => all.filter((one) => (one as EspalierExplainer).answer !== null).length);
