/**
 * The arrows between the rooms of www/src (ARCHITECTURE.md, "Walls"), held by dependency-cruiser: `npm run arrows`. Each room may call those before it in
 * this order, as far as its line says. A name of a type alone is no call.
 */
const ROOMS = {
  check: ["types", "sums"],
  model: ["types", "own", "check"],
  engine: ["types", "wasm", "check", "model"],
  measure: ["types", "own", "input-error", "model"],
  baseline: ["types", "check", "model", "measure"],
  state: ["types", "own", "sums", "draws", "input-error", "model", "engine/errors", "measure", "baseline"],
  "view/plot": ["types"],
  view: ["types", "own", "model", "measure", "state", "view/plot"],
  lesson: ["types", "own", "draws", "index", "check", "model", "measure", "state", "view"],
  element: ["types", "own", "input-error", "index", "check", "measure", "state", "view"],
  cli: ["types", "check", "engine", "measure"],
};

const within = (room) => (room === "view" ? "^www/src/view/(?!plot/)" : `^www/src/${room}/`);
const named = (room) => `^www/src/${room}(/|\\.(ts|js|d\\.ts)$)`;

export default {
  forbidden: [
    { name: "no-circle", comment: "No circle of files.", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(ROOMS).map(([room, below]) => ({
      name: `walls-of-${room.replace("/", "-")}`,
      comment: `www/src/${room} calls itself and ${below.join(", ")}, nothing else of www/src.`,
      severity: "error",
      from: { path: within(room) },
      to: { path: "^www/src/", pathNot: [within(room), ...below.map(named)] },
    })),
  ],
  options: { tsConfig: { fileName: "tsconfig.json" }, tsPreCompilationDeps: false, doNotFollow: { path: "node_modules" }, enhancedResolveOptions: { extensions: [".ts", ".js", ".d.ts"] } },
};
