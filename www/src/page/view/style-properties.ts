/** Sets style properties of an element from a template without a style attribute, which a strict policy forbids. */
import { noChange } from "lit/html.js";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";

class Place extends Directive {
  #before = new Map<string, string>();

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("place() belongs on an element");
  }

  render(_style: Record<string, string>): unknown {
    return noChange;
  }

  override update(part: ElementPart, [style]: [Record<string, string>]): unknown {
    const target = (part.element as HTMLElement).style;
    const now = new Map(Object.entries(style));
    for (const name of this.#before.keys()) if (!now.has(name)) target.removeProperty(name);
    for (const [name, value] of now) if (this.#before.get(name) !== value) target.setProperty(name, value);
    this.#before = now;
    return noChange;
  }
}

export const place = directive(Place);
