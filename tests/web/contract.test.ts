/** The contract of answers: the kept TypeScript is that of the kept schema, and the engine's answers keep to the schema. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { root } from "./models.js";

const text = (path: string) => readFileSync(resolve(root, path), "utf8");
const valid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text("docs/contract/answer.schema.json")));
const rows = JSON.parse(text("tests/fixtures/named-rows.json")) as { name: string; answer: { work: object } }[];
const answers = rows.map(({ name, answer }) => ({ name, answer: { ...answer, work: { ...answer.work, milliseconds: 0 } } }));

describe("answers and their schema", () => {
  it("the kept TypeScript is generated from the schema", async () => {
    const generator = (await import(resolve(root, "scripts/types.mjs"))) as { target: string; types: () => Promise<string> };
    expect(readFileSync(generator.target, "utf8"), "npm run contract writes it").toBe(await generator.types());
  });

  it.each(answers)("$name", ({ answer }) => {
    valid(answer);
    expect(valid.errors).toBeNull();
  });

  it.each(answers)("$name: refused without a field that every answer has, and with another type", ({ answer }) => {
    for (const field of ["status", "counterfactuals", "lower_bound", "work"]) {
      const rest = Object.fromEntries(Object.entries(answer).filter(([name]) => name !== field));
      expect(valid(rest), field).toBe(false);
      expect(valid({ ...answer, [field]: true }), field).toBe(false);
    }
  });
});
