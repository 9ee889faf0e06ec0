/** The lessons: each opens by its address, is dragged by keyboard and pointer, answers its question, and asks the network for nothing later. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, type Page } from "@playwright/test";
import { accessible } from "./axe.js";
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

test("greedy, slanted, votes, usual: the dot is dragged by keyboard, the figure follows, axe finds nothing", async ({ page }) => {
  for (const name of ["votes", "greedy", "slanted", "usual"]) {
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
  await expect(page.locator(".facts")).toContainText("mean score 5.9 %");
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
  await expect(page.locator(".words")).toContainText("Each ring is a row of trees.csv");
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
  }
  await expect(found(page)).toContainText("Part D holds the features that nobody can change");
  await expect(page.getByRole("region", { name: "Answers" })).toContainText("follows");
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  seen.quiet();
});

test("on a phone the list of lessons is folded until it is asked for", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./lessons.html");
  const list = page.getByRole("navigation").getByRole("list");
  await expect(page.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(list).toBeHidden();
  const fold = page.getByRole("button", { name: /^Lesson 1 of 11/ });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await list.getByRole("link", { name: /Votes and scores/ }).click();
  await expect(page.getByRole("button", { name: /^Lesson 3 of 11/ })).toBeVisible();
  await expect(list).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(list).toBeVisible();
  await expect(page.getByRole("button", { name: /^Lesson/ })).toBeHidden();
});

test("on a phone no lesson is wider than the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lesson of ["boxes", "votes", "rulers", "proof", "limits", "slanted", "usual", "grow"]) {
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
