// npm run build: the page into dist/, the package's files into pkg/.
import { chmodSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { at, fail, modules, run, say, tool } from "./lib.mjs";
import { wasm } from "./wasm.mjs";

/** Builds everything that is shipped. */
export function build() {
  modules();
  wasm();
  say("vite build: the page into dist/");
  if (!run(tool("vite"), ["build", "--logLevel", "warn"])) fail("the page does not build");
  say("vite build: the package's modules into pkg/");
  if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", "package"])) fail("the package does not build");
  say("vite build: the element in one file, pkg/espalier.js");
  for (const mode of ["single", "single-check"]) {
    if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", mode])) fail("the element does not build");
  }
  say("vite build: pkg/inline.js and pkg/anywidget.js, with the wasm inside");
  for (const mode of ["inline", "anywidget"]) {
    if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", mode])) fail(`${mode}.js does not build`);
  }
  chmodSync(at("pkg", "cli.js"), 0o755);
  say("tsc: the package's types into pkg/types/");
  if (!run(tool("tsc"), ["-p", "tsconfig.types.json"])) fail("the types do not build");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) build();
