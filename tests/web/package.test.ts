/** The package as it is published: its package.json, its README, the element's manifest, and how files are read in Node. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import * as browser from "../../www/src/engine/read-file.js";
import * as node from "../../www/src/engine/read-file-node.js";
import { thread } from "../../www/src/engine/thread-node.js";
import { EspalierExplainer } from "../../www/src/page/element/explainer.js";
import { root } from "./models.js";

interface Named {
  name: string;
  type: { text: string };
  reflects?: boolean;
}
interface Scripts {
  published: (own: object) => Record<string, unknown>;
  readmeOf: (readme: string, of: { name: string; version: string }) => string;
  SHIPPED: string[];
  manifest: () => { modules: { declarations: Record<"attributes" | "members" | "events" | "cssParts" | "cssProperties", Named[]>[] }[] };
}
const { published, readmeOf, SHIPPED } = (await import(resolve(root, "scripts/published.mjs"))) as Scripts;
const { manifest } = (await import(resolve(root, "scripts/manifest.mjs"))) as Scripts;
const { notices } = (await import(resolve(root, "scripts/notices.mjs"))) as { notices: () => string };

const own = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as Record<string, unknown>;

/** All texts of a document. */
const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : []);

describe("package.json", () => {
  const found = published(own);

  it("may be published, has no tool of the repository, and names no path outside of the package", () => {
    expect(found).not.toHaveProperty("private");
    expect(found).not.toHaveProperty("devDependencies");
    expect(found).not.toHaveProperty("scripts");
    expect(texts(found).filter((text) => /pkg|www|\/src\//.test(text))).toEqual([]);
  });

  it("says the types of every module before the module itself, and Node's before the others'", () => {
    for (const [entry, to] of Object.entries(found.exports as Record<string, string | Record<string, string>>)) {
      if (typeof to === "string") expect(to, entry).toBe(entry);
      else expect(Object.keys(to), entry).toEqual(entry === "." ? ["types", "node", "default"] : ["types", "default"]);
    }
  });
});

describe("README", () => {
  const found = readmeOf(readFileSync(resolve(root, "README.md"), "utf8"), { name: "espalier", version: "1.2.3" });

  it("has links that hold on the registry: to documents of the package, and to its own headings", () => {
    const headings = [...found.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => `#${heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-")}`);
    const links = [...found.replace(/```[^]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(8);
    const held = (link: string): boolean => (link.startsWith("#") ? headings.includes(link) : SHIPPED.some((file) => link.split("#")[0] === `https://unpkg.com/espalier@1.2.3/${file}`));
    expect(links.filter((link) => !held(link))).toEqual([]);
    expect(found).not.toContain("](docs");
    expect(found).not.toContain("![");
  });

  it("says how each is used, and leaves out how the repository is built", () => {
    expect(found).toContain("## JavaScript");
    expect(found).toContain("## Element");
    for (const own of ["npm start", "npm run", "pkg/cli.js", "python python/"]) expect(found).not.toContain(own);
  });

  it("links to documents that exist", () => {
    expect(SHIPPED.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe("NOTICES.txt", () => {
  const told = notices();

  it("is in the package", () => {
    expect(published(own).files).toContain("NOTICES.txt");
  });

  it("has the licence of every package that a source imports", () => {
    const sources = readdirSync(resolve(root, "www/src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const imported = sources.flatMap((name) => [...readFileSync(resolve(root, "www/src", name), "utf8").matchAll(/^(?:import|export) (?!type )[^;]*? from "([^."\n]+[^"\n]*)";$|import\("([^."\n]+[^"\n]*)"\)/gm)].map(([, from, late]) => from ?? late ?? ""));
    // Whoever uses React has it already.
    const packages = new Set(imported.filter((from) => !from.startsWith("node:") && !(from in (own.peerDependencies as object))).map((from) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0]));
    expect([...packages]).toEqual(expect.arrayContaining(["lit", "hyparquet", "fzstd"]));
    for (const name of packages) expect(told, name).toMatch(new RegExp(`^(.*, )?${String(name)} \\d`, "m"));
    expect(told).toContain("Copyright (c) 2017 Google LLC");
  });

  it("has the licence of every crate that the engine's own ask for", () => {
    const manifests = ["engines", "formats", "model", "numerics", "search", "verify", "api", "wasm"].map((name) => readFileSync(resolve(root, "crate", name, "Cargo.toml"), "utf8"));
    const lines = manifests.flatMap((text) => (/^\[dependencies\]\n(.*?)^\[/ms.exec(text)?.[1] ?? "").split("\n"));
    const asked = lines.flatMap((line) => /package = "([^"]+)"/.exec(line)?.[1] ?? /^([a-z][\w-]*) = /.exec(line)?.[1] ?? []).filter((name) => !name.startsWith("espalier-"));
    expect(asked).toEqual(expect.arrayContaining(["microlp", "talc", "serde_json", "wasm-bindgen"]));
    for (const name of asked) expect(told, name).toMatch(new RegExp(`^(.*, )?${name} \\d`, "m"));
  });
});

describe("custom-elements.json", () => {
  const { attributes, members, events, cssParts, cssProperties } = manifest().modules[0]!.declarations[0]!;

  it("has every attribute of the element, as it is written back, and every event with its type", () => {
    const properties = EspalierExplainer.properties as Record<string, { reflect?: boolean }>;
    expect(attributes.map(({ name }) => name).sort()).toEqual(Object.keys(properties).sort());
    for (const { name, reflects } of members) if (name in properties) expect(reflects, name).toBe(properties[name]!.reflect ?? false);
    expect(Object.fromEntries(events.map(({ name, type }) => [name, type.text]))).toMatchObject({ "espalier-answer": "CustomEvent<Answer>", "espalier-error": "CustomEvent<InputError>" });
    expect(cssParts.length).toBeGreaterThan(5);
    expect(cssProperties.length).toBeGreaterThan(10);
  });
});

describe("a thread of Node", () => {
  const echo = `addEventListener("message", ({ data }) => { if ("fail" in data) throw new Error(data.fail); postMessage({ share: 0.5 }); postMessage({ heard: data }); });`;

  it("hears and speaks as a worker does, and says why it died", async () => {
    const worker = thread(echo);
    const told: unknown[] = [];
    await new Promise<void>((done) => {
      worker.onmessage = ({ data }: MessageEvent<object>) => {
        told.push(data);
        if ("heard" in data) done();
      };
      worker.postMessage({ say: "word" });
    });
    expect(told).toEqual([{ share: 0.5 }, { heard: { say: "word" } }]);
    const died = await new Promise((done) => {
      worker.onerror = ({ message }) => done(message);
      worker.postMessage({ fail: "on purpose" });
    });
    expect(died).toBe("on purpose");
    worker.terminate();
  });
});

describe("files in Node", () => {
  const path = resolve(root, "tests/consumers/stump.json");
  const text = readFileSync(path, "utf8");
  const read = async (address: string): Promise<string> => new TextDecoder().decode(await node.bytesAt(address));

  it("are read by their path and by their address", async () => {
    expect(await read(path)).toBe(text);
    expect(await read(pathToFileURL(path).href)).toBe(text);
    expect(await read(`data:application/json,${encodeURIComponent(text)}`)).toBe(text);
    await expect(node.bytesAt(`${path}.not`)).rejects.toThrow("ENOENT");
  });

  it("stand for those of a page, name by name", () => {
    expect(Object.keys(node).sort()).toEqual(Object.keys(browser).sort());
  });
});
