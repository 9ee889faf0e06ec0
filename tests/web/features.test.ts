/** The table of capabilities names tests and places on the page that are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Folders of tests, and the ending of their files. */
const ROOMS: Record<string, [folder: string, ending: string]> = {
  search: ["crate/search/tests/suite", ".rs"],
  api: ["crate/api/tests/suite", ".rs"],
  web: ["tests/web", ".test.ts"],
  e2e: ["tests/e2e", ".spec.ts"],
};

/** Rows of one table or another, by columns; heads and lines between are left out. */
const rows = readFileSync("docs/features.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (capability|---) /.test(line))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))
  .map(([capability = "", papers = "", command = "", page = "", tests = "", ...more]) => ({ capability, papers, command, page, tests, more }));

/** Whether a file holds a test whose title begins so. */
const holds = (path: string, title: string): boolean => {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".rs") ? new RegExp(`fn ${title}`).test(text) : ["test(", "it(", ")("].some((call) => ['"', "`"].some((quote) => text.includes(call + quote + title)));
};

test("each row has five columns, and a test wherever a person can do it", () => {
  expect(rows.length).toBeGreaterThan(55);
  for (const { capability, command, page, tests, more } of rows) {
    expect(more, capability).toEqual([]);
    const nowhere = [command, page].every((place) => place === "-" || place === "");
    expect(tests === "-", capability).toBe(nowhere);
  }
});

test("each test that docs/features.md names exists, by file and title", () => {
  const asked = rows.flatMap(({ tests }) => tests.split(";").flatMap((part) => {
    const room = /^(\w+) /.exec(part.trim())?.[1];
    return [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ room, name: name! }));
  }));
  const named = asked.filter(({ room }) => room !== undefined);
  expect(named.length).toBeGreaterThan(120);
  const missing = named.filter(({ room, name }) => {
    const [file = "", title = ""] = name.split("::");
    const [folder, ending] = ROOMS[room!] ?? ["", ""];
    const path = join(folder, file + ending);
    return !existsSync(path) || !holds(path, title);
  });
  expect(missing).toEqual([]);
  // Only whole folders are named by themselves.
  expect(new Set(asked.filter(({ room }) => room === undefined).map(({ name }) => name))).toEqual(new Set(["libraries"]));
});

test("each place in quotes stands on the page", () => {
  const folders = ["www/src/page/view", "www/src/page/view/words", "www/src/page/further", "www/src/lessons"];
  const sources = folders.flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith(".ts")).map((file) => readFileSync(join(folder, file), "utf8")));
  const written = sources.flatMap((text) => [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(([, plain, template]) => (plain ?? template ?? "").replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))));
  const titles = (JSON.parse(readFileSync("www/public/examples/index.json", "utf8")) as { title: string }[]).map(({ title }) => title);
  const asked = rows.flatMap(({ page }) => [...page.matchAll(/"([^"]+)"/g)].map(([, text]) => text!));
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter((text) => ![...written, ...titles].some((one) => one.includes(text)))).toEqual([]);
});
