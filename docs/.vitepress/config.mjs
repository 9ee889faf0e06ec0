// The documentation site: the pages of docs/ as they stand, with navigation, a search that stays on the site, and the product itself inside.
// scripts/site.mjs builds it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitepress";
import { manifest } from "../../scripts/manifest.mjs";
import { recipeOf } from "../../scripts/recipes.mjs";

const docs = resolve(import.meta.dirname, "..");

/** Stands for the folder that the site will lie in, which scripts/site.mjs finds out where the site is read. */
export const BASE = "/-where-the-site-lies-/";

/** The anchor that a heading has, in the documents' links and here. */
export const slugify = (heading) => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-");

/** Sections of the repository's README that a page of the site tells too. */
const TOLD = { "element": "guide/embed.md", "models-that-it-reads": "formats.md", "python": "contract/python.md" };

/** Where a link of a page leads on the site: undefined where it leads nowhere, as to a source file. */
function placed(link, page) {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [path, heading] = link.split("#");
  const file = relative(docs, resolve(docs, dirname(page), path));
  const to = file === "../README.md" ? TOLD[heading] : file === "../CHANGELOG.md" ? "changelog.md" : existsSync(join(docs, file)) && !file.startsWith("..") ? file.replace(/README\.md$/, "index.md") : undefined;
  if (to === undefined) return undefined;
  const from = relative(dirname(page), to);
  return `${from.startsWith(".") ? from : `./${from}`}${heading === undefined || file.startsWith("../") ? "" : `#${heading}`}`;
}

/** Links of documents that are read in the repository, made to hold on the site; of those that lead to other files the text is left. */
function links(md) {
  md.core.ruler.push("links", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let dropped = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const to = placed(token.attrGet("href"), env.relativePath ?? "index.md");
          dropped = to === undefined;
          if (!dropped) token.attrSet("href", to);
        }
        if (dropped && /^link_(open|close)$/.test(token.type)) Object.assign(token, { type: "text", tag: "", content: "", nesting: 0, attrs: null });
        if (token.type === "link_close") dropped = false;
      }
    }
  });
}

/** Requests of the cookbook, and the contract's own, which ask the loan model, become ones that are answered where they stand. */
function answered(md) {
  const { fence } = md.renderer.rules;
  const attribute = (name, value) => (value === undefined ? "" : ` ${name}="${md.utils.escapeHtml(value)}"`);
  md.renderer.rules.fence = (tokens, k, options, env, self) => {
    const { info, content } = tokens[k];
    const recipe = recipeOf(env.relativePath, info, content);
    if (recipe === undefined) return fence(tokens, k, options, env, self);
    return `<Recipe${attribute("example", recipe.example)}${attribute("request", content.trim())}${attribute("query", recipe.query)} />\n`;
  };
}

/** A block `html figure` is the element itself, and its lines below it, which can be copied. */
function figures(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, k, options, env, self) => {
    if (tokens[k].info !== "html figure") return fence(tokens, k, options, env, self);
    tokens[k].info = "html";
    const given = [...tokens[k].content.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => (name === "model" ? ` example="${value.replace(/\.json$/, "")}"` : ` ${name}="${value}"`));
    return `<Explainer${given.join("")} />\n${fence(tokens, k, options, env, self)}`;
  };
}

/** Head cells without a word name nothing: they become plain cells. Code that is indented becomes a block that can be scrolled. */
function readable(md) {
  md.core.ruler.push("readable", ({ tokens }) => {
    for (const [k, token] of tokens.entries()) {
      if (token.type === "th_open" && tokens[k + 1].content === "") token.tag = tokens[k + 2].tag = "td";
      if (token.type === "code_block") Object.assign(token, { type: "fence", info: "text" });
    }
  });
}

/** The tables of custom-elements.json, in place of a comment that names it. */
function elementTables(md) {
  const { attributes, members, events, cssProperties, cssParts } = manifest().modules[0].declarations[0];
  const cell = (text = "") => text.replaceAll("|", "\\|");
  const table = (title, rows, typed) => {
    const lines = rows.map(({ name, description, type }) => `| \`${name}\` |${typed ? ` ${type === undefined ? "" : `\`${cell(type.text)}\``} |` : ""} ${cell(description)} |`);
    return [`## ${title}`, "", `| name |${typed ? " type |" : ""} says |`, `| --- |${typed ? " --- |" : ""} --- |`, ...lines, ""].join("\n");
  };
  const method = ({ name, parameters, return: gives }) => ({ name: `${name}(${parameters.map((one) => one.name).join(", ")})`, type: gives.type, description: parameters.map((one) => `${one.name}: ${one.type.text}`).join(", ") });
  const named = new Set(attributes.map(({ name }) => name));
  const own = members.filter(({ name }) => !named.has(name)).map((one) => (one.kind === "method" ? method(one) : one));
  const parts = `## Parts\n\nFor \`::part\`: ${cssParts.map(({ name }) => `\`${name}\``).join(", ")}.\n`;
  const tables = [table("Attributes", attributes, true), table("Properties and methods", own, true), table("Events", events, true), table("CSS properties", cssProperties, false), parts].join("\n");
  md.core.ruler.before("normalize", "element_tables", (state) => void (state.src = state.src.replace("<!-- custom-elements.json -->", () => tables)));
}

/** The first heading of a page. */
const titleOf = (path) => /^# (.*)$/m.exec(readFileSync(join(docs, path), "utf8"))[1];

/** Entries of the sidebar for pages, by their headings. */
const pages = (...paths) => paths.map((path) => ({ text: titleOf(path), link: `/${path.replace(/(index|README)?\.md$/, "")}` }));

/** All pages of a folder, its list first. */
const folder = (name) => pages(...readdirSync(join(docs, name)).filter((file) => file.endsWith(".md")).sort((a, b) => Number(b === "README.md") - Number(a === "README.md") || a.localeCompare(b)).map((file) => `${name}/${file}`));

const SIDEBAR = [
  { text: "Use", items: [...pages("guide/start.md", "errands.md"), { text: "Export from each library", link: "/formats" }, ...pages("guide/embed.md", "guide/figures.md", "guide/cookbook.md", "guide/batch.md", "criteria.md")] },
  { text: "Trust", items: pages("guide/proved.md", "guide/limits.md", "measures.md", "guide/papers.md", "guide/cite.md") },
  { text: "Reference", items: pages(...["README", "request", "answer", "schema", "unsupported", "element", "javascript", "python", "command-line", "model-json", "certificate"].map((name) => `contract/${name}.md`), "guide/element.md") },
  { text: "Inside", items: pages("features.md", "design/README.md", "adr/README.md", "experiments/README.md", "changelog.md") },
];

/** Pages on how it is made have a sidebar of their own. */
const INSIDE = ["design", "adr", "experiments"].map((name) => ({ text: titleOf(`${name}/README.md`), items: folder(name) }));

export default defineConfig({
  title: "Espalier",
  description: "The provably smallest change that flips a tree ensemble's decision, in the browser, in Node and in Python.",
  lang: "en",
  base: BASE,
  outDir: "../target/site",
  cacheDir: "../target/site-cache",
  rewrites: { ":folder/README.md": ":folder/index.md" },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${BASE}sign.svg` }]],
  markdown: { anchor: { slugify }, toc: { slugify }, headers: { slugify }, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }, config: (md) => [links, answered, figures, readable, elementTables].forEach((change) => change(md)) },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("espalier-") } } },
  themeConfig: {
    nav: [
      { text: "Start", link: "/guide/start" },
      { text: "Cookbook", link: "/guide/cookbook" },
      { text: "Embed", link: "/guide/embed" },
      { text: "Reference", link: "/contract/" },
    ],
    sidebar: { "/design/": INSIDE, "/adr/": INSIDE, "/experiments/": INSIDE, "/": SIDEBAR },
    outline: { level: 2 },
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
  },
});
