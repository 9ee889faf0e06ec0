import { describe, expect, test } from "vitest";
import { setAxes, setDifficulty, setLayer, setMaxChanges, setRange, toggleLevel, toggleLock, setWay } from "../../www/src/page/state/editing/actions.js";
import { BadLink, decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { setSeveral } from "../../www/src/page/state/request/several.js";
import { doc, duration, person, purpose } from "./page-fixtures.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

const full = [
  (one: typeof doc) => setRange(one, duration, { max: 54 }),
  (one: typeof doc) => toggleLock(one, "Phone"),
  (one: typeof doc) => toggleLevel(one, purpose, 0),
  (one: typeof doc) => setMaxChanges(one, 2),
  (one: typeof doc) => setDifficulty(one, "Duration", 5),
  (one: typeof doc) => setAxes(one, ["Duration", "Phone"]),
  (one: typeof doc) => setLayer(one, "factual"),
  (one: typeof doc) => setWay(one, "fewest"),
  (one: typeof doc) => setSeveral(one, { distinct: { distance: 0.1 }, count: 3 }),
].reduce<Doc>((one, verb) => verb(one), { ...doc, norm: "l2", margin: { distance: 0.02, score: 0.1 } });

const wire = (value: unknown): string => `1.${btoa(JSON.stringify(value)).replaceAll("=", "")}`;

describe("the fragment", () => {
  test("holds the whole document", () => {
    const saved = decode(`#${encode(full, true) ?? ""}`);
    expect({ ...doc, ...saved?.doc }).toEqual(full);
    expect(saved?.source).toEqual({ from: "example", id: "credit" });
  });

  test("leaves the person out unless asked", () => {
    const saved = decode(encode(full, false) ?? "");
    expect(saved?.doc).not.toHaveProperty("person");
    expect(saved?.doc).not.toHaveProperty("row");
    expect(atob((encode(full, false) ?? "").slice(2).replaceAll("-", "+").replaceAll("_", "/"))).not.toContain(String(person[0]));
  });

  test("keeps missing values missing, and names in any script", () => {
    const odd = { ...doc, person: [Number.NaN, ...person.slice(1)], axes: ["Größe \u{1F333}", "年齢"] as [string, string] };
    const saved = decode(encode(odd, true) ?? "");
    expect(saved?.doc.person?.[0]).toBeNaN();
    expect(saved?.doc.axes).toEqual(odd.axes);
  });

  test("keeps open ends of an interval", () => {
    const target = { value: [3, Number.POSITIVE_INFINITY] as [number, number] };
    expect(decode(encode({ ...doc, target }, false) ?? "")?.doc.target).toEqual(target);
  });

  test("is only read when it is one", () => {
    expect(decode("")).toBeNull();
    expect(decode("#top")).toBeNull();
  });

  test.each([
    ["cut off", (encode(full, true) ?? "").slice(0, 40)],
    ["of an unknown version", "9.abc"],
    ["without a model", wire({ t: { class: 1 } })],
    ["with a person that is no list of numbers", wire({ m: { from: "example", id: "x" }, p: ["<img>"] })],
    ["with limits of a wrong shape", wire({ m: { from: "example", id: "x" }, l: { Age: { lock: "yes" } } })],
    ["with answers that differ by nothing", wire({ m: { from: "example", id: "x" }, v: { distinct: { distance: 0 }, count: 2 } })],
    ["with a margin of nothing", wire({ m: { from: "example", id: "x" }, x: 0 })],
    ["with more further answers than are offered", wire({ m: { from: "example", id: "x" }, v: { distinct: "features", count: 1000 } })],
    ["with an unknown norm", wire({ m: { from: "example", id: "x" }, n: "l7" })],
  ])("a link %s is refused with a reason", (_, text) => {
    expect(() => decode(text)).toThrow(BadLink);
  });
});
