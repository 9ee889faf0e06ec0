// The types of the package: one declaration file an entry, made of all that tsc emits. A class that several entries speak of is declared once, in a file that
// they share: two declarations of one class with private members would be two types.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { at, fail, languages, run, say, tool } from "./lib.mjs";

/** Entries, by the module that each is made of. */
const ENTRIES = { index: "index", element: "page/element/define", worker: "engine/worker", check: "check/index", espalier: "whole", anywidget: "anywidget", react: "react", ...Object.fromEntries(languages().map((tag) => [`languages/${tag}`, `languages/${tag}`])) };

/** Writes pkg/*.d.ts. */
export async function declarations() {
  const from = at("target", "types");
  rmSync(from, { recursive: true, force: true });
  say("tsc: the types of all sources into target/types/");
  if (!run(tool("tsc"), ["-p", "tsconfig.types.json"])) fail("the types do not build");
  say("rolldown: one declaration file an entry");
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([entry, module]) => [entry, join(from, `${module}.d.ts`)]));
  const bundle = await rolldown({ input, external: [/^lit(\/|$)/, /^react(\/|$)/], plugins: [dts({ dtsInput: true })], logLevel: "warn" });
  await bundle.write({ dir: at("pkg"), format: "es", entryFileNames: "[name].d.ts", chunkFileNames: "types-[name].d.ts" });
  await bundle.close();
  // The same names as those of espalier.js.
  writeFileSync(at("pkg", "inline.d.ts"), `export * from "./espalier.js";\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await declarations();
