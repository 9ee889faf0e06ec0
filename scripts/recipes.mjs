// Requests that stand in documents: those of the guide name their example and the status of their answer, those of the contract ask the loan model.
import { readdirSync, readFileSync } from "node:fs";
import { at } from "./lib.mjs";

/** Blocks of code of a page of the guide, with the words after their marks. */
const blocks = (page) => [...readFileSync(at("docs", page), "utf8").matchAll(/^```(\S.*)\n([^]*?)^```$/gm)].map(([, info, content]) => ({ page, info, content }));

const guide = readdirSync(at("docs", "guide")).flatMap((name) => blocks(`guide/${name}`));

/** Who is asked about, by example, as text. */
const QUERIES = new Map(guide.flatMap(({ info, content }) => (/^json \w+ query$/.test(info) ? [[info.split(" ")[1], content]] : [])));

/** The examples that are asked. */
export const EXAMPLES = [...QUERIES.keys()];

/** A block of a page as a request: the example that it asks, its query where the request has none, and the status of its answer; undefined where it is none. */
export function recipeOf(page, info, content) {
  const [, example, status] = /^json (\w+) (?!query)(\w+)$/.exec(info) ?? [];
  if (status !== undefined) return { example, status, query: QUERIES.get(example) };
  return page === "contract/request.md" && info === "json" && content.startsWith("{") ? { example: "loan", status: "optimal" } : undefined;
}

/** All requests of the guide. */
export const recipes = guide.flatMap(({ page, info, content }) => {
  const recipe = recipeOf(page, info, content);
  return recipe === undefined ? [] : [{ ...recipe, page, request: content }];
});
