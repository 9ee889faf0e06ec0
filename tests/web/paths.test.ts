/** Paths and scripts that documents name are there. Not those of the changelog and of experiments, which tell of their day, nor of the plan in ARCHITECTURE. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./models.js";

const tops = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md") && !name.startsWith("experiments")).map((name) => `docs/${name}`);
const documents = [...tops, ...docs].map((name) => ({ name, text: readFileSync(resolve(root, name), "utf8").split("\n## Plan")[0] ?? "" }));
const { scripts } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The build makes these. */
const made = (path: string): boolean => /^(www\/src\/wasm|pkg|dist|target)(\/|$)/.test(path);

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
