/** The engine of the choice, and the opinion of a second one. */
import { describe, expect, test } from "vitest";
import { Solving } from "../../www/src/page/state/answer/effects.js";
import type { Second, Shown } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { agreement, Asking, secondOf } from "../../www/src/page/state/proof/opinion.js";
import { inFull, requestOf } from "../../www/src/page/state/request/request.js";
import { exported } from "../../www/src/page/view/export.js";
import { words } from "../../www/src/page/view/words.js";
import type { Answer } from "../../www/src/types.js";
import { doc, modelThat, person } from "./page-fixtures.js";

const work = { engine: "boxes", nodes: 1, milliseconds: 1 };
const found = (cost: number, status: Answer["status"] = "optimal", bound = cost): Answer => ({ status, counterfactuals: [{ values: [...person], cost, changes: [{ feature: "Phone", from: "no", to: "yes" }], prediction: { class: 1, scores: [0.4, 0.6], raw: [] } }], lower_bound: bound, work });
const none = (status: "infeasible" | "unknown", bound: number | null = null): Answer => ({ status, counterfactuals: [], lower_bound: bound, work });
const shownOf = (answer: Answer): Shown => ({ request: requestOf(doc), answer, room: null, replay: { prediction: { class: 1, scores: [0.4, 0.6], raw: [] }, meets: true }, extra: null });

describe("two answers", () => {
  test.each([
    ["the same cost", found(0.4), found(0.4 + 1e-9), "same"],
    ["a cost that is not proved, and the same", found(0.4), found(0.4, "feasible", 0.3), "same"],
    ["impossible twice", none("infeasible"), none("infeasible"), "same"],
    ["nothing found, nothing excluded", found(0.4), none("unknown", 0.2), "apart"],
    ["a larger cost that is not proved", found(0.4), found(0.5, "feasible", 0.3), "apart"],
    ["a smaller cost than one that is not proved", found(0.5, "feasible", 0.3), found(0.4), "apart"],
    ["a smaller cost than the proved one", found(0.4), found(0.39), "contrary"],
    ["a proved larger one", found(0.4), found(0.41), "contrary"],
    ["a bound above the cost", found(0.4), none("unknown", 0.5), "contrary"],
    ["an answer where there is none", none("infeasible"), found(0.4), "contrary"],
    ["none where there is an answer", found(0.4), none("infeasible"), "contrary"],
  ] as const)("%s", (_, first, second, how) => {
    expect(agreement(shownOf(first), second)).toBe(how);
  });

  test("are told apart in words, each true of its own", () => {
    const { second } = words.engine;
    const name = words.engine.named("milp");
    expect(second(name, "optimal", "0.40", "0.40", "same")).toBe("A second engine, the mixed-integer program of OCEAN, finds the same cost 0.40 and proves it.");
    expect(second(name, "feasible", "0.50", "0.30", "apart")).toBe("A second engine, the mixed-integer program of OCEAN, finds the cost 0.50 in the time given, and proves that nothing costs less than 0.30.");
    expect(second(name, "unknown", null, null, "apart")).toBe("A second engine, the mixed-integer program of OCEAN, finds nothing in the time given, and proves nothing yet.");
    expect(second(name, "infeasible", null, null, "same")).toBe("A second engine, the mixed-integer program of OCEAN, proves that nothing is possible, too.");
    expect(second(name, "infeasible", null, null, "contrary")).toContain("That contradicts the answer");
  });
});

/** Once nothing is being asked any more. */
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("a second opinion", () => {
  const store = (answer = found(0.4)): Store => {
    const made = new Store((run) => run());
    made.set({ doc, shown: shownOf(answer) });
    return made;
  };

  test("is asked with the same question, of an engine that has not answered", async () => {
    for (const [name, other] of [["boxes", "milp"], ["milp", "auto"]] as const) {
      const one = store({ ...found(0.4), work: { ...work, engine: name } });
      const model = modelThat(() => found(0.4), { room: () => Promise.resolve([]) });
      await new Asking(one, () => model).start();
      expect(model.asked).toEqual([{ ...requestOf(doc), engine: other }]);
      expect(secondOf(one.state)).toMatchObject({ engine: other, phase: "answered" } satisfies Partial<Second>);
    }
  });

  test("that is refused gives the reason; another answer on the page ends it", async () => {
    const one = store();
    const model = modelThat(() => {
      throw new Error("hulls are not searched by it");
    });
    const asking = new Asking(one, () => model);
    await asking.start();
    expect(secondOf(one.state)).toMatchObject({ phase: "refused", what: "hulls are not searched by it" });
    one.set({ shown: shownOf(found(0.5)) });
    expect(one.state.opinion).toBeNull();
  });
});

describe("the engine of the choice", () => {
  const milp = { ...doc, engine: "milp" as const };
  const refusal = (): never => {
    throw Object.assign(new Error("no"), { name: "InputError", source: "request", what: "hulls are not searched" });
  };

  test("is asked the question itself and nothing else, stands in links, and in the exported request", async () => {
    const one = new Store((run) => run());
    const model = modelThat(() => found(0.4), { room: () => Promise.resolve([]) });
    const solving = new Solving(one, () => model, (run) => run());
    one.set({ doc: milp });
    await later();
    const [first, ...rest] = model.asked;
    expect(first).toEqual({ ...requestOf(doc), engine: "milp" });
    expect(rest.length).toBeGreaterThan(2);
    expect(rest.filter((request) => request.engine !== undefined)).toEqual([]);
    expect(exported(one.state)).toEqual(first);
    expect(inFull(milp)).toEqual(first);
    expect(decode(encode(milp, false) ?? "")?.doc.engine).toBe("milp");
    const asked = model.asked.length;
    one.edit((now) => ({ ...now, engine: "auto" }));
    await later();
    expect(model.asked[asked]).toEqual(requestOf(doc));
    solving.dispose();
  });

  test("where it refuses, the one that suits answers, and that is told", async () => {
    const one = new Store((run) => run());
    const model = modelThat((request) => (request.engine === "milp" ? refusal() : found(0.4)), { room: () => Promise.resolve([]) });
    const solving = new Solving(one, () => model, (run) => run());
    one.set({ doc: milp });
    await later();
    expect(one.state.unanswered).toBe("hulls are not searched");
    expect(one.state.shown?.answer.status).toBe("optimal");
    expect(exported(one.state)).toEqual(requestOf(doc));
    expect(one.state.problem).toBeNull();
    one.edit((now) => ({ ...now, engine: "auto" }));
    await later();
    expect(one.state.unanswered).toBeNull();
    solving.dispose();
  });
});
