// The states of the page and of the lessons that have a picture, each by its name: how to get there.
import { choose, drag, drawer, everyone, example, lock, open, settled } from "./steps.mjs";

const LOCKED = ["Checking account", "Credit amount", "Duration", "Guarantor", "Savings"];

/** Drawers that need nothing but to be opened. */
const DRAWERS = ["trees", "search", "compare", "curve", "data", "proof", "ways", "why", "beat"];

/** The languages that there are besides English. */
const LANGUAGES = ["de", "fr"];

const LESSONS = ["forest", "boxes", "overlap", "votes", "rulers", "greedy", "proof", "limits", "slanted", "program", "usual", "grow", "walk"];

/** From the first answer on. `wide`: only where the head has all its buttons. */
const PAGE = {
  first: async () => undefined,
  checked: async (page) => {
    await page.locator(".proof button").click();
    await page.locator(".proof .i").waitFor();
  },
  impossible: (page) => lock(page, ...LOCKED),
  best: async (page) => {
    await page.locator(".say select").selectOption("best");
    await settled(page);
  },
  value: { wide: true, go: (page) => example(page, "Rent of a flat") },
  pixels: { wide: true, go: (page) => example(page, "Handwritten digit") },
  many: { wide: true, go: (page) => example(page, "Breast tumour") },
  several: async (page) => {
    for (let n = 0; n < 2; n += 1) {
      await page.locator(".further-more button").first().click();
      await settled(page);
    }
  },
  stale: (page) => drag(page, 60, -40),
  ...Object.fromEntries(DRAWERS.map((name) => [`drawer-${name}`, (page) => drawer(page, name)])),
  "drawer-everyone": (page) => everyone(page),
  "drawer-measure": async (page) => {
    await page.locator(".other-ways .h select").selectOption("measure");
    await settled(page);
  },
  limit: async (page) => {
    await page.locator(".chip.add").click();
    await page.locator(".limit-form").waitFor();
  },
  model: { wide: true, go: (page) => page.locator(".model .title").click() },
  ...Object.fromEntries(["Open", "Examples", "Share", "Export", "Keys and help"].map((name) => [`menu-${name.split(" ")[0].toLowerCase()}`, { wide: true, go: (page) => page.locator(".top").getByRole("button", { name, exact: true }).click() }])),
  broken: async (page) => {
    await choose(page, () => page.keyboard.press("o"), "broken.json", '{"trees": 3}');
    await page.locator(".bad").waitFor();
  },
  tip: async (page) => {
    const ring = await page.locator("espalier-map .ring").first().boundingBox();
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2 + 1);
    await page.locator(".sign-tip:not([hidden])").waitFor({ timeout: 5000 }).catch(() => undefined);
  },
  print: (page) => page.emulateMedia({ media: "print" }),
};

const lesson = (name) => async (page, url) => {
  await page.goto(`${url}lessons.html${name === "" ? "" : `#${name}`}`);
  await page.locator(name === "" ? ".cards" : name === "walk" ? ".part" : ".facts, .steps").first().waitFor();
};

/** `query`: the part behind the address of the page. */
function onPage(state, query = "") {
  const go = typeof state === "function" ? state : state.go;
  return {
    wide: state.wide === true,
    go: async (page, url) => {
      await open(page, url, query);
      await go(page);
    },
  };
}

export const STATES = {
  ...Object.fromEntries(Object.entries(PAGE).map(([name, state]) => [name, onPage(state)])),
  ...Object.fromEntries(LANGUAGES.flatMap((tag) => ["first", "impossible", "drawer-why", "drawer-everyone", "drawer-ways"].map((name) => [`${name}-${tag}`, name === "impossible" ? onPage(async (page) => {
    const locks = page.locator("button.lock[aria-pressed=false]");
    while ((await locks.count()) > 0) {
      await locks.first().click();
      await settled(page);
    }
  }, `?lang=${tag}`) : onPage(PAGE[name], `?lang=${tag}`)]))),
  lessons: { go: lesson("") },
  ...Object.fromEntries(LESSONS.map((name) => [`lesson-${name}`, { go: lesson(name) }])),
};

/** Windows, and the appearance: `wide` states are drawn in the wide ones. */
export const VIEWS = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  dark: { width: 1280, height: 800, dark: true },
};
