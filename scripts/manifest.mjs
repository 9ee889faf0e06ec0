// custom-elements.json, by which editors, Vue and Svelte know the element: its names and words are those of docs/contract/element.md, which tests hold to the
// source; its types are the source's.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { at } from "./lib.mjs";

/** The rows of a table under a heading, cell by cell, without its head. */
function rows(text, heading) {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.map((table) => table.trim().split("\n").slice(2).map((row) => row.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim())));
}

/** Names that a cell sets as code. */
const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** Words without marks and links. */
const plain = (cell) => cell.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/** The types of the class's members and of its events, as the sources write them. */
function typesOf() {
  const types = new Map();
  for (const path of ["explainer", "events"].map((name) => at("www", "src", "page", "element", `${name}.ts`))) {
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      const typed = ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isGetAccessorDeclaration(node) || ts.isMethodDeclaration(node);
      if (typed && node.type !== undefined && !types.has(node.name.text)) types.set(node.name.text, node.type.getText(source));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return types;
}

/** The manifest, by the schema 1.0.0 of custom-elements-manifest. */
export function manifest() {
  const text = readFileSync(at("docs", "contract", "element.md"), "utf8");
  const types = typesOf();
  const typeOf = (name) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`docs/contract/element.md names ${name}, whose type no source of the element says`);
    return { text: type };
  };
  const [attributeRows, propertyRows] = rows(text, "Attributes and properties");
  const [eventRows] = rows(text, "Events");
  const [styleRows] = rows(text, "Style");
  const attributes = attributeRows.map(([name, holds, usual, both]) => ({ name: names(name)[0], description: `${plain(holds)}. Default: ${plain(usual)}.`, reflects: both === "yes" }));
  const parts = names(/^Parts for `::part`: (.*)$/m.exec(text)[1]);
  const name = "EspalierExplainer";
  const path = "element.js";
  return {
    schemaVersion: "1.0.0",
    modules: [
      {
        kind: "javascript-module",
        path,
        declarations: [
          {
            kind: "class",
            name,
            tagName: "espalier-explainer",
            customElement: true,
            description: plain(/^# Element\n+(.*)$/m.exec(text)[1]),
            superclass: { name: "LitElement", package: "lit" },
            attributes: attributes.map(({ name: attribute, description }) => ({ name: attribute, fieldName: attribute, type: typeOf(attribute), description })),
            members: [
              ...attributes.map(({ name: attribute, description, reflects }) => ({ kind: "field", name: attribute, attribute, type: typeOf(attribute), description, reflects })),
              ...propertyRows.map(([cell, holds]) => ({ kind: "field", name: names(cell)[0], type: typeOf(names(cell)[0]), description: plain(holds), ...(/Read only/.test(holds) ? { readonly: true } : {}) })),
              { kind: "method", name: "openFile", parameters: [{ name: "file", type: { text: "File" } }], return: { type: typeOf("openFile") } },
            ],
            events: eventRows.map(([cell, when, detail]) => ({ name: names(cell)[0], type: typeOf(names(cell)[0]), description: `When ${plain(when)}. Detail: ${plain(detail)}.` })),
            cssProperties: styleRows.flatMap(([cell, sets]) => names(cell).map((property) => ({ name: property, description: plain(sets) }))),
            cssParts: parts.map((part) => ({ name: part })),
          },
        ],
        exports: [
          { kind: "js", name, declaration: { name, module: path } },
          { kind: "custom-element-definition", name: "espalier-explainer", declaration: { name, module: path } },
        ],
      },
    ],
  };
}
