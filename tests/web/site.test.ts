/** The documentation site's own pages: their requests are answered as they say, and name every field that there is; their lines for hosts are those of tests/consumers. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answer } from "../../www/src/cli/answering.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

interface Recipe {
  page: string;
  example: string;
  status: string;
  query: string;
  request: string;
}
const { recipes, EXAMPLES } = (await import(resolve(root, "scripts/recipes.mjs"))) as { recipes: Recipe[]; EXAMPLES: string[] };
const text = (path: string): string => readFileSync(resolve(root, path), "utf8");

describe("requests of the guide", () => {
  const models = new Map<string, CoreModel>();
  beforeAll(() => {
    start(wasm());
    for (const name of EXAMPLES) models.set(name, CoreModel.load(readFileSync(resolve(root, `www/public/examples/${name}.json`)), name));
  });

  it("are there", () => {
    expect(recipes.length).toBeGreaterThan(40);
    expect(new Set(recipes.map(({ status }) => status))).toEqual(new Set(["optimal", "infeasible", "unknown"]));
  });

  it.each(recipes)("$page, $example: $request", ({ example, status, query, request }) => {
    const asked = { query: JSON.parse(query) as unknown, time_limit: 60, ...(JSON.parse(request) as object) } as RequestDoc;
    expect(answer(models.get(example)!, asked).status).toBe(status);
  });

  it("name every field of a request in the cookbook", () => {
    const fields = (schema: unknown): string[] =>
      typeof schema !== "object" || schema === null ? [] : [...Object.keys((schema as { properties?: object }).properties ?? {}), ...Object.values(schema).flatMap(fields)];
    const keys = (value: unknown): string[] => (typeof value !== "object" || value === null ? [] : [...Object.keys(value), ...Object.values(value).flatMap(keys)]);
    const used = new Set(recipes.filter(({ page }) => page === "guide/cookbook.md").flatMap(({ request }) => keys(JSON.parse(request))));
    const all = new Set(fields(JSON.parse(text("docs/contract/request.schema.json"))));
    expect(all.size).toBeGreaterThan(60);
    // The query is each example's own, and stands once.
    expect([...all].filter((field) => field !== "query" && !used.has(field))).toEqual([]);
  });
});

describe("embed.md", () => {
  const HOSTS: Record<string, string> = {
    "Plain HTML": "tests/consumers/html",
    React: "tests/consumers/react",
    Next: "tests/consumers/next",
    Svelte: "tests/consumers/svelte",
    "Vue and VitePress": "docs/.vitepress",
    "Observable Framework": "tests/consumers/observable",
  };
  const files = (folder: string): string[] => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));

  it.each(Object.entries(HOSTS))("%s: its lines are those of a project that is built", (host, folder) => {
    const section = text("docs/guide/embed.md").split(/^## /m).find((one) => one.startsWith(`${host}\n`)) ?? "";
    const lines = [...section.matchAll(/^```\w+\n([^]*?)^```$/gm)].flatMap(([, block = ""]) => block.split("\n").map((line) => line.trim()).filter((line) => line !== ""));
    const built = new Set(files(folder).flatMap((path) => readFileSync(path, "utf8").replaceAll("PACKAGE", "./").split("\n").map((line) => line.trim())));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !built.has(line))).toEqual([]);
  });
});

it("CITATION.cff and the entry for BibTeX name the version of the package", () => {
  const { version } = JSON.parse(text("package.json")) as { version: string };
  expect(text("CITATION.cff")).toContain(`\nversion: ${version}\n`);
  expect(text("docs/guide/cite.md")).toContain(`version = {${version}}`);
});
