/**
 * A walk by keys alone, and a transcript of all that a screen reader has to tell of it: the name, role and state of each control that gets the
 * focus, as the browser's own accessibility tree has them, and the texts that live regions put out, once they have settled.
 *
 * A transcript is a file beside the tests. `WRITE_SPOKEN=1` writes it anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type CDPSession, type Locator, type Page } from "@playwright/test";
import { root } from "./files.js";

const FOLDER = join(root, "tests", "e2e", "spoken");

interface Value {
  value?: unknown;
}

/** A node of the browser's accessibility tree. */
interface AxNode {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
}

/** States that are told with a control, and the words for them. */
const STATES: Record<string, (value: unknown) => string> = {
  disabled: (on) => (on === true ? "disabled" : ""),
  expanded: (on) => (on === true ? "expanded" : "collapsed"),
  pressed: (on) => (on === "true" ? "pressed" : "not pressed"),
  checked: (on) => (on === "true" ? "checked" : "not checked"),
  selected: (on) => (on === true ? "selected" : ""),
  invalid: (on) => (on === "true" ? "invalid" : ""),
  level: (n) => `level ${String(n)}`,
};

/** Parts of a page that are told when the focus enters them. */
const AROUND = new Set(["region", "article", "group", "dialog", "navigation", "radiogroup", "table", "contentinfo", "banner"]);

const text = (value: Value | undefined): string => (typeof value?.value === "string" || typeof value?.value === "number" ? String(value.value).replace(/\s+/g, " ").trim() : "");

export class Walk {
  #lines: string[] = [];
  #around: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly browser: CDPSession,
    private readonly settled: () => Promise<void>,
  ) {}

  /** `settled`: waits until nothing is being computed. */
  static async begin(page: Page, title: string, settled: () => Promise<void>): Promise<Walk> {
    const walk = new Walk(page, await page.context().newCDPSession(page), settled);
    walk.#lines.push(`# ${title}`);
    await walk.#hear();
    return walk;
  }

  /** A heading of the transcript: the next part of the errand. */
  part(title: string): void {
    this.#lines.push("", `## ${title}`);
  }

  /** Presses a key, and writes the focus and the texts that follow. */
  async press(key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      await this.page.keyboard.press(key);
      await this.#tell(key === " " ? "Space" : key);
    }
  }

  /** Types a text into the field that has the focus. */
  async type(typed: string): Promise<void> {
    await this.page.keyboard.type(typed);
    await this.#tell(`types ${JSON.stringify(typed)}`);
  }

  /** Presses Tab, or another key, until a control has the focus whose role and name are like `wanted`; it fails after `most` presses. */
  async until(wanted: RegExp, key = "Tab", most = 40): Promise<void> {
    for (let n = 0; n < most; n += 1) {
      await this.press(key);
      if (wanted.test((await this.#focus()).said)) return;
    }
    throw new Error(`${String(wanted)} is not reached in ${String(most)} presses of ${key}:\n${this.#lines.slice(-most).join("\n")}`);
  }

  /** Something that a person does without the keys of the page, such as choosing a file in the window of the system. */
  async does(said: string, act: () => Promise<void>): Promise<void> {
    await act();
    await this.#tell(said);
  }

  /** Reads a part of the page through, as the browser's tree has it. */
  async reads(part: Locator): Promise<void> {
    const lines = (await part.ariaSnapshot()).split("\n");
    this.#lines.push("reads", ...lines.map((line) => `  ${line}`));
  }

  /** The control that has the focus. */
  async focus(): Promise<string> {
    return (await this.#focus()).said;
  }

  get transcript(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  /** Compares the transcript with the one that is kept, or writes it. */
  kept(name: string): void {
    const file = join(FOLDER, `${name}.txt`);
    if (process.env.WRITE_SPOKEN !== undefined) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(file, this.transcript);
    }
    expect(existsSync(file), `${file} is not there: WRITE_SPOKEN=1 writes it`).toBe(true);
    expect(this.transcript).toBe(readFileSync(file, "utf8"));
  }

  async #tell(did: string): Promise<void> {
    await this.settled();
    this.#lines.push(did);
    const { said, around } = await this.#focus();
    const entered = around.filter((one) => !this.#around.includes(one));
    this.#around = around;
    for (const one of entered) if (!said.startsWith(one)) this.#lines.push(`  in ${one}`);
    this.#lines.push(`  ${said}`);
    const heard = await this.#hear();
    for (const one of heard) this.#lines.push(`  says: ${one}`);
    // Nothing is put out twice at a time.
    expect(heard.filter((one, at) => heard.indexOf(one) !== at), `said twice after ${did}`).toEqual([]);
  }

  /** The focused node, as it is told, and the named parts of the page around it, from the outermost. */
  async #focus(): Promise<{ said: string; around: string[] }> {
    const expression = "(() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at; })()";
    const { result } = await this.browser.send("Runtime.evaluate", { expression });
    if (result.objectId === undefined) return { said: "nothing has the focus", around: [] };
    const { nodes } = (await this.browser.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: true })) as { nodes: AxNode[] };
    const [node] = nodes;
    if (!node) return { said: "nothing has the focus", around: [] };
    const byId = new Map(nodes.map((one) => [one.nodeId, one]));
    const around: string[] = [];
    for (let at: AxNode | undefined = node; at; at = byId.get(at.parentId ?? "")) {
      if (!at.ignored && AROUND.has(text(at.role)) && text(at.name) !== "") around.unshift(`${text(at.role)} \u201c${text(at.name)}\u201d`);
    }
    const states = (node.properties ?? []).flatMap(({ name, value }) => STATES[name]?.(value.value) ?? []).filter((one) => one !== "");
    const name = text(node.name);
    // The tree has neither texts of values nor the order of a column: they are attributes.
    const valued = await this.browser.send("Runtime.callFunctionOn", { objectId: result.objectId, functionDeclaration: "function () { return this.getAttribute?.('aria-valuetext') ?? this.closest?.('[aria-sort]')?.ariaSort ?? ''; }", returnByValue: true });
    const value = text(valued.result) || text(node.value);
    const about = text(node.description);
    const role = text(node.role);
    const said = ["RootWebArea", "none", "generic"].includes(role) && name === "" ? "the page itself has the focus" : [`${role}${name === "" ? " without a name" : ` \u201c${name}\u201d`}`, ...(value === "" ? [] : [value]), ...states, ...(about === "" || about === name ? [] : [`(${about})`])].join(", ");
    return { said, around };
  }

  /** Texts of live regions that are new since the last call. A region that came together with its text puts nothing out, unless it is an alert. */
  #hear(): Promise<string[]> {
    return this.page.evaluate(() => {
      const keep = window as unknown as { heard?: { regions: WeakMap<Element, string>; parts: WeakMap<Node, string> } };
      keep.heard ??= { regions: new WeakMap(), parts: new WeakMap() };
      const { regions, parts } = keep.heard;
      interface Said {
        node: Node;
        text: string;
      }
      const tidy = (all: readonly Said[]): string => all.map(({ text }) => text).join(" ").replace(/\s+/g, " ").trim();
      const textsIn = (node: Node): Said[] => {
        if (node instanceof Text) return [{ node, text: node.data }];
        if (!(node instanceof Element) || !node.checkVisibility() || node.matches("[aria-hidden=true], button[aria-live=off]")) return [];
        const name = node.getAttribute("aria-label");
        return name !== null && node.matches("button") ? [{ node, text: name }] : [...node.childNodes].flatMap(textsIn);
      };
      const found: string[] = [];
      const look = (region: Element): void => {
        const role = region.getAttribute("role");
        const texts = textsIn(region);
        const all = tidy(texts);
        const before = regions.get(region);
        const changed = texts.filter(({ node, text }) => parts.get(node) !== text);
        for (const { node, text } of texts) parts.set(node, text);
        regions.set(region, all);
        if (region.getAttribute("aria-live") === "off" || all === "" || all === before || (before === undefined && role !== "alert")) return;
        if (role === "status" || role === "alert") {
          found.push(all);
          return;
        }
        // Of another region that which has changed, or the whole row of it.
        const rows = new Map<Node, string>();
        for (const one of changed) {
          const row = one.node.parentElement?.closest("[aria-atomic=true]");
          if (row && region.contains(row)) rows.set(row, tidy(textsIn(row)));
          else rows.set(one.node, tidy([one]));
        }
        found.push([...rows.values()].filter((one) => one !== "").join(" / "));
      };
      const walk = (root: ParentNode): void => {
        for (const one of root.querySelectorAll("*")) {
          if (one.matches("[role=status], [role=alert], [aria-live]")) look(one);
          if (one.shadowRoot) walk(one.shadowRoot);
        }
      };
      walk(document);
      return found.filter((one) => one !== "");
    });
  }
}
