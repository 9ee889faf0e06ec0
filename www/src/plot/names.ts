/** Names of features in sentences. */

/** A name before a value: a colon keeps "Row 6, column 3: 8" apart. */
export const before = (name: string): string => (/\d$/.test(name) ? `${name}:` : name);
