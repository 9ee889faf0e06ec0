/** Words that speak to whom the model decides about: to the reader where that is "you", of it or of nobody else. */
import { mapWords, type MapWords } from "../../../plot/words.js";
import { capital } from "./parts.js";

/** The words of one voice. */
export interface Voice {
  person: string;
  edited: string;
  noMap: string;
  through: string;
  now: string;
  limits: string;
  /** Behind "within" and "keeps all". */
  obeyed: string;
  keeps: string;
  breaks: string;
  noRow: string;
  noSuchRow: string;
  closedSlice: (few: string) => string;
  impossible: (target: string) => string;
  methods: string;
  judged: (row: boolean) => string;
  everything: string;
  treeSays: (now: string, answer: string | null) => string;
  passes: { both: string; now: string; answer: string; none: string };
  steady: (people: number, all: string | null) => string;
  map: MapWords;
  /** Of the printed page. */
  values: string;
  best: string;
  bestWithin: string;
  impossibleMeans: string;
}

const people = (count: number): string => (count === 1 ? "row" : `${String(count)} rows`);

/** How near the answers to similar rows are: to `whom`, beside `whose` answer; `alike`: those who are told much the same. */
const steadyFor = (whom: string, whose: string, alike: string): Voice["steady"] => (count, all) =>
  `Similar rows: the ${people(count)} nearest to ${whom} that need a change too. Their answers differ from ${whose} at most so many times as much as they themselves do${all === null ? "" : ` (all answers together: ${all})`}. Below 1, ${alike} are told much the same; far above 1, a small difference leads elsewhere.`;

/** The sentence on paper. */
const proved = (allowed: string, none: string): string => `Proved means: every change that ${allowed} was looked at or ruled out, and by this model none ${none}.`;

/** `your`: "your limits", or "the limits"; `who`: whose values go through the trees. */
const voice = (your: "your" | "the", who: string, rest: Pick<Voice, "person" | "edited" | "through" | "now" | "limits" | "steady" | "values">): Voice => ({
  ...rest,
  map: mapWords(your),
  noMap: "A map needs two features. The strip of this one shows where it would be enough.",
  obeyed: `${your} limits`,
  keeps: `none keeps ${your} limits`,
  breaks: `Breaks ${your} limits`,
  noRow: `no such row keeps ${your} limits`,
  noSuchRow: `No such row keeps all ${your} limits.`,
  closedSlice: (few) => `Nothing here is within ${your} limits: ${few} would have to change first.`,
  impossible: (target) => `With ${your === "your" ? your : "all"} other values unchanged, every place here that is ${target} breaks one of ${your} limits.`,
  methods: `These methods keep ${your} limits, but not those about the rows, borders or other models.`,
  judged: (row) => `${row ? "These methods keep" : "The first two of these methods keep"} ${your} limits; each point was put to the model.`,
  treeSays: (now, answer) => `${who} end in ${now}${answer === null ? "" : `; the answer ends in ${answer}`}.`,
  passes: { both: `${who} and the answer both pass here.`, now: `${who} pass here.`, answer: "The answer passes here.", none: `Neither ${who.toLowerCase()} nor the answer passes here.` },
  everything: `Everything that ${your} limits allow`,
  best: proved(`${your} limits and the rule of this answer allow`, "that costs less reaches the target"),
  bestWithin: proved(`${your} limits allow, within the cost where one is set,`, "is better"),
  impossibleMeans: proved(`${your} limits allow`, "reaches the target"),
});

const you = voice("your", "You", {
  person: "Person",
  edited: "your values",
  through: "Your values",
  now: "You now",
  limits: "Your limits",
  steady: steadyFor("you", "yours", "people like you"),
  values: "Your values",
});

const they = voice("the", "The values now", {
  person: "Values",
  edited: "own values",
  through: "Present values",
  now: "Now",
  limits: "Limits",
  steady: steadyFor("this one", "this one\u2019s", "similar rows"),
  values: "Values",
});

/** Of the catalogue. */
export const voices = { you, they };

export const subjectWords = {
  /** "The flower" -> "Flower": the heading above its values. */
  head: (subject: string) => capital(subject.replace(/^(the|an?|this|that|its?) (?=\S)/i, "")),
};

/** The voice for whom the model decides about; undefined where nobody said. */
export function voiceFor(subject: string | null | undefined): Voice {
  if (subject === "you") return you;
  return subject === null || subject === undefined ? they : { ...they, person: subjectWords.head(subject) };
}
