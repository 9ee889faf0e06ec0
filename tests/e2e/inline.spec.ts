/** The package in one file with the wasm inside, and as a notebook's widget. */
import { expect, test, type Page } from "./test.js";
import { fixture, stump } from "../web/models.js";
import { serve } from "./files.js";
import { watch } from "./watch.js";

const linear = { query: [1, 20], target: { class: 1 }, constraints: [{ linear: { terms: { Income: 1 }, op: "<=", rhs: 9 } }] };

/** The addresses that were asked for, but for blobs, which never leave the page. */
const asked = (requests: string[]): string[] => requests.filter((url) => url.startsWith("http")).map((url) => new URL(url).pathname).sort();

async function open(browser: Page, html: string, policy: string): Promise<() => void> {
  const server = await serve("pkg", { pages: { "/": html }, headers: { "content-security-policy": policy } });
  await browser.goto(server.url);
  await expect(browser).toHaveTitle("ready");
  return server.close;
}

test("one file holds every engine and loader, and asks for nothing even where it may connect to nothing", async ({ page: browser }) => {
  const seen = watch(browser);
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import * as espalier from "./inline.js";
    window.espalier = espalier;
    document.title = "ready";
  </script>`;
  const close = await open(browser, html, "connect-src 'none'; worker-src blob:");
  const other = [...new Uint8Array(fixture("xgb-softprob/model.json"))];
  const found = await browser.evaluate(
    async ({ own, other, linear }) => {
      const model = await window.espalier.loadModel(new TextEncoder().encode(own));
      const boxes = await model.explain({ query: [1, 20], target: { class: 1 } });
      const slanted = await model.explain(linear as Parameters<typeof model.explain>[0]);
      const foreign = await window.espalier.loadModel(Uint8Array.from(other), { name: "model.json" });
      return { boxes: boxes.work.engine, slanted: slanted.work.engine, format: foreign.info.format, defined: customElements.get("espalier-explainer") !== undefined };
    },
    { own: JSON.stringify(stump), other, linear },
  );
  expect(found).toEqual({ boxes: "boxes", slanted: "coupled", format: "XGBoost JSON", defined: true });
  expect(asked(seen.requests)).toEqual(["/", "/inline.js"]);
  close();
});

test("a notebook's traits are shown, followed and told of answers, until the widget ends", async ({ page: browser }) => {
  const html = `<!doctype html><link rel="icon" href="data:,"><div id="cell"></div><script type="module">
    import widget from "./anywidget.js";
    const traits = { document: ${JSON.stringify(JSON.stringify(stump))}, query: { Income: 1, Age: 20 }, target: "accepted", controls: "answer" };
    const listeners = new Map();
    const model = {
      get: (name) => traits[name],
      set: (name, value) => (traits[name] = value),
      save_changes: () => (window.saved = { ...traits }),
      on: (event, run) => listeners.set(event, run),
      off: (event) => listeners.delete(event),
    };
    window.change = (name, value) => { traits[name] = value; listeners.get("change:" + name)?.(); };
    window.end = widget.render({ model, el: document.getElementById("cell") });
    window.listening = () => listeners.size;
    document.title = "ready";
  </script>`;
  const close = await open(browser, html, "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob: data:");
  const saved = () => browser.evaluate(() => (window as unknown as { saved?: { answer: { counterfactuals: { cost: number }[] }; request: { query: number[] } } }).saved);
  await expect.poll(async () => (await saved())?.request.query).toEqual([1, 20]);
  const first = (await saved())?.answer.counterfactuals[0]?.cost ?? 0;
  expect(first).toBeCloseTo(0.25, 5);
  await browser.evaluate(() => (window as unknown as { change(name: string, value: unknown): void }).change("query", { Income: 3, Age: 20 }));
  await expect.poll(async () => (await saved())?.answer.counterfactuals[0]?.cost).toBeCloseTo(0.05, 5);
  // A figure is another view of the same question.
  await browser.evaluate(() => (window as unknown as { change(name: string, value: unknown): void }).change("figure", "shortest-way"));
  await expect(browser.locator("espalier-explainer[figure=shortest-way] espalier-map")).toBeVisible();
  const left = await browser.evaluate(() => {
    const widget = window as unknown as { end: () => void; listening: () => number };
    widget.end();
    return { elements: document.querySelectorAll("espalier-explainer").length, listening: widget.listening() };
  });
  expect(left).toEqual({ elements: 0, listening: 0 });
  close();
});

test("a second copy of the widget's module in a page shows its widgets too", async ({ page: browser }) => {
  const html = `<!doctype html><link rel="icon" href="data:,"><div id="first"></div><div id="second"></div><script type="module">
    import first from "./anywidget.js";
    import second from "./anywidget.js?second";
    const ask = (widget, id) => {
      const traits = { document: ${JSON.stringify(JSON.stringify(stump))}, query: { Income: 1, Age: 20 }, target: "accepted", controls: "answer" };
      const model = { get: (name) => traits[name], set: (name, value) => (traits[name] = value), save_changes() {}, on() {}, off() {} };
      widget.render({ model, el: document.getElementById(id) });
      return traits;
    };
    window.same = first === second;
    window.asked = [ask(first, "first"), ask(second, "second")];
    document.title = "ready";
  </script>`;
  const seen = watch(browser);
  const close = await open(browser, html, "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob: data:");
  const found = () =>
    browser.evaluate(() => {
      const { same, asked } = window as unknown as { same: boolean; asked: { answer?: { status: string } | null }[] };
      return { same, statuses: asked.map(({ answer }) => answer?.status) };
    });
  await expect.poll(found).toEqual({ same: false, statuses: ["optimal", "optimal"] });
  expect(seen.complaints).toEqual([]);
  close();
});
