/** Words of further answers, and of the ways in which they differ. */
import { share } from "../format.js";
import type { Distinct } from "../../state/document/document.js";

/** Of a rule: how answers differ by it; and how an answer differs from those before it. */
function said(distinct: Distinct): [string, (before: string, epsilon: number) => string] {
  const apart = typeof distinct === "object" ? share(distinct.distance) : "";
  return {
    features: ["by their features", (before: string) => `avoids something of ${before}`],
    regions: ["by the model\u2019s regions", (before: string) => `in another region than ${before}`],
    ties: ["all that are as small", () => "as small; nearest of the values that the model does not tell apart"],
    groups: ["by their group of rows", (before: string) => `in another group than ${before}`],
    nearer: ["by their distance from the rows", (_: string, epsilon: number) => (epsilon > 0 ? `at most ${share(epsilon)} outside` : "nothing outside")],
    met: ["as the search met them", () => "met before the smallest; nothing proved"],
    apart: [`by ${apart} of a range`, (before: string) => `at least ${apart} of some range, or a level, from ${before}`],
  }[typeof distinct === "object" ? "apart" : distinct] as [string, (before: string, epsilon: number) => string];
}

const name = (after: number): string => `Alternative ${String(after)}`;

export const severalWords = {
  rule: "How the answers must differ",
  by: (distinct: Distinct) => said(distinct)[0],
  /** An answer after so many others. */
  name,
  way: (distinct: Distinct, after: number, epsilon = 0) => `${name(after)}: ${said(distinct)[1](after > 1 ? "the smallest change and each alternative before" : "the smallest change", epsilon)}`,
  least: "proved the smallest such",
  open: "not settled in time",
  more: "Show another",
  fewer: "Hide the last",
};
