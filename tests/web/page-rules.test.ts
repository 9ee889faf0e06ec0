import { describe, expect, test } from "vitest";
import { domain, isDiscrete, isOrdered } from "../../www/src/model/feature.js";
import { applyChange, setRules } from "../../www/src/page/state/editing/actions.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { aboutFeature, complete, emptyForm, furtherDraft, sayable, withLimit } from "../../www/src/page/state/editing/limit-form.js";
import { marginKinds } from "../../www/src/page/state/limits/margin.js";
import { limitsOf, obeys, requestOf } from "../../www/src/page/state/request/request.js";
import { carried } from "../../www/src/page/state/opening/schema.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { checking, doc, duration, info, person, purpose } from "./page-fixtures.js";
import type { LimitForm } from "../../www/src/page/state/document/state.js";
import type { Condition, ModelRef, Rule } from "../../www/src/page/state/document/document.js";

const rule: Rule = { when: { feature: "Purpose", test: { is: "oneOf", levels: [0, 2] } }, then: { feature: "Duration", test: { is: "atMost", at: 24 } } };
const ruled = setRules(doc, [rule]);
const empty = emptyForm(doc);
if (!empty) throw new Error("the model has no features");
const form = (part: Partial<LimitForm>): LimitForm => ({ ...empty, ...part });

describe("an if-then rule", () => {
  test("is asked as the contract writes it, and said as a fact", () => {
    expect(requestOf(ruled).constraints).toEqual([{ if: { feature: "Purpose", in: ["car", "repairs"] }, then: { feature: "Duration", max: 24 } }]);
    expect(chipsOf(ruled).map((chip) => chip.text)).toEqual(["If purpose is car or repairs, then duration is at most 24\u00a0months"]);
  });

  test("names ordered levels one by one, and features that stay", () => {
    const other: Rule = { when: { feature: "Checking account", test: { is: "atLeast", at: 1 } }, then: { feature: "Phone", test: { is: "stays" } } };
    expect(requestOf(setRules(doc, [other])).constraints).toEqual([{ if: { feature: "Checking account", in: ["0 to 199 DM", "200 DM or more"] }, then: { feature: "Phone", unchanged: true } }]);
  });

  test("holds where its condition does not, or its consequence does", () => {
    const [constraint] = limitsOf(ruled).constraints;
    if (!constraint) throw new Error("there is no constraint");
    const at = (months: number, level: number): boolean => obeys(constraint, [4308, months, 0, ...[0, 1, 2].map((k) => Number(k === level)), 0], person, info);
    expect([at(48, 1), at(48, 0), at(24, 0), at(25, 2)]).toEqual([true, false, true, false]);
  });

  test("survives in a link, and a link with half a rule is refused", () => {
    expect(decode(encode(ruled, true) ?? "")?.doc.rules).toEqual([rule]);
    const broken = setRules(doc, [{ when: rule.when } as Rule]);
    expect(() => decode(encode(broken, true) ?? "")).toThrow("field i");
    const empty = setRules(doc, [{ ...rule, when: { all: [] } }]);
    expect(() => decode(encode(empty, true) ?? "")).toThrow("field i");
  });

  test("goes with its features under another schema, and goes when one of them is gone", () => {
    const model = doc.model as unknown as ModelRef;
    const features = info.features.map((one) => (one === duration ? { ...one, name: "Months" } : one));
    expect(carried(ruled, { ...model, info: { ...info, features } }, new Map()).rules).toEqual([{ ...rule, then: { ...(rule.then as Condition), feature: "Months" } }]);
    expect(carried(ruled, { ...model, info: { ...info, features: features.filter((one) => one !== purpose) } }, new Map()).rules).toEqual([]);
  });

  test("that is no rule of the model any more is not asked", () => {
    expect(requestOf(setRules(doc, [{ ...rule, when: { feature: "Gone", test: { is: "stays" } } }])).constraints).toEqual([]);
  });

  test("joins several conditions on each side", () => {
    const lasts = { feature: "Duration", test: { is: "atMost", at: 24 } } as const;
    const phone = { feature: "Phone", test: { is: "stays" } } as const;
    const several: Rule = { when: { all: [rule.when as Condition, phone] }, then: { any: [lasts, { feature: "Checking account", test: { is: "atLeast", at: 1 } }] } };
    const joint = setRules(doc, [several]);
    const [constraint] = limitsOf(joint).constraints;
    expect(constraint).toEqual({
      if: { all: [{ feature: "Purpose", in: ["car", "repairs"] }, { feature: "Phone", unchanged: true }] },
      then: { any: [{ feature: "Duration", max: 24 }, { feature: "Checking account", in: ["0 to 199 DM", "200 DM or more"] }] },
    });
    expect(chipsOf(joint).map((chip) => chip.text)).toEqual(["If purpose is car or repairs and phone stays, then duration is at most 24\u00a0months or checking account is at least 0 to 199 DM"]);
    expect(decode(encode(joint, true) ?? "")?.doc.rules).toEqual([several]);
    if (!constraint) throw new Error("there is no constraint");
    const at = (months: number, account: number, level: number, phones = 0): boolean => obeys(constraint, [4308, months, account, ...[0, 1, 2].map((k) => Number(k === level)), phones], person, info);
    // Of the "if" both are needed, of the "then" one is enough.
    expect([at(48, 0, 0), at(48, 0, 1), at(48, 0, 0, 1), at(24, 0, 0), at(48, 1, 0), at(24, 2, 2)]).toEqual([false, true, true, true, true, true]);
  });

  test("of several conditions is renamed and dropped as a whole", () => {
    const model = doc.model as unknown as ModelRef;
    const joint = setRules(doc, [{ when: { any: [rule.when as Condition, { feature: "Phone", test: { is: "stays" } }] }, then: rule.then }]);
    const features = info.features.map((one) => (one === purpose ? { ...one, name: "Reason" } : one));
    expect(carried(joint, { ...model, info: { ...info, features } }, new Map()).rules[0]?.when).toMatchObject({ any: [{ feature: "Reason" }, { feature: "Phone" }] });
    expect(carried(joint, { ...model, info: { ...info, features: features.filter(({ name }) => name !== "Reason") } }, new Map()).rules).toEqual([]);
    expect(requestOf(setRules(doc, [{ ...rule, when: { any: [rule.when as Condition, { feature: "Gone", test: { is: "stays" } }] } }])).constraints).toEqual([]);
  });

  test("is dropped by its chip and by the change that loosens it", () => {
    const [chip] = chipsOf(ruled);
    expect(chip?.remove(ruled).rules).toEqual([]);
    expect(applyChange(ruled, { set: "rules", rules: [] }).rules).toEqual([]);
  });
});

describe("the form that adds a limit", () => {
  test("offers the limits that can be said of each kind", () => {
    expect(sayable(duration, true)).toEqual(["atLeast", "atMost", "more", "less", "stays"]);
    expect(sayable(checking, false)).toEqual(["oneOf", "atLeast", "atMost", "stays"]);
    expect(sayable(purpose, true)).toEqual(["oneOf", "stays"]);
  });

  test("adds its limit with one step", () => {
    const one = (part: Partial<LimitForm["one"]>) => Object.fromEntries(withLimit(doc, form({ one: { feature: "Duration", said: "atMost", at: 24, levels: [], ...part } })).limits);
    expect(one({})).toMatchObject({ Duration: { max: 24 } });
    expect(one({ said: "less" })).toMatchObject({ Duration: { change: "decrease" } });
    expect(one({ said: "stays" })).toMatchObject({ Duration: { lock: true } });
    expect(one({ feature: "Purpose", said: "oneOf", levels: [2, 1] })).toMatchObject({ Purpose: { allow: [1, 2] } });
    expect(withLimit(doc, form({ kind: "changes", count: 2 })).maxChanges).toBe(2);
    const drafts = { when: [{ feature: "Purpose", said: "oneOf" as const, at: 0, levels: [2, 0] }], then: [{ feature: "Duration", said: "atMost" as const, at: 24, levels: [] }] };
    expect(withLimit(doc, form({ kind: "rule", ...drafts })).rules).toEqual([rule]);
    const more = furtherDraft(doc, drafts.when);
    expect(more).toMatchObject([{ feature: "Purpose" }, { feature: "Credit amount" }]);
    const [added] = withLimit(doc, form({ kind: "rule", ...drafts, when: more, join: { when: "any", then: "all" } })).rules;
    expect(added).toMatchObject({ when: { any: [rule.when, { feature: "Credit amount" }] }, then: rule.then });
    expect(complete(doc, form({ kind: "rule", ...drafts, when: [...more, { feature: "Duration", said: "atMost", at: Number.NaN, levels: [] }] }))).toBe(false);
  });

  test("never adds a limit that is none: it changes the question, or cannot be added and says why", () => {
    for (const feature of doc.model!.info.features.filter(isOrdered)) {
      const [low, high] = domain(feature);
      for (const said of ["atLeast", "atMost"] as const) {
        for (const at of [-1e308, low - 1, low, (low + high) / 2, high, high + 1, 1e308]) {
          const draft = form({ one: { feature: feature.name, said, at: isDiscrete(feature) ? Math.min(high, Math.max(low, Math.round(at))) : at, levels: [] } });
          expect(complete(doc, draft), `${feature.name} ${said} ${at}`).toBe(withLimit(doc, draft) !== doc);
          if (complete(doc, draft)) expect([...withLimit(doc, draft).limits.keys()]).toContain(feature.name);
        }
      }
    }
  });

  test("is not complete without a number or a level, and with every level", () => {
    const one = (part: Partial<LimitForm["one"]>): boolean => complete(doc, form({ one: { feature: "Purpose", said: "oneOf", at: 0, levels: [0], ...part } }));
    expect([one({}), one({ levels: [] }), one({ levels: [0, 1, 2] }), one({ feature: "Duration", said: "atMost", at: Number.NaN })]).toEqual([true, false, false, false]);
  });

  test("offers the margins that the model has, and none where it has none", () => {
    const of = (part: Partial<ModelRef["info"]>): ReturnType<typeof marginKinds> => marginKinds({ ...doc, model: { ...doc.model!, info: { ...info, ...part } } });
    expect(of({})).toEqual(["distance", "score"]);
    expect(of({ linear_leaves: true })).toEqual(["score"]);
    expect(of({ classes: [] })).toEqual(["distance"]);
    expect(of({ probabilities: false })).toEqual(["distance"]);
    expect(of({ linear_leaves: true, classes: [] })).toEqual([]);
  });

  test("keeps the words when the feature changes, where it can be said of that one", () => {
    const draft = { feature: "Duration", said: "atMost" as const, at: 24, levels: [] };
    expect(aboutFeature(doc, draft, "Credit amount", true)).toMatchObject({ feature: "Credit amount", said: "atMost", at: 4308 });
    expect(aboutFeature(doc, draft, "Purpose", true)).toMatchObject({ feature: "Purpose", said: "oneOf", levels: [1] });
  });
});
