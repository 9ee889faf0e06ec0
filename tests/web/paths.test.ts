/** Paths and scripts that documents name are there. Not those of the changelog and of experiments, which tell of their day, nor of the plan in ARCHITECTURE. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./models.js";

const tops = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md") && !name.startsWith("experiments")).map((name) => `docs/${name}`);
const documents = [...tops, ...docs].map((name) => ({ name, text: readFileSync(resolve(root, name), "utf8").split("\n## Plan")[0] ?? "" }));
const { scripts } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The build makes these. */
const made = (path: string): boolean => /^(www\/src\/wasm|pkg|dist|target)(\/|$)/.test(path);

/** Names in backticks without a path or a capital, such as `ties` or `client.ts`, outside of brackets. */
const bare = (text: string): string[] => [...text.replaceAll(/\([^()]*\)/g, "").matchAll(/`([a-z][a-z0-9_-]*(?:\.(?:rs|ts))?)`/g)].flatMap(([, name = ""]) => name);
/** The files and folders in a folder, with and without their endings. */
const inside = (folder: string, deep: boolean): Set<string> =>
  new Set(readdirSync(resolve(root, folder), { recursive: deep, encoding: "utf8" }).flatMap((path) => [basename(path), basename(path).replace(/\.\w+$/, "")]));

describe("lists of files by their names alone", () => {
  it("ARCHITECTURE: a part's names are files or folders of the part", () => {
    const { text } = documents.find(({ name }) => name === "ARCHITECTURE.md")!;
    const parts = text.split(/^- (?=\*\*)/m).flatMap((part) => {
      const [, folder] = /^\*\*`([\w/]+\/\w+)`\*\*/.exec(part) ?? [];
      return folder === undefined ? [] : [{ folder, part: part.split("\n\n")[0]! }];
    });
    expect(parts.length).toBeGreaterThan(10);
    for (const { folder, part } of parts) {
      const [own = "", ...groups] = part.split(/^ {2}- /m);
      const there = inside(folder, true);
      expect(bare(own).filter((name) => !there.has(name)), folder).toEqual([]);
      for (const group of groups) {
        const [of = "", ...names] = bare(group);
        const path = `${folder}/src/${of}`;
        const files = existsSync(resolve(root, path)) ? inside(path, false) : new Set<string>();
        expect(names.filter((name) => !files.has(name)), path).toEqual([]);
      }
    }
  });

  it.each(documents)("$name: names in a row before `in` and a folder", ({ text }) => {
    for (const [, names = "", folder = ""] of text.matchAll(/((?:`[a-z_]+`(?:, | and ))+`[a-z_]+`) in `((?:crate|www)\/[\w/-]+)`/g)) {
      const files = inside(folder, false);
      expect(bare(names).filter((name) => !files.has(name)), folder).toEqual([]);
    }
  });
});

describe.each(documents)("$name", ({ text }) => {
  it("names files and folders that exist", () => {
    const paths = [...text.matchAll(/`((?:crate|www|tests|scripts|python|fuzz|docs)\/[\w./-]*)/g)].flatMap(([, path = ""]) => path.replace(/[./-]+$/, ""));
    expect(paths.filter((path) => !path.includes("NAME") && !made(path) && !existsSync(resolve(root, path)))).toEqual([]);
  });

  it("names scripts of package.json", () => {
    const named = [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].flatMap(([, name]) => name ?? []);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
