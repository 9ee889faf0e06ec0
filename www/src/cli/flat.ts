/** Answers as flat rows: one a counterfactual, with a column a feature. */
import { isDiscrete } from "../model/feature.js";
import { columnNames, valueOf, type Value } from "../model/value.js";
import type { Answer, ModelInfo } from "../types.js";

/** A column: of numbers, of whole numbers, or of texts. */
export interface Column {
  name: string;
  type: "DOUBLE" | "INT32" | "STRING";
}

/** An answer to the query of a number, and of an id where ids are carried. */
export interface Numbered {
  index: number;
  id?: string;
  answer: Answer;
}

/** The columns of the rows. A feature that is called as one of the others is called `feature.NAME`. */
export function columnsOf(info: ModelInfo, ids: boolean): Column[] {
  const own: Column[] = [
    { name: "query", type: "INT32" },
    ...(ids ? [{ name: "id", type: "STRING" } as const] : []),
    { name: "status", type: "STRING" },
    { name: "answer", type: "INT32" },
    { name: "cost", type: "DOUBLE" },
    { name: "lower_bound", type: "DOUBLE" },
    { name: "changed", type: "STRING" },
    { name: "prediction", type: info.kind === "classifier" ? "STRING" : "DOUBLE" },
    { name: "score", type: "DOUBLE" },
  ];
  const names = columnNames(info.features, [...own.map(({ name }) => name), "id"]);
  return [...own, ...info.features.map((feature, at): Column => ({ name: names[at]!, type: isDiscrete(feature) ? "STRING" : "DOUBLE" }))];
}

/** The rows of an answer: one a counterfactual, or a single one without values. */
export function flatRowsOf(info: ModelInfo, { index, id, answer }: Numbered): Value[][] {
  const start = [index, ...(id === undefined ? [] : [id]), answer.status];
  if (answer.counterfactuals.length === 0) return [[...start, null, null, answer.lower_bound, null, null, null, ...info.features.map(() => null)]];
  return answer.counterfactuals.map(({ values, cost, changes, prediction }, rank) => {
    const [said, score] = "class" in prediction ? [info.classes[prediction.class] ?? String(prediction.class), prediction.scores[prediction.class] ?? null] : [prediction.value, null];
    const row = values.map((value: number | null) => value ?? Number.NaN);
    return [...start, rank, cost, answer.lower_bound, changes.map(({ feature }) => feature).join("; "), said, score, ...info.features.map((feature) => valueOf(feature, row))];
  });
}
