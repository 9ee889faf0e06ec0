/**
 * The pages of the contract, held to the code: each names every field, option, attribute and export that there is, and no option that there
 * is not; their examples are answered as they say; links of all documents lead to files and headings that exist.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS, HELP, readArgs } from "../../www/src/cli/args.js";
import { answer } from "../../www/src/cli/answering.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { EspalierExplainer } from "../../www/src/page/element/explainer.js";
import type { RequestDoc } from "../../www/src/types.js";
import { colourTokens, paletteStyles } from "../../www/src/plot/palette.js";
import { root, wasm } from "./models.js";

const text = (path: string): string => readFileSync(resolve(root, path), "utf8");
const page = (name: string): string => text(`docs/contract/${name}.md`);

/** Names that a page sets as code, alone, in a call, in JSON or in a command line. */
const named = (name: string, where: string): boolean => new RegExp(`(?<![\\w-])${name.replace(/[$.]/g, "\\$&")}(?![\\w-])`).test(where.match(/```[^]*?```|`[^`\n]+`/g)?.join("\n") ?? "");

/** Names of the list that the page does not name. */
const unnamed = (names: readonly string[], where: string): string[] => [...new Set(names)].filter((name) => !named(name, where));

/** Names of all fields of a JSON Schema. */
function fields(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fields)];
}

describe("documents", () => {
  it.each(["schema", "request", "answer"])("%s.md names every field of its JSON Schema", (name) => {
    const beside = name === "answer" ? page("certificate") : "";
    expect(unnamed(fields(JSON.parse(text(`docs/contract/${name}.schema.json`))), page(name) + beside)).toEqual([]);
  });

  it("model-json.md names every field that the reader of Espalier's JSON knows", () => {
    const fields = [...text("crate/formats/src/espalier/document.rs").matchAll(/^ {8}pub (\w+): .* = (?:needed|optional),$/gm)].flatMap(([, name]) => name ?? []);
    expect(fields.length).toBeGreaterThan(30);
    expect(unnamed(fields, page("model-json"))).toEqual([]);
  });

  let loan: CoreModel;
  beforeAll(() => {
    start(wasm());
    loan = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
  });

  /** The page's examples: documents as JSON. */
  const examples = (name: string): Record<string, unknown>[] => [...page(name).matchAll(/^```json\n([^]*?)^```$/gm)].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);

  it.each(examples("request").map((request, k) => ({ number: k + 1, request })))("request.md, example $number: proved", ({ request }) => {
    expect(answer(loan, request as unknown as RequestDoc).status).toBe("optimal");
  });

  it("answer.md: the example is answered as it says", () => {
    const [request, said] = examples("answer");
    const { work, ...found } = answer(loan, request as unknown as RequestDoc);
    expect({ ...found, work: { ...work, nodes: 0, milliseconds: 0 } }).toEqual({ ...said, work: { ...(said?.work as object), nodes: 0, milliseconds: 0 } });
  });
});

describe("command line", () => {
  it("the page names every option and command of the help, and no option that is not there", () => {
    const options = (where: string): string[] => [...new Set(where.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
    expect(options(page("command-line").replace("--modle", ""))).toEqual(options(HELP));
    expect(unnamed(Object.keys(COMMANDS), page("command-line"))).toEqual([]);
  });

  it("the help names every option that is read, and the page shows the commands as the help does", () => {
    const all = Object.values(COMMANDS).flatMap(({ needs, may }) => [...needs, ...may]);
    expect(all.filter((name) => !HELP.includes(`--${name}`))).toEqual([]);
    const lines = HELP.split("\n").filter((line) => line.startsWith("  espalier "));
    expect(lines.length).toBe(Object.keys(COMMANDS).length);
    expect(lines.filter((line) => !page("command-line").includes(`npx ${line.trim()}`))).toEqual([]);
  });

  it("its messages are those of the command line", () => {
    expect(() => readArgs(["info", "--modle", "loan.json"])).toThrow("unknown option --modle; did you mean --model?");
    expect(page("command-line")).toContain("espalier: unknown option --modle; did you mean --model?");
  });
});

const MODULES = ["www/src/index.ts", "www/src/check/index.ts"];
/** The package as the compiler reads it. */
let program: ts.Program;
const compiled = (): void => {
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  program = ts.createProgram(MODULES.map((module) => resolve(root, module)), options);
};

/** Exports of a module, with the members of those that are interfaces of options or classes; nothing that is private. */
function exportsOf(module: string, whole: readonly string[]): { names: string[]; members: string[] } {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(resolve(root, module));
  const symbol = source && checker.getSymbolAtLocation(source);
  const exported = symbol ? checker.getExportsOfModule(symbol) : [];
  const members = exported.filter(({ name }) => whole.includes(name)).flatMap((one) => {
    const target = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    return checker.getDeclaredTypeOfSymbol(target).getProperties().filter((member) => !isPrivate(member));
  });
  return { names: exported.map(({ name }) => name), members: members.map(({ name }) => name) };
}
const isPrivate = ({ declarations = [] }: ts.Symbol): boolean => declarations.some((one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Private) !== 0);

describe("JavaScript", () => {
  beforeAll(compiled, 120_000);

  it("the page names every export of the package, every member of a model and every option", { timeout: 120_000 }, () => {
    const { names, members } = exportsOf("www/src/index.ts", ["Model", "LoadOptions", "CheckOptions", "EngineOptions", "ExplainOptions"]);
    expect(names.length).toBeGreaterThan(30);
    expect(members.length).toBeGreaterThan(30);
    expect(unnamed([...names, ...members], page("javascript"))).toEqual([]);
  });

  it("the page names every export of espalier/check, and every entry point", { timeout: 120_000 }, () => {
    const { names, members } = exportsOf("www/src/check/index.ts", ["Watch"]);
    expect(members.length).toBeGreaterThan(3);
    expect(unnamed([...names, ...members], page("javascript"))).toEqual([]);
    const entries = Object.keys((JSON.parse(text("package.json")) as { exports: object }).exports);
    expect(unnamed(entries.map((entry) => entry.replace(/^\./, "espalier")), page("javascript"))).toEqual([]);
  });
});

describe("element", () => {
  const source = text("www/src/page/element/explainer.ts");

  it("the page names every attribute and property, and every event", () => {
    const { properties } = EspalierExplainer;
    const own = Object.entries(Object.getOwnPropertyDescriptors(EspalierExplainer.prototype)).flatMap(([name, one]) => (one.get !== undefined && !(name in properties) ? [name] : []));
    expect(unnamed([...Object.keys(properties), ...own, "engine", "openFile"], page("element"))).toEqual([]);
    const events = [...source.matchAll(/#fire\("([a-z-]+)"/g)].flatMap(([, name]) => name ?? []);
    expect(events.length).toBeGreaterThan(3);
    expect([...new Set(events)].sort()).toEqual([...new Set(page("element").match(/(?<=\| `)espalier-[a-z]+(?=` \|)/g))].sort());
  });

  it("the page says which attributes are written back", () => {
    for (const [name, { reflect = false }] of Object.entries(EspalierExplainer.properties as Record<string, { reflect?: boolean }>)) {
      expect(page("element"), name).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| ${reflect ? "yes" : "no"} \\|$`, "m"));
    }
  });

  it("the page names every custom property that is public, and every part", () => {
    const colours = [...`${colourTokens}${text("www/src/page/view/tokens.css")}${paletteStyles}`.matchAll(/--espalier-[a-z0-9-]+/g)].map(([name]) => name).filter((name) => !/class-\d-\d$/.test(name));
    // Those of areas go by rows from the first to the last, those of marks by a row.
    const ends = (name: string): boolean => !/class-[1-3]-mark$/.test(name);
    expect(unnamed([...colours.filter(ends), "--espalier-height"], page("element"))).toEqual([]);
    for (const row of ["`--espalier-class-0-1` to `--espalier-class-4-8`", "`--espalier-class-0-mark` to `--espalier-class-4-mark`"]) expect(page("element")).toContain(row);
    const views = readdirSync(join(root, "www/src/page/view"), { encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const parts = views.flatMap((name) => text(`www/src/page/view/${name}`).match(/(?<= part=")[a-z]+(?=")/g) ?? []);
    expect(parts.length).toBeGreaterThan(5);
    expect(unnamed(parts, page("element"))).toEqual([]);
  });

  it("the page names every trait of the notebook's widget", () => {
    // Behind the widgets that explainers share.
    const [, own = ""] = text("crate/python/python/espalier_xai/_widget.py").split("class Explained(");
    const traits = own.match(/(?<=^ {8})[a-z]+(?= = traitlets)/gm) ?? [];
    expect(traits.length).toBeGreaterThan(8);
    expect(unnamed(traits, page("element"))).toEqual([]);
  });
});

/** All documents of the project, by path from its root. */
const documents = [".", "docs"].flatMap((folder) => readdirSync(join(root, folder), { recursive: folder !== ".", encoding: "utf8" }).filter((name) => name.endsWith(".md")).map((name) => join(folder, name)));

/** The anchor that a heading has. */
const anchor = (heading: string): string => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-");
const anchors = (path: string): string[] => [...readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchor(heading));

it("links lead to files and headings that exist", () => {
  const broken = documents.flatMap((path) =>
    [...text(path).replace(/```[^]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = "", heading] = link.split("#");
      const to = file === "" ? resolve(root, path) : resolve(root, dirname(path), file);
      const there = existsSync(to) && (heading === undefined || anchors(to).includes(heading));
      return there ? [] : [`${path}: ${link} (${relative(root, to)})`];
    }),
  );
  expect(documents.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});
