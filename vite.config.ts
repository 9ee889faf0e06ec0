import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Plugin, type UserConfig } from "vite";
import { defineConfig } from "vitest/config";
import { gathered } from "./scripts/order.mjs";
import { textOf } from "./www/src/engine/base85.ts";
import type { Tag } from "./www/src/page-language.ts";

/**
 * The page's permissions. Nothing leaves it: no other origin, no inline script, no inline style sheet or style attribute
 * (set `.style` or a property instead). WebAssembly has to be allowed by name; workers may come from a blob.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Puts the policy into built pages; the development server needs inline styles. */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
    ],
  },
};

/** Three branches trained along wires. */
const icon = [
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='#14201a' stroke-width='1.8' stroke-linecap='round'>",
  "<path d='M12 22V4M12 18.5c-4.5 0-9 0-9-3.2M12 18.5c4.5 0 9 0 9-3.2M12 12.5c-4 0-7 0-7-3M12 12.5c4 0 7 0 7-3M12 6.8c-2.7 0-4.5 0-4.5-2.6M12 6.8c2.7 0 4.5 0 4.5-2.6'/></svg>",
].join("");

/** Told in every language of the page, since no script can choose one. */
const withoutScripts: Record<Tag, string> = {
  en: "Espalier computes its answers in this page, with JavaScript and WebAssembly. Please allow scripts.",
  de: "Espalier rechnet seine Antworten in dieser Seite aus, mit JavaScript und WebAssembly. Bitte erlauben Sie Skripte.",
  fr: "Espalier calcule ses réponses dans cette page, avec JavaScript et WebAssembly. Veuillez autoriser les scripts.",
};

/** The common parts of all pages. */
const common: Plugin = {
  name: "common",
  transformIndexHtml: {
    order: "pre",
    handler: () => [
      { tag: "meta", attrs: { charset: "utf-8" }, injectTo: "head-prepend" },
      { tag: "meta", attrs: { name: "viewport", content: "width=device-width, initial-scale=1" }, injectTo: "head-prepend" },
      { tag: "link", attrs: { rel: "icon", href: `data:image/svg+xml,${icon.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("#", "%23")}` }, injectTo: "head" },
      { tag: "noscript", children: Object.entries(withoutScripts).map(([lang, children]) => ({ tag: "p", attrs: { lang }, children })), injectTo: "body-prepend" },
    ],
  },
};

/** Fetches the engine and the list of examples while the page's scripts are still being read. */
const early: Plugin = {
  name: "early",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle, filename }) => {
      const wasm = Object.keys(bundle ?? {}).filter((name) => /(^|\/)espalier-[^/]*\.wasm$/.test(name));
      const own = filename.endsWith("index.html") ? ["examples/index.json"] : [];
      return [...wasm, ...own].map((name) => ({
        tag: "link",
        attrs: { rel: "preload", as: "fetch", href: `./${name}`, crossorigin: "anonymous" },
        injectTo: "head" as const,
      }));
    },
  },
};

const src = resolve(import.meta.dirname, "www/src");

/** The wasm as the sources name it, as the built modules do, and the name that stands for it in between, where vite would rewrite the expression. */
const SOURCE = /new URL\("\.\.?\/wasm\/espalier\.wasm", import\.meta\.url\)/g;
const BUILT = 'new URL("espalier.wasm", import.meta.url)';
const BETWEEN = "__ESPALIER_WASM__";

/** The wasm lies beside the built modules, which name it by the plain expression that bundlers look for. */
const beside: Plugin = {
  name: "beside",
  apply: "build",
  enforce: "pre",
  transform: (code) => (code.search(SOURCE) < 0 ? null : { code: code.replace(SOURCE, BETWEEN), map: null }),
  generateBundle(_, bundle) {
    const named = Object.values(bundle).flatMap((file) => (file.type === "chunk" && file.code.includes(BETWEEN) ? [file] : []));
    for (const chunk of named) chunk.code = chunk.code.replaceAll(BETWEEN, BUILT);
    if (named.length > 0) this.emitFile({ type: "asset", fileName: "espalier.wasm", source: readFileSync(resolve(src, "wasm/espalier.wasm")) });
  },
};

/** Lit's own words that ask for a browser at import, and the same words where there may be none: builds that bring Lit along can be imported on a server. */
const LIT: Record<string, [asks: string, asksNot: string]> = {
  "@lit/reactive-element/reactive-element.js": ["extends HTMLElement{", "extends(globalThis.HTMLElement??class{}){"],
  "lit-html/lit-html.js": ["=document,", "=globalThis.document??{createTreeWalker(){}},"],
};

const anywhere: Plugin = {
  name: "anywhere",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    const [, words] = Object.entries(LIT).find(([name]) => id.endsWith(`/node_modules/${name}`)) ?? [];
    if (words === undefined) return null;
    if (code.split(words[0]).length !== 2) throw new Error(`${id} does not say ${words[0]} once: see LIT in vite.config.ts`);
    return { code: code.replace(words[0], () => words[1]), map: null };
  },
};

/** Whether a module is the one that reads files; other builds put another in its place. */
const reads = (id: string, importer: string | undefined): boolean => importer !== undefined && resolve(importer, "..", id) === resolve(src, "engine/read-file.js");

/** In Node, files are read from the disk, and workers are threads. */
const ofNode: Plugin = {
  name: "of-node",
  enforce: "pre",
  resolveId: (id, importer) => (reads(id, importer) ? resolve(src, "engine/read-file-node.ts") : null),
};

/** Modules of the package are fetched by name alone: vite's own way of fetching one looks for style sheets, of which it has none. */
const plainly: Plugin = {
  name: "plainly",
  apply: "build",
  enforce: "pre",
  load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
};

/**
 * Code that runs in a worker, or where workers are not allowed on the page's thread, is there once: as a function whose own text is the
 * worker's program.
 */
const PROGRAMS = [
  { worker: resolve(src, "engine/worker.ts"), module: resolve(src, "engine/responder.ts") },
  { worker: resolve(src, "check/worker.ts"), module: resolve(src, "check/job.ts") },
];

const once = (inNode = false): Plugin => ({
  name: "once",
  apply: "build",
  enforce: "pre",
  resolveId(id, importer) {
    if (id.startsWith("\0program:")) return id;
    if (importer === undefined || !id.startsWith(".")) return null;
    const [path = "", query] = resolve(importer, "..", id).replace(/\.js$/, ".ts").split("?");
    const k = PROGRAMS.findIndex(({ worker, module }) => path === (query === undefined ? module : worker) && importer !== worker);
    return k < 0 ? null : `\0${query === undefined ? "here" : "worker"}:${k}`;
  },
  async load(id) {
    const [, kind, k] = /^\0(here|worker|program):(\d)$/.exec(id) ?? [];
    const program = PROGRAMS[Number(k)];
    if (program === undefined) return null;
    const import_ = `import { program } from "\0program:${k}";`;
    if (kind === "worker" && inNode) {
      return `${import_}
        import { thread } from ${JSON.stringify(resolve(src, "engine/thread-node.ts"))};
        export default function () { return thread("(" + program + ")().serve()"); }`;
    }
    if (kind === "worker") {
      return `${import_}
        export default function () {
          return new Worker(URL.createObjectURL(new Blob(["(" + program + ")().serve()"], { type: "text/javascript" })), { type: "module" });
        }`;
    }
    if (kind === "here") {
      // Nothing of it runs before it is called.
      return `${import_}
        let made;
        const here = () => (made ??= program());
        export const run = (...all) => here().run(...all);
        export function Responder(post) { return new (here().Responder)(post); }`;
    }
    const built = await build({
      configFile: false,
      root: src,
      logLevel: "warn",
      publicDir: false,
      build: { write: false, target: "es2022", minify: false, lib: { entry: program.module, formats: ["iife"], name: "program" } },
    });
    const [chunk] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    if (chunk?.type !== "chunk") throw new Error(`${program.module} was not built`);
    return `export function program() { ${chunk.code}; return program; }`;
  },
});

/** The licences of others' code stand before it, in the files that it is built into. */
const notices: Plugin = {
  name: "notices",
  apply: "build",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const names = new Set(file.moduleIds.flatMap((id) => /.*\/node_modules\/([^/]+)\//.exec(id)?.[1] ?? []));
      const texts = [...names].map((name) => `${name}\n${readFileSync(resolve(import.meta.dirname, "node_modules", name, "LICENSE"), "utf8").trim()}`);
      if (texts.length > 0) file.code = `/*!\n${texts.join("\n\n")}\n*/\n${file.code}`;
    }
  },
};

/** How often a better order of the element's functions is looked for: 0.3 kB of it, compressed, in 20 s. Other files are far from their budgets. */
const TRIALS = 1200;

/** Functions with much in common stand close to each other: 1.7 kB of the element, compressed. */
const together: Plugin = {
  name: "together",
  apply: "build",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = gathered(file.code, this.parse(file.code).body, file.fileName === "element.js" ? TRIALS : 0);
  },
};

/** Takes the indentation of lines out of the view's templates, where a line's end says as much: half a kilobyte of the element, compressed. */
const unindented: Plugin = {
  name: "unindented",
  apply: "build",
  enforce: "pre",
  transform: (code, id) => (/\/src\/(page|plot)\/.*\.ts$/.test(id) ? { code: code.replace(/\n +/g, "\n"), map: null } : null),
};

/** The style sheets use newer things than the code does, light-dark() above all: they are shrunk, and not rewritten for the browsers of the code. */
const targets = { target: "es2022", cssTarget: "esnext" };

/** The page: static files that work from any folder. */
const page: UserConfig = {
  base: "./",
  plugins: [once(), unindented, together, common, contentSecurityPolicy, early],
  build: { outDir: "../dist", emptyOutDir: true, ...targets, assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { input: [resolve(import.meta.dirname, "www/index.html"), resolve(import.meta.dirname, "www/lessons.html")] } },
};

/** Modules of the package: one an entry, and the wasm beside them. Entries of one build share theirs; Lit is whoever's imports them. */
const packaged = (input: Record<string, string>, shared: string, own: Plugin[] = []): UserConfig => ({
  base: "./",
  publicDir: false,
  plugins: [plainly, beside, once(own.includes(ofNode)), unindented, together, ...own],
  build: {
    outDir: "../pkg",
    emptyOutDir: false,
    ...targets,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      preserveEntrySignatures: "strict",
      external: [/^node:/, /^lit(\/|$)/],
      input,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: `${shared}-[name].js`,
        assetFileNames: "[name][extname]",
        codeSplitting: { groups: [{ name: "common", test: /src\/(engine\/(errors|first-part|rows)|sum-tolerance|check\/number)\.ts$/ }] },
      },
    },
  },
});

/** Brings the wasm along inside of the module, compressed. */
const inside: Plugin = {
  name: "inside",
  enforce: "pre",
  resolveId: (id, importer) => (reads(id, importer) && importer?.endsWith("packed.ts") !== true ? "\0inside" : null),
  load(id) {
    if (id !== "\0inside") return null;
    const text = textOf(readFileSync(resolve(src, "wasm/espalier.wasm.gz")));
    return `const text = "${text}";
      export * from ${JSON.stringify(resolve(src, "engine/packed.ts"))};
      import { unpacked } from ${JSON.stringify(resolve(src, "engine/packed.ts"))};
      export const moduleOf = () => unpacked(text);`;
  },
};

/** An entry in one file, with the wasm beside it or inside. */
const single = (input: Record<string, string>, own: Plugin[] = []): UserConfig => ({
  base: "./",
  publicDir: false,
  plugins: [beside, anywhere, once(), unindented, together, ...own],
  build: {
    outDir: "../pkg",
    emptyOutDir: false,
    ...targets,
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      preserveEntrySignatures: "strict",
      input,
      output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]", codeSplitting: false },
    },
  },
});

/** Each language in a file of its own, which asks for no other. */
const languages = Object.fromEntries(
  readdirSync(resolve(src, "languages")).filter((name) => name.endsWith(".ts")).map((name) => [`languages/${name.replace(".ts", "")}`, single({ [`languages/${name.replace(".ts", "")}`]: resolve(src, "languages", name) })]),
);

const MODES: Record<string, UserConfig> = {
  ...languages,
  package: packaged(
    {
      index: resolve(src, "index.ts"),
      element: resolve(src, "page/element/define.ts"),
      worker: resolve(src, "engine/worker.ts"),
      core: resolve(src, "engine/core.ts"),
      check: resolve(src, "check/index.ts"),
    },
    "shared",
  ),
  // In a build of their own: modules that they share with the element would be files that it has to fetch.
  tools: packaged({ cli: resolve(src, "cli.ts"), baseline: resolve(src, "baselines.ts") }, "tools", [notices]),
  // In Node "espalier" is this one.
  node: packaged({ node: resolve(src, "index.ts") }, "node", [ofNode]),
  // For a script tag: the wasm beside it is all that it needs.
  single: single({ espalier: resolve(src, "script.ts") }),
  inline: single({ inline: resolve(src, "whole.ts") }, [inside]),
  anywidget: single({ anywidget: resolve(src, "anywidget.ts") }, [inside]),
};

export default defineConfig(({ mode }) => ({
  root: "www",
  ...(MODES[mode] ?? page),
  worker: { format: "es" as const },
  preview: { port: 4173 },
  test: {
    root: import.meta.dirname,
    include: ["tests/web/**/*.test.ts"],
    environment: "node",
    // All cores: by default one is left alone, which of two is half.
    maxWorkers: "100%",
    // Nothing here measures time; on a busy machine everything only comes later.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
