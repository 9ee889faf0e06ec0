// Requests of the pages, put to the example models by the engine.
import { exampleOf, product } from "./product.js";

const models = new Map();

/** The loaded model of an example, once for all pages. */
function modelOf(example) {
  if (!models.has(example)) models.set(example, product().then(({ loadModel }) => loadModel(exampleOf(example))));
  return models.get(example);
}

/** The engine's answer to a request that is text; a request without a query asks about `query`. A certificate is checked too. `signal` ends the search. */
export async function ask(example, text, query, signal) {
  const { check } = await product();
  const model = await modelOf(example);
  let request;
  try {
    request = { ...(query && { query }), ...JSON.parse(text) };
  } catch (error) {
    return { fault: `This is not JSON: ${error.message}` };
  }
  try {
    const answer = await model.explain(request, { signal });
    const verdict = answer.certificate && (await check(model, request, answer));
    return { answer, verdict };
  } catch (error) {
    return { fault: error.message };
  }
}

const number = (value) => value.toLocaleString("en", { maximumSignificantDigits: 7 });
const shown = (value) => (typeof value === "number" ? number(value) : value === null ? "missing" : value);
const count = (n, one) => `${n.toLocaleString("en")} ${n === 1 ? one : `${one}s`}`;

/** How much is proved, in words, for each status. */
const PROVED = {
  optimal: ["Proved", "no smaller change is enough"],
  infeasible: ["Proved", "no change does this"],
  feasible: ["Stopped", "the best so far"],
  unknown: ["Stopped", "no answer yet"],
};

/** The words for an answer's status. Of a best prediction and of a row another thing is proved than of a change. */
export function statusOf({ status, best, work }) {
  if (status === "optimal" && best) return ["Proved", "no prediction within these limits is better"];
  if (status === "optimal" && work.engine === "rows") return ["Proved", "no such row is nearer"];
  return PROVED[status];
}

/** The lists of an answer's changes, the cheapest first. */
export const waysOf = ({ counterfactuals }) => counterfactuals.slice(0, 4).map(({ cost, changes, spent }) => ({ cost: number(cost), changes: changes.map(({ feature, from, to }) => ({ feature, from: shown(from), to: shown(to) })), spent }));

/** Further statements of an answer, a sentence each. */
export function furtherOf(answer, verdict) {
  const { counterfactuals, best, unit, regions, complete_within, pool, hulls, conflict, learned, min_path_length, truncated } = answer;
  return [
    counterfactuals.length > 4 && `${count(counterfactuals.length - 4, "further answer")}.`,
    best && `Best ${unit ?? "prediction"}: ${number(best.value)}. No other goes beyond ${number(best.bound)}.`,
    regions && `${count(regions.length, "region")}, and nothing outside of them below a cost of ${number(complete_within)}.`,
    pool && `Met on the way, not proved to be the next best: ${pool.map(({ cost }) => number(cost)).join(", ")}.`,
    hulls && `Groups and distances that were searched: ${hulls.length}.`,
    conflict && `Limits that alone exclude every answer: ${conflict.join(", ")}.`,
    ...(learned ?? []).map(({ feature, explained }) => `The trees explain ${number(explained * 100)} % of the variance of ${feature}.`),
    min_path_length !== undefined && `At least ${number(min_path_length)} splits deep in the isolation forest.`,
    truncated && "There may be more than are listed.",
    verdict && (verdict.checked ? "The proof was repeated here, by a program that shares nothing with the engine: it holds." : "The proof was not confirmed."),
  ].filter((sentence) => typeof sentence === "string");
}
