/** How usual answers are: by how many random cuts of an isolation forest each is singled out. Asked one after the other, and each once. */
import { lengthOf } from "../../../measure/ask.js";
import { driven } from "../../../measure/drive.js";
import type { Ui } from "../../view/callbacks.js";
import type { Answered } from "./points.js";

export class Lengths {
  /** Undefined: the engine does not say it. */
  readonly #known = new Map<string, number | undefined>();
  #asking = false;

  constructor(private readonly host: { requestUpdate: () => void }) {}

  of(model: number | undefined, one: Answered): number | undefined {
    return this.#known.get(keyOf(model, one));
  }

  /** Whether all of them were asked. */
  has(model: number | undefined, answers: readonly Answered[]): boolean {
    return answers.every((one) => this.#known.has(keyOf(model, one)));
  }

  /** Asks for the next that is not known; its end draws the host, which asks for the one after it. */
  async ask(ui: Ui, model: number | undefined, answers: readonly Answered[]): Promise<void> {
    const next = answers.find((one) => !this.#known.has(keyOf(model, one)));
    const handle = ui.model();
    if (!next || !handle || this.#asking) return;
    this.#asking = true;
    const length = await driven(handle, lengthOf({ ...next.way.of, time_limit: SECONDS }, next.best.values)).catch(() => undefined);
    this.#known.set(keyOf(model, next), length ?? undefined);
    this.#asking = false;
    this.host.requestUpdate();
  }
}

/** For one row: the engine walks the forest. */
const SECONDS = 2;

const keyOf = (model: number | undefined, { best, way }: Answered): string => JSON.stringify([model, way.of.target, best.values]);
