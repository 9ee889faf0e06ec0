// Two files of the package, for a script tag; dist/page has the page alone, which takes them from another origin.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

mkdirSync("dist/page", { recursive: true });
for (const file of ["espalier.js", "espalier.wasm"]) cpSync(`node_modules/espalier/${file}`, `dist/${file}`);
for (const folder of ["dist", "dist/page"]) for (const file of ["stump.json", "question.js"]) cpSync(file, `${folder}/${file}`);
const page = readFileSync("index.html", "utf8");
writeFileSync("dist/index.html", page.replaceAll("PACKAGE", "./"));
writeFileSync("dist/page/index.html", page);
