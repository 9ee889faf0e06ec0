/** The files that leave the page when a person saves them: the schema as it is in force, and a command that gives the same answer. */
import type { RequestDoc, SchemaDoc } from "../../types.js";
import { requestOf } from "../state/request/request.js";
import { schemaDoc } from "../state/limits/file-limits.js";
import { displayed } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";

/** The schema that the page asks with: every feature free, the limits are in the request. */
export function schemaOf(state: State): SchemaDoc | null {
  const info = state.doc.model?.info;
  return info ? schemaDoc(info) : null;
}

/** The changes of the shown answer as a table: feature, from, to, and the range that each may take alone. */
export function changesCsv(shown: Shown | null): string {
  const cell = (value: number | string | null | undefined): string => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = (shown?.answer.counterfactuals[0]?.changes ?? []).map(({ feature, from, to, range }) => [feature, from, to, range?.[0], range?.[1]]);
  return [["feature", "from", "to", "range_from", "range_to"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name that the open model is saved under. */
export const savedName = (title: string): string => `${title.replace(/\.[a-z]+$/i, "")}.espalier.json`;

/** The question as it leaves the page: that of the shown answer. Where that is the cheapest, with the engine that answered. */
export function exported(state: State): RequestDoc {
  const { doc, shown, unanswered } = state;
  const request = displayed(state)?.request ?? requestOf(doc);
  return doc.engine === "auto" || unanswered !== null || (shown && request !== shown.request) ? request : { ...request, engine: doc.engine };
}

/** The command that gives the shown answer, next to the model, `schema.json` and `request.json` as exported here. */
export function command(state: State): string {
  const { model } = state.doc;
  if (!model) return "";
  // Rows that were brought are in the model as it is saved, and in no other file.
  const file = model.background ? savedName(model.title) : model.source.from === "file" ? model.source.file : model.source.from === "url" ? (model.source.url.split("/").pop() ?? "model.json") : `${model.source.id}.json`;
  const { query, ...rest } = exported(state);
  return [
    `echo ${quoted(JSON.stringify([query]))} > queries.json`,
    `echo ${quoted(JSON.stringify(rest))} > question.json`,
    `npx espalier explain --model ${quoted(file)} --schema schema.json --queries queries.json --request question.json`,
  ].join("\n");
}
