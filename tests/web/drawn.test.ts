// @vitest-environment happy-dom
/** The base of the elements: properties, attributes, and when it draws. */
import { html, type TemplateResult } from "lit/html.js";
import { expect, test } from "vitest";
import { Drawn, type Changed } from "../../www/src/drawn.js";

class Sign extends Drawn {
  static override properties = { text: { reflect: true }, loud: { type: Boolean }, data: { attribute: false }, maxSize: {} };
  declare text: string | null;
  declare loud: boolean;
  declare data: number;
  declare maxSize: string | null;
  seen: string[] = [];

  constructor() {
    super();
    this.text = "hello";
    this.loud = false;
    this.data = 0;
    this.maxSize = null;
  }

  protected override willUpdate(changed: Changed): void {
    this.seen.push(Array.from(changed, ([name, old]) => `${name} ${String(old)}`).join());
  }

  protected override firstUpdated(): void {
    this.seen.push("first");
  }

  protected override render(): TemplateResult {
    if (this.text === "broken") throw new Error("cannot be drawn");
    return html`<p>${this.loud ? this.text?.toUpperCase() : this.text} ${this.data}</p>`;
  }
}

const drawn = (sign: Sign): string => sign.renderRoot.textContent;

test("it draws once for many changes, and mirrors what is to be mirrored", async () => {
  const early = document.createElement("x-sign");
  document.body.append(early);
  Object.assign(early, { text: "set before it was defined" });
  customElements.define("x-sign", Sign);
  customElements.upgrade(early);
  if (!(early instanceof Sign)) throw new Error("it was not upgraded");
  await early.updateComplete;
  expect(drawn(early)).toBe("set before it was defined 0");
  expect(early.getAttribute("text")).toBe("set before it was defined");

  const sign = new Sign();
  sign.data = 1;
  expect(drawn(sign), "not before it is connected").toBe("");
  document.body.append(sign);
  await sign.updateComplete;
  expect(drawn(sign)).toBe("hello 1");
  expect([sign.getAttribute("text"), sign.hasAttribute("data"), sign.hasAttribute("maxsize")]).toEqual(["hello", false, false]);
  sign.text = "ho";
  sign.data = 2;
  sign.data = 3;
  sign.setAttribute("loud", "");
  sign.setAttribute("maxsize", "9");
  sign.text = "ho";
  await sign.updateComplete;
  expect([drawn(sign), sign.getAttribute("text"), sign.maxSize]).toEqual(["HO 3", "ho", "9"]);
  sign.text = null;
  sign.removeAttribute("loud");
  await sign.updateComplete;
  expect([drawn(sign), sign.hasAttribute("text"), sign.loud]).toEqual([" 3", false, false]);
  expect(sign.seen).toEqual(["text undefined,loud undefined,data undefined,maxSize undefined", "first", "text hello,data 1,loud false,maxSize null", "text ho,loud true"]);
});

test("a drawing that fails is told, and the next one stands", async () => {
  const sign = new Sign();
  document.body.append(sign);
  await sign.updateComplete;
  sign.text = "broken";
  await expect(sign.updateComplete).rejects.toThrow("cannot be drawn");
  sign.text = "mended";
  await sign.updateComplete;
  expect(drawn(sign)).toBe("mended 0");
});
