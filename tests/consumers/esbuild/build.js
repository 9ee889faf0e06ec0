import { cpSync } from "node:fs";
import { build } from "esbuild";

await build({ entryPoints: ["main.js"], bundle: true, minify: true, splitting: true, format: "esm", outdir: "dist" });
// esbuild leaves the address of the wasm as it stands: the file lies beside the bundle.
cpSync("node_modules/espalier/espalier.wasm", "dist/espalier.wasm");
for (const file of ["index.html", "stump.json"]) cpSync(file, `dist/${file}`);
