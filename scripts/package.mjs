// npm run package: the package into pkg/, of the WebAssembly that is there: modules, types, custom-elements.json, and the package.json and README that are published.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { at, fail, languages, modules, runAll, say, tool } from "./lib.mjs";
import { notices } from "./notices.mjs";
import { published, readmeOf, SHIPPED } from "./published.mjs";
import { packWasm } from "./wasm.mjs";

/** Builds by vite.config.ts. */
const BUILDS = {
  package: "the package's modules",
  tools: "the command line and the baseline",
  node: "the modules for Node",
  single: "API and element in one file, pkg/espalier.js",
  inline: "pkg/inline.js, with the wasm inside",
  anywidget: "pkg/anywidget.js, with the wasm inside",
  ...Object.fromEntries(languages().map((tag) => [`languages/${tag}`, `pkg/languages/${tag}.js`])),
};

/** Builds all that is published, and `others`, commands as of runAll, beside it. */
export async function packaged(others = []) {
  packWasm();
  rmSync(at("pkg"), { recursive: true, force: true });
  const builds = Object.entries(BUILDS).map(([mode, made]) => [`vite build: ${made}`, tool("vite"), ["build", "--logLevel", "warn", "--mode", mode]]);
  const types = ["the types: one declaration file an entry", process.execPath, [at("scripts", "declarations.mjs")]];
  const failed = await runAll([...others, types, ...builds]);
  if (failed.length > 0) fail(`these failed, with their messages above: ${failed.join("; ")}`);
  // The types are all that React needs besides.
  writeFileSync(at("pkg", "react.js"), `export { EspalierExplainer } from "./element.js";\n`);
  linkCommand();
  // It reads the sources with a package that a fresh clone has only now.
  const { manifest } = await import("./manifest.mjs");
  writeFileSync(at("pkg", "custom-elements.json"), `${JSON.stringify(manifest(), null, 1)}\n`);
  publication();
}

/** The package's own package.json, README and licences, and the documents that the README links to. */
function publication() {
  say("pkg/package.json, pkg/README.md, pkg/NOTICES.txt");
  writeFileSync(at("pkg", "NOTICES.txt"), notices());
  const own = published(JSON.parse(readFileSync(at("package.json"), "utf8")));
  writeFileSync(at("pkg", "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(at("pkg", "README.md"), readmeOf(readFileSync(at("README.md"), "utf8"), own));
  for (const file of ["LICENSE", ...SHIPPED]) {
    mkdirSync(dirname(at("pkg", file)), { recursive: true });
    cpSync(at(file), at("pkg", file));
  }
}

/**
 * Puts the command where npx looks: npx keeps a link of its own for this folder, and one that it made before there was a
 * pkg/cli.js leads nowhere for ever ("espalier: not found").
 */
function linkCommand() {
  chmodSync(at("pkg", "cli.js"), 0o755);
  const link = at("node_modules", ".bin", "espalier");
  rmSync(link, { force: true });
  symlinkSync(join("..", "..", "pkg", "cli.js"), link);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  modules();
  await packaged();
}
