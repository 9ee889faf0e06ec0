/**
 * The arrows between the rooms of www/src (ARCHITECTURE.md, "Walls"), held by dependency-cruiser: `npm run arrows`. Each room may call those before it in
 * this order, as far as its line says. A name of a type alone is no call: it may pass a wall.
 */
const ROOMS = {
  check: ["types", "sum-tolerance"],
  model: ["types", "own", "check"],
  engine: ["types", "wasm", "check", "model"],
  train: ["types"],
  measure: ["types", "cost", "own", "input-error", "model"],
  baseline: ["types", "check", "model", "measure"],
  plot: ["types", "cost"],
  "page/state": ["types", "cost", "own", "sum-tolerance", "draws", "input-error", "model", "engine/errors", "measure", "baseline"],
  "page/view": ["types", "own", "language", "model", "measure", "page/state", "plot"],
  "page/element": ["types", "own", "input-error", "language", "loading", "check", "measure", "page/state", "page/view", "plot"],
  "page/further": ["types", "own", "input-error", "model", "measure", "page/state", "page/view", "page/element", "plot"],
  languages: ["types", "language", "model/shape", "page/view/words/parts"],
  lessons: ["types", "own", "draws", "index", "page-language", "languages", "check", "model", "train", "measure", "page/state", "page/view", "plot"],
  cli: ["types", "own", "draws", "check", "model", "engine", "train", "measure", "page/state/limits", "page/view/format", "page/view/sum-text", "page/view/words"],
};

const within = (room) => `^www/src/${room}/`;
const named = (room) => `^www/src/${room}(/|\\.(ts|js|d\\.ts)$)`;

export default {
  forbidden: [
    { name: "no-circle", comment: "No circle of files, not even of types.", severity: "error", from: {}, to: { circular: true } },
    { name: "no-circle-of-folders", comment: "No circle of folders.", scope: "folder", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(ROOMS).map(([room, below]) => ({
      name: `walls-of-${room.replace("/", "-")}`,
      comment: `www/src/${room} calls itself and ${below.join(", ")}, nothing else of www/src.`,
      severity: "error",
      from: { path: within(room) },
      to: { path: "^www/src/", pathNot: [within(room), ...below.map(named)], dependencyTypesNot: ["type-only"] },
    })),
  ],
  options: { tsConfig: { fileName: "tsconfig.json" }, tsPreCompilationDeps: true, doNotFollow: { path: "node_modules" }, enhancedResolveOptions: { extensions: [".ts", ".js", ".d.ts"] } },
};
