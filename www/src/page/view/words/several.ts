/** Words of further answers, and of the ways in which they differ. */
import { share } from "../format.js";
import type { Distinct } from "../../state/document/document.js";

const CHEAPEST = "Each is proved the cheapest ";

/** Of a rule: how answers differ by it, the name of an answer after others, and the claim that is proved of each. */
function said(distinct: Distinct): [string, (before: string, epsilon: number) => string, string] {
  const apart = typeof distinct === "object" ? share(distinct.distance) : "";
  return {
    features: ["by their features", (before: string) => `Not all features of ${before === "1" ? "" : "any of "}${before}`, `${CHEAPEST}that does not change all the features of any answer before it.`],
    regions: ["by the model\u2019s regions", (before: string) => `Another region than ${before}`, `${CHEAPEST}that the model sorts elsewhere than each answer before it.`],
    ties: ["all that cost the least", (before: string) => `As cheap as ${before}`, "Each costs the least, which is proved. Of values that the model does not tell apart, the nearest stands for all."],
    groups: ["by their group of rows", (before: string) => `Another group than ${before}`, `${CHEAPEST}between the rows of its group.`],
    nearer: ["by their distance from the rows", (_: string, epsilon: number) => (epsilon > 0 ? `At most ${share(epsilon)} outside` : "Nothing outside"), `${CHEAPEST}so near to the rows.`],
    met: ["as the search met them", () => "Met before the cheapest", "Nothing is proved of their costs."],
    apart: [`by ${apart} of a range`, (before: string) => `At least ${apart} from ${before}`, `${CHEAPEST}that lies ${apart} of some range, or a level, away from each answer before it.`],
  }[typeof distinct === "object" ? "apart" : distinct] as [string, (before: string, epsilon: number) => string, string];
}

const earlier = (before: number): string => (before === 1 ? "1" : before === 2 ? "1 and 2" : `1 to ${String(before)}`);

export const severalWords = {
  title: "More alternatives",
  rule: "How the answers must differ",
  by: (distinct: Distinct) => said(distinct)[0],
  way: (distinct: Distinct, before: number, epsilon = 0) => said(distinct)[1](earlier(before), epsilon),
  explain: (distinct: Distinct) => said(distinct)[2],
  none: "there is none",
  open: "not settled in time",
  more: "Show another",
  fewer: "Hide the last",
};
