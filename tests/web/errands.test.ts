/** docs/errands.md and its pictures. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/errands.md", "utf8");
const shown = [...text.matchAll(/!\[([^\]]+)\]\((errands\/[^)]+)\)/g)].map(([, , file]) => file);

test("each step has its picture, and no picture is left over", () => {
  expect([...shown].sort()).toEqual(readdirSync("docs/errands").map((file) => `errands/${file}`).sort());
  expect(text.match(/^\d\. /gm)).toHaveLength(shown.length);
  expect(text.match(/^## /gm)).toHaveLength(6);
});

test("all pictures together are smaller than 1.5 MB", () => {
  expect(shown.reduce((sum, file) => sum + statSync(`docs/${file ?? ""}`).size, 0)).toBeLessThan(1_500_000);
});
