// A path, an address and bytes; the command; and every entry, imported where there is no page.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as espalier from "espalier";
import { ask } from "./question.js";

const found = await ask(espalier, "stump.json");
for (const source of [pathToFileURL("stump.json"), await readFile("stump.json")]) {
  const again = await ask(espalier, source);
  if (JSON.stringify(again) !== JSON.stringify(found)) throw new Error(`${source} is answered otherwise: ${JSON.stringify(again)}`);
}
const refused = await espalier.loadModel("nowhere.json").catch((error) => error);
if (!(refused instanceof espalier.BadInput) || !refused.message.includes("give the path")) throw new Error(`a file that is not there: ${refused}`);
const nothing = await espalier.loadModel(null).catch((error) => error);
if (!(nothing instanceof espalier.BadInput) || !nothing.message.startsWith("argument, source of loadModel: found null; give ")) throw new Error(`no model: ${nothing}`);
for (const entry of ["element", "react", "espalier.js", "inline", "anywidget", "worker", "check"]) await import(`espalier/${entry}`);
const info = JSON.parse(execFileSync("node_modules/.bin/espalier", ["info", "--model", "stump.json", "--json"], { encoding: "utf8" }));
if (info.trees !== 1) throw new Error(`espalier info: ${JSON.stringify(info)}`);
console.log(JSON.stringify(found));
