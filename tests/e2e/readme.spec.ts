/** The README's own command lines, run as they stand there beside files of the names that they give. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./test.js";
import { root } from "./files.js";

const readme = readFileSync(join(root, "README.md"), "utf8");
/** The command lines under a heading. */
const under = (heading: string): string[] => (new RegExp(`^## ${heading}$[^]*?^\`\`\`sh$([^]*?)^\`\`\`$`, "m").exec(readme)?.[1] ?? "").split("\n").filter((line) => line !== "");

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
  symlinkSync(join(root, "pkg"), join(folder, "pkg"));
  copyFileSync(join(root, "www/public/examples/loan.json"), join(folder, "loan.json"));
  copyFileSync(join(root, "tests/fixtures/xgb-logistic/model.json"), join(folder, "xgboost.json"));
  const names = "Credit amount,Duration,Checking account,Savings,Housing,Employed for,Other loans,Guarantor,Age,Purpose";
  writeFileSync(join(folder, "people.csv"), `${names}\n5450,39,200 EUR or more,below 500 EUR,rent,7,0,no,43,furniture\n`);
  const decisions = Array.from({ length: 40 }, (_, i) => `${250 + 240 * i},${6 + ((17 * i) % 54)},${240 * i + 100 * ((17 * i) % 54) > 7000 ? "refused" : "accepted"}`);
  writeFileSync(join(folder, "decisions.csv"), `Credit amount,Duration,Decision\n${decisions.join("\n")}\n`);
  const person = [5450, 39, 2, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];
  const target = { class: "accepted" };
  const documents = { several: { target, count: 2, distinct: "features" }, certified: { target, certificate: true }, request: { query: person, target } };
  for (const [name, document] of Object.entries(documents)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test("every command line of the README runs", () => {
  const lines = under("Command line");
  for (const command of ["info", "convert", "predict", "explain", "audit", "check", "export", "grow"]) expect(lines.join("\n")).toMatch(new RegExp(`^node pkg/cli.js ${command} `, "m"));
  for (const line of lines) {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: folder, encoding: "utf8" });
    // Where answers go into a file, the summary is all that is said.
    expect([status, stderr], line).toEqual([0, line.includes(" --out ") ? expect.stringMatching(/^1 query: 1 proved; .*\n$/) : ""]);
    const [, written] = / (?:>|--out|--report) (\S+)(?!.* --report )/.exec(line) ?? [];
    expect(written === undefined ? stdout : readFileSync(join(folder, written), "utf8"), line).not.toBe("");
  }
});

test("the scripts that the README names are there", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].flatMap(([, name]) => name ?? []);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("the element's snippet names features and a class that the shipped example has", () => {
  const { schema } = JSON.parse(readFileSync(join(root, "www/public/examples/loan.json"), "utf8")) as { schema: { features: { name: string }[]; classes: string[] } };
  const snippets = [readme, readFileSync(join(root, "docs/contract/element.md"), "utf8")].flatMap((text) => [...text.matchAll(/<espalier-explainer model="loan.json" target="([^"]*)" axes="([^"]*)"/g)]);
  expect(snippets).toHaveLength(2);
  for (const [, target, axes = ""] of snippets) {
    expect(schema.classes).toContain(target);
    for (const name of axes.split(", ")) expect(schema.features.map((one) => one.name)).toContain(name);
  }
});

test("npx in the project's own folder finds the command, whatever it found before the build", () => {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/espalier"), ["--version"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\S*\d+\.\d+\.\d+/)]);
});
