/** Words inside of values. Imports nothing: formats of numbers use it too. */
export const valueWords = {
  unknown: "unknown",
  belowZero: "below 0",
  aboveZero: "above 0",
  bytes: (n: number) => (n === 1 ? "byte" : "bytes"),
  kilobytes: "kB",
  megabytes: "MB",
  seconds: "s",
};

/** "5 %" of a range. */
export const share = (of: number): string => `${String(Number((100 * of).toPrecision(3)))}\u00a0%`;
