/** The element in someone else's page: attributes, properties, events, several at once, and a clean end. */
import { expect, test, type Page } from "./test.js";
import { stump } from "../web/models.js";
import type {} from "../../www/src/page/element/define.js";
import { serve } from "./files.js";
import { watch } from "./watch.js";

const body = (content: string): string => `<!doctype html><html lang="en"><title>embed</title><link rel="icon" href="data:,">
<script>
  window.heard = [];
  for (const name of ["espalier-answer", "espalier-query", "espalier-constraints", "espalier-error"])
    document.addEventListener(name, (event) => window.heard.push([name, event.detail]));
</script>
<script type="module" src="./espalier.js"></script><body>${content}</body></html>`;

const one = `<espalier-explainer model="stump.json" query='{"Income": 3, "Age": 20}' target="accepted" axes="Age Income" subject="you"></espalier-explainer>`;

async function open(page: Page, content: string): Promise<() => void> {
  const server = await serve("pkg", { pages: { "/": body(content), "/stump.json": JSON.stringify(stump), "/bad.json": "{" } });
  await page.goto(server.url);
  return server.close;
}

const heard = (page: Page): Promise<[string, unknown][]> => page.evaluate("window.heard");

test("attributes ask the question, and one listener on the document hears the answer", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted if your income were");
  const answer = (await heard(page)).find(([name]) => name === "espalier-answer")?.[1];
  expect(answer).toMatchObject({ status: "optimal", counterfactuals: [{ changes: [{ feature: "Income", from: 3 }] }] });
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")?.answer)).toMatchObject({ status: "optimal" });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect.poll(async () => (await heard(page)).filter(([name]) => name === "espalier-constraints")).toEqual([["espalier-constraints", [{ fix: "Age" }]]]);
  seen.quiet();
  close();
});

test("properties are the truth, simple ones are mirrored, and those set before definition count", async ({ page }) => {
  const close = await open(page, `<script>
    const early = document.createElement("espalier-explainer");
    early.model = "stump.json"; early.query = [3, 20]; early.target = 1;
    document.body.append(early);
  </script>`);
  await expect(page.locator(".say")).toContainText(/\(now\s3\)/);
  expect(await page.locator("espalier-explainer").getAttribute("model")).toBe("stump.json");
  await page.evaluate(() => {
    const element = document.querySelector("espalier-explainer");
    if (element) element.query = { Income: 2, Age: 30 };
  });
  await expect(page.locator(".say")).toContainText(/\(now\s2\)/);
  // As frameworks set it: the attribute's text, as a property.
  await page.evaluate(() => Object.assign(document.querySelector("espalier-explainer")!, { query: '{"Income": 1.5, "Age": 30}' }));
  await expect(page.locator(".say")).toContainText(/\(now\s1\.5\)/);
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("target", "rejected"));
  await expect(page.locator(".say")).toContainText("Already rejected");
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("subject", "the applicant"));
  await expect(page.locator(".say")).toContainText("The applicant is already rejected");
  close();
});

test("a file that is wrong is told as an event and as a card", async ({ page }) => {
  const close = await open(page, `<espalier-explainer model="bad.json"></espalier-explainer>`);
  await expect(page.getByRole("alert")).toContainText("bad.json");
  expect((await heard(page)).find(([name]) => name === "espalier-error")?.[1]).toMatchObject({ source: "model" });
  close();
});

test("several share one engine; one that leaves does not disturb the others, and may come back", async ({ page }) => {
  const close = await open(page, one + one);
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  await expect.poll(() => page.workers().length).toBe(1);
  await page.evaluate(() => {
    const [first] = document.querySelectorAll("espalier-explainer");
    if (!first) return;
    first.remove();
    (window as unknown as { kept: Element }).kept = first;
  });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: Age stays" })).toBeVisible();
  await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  close();
});

test("a second copy of the script leaves the first definition in place", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, `${one}<script type="module" src="./espalier.js?again"></script>`);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  seen.quiet();
  close();
});

test("parts that are not named are not there", async ({ page }) => {
  const close = await open(page, one.replace("<espalier-explainer", `<espalier-explainer controls="answer"`));
  await expect(page.locator(".say")).toContainText("You would be accepted");
  await expect(page.locator("espalier-map, .person, header")).toHaveCount(0);
  close();
});

const PARTS = ["header", "person", "map", "answer", "drawers"] as const;
const SECTIONS = { header: ".top:not(.line)", person: ".person", map: ".map", answer: ".answer", drawers: ".drawers" };
interface Place { part: string; left: number; right: number; top: number; bottom: number; start: number }

test("each part alone, and any of them together, is laid out: side by side or one below the other, over the whole width, with its text at the start", async ({ page }) => {
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  for (const width of [1200, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (let mask = 1; mask < 1 << PARTS.length; mask += 1) {
      const parts = PARTS.filter((_, bit) => (mask >> bit) & 1);
      const told = `${parts.join(" ")} at ${String(width)}`;
      await page.evaluate((controls) => document.querySelector("espalier-explainer")?.setAttribute("controls", controls), parts.join(" "));
      const shown = parts.map((part) => [part, SECTIONS[part]] as const);
      await expect.poll(() => page.evaluate((all) => all.filter((one) => document.querySelector("espalier-explainer")?.shadowRoot?.querySelector(one)).length, Object.values(SECTIONS)), told).toBe(parts.length);
      const { host, places } = await page.evaluate((all) => {
        const element = document.querySelector("espalier-explainer")!;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const found = all.map(([part, selector]): Place => {
          const section = element.shadowRoot!.querySelector(selector)!;
          const box = section.getBoundingClientRect();
          return { part, left: box.left, right: box.right, top: box.top, bottom: box.bottom, start: ["left", "start"].includes(getComputedStyle(section).textAlign) ? 0 : 1 };
        });
        return { host: { left, right, top, bottom }, places: found };
      }, shown);
      for (const place of places) {
        expect(place.right - place.left, `${told}: ${place.part}`).toBeGreaterThan(width === 390 ? 300 : 250);
        expect(place.bottom - place.top, `${told}: ${place.part}`).toBeGreaterThan(30);
        expect([place.left >= host.left - 1, place.right <= host.right + 1, place.top >= host.top - 1, place.bottom <= host.bottom + 1, place.start], `${told}: ${JSON.stringify([host, place])}`).toEqual([true, true, true, true, 0]);
      }
      // From edge to edge, and no part over another.
      expect(Math.abs(Math.min(...places.map((one) => one.left)) - host.left) + Math.abs(Math.max(...places.map((one) => one.right)) - host.right), `${told}: ${JSON.stringify([host, places])}`).toBeLessThanOrEqual(2);
      for (const [k, a] of places.entries()) {
        for (const b of places.slice(k + 1)) {
          const over = Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
          expect(over, `${told}: ${a.part} and ${b.part}`).toBeLessThanOrEqual(1);
        }
      }
      expect(Math.abs(Math.max(...places.map((one) => one.bottom)) - host.bottom), `${told}: ${JSON.stringify([host, places])}`).toBeLessThanOrEqual(2);
    }
  }
  close();
});

test("a dark page, or element, is followed as it changes; a theme that is given stands", async ({ page }) => {
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  const dark = (selector: string, property: "color" | "backgroundColor"): Promise<boolean> =>
    page.locator(selector).first().evaluate((element, name) => {
      const canvas = document.createElement("canvas").getContext("2d")!;
      canvas.fillStyle = getComputedStyle(element)[name];
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return red + green + blue < 384;
    }, property);
  const cell = (): Promise<number> =>
    page.locator("espalier-map canvas").evaluate((canvas) => {
      const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(3, 3, 1, 1);
      return data[0]! + data[1]! + data[2]!;
    });
  const light = await cell();
  const as = async (is: boolean): Promise<void> => {
    await expect.poll(() => Promise.all([dark(".answer", "backgroundColor"), dark(".say b", "color")])).toEqual([is, !is]);
    await expect.poll(async () => (await cell()) < light - 60).toBe(is);
  };
  await as(false);
  const scheme = (selector: string, value: string): Promise<void> => page.locator(selector).evaluate((element, to) => void ((element as HTMLElement).style.colorScheme = to), value);
  await scheme("html", "dark");
  await as(true);
  await page.locator("espalier-explainer").evaluate((element) => element.setAttribute("theme", "light"));
  await as(false);
  await page.locator("espalier-explainer").evaluate((element) => element.removeAttribute("theme"));
  await scheme("html", "light dark");
  await as(false);
  await page.emulateMedia({ colorScheme: "dark" });
  await as(true);
  await scheme("html", "light");
  await as(false);
  await scheme("espalier-explainer", "dark");
  await as(true);
  close();
});

/** Every attribute by wrong values, and by none and another case: its words, or null where it is taken as it stands; and a right value. */
const VALUES: Record<string, { right: string; wrong: Record<string, RegExp | null> }> = {
  model: { right: "stump.json", wrong: { "": null, "http://[": /not an address/, "nope.json": /404/, "STUMP.JSON": /404/, "bad.json": /bad\.json/, "/": /model/i } },
  schema: {
    right: "schema.json",
    wrong: { "": null, "http://[": /not an address/, "{": /not an address/, "5": /schema cannot be read.*404/s, true: /schema cannot be read/, "nope.json": /schema cannot be read.*nope\.json.*404/s, "bad.json": /schema cannot be read.*not a JSON document/s, "[1]": /does not fit/, '{"features": 5}': /does not fit/, '{"features": [], "subject": "a very long subject that goes on and on, for so many words that no sentence has any room for it"}': /does not fit/ },
  },
  query: {
    right: '{"Income": 3, "Age": 20}',
    wrong: { "": null, null: null, "{": /not JSON/, '{"Income": 3': /not JSON/, abc: /not JSON/, "5": /not JSON/, true: /not JSON/, "[1]": /2 numbers/, '[1, "x"]': /2 numbers/, '{"Wage": 3}': /Income, Age/, '{"income": 3}': /Income, Age/, '{"toString": 3}': /Income, Age/, '{"Income": "x"}': /A number/, '{"Income": true}': /A number/, '{"Income": [1]}': /A number/, '{"Income": {}}': /A number/, '{"Income": 1e999}': /A number/ },
  },
  target: {
    right: "accepted",
    wrong: { "": null, null: null, "{": /rejected, accepted/, '{"class": "accepted"': /rejected, accepted/, "{}": /rejected, accepted/, "[1]": /rejected, accepted/, acepted: /rejected, accepted/, Accepted: /rejected, accepted/, "2": /rejected, accepted/, "-1": /rejected, accepted/, "0.5": /rejected, accepted/, true: /rejected, accepted/, toString: /rejected, accepted/, '{"class": "toString"}': /rejected, accepted/, '{"class": null}': /rejected, accepted/, '{"class": 7}': /rejected, accepted/, '{"classes": ["accepted", "x"]}': /rejected, accepted/, '{"classes": 1}': /rejected, accepted/, '{"classes": []}': /class/, '{"value": 5}': /rejected, accepted/, '{"value": [1, 2]}': /rejected, accepted/, '{"class_costs": {"x": 1}}': /rejected, accepted/, '{"class_costs": {}}': /class/, '{"class_costs": 3}': /rejected, accepted/, '{"class": "accepted", "min_probability": 7}': /min_probability|probability/, '{"class": "accepted", "min_probability": "x"}': /rejected, accepted/, '{"best": "most"}': /rejected, accepted/, '{"best": {"class": "x"}}': /rejected, accepted/, '{"best": {"class": "accepted"}, "budget": -1}': /budget|0/, '{"apart": {}}': /rejected, accepted/ },
  },
  axes: { right: "Age, Income", wrong: { "": null, Income: /Income, Age/, "Income Wage": /Income, Age/, "income age": /Income, Age/, "Income, Income": /Income, Age/, "[": /Income, Age/, "[1, 2]": /Income, Age/, '["Income"]': /Income, Age/, '{"x": 1}': /Income, Age/, "toString valueOf": /Income, Age/ } },
  subject: { right: "you", wrong: { "": null, " ": null, YOU: null, "the flower": null, "a very long subject that goes on and on, for so many words that no sentence has any room for it": null } },
  controls: { right: "person map answer", wrong: { "": null, " , ": null, "person answr": /header, person, map, answer, drawers/, MAP: /header, person, map, answer, drawers/, constructor: /header, person, map, answer, drawers/, "answer nope": /header, person, map, answer, drawers/ } },
  theme: { right: "light", wrong: { "": null, drak: /light, dark/, DARK: /light, dark/, toString: /light, dark/ } },
  examples: { right: "list.json", wrong: { "": null, "http://[": /not an address/, "nope.json": /no list of examples/, "bad.json": /no list of examples/, "stump.json": /no list of examples/, "odd.json": /no list of examples/ } },
  fragment: { right: "false", wrong: { false: null, maybe: /true, false/, TRUE: /true, false/, "0": /true, false/ } },
};

for (const [attribute, { right, wrong }] of Object.entries(VALUES)) {
  test(`${attribute}: each value is taken or told in words, from the start, before the element is defined and later, and the explainer goes on`, async ({ page }) => {
    const seen = watch(page);
    const server = await serve("pkg", { pages: { "/": body("<p>A page.</p>"), "/stump.json": JSON.stringify(stump), "/bad.json": "{", "/list.json": "[]", "/odd.json": "[null]", "/schema.json": JSON.stringify(stump.schema) } });
    await page.goto(server.url);
    await page.waitForFunction(() => customElements.get("espalier-explainer"));
    const element = page.locator("espalier-explainer");
    const alert = page.getByRole("alert");
    /** Attributes of an element that is right; the model's own where that is another's affair. */
    const others = { model: "stump.json", query: '{"Income": 3, "Age": 20}', target: "accepted", subject: "you" };
    const stands = async (told: string): Promise<void> => {
      await expect(page.locator(".say"), told).toContainText(/[Aa]ccepted|[Rr]ejected/);
      await expect(page.locator("section.answer"), told).toHaveAttribute("aria-busy", "false");
    };
    const times = ["start", "early", "later"] as const;
    for (const [k, [value, said]] of Object.entries(wrong).entries()) {
      // The first four at all times, the others at one each in turn.
      for (const when of times.filter((_, turn) => k < 4 || turn === k % times.length)) {
        const told = `${attribute}=${value}, ${when}`;
        await page.evaluate(
          ([attribute, value, when, others]) => {
            document.querySelector("espalier-explainer")?.remove();
            (window as unknown as { heard: unknown[] }).heard = [];
            // In a document without a registry the element is not defined until it comes into this one.
            const home = when === "early" ? document.implementation.createHTMLDocument() : document;
            const made = home.createElement("espalier-explainer");
            for (const [name, right] of Object.entries(others)) if (name !== attribute || when === "later") made.setAttribute(name, right);
            if (when === "early" && attribute !== "fragment") {
              let property: unknown = value;
              try {
                if (["query", "target", "schema"].includes(attribute)) property = JSON.parse(value);
              } catch {
                // As text.
              }
              Object.assign(made, { [attribute]: property });
            } else if (when !== "later") made.setAttribute(attribute, value);
            document.body.append(made);
          },
          [attribute, value, when, others] as const,
        );
        if (when === "later") {
          await stands(told);
          await element.evaluate((one, [name, to]) => one.setAttribute(name, to), [attribute, value] as const);
        }
        if (said === null) {
          if (attribute !== "model" || when === "later") await stands(told);
          await expect(alert, told).toHaveCount(0);
          continue;
        }
        await expect(alert, told).toContainText(said);
        const errors = (await heard(page)).flatMap(([name, error]) => (name === "espalier-error" ? [(error as { what: string }).what] : []));
        await expect(alert, told).toContainText(errors[errors.length - 1] ?? "an event");
        // A model that cannot be had leaves nothing to show; of all else the explainer stands beside the words.
        if (when === "later" || (attribute !== "model" && attribute !== "schema")) await expect(page.locator(".say, .card").first(), told).toBeVisible();
        // A right value afterwards is taken, and the words go.
        await element.evaluate((one, [name, to]) => one.setAttribute(name, to), [attribute, right] as const);
        await expect(alert, told).toHaveCount(0);
        await stands(told);
      }
    }
    expect(seen.complaints.filter((one) => !one.includes("Failed to load resource"))).toEqual([]);
    server.close();
  });
}

test("an element without a model says that it needs one, in the language around it, until one comes", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, `<espalier-explainer></espalier-explainer><espalier-explainer figure="sentence"></espalier-explainer>`);
  const told = { en: 'This element needs "model"', de: 'Dieses Element braucht "model"', fr: 'Cet élément a besoin de "model"' };
  for (const [lang, words] of Object.entries(told)) {
    await page.evaluate(async ([tag, module]) => {
      if (tag !== "en") await import(module);
      document.documentElement.lang = tag;
    }, [lang, `./languages/${lang}.js`] as const);
    for (const element of await page.locator("espalier-explainer").all()) await expect(element.getByText(words), lang).toBeVisible();
  }
  await page.evaluate(() => (document.documentElement.lang = "en"));
  expect(await heard(page)).toEqual([]);
  await page.evaluate(() => document.querySelectorAll("espalier-explainer").forEach((one) => one.setAttribute("model", "stump.json")));
  await expect(page.locator(".say").first()).toContainText(/[Aa]ccepted|[Rr]ejected/);
  await expect(page.getByText(told.en)).toHaveCount(0);
  seen.quiet();
  close();
});

test("figures have their parts without bars, a square map, the page's font and the height of their content", async ({ page }) => {
  const parts: Record<string, string[]> = {
    boxes: ["map"],
    "shortest-way": ["map", "answer"],
    sentence: ["answer"],
    trees: ["map", "drawers"],
    search: ["map", "drawers"],
    compare: ["map", "drawers"],
    curve: ["drawers"],
  };
  const close = await open(page, `<style>espalier-explainer { max-width: 480px } body { font-family: serif }</style>${Object.keys(parts).map((figure) => one.replace("model=", `figure="${figure}" model=`)).join("")}`);
  for (const [figure, shown] of Object.entries(parts)) {
    const explainer = page.locator(`espalier-explainer[figure="${figure}"]`);
    await expect.poll(() => explainer.evaluate((one: HTMLElement & { answer: unknown }) => one.answer)).toMatchObject({ status: "optimal" });
    const found = await explainer.evaluate((one) => [...one.shadowRoot!.querySelectorAll("[part]")].filter((part) => part.matches(".map, .answer, .drawers, .person, .top") && part.getBoundingClientRect().height > 0).map((part) => part.getAttribute("part")));
    expect(found, figure).toEqual(shown);
    await expect(explainer.locator(".bar:visible, .handles:visible, .rest:visible")).toHaveCount(0);
    if (shown.includes("map")) {
      await expect(explainer.locator("espalier-map svg.over .stage, espalier-map canvas").first()).toBeVisible();
      const box = await explainer.locator("espalier-map").evaluate((map) => (["width", "height"] as const).map((side) => Number(map.shadowRoot!.querySelector("#plot-clip rect")!.getAttribute(side))));
      expect(box[0], figure).toBeGreaterThan(200);
      expect(Math.abs(box[0]! - box[1]!), `${figure}: ${box.join(" x ")}`).toBeLessThan(2);
    }
    if (shown.includes("drawers")) await expect(explainer.locator(".data").first()).toBeVisible();
    expect(await explainer.evaluate((one) => getComputedStyle(one).fontFamily)).toBe("serif");
    const [inside, whole] = await explainer.evaluate((one) => [one.shadowRoot!.querySelector(".page")!.scrollHeight, one.getBoundingClientRect().height]);
    expect(Math.abs(inside - whole), figure).toBeLessThan(2);
  }
  await page.evaluate(() => document.querySelector("espalier-explainer")!.setAttribute("figure", "box"));
  await expect.poll(async () => (await heard(page)).some(([name, detail]) => name === "espalier-error" && JSON.stringify(detail).includes("/figure"))).toBe(true);
  close();
});
