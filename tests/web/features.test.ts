/** The table of capabilities names tests that are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOMS: Record<string, string[]> = {
  search: ["crate/search/tests/suite"],
  api: ["crate/api/tests", "crate/api/src"],
  web: ["tests/web"],
  e2e: ["tests/e2e"],
};

const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).map(String);

test("each test that docs/features.md names exists", () => {
  const rows = readFileSync("docs/features.md", "utf8").split("\n").filter((line) => line.startsWith("|"));
  const asked = rows.flatMap((row) => {
    const parts = row.split("|").at(-2)!.split(";").map((part) => part.trim());
    return parts.flatMap((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ room: /^(\w+) /.exec(part)?.[1] ?? "", name: name!.split("::")[0]! })));
  });
  const known = asked.filter(({ room }) => room in ROOMS);
  expect(known.length).toBeGreaterThan(60);
  const missing = known.filter(({ room, name }) => !ROOMS[room]!.flatMap(names).some((file) => file.split("/").some((part) => part.startsWith(name))));
  expect(missing).toEqual([]);
});
