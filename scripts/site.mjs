// npm run site: the documentation site into target/site, static files that work from any folder of a file server.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "vite";
import { build } from "vitepress";
import { BASE } from "../docs/.vitepress/config.mjs";
import { at, fail, modules, say } from "./lib.mjs";
import { EXAMPLES } from "./recipes.mjs";

/** Where the site is built. */
export const SITE = at("target", "site");

/** Files of the package that the site's pages run. */
const PRODUCT = ["pkg/espalier.js", "pkg/espalier.wasm", "pkg/LICENSE", "pkg/NOTICES.txt", ...EXAMPLES.map((name) => `www/public/examples/${name}.json`)];

/** Where a page's scripts find the folder of the site. */
const FOLDER = "globalThis.siteFolder";

/** Builds the site of the package in pkg/. */
export async function site() {
  if (!existsSync(at("pkg", "espalier.js"))) fail("pkg/ is not built", "npm run build");
  say("vitepress build: docs/ into target/site");
  rmSync(SITE, { recursive: true, force: true });
  await build(at("docs"), { logLevel: "warn" });
  mkdirSync(join(SITE, "espalier"));
  for (const path of PRODUCT) cpSync(at(path), join(SITE, "espalier", basename(path)));
  for (const file of readdirSync(at("docs", "contract")).filter((name) => name.endsWith(".schema.json"))) cpSync(at("docs", "contract", file), join(SITE, "contract", file));
  movable();
}

/** Makes the site's files work wherever they lie: VitePress writes the folder into each of them, which it wants to know beforehand. */
function movable() {
  // A host shows it at any address, of which it cannot know how deep that lies.
  rmSync(join(SITE, "404.html"), { force: true });
  for (const entry of readdirSync(SITE, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(html|js|css)$/.test(path) || relative(SITE, path).startsWith("espalier/")) continue;
    const text = readFileSync(path, "utf8");
    const up = "../".repeat(relative(SITE, path).split("/").length - 1) || "./";
    const moved = path.endsWith(".html") ? page(text, up) : path.endsWith(".js") ? script(text) : text.replaceAll(BASE, up);
    writeFileSync(path, moved);
  }
}

/** A page: its addresses become relative, and its scripts are told the folder. Once it is read links become absolute, since they stay while the address changes (the icon's too). */
function page(html, up) {
  const [before, code, after] = html.split(/(window\.__VP_HASH_MAP__=[^]*?)(?=<\/script>)/);
  const folder = `${FOLDER}=new URL(${JSON.stringify(up)},location.href).pathname;`;
  const fixed = `<script>for(const a of document.querySelectorAll('a[href]:not([href^="#"]),link[href]'))a.href=a.href</script></body>`;
  return `${before.replaceAll(BASE, up)}${folder}${script(code)}${after.replaceAll(BASE, up).replace("</body>", fixed)}`;
}

/** A script: texts that contain the folder get the real one when they run. */
function script(code) {
  const found = [];
  const visit = (node, parent) => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return void node.forEach((one) => visit(one, parent));
    const text = node.type === "Literal" || (node.type === "TemplateLiteral" && parent?.type !== "TaggedTemplateExpression");
    if (text && code.slice(node.start, node.end).includes(BASE)) found.push(node);
    else for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value, node);
  };
  if (code.includes(BASE)) visit(parseAst(code));
  let moved = code;
  for (const { start, end } of found.sort((a, b) => b.start - a.start)) moved = `${moved.slice(0, start)}(${moved.slice(start, end)}).replaceAll(${JSON.stringify(BASE)},${FOLDER})${moved.slice(end)}`;
  return moved;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  modules();
  await site();
}
