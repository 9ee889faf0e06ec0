/** Names of features in sentences. */

/** A name before a value: a colon keeps "Row 6, column 3: 8" apart. */
export const before = (name: string): string => (/\d$/.test(name) ? `${name}:` : name);

/** A name inside a sentence: "credit amount", but "BMI" and "iPhone" as they are. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}*(?=$|[\s,()\-/])/u.test(name) && !/^\p{Lu}(?=$|[\s,()\-/])/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}
