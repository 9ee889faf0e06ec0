/** Words and numbers as a person types them, in the language of the page: a part of its catalogue of words. English. */

export const typed = {
  /** BCP 47 tag: the marks in numbers, written and typed. */
  locale: "en",
  /** In place of a number: its value is missing. */
  missing: ["none", "missing", "unknown"],
  /** Behind a number. */
  multiples: [["k", 1e3], ["thousand", 1e3], ["m", 1e6], ["mio", 1e6], ["million", 1e6]] as readonly (readonly [string, number])[],
  percent: "percent",
  /** Phrases in sentences about features, in small letters. Signs such as "+" and "<=" are known in every language. */
  phrases: {
    /** Of a budget. */
    uses: ["use at most", "uses at most", "use no more than", "use up to", "uses up to", "take at most", "takes at most"],
    atMost: ["at most", "no more than", "not more than", "up to", "does not exceed", "maximum", "max"],
    atLeast: ["at least", "no less than", "not less than", "minimum", "min"],
    exactly: ["exactly", "equals", "equal to", "equal"],
    /** Bounds that leave the border out: they are refused. */
    strict: ["more than", "greater than", "larger than", "above", "exceeds", "less than", "smaller than", "below"],
    plus: ["plus", "and"],
    minus: ["minus", "less"],
    times: ["times", "x"],
    if: ["if"],
    change: ["changes", "change", "changed"],
    follows: ["follows from", "follows", "depends on", "results from", "moves by", "moves with", "changes by"],
    rest: ["the rest", "rest", "noise", "everything else"],
    filler: ["as much as", "as many as", "as much", "in total", "together", "the", "of", "by", "or", "is", "becomes", "are", "be", "must", "should", "may", "your", "my", "that", "as", "in"],
  },
  /** From zero on. */
  numbers: "zero one two three four five six seven eight nine ten".split(" "),
  /** Phrases that are a number times a feature. */
  factors: [
    ["twice", 2],
    ["double", 2],
    ["thrice", 3],
    ["triple", 3],
    ...([["half", 2], ["third", 3], ["quarter", 4], ["tenth", 10]] as const).flatMap(([part, of]) =>
      ["", "a ", "one ", "two ", "three "].flatMap((many, n) => ["", "s", " of", "s of"].map((end): [string, number] => [many + part + end, Math.max(n - 1, 1) / of])),
    ),
  ] as readonly (readonly [string, number])[],
};

let known = { locale: "en", point: ".", group: "," };

/** The marks of the language's numbers: before decimals, and between thousands. */
export function marks(): { point: string; group: string } {
  const { locale } = typed;
  if (known.locale !== locale) {
    const parts = new Map(new Intl.NumberFormat(locale).formatToParts(1234567.5).map(({ type, value }) => [type, value]));
    known = { locale, point: parts.get("decimal") ?? "", group: parts.get("group") ?? "" };
  }
  return known;
}
