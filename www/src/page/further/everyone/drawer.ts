/** The drawer "Everyone": the page's question for every background row, as counts, a picture of the sizes, groups, limits, and row by row. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { asking, median, sizeOf, OUTCOMES, type Group } from "../../../measure/outcomes.js";
import { coordinate, isDiscrete } from "../../../model/feature.js";
import { saidInConflict } from "../../state/answer/selectors.js";
import { writtenOf } from "../../state/answer/claims.js";
import type { State } from "../../state/document/state.js";
import { featureNamed, features, originAt } from "../../state/request/request.js";
import { typed } from "../../state/typed.js";
import type { Ui } from "../../view/callbacks.js";
import { limitText } from "../../view/chips.js";
import { bare, cost, number, percent, told, withUnit } from "../../view/format.js";
import { icons } from "../../view/icons.js";
import { picker } from "../../view/picker.js";
import { place } from "../../view/style-properties.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";
import { everyonesQuestion, type Everyone, type Person, type Run } from "./run.js";
import { BINS, changesOf, chosen, csvOf, grouped, sorted, summed, type Choice, type Key, type Order, type Summary } from "./table.js";

/** Rows on one page. */
const PAGE = 50;
/** So many sets of limits are listed, those that stop most. */
const LIMITS = 8;
/** More changes than this are counted, not listed. */
const MOST = 5;

/** A row with its texts. */
interface Told {
  outcome: string;
  changes: string;
  /** All that the search looks at. */
  all: string;
}

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierEveryone extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false }, everyone: { attribute: false }, run: { attribute: false }, group: { state: true }, choice: { state: true }, search: { state: true }, order: { state: true }, from: { state: true } };
  declare state: State;
  declare ui: Ui;
  declare everyone: Everyone;
  declare run: Run | null;
  /** Name of the feature by whose levels groups are told apart; empty: none. */
  declare group: string;
  declare choice: Choice | null;
  declare search: string;
  declare order: Order;
  /** The first row of the page. */
  declare from: number;

  /** Texts of rows, in the language in which they were written. */
  #told = new Map<Person, Told>();
  #tongue = "";

  constructor() {
    super();
    this.group = "";
    this.choice = null;
    this.search = "";
    this.order = { by: "row", down: false };
    this.from = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("run");
    if (changed.has("run") && (before?.question !== this.run?.question || (before?.people.length ?? 0) > (this.run?.people.length ?? 0))) {
      this.#told.clear();
      this.choice = null;
      this.from = 0;
    }
    if (typed.locale !== this.#tongue) this.#told.clear();
    this.#tongue = typed.locale;
  }

  protected override render(): TemplateResult {
    const text = furtherWords.everyone;
    const { state, run, ui } = this;
    const { doc } = state;
    const rows = doc.model?.info.rows ?? 0;
    if (rows === 0) return html`<p class="line wrap"><span class="cap">${text.none}</span> <button type="button" class="link quiet" @click=${() => ui.pickRows()}>${words.data.from.choose}</button></p>`;
    const aimless = "best" in doc.target || "class_costs" in doc.target;
    const old = run !== null && run.question !== everyonesQuestion(state);
    const background = doc.model?.background;
    const part = background && background.kept < background.count ? html`<p class="cap">${words.data.from.said(background)}</p>` : nothing;
    return html`${aimless ? html`<p class="cap">${text.undefined}</p>` : this.#acts(run, old, rows)} ${part} ${run && run.people.length > 0 ? this.#answers(run, old) : nothing}`;
  }

  #acts(run: Run | null, old: boolean, rows: number): TemplateResult {
    const text = furtherWords.everyone;
    const running = run?.phase === "running";
    const done = run?.people.length ?? 0;
    const left = run && !old && done > 0 && run.phase !== "done" ? rows - done : 0;
    const said = !run ? text.before : old ? text.old : run.phase === "done" ? text.done(run.rows) : run.phase === "stopped" ? text.stopped(done, run.rows) : run.phase === "failed" ? text.failed(run.fault ?? "") : "";
    return html`<div class="line wrap acts">
      <button type="button" class="btn ${run && !old ? "line-button" : "solid"}" @click=${running ? () => this.everyone.stop() : () => this.#start()}>${running ? html`${icons.stop()}${words.stop}` : left > 0 ? text.rest(left) : text.ask(rows)}</button>
      ${running ? html`<progress max=${run.rows} .value=${done} aria-label=${text.bar}></progress><span class="cap">${text.progress(done, run.rows)}</span>` : nothing}
      <span class="cap" role="status">${said}</span>
      <span class="gap"></span>
      ${run && done > 0 ? html`<button type="button" class="btn line-button" ?disabled=${running} @click=${() => this.ui.save("everyone.csv", "text/csv", csvOf(run.people, features(run.doc)))}>${text.save}</button>` : nothing}
    </div>`;
  }

  #start(): void {
    const handle = this.ui.model();
    if (handle) void this.everyone.start(this.state, handle);
  }

  #answers(run: Run, old: boolean): TemplateResult {
    const sum = summed(run.people);
    return html`<div class="everyone-face ${old ? "stale" : ""}">
      <div class="sums">${this.#outcomes(sum)}${this.#sizes(sum)}${this.#limits(run, sum)}${this.#groups(run)}</div>
      ${this.#rows(run)}
    </div>`;
  }

  /** A press shows the rows of a choice alone, another press all. */
  #choose(choice: Choice | null): void {
    this.choice = choice && same(choice, this.choice) ? null : choice;
    this.from = 0;
  }

  #outcomes({ everyone, proved, refused }: Summary): TemplateResult {
    const text = furtherWords.everyone;
    const all = sizeOf(everyone);
    const { can, cannot } = everyone.outcomes;
    const shown = OUTCOMES.filter((outcome) => outcome !== "unknown" || everyone.outcomes.unknown > 0);
    return html`<div class="outcomes">
        ${shown.map((outcome) => {
          const choice: Choice = { by: "outcome", outcome };
          const count = everyone.outcomes[outcome];
          return html`<button type="button" aria-pressed=${same(choice, this.choice)} @click=${() => this.#choose(choice)}><b>${number(count)}</b> <span>${text.outcome[outcome]}</span> <span class="cap">${percent(count / all)}</span></button>`;
        })}
      </div>
      <p class="cap">${text.proved(can, proved, cannot)} ${refused > 0 ? text.refusals(refused) : nothing}</p>`;
  }

  #sizes({ sizes, median: half }: Summary): TemplateResult | typeof nothing {
    if (!sizes) return nothing;
    const text = furtherWords.everyone;
    const { end, counts, beyond } = sizes;
    const most = Math.max(...counts);
    return html`<h3>${text.sizes}<span class="cap">${text.half(cost(half))}</span></h3>
      <div class="bins">
        ${counts.map((count, bin) => {
          const choice: Choice = { by: "size", bin, end };
          return html`<button type="button" aria-pressed=${same(choice, this.choice)} aria-label=${text.rows(choiceText(choice), count)} title=${text.rows(choiceText(choice), count)} ?disabled=${count === 0} @click=${() => this.#choose(choice)}><i ${place({ height: `${((100 * count) / most).toFixed(1)}%` })}></i></button>`;
        })}
      </div>
      <div class="line scale cap"><span>0</span><span class="gap"></span>${beyond > 0 ? this.#link({ by: "size", bin: BINS, end }, beyond) : nothing}<span class="gap"></span><span>${cost(end)}</span></div>`;
  }

  #link(choice: Choice, count: number, name = choiceText(choice)): TemplateResult {
    return html`<button type="button" class="link quiet" aria-pressed=${same(choice, this.choice)} @click=${() => this.#choose(choice)}>${furtherWords.everyone.rows(name, count)}</button>`;
  }

  #limits(run: Run, { limits }: Summary): TemplateResult | typeof nothing {
    if (limits.length === 0) return nothing;
    const text = furtherWords.everyone;
    return html`<h3>${text.limits}</h3>
      <ol>${limits.slice(0, LIMITS).map(([key, count]) => html`<li>${this.#link({ by: "limits", key }, count, conflictText(run, JSON.parse(key) as string[]))}</li>`)}</ol>
      <p class="cap">${text.limitsHow}</p>`;
  }

  #groups(run: Run): TemplateResult | typeof nothing {
    const text = furtherWords.everyone;
    const names = features(run.doc).filter(isDiscrete).map(({ name }) => name);
    if (names.length === 0) return nothing;
    const take = (name: string): void => {
      this.group = name;
      if (this.choice?.by === "group") this.choice = null;
      if (this.order.by === "group") this.order = { by: "row", down: false };
      this.from = 0;
    };
    const groups = this.group === "" ? [] : grouped(run.people, this.#groupOf(run), text.others);
    const share = (count: number, of: number): string => (of === 0 ? "\u2013" : percent(count / of));
    const line = (group: Group): TemplateResult => {
      const choice: Choice = { by: "group", name: group.name };
      return html`<tr><th scope="row" class="t"><button type="button" class="link" aria-pressed=${same(choice, this.choice)} @click=${() => this.#choose(choice)}>${group.name}</button></th><td>${number(sizeOf(group))}</td><td>${share(group.outcomes.there, sizeOf(group))}</td><td>${share(group.outcomes.can, asking(group))}</td><td>${group.costs.length > 0 ? cost(median(group.costs)) : "\u2013"}</td></tr>`;
    };
    return html`<h3 class="line">${text.by} ${picker(text.by, [["", text.ungrouped], ...names.map((name): [string, string] => [name, name])], this.group, take)}</h3>
      ${groups.length > 0
        ? html`<div class="scroll" tabindex="0" role="region" aria-label=${`${text.by} ${this.group}`}><table><thead><tr>${[text.head.group, text.head.rows, text.head.there, text.head.can, text.head.median].map((name, at) => html`<th scope="col" class=${at === 0 ? "t" : ""}>${name}</th>`)}</tr></thead><tbody>${groups.map(line)}</tbody></table></div>`
        : nothing}`;
  }

  #groupOf(run: Run): (person: Person) => string {
    const feature = featureNamed(run.doc, this.group);
    return ({ row }) => (feature ? bare(feature, coordinate(feature, row)) : "");
  }

  /** The texts of a row, written once. */
  #tell(run: Run, person: Person): Told {
    const known = this.#told.get(person);
    if (known) return known;
    const text = furtherWords.everyone;
    const outcome = person.outcome === "can" && !person.proved ? text.soFar : text.outcome[person.outcome];
    const changes = person.conflict ? conflictText(run, person.conflict) : (person.refused ?? changesText(run, person));
    const written = { outcome, changes, all: `${String(person.index + 1)} ${outcome} ${changes}`.toLowerCase() };
    this.#told.set(person, written);
    return written;
  }

  #rows(run: Run): TemplateResult {
    const text = furtherWords.everyone;
    const { doc } = this.state;
    const group = this.#groupOf(run);
    const wanted = this.search.trim().toLowerCase();
    const left = run.people.filter((person) => chosen(this.choice, person, group) && (wanted === "" || this.#tell(run, person).all.includes(wanted) || group(person).toLowerCase().includes(wanted)));
    const list = sorted(left, this.order, { group, outcome: (person) => this.#tell(run, person).outcome, changes: (person) => changesOf(features(run.doc), person) });
    const from = Math.min(this.from, Math.floor(Math.max(0, list.length - 1) / PAGE) * PAGE);
    const shown = list.slice(from, from + PAGE);
    return html`<div class="people">
      <div class="line wrap">
        <input type="text" class="box" aria-label=${text.search} placeholder=${text.search} .value=${live(this.search)} @input=${(event: Event) => this.#seek((event.currentTarget as HTMLInputElement).value)} />
        ${this.choice ? html`<span class="cap">${text.only(choiceText(this.choice, run))}</span><button type="button" class="link quiet" @click=${() => this.#choose(null)}>${text.all}</button>` : nothing}
        <span class="gap"></span>
        <span class="cap" role=${run.phase === "running" ? nothing : "status"}>${list.length === 0 ? text.noRow : text.shown(from + 1, from + shown.length, list.length)}</span>
        <button type="button" class="btn ico" aria-label=${words.data.earlier} ?disabled=${from === 0} @click=${() => (this.from = from - PAGE)}>${icons.left()}</button>
        <button type="button" class="btn ico" aria-label=${words.data.later} ?disabled=${from + PAGE >= list.length} @click=${() => (this.from = from + PAGE)}>${icons.right()}</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${text.table}>
        <table>
          <thead><tr>${this.#head("row", text.head.row)}${this.group === "" ? nothing : this.#head("group", this.group, "t member")}${this.#head("outcome", text.head.outcome, "t")}${this.#head("size", text.head.size)}${this.#head("changes", text.head.changes, "t")}</tr></thead>
          <tbody>${shown.map((person) => {
            const { outcome, changes } = this.#tell(run, person);
            return html`<tr class=${person.index === doc.row ? "on" : ""}>
              <td><button type="button" class="link" aria-label=${text.explain(person.index + 1)} @click=${() => this.ui.toRow(person.index)}>${person.index + 1}</button></td>
              ${this.group === "" ? nothing : html`<td class="t member">${group(person)}</td>`}
              <td class="t">${outcome}</td><td>${person.outcome === "can" ? cost(person.cost) : nothing}</td><td class="t long">${changes}</td>
            </tr>`;
          })}</tbody>
        </table>
      </div>
    </div>`;
  }

  #seek(text: string): void {
    this.search = text;
    this.from = 0;
  }

  #head(by: Key, name: string, look = ""): TemplateResult {
    const { order } = this;
    const on = order.by === by;
    return html`<th scope="col" class=${look} aria-sort=${on ? (order.down ? "descending" : "ascending") : "none"}><button type="button" class="sort" @click=${() => this.#sort(by)}>${name}<span aria-hidden="true">${on ? (order.down ? "\u25BC" : "\u25B2") : ""}</span></button></th>`;
  }

  #sort(by: Key): void {
    this.order = { by, down: this.order.by === by && !this.order.down };
    this.from = 0;
  }
}

const same = (a: Choice, b: Choice | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** "Credit amount: 5,450 → 4,375 EUR; Duration: 39 → 34 months"; of many changes how many they are. */
function changesText({ doc }: Run, { row, values }: Person): string {
  const list = values ? writtenOf({ ...doc, person: [...row] }, values) : [];
  if (list.length > MOST) return words.compare.many(list.length);
  return list.map(({ feature, printed, decimals }) => furtherWords.why.change(feature.name, told(feature, coordinate(feature, row), bare), withUnit(feature, printed, decimals))).join("; ");
}

/** The limits of a conflict, as the page says limits. */
function conflictText(run: Run, pointers: readonly string[]): string {
  const text = furtherWords.everyone;
  if (pointers.length === 0) return text.model;
  const origins = pointers.flatMap((pointer) => originAt(run.doc, pointer) ?? []);
  const said = saidInConflict(run.doc, { conflict: [...pointers] });
  const list = [...origins.map((origin) => limitText(run.doc, origin, true)), ...said.map((one) => words.said(one, (value) => withUnit(one.feature, value)))];
  return text.limit(list.length < pointers.length ? [...list, text.file] : list);
}

function choiceText(choice: Choice, run?: Run): string {
  const text = furtherWords.everyone;
  switch (choice.by) {
    case "outcome":
      return text.outcome[choice.outcome];
    case "group":
      return choice.name;
    case "limits":
      return run ? conflictText(run, JSON.parse(choice.key) as string[]) : "";
    case "size":
      return choice.bin === BINS ? text.beyond(cost(choice.end)) : text.bin(cost((choice.bin * choice.end) / BINS), cost(((choice.bin + 1) * choice.end) / BINS));
  }
}
