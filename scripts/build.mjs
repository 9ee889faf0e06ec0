// npm run build: the page into dist/, the package's files into pkg/.
import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { at, fail, modules, run, say, tool } from "./lib.mjs";
import { packWasm, wasm } from "./wasm.mjs";

/** Builds everything that is shipped. */
export function build() {
  modules();
  wasm();
  say("vite build: the page into dist/");
  if (!run(tool("vite"), ["build", "--logLevel", "warn"])) fail("the page does not build");
  compress(at("dist"));
  say("vite build: the package's modules into pkg/");
  if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", "package"])) fail("the package does not build");
  say("vite build: the command line and the baseline into pkg/");
  if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", "tools"])) fail("the command line does not build");
  say("vite build: the element in one file, pkg/espalier.js");
  if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", "single"])) fail("the element does not build");
  packWasm();
  say("vite build: pkg/inline.js and pkg/anywidget.js, with the wasm inside");
  for (const mode of ["inline", "anywidget"]) {
    if (!run(tool("vite"), ["build", "--logLevel", "warn", "--mode", mode])) fail(`${mode}.js does not build`);
  }
  linkCommand();
  say("tsc: the package's types into pkg/types/");
  if (!run(tool("tsc"), ["-p", "tsconfig.types.json"])) fail("the types do not build");
}

/** Puts .gz and .br beside the files of a folder that shrink by them, for hosts that serve such (nginx, Caddy, Netlify); others leave them alone. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(html|js|css|json|wasm)$/.test(path)) continue;
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) build();
