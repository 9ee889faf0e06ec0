import { describe, expect, test } from "vitest";
import type { Checked } from "../../www/src/check/beside.js";
import type { Job } from "../../www/src/check/job.js";
import { setNorm } from "../../www/src/page/state/editing/actions.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { Proving, proofOf, uncertified } from "../../www/src/page/state/proof/proof.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import type { Shown } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { costsApart } from "../../www/src/page/view/format.js";
import { doc, info } from "./page-fixtures.js";
import type { ModelRef } from "../../www/src/page/state/document/document.js";

const answer: Answer = { status: "infeasible", counterfactuals: [], lower_bound: null, work: { engine: "test", nodes: 1, milliseconds: 1 } };
const shown: Shown = { request: requestOf(doc), answer, room: null, replay: null, extra: null };
const certificate = { version: 1 as const, cost: null, cuts: [], proofs: [] };

/** A store with an answer, an engine that writes a certificate, and a check that waits for the test. */
function bench(check: (job: Job) => Checked, certified = true) {
  const store = new Store((run) => run());
  store.set({ doc, shown });
  const asked: RequestDoc[] = [];
  const handle = {
    info,
    explain: (request: RequestDoc) => {
      asked.push(request);
      return Promise.resolve(certified ? { ...answer, certificate } : answer);
    },
    document: () => Promise.reject(new Error("the check reads no document of the engine's")),
    checkable: () => Promise.resolve({ model: new Uint8Array() }),
  } as unknown as ModelHandle;
  const jobs: Job[] = [];
  const late: (() => void)[] = [];
  const proving = new Proving(
    store,
    () => handle,
    (job) => {
      jobs.push(job);
      return Promise.resolve(check(job));
    },
    (run) => {
      late.push(run);
      return () => undefined;
    },
  );
  return { store, proving, asked, jobs, late };
}

const confirmed = (): Checked => ({ verdict: { checked: true, cost: null, bytes: 12, boxes: 3 }, replay: null });

describe("the proof of the answer", () => {
  test("is written under the answer's own request and held against the answer that is shown", async () => {
    const { store, proving, asked, jobs } = bench(confirmed);
    await proving.start();
    expect(asked).toEqual([{ ...shown.request, certificate: true }]);
    expect(jobs[0]).toMatchObject({ request: asked[0], answer: { ...answer, certificate } });
    expect(proofOf(store.state)).toMatchObject({ phase: "checked", boxes: 3, document: { model: { name: "German credit", sha256: null }, answer: { certificate } } });
  });

  test("says where less is proved than the answer costs, but not of rounding", async () => {
    for (const [proved, less] of [[0.3149, { proved: 0.3149, cost: 0.315 }], [0.315 - 1e-12, undefined]] as const) {
      const { store, proving } = bench(() => ({ ...confirmed(), verdict: { checked: true, cost: 0.315, proved, bytes: 12, boxes: 3 } }));
      await proving.start();
      expect((proofOf(store.state) as { less?: object }).less).toEqual(less);
    }
    expect(costsApart(0.3149, 0.315)).toEqual(["0.31490", "0.31500"]);
    expect(costsApart(0.314987, 0.315)).toEqual(["0.31498", "0.31500"]);
    expect(costsApart(1, 3)).toEqual(["1.00", "3.00"]);
  });

  test("that does not hold is refuted, with the claim that does not hold", async () => {
    const { store, proving } = bench(() => ({ verdict: { checked: false, what: "a box is closed that may hold a cheaper answer" }, replay: null }));
    await proving.start();
    expect(proofOf(store.state)).toMatchObject({ phase: "refuted", what: "a box is closed that may hold a cheaper answer" });
  });

  test("that the engine did not write in time is said to be missing", async () => {
    const { store, proving, jobs } = bench(confirmed, false);
    await proving.start();
    expect(proofOf(store.state)).toMatchObject({ phase: "failed", what: "" });
    expect(jobs).toEqual([]);
  });

  test("is forgotten with the answer, and a check that is cancelled says nothing any more", async () => {
    const { store, proving } = bench(confirmed);
    await proving.start();
    store.set({ shown: { ...shown } });
    expect(store.state.proof).toBeNull();
    const running = proving.start();
    proving.cancel();
    await running;
    expect(store.state.proof).toBeNull();
  });

  test("is quiet at first, and shows progress after a while", async () => {
    const { store, proving, late } = bench(confirmed);
    const running = proving.start();
    expect(store.state.proof).toMatchObject({ phase: "running", late: false });
    late[0]?.();
    expect(store.state.proof).toMatchObject({ phase: "running", late: true, share: null });
    await running;
  });
});

describe("a request that no certificate is written for", () => {
  const { model } = doc as { model: ModelRef };
  test("is known beforehand", () => {
    expect(uncertified(requestOf(doc), model)).toBeNull();
    expect(uncertified(requestOf(setNorm(doc, "linf")), model)).toBeNull();
    expect(uncertified({ ...requestOf(doc), cost: { norm: { linf: 1, l1: 0.1 } } }, model)).toBe("longest");
    expect(uncertified({ ...requestOf(doc), cost: { quadratic: [[1]] } }, model)).toBe("quadratic");
    expect(uncertified({ ...requestOf(doc), margin: { distance: 0.02 } }, model)).toBe("margin");
    expect(uncertified({ ...requestOf(doc), margin: { score: 0.2 } }, model)).toBeNull();
    expect(uncertified({ ...requestOf(doc), plausibility: { hull: { epsilon: 0.1, clusters: 2 } } }, model)).toBeNull();
    for (const hull of [{ price: 0.5 }, { epsilon: [0, 0.1] }, { clusters: 2, each: true }]) expect(uncertified({ ...requestOf(doc), plausibility: { hull } }, model)).toBe("hull");
    expect(uncertified({ ...requestOf(doc), plausibility: { hull: {} }, query: { Duration: null } }, model)).toBe("missing");
    expect(uncertified({ ...requestOf(doc), plausibility: { hull: {} }, cost: { norm: "linf" } }, model)).toBe("longest");
    expect(uncertified({ ...requestOf(doc), real_rows: true }, model)).toBe("rows");
    const usual = { ...requestOf(doc), plausibility: { isolation_forest: { outlier_quantile: 0.5 } } };
    expect(uncertified(usual, model)).toBe("plausible");
    expect(uncertified({ ...requestOf(doc), plausibility: {} }, model)).toBeNull();
    expect(uncertified(usual, { ...model, info: { ...info, isolation_forest: true } })).toBeNull();
    expect(uncertified({ ...requestOf(doc), cost: { norm: "linf", per_change: 0.1 } }, model)).toBe("longest");
    expect(uncertified({ ...requestOf(doc), count: 3 }, model)).toBe("several");
    const sum = { ...requestOf(doc), constraints: [{ linear: { terms: { Duration: 1 }, op: "<=" as const, rhs: 30 } }] };
    expect(uncertified(sum, model)).toBeNull();
    expect(uncertified({ ...sum, cost: { norm: "linf" } }, model)).toBe("longest");
    expect(uncertified({ ...sum, query: { Duration: null } }, model)).toBe("missing");
    const slanted = { ...model, info: { ...info, oblique: true } };
    expect(uncertified(requestOf(doc), slanted)).toBeNull();
    expect(uncertified(requestOf(setNorm(doc, "linf")), slanted)).toBe("longest");
    expect(uncertified({ ...requestOf(doc), query: { Duration: null } }, slanted)).toBe("missing");
    expect(uncertified({ ...requestOf(doc), constraints: [{ causal: { feature: "Duration", learned: { parents: ["Amount"] } } }] }, model)).toBeNull();
    const sloped = { ...model, info: { ...info, linear_leaves: true } };
    expect(uncertified(requestOf(doc), sloped)).toBeNull();
    expect(uncertified(requestOf(setNorm(doc, "linf")), sloped)).toBe("longest");
    const three = { ...sloped, info: { ...sloped.info, classes: ["a", "b", "c"] } };
    expect(uncertified({ ...requestOf(doc), target: { class: "a", min_probability: 0.9 } }, three)).toBe("layers");
    expect(uncertified(requestOf(doc), { ...sloped, info: { ...sloped.info, neurons: 4 } })).toBe("layers");
  });
});
