// npm run build: the page into dist/, the package's files into pkg/.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { at, modules, tool } from "./lib.mjs";
import { packaged } from "./package.mjs";
import { wasm } from "./wasm.mjs";

/** Builds everything that is shipped. */
export async function build() {
  modules();
  wasm();
  await packaged([["vite build: the page into dist/", tool("vite"), ["build", "--logLevel", "warn"]]]);
  compress(at("dist"));
  for (const file of ["LICENSE", "NOTICES.txt"]) cpSync(at("pkg", file), at("dist", file));
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build();
