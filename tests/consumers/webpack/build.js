import { cpSync } from "node:fs";
import { resolve } from "node:path";
import webpack from "webpack";

webpack({ mode: "production", entry: "./main.js", output: { path: resolve("dist") } }, (error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString("errors-only"));
  for (const file of ["index.html", "stump.json"]) cpSync(file, `dist/${file}`);
});
