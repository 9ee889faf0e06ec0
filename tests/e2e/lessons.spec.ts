/** The lessons: each opens by its address, is dragged by keyboard and pointer, answers its question, and asks the network for nothing later. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, type Locator, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { drawn } from "./page-tools.js";
import { watch } from "./watch.js";

const found = (page: Page) => page.locator(".found");
const dot = (page: Page) => page.getByRole("slider", { name: /Drag me/ });

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`./lessons.html#${name}`);
  await expect(dot(page)).toBeVisible();
  await expect(found(page)).toHaveText("Not found yet.");
}

test("boxes: the dot goes by arrow keys and by dragging, from box to box until the question is answered", async ({ page }) => {
  const seen = watch(page);
  await open(page, "boxes");
  await expect(page.getByRole("heading", { name: "One tree cuts the plane into boxes" })).toBeVisible();
  await accessible(page);
  await dot(page).focus();
  const before = (await dot(page).getAttribute("aria-valuetext")) ?? "";
  await page.keyboard.press("ArrowLeft");
  await expect(dot(page)).not.toHaveAttribute("aria-valuetext", before);
  const plot = await page.locator("espalier-map .surface").boundingBox();
  const at = await dot(page).boundingBox();
  if (!plot || !at) throw new Error("the figure has no place");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  for (const [x, y] of [[0.85, 0.85], [0.85, 0.3], [0.25, 0.1]] as const) {
    await page.mouse.move(plot.x + x * plot.width, plot.y + y * plot.height, { steps: 6 });
    await drawn(page);
    await expect(page.locator(".facts dt")).toHaveText("refused");
  }
  await page.mouse.up();
  await expect(found(page)).toContainText("You have been in 3 boxes that are all");
  seen.quiet();
});

test("rulers: the dot is dragged, the three answers follow", async ({ page }) => {
  await open(page, "rulers");
  const before = await page.locator(".facts").textContent();
  const box = await dot(page).boundingBox();
  if (!box) throw new Error("the dot has no place");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 40, box.y - 60, { steps: 8 });
  await page.mouse.up();
  await expect(page.locator(".facts")).not.toHaveText(before ?? "");
  await expect(page.locator(".facts dt")).toHaveText(["Diamond, sum of steps", "Circle, straight line", "Square, longest step"]);
  await accessible(page);
});

test("limits: edges drawn in until no way is left; the limits are named", async ({ page }) => {
  await open(page, "limits");
  const [left, bottom] = [page.locator("[data-part=left]"), page.locator("[data-part=bottom]")];
  await left.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await bottom.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("Shift+ArrowUp");
  await expect(found(page)).toContainText("No accepted point is left, and that is proved.");
});

test("proof: stepping to the end says how many boxes it took; a moved dot is proved anew", async ({ page }) => {
  await open(page, "proof");
  const step = page.getByRole("slider", { name: "Step" });
  await step.focus();
  await page.keyboard.press("End");
  await expect(found(page)).toContainText(/That many\. (One box is|\d+ boxes are) enough/);
  await expect(page.locator(".steps p").last()).toContainText("Closed:");
  await accessible(page);
  await dot(page).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(found(page)).toHaveText("Not found yet.");
  await expect(step).toHaveValue("0");
});

test("overlap: from lesson to lesson by links; back to the tool; on a phone the figure stands between text and question", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("link", { name: "Lessons" }).click();
  await expect(page).toHaveTitle(/The geometry of tree ensembles/);
  await page.getByRole("link", { name: /One tree is boxes/ }).click();
  await expect(page).toHaveTitle(/One tree is boxes/);
  await page.getByRole("link", { name: "Two trees overlap" }).last().click();
  await expect(page.getByRole("heading", { name: "Two trees overlap, and the patches multiply" })).toBeVisible();
  await expect(page.locator(".facts dt")).toHaveCount(3);
  await expect(page.getByRole("link", { name: "Open the tool" })).toHaveAttribute("href", "./");
  await page.setViewportSize({ width: 390, height: 844 });
  const top = async (selector: string): Promise<number> => (await page.locator(selector).first().boundingBox())?.y ?? 0;
  expect(await top(".figure")).toBeGreaterThan(await top(".words > p"));
  expect(await top(".question")).toBeGreaterThan(await top(".figure"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible(page);
});

test("forest, greedy, slanted, votes, usual: the dot is dragged by keyboard, the figure follows, axe finds nothing", async ({ page }) => {
  for (const name of ["forest", "votes", "greedy", "slanted", "usual"]) {
    const seen = watch(page);
    await open(page, name);
    await expect(page.locator(".facts dt").first()).not.toHaveText("");
    const before = await dot(page).getAttribute("aria-valuetext");
    const told = await page.locator(".facts").textContent();
    await dot(page).focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Shift+ArrowLeft");
    await expect(dot(page)).not.toHaveAttribute("aria-valuetext", before ?? "");
    await expect(page.locator(".facts")).not.toHaveText(told ?? "");
    await accessible(page);
    seen.quiet();
  }
});

test("keys pressed while an answer is still under way all move the dot", async ({ page }) => {
  // The worker hears everything late, as on a slow machine.
  await page.addInitScript(() => {
    const proto = Worker.prototype as { postMessage: (this: Worker, ...given: unknown[]) => void };
    const { postMessage } = proto;
    proto.postMessage = function (this: Worker, ...given: unknown[]): void {
      setTimeout(() => postMessage.apply(this, given), 400);
    };
  });
  await open(page, "votes");
  await expect(dot(page)).toHaveAttribute("aria-valuetext", /^8,000\sEUR/);
  await dot(page).focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press("Shift+ArrowLeft", { delay: 100 });
  await expect(dot(page)).toHaveAttribute("aria-valuetext", /^4,000\sEUR/);
  await expect(page.locator(".facts")).toContainText("mean score 20.9 %");
});

test("grow: points are added where the dot stands until the forest turns there, and are taken back", async ({ page }) => {
  await open(page, "grow");
  await expect(page.locator(".facts dt").first()).toHaveText("12 points, 15 trees");
  const says = (await page.locator(".facts dt").last().textContent()) ?? "";
  const add = page.getByRole("button", { name: says.endsWith("refused") ? "Add accepted here" : "Add refused here" });
  let added = 0;
  for (let k = 1; k <= 8 && (await found(page).textContent())?.includes("Not found yet.") === true; k += 1) {
    added = k;
    await add.press("Enter");
    await expect(page.locator(".facts dt").first()).toHaveText(`${12 + k} points, 15 trees`);
    await page.waitForTimeout(200);
  }
  await expect(found(page)).toContainText("It flipped.");
  await accessible(page);
  await page.getByRole("button", { name: "Take back the last" }).click();
  await expect(page.locator(".facts dt").first()).toHaveText(`${11 + added} points, 15 trees`);
});

test("grow: by arrow keys another kind of model, one tree with slanted cuts; points of one's own stay and turn it", async ({ page }) => {
  const seen = watch(page);
  await open(page, "grow");
  await page.getByRole("radio", { name: "A forest" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "One tree with slanted cuts" })).toBeChecked();
  await expect(page.getByRole("heading", { name: "One tree with slanted cuts is trained cut by cut" })).toBeVisible();
  await expect(page.locator(".facts dt")).toHaveText(["12 points, one tree", "The tree says refused"]);
  await expect(found(page)).toHaveText("Not found yet.");
  await accessible(page);
  let added = 0;
  for (let k = 1; k <= 8 && (await found(page).textContent())?.includes("Not found yet.") === true; k += 1) {
    added = k;
    await page.getByRole("button", { name: "Add accepted here" }).press("Enter");
    await expect(page.locator(".facts dt").first()).toHaveText(`${12 + k} points, one tree`);
    await page.waitForTimeout(200);
  }
  await expect(found(page)).toContainText(/It flipped\. .*to make it accepted here: the tree has \d cuts? now/);
  // The forest of the same points; nothing has turned in it yet.
  await page.getByRole("radio", { name: "A forest" }).check({ force: true });
  await expect(page.locator(".facts dt").first()).toHaveText(`${12 + added} points, 15 trees`);
  await expect(found(page)).toHaveText("Not found yet.");
  seen.quiet();
});

/** Trees of three kinds by two numbers, which slanted lines part, and a row whose kind is not known. */
const TREES = `Nr,Height,Girth,Kind\n${Array.from({ length: 60 }, (_, n) => {
  const [height, girth] = [3 + ((n * 17) % 60) / 4, 20 + ((n * 29) % 61)];
  return `t${n},${height},${girth},${girth > 5 * height + 20 ? "oak" : girth < 2 * height + 20 ? "fir" : "elm"}`;
}).join("\n")}\nt60,4,30,\n`;

const ownRows = (page: Page) => page.getByLabel("Take your own rows, csv");

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** The nearest point of the class that is looked for, as the figure shows it. */
const shown = (page: Page): Promise<{ x: number; y: number } | null> => page.locator("espalier-lesson").evaluate((lesson) => (lesson as unknown as { figure: { answer: { x: number; y: number } | null } | null }).figure?.answer ?? null);

test("grow: rows of a person's own file are taken; the slanted tree and its answer are those of the command line", async ({ page }) => {
  const seen = watch(page);
  await open(page, "grow");
  await ownRows(page).setInputFiles(csv("trees.csv", TREES));
  await expect(page.locator(".facts dt").first()).toHaveText("60 points, 15 trees");
  await expect(page.getByText("trees.csv, 60 of 61 rows")).toBeVisible();
  await expect(page.locator(".words")).toContainText("Each small dot is a row of trees.csv");
  await expect(page.getByRole("combobox", { name: "Across" })).toHaveValue("Height");
  await expect(page.getByRole("combobox", { name: "Up" })).toHaveValue("Girth");
  await expect(page.getByRole("combobox", { name: "Class" })).toHaveValue("Kind");
  await expect(page.getByRole("button", { name: /^Add / })).toHaveText(["Add fir here", "Add elm here", "Add oak here"]);
  await accessible(page);
  await page.getByRole("radio", { name: "One tree with slanted cuts" }).check({ force: true });
  await expect(page.locator(".facts dt").first()).toHaveText("60 points, one tree");
  await expect(page.locator(".words")).toContainText("weighs one column against the other");
  const folder = await mkdtemp(join(tmpdir(), "espalier-"));
  try {
    const run = async (...given: string[]): Promise<string> => (await promisify(execFile)("node", [resolve("pkg/cli.js"), ...given], { cwd: folder, maxBuffer: 1 << 26 })).stdout;
    await writeFile(join(folder, "two.csv"), TREES.replaceAll(/^[^,]*,/gm, ""));
    await writeFile(join(folder, "tree.json"), await run("grow", "--rows", "two.csv", "--label", "Kind"));
    const [, height, girth] = TREES.split("\n").find((line) => line.endsWith("elm"))!.split(",");
    await writeFile(join(folder, "one.csv"), `Height,Girth\n${height},${girth}\n`);
    const answer = JSON.parse(await run("explain", "--model", "tree.json", "--queries", "one.csv", "--target", '{"class": "fir"}')) as { status: string; counterfactuals: { values: number[] }[] };
    expect(answer.status).toBe("optimal");
    const [x, y] = answer.counterfactuals[0]!.values;
    await expect.poll(() => shown(page)).toMatchObject({ x, y });
  } finally {
    await rm(folder, { recursive: true });
  }
  // Another class is looked for, and the axes change places, by the keyboard alone.
  await page.getByRole("combobox", { name: "Look for" }).focus();
  await page.keyboard.press("o");
  await expect(page.getByRole("button", { name: /^Add / }).first()).toHaveText("Add oak here");
  await page.getByRole("combobox", { name: "Across" }).selectOption("Girth");
  await expect(page.getByRole("combobox", { name: "Up" })).toHaveValue("Height");
  await expect(dot(page)).toHaveAccessibleName(/Drag me/);
  await page.getByRole("button", { name: "Add oak here" }).click();
  await expect(page.locator(".facts dt").first()).toHaveText("61 points, one tree");
  await page.getByRole("button", { name: "Take back the last" }).click();
  await expect(page.getByRole("button", { name: "Take back the last" })).toBeDisabled();
  await page.getByRole("button", { name: "Back to the lesson\u2019s points" }).click();
  await expect(page.locator(".facts dt").first()).toHaveText("12 points, one tree");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  seen.quiet();
});

test("grow: a file is dropped on the figure; one that is wrong is told with its line and remedy, and the points stay", async ({ page }) => {
  await open(page, "grow");
  const alert = page.getByRole("alert");
  const drop = async (name: string, text: string): Promise<void> => {
    const data = await page.evaluateHandle(([name, text]) => {
      const all = new DataTransfer();
      all.items.add(new File([text!], name!, { type: "text/csv" }));
      return all;
    }, [name, text]);
    await page.locator(".figure").dispatchEvent("drop", { dataTransfer: data });
  };
  await drop("short.csv", "a,b,kind\n1,2,x\n3,4\n");
  await expect(alert).toHaveText("short.csv, line 3: found 2 cells; the header has 3; give as many");
  await expect(page.locator(".facts dt").first()).toHaveText("12 points, 15 trees");
  await drop("words.csv", "a,b,kind\n1,short,x\n2,tall,y\n");
  await expect(alert).toContainText("words.csv, line 2: fewer than two columns hold different numbers and nothing else; give two");
  await ownRows(page).setInputFiles(csv("semicolons.csv", "a;b;kind\n1;2;x\n3;4;y\n"));
  await expect(alert).toContainText("semicolons.csv, line 2: fewer than two columns hold different numbers");
  await accessible(page);
  await ownRows(page).setInputFiles(csv("twice.csv", "a,a,kind\n1,2,x\n3,4,y\n"));
  await expect(alert).toContainText("twice.csv, line 1: two columns are called \u201ca\u201d; give each a name of its own.");
  await drop("good.csv", TREES);
  await expect(page.locator(".facts dt").first()).toHaveText("60 points, 15 trees");
  await expect(alert).toHaveCount(0);
  // The next lesson has its own points, and so has this one when it is opened again.
  await page.goto("./lessons.html#boxes");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await open(page, "grow");
  await expect(page.locator(".facts dt").first()).toHaveText("12 points, 15 trees");
});

test("walk: six parts by keyboard, each with its answers and measures, until nobody has to grow older", async ({ page }) => {
  const seen = watch(page);
  await page.goto("./lessons.html#walk");
  await expect(page.getByRole("heading", { name: "The nearest answer is seldom one" })).toBeVisible();
  const measures = page.getByRole("region", { name: "Measures" }).locator("tbody tr");
  const answers = page.getByRole("region", { name: "Answers" }).locator("tbody tr");
  await expect(measures).toHaveCount(1);
  await expect(answers).toHaveCount(2);
  await expect(found(page)).toHaveText("Not found yet.");
  await page.getByRole("slider", { name: "Step" }).focus();
  for (const [index, part] of ["B", "C", "D", "E", "F"].entries()) {
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(".part b")).toHaveText(`Part ${part}`);
    await expect(measures).toHaveCount(index + 2);
    await expect(answers).toHaveCount(part === "B" ? 2 : 4);
    // The same answers on the map.
    await expect.poll(() => page.locator("espalier-map").evaluate((map) => (map as unknown as { marks: unknown[] }).marks.length)).toBe(part === "B" ? 1 : 3);
  }
  await expect(found(page)).toContainText("From Part D on none does: it holds the features that nobody can change");
  await expect(page.getByRole("region", { name: "Answers" })).toContainText("follows");
  // The trees beside the map: those that the answer moves most.
  const tiles = page.locator(".walk .tile input");
  await expect(tiles).toHaveCount(12);
  const score = async (of: Locator): Promise<number> => Number(/score ([\d.]+)/.exec((await of.textContent()) ?? "")?.[1]);
  const gains: number[] = [];
  const chosen = await tiles.count();
  for (let at = 0; at < chosen; at++) {
    await tiles.nth(at).check({ force: true });
    const name = /^Tree \d+ of 60/.exec((await tiles.nth(at).getAttribute("aria-label")) ?? "")?.[0] ?? "none";
    await expect(page.locator(".trees .of")).toContainText(`${name}:`);
    await expect(page.locator(".trees .cap")).toContainText(`(a) ${name}:`);
    gains.push((await score(page.locator(".trees .cap"))) - (await score(page.locator(".trees .of"))));
  }
  expect(Math.min(...gains)).toBeGreaterThan(0);
  await page.locator(".walk .knot").first().focus();
  await expect(page.locator(".trees .cap")).toContainText("Tests:");
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  seen.quiet();
});

test("on a phone the list of lessons is folded until it is asked for", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./lessons.html#boxes");
  const list = page.getByRole("navigation").getByRole("list");
  await expect(page.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(list).toBeHidden();
  const fold = page.getByRole("button", { name: /^Lesson 2 of 13/ });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await list.getByRole("link", { name: /Votes and scores/ }).click();
  await expect(page.getByRole("button", { name: /^Lesson 4 of 13/ })).toBeVisible();
  await expect(list).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(list).toBeVisible();
  await expect(page.getByRole("button", { name: /^Lesson/ })).toBeHidden();
});

test("on a phone no lesson is wider than the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lesson of ["forest", "boxes", "overlap", "votes", "rulers", "proof", "limits", "slanted", "program", "usual", "grow"]) {
    await page.goto(`./lessons.html#${lesson}`);
    await expect(page.locator("espalier-map").first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), lesson).toBeLessThanOrEqual(390);
  }
});

test("the circle is round, the square is square, on a tablet, a phone and a screen", async ({ page }) => {
  for (const [width, height] of [[768, 1024], [390, 844], [1280, 800], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    // Loaded anew, not only resized.
    await page.goto("about:blank");
    await page.goto("./lessons.html#rulers");
    await expect(page.locator(".facts dt")).toHaveCount(3);
    const plot = (await page.locator("espalier-map .frame").boundingBox())!;
    expect(Math.abs(plot.width - plot.height), String(width)).toBeLessThanOrEqual(1);
    expect(plot.width).toBeGreaterThan(200);
    const figure = (await page.locator("espalier-map").boundingBox())!;
    expect(plot.y + plot.height).toBeLessThanOrEqual(figure.y + figure.height);
    expect(plot.x + plot.width).toBeLessThanOrEqual(figure.x + figure.width);
    // Pieces of an outline that the plot cuts are paths of their own. Each keeps one distance from the dot, by its ruler.
    const rulers = await page.locator("espalier-map").evaluate((map) => {
      const disc = map.shadowRoot!.querySelector(".dot .disc")!;
      const [cx, cy] = ["cx", "cy"].map((name) => Number(disc.getAttribute(name))) as [number, number];
      const spread = (all: number[]): number => Math.max(...all) / Math.min(...all);
      return [...map.shadowRoot!.querySelectorAll<SVGPathElement>(".ball")].map((path) => {
        const away = Array.from({ length: 101 }, (_, k) => path.getPointAtLength((path.getTotalLength() * k) / 100)).map(({ x, y }) => [Math.abs(x - cx), Math.abs(y - cy)] as const);
        return { l1: spread(away.map(([x, y]) => x + y)), l2: spread(away.map(([x, y]) => Math.hypot(x, y))), linf: spread(away.map(([x, y]) => Math.max(x, y))) };
      });
    });
    for (const one of rulers) expect(Math.min(one.l1, one.l2, one.linf), JSON.stringify(rulers)).toBeLessThan(1.02);
    for (const norm of ["l1", "l2", "linf"] as const) expect(rulers.some((one) => one[norm] < 1.02), norm).toBe(true);
  }
});

test("overview: lessons that are answered are ticked, also after a reload, until that is forgotten", async ({ page }) => {
  const seen = watch(page);
  await page.goto("./lessons.html");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("One applicant, thirteen lessons");
  await expect(page.locator(".overview")).toContainText("you ask for 8,000\u00a0EUR over 36\u00a0months");
  await expect(page.getByText("0 of 13 answered.")).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Begin" }).press("Enter");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("A forest asks many trees");
  await expect(dot(page)).toBeVisible();
  await dot(page).focus();
  for (let step = 0; step < 14 && (await found(page).textContent())?.includes("Not found yet.") === true; step += 1) {
    await page.keyboard.press("Shift+ArrowLeft");
    await page.waitForTimeout(150);
  }
  await expect(found(page)).toContainText(/Those trees\. At 8,000\sEUR, 36\smonths 0 of 7 trees said accepted, here it is \d/);
  await page.getByRole("link", { name: "All lessons" }).click();
  await page.reload();
  await expect(page.getByText("1 of 13 answered.")).toBeVisible();
  await expect(page.locator(".cards .number", { hasText: "answered" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Go on with \u201cOne tree is boxes\u201d" })).toHaveAttribute("href", "#boxes");
  await accessible(page);
  await page.getByRole("button", { name: "Forget my progress" }).press("Enter");
  await page.reload();
  await expect(page.getByText("0 of 13 answered.")).toBeVisible();
  seen.quiet();
});

test("a browser that keeps nothing has the lessons all the same", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("forbidden"); } }));
  const seen = watch(page);
  await page.goto("./lessons.html");
  await expect(page.getByText("0 of 13 answered.")).toBeVisible();
  await open(page, "boxes");
  seen.quiet();
});

test("the address is the state: another page opens in it, and the lesson starts over", async ({ page, context }) => {
  await open(page, "limits");
  await dot(page).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator("[data-part=left]").focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => page.url()).toMatch(/#limits\?at=7500,36&x=\d+\.\.$/);
  const told = await page.locator(".facts").textContent();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(dot(other)).toHaveAttribute("aria-valuetext", /^7,500\sEUR/);
  await expect(other.locator(".facts")).toHaveText(told ?? "");
  await other.getByRole("button", { name: "Start over" }).click();
  await expect(dot(other)).toHaveAttribute("aria-valuetext", /^8,000\sEUR/);
  await expect.poll(() => other.url()).toMatch(/#limits$/);
  // A step of a proof, and points of one's own.
  await other.goto("./lessons.html#program?step=3");
  await expect(other.getByText(/^step 4 of/)).toBeVisible();
  await other.goto("./lessons.html#walk?step=2");
  await expect(other.locator(".part b")).toHaveText("Part C");
  await other.goto("./lessons.html#grow?grown=tree&points=8000,36,1");
  await expect(other.locator(".facts dt").first()).toHaveText("13 points, one tree");
  await other.getByRole("button", { name: "Take back the last" }).click();
  await expect(other.locator(".facts dt").first()).toHaveText("12 points, one tree");
  await expect.poll(() => other.url()).toMatch(/#grow\?grown=tree$/);
});

test("an address that waits to be written does not undo a press of a link", async ({ page }) => {
  await open(page, "limits");
  await dot(page).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  // Printing writes the address at once, here before the browser has told of the link.
  await page.evaluate(() => {
    location.hash = "#boxes";
    window.dispatchEvent(new Event("beforeprint"));
  });
  await expect(page.getByRole("heading", { name: "One tree cuts the plane into boxes" })).toBeVisible();
  expect(page.url()).toMatch(/#boxes$/);
});

/** The boxes that trees light on the map. */
const lit = (page: Page): Promise<string> => page.locator("espalier-map").evaluate((map) => map.shadowRoot!.querySelector(".overlay .box")?.getAttribute("d") ?? "");

test("boxes: a node of the tree lights its box and counts its people; a place of the map lights its way in the tree; by keyboard too", async ({ page }) => {
  const seen = watch(page);
  await open(page, "boxes");
  const said = page.locator(".trees > .cap");
  await expect(said).toHaveText("Point at a node or at the map: box, path and people light up together.");
  const own = await lit(page);
  expect(own).not.toBe("");
  const leaf = page.locator("svg.tree .leaf").first();
  const at = (await leaf.boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await expect(said).toContainText(/Ends in a leaf for accepted, [\d.]+\s%\. .*\d+ of the 40 people shown are in it, \d+ of them accepted\./);
  expect(await lit(page)).not.toBe(own);
  // Its people alone are on the map.
  const people = (): Promise<number> => page.locator("espalier-map").evaluate((map) => (map as unknown as { marks: unknown[] }).marks.length);
  expect(await people()).toBe(Number(/(\d+) of the 40/.exec((await said.textContent()) ?? "")?.[1]));
  const plot = (await page.locator("espalier-map .surface").boundingBox())!;
  await page.mouse.move(plot.x + 0.2 * plot.width, plot.y + 0.8 * plot.height);
  await expect(said).toContainText("Where you point: The tree: accepted, score");
  await expect(page.locator("svg.tree .there").first()).toBeAttached();
  expect(await people()).toBe(40);
  expect(await lit(page)).toBe(own);
  await page.mouse.move(2, 2);
  // The root, then down the dot's own way to its leaf: its box is the one that is lit anyway.
  await page.locator("svg.tree [tabindex='0']").focus();
  await expect(said).toContainText("Tests: credit amount");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  await expect(said).toContainText("Ends in a leaf for refused");
  expect(await lit(page)).toBe(own);
  await accessible(page);
  seen.quiet();
});

test("votes: another tree is chosen by arrow keys, and its box is lit", async ({ page }) => {
  await open(page, "votes");
  await expect(page.locator(".tile")).toHaveCount(7);
  await expect(page.locator(".of")).toHaveText(/^Tree 1 of 7: refused/);
  const before = await lit(page);
  await page.locator(".tile input").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".of")).toHaveText(/^Tree 2 of 7/);
  await expect.poll(() => lit(page)).not.toBe(before);
  await accessible(page);
});

test("program: from the relaxation by branches to the proved cost; both engines are measured on this computer", async ({ page }) => {
  const seen = watch(page);
  await open(page, "program");
  await expect(page.locator(".steps")).toContainText("The relaxation: every switch may be anything from 0 to 1.");
  await expect(page.locator(".facts dt")).toHaveText(["31 inequalities", /^At least 0\.\d+$/]);
  await accessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page);
  await page.getByRole("slider", { name: "Step" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".steps")).toContainText("Branch: ");
  await page.keyboard.press("End");
  await expect(found(page)).toContainText(/That many\. \d+ relaxations are enough\. .* the box search proves the same\. Measured on this computer just now, over a forest of 15 trees: the box search took [\d.]+ ms .*, the program [\d.,]+ ms/);
  await accessible(page);
  seen.quiet();
});

test("teachers: notes unfold under a lesson; on paper are the figure and three questions, on one page", async ({ page }) => {
  // The walk's last step has the longest tables.
  for (const name of ["boxes", "program?step=1", "walk?step=1", "walk?step=5"]) {
    await page.goto(`./lessons.html#${name}`);
    const notes = page.getByText("For teachers");
    await notes.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".teacher li")).toHaveCount(3);
    await accessible(page);
    await notes.press("Enter");
    await expect(page.locator("espalier-map")).toBeVisible();
    if (name.startsWith("walk")) await expect(page.getByRole("region", { name: "Measures" }).locator("tbody tr")).toHaveCount(Number(name.at(-1)) + 1);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".sheet li")).toHaveCount(3);
    await expect(page.locator(".sheet")).toBeVisible();
    await expect(page.locator(".address")).toHaveAttribute("data-address", page.url());
    for (const hidden of [".top", "nav", ".foot", ".question", ".teacher"]) await expect(page.locator(hidden).first()).toBeHidden();
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g), name).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
  }
});
