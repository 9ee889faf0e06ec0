/** The page’s store with the parts that ask the engine, behind a random model; tests draw its states. */
import { Solving } from "../../www/src/page/state/answer/effects.js";
import { Comparing } from "../../www/src/page/state/compare/compare.js";
import { initialState, type State } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { slices } from "../../www/src/page/state/map/slices.js";
import { firstDoc, handleOf, randomModel, type Draw } from "./random-page.js";

/** A page without its outside: the store, the parts that ask the engine, and a frame that comes when it is told to. */
export class Bench {
  readonly store: Store;
  readonly model;
  #frames: (() => void)[] = [];
  #pending = 0;
  readonly nodes = { most: Number.POSITIVE_INFINITY };
  readonly ends: (() => void)[];

  constructor(seed: number, readonly rnd: Draw) {
    this.model = randomModel(seed);
    const frame = (run: () => void): void => void this.#frames.push(run);
    this.store = new Store(frame);
    const handle = handleOf(this.model, () => this.nodes.most);
    const counted = new Proxy(handle, {
      get: (of, name) => {
        const found: unknown = Reflect.get(of, name);
        if (typeof found !== "function") return found;
        return (...args: unknown[]): unknown => {
          this.#pending += 1;
          return (found as (...args: unknown[]) => Promise<unknown>)(...args).finally(() => (this.#pending -= 1));
        };
      },
    });
    const handles = (): typeof handle => counted;
    const solving = new Solving(this.store, handles, frame, { now: () => 0, after: () => () => undefined });
    const map = slices(this.store, handles, frame);
    const comparing = new Comparing(this.store, handles, () => Promise.resolve());
    this.ends = [() => solving.dispose(), () => map.dispose(), () => comparing.dispose(), () => this.model.free()];
    this.store.set(initialState());
    this.store.amend(() => firstDoc(this.model, rnd));
  }

  /** One turn of the event loop, after a frame if there is one. */
  async turn(): Promise<void> {
    for (const run of this.#frames.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async settle(): Promise<void> {
    const busy = ({ problem, solve: { phase }, ways, loosenings, compare }: State): boolean =>
      problem === null && (phase !== "idle" || ways.some((way) => way.state === "waiting") || loosenings.some((one) => one.state === "waiting") || compare?.list.some((one) => one.state === "waiting") === true);
    let quiet = 0;
    for (let k = 0; k < 20_000 && quiet < 3; k += 1) {
      quiet = this.#frames.length === 0 && this.#pending === 0 && !busy(this.store.state) ? quiet + 1 : 0;
      await this.turn();
    }
    if (quiet < 3) throw new Error(`the page does not settle: ${JSON.stringify([this.#frames.length, this.#pending, this.store.state.solve.phase, this.store.state.ways.map((way) => [way.id, way.state])])}`);
  }
}
