/**
 * One explainer at work: its state, the engine behind it, and the actions of its controls. Lives as long as its element is connected;
 * knows nothing of how things look.
 */
import { setPerson } from "../state/editing/actions.js";
import { Solving } from "../state/answer/effects.js";
import { Curving } from "../state/answer/curve.js";
import { Comparing } from "../state/compare/compare.js";
import { depths } from "../state/map/depths.js";
import { Forest } from "../state/opening/fetch-trees.js";
import type { Saved } from "../state/opening/fragment.js";
import { BadLink, decode, encode } from "../state/opening/fragment.js";
import { hulls } from "../state/map/hulls.js";
import { layer } from "../state/map/layers.js";
import { Measuring } from "../state/compare/measures.js";
import { Hints, type Memory } from "../state/opening/hints.js";
import { complete, withLimit } from "../state/editing/limit-form.js";
import type { Opening } from "../state/opening/opening.js";
import { Shelf } from "../state/opening/opening.js";
import type { Port } from "../state/port.js";
import { Pins } from "../state/compare/pins.js";
import { Asking } from "../state/proof/opinion.js";
import { Playback } from "../state/proof/playback.js";
import { Proving } from "../state/proof/proof.js";
import { Reach } from "../state/map/reach.js";
import { second } from "../state/map/second.js";
import { slices } from "../state/map/slices.js";
import { problemOf, type ExampleInfo, type Shown, type State } from "../state/document/state.js";
import { addressFrom } from "../state/opening/axes.js";
import { unfit } from "../state/opening/person.js";
import type { ProgramFormat, SchemaDoc } from "../../types.js";
import type { Frame } from "../state/document/store.js";
import { Store } from "../state/document/store.js";
import type { Newest } from "../state/document/watch.js";
import { PAGE } from "../view/data/drawer.js";
import { exported, savedName } from "../view/export.js";
import type { Ui } from "../view/callbacks.js";
import { words } from "../view/words.js";
import { copyText, kindOf, pickFile, saveFile, type FileKind } from "./files.js";

/** The map's own ways to become a picture. */
export interface Picture {
  toSVG(): string;
  toPNG(scale?: number): Promise<Blob>;
}

export interface AppOptions {
  port: Port;
  /** The map, once it is drawn. */
  picture: () => Picture | null;
  /** Whether ways are asked for that take another module. */
  rare: boolean;
  /** Whether the address holds the state. */
  fragment: boolean;
}

/** Writings of the address that browsers take: so many at once, then one in so many milliseconds (the strictest refuses more than a hundred in 30 s). */
const ADDRESSES = { burst: 20, each: 400 };

const frame: Frame = (run) => void requestAnimationFrame(run);

/** Under this name the browser keeps the whole state with an entry of its history: for a reload, and for the way back. */
const PLACE = "espalier";

/** The state of the present entry: as it was kept, or as its address has it, which holds the person's values only if they were asked for. */
function placeNow(): string {
  const kept = (history.state as Record<string, unknown> | null)?.[PLACE];
  return typeof kept === "string" ? kept : location.hash.slice(1);
}

/** The part of a link that names its model. */
const openingOf = ({ doc, schema, subject }: Saved): Partial<Opening> => ({ saved: doc, ...(schema ? { schema } : {}), ...(subject === undefined ? {} : { subject }) });

/** Asking for it may already be refused. */
function memory(): Memory | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export class App {
  readonly store = new Store(frame);
  readonly ui: Ui;
  readonly shelf: Shelf;
  #solving: Solving;
  #slices: Newest;
  #proving: Proving | null;
  #playback: Playback | null;
  #asking: Asking;
  #comparing: Comparing;
  #curving: Curving;
  #measuring: Measuring;
  #layers: Newest[];
  #reach: Reach;
  #forest: Forest;
  #pins: Pins;
  #hints: Hints | null;
  #fragmentTimer: ReturnType<typeof setTimeout> | undefined;
  #written: string | null = null;
  #writings = { left: ADDRESSES.burst, at: 0 };
  #examplesBase = "";
  #ends: (() => void)[] = [];

  constructor(private readonly options: AppOptions) {
    this.shelf = new Shelf(this.store, options.port, (url) => fetch(url));
    const handleOf = (model: number): ReturnType<Shelf["handle"]> => this.shelf.handle(model);
    this.#solving = new Solving(this.store, handleOf, frame, undefined, options.rare);
    this.#slices = slices(this.store, handleOf, frame);
    this.#comparing = new Comparing(this.store, handleOf);
    this.#curving = new Curving(this.store, handleOf);
    this.#measuring = new Measuring(this.store, handleOf);
    this.#layers = [layer(depths, this.store, handleOf, frame), layer(hulls, this.store, handleOf, frame), layer(second(options.port), this.store, handleOf, frame)];
    this.#reach = new Reach(this.store, handleOf, frame);
    this.#forest = new Forest(this.store, handleOf);
    this.#hints = options.fragment ? new Hints(this.store, memory()) : null;
    this.#pins = new Pins(this.store, handleOf);
    const { check } = options.port;
    this.#proving = check ? new Proving(this.store, handleOf, check) : null;
    this.#playback = this.#proving ? new Playback(this.store, this.#proving) : null;
    this.#asking = new Asking(this.store, handleOf);
    this.ui = this.#makeUi();
    // The drawer that shows rows shows those of the model that is open now.
    const rows = ({ doc, drawer }: State): string => `${String(drawer === "data")} ${String(doc.model?.id)}`;
    this.#ends.push(this.store.onChange((state, before) => state.drawer === "data" && rows(state) !== rows(before) && void this.#page(Math.floor((state.doc.row ?? 0) / PAGE) * PAGE)));
    if (options.fragment) {
      this.#ends.push(this.store.onChange((state, before) => state.doc !== before.doc && this.#writeFragment()));
      const follow = (): void => {
        if (placeNow() !== this.#written) void this.followFragment();
      };
      window.addEventListener("popstate", follow);
      // Whoever leaves in the moment after an edit keeps it.
      const leave = (): void => {
        if (this.#fragmentTimer !== undefined) this.#writeNow();
      };
      window.addEventListener("pagehide", leave);
      this.#ends.push(() => {
        window.removeEventListener("popstate", follow);
        window.removeEventListener("pagehide", leave);
      });
    }
  }

  get state(): State {
    return this.store.state;
  }

  dispose(): void {
    clearTimeout(this.#fragmentTimer);
    for (const end of this.#ends) end();
    this.#solving.dispose();
    this.#slices.dispose();
    this.#reach.dispose();
    this.#proving?.dispose();
    this.#comparing.dispose();
    this.#curving.dispose();
    this.#measuring.dispose();
    for (const drawing of this.#layers) drawing.dispose();
    this.#forest.dispose();
    this.#pins.dispose();
    this.#hints?.dispose();
    this.#playback?.dispose();
    this.#asking.dispose();
    this.shelf.dispose();
  }

  /** Reads the list of examples. */
  async loadExamples(url: string): Promise<void> {
    this.#examplesBase = url;
    try {
      const list = (await (await fetch(url)).json()) as ExampleInfo[];
      this.store.set({ examples: list.filter(({ id }) => id) });
    } catch {
      this.#refuse(unfit("examples", `${url} has no list of examples`, "A JSON list."));
    }
  }

  async openExample(id: string, more: Partial<Opening> = {}): Promise<boolean> {
    const example = this.state.examples.find((one) => one.id === id);
    if (!example) {
      this.#linkProblem(words.link.example(id));
      return false;
    }
    return this.shelf.example(example, this.#examplesBase, more);
  }

  async openFile(file: File): Promise<boolean> {
    const saved = this.#awaited?.file === file.name ? this.#awaited : undefined;
    this.#awaited = null;
    if (!saved) return this.shelf.file(file, { gate: true });
    return this.shelf.file(file, openingOf(saved));
  }

  /** Files of any kind, as they are dropped: the model first, then the files about it. */
  async take(files: readonly File[]): Promise<void> {
    const kinds = await Promise.all(files.map(kindOf));
    const of = (kind: FileKind): File | undefined => files.find((_, index) => kinds[index] === kind);
    const [model, schema, samples, rows] = [of("model"), of("schema"), of("samples"), of("rows")];
    if (model && !(await this.openFile(model))) return;
    if (schema) await this.#schemaFile(schema);
    if (samples) await this.shelf.samples(samples);
    if (rows) await this.#rowsFile(rows);
  }

  /** A pasted text: an address, or the text of a file. */
  takeText(text: string): void {
    if (/^https?:\/\/\S+$/.test(text)) this.ui.openUrl(text);
    else void this.take([new File([text], words.pasted)]);
  }

  /** Background rows; the drawer that tells of them opens. */
  async #rowsFile(file: File): Promise<void> {
    this.store.set({ drawer: "data", gate: false });
    await this.shelf.rows(file);
  }

  async #schemaFile(file: File): Promise<void> {
    try {
      const schema = JSON.parse(await file.text()) as SchemaDoc;
      this.store.set({ gate: true, problem: null });
      await this.shelf.reschema(schema);
    } catch (error) {
      this.store.set({ gate: true, gateError: words.gate.notJson(file.name, error instanceof Error ? error.message : String(error)) });
    }
  }

  #awaited: (Saved & { file: string }) | null = null;

  /** Puts the address's state on the page. False when the address holds none. */
  async followFragment(): Promise<boolean> {
    let saved: Saved | null;
    try {
      saved = decode(placeNow());
    } catch (error) {
      this.#linkProblem(error instanceof BadLink ? error.message : String(error));
      return false;
    }
    if (!saved) return false;
    const first = this.state.doc.model === null;
    const { source, schema, rows } = saved;
    const opening = { ...openingOf(saved), first };
    if (source.from !== "file") {
      const { from } = source;
      const opened = await (from === "example" ? this.openExample(source.id, opening) : this.shelf.url(source.url, schema ? undefined : source.schema, opening));
      if (opened && rows !== undefined) this.#linkProblem(words.link.rows(rows), false);
      return opened;
    }
    this.#awaited = { ...saved, file: source.file };
    this.#linkProblem(words.link.file(source.file), false);
    return false;
  }

  #linkProblem(what: string, broken = true): void {
    this.#refuse({ message: `link: ${what}`, source: "link", what, ...(broken ? { right: words.link.right } : {}) });
  }

  /**
   * Puts the state in the address at once, without the person's values, and whole in the history, so that a reload keeps it. After a
   * drag, and later where browsers would refuse.
   */
  #writeFragment(): void {
    if (this.#fragmentTimer !== undefined) return;
    const now = performance.now();
    const { left, at } = this.#writings;
    this.#writings = { left: Math.min(ADDRESSES.burst, left + (now - at) / ADDRESSES.each), at: now };
    if (this.#writings.left >= 1 && !this.state.dragging) this.#writeNow();
    else {
      this.#fragmentTimer = setTimeout(() => {
        this.#fragmentTimer = undefined;
        this.#writeFragment();
      }, ADDRESSES.each);
    }
  }

  #writeNow(): void {
    clearTimeout(this.#fragmentTimer);
    this.#fragmentTimer = undefined;
    const fragment = encode(this.state.doc, true);
    if (fragment === null || fragment === this.#written) return;
    this.#written = fragment;
    this.#writings.left -= 1;
    history.replaceState({ ...(history.state as object | null), [PLACE]: fragment }, "", `#${encode(this.state.doc, false) ?? ""}`);
  }

  /** The open model's own calls. */
  #handle(): ReturnType<Shelf["handle"]> {
    const { model } = this.state.doc;
    return model ? this.shelf.handle(model.id) : undefined;
  }

  #makeUi(): Ui {
    const { store } = this;
    const one = (take: (file: File) => Promise<unknown>) => (): void => pickFile(([file]) => file && void take(file));
    return {
      edit: (verb, gesture) => store.edit(verb, gesture ?? null),
      dragging: (on) => {
        if (on) store.endGesture();
        store.set({ dragging: on });
        if (!on) store.endGesture();
      },
      set: (part) => store.set(typeof part === "function" ? part(store.state) : part),
      undo: () => store.undo(),
      redo: () => store.redo(),
      stop: () => this.#solving.stop(),
      model: () => this.#handle() ?? null,
      again: () => this.#solving.again(),
      form: (verb) => {
        const { limitForm } = store.state;
        if (limitForm) store.set({ limitForm: verb(limitForm) });
      },
      addLimit: () => {
        const { doc, limitForm } = store.state;
        if (!limitForm || !complete(doc, limitForm)) return;
        store.edit((now) => withLimit(now, limitForm));
        store.set({ limitForm: null });
      },
      prove: this.#proving ? () => void this.#proving?.start() : null,
      dropProof: () => this.#proving?.cancel(),
      askSecond: () => void this.#asking.start(),
      dropSecond: () => this.#asking.cancel(),
      step: (at) => this.#playback?.go(at),
      playReplay: () => this.#playback?.toggle(),
      lessons: this.options.fragment ? "./lessons.html" : null,
      dismissHint: () => this.#hints?.dismiss(),
      print: () => {
        store.set({ menu: null });
        frame(() => frame(() => window.print()));
      },
      pickFile: () => pickFile((files) => void this.take(files)),
      pickRows: one((file) => this.#rowsFile(file)),
      pickOther: one((file) => this.shelf.other(file)),
      stopReading: () => this.shelf.stopReading(),
      pickSamples: one((file) => this.shelf.samples(file)),
      saveAnswer: (shown) => this.#saveAnswer(shown),
      saveProgram: (format) => void this.#saveProgram(format),
      saveModel: () => void this.#saveModel(),
      reschema: (schema) => void this.shelf.reschema(schema),
      openExample: (id) => void this.openExample(id),
      openUrl: (url) => this.#openUrl(url),
      toRow: (index) => void this.#toRow(index),
      page: (from) => void this.#page(from),
      copy: copyText,
      save: saveFile,
      shareLink: (person) => `${location.href.split("#")[0] ?? ""}#${encode(this.state.doc, person) ?? ""}`,
      mapSvg: () => this.options.picture()?.toSVG() ?? null,
      mapPng: async () => (await this.options.picture()?.toPNG(2)) ?? null,
    };
  }

  /** As the command line prints it with `--measures`; without them where they cannot be had. */
  async #saveAnswer(shown: Shown): Promise<void> {
    // A further answer comes with those that it differs from.
    const answer = this.state.ways.find((way) => way.shown === shown)?.all ?? shown.answer;
    const measures = await this.#measuring.export({ ...shown, answer }).catch(() => null);
    saveFile("answer.json", "application/json", `${JSON.stringify(measures ? { ...answer, measures } : answer, null, 2)}\n`);
  }

  /** The question as a mixed-integer program, as `espalier export` writes it; the reason where it is none. */
  async #saveProgram(format: ProgramFormat): Promise<void> {
    try {
      const text = await this.#handle()?.formulation?.(exported(this.state), format);
      if (text !== undefined) saveFile(`program.${format}`, "text/plain", text);
    } catch (error) {
      this.#refuse(error);
    }
  }

  async #saveModel(): Promise<void> {
    const { model } = this.state.doc;
    const handle = this.#handle();
    if (!model || !handle) return;
    const document = await handle.document();
    saveFile(savedName(model.title), "application/json", new Blob([Uint8Array.from(document)], { type: "application/json" }));
  }

  #openUrl(url: string): void {
    try {
      void this.shelf.url(addressFrom("model", url, document.baseURI), undefined, { gate: true });
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    this.store.set({ menu: null, problem: problemOf(error) });
  }

  async #toRow(index: number): Promise<void> {
    const { model } = this.state.doc;
    const handle = this.#handle();
    if (!handle) return;
    const { row } = await handle.row(index);
    if (this.state.doc.model === model) this.store.edit((now) => setPerson(now, row, index));
  }

  async #page(from: number): Promise<void> {
    const { model } = this.state.doc;
    const handle = this.#handle();
    if (!handle || !model) return;
    const count = Math.max(0, Math.min(PAGE, model.info.rows - from));
    const rows = await Promise.all(Array.from({ length: count }, (_, index) => handle.row(from + index)));
    if (this.state.doc.model === model) this.store.set({ dataRows: { model: model.id, from, rows } });
  }
}
