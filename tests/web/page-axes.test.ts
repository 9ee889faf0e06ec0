/** The two features of a map, as an attribute names them. */
import { describe, expect, test } from "vitest";
import { addressFrom, knownWords, pairOf, targetFrom } from "../../www/src/page/state/opening/axes.js";
import { personFrom } from "../../www/src/page/state/opening/person.js";
import { info } from "./page-fixtures.js";

const names = ["Credit amount", "Duration", "Age", "Age of account", "Rate, percent"];

describe("axes", () => {
  test.each([
    ["Credit amount Duration", ["Credit amount", "Duration"]],
    ["Duration Credit amount", ["Duration", "Credit amount"]],
    ["Age Age of account", ["Age", "Age of account"]],
    ["Age of account, Age", ["Age of account", "Age"]],
    ["Rate, percent, Age", ["Rate, percent", "Age"]],
    ['["Rate, percent", "Credit amount"]', ["Rate, percent", "Credit amount"]],
  ])("%s", (text, pair) => expect(pairOf(text, names)).toEqual(pair));

  test.each(["Credit Duration", "Duration", "Duration, Duration", "constructor toString", "[1]", '["Duration", ', '["Duration", "Wage"]'])("%s is an error that lists the names", (text) => {
    expect(() => pairOf(text, names)).toThrow(expect.objectContaining({ input: expect.objectContaining({ where: "/axes", right: expect.stringContaining("Credit amount, Duration") as string }) as object }) as Error);
  });

  test("nothing names none", () => {
    expect(pairOf(null, names)).toBeNull();
    expect(pairOf(" ", names)).toBeNull();
  });
});

test("a query that is not JSON is said to be none", () => {
  expect(() => personFrom(info, "Duration 12")).toThrow(/not JSON/);
});

describe("words of an attribute", () => {
  test("known ones, and none, are taken", () => {
    expect(() => knownWords("theme", ["dark"], ["light", "dark"])).not.toThrow();
    expect(() => knownWords("theme", [], ["light", "dark"])).not.toThrow();
  });

  test.each(["drak", "Dark", "constructor"])("%s is refused with the known ones", (word) => {
    const input = { where: "/theme", what: `theme is "${word}", which is not known`, right: "One of light, dark." };
    expect(() => knownWords("theme", [word], ["light", "dark"])).toThrow(expect.objectContaining({ input: expect.objectContaining(input) as object }) as Error);
  });
});

test("an address is made whole; broken JSON is none", () => {
  expect(addressFrom("model", "models/loan.json", "https://example.org/a/b.html")).toBe("https://example.org/a/models/loan.json");
  for (const text of ["http://[", "{", ' [{"features"', "http://"]) expect(() => addressFrom("schema", text, "https://example.org/"), text).toThrow(/not an address/);
});

test("a class is a target by name or number, a document as it is; of another model, or broken, it is refused", () => {
  const classes = { ...info, classes: ["refused", "accepted"] };
  const values = { ...info, classes: [] };
  expect(targetFrom("accepted", classes)).toEqual({ class: "accepted" });
  expect(targetFrom(1, classes)).toEqual({ class: 1 });
  expect(targetFrom({ value: [null, 900] }, values)).toEqual({ value: [Number.NEGATIVE_INFINITY, 900] });
  expect(targetFrom({ best: "min", budget: 1 }, values)).toEqual({ best: "min", budget: 1 });
  for (const wrong of ["Accepted", 2, -1, 0.5, true, "{", { class: "toString" }, { value: [1, 2] }, { classes: 3 }, [1]]) expect(() => targetFrom(wrong, classes), JSON.stringify(wrong)).toThrow(/which is not known/);
  for (const wrong of ["accepted", 0, { class: 0 }, { value: 3 }, { value: ["a", 2] }]) expect(() => targetFrom(wrong, values), JSON.stringify(wrong)).toThrow(/which is not known/);
});
