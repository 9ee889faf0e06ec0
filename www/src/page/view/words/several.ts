/** Words of further answers, and of the ways in which they differ. */
import { share } from "./values.js";
import type { Distinct } from "../../state/document/document.js";

/** One of four, by a rule. */
const by = (distinct: Distinct, features: string, regions: string, ties: string, apart: (distance: string) => string): string =>
  distinct === "features" ? features : distinct === "regions" ? regions : distinct === "ties" ? ties : apart(share(distinct.distance));

const earlier = (before: number): string => (before === 1 ? "1" : before === 2 ? "1 and 2" : `1 to ${String(before)}`);

export const severalWords = {
  title: "Answers that differ",
  rule: "How the answers must differ",
  by: (distinct: Distinct) => by(distinct, "by their features", "by the model\u2019s regions", "not at all in their cost", (distance) => `by ${distance} of a range`),
  way: (distinct: Distinct, before: number) => by(distinct, `Other features than ${earlier(before)}`, `Another region than ${earlier(before)}`, `As cheap as ${earlier(before)}`, (distance) => `At least ${distance} from ${earlier(before)}`),
  explain: (distinct: Distinct) =>
    distinct === "ties" ? "Each costs the least, which is proved. Of values that the model does not tell apart, the nearest stands for all." : `Each is proved the cheapest that ${by(distinct, "leaves alone some feature that each answer before it changes", "some tree of the model sorts elsewhere than each answer before it", "", (distance) => `lies ${distance} of some range, or a level, away from each answer before it`)}.`,
  none: "there is none",
  open: "not settled in time",
  more: "One more",
  fewer: "One fewer",
};
