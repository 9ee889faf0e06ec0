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
