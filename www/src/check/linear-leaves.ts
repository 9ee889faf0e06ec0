/** Trees whose sums are rows over features: those of models with linear leaves, and of causal constraints (docs/contract/certificate.md, "Linear leaves"). */
import type { Goal, Row } from "./goals.js";
import type { Hyperplanes, Weighed } from "./hyperplane.js";
import { sides, type Levels } from "./levels.js";
import { leafOf, Unproven, type Linear, type Model, type Node, type Tree } from "./model.js";
import { REALS } from "./number.js";
import type { Query } from "./query.js";
import type { Feature } from "./schema.js";
import { factors, sums } from "./scores.js";
import { standIn } from "./stand-in.js";
import { LEAF_ROUNDING, MOST_PLANE } from "./tolerances.js";

/** A leaf: its node, and its path as the levels of features that lead there. */
export interface Leaf {
  node: Extract<Node, { leaf: number[] }>;
  path: Map<number, boolean[]>;
}

/** A tree of a summed ensemble. */
export interface Choice {
  tree: Tree;
  factor: number;
  leaves: Extract<Node, { leaf: number[] }>[];
  /** The feature that stands for its leaf, where there are several; and whether that is the tree's own. */
  feature: number | undefined;
  own: boolean;
  /** By output that its linear leaves add to, the feature that stands for the amount. */
  parts: Map<number, number>;
}

export interface Summed {
  model: Model;
  /** `coef raw + weight change of a feature >= need`. */
  rows: (Row & { own?: [number, number] })[];
  trees: Choice[];
}

/** The value of a leaf as a sum over changes. */
export type Form = Weighed & { path: Map<number, boolean[]> };

export const isSloped = ({ trees }: Pick<Model, "trees">): boolean => trees.some(({ nodes }) => nodes.some((node) => node !== undefined && "leaf" in node && node.linear !== undefined));

/** The leaves of a tree, left before right. */
function leavesIn({ nodes }: Tree): Choice["leaves"] {
  const [found, open]: [Choice["leaves"], number[]] = [[], [0]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const node = nodes[at]!;
    if ("leaf" in node) found.push(node);
    else open.push(node.right, node.left);
  }
  return found;
}

export class LeafFeatures {
  readonly all: Summed[] = [];
  readonly levels: Levels[] = [];

  constructor(
    private readonly model: Model,
    private readonly query: Query,
    private readonly features: readonly Feature[],
    private readonly planes: Hyperplanes,
    private readonly largest: (column: number) => number,
    { rows }: Goal,
    targets: readonly Row[][],
  ) {
    if (isSloped(model)) this.add(model, rows);
    query.others.forEach(({ model: other, follows }, i) => {
      if (follows !== undefined) this.add(other, this.consequence(other, follows));
      else if (isSloped(other)) this.add(other, targets[i]!);
    });
  }

  of = (model: unknown): Summed | undefined => this.all.find((summed) => summed.model === model);

  private consequence(trees: Model, f: number): Summed["rows"] {
    const { kind, columns } = this.features[f]!;
    // A real number is the nearest of the input type.
    const off = kind === "integer" ? 0.5 : (this.model.input === REALS.float32 ? 2 ** -23 : 2 ** -51) * this.largest(columns[0]!);
    const leaves = trees.trees.map((tree) => leafOf(trees, tree, this.query.row));
    if (leaves.some((leaf) => leaf.length === 0)) throw new Unproven("a consequence of a value that is missing has no certificate");
    const before = sums(trees, () => leaves, false)[0]!;
    return [1, -1].map((sign) => ({ coef: [sign], need: sign * before - off, own: [f, -sign] }));
  }

  private add(model: Model, rows: Summed["rows"]): void {
    if (model.neurons.length > 0) throw new Unproven("neurons of several hidden layers have no certificate");
    const by = factors(model);
    const feature = (name: string, count: number): number => this.features.length + this.planes.all.length + this.levels.push(standIn(name, count)) - 1;
    const trees = model.trees.map((tree, t): Choice => {
      const [leaves, root] = [leavesIn(tree), tree.nodes[0]!];
      const choice: Choice = { tree, factor: by[t]!, leaves, feature: undefined, own: false, parts: new Map() };
      if (leaves.length === 1) return choice;
      choice.own = !(leaves.length === 2 && "plane" in root);
      choice.feature = "plane" in root && !choice.own ? this.planes.of(root.plane) : feature(`tree ${t + 1}`, leaves.length);
      if (leaves.some(({ linear }) => linear !== undefined)) for (const o of outputsOf(model, tree)) choice.parts.set(o, feature(`part of tree ${t + 1}`, 1));
      return choice;
    });
    this.all.push({ model, rows, trees });
  }

  /** The leaves of a tree as forms in one output, the most that a value is off, and the largest size. */
  forms({ tree, factor, leaves }: Choice, output: number, levels: readonly Levels[], most: (f: number) => number): { forms: Form[]; off: number; size: number } {
    const place = tree.output === undefined ? output : 0;
    const paths = this.paths(tree, levels);
    let [columns, size, apart] = [0, 0, 0];
    const forms = leaves.map(({ leaf, linear }, k): Form => {
      const own: Pick<Linear, "columns" | "weights"> = linear ?? { columns: [], weights: [] };
      const form = this.planes.weigh({ columns: own.columns, weights: (own.weights[place] ?? []).map((w) => factor * w), threshold: -factor * leaf[place]! }, most);
      [columns, size, apart] = [Math.max(columns, own.columns.length), Math.max(size, form.size), Math.max(apart, form.apart)];
      return { ...form, path: paths[k]! };
    });
    if (!(size < MOST_PLANE)) throw new Unproven("a linear leaf over numbers without bounds has no certificate");
    return { forms, off: LEAF_ROUNDING * (columns + 2) * size + apart, size };
  }

  /** By leaf, the levels of each feature that lead there. */
  private paths({ nodes }: Tree, levels: readonly Levels[]): Map<number, boolean[]>[] {
    const found: Map<number, boolean[]>[] = [];
    const open: [number, Map<number, boolean[]>][] = [[0, new Map<number, boolean[]>()]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [at, path] = next;
      const node = nodes[at]!;
      if ("leaf" in node) found.push(path);
      else if ("plane" in node) open.push([node.right, path], [node.left, path]);
      else {
        const f = this.features.findIndex(({ columns }) => columns.includes(node.test.column));
        const { from, fares } = sides(levels[f]!, node.test, node.missing, this.model.input);
        const way = Array.from({ length: levels[f]!.count }, (_, k) => fares[from.findLastIndex((begin) => begin <= k)]);
        for (const [child, left] of [[node.right, false], [node.left, true]] as const) open.push([child, new Map(path).set(f, way.map((w, k) => w === left && (path.get(f)?.[k] ?? true)))]);
      }
    }
    return found;
  }
}

export const outputsOf = ({ outputs }: Model, { output }: Tree): number[] => (output === undefined ? Array.from({ length: outputs }, (_, o) => o) : [output]);
