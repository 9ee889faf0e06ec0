// The package.json and the README of the package, made of the repository's: the package lies in pkg/, and has no script and no tool of this repository.

/** Documents that are in the package, since the README links to them. */
export const SHIPPED = [
  ...["README", "answer", "certificate", "command-line", "element", "javascript", "model-json", "python", "request", "schema"].map((name) => `docs/contract/${name}.md`),
  ...["criteria", "features", "formats", "measures"].map((name) => `docs/${name}.md`),
];

/** Fields of the repository's package.json that the package's has too. */
const FIELDS = ["name", "version", "description", "keywords", "license", "type", "engines", "bin", "sideEffects", "exports", "unpkg", "jsdelivr", "customElements", "dependencies", "peerDependencies", "peerDependenciesMeta"];

/** Files of pkg/ that only scripts of this repository read. */
const OURS = ["!baseline.js", "!core.js"];

/** The package's package.json; its paths begin in pkg/. */
export function published(own) {
  const inside = (value) => {
    if (typeof value === "string") return value.replace(/^(\.\/)?pkg\//, "$1");
    if (Array.isArray(value)) return value.map(inside);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)])) : value;
  };
  const fields = FIELDS.flatMap((name) => (name in own ? [[name, inside(own[name])]] : []));
  const { sideEffects } = Object.fromEntries(fields);
  return { ...Object.fromEntries(fields), sideEffects: sideEffects.filter((path) => !path.includes("/src/") && !path.startsWith("**")), files: ["*.js", "*.d.ts", "languages", "espalier.wasm", "custom-elements.json", "NOTICES.txt", "docs", ...OURS] };
}

/** Sections of the README that are about this repository. */
const REPOSITORY = ["Start", "Python", "Rust", "Lessons", "Documentation site", "Benchmarks"];

const LEFT_OUT = new Set(REPOSITORY.map((name) => `#${name.toLowerCase().replaceAll(" ", "-")}`));

/**
 * The package's README: without the sections and commands of this repository, and with links that hold wherever it is read. Those to documents of the package
 * lead to unpkg, which serves every published file; of other relative links the text is left, of pictures nothing.
 */
export function readmeOf(readme, { name, version }) {
  const [head, ...sections] = readme.split(/^(?=## )/m);
  const kept = sections.filter((section) => !REPOSITORY.includes(/^## (.*)$/m.exec(section)[1]));
  const linked = (all, text, link) => {
    if (LEFT_OUT.has(link)) return text;
    if (/^(https?:|#)/.test(link)) return all;
    const [path] = link.split("#");
    const found = SHIPPED.includes(path) ? link : undefined;
    return found === undefined ? text : `[${text}](https://unpkg.com/${name}@${version}/${found})`;
  };
  const commands = (text) => text.replace(/^In this folder, after `npm run build`; .*\n+/m, "").replaceAll("node pkg/cli.js", "npx espalier").replace(/^```sh\npython [^`]*```\n+/gm, "");
  return commands([head, ...kept].join("")).replace(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+/gm, "").replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, linked);
}
