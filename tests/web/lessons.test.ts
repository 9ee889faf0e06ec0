// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Model } from "../../www/src/index.js";
import type { Asked } from "../../www/src/lessons/asked.js";
import { LESSONS, NAMES } from "../../www/src/lessons/kinds.js";
import { bestCut, drawn, growForest, growTree, type Row } from "../../www/src/lessons/forest.js";
import { layoutOf, pathOf } from "../../www/src/model/trees.js";
import { litAreas } from "../../www/src/lessons/tree-panel.js";
import { APPLICANT, CLASSES, SCHEMA } from "../../www/src/lessons/plane.js";
import { FEW, growSlanted } from "../../www/src/lessons/slanted-tree.js";
import { greedyPath } from "../../www/src/lessons/more.js";
import { lessonWords, type FigureName } from "../../www/src/lessons/words.js";
import type { Answer, ProgramFormat, ProgramKind, RequestDoc } from "../../www/src/types.js";
import type { MapLimit } from "../../www/src/plot/contract.js";
import { root, wasm } from "./models.js";

beforeAll(() => start(wasm()));

const OPEN: Record<"x" | "y", MapLimit> = { x: { lo: null, hi: null }, y: { lo: null, hi: null } };

/** Asks the engine on this thread, to the end. */
function explaining(core: CoreModel): (request: RequestDoc) => Promise<Answer> {
  return (request) => {
    const search = core.search(request);
    while (!search.step(1000));
    const answer = search.answer(0);
    search.free();
    return Promise.resolve(answer);
  };
}

/** The input of a lesson, with the engine on this thread. */
function given(name: FigureName): Asked {
  const { file, start: point, rows, beside } = LESSONS[name];
  const core = CoreModel.load(rows ? new Uint8Array(growForest(rows, SCHEMA, CLASSES)) : readFileSync(resolve(root, "www/public/lessons", file)), file);
  const explain = explaining(core);
  const predict = (rows: number[][]) => Promise.resolve(core.predict(Float64Array.from(rows.flat())));
  const formulation = (request: RequestDoc, format: ProgramFormat, program: ProgramKind) => Promise.resolve(core.formulation(request, format, program));
  const model = { info: core.info, explain, predict, formulation } as unknown as Model;
  const larger = beside === undefined ? core : CoreModel.load(readFileSync(resolve(root, "www/public/lessons", beside)), beside);
  const [x = "", y = ""] = core.info.features.map((feature) => feature.name);
  return { model, trees: core.trees(), regions: core.regions([x, y], point), point, limits: OPEN, step: 0, seen: new Map(), beside: () => Promise.resolve({ info: larger.info, explain: timely(explaining(larger)) } as unknown as Model) };
}

/** Here no clock runs: of the program a hundred times the box search's. */
const timely = (explain: (request: RequestDoc) => Promise<Answer>) => async (request: RequestDoc): Promise<Answer> => {
  const answer = await explain(request);
  return { ...answer, work: { ...answer.work, milliseconds: request.engine === "milp" ? 100 : 1 } };
};

const grid = Array.from({ length: 24 }, (_, i) => Array.from({ length: 18 }, (_, j): [number, number] => [500 + i * 400, 7 + j * 3])).flat();

describe("the lessons", () => {
  test("have a claim, two paragraphs, one question, and a start that does not answer it", async () => {
    for (const name of NAMES) {
      const text = lessonWords.text[name];
      expect(text.paragraphs).toHaveLength(2);
      expect(text.question.endsWith("?")).toBe(true);
      if (name === "proof" || name === "walk") continue;
      const figure = await LESSONS[name].ask(given(name));
      expect(figure.found, name).toBeNull();
      expect(figure.accepted, name).toBe(false);
    }
  });

  test("have an aim, a hint and three questions with answers for teachers, and the numbers in them are those of the models", () => {
    for (const name of NAMES) {
      const { aim, hint, sheet } = lessonWords.teaching[name];
      expect([aim, hint].every((text) => text.endsWith(".")), name).toBe(true);
      expect(sheet, name).toHaveLength(3);
      for (const { question, answer } of sheet) expect([/[?.]$/.test(question), answer.endsWith(".")], question).toEqual([true, true]);
    }
    const leaves = (name: FigureName): number[] => {
      const { trees } = given(name);
      return Array.from({ length: trees.first.length - 1 }, (_, tree) => layoutOf(trees, tree).leaves);
    };
    expect(lessonWords.teaching.boxes.sheet[0]?.answer).toContain("seven");
    expect(leaves("boxes")).toEqual([7]);
    expect(lessonWords.teaching.overlap.sheet[0]?.question).toContain("Each tree has six leaves");
    expect(leaves("overlap")).toEqual([6, 6]);
    expect(lessonWords.teaching.votes.sheet[0]?.answer).toContain(`${Math.round((3 * 90 + 4 * 45) / 7)} %`);
    expect(lessonWords.teaching.slanted.sheet[0]?.question).toContain("amount \u2212 99 \u00d7 months");
    const root = given("slanted").trees.tests[0];
    const [amount = 0, months = 0] = root && "weights" in root ? root.weights : [];
    expect(Math.round(-months / amount)).toBe(99);
  });

  test("boxes: the box is said in words, and three boxes of one decision answer the question", async () => {
    const asked = given("boxes");
    const first = await LESSONS.boxes.ask(asked);
    expect(first.facts[0]?.text).toMatch(/^Your box: credit amount .+\.$/);
    let found: string | null = null;
    for (const point of grid) found ??= (await LESSONS.boxes.ask({ ...asked, point })).found;
    expect(found).toMatch(/^You have been in 3 boxes that are all (refused|accepted)/);
  });

  test("overlap: where the leaves disagree the mean decides, and the patches are those of the map", async () => {
    const asked = given("overlap");
    const found = (await Promise.all(grid.map((point) => LESSONS.overlap.ask({ ...asked, point })))).filter((figure) => figure.found !== null);
    expect(found.length).toBeGreaterThan(0);
    for (const { facts } of found) {
      const shares = facts.map(({ text }) => Number.parseFloat(text.replace("score ", "")));
      expect(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2).toBeCloseTo(shares[2] ?? -1, 0);
    }
    const patches = new Set(Array.from(asked.regions.classes, (_, cell) => [...asked.regions.scores.subarray(cell * 2, cell * 2 + 2)].join()));
    expect(Number(/in (\d+) patches/.exec(found[0]?.found ?? "")?.[1])).toBeGreaterThanOrEqual(patches.size);
  });

  test("rulers: there are places with three answers; each is at the distance of its outline", async () => {
    const asked = given("rulers");
    let three = 0;
    for (const point of grid) {
      const figure = await LESSONS.rulers.ask({ ...asked, point });
      if (figure.found === null) continue;
      three += 1;
      expect(new Set(figure.marks.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
      expect(figure.reach).toHaveLength(3);
      const [l1, l2, linf] = figure.reach.map(({ proved }) => proved ?? 0);
      expect(l1 ?? 0).toBeGreaterThanOrEqual(Math.sqrt(l2 ?? 0) - 1e-9);
      expect(Math.sqrt(l2 ?? 0)).toBeGreaterThanOrEqual((linf ?? 0) - 1e-9);
    }
    expect(three).toBeGreaterThan(0);
  });

  test("limits: inside them the way is never shorter, and limits that leave none are named", async () => {
    const asked = given("limits");
    const tight: Record<"x" | "y", MapLimit> = { x: { lo: 6500, hi: null }, y: { lo: 30, hi: null } };
    const figure = await LESSONS.limits.ask({ ...asked, limits: tight });
    expect(figure).toMatchObject({ answer: null });
    expect(figure.found).toMatch(/credit amount 6,500 to 10,000/);
    const some = await LESSONS.limits.ask({ ...asked, limits: { x: { lo: 5900, hi: null }, y: OPEN.y } });
    const costs = some.facts.map(({ text }) => Number(/cost ([\d.]+)$/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY));
    expect(costs[1]).toBeGreaterThanOrEqual(costs[0] ?? 0);
  });

  test("votes: where most trees and their mean disagree is found, and told with both", async () => {
    const asked = given("votes");
    let found = 0;
    for (const point of grid) {
      const figure = await LESSONS.votes.ask({ ...asked, point });
      const [, count, all, of] = /^(\d+) of (\d+) trees say (\w+)/.exec(figure.facts[0]?.title ?? "") ?? [];
      expect([all, of]).toEqual(["7", "accepted"]);
      const most = 2 * Number(count) > 7;
      expect(figure.found !== null).toBe(most !== figure.accepted);
      found += Number(figure.found !== null);
    }
    expect(found).toBeGreaterThan(0);
  });

  test("greedy: its way is accepted, never shorter than the nearest, and somewhere half as long again", async () => {
    const asked = given("greedy");
    const scale = asked.model.info.features.map(({ min, max }) => max - min);
    let [found, ways] = [0, 0];
    for (const point of grid.filter((_, k) => k % 3 === 0)) {
      const figure = await LESSONS.greedy.ask({ ...asked, point });
      if (figure.accepted) continue;
      const end = greedyPath(asked.regions, point, scale)?.at(-1);
      if (!end) continue;
      ways += 1;
      const [said] = await asked.model.predict([[...end]]);
      expect(said && "class" in said && said.class, String(point)).toBe(1);
      const paid = Math.abs(end[0] - point[0]) / scale[0]! + Math.abs(end[1] - point[1]) / scale[1]!;
      expect(paid).toBeGreaterThanOrEqual((figure.reach[0]?.proved ?? Infinity) - 1e-9);
      found += Number(figure.found !== null);
      // Said of the way that is drawn: the first step against the nearest point, in the steps' own measure.
      const path = greedyPath(asked.regions, point, scale) ?? [];
      const far = (from: readonly [number, number]): number => Math.abs(from[0] - figure.answer!.x) / scale[0]! + Math.abs(from[1] - figure.answer!.y) / scale[1]!;
      if (figure.found !== null) expect(figure.found.includes("led away"), String(point)).toBe(far(path[1]!) > far(point));
      if (figure.found !== null) expect(figure.found.includes("only step")).toBe(path.length === 2);
    }
    expect(ways).toBeGreaterThan(20);
    expect(found).toBeGreaterThan(0);
  });

  test("forest: where it accepts, the trees that decide otherwise than at the applicant's place are named", async () => {
    const asked = given("forest");
    const says = async (tree: number, at: readonly [number, number]): Promise<number> => {
      // Each tree as a model of its own.
      const document = JSON.parse(readFileSync(resolve(root, "www/public/lessons/votes.json")).toString()) as { trees: unknown[] };
      const core = CoreModel.load(new TextEncoder().encode(JSON.stringify({ ...document, trees: [document.trees[tree]] })), "one.json");
      const [said] = core.predict(Float64Array.from(at));
      return Promise.resolve(said && "class" in said ? said.class : -1);
    };
    let found = 0;
    for (const point of grid.filter((_, k) => k % 7 === 0)) {
      const figure = await LESSONS.forest.ask({ ...asked, point });
      expect(figure.found === null).toBe(!figure.accepted);
      if (figure.found === null) continue;
      found += 1;
      const changed: string[] = [];
      for (let tree = 0; tree < 7; tree++) if ((await says(tree, point)) !== (await says(tree, APPLICANT))) changed.push(String(tree + 1));
      expect(/Trees? ([\d, and]+) ha(?:s|ve)/.exec(figure.found)?.[1]?.match(/\d+/g), String(point)).toEqual(changed);
    }
    expect(found).toBeGreaterThan(3);
  });

  test("slanted: pieces are drawn, both values together are never dearer than one alone, and more months are told as enough only where they are", { timeout: 60_000 }, async () => {
    const asked = given("slanted");
    expect(asked.regions.polygons).toBeDefined();
    const { lines, sides } = asked.regions.polygons!;
    for (const side of sides) if (side >= 0) expect(lines[3 * side]! * lines[3 * side + 1]!).not.toBe(0);
    let [found, none] = [0, 0];
    for (const point of grid.filter((_, k) => k % 5 === 0)) {
      const figure = await LESSONS.slanted.ask({ ...asked, point });
      if (figure.accepted) continue;
      const costs = figure.facts.slice(0, 3).map(({ text }) => Number(/cost ([\d.]+)$/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY));
      expect(costs[0]).toBeLessThanOrEqual(Math.min(costs[1]!, costs[2]!));
      // Every number of months, one by one.
      const months = await asked.model.predict(Array.from({ length: 55 }, (_, k) => [point[0], 6 + k]));
      const enough = months.flatMap((said, k) => ("class" in said && said.class === 1 ? [6 + k] : []));
      expect(figure.facts[1]?.text === "no way out, proved", String(point)).toBe(enough.length === 0);
      const nearest = enough.toSorted((a, b) => Math.abs(a - point[1]) - Math.abs(b - point[1]))[0];
      if (nearest !== undefined) expect(figure.facts[1]?.text).toContain(`${nearest}\u00a0months`);
      if (figure.found !== null) {
        expect(figure.found).toContain(`${nearest}\u00a0months`);
        expect(nearest).toBeGreaterThan(point[1]);
      }
      found += Number(figure.found !== null);
      none += Number(enough.length === 0);
    }
    expect(found).toBeGreaterThan(3);
    expect(none).toBeGreaterThan(3);
  });

  test("program: its last branch proves the cost that the box search proves, and each bound before it is no greater", async () => {
    const asked = given("program");
    for (const point of grid.filter((_, k) => k % 9 === 0)) {
      const first = await LESSONS.program.ask({ ...asked, point });
      if (first.accepted) continue;
      const best = (await asked.model.explain({ query: [...point], target: { class: 1 } })).counterfactuals[0]!.cost;
      let bound = 0;
      for (let step = 0; step < first.steps; step++) {
        const figure = await LESSONS.program.ask({ ...asked, point, step });
        const proved = figure.reach[0]?.proved ?? 0;
        expect(proved).toBeGreaterThanOrEqual(bound);
        expect(proved).toBeLessThanOrEqual(best);
        bound = proved;
        expect(figure.found !== null).toBe(step === first.steps - 1);
        // One unit flows through each root, and none is lost on the way; an impossible branch has none.
        const roots = [0, 1].map((tree) => figure.flow?.(tree, asked.trees.first[tree]!) ?? -1);
        for (const flow of roots) expect([0, 1].some((whole) => Math.abs(flow - whole) < 1e-6), String(point)).toBe(true);
      }
      const last = await LESSONS.program.ask({ ...asked, point, step: first.steps - 1 });
      expect(last.reach[0]?.proved).toBeCloseTo(best, 9);
      expect(last.found).toContain("and the box search proves the same. Measured on this computer just now, over a forest of 15 trees");
      expect(last.found).toContain("That is 100 times as long");
    }
  });

  test("usual: a usual answer is never cheaper than the nearest, and somewhere ten times as dear", async () => {
    const asked = given("usual");
    let found = 0;
    for (const point of grid.filter((_, k) => k % 4 === 0)) {
      const figure = await LESSONS.usual.ask({ ...asked, point });
      if (figure.accepted) continue;
      const [near, typical] = figure.facts.map(({ text }) => Number(/cost ([\d.]+)$/.exec(text)?.[1] ?? Infinity));
      expect(typical).toBeGreaterThanOrEqual(near ?? Infinity);
      found += Number(figure.found !== null);
      const [, cuts, least] = /alone after ([\d.]+) cuts on average; ([\d.]+) are asked for/.exec(figure.found ?? "") ?? [];
      if (figure.found !== null) expect(Number(cuts), String(point)).toBeLessThan(Number(least));
    }
    expect(found).toBeGreaterThan(0);
  });

  test("grow: added points turn the decision where they stand, and the same points grow the same forest", async () => {
    const asked = given("grow");
    const first = await LESSONS.grow.ask(asked);
    const rows = [...(LESSONS.grow.rows ?? [])];
    expect(new Uint8Array(growForest(rows, SCHEMA, CLASSES))).toEqual(new Uint8Array(growForest(rows, SCHEMA, CLASSES)));
    let found: string | null = null;
    for (let k = 0; k < 12 && found === null; k++) {
      rows.push({ x: asked.point[0], y: asked.point[1], class: first.accepted ? 0 : 1 });
      const core = CoreModel.load(new Uint8Array(growForest(rows, SCHEMA, CLASSES)), "grown");
      const model = { info: core.info, predict: (all: number[][]) => Promise.resolve(core.predict(Float64Array.from(all.flat()))), explain: asked.model.explain.bind(asked.model) } as unknown as Model;
      found = (await LESSONS.grow.ask({ ...asked, model, trees: core.trees() })).found;
    }
    const [, now, before] = /enough to make it (?:accepted|refused) here: (\d+) of 15 trees say so now, (\d+) did before/.exec(found ?? "") ?? [];
    expect(Number(now)).toBeGreaterThan(Number(before));
  });
});

describe("the trees beside the map", () => {
  test("light a box that holds the places whose way leads through the node, and no others", () => {
    for (const name of ["forest", "boxes", "overlap", "votes", "rulers", "usual"] as const) {
      const { trees, model, point } = given(name);
      const layouts = Array.from({ length: trees.first.length - 1 }, (_, tree) => layoutOf(trees, tree));
      const within = ([lo, hi]: readonly [number | null, number | null], at: number): boolean => (lo === null || at > lo) && (hi === null || at <= hi);
      layouts.slice(0, 3).forEach((layout, tree) => {
        for (const node of layout.nodes.keys()) {
          const { areas: [area], shade } = litAreas({ info: model.info, trees, layouts, point, chosen: tree, looked: { tree, node } }, undefined);
          expect(shade).toBe(true);
          for (const at of grid.filter((_, k) => k % 3 === 0)) expect(within(area!.x, at[0]) && within(area!.y, at[1]), `${name} ${tree} ${node} ${String(at)}`).toBe(pathOf(trees, tree, at).includes(node));
        }
      });
    }
  });

  test("light the area of each node of slanted cuts: the places whose way leads through it, and no others", () => {
    const points: Row[] = [...(LESSONS.grow.rows ?? []), ...Array.from({ length: 24 }, (_, at) => ({ x: 500 + ((at * 3571) % 9000), y: 8 + ((at * 17) % 50), class: Number(at % 3 === 0) }))];
    const trained = CoreModel.load(new Uint8Array(growSlanted(points, SCHEMA, CLASSES, { depth: 4, sparsity: 0.01 })), "trained");
    let inner = 0;
    for (const [info, trees] of [[given("slanted").model.info, given("slanted").trees], [trained.info, trained.trees()]] as const) {
      const layouts = [layoutOf(trees, 0)];
      for (const node of layouts[0]!.nodes.keys()) {
        const { areas: [area], shade } = litAreas({ info, trees, layouts, point: APPLICANT, chosen: 0, looked: { tree: 0, node } }, undefined);
        expect(shade).toBe(true);
        const corners = area?.corners ?? [];
        if (layouts[0]!.nodes.get(node)!.depth > 0) inner += 1;
        for (const at of grid) {
          // Inside of a convex area every edge has the place on the same side.
          const sides = corners.map(([x, y], index) => {
            const [nextX, nextY] = corners[(index + 1) % corners.length]!;
            return (nextX - x) * (at[1] - y) - (nextY - y) * (at[0] - x);
          });
          const inside = corners.length > 2 && sides.every((side) => side >= 0);
          // A place on an edge is on one side of it for the model alone.
          if (sides.every((side) => Math.abs(side) > 1e-3)) expect(inside, `node ${String(node)} at ${String(at)}`).toBe(pathOf(trees, 0, at).includes(node));
        }
      }
    }
    expect(inner).toBeGreaterThan(8);
  });

  test("light the boxes in which the dot stands, of the trees that a lesson lights", () => {
    const panel = (name: FigureName) => {
      const { trees, model, point } = given(name);
      return { info: model.info, trees, point, layouts: Array.from({ length: trees.first.length - 1 }, (_, tree) => layoutOf(trees, tree)), chosen: 0, looked: null };
    };
    expect(litAreas(panel("overlap"), "all")).toMatchObject({ shade: false, areas: [{ as: "left" }, { as: "left" }] });
    expect(litAreas(panel("votes"), "chosen").areas).toHaveLength(1);
    expect(litAreas(panel("rulers"), undefined).areas).toEqual([]);
    expect(litAreas(panel("slanted"), LESSONS.slanted.lit).areas.map(({ corners = [] }) => corners.length > 2)).toEqual([true]);
  });
});

describe("the tree with slanted cuts", () => {
  /** The question of "Grow your own" over a tree that is trained from some points. */
  function trained(rows: readonly Row[], point: readonly [number, number], seen: Map<string, unknown>): Asked {
    const core = CoreModel.load(new Uint8Array(growSlanted(rows, SCHEMA, CLASSES, FEW)), "trained");
    const asked = given("grow");
    const model = { info: core.info, explain: explaining(core), predict: (all: number[][]) => Promise.resolve(core.predict(Float64Array.from(all.flat()))) } as unknown as Model;
    return { ...asked, model, trees: core.trees(), regions: core.regions(["Credit amount", "Duration"], point), point, seen };
  }

  test("parts the first points by one slanted line, and the nearest point is proved", async () => {
    const asked = trained(LESSONS.grow.rows ?? [], LESSONS.grow.start, new Map());
    expect(asked.model.info).toMatchObject({ trees: 1, leaves: 2 });
    expect(asked.regions.polygons?.first.length).toBe(3);
    const figure = await LESSONS.grow.ask(asked);
    expect(figure.facts).toEqual([{ title: "12 points, one tree", text: "1 cut" }, { title: "The tree says refused", text: "0\u00a0% of the points in this piece are accepted" }]);
    expect(figure.answer?.state).toBe("proved");
    for (const row of LESSONS.grow.rows ?? []) expect(await asked.model.predict([[row.x, row.y]])).toMatchObject([{ class: row.class }]);
  });

  test("added points turn the decision where they stand; the words tell how many cuts there are", async () => {
    const seen = new Map<string, unknown>();
    const rows = [...(LESSONS.grow.rows ?? [])];
    const [x, y] = LESSONS.grow.start;
    let cuts = trained(rows, [x, y], seen).model.info.leaves - 1;
    const before = cuts;
    let found = (await LESSONS.grow.ask(trained(rows, [x, y], seen))).found;
    expect(found).toBeNull();
    for (let k = 0; k < 6 && found === null; k++) {
      rows.push({ x, y, class: 1 });
      const asked = trained(rows, [x, y], seen);
      cuts = asked.model.info.leaves - 1;
      found = (await LESSONS.grow.ask(asked)).found;
    }
    const told = `${cuts} cut${cuts === 1 ? "" : "s"} now, ${cuts === before ? "as many as before" : `it had ${before} before`}.`;
    expect(found).toBe(`${rows.length === 13 ? "One point was" : `${rows.length - 12} points were`} enough to make it accepted here: the tree has ${told}`);
  });
});

describe("the trainer", () => {
  test("a tree that does not draw a new point stays as it was", () => {
    const rows = [...(LESSONS.grow.rows ?? [])];
    const trees = (all: readonly Row[]): unknown[] => (JSON.parse(new TextDecoder().decode(growForest(all, SCHEMA, CLASSES))) as { trees: unknown[] }).trees;
    for (let k = 0; k < 6; k++) {
      const next = { x: 3000 + 900 * k, y: 12 + 6 * k, class: k % 2 };
      const [before, after] = [trees(rows), trees([...rows, next])];
      const without = before.flatMap((_, tree) => (drawn([...rows, next], tree).includes(next) ? [] : [tree]));
      expect(without.length).toBeGreaterThan(0);
      expect(without.length).toBeLessThan(before.length);
      for (const tree of without) expect(after[tree]).toEqual(before[tree]);
      rows.push(next);
    }
  });

  const rows: Row[] = [[1, 1, 0], [2, 5, 0], [3, 2, 1], [4, 6, 1], [4, 7, 1]].map(([x = 0, y = 0, of = 0]) => ({ x, y, class: of }));

  test("cuts where both sides are purest, halfway between neighbours", () => {
    expect(bestCut(rows, 2)).toMatchObject({ feature: 0, at: 2.5 });
    expect(bestCut(rows.filter((row) => row.class === 1), 2)).toBeNull();
    expect(bestCut([rows[0]!, { ...rows[0]!, class: 1 }], 2)).toBeNull();
    // By hand: 5 rows with 3 ones have 5 * 2/5 * 3/5 = 1.2; parted perfectly nothing is left.
    expect(bestCut(rows, 2)?.gain).toBeCloseTo(1.2, 12);
  });

  test("grows at most so many leaves, each with the share of its own rows", () => {
    const tree = growTree(rows, 2, 2);
    expect(tree).toMatchObject({ feature: [0, -1, -1], threshold: [2.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] });
    const xor: Row[] = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0]].map(([x = 0, y = 0, of = 0]) => ({ x, y, class: of }));
    expect(growTree(xor, 6, 2).value.filter((value) => value !== null).every(([a = 0, b = 0]) => (a === 0 || a === 1) && a + b === 1)).toBe(true);
    expect(growTree(xor, 6, 2).value.filter((value) => value !== null).length).toBe(4);
  });
});
