/** Words inside of values. Imports nothing: formats of numbers use it too. */
export const valueWords = {
  unknown: "unknown",
  bytes: "bytes",
  kilobytes: "kB",
  megabytes: "MB",
  seconds: "s",
};
