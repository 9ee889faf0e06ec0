/** Steps that tests of the page do over and over. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, type Locator, type Page } from "@playwright/test";
import { lessonWords } from "../../www/src/lessons/words.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { SPOKEN } from "../web/pseudo.js";

export const say = (page: Page): Locator => page.locator(".say");
export const badge = (page: Page): Locator => page.locator(".badge");
export const card = (page: Page, name: string): Locator => page.getByRole("article", { name, exact: true });
export const slider = (page: Page, name: string): Locator => page.locator(".cards").getByRole("slider", { name });

/** Until an edit is drawn, which is in the next frame. Before it the page still looks at rest. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));
}

/** Until nothing is being computed any more. */
export async function settled(page: Page): Promise<void> {
  await drawn(page);
  await expect(page.locator("section.answer")).toHaveAttribute("aria-busy", "false");
  await expect(page.locator(".way", { hasText: "\u2026" })).toHaveCount(0);
  // An entry of the question before is dimmed until its own answer is there.
  await expect(page.locator(".way.stale")).toHaveCount(0);
}

/** Opens the page and waits for its first answer and for the list of other ways to settle. */
export async function open(page: Page, path = "./"): Promise<void> {
  await page.goto(path);
  // The address may choose another way than the smallest change.
  await expect(badge(page)).toHaveText(/^\s*Proved(?!: not)/);
  await settled(page);
}

/** Locks every feature, each once the lock before it is drawn: cards take other places. */
export async function lockAll(page: Page): Promise<void> {
  const open = page.locator(".lock[aria-pressed=false]");
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().click();
    await expect(open).toHaveCount(left - 1);
  }
}

/** Opens the form that adds a limit, for one kind of limit. */
export async function limitForm(page: Page, kind: string): Promise<void> {
  // The last act may still move the button.
  await drawn(page);
  await page.getByRole("button", { name: "Add a limit", exact: true }).click();
  await page.locator(".limit-form").getByText(kind, { exact: true }).click();
  await drawn(page);
}

/**
 * Chooses a file where the page asks for one after `ask`: a path, or a name and a content, of which all but a string becomes JSON.
 *
 * The browser hands choices to the test once the page has heard of it. A key comes to a busy page before that, so the page answers first.
 */
export async function choose(page: Page, ask: () => Promise<void>, file: string | { name: string; content: unknown }): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.evaluate(() => undefined);
  await ask();
  if (typeof file === "string") return (await chooser).setFiles(file);
  const { name, content } = file;
  const buffer = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  await (await chooser).setFiles({ name, mimeType: name.endsWith(".csv") ? "text/csv" : "application/json", buffer });
}

/** Opens a file as its picker would. */
export function upload(page: Page, name: string, content: unknown): Promise<void> {
  const ask = async (): Promise<void> => {
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Choose a file" }).click();
  };
  return choose(page, ask, { name, content });
}

/** Opens rows of a csv file. */
export function uploadRows(page: Page, name: string, content: string): Promise<void> {
  return choose(page, () => page.getByRole("button", { name: /Choose (other rows|a csv)/ }).click(), { name, content });
}

/** A csv of loan applications under the features' names, with decisions and a name beside them. */
export function applications(count: number): string {
  const header = "Credit amount,Duration,Checking account,Savings,Housing,Employed for,Other loans,Guarantor,Age,Purpose,label,name";
  const levels = { checking: ["overdrawn", "0 to 200 EUR", "200 EUR or more", "salary paid in"], housing: ["with family", "rent", "own"], purpose: ["car", "furniture", "education", "business"] };
  const of = (list: string[], n: number): string => list[n % list.length] ?? "";
  const rows = Array.from({ length: count }, (_, n) => {
    const amount = 500 + ((n * 7919) % 8000);
    return [amount, 6 + ((n * 31) % 50), of(levels.checking, n), n % 3, of(levels.housing, n >> 2), n % 15, n % 3, n % 5 === 0 ? "yes" : "no", 20 + (n % 50), of(levels.purpose, n >> 1), amount < 4000 ? "accepted" : "refused", `"Person, ${String(n)}"`].join(",");
  });
  return `${header}\n${rows.join("\n")}\n`;
}

/** Gives the form of a limit the other model that it asks for. */
export function uploadOther(page: Page, name: string, content: unknown): Promise<void> {
  return choose(page, () => page.getByRole("button", { name: "Choose the other model\u2019s file" }).click(), { name, content });
}

/** Adds another model in its part of the question; of one that must predict a number, the ends of its interval too. */
export async function otherModel(page: Page, name: string, content: unknown, part: string, [from, to]: readonly [string?, string?] = []): Promise<void> {
  await limitForm(page, "Model");
  await uploadOther(page, name, content);
  await page.getByLabel("The other model\u2019s part").selectOption(part);
  const form = page.locator(".limit-form");
  if (from !== undefined) await form.getByLabel("Lowest predicted value").fill(from);
  if (to !== undefined) await form.getByLabel("Highest predicted value").fill(to);
  await form.getByRole("button", { name: "Add limit" }).click();
}

/** The question as it is exported, answered by the exported command, beside the answer that the page saves: both without their work and measures. */
export async function answers(page: Page, file: string): Promise<{ asked: RequestDoc; page: Answer; command: Answer }> {
  const folder = await mkdtemp(join(tmpdir(), "espalier-"));
  const save = async (button: string, name: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    await (await download).saveAs(join(folder, name));
    return readFile(join(folder, name), "utf8");
  };
  try {
    await page.getByRole("button", { name: "Export" }).click();
    await save("Schema, JSON", "schema.json");
    const saved = JSON.parse(await save("Answer, JSON", "answer.json")) as Answer;
    const command = ((await page.locator("pre.code").textContent()) ?? "").replace("npx espalier", `node ${resolve("pkg/cli.js")}`).replace(`'${file}'`, `'${resolve("www/public/examples", file)}'`);
    await page.keyboard.press("Escape");
    await writeFile(join(folder, "run.sh"), command);
    const { stdout } = await promisify(execFile)("sh", ["run.sh"], { cwd: folder, maxBuffer: 1 << 26 });
    const bare = ({ work: _, ...rest }: Answer): Answer => ({ ...rest, measures: null }) as unknown as Answer;
    return { asked: JSON.parse(await readFile(join(folder, "question.json"), "utf8")) as RequestDoc, page: bare(saved), command: bare(JSON.parse(stdout) as Answer) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Texts on the page, and those that are read out, but for commands, names of languages, and the elements that `besides` chooses. */
export function textsOn(page: Page, ...besides: string[]): Promise<string[]> {
  return page.evaluate(
    ([spoken, left]) => {
      const found: string[] = [];
      const walk = (node: Node): void => {
        if (node instanceof Element && node.matches(left)) return;
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? "");
        if (node instanceof Element) {
          for (const name of spoken) found.push(node.getAttribute(name) ?? "");
          node.shadowRoot?.childNodes.forEach(walk);
        }
        node.childNodes.forEach(walk);
      };
      walk(document.body);
      return found;
    },
    [SPOKEN, ["pre.code, style, script, noscript, select[lang], option[lang]", ...besides].join(", ")] as const,
  );
}

/** Opens the overview of the lessons, and gives the addresses of their chapters once all of them are listed. */
export async function chapters(page: Page): Promise<string[]> {
  await page.goto("./lessons.html");
  const links = page.locator(".cards a[href^='#']");
  await expect(links).toHaveCount(Object.keys(lessonWords.text).length);
  return links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
}

/** Opens an example by its title, up to its settled answer. */
export async function openExample(page: Page, name: string): Promise<void> {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(page.locator(".model b")).toHaveText(name);
  await settled(page);
}
