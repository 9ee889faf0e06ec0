/** Words of prices. */
import { inSentence } from "./english.js";

export const priceWords = {
  own: "own price",
  less: "the less the better",
  most: "the more the better",
  chip: (name: string) => `${name} at its own price`,
  of: (name: string) => `Price of changing ${inSentence(name)}`,
  first: "The first",
  cost: "cost",
  each: (units: string) => `every further ${units} costs`,
  to: "to",
  more: (unit = "1") => `Each ${unit} more costs`,
  firstOf: (name: string) => `How many units of ${inSentence(name)} the first price is for`,
  priceOf: (name: string) => `Cost of the first units of ${inSentence(name)}`,
  beyondOf: (name: string) => `Cost of as many further units of ${inSentence(name)}`,
  levelOf: (name: string, level: string) => `Cost if ${inSentence(name)} becomes ${level}`,
};
