/** The package in a page of someone else's: any static host, workers or none, from another origin. */
import { expect, test, type Page } from "./test.js";
import type * as Espalier from "../../www/src/index.js";
import { stump } from "../web/models.js";
import { serve, type Site } from "./files.js";
import { watch } from "./watch.js";

type Api = typeof Espalier;
declare global {
  interface Window {
    espalier: Api;
  }
}

const page = (from: string): string => `<!doctype html><title>embed</title><link rel="icon" href="data:,"><script type="module">
  import * as espalier from "${from}index.js";
  window.espalier = espalier;
  document.title = "ready";
</script>`;

const pages = { "/": page("./"), "/stump.json": JSON.stringify(stump) };

/** Opens the embedding page and waits until the package is imported. */
async function open(browser: Page, site: Site, from?: string): Promise<() => void> {
  const server = await serve("pkg", { ...site, pages: from === undefined ? pages : { ...pages, "/": page(from) } });
  await browser.goto(server.url);
  await expect(browser).toHaveTitle("ready");
  return server.close;
}

/** Loads the stump, predicts, and asks for the cheapest change. */
const solve = (browser: Page) =>
  browser.evaluate(async () => {
    const model = await window.espalier.loadModel("stump.json");
    const predictions = await model.predict([[3, 20]]);
    const answer = await model.explain({ query: [3, 20], target: { class: "accepted" } });
    model.free();
    return { predictions, answer };
  });

const expected = {
  predictions: [{ class: 0, scores: [0.9, 0.1], raw: [0.9, 0.1] }],
  answer: { status: "optimal", counterfactuals: [{ changes: [{ feature: "Income", from: 3 }], prediction: { class: 1 } }] },
};

test("nothing runs at import", async ({ page: browser }) => {
  const seen = watch(browser);
  const close = await open(browser, {});
  expect(seen.requests.filter((url) => url.endsWith(".wasm"))).toEqual([]);
  expect(browser.workers()).toHaveLength(0);
  close();
});

test("a worker that is ended from outside is replaced at the next call, and the calls that it had fail at once", async ({ page: browser }) => {
  const close = await open(browser, {});
  await browser.evaluate(async () => {
    const model = await window.espalier.loadModel("stump.json");
    Object.assign(window, { model });
  });
  const ask = () =>
    browser.evaluate(async () => {
      const { model } = window as unknown as { model: Awaited<ReturnType<Api["loadModel"]>> };
      const began = performance.now();
      const said = await model.predict([[3, 20]]).catch(String);
      return { said, milliseconds: performance.now() - began };
    });
  const first = browser.workers()[0]!;
  const gone = first.waitForEvent("close");
  await first.evaluate(() => self.close()).catch(() => undefined);
  await gone;
  // The next is answered by another worker, or, where the browser has not yet said that the first one is gone, fails as soon as it does: never after the silence of half a minute.
  let found = await ask();
  if (typeof found.said === "string") found = await ask();
  expect(found.said).toEqual(expected.predictions);
  expect(found.milliseconds).toBeLessThan(25_000);
  close();
});

test("a model is loaded, predicted and explained in a worker", async ({ page: browser }) => {
  const seen = watch(browser);
  const close = await open(browser, {});
  expect(await solve(browser)).toMatchObject(expected);
  await expect.poll(() => browser.workers().length).toBe(1);
  seen.loaded();
  const again = await browser.evaluate(async (bytes) => {
    const model = await window.espalier.loadModel(new TextEncoder().encode(bytes));
    return model.explain({ query: [3, 20], target: { class: 1 } });
  }, JSON.stringify(stump));
  expect(again.status).toBe("optimal");
  await expect.poll(() => browser.workers().length, "models share one engine").toBe(1);
  seen.quiet();
  close();
});

test("an answer's proof is checked in a worker of its own, which is fetched when it is needed; a damaged one is refuted", async ({ page: browser }) => {
  const seen = watch(browser);
  const close = await open(browser, {});
  await solve(browser);
  expect(seen.requests.filter((url) => url.includes("beside"))).toEqual([]);
  const verdicts = await browser.evaluate(async (document) => {
    const model = await window.espalier.loadModel("stump.json");
    const request = { query: [3, 20], target: { class: "accepted" }, certificate: true };
    const answer = await model.explain(request);
    const [best] = answer.counterfactuals;
    const dearer = { ...answer, counterfactuals: [{ ...best, values: [5, 20] }] } as typeof answer;
    const bytes = new TextEncoder().encode(document);
    const { check } = window.espalier;
    const stopped = new AbortController();
    stopped.abort();
    return {
      loaded: await check(model, request, answer),
      document: await check(bytes, request, answer),
      dearer: await check(bytes, request, dearer),
      unreadable: await check(new TextEncoder().encode("{}"), request, answer).catch((error: unknown) => error instanceof window.espalier.BadInput),
      stopped: await check(bytes, request, answer, { signal: stopped.signal }).catch((error: unknown) => (error as Error).message),
    };
  }, JSON.stringify(stump));
  expect(verdicts.loaded).toMatchObject({ checked: true, boxes: 1 });
  expect(verdicts.document).toEqual(verdicts.loaded);
  expect(verdicts.dearer.checked ? "" : verdicts.dearer.what).toContain("costs");
  expect(verdicts).toMatchObject({ unreadable: true, stopped: "the check was stopped" });
  await expect.poll(() => browser.workers().length, "the check's workers are ended").toBe(1);
  close();
});

test("arguments of another kind are refused by one error in words, and the engine goes on", async ({ page: browser }) => {
  const close = await open(browser, {});
  const said = await browser.evaluate(async () => {
    const { loadModel, BadInput } = window.espalier;
    type Loose = Record<string, (...all: unknown[]) => Promise<unknown>>;
    const refusal = (error: unknown): string => (error instanceof BadInput ? error.message : `no refusal: ${String(error)}`);
    const none = await (loadModel as unknown as (source: unknown) => Promise<unknown>)(null).catch(refusal);
    const model = await loadModel("stump.json");
    const loose = model as unknown as Loose;
    const target = { class: "accepted" };
    const many = await (loose.explainMany!(undefined, { target }) as unknown as AsyncGenerator).next().catch(refusal);
    const rows = await loose.predict!().catch(refusal);
    const slice = await loose.regions!({ axes: ["Income", "Age"], at: [3, 20], window: { x: [5] } }).catch(refusal);
    const big = await loose.explain!({ query: [3n, 20], target }).catch(refusal);
    return { said: [none, many, rows, slice, big], status: (await model.explain({ query: [3, 20], target })).status };
  });
  expect(said).toEqual({
    said: [
      'argument, source of loadModel: found null; give bytes, or the address of a model file, such as "loan.json"',
      "argument, queries of explainMany: found undefined; give a list of queries, such as [[39, 21000], [52, 18000]]",
      "argument, rows of predict: found undefined; give a list of rows, such as [[39, 21000]]",
      "argument, window.x of regions: found [5]; give two finite numbers, the lower first, such as [20, 60]",
      "argument, request.query[0] of explain: found 3n; give a number, such as 3",
    ],
    status: "optimal",
  });
  close();
});

test("a file server that does not know wasm will do", async ({ page: browser }) => {
  const close = await open(browser, { types: { ".wasm": "application/octet-stream" } });
  expect(await solve(browser)).toMatchObject(expected);
  close();
});

test("the package may come from another origin", async ({ page: browser }) => {
  const other = await serve("pkg", { headers: { "access-control-allow-origin": "*" } });
  const close = await open(browser, {}, other.url);
  expect(await solve(browser)).toMatchObject(expected);
  await expect.poll(() => browser.workers().length).toBe(1);
  close();
  other.close();
});

test("a worker file of another origin is wrapped", async ({ page: browser }) => {
  const other = await serve("pkg", { headers: { "access-control-allow-origin": "*" } });
  const close = await open(browser, {});
  await browser.evaluate((url) => window.espalier.init({ workerUrl: `${url}worker.js` }), other.url);
  expect(await solve(browser)).toMatchObject(expected);
  await expect.poll(() => browser.workers().length).toBe(1);
  close();
  other.close();
});

test("without workers the page's own thread does it", async ({ page: browser }) => {
  const close = await open(browser, { headers: { "content-security-policy": "worker-src 'none'" } });
  expect(await solve(browser)).toMatchObject(expected);
  expect(browser.workers()).toHaveLength(0);
  expect(await browser.evaluate(() => window.espalier.parallel())).toBe(false);
  close();
});

test("a worker that dies is replaced and knows its models", async ({ page: browser }) => {
  const close = await open(browser, {});
  await browser.evaluate(async () => {
    const model = await window.espalier.loadModel("stump.json");
    Object.assign(window, { model });
  });
  const [worker] = browser.workers();
  await worker?.evaluate(() => void setTimeout(() => { throw new Error("boom"); }));
  await expect.poll(() => browser.workers().length).toBe(0);
  const answer = await browser.evaluate(() => (window as unknown as { model: Awaited<ReturnType<Api["loadModel"]>> }).model.predict([[9, 9]]));
  expect(answer).toMatchObject([{ class: 1 }]);
  close();
});

test("a model that cannot be read says why", async ({ page: browser }) => {
  const close = await open(browser, {});
  const message = (source: string): Promise<string> =>
    browser.evaluate((text) => window.espalier.loadModel(new TextEncoder().encode(text)).then(() => "loaded", (error: unknown) => (error instanceof window.espalier.BadInput ? error.input.message : "another error")), source);
  expect(await message("<html>")).toMatch(/model/);
  expect(await message('{"format": "espalier"')).toMatch(/line 1/);
  const missing = await browser.evaluate(() => window.espalier.loadModel("nothing.json").catch((error: unknown) => String(error)));
  expect(missing).toContain("nothing.json could not be read: 404");
  close();
});

const FIGURE = `<!doctype html><html lang="en"><title>figure</title><link rel="icon" href="data:,">
    <script>addEventListener("espalier-answer", (event) => { document.title = event.detail.status; });</script>
    <script type="module" src="espalier.js"></script>
    <espalier-explainer model="stump.json" query='{"Income": 3, "Age": 20}' target="accepted"></espalier-explainer>`;

test("one script and one wasm file make the element", async ({ page: browser }) => {
  const seen = watch(browser);
  const server = await serve("pkg", { pages: { "/": FIGURE, "/stump.json": JSON.stringify(stump) } });
  await browser.goto(server.url);
  await expect(browser).toHaveTitle("optimal");
  await expect.poll(() => browser.workers().length).toBe(1);
  const files = seen.requests.filter((url) => url.startsWith("http")).map((url) => new URL(url).pathname);
  expect(files.sort()).toEqual(["/", "/espalier.js", "/espalier.wasm", "/stump.json"]);
  seen.quiet();
  server.close();
});

test("the script asks for the wasm before the rest of it runs, and leaves it where the document has no element", async ({ page: browser }) => {
  const asked = (): Promise<string[]> =>
    browser.evaluate(() => performance.getEntriesByType("resource").flatMap((entry) => (entry.name.endsWith(".wasm") ? [(entry as PerformanceResourceTiming).initiatorType] : [])));
  const bare = FIGURE.replace(/<espalier-explainer[^]*/, "");
  const server = await serve("pkg", { pages: { "/": FIGURE, "/bare": bare, "/stump.json": JSON.stringify(stump) } });
  await browser.goto(server.url);
  await expect(browser).toHaveTitle("optimal");
  expect(await asked()).toEqual(["link"]);
  await browser.goto(new URL("bare", server.url).href);
  await browser.evaluate(() => customElements.whenDefined("espalier-explainer").then(() => undefined));
  expect(await asked()).toEqual([]);
  server.close();
});

test("the element fetches the engine while its model is on its way", async ({ page: browser }) => {
  const server = await serve("pkg", { pages: { "/": FIGURE, "/stump.json": JSON.stringify(stump) } });
  const engine = browser.waitForRequest("**/espalier.wasm");
  await browser.route("**/stump.json", async (route) => {
    await engine;
    await route.continue();
  });
  await browser.goto(server.url);
  await expect(browser).toHaveTitle("optimal");
  server.close();
});

test("the one script answers and checks proofs where workers are not allowed, by the very code that its workers run", async ({ page: browser }) => {
  for (const headers of [{}, { "content-security-policy": "worker-src 'none'" }] as Record<string, string>[]) {
    const server = await serve("pkg", { headers, pages: { "/": FIGURE, "/stump.json": JSON.stringify(stump) } });
    await browser.goto(server.url);
    await expect(browser).toHaveTitle("optimal");
    await expect.poll(() => browser.workers().length).toBe(Object.keys(headers).length === 0 ? 1 : 0);
    await browser.getByRole("button", { name: "Check the proof" }).click();
    await expect(browser.getByText(/A second program agrees/).first()).toBeVisible();
    server.close();
  }
});
