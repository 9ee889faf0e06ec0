// @vitest-environment happy-dom
/** Rows of a person's own in the lesson "Grow your own": the columns that are offered, the points that they become, and the refusals. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { grow } from "../../www/src/cli/grow.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { growForest } from "../../www/src/lessons/forest.js";
import { choiceOf, classesIn, groundOf, labelsIn, MOST_POINTS, numbersIn, type OwnFile } from "../../www/src/lessons/own-rows.js";
import { growSlanted } from "../../www/src/lessons/slanted-tree.js";
import { usualSettings } from "../../www/src/train/tao.js";
import { wasm } from "./models.js";

beforeAll(() => start(wasm()));

/** A file of plain cells, as the engine reads it. */
function fileOf(text: string): OwnFile {
  const [header = [], ...rows] = text.trim().split("\n").map((line) => line.split(","));
  return { name: "own.csv", columns: new Map(header.map((name, at) => [name, rows.map((row) => row[at] ?? "")])), lines: rows.map((_, at) => at + 2), count: rows.length };
}

/** Two numbers, a number that hardly differs, a text, and a class of three. */
const many = (count: number): string => `Id,Rank,Width,Height,Same,Species\n${Array.from({ length: count }, (_, n) => [`r${String(n)}`, n % 3, n, ((n * 37) % 101) / 2, 4, ["fir", "oak", "elm"][Math.floor((3 * n) / count)]].join(",")).join("\n")}\n`;

describe("a person's own rows", () => {
  test("offer columns of numbers that differ, and columns of a few values as classes, those first that are called so or hold texts", () => {
    const file = fileOf(many(30));
    expect(numbersIn(file)).toEqual(["Width", "Height", "Rank"]);
    expect(labelsIn(file)).toEqual(["Species", "Rank"]);
    expect(choiceOf(file, {})).toEqual({ x: "Width", y: "Height", label: "Species", wanted: "fir" });
    expect(classesIn(file, "Species")).toEqual(["elm", "fir", "oak"]);
    expect(choiceOf(file, { label: "Rank", x: "Rank", y: "Height", wanted: "2" }), "a column of classes is no axis").toEqual({ x: "Width", y: "Height", label: "Rank", wanted: "2" });
    expect(choiceOf(file, { x: "Height", y: "Width", wanted: "elm" })).toEqual({ x: "Height", y: "Width", label: "Species", wanted: "elm" });
  });

  test("become points, the class that is looked for in the second place; a row with an empty cell is left out", () => {
    const file = fileOf("a,b,kind\n1,2.5,no\n2,,no\n3,4.5,yes\n4,1.5,maybe\n5,6.5,\n");
    const ground = groundOf(file, choiceOf(file, { wanted: "maybe" }));
    expect(ground).toEqual({
      schema: { features: [{ name: "a", kind: "integer", column: 0, min: 1, max: 4 }, { name: "b", kind: "numeric", column: 1, min: 1.5, max: 4.5 }], classes: ["no", "maybe", "yes"] },
      classes: ["no", "maybe", "yes"],
      rows: [{ x: 1, y: 2.5, class: 0 }, { x: 3, y: 4.5, class: 2 }, { x: 4, y: 1.5, class: 1 }],
      start: [1, 2.5],
    });
  });

  test("of a long file are a sample, the same each time, with the ranges of all rows", () => {
    const file = fileOf(many(2000));
    const [one, other] = [0, 1].map(() => groundOf(file, choiceOf(file, {})));
    expect(one).toEqual(other);
    expect(one!.rows).toHaveLength(MOST_POINTS);
    expect(one!.schema.features[0]).toMatchObject({ min: 0, max: 1999 });
    // By chance each class has about its share.
    expect(one!.classes.map((_, of) => one!.rows.filter((row) => row.class === of).length).every((count) => count > 30)).toBe(true);
  });

  test("grow models of all their classes that the engine takes, and the slanted tree is the one of the command line", () => {
    const text = many(90).replace(/^[^,]*,[^,]*,/gm, "").replaceAll(",4,", ",").replace(",Same", "");
    const file = fileOf(text);
    const { rows, schema, classes } = groundOf(file, choiceOf(file, {}));
    expect(classes).toEqual(["elm", "fir", "oak"]);
    const forest = CoreModel.load(new Uint8Array(growForest(rows, schema, classes)), "forest");
    const said = forest.predict(Float64Array.from(rows.flatMap(({ x, y }) => [x, y]))) as { class: number }[];
    expect(said.filter((one, at) => one.class === rows[at]!.class).length, "parted by upright cuts").toBeGreaterThan(85);
    forest.free();
    const folder = mkdtempSync(join(tmpdir(), "espalier-"));
    const path = join(folder, "own.csv");
    writeFileSync(path, text);
    const told = JSON.parse(new TextDecoder().decode(grow({ rows: path, label: "Species" }))) as { trees: unknown[]; classes: string[] };
    rmSync(folder, { recursive: true });
    const core = CoreModel.load(new Uint8Array(growSlanted(rows, schema, classes, usualSettings(classes.length))), "tree");
    const tree = JSON.parse(new TextDecoder().decode(core.document())) as typeof told;
    core.free();
    expect([tree.classes, tree.trees]).toEqual([told.classes, told.trees]);
  });

  test("are refused by line and remedy", () => {
    const refused = (text: string): string => {
      const file = fileOf(text);
      try {
        groundOf(file, choiceOf(file, {}));
      } catch (thrown) {
        return (thrown as Error).message;
      }
      throw new Error("it was taken");
    };
    expect(refused("a,b,kind\n1,5,x\n2,tall,y\n3,6,x\n")).toBe("own.csv, line 3: fewer than two columns hold different numbers and nothing else; give two beside the column of classes, with commas between the columns.");
    expect(refused(`a,b,kind\n${Array.from({ length: 8 }, (_, n) => `${String(n)},${String(9 - n)},x`).join("\n")}\n`)).toMatch(/^own\.csv, line 1: no column has two to 6 different values; give one/u);
    expect(refused("a,b,kind\n1,5,x\n,6,y\n2,7,x\n")).toMatch(/^own\.csv, line 2: the rows that have all three values are alike in one of them; .* than kind\.$/u);
  });
});
