/** The whole catalogue of texts: held to rules that every message keeps, whatever it says. */
import { describe, expect, test } from "vitest";
import { furtherWords } from "../../www/src/page/further/words.js";
import { lessonWords } from "../../www/src/lessons/words.js";
import { mapWords } from "../../www/src/plot/words.js";
import { words } from "../../www/src/page/view/words.js";
import { voices } from "../../www/src/page/view/words/voice.js";

/** Every text under its path, functions asked with one value for all arguments; functions that want other things say nothing. */
function texts(of: unknown, value: unknown, path = ""): [string, string][] {
  if (typeof of === "string") return [[path, of]];
  if (typeof of === "function") {
    try {
      return texts((of as (...all: unknown[]) => unknown)(value, value, value, value, value, value), value, `${path}()`);
    } catch {
      return [];
    }
  }
  return Object.entries(of ?? {}).flatMap(([name, one]) => texts(one, value, `${path}.${name}`));
}

describe("the catalogue", () => {
  test("has no plural behind one", () => {
    const nouns = "trees|leaves|rows|columns|features|classes|neurons|changes|boxes|levels|steps|cuts|points|patches|pieces|times|answers|limits|lines";
    // Of these there are always more: a set of answers, steps that were cut off, a ratio that is called the same, places of a lesson, rows of several classes.
    const more = /^\.(measures\.set|search\.cut|compare\.ratio|compare\.cheaper|compare\.many|boxesFound|overlapFound|grown|greedyFound|slantedFound|program\.measured|usualFound|trained|pieces|votes|data\.usual\.rowsOf|own\.taken)\(/;
    for (const catalogue of [words, lessonWords, furtherWords, mapWords("the")]) {
      for (const [path, text] of texts(catalogue, 1)) if (!more.test(path)) expect.soft(text, path).not.toMatch(new RegExp(`(?<![\\d.,]|of )\\b1\\s(${nouns})\\b`));
    }
  });

  test("speaks of nobody but in the voice of a person, and of no people among rows", () => {
    const rest = { ...words, voices: undefined, typed: undefined };
    // These are said to the one who sits at the page.
    const reader = /^\.(beat\.ring|problem|link|gate|share|opening|data\.from|hint|keys|private|price|engine|form|drop)/;
    for (const [path, text] of [...texts(rest, "x"), ...texts(furtherWords, "x"), ...texts(voices.they, 2)]) {
      if (!reader.test(path)) expect.soft(text, path).not.toMatch(/\b(you|yours?|persons?|people|somebody|everybody)\b/i);
    }
  });
});
