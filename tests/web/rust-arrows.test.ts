/**
 * The arrows inside crate/engines: `problem` is below the engines. No engine imports one that imports it. Their crate is below that of the session.
 * Those inside of the other crates: no circle of folders, or of files beside them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "../../crate/engines/src");

/** Lines of a folder's files that name something of the crate, without tests. */
const lines = (folder: string): string[] =>
  readdirSync(join(src, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".rs") && !entry.name.startsWith("tests"))
    .flatMap((entry) =>
      readFileSync(join(entry.parentPath, entry.name), "utf8")
        .split("\n")
        .map((line) => `${entry.name}: ${line}`),
    );

const naming = (folder: string, what: RegExp): string[] => lines(folder).filter((line) => what.test(line) && !/: *\/\//.test(line));

const engines = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "problem").map((entry) => entry.name);

test("the problem imports no engine", () => {
  expect(lines("problem").length).toBeGreaterThan(1000);
  expect(naming("problem", new RegExp(`crate::(engine_search|EngineSearch|linf_search|${engines.join("|")})\\b`))).toEqual([]);
});

test("engines import each other in one direction", () => {
  const names = engines;
  const asks = new Map(names.map((name) => [name, names.filter((other) => other !== name && naming(name, new RegExp(`(crate|super)::${other}\\b`)).length > 0)]));
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of asks.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to));
    return seen;
  };
  expect(names.length).toBeGreaterThan(3);
  expect([...asks.values()].flat().length).toBeGreaterThan(2);
  for (const name of names) expect([...reaches(name)], name).not.toContain(name);
});

test.each(["api", "formats", "model", "numerics", "search", "verify"])("the folders and files of %s import each other in one direction", (crate) => {
  const root = join(src, "../..", crate, "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs") && name !== "lib.rs" && !name.includes("tests"));
  const nameOf = (file: string): string => file.replace(/(\/.*)?(\.rs)?$/, "");
  const names = new Set(files.map(nameOf));
  const asks = new Map<string, Set<string>>();
  for (const file of files) {
    const [code = ""] = readFileSync(join(root, file), "utf8").split("#[cfg(test)]");
    // In a file that stands in the root, or is a folder's own, `super` is the crate.
    const outer = !file.includes("/") || /^\w+\/mod\.rs$/.test(file) ? "crate|super" : "crate";
    const used = [...code.replaceAll(/\/\/.*/g, "").matchAll(new RegExp(`\\b(?:${outer})::(?:\\{([^}]*)\\}|(\\w+))`, "g"))].flatMap(([, list, name = ""]) => (list === undefined ? name : list.split(",").map((one) => one.trim().replace(/\W.*/s, ""))));
    asks.set(nameOf(file), new Set([...(asks.get(nameOf(file)) ?? []), ...used.filter((name) => names.has(name) && name !== nameOf(file))]));
  }
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of asks.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to));
    return seen;
  };
  expect([...asks.values()].reduce((sum, of) => sum + of.size, 0)).toBeGreaterThan(crate === "search" ? 1 : 8);
  for (const name of asks.keys()) expect([...reaches(name)], name).not.toContain(name);
});
