// @vitest-environment happy-dom
/** Everyone: the page's question for every row, held to each row's own answer, and the drawer that shows them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { BadInput } from "../../www/src/engine/errors.js";
import { EspalierEveryone, everyoneMarks } from "../../www/src/page/further/everyone/drawer.js";
import { Everyone, type Run } from "../../www/src/page/further/everyone/run.js";
import { csvParts, RECORDS } from "../../www/src/page/further/everyone/csv-parts.js";
import { rowsOf } from "../../www/src/page/further/everyone/rows.js";
import { dots, endsOf, nearestTo, nextOf, spotOf, UNITS } from "../../www/src/page/further/everyone/scatter.js";
import { csvOf, grouped, summed } from "../../www/src/page/further/everyone/table.js";
import { openModel, setLimit, setMaxChanges, setPerson, setValue } from "../../www/src/page/state/editing/actions.js";
import { initialState, type State } from "../../www/src/page/state/document/state.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { meets } from "../../www/src/measure/target.js";
import { coordinate } from "../../www/src/model/feature.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import type { Answer, FileRows, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";
import { doc as small, info, modelThat, person } from "./page-fixtures.js";

const soon = (): Promise<void> => Promise.resolve();

/** Stops once so many are answered; after `on` no more. */
function stoppedAt(state: State, first: number): { everyone: Everyone; on: () => void } {
  let enough = first;
  const everyone: Everyone = new Everyone(() => {
    if (everyone.of(state)!.people.length >= enough) everyone.stop();
  }, soon, () => 0);
  return { everyone, on: () => void (enough = Infinity) };
}

/** Until a run has ended. */
async function ended(everyone: Everyone, state: State): Promise<Run> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    const run = everyone.of(state);
    if (run && run.phase !== "running") return run;
    await new Promise((then) => setTimeout(then, 0));
  }
  throw new Error("the run has not ended");
}

describe("by the engine", () => {
  let model: CoreModel;
  let rows: number[][];
  let doc: Doc;

  const solved = (request: RequestDoc): Answer => {
    const search = model.search(request);
    while (!search.step(1000));
    const answer = search.answer(0);
    search.free();
    return answer;
  };

  beforeAll(() => {
    start(wasm());
    model = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
    rows = Array.from({ length: model.info.rows }, (_, index) => model.row(index).row);
    const open = openModel({ id: 1, title: "loan.json", source: { from: "file", file: "loan.json" }, info: model.info, schema: null, guess: null, fileLimits: new Map() }, rows[0]!, 0, { class: 1 }, null);
    // With one change, and not of the amount or the account, some can and some cannot.
    doc = ["Credit amount", "Checking account", "Duration"].reduce((now, name) => setLimit(now, name, { lock: true }), setMaxChanges(open, 1));
  });

  test("each row has the answer that it has by itself, and the summary counts these", async () => {
    const handle = { info: model.info, rows: () => Promise.resolve(rows), explain: (request: RequestDoc) => Promise.resolve(solved(request)), predict: (points: number[][]) => Promise.resolve(model.predict(Float64Array.from(points.flat()))) } as unknown as ModelHandle;
    const state = { ...initialState(), doc };
    const everyone = new Everyone(() => undefined, soon);
    void everyone.start(state, handle);
    const run = await ended(everyone, state);
    expect([run.phase, run.fault, run.people.length]).toEqual(["done", null, rows.length]);
    const constraints = [{ fix: "Checking account" }, { fix: "Credit amount" }, { fix: "Duration" }, { max_changes: 1 }];
    const alone = rows.map((query) => solved({ query, target: { class: 1 }, constraints }));
    const already = rows.map((row) => meets(model.predict(Float64Array.from(row))[0]!, { class: 1 }, model.info.classes));
    run.people.forEach(({ index, cost, outcome, conflict }, at) => {
      const { status, counterfactuals: [best] } = alone[at]!;
      expect(index).toBe(at);
      expect(outcome, String(at)).toBe(status === "infeasible" ? "cannot" : already[at] ? "there" : "can");
      expect(cost).toBe(best?.cost ?? null);
      expect(conflict === null).toBe(status !== "infeasible");
    });
    const sum = summed(run.people);
    const costs = alone.flatMap(({ counterfactuals: [best] }) => (best && best.changes.length > 0 ? [best.cost] : [])).sort((a, b) => a - b);
    expect(sum.everyone.outcomes).toEqual({ there: already.filter(Boolean).length, can: costs.length, cannot: alone.filter(({ status }) => status === "infeasible").length, unknown: 0 });
    for (const count of [sum.everyone.outcomes.there, costs.length, sum.everyone.outcomes.cannot]) expect(count).toBeGreaterThan(0);
    expect(sum.proved).toBe(costs.length);
    expect(sum.median).toBe(costs[Math.floor((costs.length - 1) / 2)]);
    expect(sum.sizes!.counts.reduce((all, one) => all + one, sum.sizes!.beyond)).toBe(costs.length);
    expect(sum.limits.reduce((all, [, count]) => all + count, 0)).toBe(sum.everyone.outcomes.cannot);
    const housing = model.info.features.find(({ name }) => name === "Housing")!;
    const groups = grouped(run.people, ({ row }) => String(coordinate(housing, row)), String);
    expect(groups.map(({ name, outcomes: { can } }) => [name, can]).sort()).toEqual(
      [...new Set(rows.map((row) => String(coordinate(housing, row))))].sort().map((name) => [name, alone.filter(({ counterfactuals: [best] }, at) => best && best.changes.length > 0 && String(coordinate(housing, rows[at]!)) === name).length]),
    );
  });
});

const row = (amount: number): number[] => [amount, ...person.slice(1)];
const answer = (cost: number, amount: number, rest: Partial<Answer> = {}): Answer =>
  ({ status: "optimal", lower_bound: cost, counterfactuals: [{ values: row(amount), cost, changes: cost === 0 ? [] : [{ feature: "Credit amount", from: 0, to: amount }], prediction: { class: 1, scores: [0.4, 0.6], raw: [] } }], work: {}, ...rest }) as unknown as Answer;
const none = (conflict: string[]): Answer => ({ status: "infeasible", lower_bound: null, counterfactuals: [], conflict, work: {} }) as unknown as Answer;
const amountOf = ({ query }: RequestDoc): number => (query as number[])[0]!;

/** A state whose model has rows of these amounts. */
function stateOf(amounts: readonly number[]): { state: State; rows: number[][] } {
  const model = { ...small.model!, info: { ...info, rows: amounts.length } };
  return { state: { ...initialState(), doc: { ...small, model } }, rows: amounts.map(row) };
}

/** A model that answers as told, later. */
function later(answers: (request: RequestDoc) => Answer, rows: number[][], rest: Partial<ModelHandle> = {}): ReturnType<typeof modelThat> {
  return modelThat(answers, { rows: () => Promise.resolve(rows), ...rest });
}

describe("one row after the other", () => {
  test("an answer that the model does not send to the target is not settled, one without proof is the best so far, a refused row says why", async () => {
    const { state, rows } = stateOf([1000, 2000, 3000, 4000, 5000]);
    const answers: Record<number, Answer> = { 1000: answer(0, 1000), 2000: answer(0.5, 1500), 3000: answer(0.25, 2500, { status: "feasible" }), 4000: none(["/constraints/0"]) };
    const handle = later(
      (request) => {
        const found = answers[amountOf(request)];
        if (!found) throw new BadInput({ message: "query: 5,000 is too much", source: "request", what: "5,000 is too much" });
        return found;
      },
      rows,
      { predict: (points) => Promise.resolve(points.map(([amount]) => ({ class: amount === 1500 ? 0 : 1, scores: [0.5, 0.5], raw: [] }))) },
    );
    const everyone = new Everyone(() => undefined, soon);
    void everyone.start(state, { ...handle, explain: async (request) => handle.explain(request) });
    const run = await ended(everyone, state);
    expect(run.people.map(({ outcome, proved, cost, refused }) => [outcome, proved, cost, refused])).toEqual([
      ["there", true, 0, null],
      ["unknown", false, null, null],
      ["can", false, 0.25, null],
      ["cannot", true, null, null],
      ["unknown", false, null, "5,000 is too much"],
    ]);
  });

  test("a row that was not settled beside others is asked by itself, with the time of any question", async () => {
    const { state, rows } = stateOf([1, 2, 3, 4, 5, 6, 7, 8]);
    const handle = later((request) => (request.time_limit === undefined ? answer(0.5, 1500) : answer(0.75, 1700, { status: "feasible" })), rows);
    const everyone = new Everyone(() => undefined, soon, () => 0);
    void everyone.start(state, handle);
    const run = await ended(everyone, state);
    expect(run.people.map(({ cost, proved }) => [cost, proved])).toEqual(rows.map(() => [0.5, true]));
    expect(handle.asked.some(({ time_limit }) => time_limit !== undefined)).toBe(true);
  });

  test("stop keeps the answers that are there, and it goes on from them", async () => {
    const { state, rows } = stateOf(Array.from({ length: 100 }, (_, at) => 1000 + at));
    const handle = later((request) => answer(0.5, amountOf(request) - 500), rows);
    const { everyone, on } = stoppedAt(state, 7);
    void everyone.start(state, handle);
    const first = await ended(everyone, state);
    expect(first.phase).toBe("stopped");
    expect(first.people.length).toBeGreaterThanOrEqual(7);
    expect(first.people.length).toBeLessThan(100);
    const asked = handle.asked.length;
    on();
    void everyone.start(state, handle);
    const run = await ended(everyone, state);
    expect(run.phase).toBe("done");
    expect(run.people.map(({ index }) => index)).toEqual(rows.map((_, at) => at));
    expect(handle.asked.slice(asked).map(amountOf)).not.toContain(1000);
  });

  test("another question ends it, another person does not", async () => {
    const { state, rows } = stateOf(Array.from({ length: 60 }, (_, at) => 1000 + at));
    const handle = later((request) => answer(0.5, amountOf(request) - 500), rows);
    let turn = 0;
    const everyone: Everyone = new Everyone(() => undefined, () => {
      turn += 1;
      if (turn === 2) everyone.see({ ...state, doc: setPerson(state.doc, row(1), null) });
      if (turn === 4) everyone.see({ ...state, doc: setMaxChanges(state.doc, 1) });
      return soon();
    }, () => 0);
    void everyone.start(state, handle);
    const run = await ended(everyone, state);
    expect(run.phase).toBe("stopped");
    expect(turn).toBe(4);
    expect(run.people.length).toBeGreaterThan(0);
    expect(run.people.length).toBeLessThan(60);
  });

  test("the page's own question goes first, and rows that were under way are asked again", async () => {
    const { state, rows } = stateOf([1000, 2000]);
    const busy: State = { ...state, solve: { phase: "running", since: 0, late: false, trace: [], best: null, stopping: false } };
    let aborted = 0;
    const handle = later(() => answer(0, 0), rows, {
      explain: (request, { signal } = {}) =>
        aborted > 0
          ? Promise.resolve(answer(0.5, amountOf(request)))
          : new Promise((then) => {
              signal?.addEventListener("abort", () => {
                aborted += 1;
                then(answer(0.75, 1, { status: "feasible" }));
              });
            }),
    });
    const everyone = new Everyone(() => undefined, soon);
    void everyone.start(state, handle);
    await new Promise((then) => setTimeout(then, 5));
    everyone.see(busy);
    await new Promise((then) => setTimeout(then, 5));
    expect(aborted).toBe(1);
    expect(everyone.of(state)?.people).toEqual([]);
    everyone.see(state);
    const run = await ended(everyone, state);
    expect(run.people.map(({ cost }) => cost)).toEqual([0.5, 0.5]);
  });

  test("where the engine of the choice does not answer such a question, the one that suits is asked", async () => {
    const { state, rows } = stateOf([1000, 2000]);
    const handle = later(() => answer(0.5, 500), rows);
    const chosen: State = { ...state, doc: { ...state.doc, engine: "milp" } };
    const everyone = new Everyone(() => undefined, soon);
    void everyone.start(chosen, handle);
    await ended(everyone, chosen);
    expect(handle.asked.map(({ engine }) => engine)).toEqual(["milp", "milp"]);
    void everyone.start({ ...chosen, unanswered: "it knows no such limit" }, handle);
    await ended(everyone, chosen);
    expect(handle.asked.slice(2).map(({ engine }) => engine)).toEqual([undefined, undefined]);
  });

  test("a fault of the engine ends it and is told", async () => {
    const { state, rows } = stateOf([1000, 2000]);
    const everyone = new Everyone(() => undefined, soon);
    void everyone.start(state, later(() => answer(0, 0), rows, { explain: () => Promise.reject(new Error("out of memory")) }));
    const run = await ended(everyone, state);
    expect([run.phase, run.fault]).toEqual(["failed", "out of memory"]);
  });
});

/** A file's bytes, given in pieces of so many. */
function streamed(text: string, size: number): Blob {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
  return { stream: () => new ReadableStream({ start: (out) => { pieces.forEach((piece) => out.enqueue(piece)); out.close(); } }) } as unknown as Blob;
}

describe("all rows of a file", () => {
  let model: CoreModel;
  const header = "Credit amount,Duration,Checking account,Savings,Housing,Employed for,Other loans,Guarantor,Age,Purpose,note";

  beforeAll(() => {
    start(wasm());
    model = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
  });

  async function whole(text: string, most = 100_000): Promise<FileRows> {
    const reading = model.rowReading(most, "many.csv");
    reading.take(new TextEncoder().encode(text));
    return Promise.resolve(reading.end() as FileRows);
  }

  /** The rows by the parts, each read by the engine. */
  async function byParts(text: string, size: number): Promise<{ rows: FileRows["rows"]; cells: string[][]; lines: number[]; counts: number[] }> {
    const found: Awaited<ReturnType<typeof byParts>> = { rows: [], cells: [], lines: [], counts: [] };
    for await (const part of csvParts(streamed(text, size))) {
      const { rows, cells, lines, count } = await whole(await part.text.text(), RECORDS);
      expect(count).toBe(part.count);
      expect(count).toBeLessThanOrEqual(RECORDS);
      found.rows.push(...rows);
      found.cells.push(...cells);
      found.lines.push(...lines);
      found.counts.push(count);
    }
    return found;
  }

  test("by parts they are those of the whole file, on the same lines, whatever the quotes and line ends", async () => {
    let seed = 20_261_129;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const one = <T,>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const notes = ["", "x", '"a, b"', '"two\nlines"', '"a ""word"""', 'an "open', '"shut" and more', '"\r\n"', "\u00e4", '""'];
    for (let round = 0; round < 40; round += 1) {
      const end = one(["\n", "\r\n", "\r"]);
      const rows = Array.from({ length: 1 + Math.floor(random() * 350) }, (_, n) => `${String(500 + n)},${one(["12", '"24"', ""])},overdrawn,none,rent,${String(n % 15)},1,no,33,car,${one(notes)}`);
      const blank = (): string => (random() < 0.1 ? end : "");
      const text = `${one(["", "\u{feff}"])}${blank()}${header}${end}${rows.map((row) => row + end + blank()).join("")}`.replace(/[\r\n]+$/, one(["", end]));
      const expected = await whole(text);
      const parts = await byParts(text, one([1, 7, 64, 1_000, 1_000_000]));
      expect(parts.rows).toEqual(expected.rows);
      expect(parts.cells).toEqual(expected.cells);
      expect(parts.lines).toEqual(expected.lines);
      expect(parts.rows).toHaveLength(rows.length);
    }
  });

  test("a file without a row has no part", async () => {
    for (const text of ["", "\n", header, `${header}\n\n`]) expect((await byParts(text, 5)).counts).toEqual([]);
  });

  /** A state with a sample of a csv file as its background, and its model. */
  function sampled(rows: readonly string[], count = rows.length): { state: State; handle: ModelHandle } {
    const blob = new Blob([`${header}\n${rows.join("\n")}\n`]);
    const background = { file: "many.csv", kept: 1, count, label: null, beside: [], incomplete: 0, ranges: [], blob };
    const info = { ...model.info, rows: 1 };
    const doc = openModel({ id: 1, title: "loan", source: { from: "file", file: "loan.json" }, info, schema: null, guess: null, fileLimits: new Map(), background }, model.row(0).row, 0, { class: 1 }, null);
    const handle = modelThat(() => none([]), { info, rows: () => Promise.resolve([model.row(0).row]), sample: async (file: Blob) => whole(await file.text(), RECORDS) as never });
    return { state: { ...initialState(), doc }, handle };
  }
  const line = (amount: number): string => `${String(amount)},12,overdrawn,none,rent,3,1,no,33,car,x`;

  test("where the background is a sample of them, all are asked for, in the file's order, over a stop", async () => {
    const amounts = Array.from({ length: 250 }, (_, at) => 400 + 13 * at);
    const { state, handle } = sampled(amounts.map(line));
    const { everyone, on } = stoppedAt(state, 120);
    void everyone.start(state, handle);
    const first = await ended(everyone, state);
    expect([first.phase, first.rows]).toEqual(["stopped", 250]);
    on();
    void everyone.start(state, handle);
    const run = await ended(everyone, state);
    expect([run.phase, run.fault, run.people.length]).toEqual(["done", null, 250]);
    expect(run.people.map(({ row: [amount], index }) => [amount, index])).toEqual(amounts.map((amount, at) => [amount, at]));
  });

  test("a row that cannot be read, or a file that is another one by now, ends it with the reason", async () => {
    const rows = Array.from({ length: 130 }, (_, at) => line(500 + at));
    const broken = sampled([...rows, line(1).replace("overdrawn", "nowhere")]);
    const everyone = new Everyone(() => undefined, soon, () => 0);
    void everyone.start(broken.state, broken.handle);
    const run = await ended(everyone, broken.state);
    expect(run.phase).toBe("unread");
    expect(run.fault).toContain("line 132");
    expect(run.people).toHaveLength(100);

    for (const count of [129, 131]) {
      const other = sampled(rows, count);
      const again = new Everyone(() => undefined, soon, () => 0);
      void again.start(other.state, other.handle);
      expect((await ended(again, other.state)).phase).toBe("unread");
    }
  });

  test("of a file that is too large the sample is asked", () => {
    const { state, handle } = sampled([line(500)], 50_001);
    expect(rowsOf(state.doc, handle).count).toBe(1);
    const { state: fits, handle: same } = sampled([line(500)], 50_000);
    expect(rowsOf(fits.doc, same).count).toBe(50_000);
  });
});

describe("the picture", () => {
  const [amount, duration, checking] = info.features as [typeof info.features[0], typeof info.features[0], typeof info.features[0]];
  const people = Array.from({ length: 200 }, (_, index): Run["people"][number] => ({ index, row: [300 + 91 * ((index * 37) % 200), 4 + (index % 68), [0, 1, 3][index % 3]!, 0, 1, 0, 0], outcome: "can", proved: true, cost: 1, values: null, conflict: null, refused: null }));

  test("every dot lies inside, those of one level apart in their own band, and larger values further", () => {
    const axes = [amount, checking] as const;
    const ends = endsOf(axes, people);
    const spots = people.map((person) => spotOf(axes, ends, person, person.row));
    for (const [at, [x, y]] of spots.entries()) {
      expect(x > 0 && x < 1 && y > 0 && y < 1).toBe(true);
      expect(Math.floor(y * 3)).toBe(at % 3);
    }
    expect(new Set(spots.map(([, y]) => y)).size).toBeGreaterThan(190);
    const byAmount = people.map((_, at) => at).sort((a, b) => people[a]!.row[0]! - people[b]!.row[0]!);
    expect(byAmount.map((at) => spots[at]![0])).toEqual(spots.map(([x]) => x).sort((a, b) => a - b));
    expect(dots(spots).match(/M/g)!.length).toBeGreaterThan(190);
    // A value that is missing has no place, and dots of one place are one.
    expect(dots([[Number.NaN, 0.5], [0.5, 0.25], [0.5001, 0.25]])).toBe(`M${String(UNITS[0] / 2)} ${String(0.75 * UNITS[1])}h0`);
  });

  test("the pointer finds the nearest, and arrow keys reach everybody once, in order", () => {
    const axes = [amount, duration] as const;
    const ends = endsOf(axes, people);
    const spots = people.map((person) => spotOf(axes, ends, person, person.row));
    const size = { width: 400, height: 200 };
    for (const [at, [x, y]] of spots.entries()) {
      const found = nearestTo(spots, { left: x * 400, top: (1 - y) * 200 }, size, 10);
      expect(spots[found]).toEqual(spots[at]);
    }
    expect(nearestTo([[0.5, 0.5]], { left: 0, top: 0 }, size, 10)).toBe(-1);
    for (const [key, axis, sign] of [["ArrowRight", 0, 1], ["ArrowLeft", 0, -1], ["ArrowUp", 1, 1], ["ArrowDown", 1, -1]] as const) {
      const way: number[] = [];
      for (let at = nextOf(key, spots, -1); at !== null && way.length < 300; at = nextOf(key, spots, at)) way.push(at);
      expect([...way].sort((a, b) => a - b)).toEqual(people.map((_, at) => at));
      way.slice(1).forEach((at, before) => expect(sign * (spots[at]![axis] - spots[way[before]!]![axis])).toBeGreaterThanOrEqual(0));
    }
    expect(nextOf("Tab", spots, 3)).toBeNull();
  });
});

describe("the drawer", () => {
  customElements.define("espalier-everyone", EspalierEveryone);

  interface Pressed {
    saved: string[];
    opened: number[];
    picked: number;
  }

  async function drawer(amounts: number[], of: (request: RequestDoc) => Answer = (request) => (amountOf(request) >= 9000 ? none(["/constraints/0", "/constraints/1"]) : answer(amountOf(request) < 2000 ? 0 : amountOf(request) / 10_000, amountOf(request) - 500))): Promise<{ element: EspalierEveryone; pressed: Pressed; state: State; everyone: Everyone }> {
    const { state: open, rows } = stateOf(amounts);
    const state = { ...open, doc: setMaxChanges(setLimit(open.doc, "Duration", { lock: true }), 2) };
    const pressed: Pressed = { saved: [], opened: [], picked: 0 };
    const handle = later(of, rows);
    const everyone = new Everyone(() => (element.run = everyone.of(state)), soon);
    const element = new EspalierEveryone();
    element.ui = { model: () => handle, save: (...given: string[]) => pressed.saved.push(...given), toRow: (index: number) => pressed.opened.push(index), pickRows: () => (pressed.picked += 1) } as unknown as Ui;
    Object.assign(element, { state, everyone, run: null });
    document.body.replaceChildren(element);
    await element.updateComplete;
    return { element, pressed, state, everyone };
  }

  const press = async (element: EspalierEveryone, selector: string, at = 0): Promise<void> => {
    const found = element.querySelectorAll<HTMLButtonElement>(selector)[at];
    if (!found) throw new Error(`no ${selector}`);
    found.click();
    await element.updateComplete;
  };
  const column = (element: EspalierEveryone, at: number): string[] => [...element.querySelectorAll(`.people tbody tr td:nth-child(${String(at)})`)].map((one) => one.textContent.trim());
  const all = async (amounts: number[], of?: (request: RequestDoc) => Answer): ReturnType<typeof drawer> => {
    const made = await drawer(amounts, of);
    await press(made.element, ".acts button");
    await ended(made.everyone, made.state);
    await made.element.updateComplete;
    return made;
  };

  test("asks for rows where the model has none", async () => {
    const { element, pressed } = await drawer([]);
    expect(element.textContent).toContain("takes rows");
    await press(element, "button");
    expect(pressed.picked).toBe(1);
  });

  test("says where the file has more rows than are here", async () => {
    const { element, state } = await drawer([1000, 2000]);
    expect(element.textContent).not.toContain("drawn at random");
    const background = { file: "many.csv", kept: 2, count: 6000, label: null, beside: [], incomplete: 0, ranges: [] };
    element.state = { ...state, doc: { ...state.doc, model: { ...state.doc.model!, background } } };
    await element.updateComplete;
    expect(element.textContent).toContain("2 of the 6,000 rows of many.csv, drawn at random");
  });

  test("asks for a target where the best within a cost is looked for", async () => {
    const { element, state } = await drawer([1000, 2000]);
    element.state = { ...state, doc: { ...state.doc, target: { best: "max", budget: 1 } } };
    await element.updateComplete;
    expect(element.querySelector("button")).toBeNull();
    expect(element.textContent).toContain("Look for one outcome, or for a value.");
  });

  test("counts, and sorts by a press on a heading, both ways", async () => {
    const { element } = await all([5000, 1000, 9500, 3000]);
    expect([...element.querySelectorAll(".outcomes button")].map((one) => one.textContent.replaceAll(/\s+/g, " ").trim())).toEqual(["1 There already 25 %", "2 Can 50 %", "1 Cannot 25 %"]);
    expect(column(element, 1)).toEqual(["1", "2", "3", "4"]);
    const heading = ".people th:nth-child(3) button";
    await press(element, heading);
    expect(element.querySelector(".people th:nth-child(3)")?.getAttribute("aria-sort")).toBe("ascending");
    expect(column(element, 1)).toEqual(["2", "4", "1", "3"]);
    await press(element, heading);
    expect(element.querySelector(".people th:nth-child(3)")?.getAttribute("aria-sort")).toBe("descending");
    // Who cannot has no size, and comes last either way.
    expect(column(element, 1)).toEqual(["1", "4", "2", "3"]);
    expect(column(element, 3)).toEqual(["0.50", "0.30", "", ""]);
    expect(column(element, 4)[0]).toBe("Credit amount: 5,000 \u2192 4,500\u00a0DM");
  });

  test("searches, and shows the rows of a count, of a size, of limits alone", async () => {
    const { element } = await all([5000, 1000, 9500, 3000]);
    const box = element.querySelector<HTMLInputElement>("input")!;
    const seek = async (text: string): Promise<void> => {
      box.value = text;
      box.dispatchEvent(new Event("input"));
      await element.updateComplete;
    };
    await seek("4,500");
    expect(column(element, 1)).toEqual(["1"]);
    await seek("duration stays");
    expect(column(element, 1)).toEqual(["3"]);
    await seek("nobody");
    expect(column(element, 1)).toEqual([]);
    expect(element.textContent).toContain("No row is like this.");
    await seek("");
    await press(element, ".outcomes button", 1);
    expect(column(element, 1)).toEqual(["1", "4"]);
    await press(element, ".bins button:not([disabled])");
    expect(column(element, 1)).toEqual(["4"]);
    await press(element, ".sums ol button");
    expect(column(element, 1)).toEqual(["3"]);
    expect(element.querySelector(".sums ol")?.textContent).toBe("Duration stays; At most 2 changes: 1 row");
    await press(element, ".people .link.quiet");
    expect(column(element, 1)).toHaveLength(4);
  });

  test("the bars of the sizes are one stop for the Tab key, and arrow keys go from bar to bar", async () => {
    const { element } = await all([5000, 4000, 3000]);
    const bars = [...element.querySelectorAll<HTMLButtonElement>(".bins button:not([disabled])")];
    const stops = (): number[] => bars.flatMap((bar, at) => (bar.tabIndex === 0 ? [at] : []));
    expect(bars.length).toBeGreaterThan(1);
    expect(stops()).toEqual([0]);
    const press = (key: string): boolean => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    bars[0]!.focus();
    press("ArrowRight");
    expect(document.activeElement).toBe(bars[1]);
    // The ends are ends, and the page does not scroll.
    expect(press("End")).toBe(false);
    press("ArrowRight");
    expect(document.activeElement).toBe(bars.at(-1));
    press("Home");
    expect(document.activeElement).toBe(bars[0]);
    bars[1]!.click();
    await element.updateComplete;
    expect(stops()).toEqual([1]);
  });

  test("a press opens the person, and pages have fifty rows", async () => {
    const { element, pressed } = await all(Array.from({ length: 120 }, (_, at) => 2000 + at));
    expect(column(element, 1)).toHaveLength(50);
    await press(element, ".people .btn.ico", 1);
    expect(column(element, 1)[0]).toBe("51");
    await press(element, ".people tbody button");
    expect(pressed.opened).toEqual([50]);
    await press(element, ".people .btn.ico", 1);
    expect(column(element, 1)).toHaveLength(20);
  });

  test("by group: the counts of each level, and its rows", async () => {
    const { element } = await all([5000, 1000, 9500, 3000]);
    const choice = element.querySelector("select")!;
    choice.value = "Phone";
    choice.dispatchEvent(new Event("change"));
    await element.updateComplete;
    const cells = [...element.querySelectorAll(".sums tbody tr :is(th, td)")].map((one) => one.textContent.trim().replaceAll("\u00a0", " "));
    expect(cells).toEqual(["no", "4", "25 %", "66.7 %", "0.30"]);
    expect(column(element, 2)).toEqual(["no", "no", "no", "no"]);
  });

  test("once the question is another, the answers are dimmed and said to be old; of another person they are not", async () => {
    const { element, state } = await all([5000, 1000]);
    element.state = { ...state, doc: setValue(state.doc, info.features[0]!, 777) };
    await element.updateComplete;
    expect(element.querySelector(".stale")).toBeNull();
    element.state = { ...state, doc: setMaxChanges(state.doc, 1) };
    await element.updateComplete;
    expect(element.querySelector(".stale")).not.toBeNull();
    expect(element.textContent).toContain("These answers belong to another question.");
  });

  test("who is pointed at has a ring on the map with the answer, by table and by picture; of another question no answer", async () => {
    const { element, everyone, state } = await all([5000, 1000, 9500, 3000]);
    const marks = (now = state): (readonly [number, string, boolean | undefined])[] => everyoneMarks(everyone, now).map(({ row: [amount], label, target }) => [amount!, label, target]);
    expect(marks()).toEqual([]);
    const button = (at: number): HTMLElement => element.querySelectorAll<HTMLElement>(".people tbody button")[at]!;
    button(0).dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(marks()).toEqual([[5000, "Row 1", false], [4500, "Answer to row 1", undefined]]);
    button(1).closest("td")!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(marks()).toEqual([[1000, "Row 2", true]]);
    button(2).dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(marks()).toEqual([[9500, "Row 3", false]]);
    element.querySelector(".people tbody")!.dispatchEvent(new Event("focusout", { bubbles: true }));
    expect(marks()).toEqual([]);
    // The page's own person has a dot there already.
    button(3).dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(marks()).toHaveLength(2);
    expect(marks({ ...state, doc: setPerson(state.doc, row(3000), 3) })).toEqual([]);
    expect(marks({ ...state, doc: setMaxChanges(state.doc, 1) })).toEqual([[3000, "Row 4", false]]);
    element.remove();
    expect(marks()).toEqual([]);
  });

  test("the picture stands on the map's two features, shows the rows of the search, and is walked by keys", async () => {
    const { element, everyone, pressed, state } = await all([5000, 1000, 9500, 3000]);
    element.state = { ...state, pair: ["Credit amount", "Checking account"] };
    await element.updateComplete;
    const picture = element.querySelector<HTMLElement>(".who-picture")!;
    expect(picture.getAttribute("aria-label")).toBe("Everyone by credit amount and checking account");
    const count = (kind: string): number => element.querySelector(`.who-picture path.${kind}`)!.getAttribute("d")!.split("M").length - 1;
    expect(["there", "can", "cannot", "faint"].map(count)).toEqual([1, 2, 1, 0]);
    const key = async (name: string): Promise<void> => {
      picture.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
      element.pointed = everyone.pointed;
      await element.updateComplete;
    };
    const reached: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await key("ArrowRight");
      reached.push(picture.getAttribute("aria-valuetext")!);
    }
    expect(reached.map((text) => text.split(";")[0])).toEqual(["Row 2", "Row 4", "Row 1", "Row 3"]);
    expect(reached[2]).toBe("Row 1; can; size 0.50; Credit amount: 5,000 \u2192 4,500\u00a0DM");
    expect(reached[3]).toContain("Duration stays");
    await key("Enter");
    expect(pressed.opened).toEqual([2]);
    await press(element, ".outcomes button", 1);
    expect(["there", "can", "cannot", "faint"].map(count)).toEqual([0, 2, 0, 2]);
  });

  test("search, order, group and choice are there again in a drawer that was closed and opened", async () => {
    const { element, everyone, state } = await all([5000, 1000, 9500, 3000]);
    const box = element.querySelector<HTMLInputElement>("input")!;
    box.value = "amount";
    box.dispatchEvent(new Event("input"));
    await element.updateComplete;
    await press(element, ".people th:nth-child(3) button");
    await press(element, ".people th:nth-child(3) button");
    const choice = element.querySelector("select")!;
    choice.value = "Phone";
    choice.dispatchEvent(new Event("change"));
    await element.updateComplete;
    await press(element, ".outcomes button", 1);
    element.remove();
    const again = new EspalierEveryone();
    Object.assign(again, { ui: element.ui, everyone, state, run: everyone.of(state) });
    document.body.replaceChildren(again);
    await again.updateComplete;
    expect(again.querySelector<HTMLInputElement>("input")!.value).toBe("amount");
    expect(again.querySelector(".outcomes [aria-pressed=true]")?.textContent).toContain("Can");
    expect(again.querySelector(".sums tbody")).not.toBeNull();
    expect(column(again, 1)).toEqual(["1", "4"]);
  });

  test("undo of another question that was asked brings its answers back, and redo the later ones", async () => {
    const { element, everyone, state } = await all([5000, 1000, 9500, 3000]);
    const other: State = { ...state, doc: setMaxChanges(state.doc, 1) };
    const before = everyone.of(state)!;
    element.state = other;
    await element.updateComplete;
    await press(element, ".acts button");
    await ended(everyone, other);
    const after = everyone.of(other)!;
    expect(after.question).not.toBe(before.question);
    for (const [now, run] of [[state, before], [other, after], [state, before]] as const) {
      element.state = now;
      await element.updateComplete;
      expect(everyone.of(now)?.question).toBe(run.question);
      expect(element.querySelector(".stale")).toBeNull();
      expect(element.textContent).toContain("All 4 rows are answered.");
    }
  });

  test("a person of the file's own rows is opened by their values", async () => {
    const { element, state, everyone } = await all([5000, 1000]);
    const edits: Doc[] = [];
    const background = { file: "many.csv", kept: 2, count: 6000, label: null, beside: [], incomplete: 0, ranges: [], blob: new Blob([]) };
    const doc = { ...state.doc, model: { ...state.doc.model!, background } };
    element.ui = { ...element.ui, edit: (verb: (doc: Doc) => Doc) => edits.push(verb(doc)) };
    Object.assign(everyone.of(state)!, { doc });
    element.requestUpdate();
    await element.updateComplete;
    await press(element, ".people tbody button", 1);
    expect(edits.map(({ person: [amount], row: index }) => [amount, index])).toEqual([[1000, null]]);
  });

  test("saves a csv of all rows, in the columns of the model", async () => {
    const { element, pressed, everyone, state } = await all([5000, 1000, 9500]);
    await press(element, ".acts button", 1);
    const [name, type, text = ""] = pressed.saved;
    expect([name, type]).toEqual(["everyone.csv", "text/csv"]);
    expect(text.split("\n")).toEqual([
      "row,outcome,cost,proved,Credit amount,Duration,Checking account,Purpose,Phone",
      "1,can,0.5,true,4500,48,below 0 DM,business,no",
      "2,there,0,true,500,48,below 0 DM,business,no",
      "3,cannot,,true,,,,,",
      "",
    ]);
    // A feature that is called as one of the first columns has another name.
    const features = [{ ...info.features[0]!, name: "cost" }];
    expect(csvOf(everyone.of(state)!.people.slice(0, 1), features)).toBe("row,outcome,cost,proved,feature.cost\n1,can,0.5,true,4500\n");
  });
});
