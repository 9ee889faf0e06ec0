/** A trained tree as a file in Espalier's JSON (docs/contract/model-json.md), with its rows as background. */
import type { SchemaDoc } from "../types.js";
import { counted, every, isSplit, parted, type Node, type Rows } from "./oblique.js";

interface Lists {
  weight: 1;
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  value: (number[] | null)[];
  hyperplanes: Record<string, { columns: readonly number[]; weights: readonly number[] }>;
  samples: number[];
}

/** The document of a tree. A leaf says the share of its training rows of each class; `library` is for people. */
export function documentOf(tree: Node, rows: Rows, schema: SchemaDoc, classes: readonly string[], library: string): object {
  return {
    format: "espalier",
    version: 1,
    kind: "classifier",
    columns: rows.inputs[0]?.length ?? 0,
    input: "float64",
    compare: "<=",
    aggregation: "mean",
    base: classes.map(() => 0),
    link: "none",
    library,
    classes,
    trees: [listsOf(tree, rows)],
    schema,
    background: { rows: rows.inputs, labels: rows.labels },
  };
}

function listsOf(tree: Node, rows: Rows): Lists {
  const lists: Lists = { weight: 1, feature: [], threshold: [], left: [], right: [], value: [], hyperplanes: {}, samples: [] };
  const add = (node: Node, own: readonly number[]): number => {
    const at = lists.feature.push(-1) - 1;
    lists.threshold.push(0);
    lists.left.push(-1);
    lists.right.push(-1);
    lists.value.push(null);
    lists.samples.push(own.length);
    if (!isSplit(node)) {
      lists.value[at] = counted(rows, own).map((count) => count / own.length);
      return at;
    }
    const { columns, weights, threshold } = node;
    const [column = 0, weight = 0] = [columns[0], weights[0]];
    const single = columns.length === 1 && weight === 1;
    lists.feature[at] = single ? column : -2;
    lists.threshold[at] = threshold;
    if (!single) lists.hyperplanes[at] = { columns, weights };
    const [left, right] = parted(node, rows, own);
    lists.left[at] = add(node.left, left);
    lists.right[at] = add(node.right, right);
    return at;
  };
  add(tree, every(rows));
  return lists;
}
