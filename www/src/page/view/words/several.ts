/** Words of further answers, and of the ways in which they differ. */
import { share } from "./values.js";
import type { Distinct } from "../../state/document/document.js";

/** The words of a rule. */
type Said = Record<Exclude<Distinct, object>, string> & { apart: (distance: string) => string };
const by = (distinct: Distinct, said: Said): string => (typeof distinct === "object" ? said.apart(share(distinct.distance)) : said[distinct]);

const earlier = (before: number): string => (before === 1 ? "1" : before === 2 ? "1 and 2" : `1 to ${String(before)}`);

export const severalWords = {
  title: "Answers that differ",
  rule: "How the answers must differ",
  by: (distinct: Distinct) =>
    by(distinct, {
      features: "by their features",
      regions: "by the model\u2019s regions",
      ties: "not at all in their cost",
      groups: "by their group of rows",
      nearer: "by their distance from the rows",
      met: "as the search met them",
      apart: (distance) => `by ${distance} of a range`,
    }),
  way: (distinct: Distinct, before: number, epsilon = 0) =>
    by(distinct, {
      features: `Other features than ${earlier(before)}`,
      regions: `Another region than ${earlier(before)}`,
      ties: `As cheap as ${earlier(before)}`,
      groups: `Another group than ${earlier(before)}`,
      nearer: epsilon > 0 ? `At most ${share(epsilon)} outside` : "Nothing outside",
      met: "Met before the cheapest",
      apart: (distance) => `At least ${distance} from ${earlier(before)}`,
    }),
  explain: (distinct: Distinct) =>
    by(distinct, {
      features: "Each is proved the cheapest that leaves alone some feature that each answer before it changes.",
      regions: "Each is proved the cheapest that some tree of the model sorts elsewhere than each answer before it.",
      ties: "Each costs the least, which is proved. Of values that the model does not tell apart, the nearest stands for all.",
      groups: "Each is proved the cheapest between the rows of its group.",
      nearer: "Each is proved the cheapest that lies so near to the rows.",
      met: "Nothing is proved of their costs: between them there may be other answers.",
      apart: (distance) => `Each is proved the cheapest that lies ${distance} of some range, or a level, away from each answer before it.`,
    }),
  none: "there is none",
  open: "not settled in time",
  more: "One more",
  fewer: "One fewer",
};
