/** One life of an engine: a responder somewhere, the calls that it has not answered yet, and its end. */
import type { Background, SchemaDoc } from "../types.js";
import { aside } from "./aside.js";
import { BadInput, EngineFault, NotArrived, textOf } from "./errors.js";
import { greeted } from "./greet.js";
import type { EngineOptions, Host, Listener } from "./host.js";
import type { Alone, FromWorker, Loaded, Reading, Report, Result } from "./protocol.js";

/** Ways to start a responder; tests put others in their place. */
export interface Hosts {
  /** Undefined where there are no workers at all. */
  worker: ((options: EngineOptions, listener: Listener) => Host) | undefined;
  local: (listener: Listener) => Host | Promise<Host>;
  /** Milliseconds of silence after which an engine that is asked something counts as stuck. */
  stuck?: number;
  /** Milliseconds after which a second worker takes part of a search. */
  shareAfter?: number;
}

/** A call that has not been answered. */
export interface Pending {
  keep(result: Result): void;
  fail(error: Error): void;
  report?: (report: Report | Alone | Reading) => void;
  /** Reading a model takes as long as its file is large, and is ended from outside: its silence says nothing. */
  reads?: boolean;
}

/** A model's file, kept so that a new engine can be given it. */
export interface Kept {
  bytes: ArrayBuffer;
  name: string;
  schema?: SchemaDoc;
  /** Without a schema: take the one that the columns look like. Once it is known, it is the schema. */
  guess?: boolean;
  /** In place of the file's own. */
  background?: Background;
}

/** An engine that says nothing for so long (milliseconds) while it is asked something is stuck, and is replaced. */
const STUCK = 30_000;

export class Life {
  readonly pending = new Map<number, Pending>();
  /** Each kept model's number here, as soon as it is loaded. */
  readonly models = new Map<Kept, Promise<Loaded>>();
  readonly host: Promise<Host>;
  over = false;
  private heardAt = 0;
  private watching: ReturnType<typeof setTimeout> | undefined;

  /** `begun`: the wasm, or its beginning where that is there much sooner. */
  constructor(
    options: EngineOptions,
    private readonly hosts: Hosts,
    begun: Promise<WebAssembly.Module>,
    whole: Promise<WebAssembly.Module>,
    private readonly ended: (life: Life) => void,
  ) {
    this.host = this.begin(options, hosts, begun, whole);
    this.host.catch((error: unknown) => this.end(`the engine could not be started: ${textOf(error)}`));
  }

  /** Starts in a worker, and on this thread when that is refused. */
  private async begin(options: EngineOptions, { worker, local }: Hosts, begun: Promise<WebAssembly.Module>, whole: Promise<WebAssembly.Module>): Promise<Host> {
    const listener: Listener = { heard: (m) => this.heard(m), died: (reason) => this.end(`the engine failed: ${reason}`) };
    let host: Host | undefined;
    if (worker !== undefined) host = await greeted(begun, (early) => worker(options, early), listener).catch(() => undefined);
    if (host !== undefined) {
      const started = host;
      const running = await begun;
      // An engine that began with the beginning is handed the whole.
      whole.then((module) => module !== running && !this.over && started.post({ whole: module }), (error: unknown) => this.end(textOf(error)));
      return host;
    }
    host = await greeted(whole, local, listener);
    // eslint-disable-next-line no-console -- the one place where whoever embeds the package can learn it
    if (worker !== undefined) console.info("espalier: no worker may start here; searches run on the page's thread");
    return host;
  }

  /** A call was sent: its silence counts from now on, if nothing else was waited for. */
  asked(host: Host): void {
    if (this.pending.size === 1) this.heardAt = performance.now();
    this.watch(host);
  }

  /** Keeps an eye on an engine that works beside this thread; one on this thread could not be ended anyway. */
  private watch(host: Host): void {
    if (!host.parallel) return;
    const stuck = this.hosts.stuck ?? STUCK;
    this.watching ??= aside(setTimeout(() => {
      this.watching = undefined;
      if (this.pending.size === 0) return;
      if ([...this.pending.values()].some(({ reads }) => reads === true)) this.heardAt = performance.now();
      if (performance.now() - this.heardAt >= stuck) this.end(`the engine said nothing for ${String(stuck / 1000)} s and was started again`);
      else this.watch(host);
    }, stuck / 4));
  }

  private heard(message: FromWorker): void {
    this.heardAt = performance.now();
    const pending = this.pending.get(message.id);
    if (pending === undefined) {
      if ("fault" in message) this.end(`the engine failed: ${message.fault}`);
      return;
    }
    if ("progress" in message || "share" in message || "alone" in message) {
      pending.report?.(message);
      return;
    }
    this.pending.delete(message.id);
    if ("ok" in message) pending.keep(message);
    else if ("input" in message) pending.fail(new BadInput(message.input));
    else if (message.part === true) {
      pending.fail(new NotArrived(message.fault));
      this.end(message.fault, NotArrived);
    } else {
      pending.fail(new EngineFault(`the engine failed and was started again: ${message.fault}`));
      this.end(`the engine failed on another request and was started again: ${message.fault}`);
    }
  }

  /** Throws the engine away; the calls that still wait fail. */
  end(reason: string, Fault = EngineFault): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.watching);
    void this.host.then((host) => host.end(), () => undefined);
    this.ended(this);
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const pending of waiting) pending.fail(new Fault(reason));
  }
}
