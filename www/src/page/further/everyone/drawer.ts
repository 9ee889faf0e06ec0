/** The drawer "Everyone": the page's question for every background row, as counts, a picture of the sizes, groups, limits, and row by row. */
import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { asking, median, sizeOf, OUTCOMES, type Group } from "../../../measure/outcomes.js";
import { coordinate, isDiscrete } from "../../../model/feature.js";
import { saidInConflict } from "../../state/answer/selectors.js";
import { writtenOf } from "../../state/answer/claims.js";
import type { Doc } from "../../state/document/document.js";
import type { State } from "../../state/document/state.js";
import { setPerson } from "../../state/editing/actions.js";
import { featureNamed, features, originAt } from "../../state/request/request.js";
import { typed } from "../../state/typed.js";
import type { Ui } from "../../view/callbacks.js";
import { limitText } from "../../view/chips.js";
import { bare, cost, number, percent, told, withUnit } from "../../view/format.js";
import type { Marked } from "../../view/further.js";
import { icons } from "../../view/icons.js";
import { picker } from "../../view/picker.js";
import { place } from "../../view/style-properties.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";
import { kept } from "./kept.js";
import { areBackground, countOf, isSample, mostOf } from "./rows.js";
import { everyonesQuestion, type Everyone, type Person, type Run } from "./run.js";
import { dots, endsOf, LAYERS, nearestTo, nextOf, spotOf, UNITS, type Axes, type Spot } from "./scatter.js";
import type { Choice, Key, Sought } from "./sought.js";
import { BINS, changesOf, chosen, csvOf, grouped, sorted, summed, type Summary } from "./table.js";

/** Rows on one page. */
const PAGE = 50;
/** So many sets of limits are listed, those that stop most. */
const LIMITS = 8;
/** More changes than this are counted, not listed. */
const MOST = 5;
/** A dot is pointed at from so many pixels away. By hand: half a finger. */
const REACH = 14;

/** Rings on the map: somebody who is pointed at, and the end of their answer; none where they are the page's own person. */
export function everyoneMarks(everyone: Everyone, state: State): Marked[] {
  const run = everyone.of(state);
  const person = everyone.pointed;
  if (!run || !person || isOn(state, person)) return [];
  const text = furtherWords.everyone;
  const name = text.mark(person.index + 1);
  const start: Marked = { row: person.row, said: [], label: name, target: person.outcome === "there" };
  // Of another question nothing is told about an answer.
  if (person.outcome !== "can" || person.values === null || run.question !== everyonesQuestion(state)) return [start];
  return [start, { row: person.values, said: writtenOf({ ...run.doc, person: [...person.row] }, person.values), label: text.markEnd(person.index + 1) }];
}

const isOn = ({ doc }: State, { row }: Person): boolean => row.every((value, column) => Object.is(value, doc.person[column]));

/** A row with its texts. */
interface Told {
  outcome: string;
  changes: string;
  /** All that the search looks at. */
  all: string;
}

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierEveryone extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false }, everyone: { attribute: false }, run: { attribute: false }, pointed: { attribute: false } };
  declare state: State;
  declare ui: Ui;
  declare everyone: Everyone;
  declare run: Run | null;
  declare pointed: Person | null;

  /** Texts of rows, in the language in which they were written. */
  #told = new WeakMap<Person, Told>();
  #tongue = "";

  readonly #sums = kept(summed);
  readonly #grouped = kept((people: Run["people"], doc: Doc, group: string, _tongue: string) => grouped(people, groupBy(doc, group), furtherWords.everyone.others));
  readonly #list = kept((people: Run["people"], doc: Doc, { choice, search, order, group: name }: Sought, _tongue: string) => {
    const group = groupBy(doc, name);
    const wanted = search.trim().toLowerCase();
    const left = people.filter((person) => chosen(choice, person, group) && (wanted === "" || this.#tell(doc, person).all.includes(wanted) || group(person).toLowerCase().includes(wanted)));
    return sorted(left, order, { group, outcome: outcomeText, changes: (person) => changesOf(features(doc), person) });
  });
  readonly #ends = kept((people: Run["people"], x: Axes[0], y: Axes[1]) => endsOf([x, y], people));
  readonly #spots = kept((people: readonly Person[], x: Axes[0], y: Axes[1], ends: ReturnType<typeof endsOf>): Spot[] => people.map((person) => spotOf([x, y], ends, person, person.row)));
  /** All who are not in the list. */
  readonly #others = kept((people: readonly Person[], list: readonly Person[], x: Axes[0], y: Axes[1], ends: ReturnType<typeof endsOf>): string => {
    const listed = new Set(list);
    return listed.size === people.length ? "" : dots(people.filter((person) => !listed.has(person)).map((person) => spotOf([x, y], ends, person, person.row)));
  });
  readonly #dots = kept((people: readonly Person[], spots: readonly Spot[]) => LAYERS.map((outcome) => [outcome, dots(spots.filter((_, at) => people[at]!.outcome === outcome))] as const));

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    this.everyone.see(this.state);
    this.run = this.everyone.of(this.state);
    if (typed.locale !== this.#tongue) this.#told = new WeakMap();
    this.#tongue = typed.locale;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.everyone.point(null);
  }

  #seek(part: Partial<Sought>): void {
    this.everyone.sought = { ...this.everyone.sought, from: 0, ...part };
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const text = furtherWords.everyone;
    const { state, run, ui } = this;
    const { doc } = state;
    const rows = countOf(doc);
    if (rows === 0) return html`<p class="line wrap"><span class="cap">${text.none}</span> <button type="button" class="link quiet" @click=${() => ui.pickRows()}>${words.data.from.choose}</button></p>`;
    const aimless = "best" in doc.target || "class_costs" in doc.target;
    const old = run !== null && run.question !== everyonesQuestion(state);
    const background = doc.model?.background;
    const part = isSample(background) && areBackground(doc) ? html`<p class="cap">${words.data.from.said(background)}</p>${background.blob ? html`<p class="cap">${text.beyondFile(mostOf(doc.model?.info.columns ?? 1))}</p>` : nothing}` : nothing;
    return html`${aimless ? html`<p class="cap">${text.undefined}</p>` : this.#acts(run, old, rows)} ${part} ${run && run.people.length > 0 ? this.#answers(run, old) : nothing}`;
  }

  #acts(run: Run | null, old: boolean, rows: number): TemplateResult {
    const text = furtherWords.everyone;
    const running = run?.phase === "running";
    const done = run?.people.length ?? 0;
    const left = run && !old && done > 0 && (run.phase === "stopped" || run.phase === "failed") ? rows - done : 0;
    const phases = { running: "", done: text.done(run?.rows ?? 0), stopped: text.stopped(done, run?.rows ?? 0), failed: text.failed(run?.fault ?? ""), unread: text.unread(run?.fault ?? "") };
    return html`<div class="line wrap acts">
      <button type="button" class="btn ${run && !old ? "line-button" : "solid"}" @click=${running ? () => this.everyone.stop() : () => this.#start()}>${running ? html`${icons.stop()}${words.stop}` : left > 0 ? text.rest(left) : text.ask(rows)}</button>
      ${running ? html`<progress max=${run.rows} .value=${done} aria-label=${text.bar}></progress><span class="cap">${text.progress(done, run.rows)}</span>` : nothing}
      <span class="cap" role="status">${!run ? text.before : old ? text.old : phases[run.phase]}</span>
      <span class="gap"></span>
      ${run && done > 0 ? html`<button type="button" class="btn line-button" ?disabled=${running} @click=${() => this.ui.save("everyone.csv", "text/csv", csvOf(run.people, features(run.doc)))}>${text.save}</button>` : nothing}
    </div>`;
  }

  #start(): void {
    const handle = this.ui.model();
    if (handle) void this.everyone.start(this.state, handle);
  }

  #answers(run: Run, old: boolean): TemplateResult {
    const sum = this.#sums(run.people);
    const list = this.#list(run.people, run.doc, this.everyone.sought, typed.locale);
    return html`<div class="everyone-face ${old ? "stale" : ""}">
      <div class="sums">${this.#outcomes(sum)}${this.#picture(run, list)}${this.#sizes(sum)}${this.#limits(run, sum)}${this.#groups(run)}</div>
      ${this.#rows(run, list)}
    </div>`;
  }

  /** A press shows the rows of a choice alone, another press all. */
  #choose(choice: Choice | null): void {
    this.#seek({ choice: choice && same(choice, this.everyone.sought.choice) ? null : choice });
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
          return html`<button type="button" aria-pressed=${same(choice, this.everyone.sought.choice)} @click=${() => this.#choose(choice)}><b>${number(count)}</b> <svg class="who ${outcome}" viewBox="-6 -6 12 12" aria-hidden="true"><path d="M0 0h0"></path>${outcome === "can" ? svg`<path class="hole" d="M0 0h0"></path>` : nothing}</svg><span>${text.outcome[outcome]}</span> <span class="cap">${percent(count / all)}</span></button>`;
        })}
      </div>
      <p class="cap">${text.proved(can, proved, cannot)} ${refused > 0 ? text.refusals(refused) : nothing}</p>`;
  }

  #sizes({ sizes, median: half }: Summary): TemplateResult | typeof nothing {
    if (!sizes) return nothing;
    const text = furtherWords.everyone;
    const { end, counts, beyond } = sizes;
    const most = Math.max(...counts);
    const chosen = (bin: number): boolean => same({ by: "size", bin, end }, this.everyone.sought.choice);
    // One stop for the Tab key: the bar that is chosen, or the first.
    const picked = counts.findIndex((_, bin) => chosen(bin));
    const stop = picked >= 0 ? picked : counts.findIndex((count) => count > 0);
    return html`<h3>${text.sizes}<span class="cap">${text.half(cost(half))}</span></h3>
      <div class="bins" role="group" aria-label=${text.sizes} @keydown=${alongBars}>
        ${counts.map((count, bin) => {
          const choice: Choice = { by: "size", bin, end };
          return html`<button type="button" tabindex=${bin === stop ? "0" : "-1"} aria-pressed=${chosen(bin)} aria-label=${text.rows(choiceText(choice), count)} title=${text.rows(choiceText(choice), count)} ?disabled=${count === 0} @click=${() => this.#choose(choice)}><i ${place({ height: `${((100 * count) / most).toFixed(1)}%` })}></i></button>`;
        })}
      </div>
      <div class="line scale cap"><span>0</span><span class="gap"></span>${beyond > 0 ? this.#link({ by: "size", bin: BINS, end }, beyond) : nothing}<span class="gap"></span><span>${cost(end)}</span></div>`;
  }

  #link(choice: Choice, count: number, name = choiceText(choice)): TemplateResult {
    return html`<button type="button" class="link quiet" aria-pressed=${same(choice, this.everyone.sought.choice)} @click=${() => this.#choose(choice)}>${furtherWords.everyone.rows(name, count)}</button>`;
  }

  #limits(run: Run, { limits }: Summary): TemplateResult | typeof nothing {
    if (limits.length === 0) return nothing;
    const text = furtherWords.everyone;
    return html`<h3>${text.limits}</h3>
      <ol>${limits.slice(0, LIMITS).map(([key, count]) => html`<li>${this.#link({ by: "limits", key }, count, conflictText(run.doc, JSON.parse(key) as string[]))}</li>`)}</ol>
      <p class="cap">${text.limitsHow}</p>`;
  }

  #groups(run: Run): TemplateResult | typeof nothing {
    const text = furtherWords.everyone;
    const names = features(run.doc).filter(isDiscrete).map(({ name }) => name);
    if (names.length === 0) return nothing;
    const { group: name, choice } = this.everyone.sought;
    const take = (group: string): void => this.#seek({ group, choice: choice?.by === "group" ? null : choice });
    const groups = name === "" ? [] : this.#grouped(run.people, run.doc, name, typed.locale);
    const share = (count: number, of: number): string => (of === 0 ? "\u2013" : percent(count / of));
    const line = (group: Group): TemplateResult => {
      const own: Choice = { by: "group", name: group.name };
      return html`<tr><th scope="row" class="t"><button type="button" class="link" aria-pressed=${same(own, choice)} @click=${() => this.#choose(own)}>${group.name}</button></th><td>${number(sizeOf(group))}</td><td>${share(group.outcomes.there, sizeOf(group))}</td><td>${share(group.outcomes.can, asking(group))}</td><td>${group.costs.length > 0 ? cost(median(group.costs)) : "\u2013"}</td></tr>`;
    };
    return html`<h3 class="line">${text.by} ${picker(text.by, [["", text.ungrouped], ...names.map((one): [string, string] => [one, one])], name, take)}</h3>
      ${groups.length > 0
        ? html`<div class="scroll" tabindex="0" role="region" aria-label=${`${text.by} ${name}`}><table><thead><tr>${[text.head.group, text.head.rows, text.head.there, text.head.can, text.head.median].map((one, at) => html`<th scope="col" class=${at === 0 ? "t" : ""}>${one}</th>`)}</tr></thead><tbody>${groups.map(line)}</tbody></table></div>`
        : nothing}`;
  }

  /** Dots on the map's two features: those of the list, and all others faintly. */
  #picture(run: Run, list: readonly Person[]): TemplateResult | typeof nothing {
    const { state, pointed } = this;
    const axes = state.pair?.map((name) => featureNamed(run.doc, name));
    const [x, y] = axes ?? [];
    if (!x || !y) return nothing;
    const text = furtherWords.everyone;
    const ends = this.#ends(run.people, x, y);
    const spots = this.#spots(list, x, y, ends);
    const faint = this.#others(run.people, list, x, y, ends);
    const spot = (person: Person, row: readonly number[]): { left: string; top: string } => {
      const [across, up] = spotOf([x, y], ends, person, row);
      return { left: `${String(100 * across)}%`, top: `${String(100 * (1 - up))}%` };
    };
    const at = pointed ? list.indexOf(pointed) : -1;
    const move = (event: PointerEvent): void => this.everyone.point(list[nearestIn(event, spots)] ?? null);
    const open = (event: MouseEvent): void => {
      const person = list[nearestIn(event, spots)];
      if (person) this.#open(run, person);
    };
    const limits = (feature: Axes[0], [low, high]: readonly [number, number]): string => (isDiscrete(feature) ? text.levels(feature.name, (feature.labels ?? []).slice(0, high + 1)) : text.axis(feature.name, bare(feature, low), withUnit(feature, high)));
    const end = pointed?.outcome === "can" ? pointed.values : null;
    return html`<h3>${text.where}<span class="cap">${text.whereHow}</span></h3>
      <p class="cap">${text.up(limits(y, ends[1]))}</p>
      <div class="who-picture" tabindex="0" role="spinbutton" aria-label=${text.picture(x.name, y.name)} aria-description=${text.pictureKeys} aria-valuenow=${at + 1} aria-valuemin="0" aria-valuemax=${list.length} aria-valuetext=${pointed && at >= 0 ? this.#said(run, pointed) : text.nobody}
        @pointermove=${move} @pointerleave=${() => this.everyone.point(null)} @click=${open} @blur=${() => this.everyone.point(null)} @keydown=${(event: KeyboardEvent) => this.#walk(event, run, list, spots)}>
        <svg viewBox=${`0 0 ${UNITS.join(" ")}`} preserveAspectRatio="none" aria-hidden="true"><path class="faint" d=${faint}></path>${this.#dots(list, spots).map(([outcome, d]) => svg`<path class=${outcome} d=${d}></path>${outcome === "can" ? svg`<path class="hole" d=${d}></path>` : nothing}`)}</svg>
        ${pointed ? html`<i class="who-spot" ${place(spot(pointed, pointed.row))}></i>` : nothing}${pointed && end ? html`<i class="who-spot goal" ${place(spot(pointed, end))}></i>` : nothing}
      </div>
      <p class="cap">${text.across(limits(x, ends[0]))}</p>
      <p class="cap who-said">${pointed ? this.#said(run, pointed) : text.nobody}</p>`;
  }

  /** Arrow keys go to the next of the list across, or up and down; Enter opens. */
  #walk(event: KeyboardEvent, run: Run, list: readonly Person[], spots: readonly Spot[]): void {
    const at = this.pointed ? list.indexOf(this.pointed) : -1;
    if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      this.#open(run, list[at]!);
      return;
    }
    const to = nextOf(event.key, spots, at);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.everyone.point(list[to] ?? null);
  }

  #open(run: Run, person: Person): void {
    if (areBackground(run.doc)) this.ui.toRow(person.index);
    else this.ui.edit((doc) => setPerson(doc, [...person.row], null));
  }

  /** The texts of a row, written once. */
  #tell(doc: Doc, person: Person): Told {
    const known = this.#told.get(person);
    if (known) return known;
    const outcome = outcomeText(person);
    const changes = person.conflict ? conflictText(doc, person.conflict) : (person.refused ?? changesText(doc, person));
    const written = { outcome, changes, all: `${String(person.index + 1)} ${outcome} ${changes}`.toLowerCase() };
    this.#told.set(person, written);
    return written;
  }

  #said({ doc }: Run, person: Person): string {
    const { outcome, changes } = this.#tell(doc, person);
    return furtherWords.everyone.person(person.index + 1, outcome, person.outcome === "can" ? cost(person.cost) : null, changes);
  }

  #rows(run: Run, list: readonly Person[]): TemplateResult {
    const text = furtherWords.everyone;
    const { state, everyone, pointed } = this;
    const { doc } = run;
    const { choice, search, from: wanted, group } = everyone.sought;
    const groupOf = groupBy(doc, group);
    const from = Math.min(wanted, Math.floor(Math.max(0, list.length - 1) / PAGE) * PAGE);
    const shown = list.slice(from, from + PAGE);
    const point = (event: Event): void => {
      const row = (event.target as Element).closest("tr");
      everyone.point(row ? (shown[[...row.parentElement!.children].indexOf(row)] ?? null) : null);
    };
    const away = (): void => everyone.point(null);
    return html`<div class="people">
      <div class="line wrap">
        <input type="text" class="box" aria-label=${text.search} placeholder=${text.search} .value=${live(search)} @input=${(event: Event) => this.#seek({ search: (event.currentTarget as HTMLInputElement).value })} />
        ${choice ? html`<span class="cap">${text.only(choiceText(choice, doc))}</span><button type="button" class="link quiet" @click=${() => this.#choose(null)}>${text.all}</button>` : nothing}
        <span class="gap"></span>
        <span class="cap" role=${run.phase === "running" ? nothing : "status"}>${list.length === 0 ? text.noRow : text.shown(from + 1, from + shown.length, list.length)}</span>
        <button type="button" class="btn ico" aria-label=${words.data.earlier} ?disabled=${from === 0} @click=${() => this.#seek({ from: from - PAGE })}>${icons.left()}</button>
        <button type="button" class="btn ico" aria-label=${words.data.later} ?disabled=${from + PAGE >= list.length} @click=${() => this.#seek({ from: from + PAGE })}>${icons.right()}</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${text.table}>
        <table>
          <thead><tr>${this.#head("row", text.head.row)}${group === "" ? nothing : this.#head("group", group, "t member")}${this.#head("outcome", text.head.outcome, "t")}${this.#head("size", text.head.size)}${this.#head("changes", text.head.changes, "t")}</tr></thead>
          <tbody @pointerover=${point} @pointerleave=${away} @focusin=${point} @focusout=${away}>${shown.map((person) => {
            const { outcome, changes } = this.#tell(doc, person);
            return html`<tr class=${[isOn(state, person) ? "on" : "", person === pointed ? "lit" : ""].join(" ")}>
              <td><button type="button" class="link" aria-label=${text.explain(person.index + 1)} @click=${() => this.#open(run, person)}>${person.index + 1}</button></td>
              ${group === "" ? nothing : html`<td class="t member">${groupOf(person)}</td>`}
              <td class="t">${outcome}</td><td>${person.outcome === "can" ? cost(person.cost) : nothing}</td><td class="t long">${changes}</td>
            </tr>`;
          })}</tbody>
        </table>
      </div>
    </div>`;
  }

  #head(by: Key, name: string, look = ""): TemplateResult {
    const { order } = this.everyone.sought;
    const on = order.by === by;
    return html`<th scope="col" class=${look} aria-sort=${on ? (order.down ? "descending" : "ascending") : "none"}><button type="button" class="sort" @click=${() => this.#sort(by)}>${name}<span aria-hidden="true">${on ? (order.down ? "\u25BC" : "\u25B2") : ""}</span></button></th>`;
  }

  #sort(by: Key): void {
    const { order } = this.everyone.sought;
    this.#seek({ order: { by, down: order.by === by && !order.down } });
  }
}

/** The dot under the pointer; -1 where there is none. */
function nearestIn(event: MouseEvent, spots: readonly Spot[]): number {
  const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
  return nearestTo(spots, { left: event.clientX - left, top: event.clientY - top }, { width, height }, REACH);
}

const groupBy = (doc: Doc, name: string): ((person: Person) => string) => {
  const feature = featureNamed(doc, name);
  return ({ row }) => (feature ? bare(feature, coordinate(feature, row)) : "");
};

const outcomeText = ({ outcome, proved }: Person): string => (outcome === "can" && !proved ? furtherWords.everyone.soFar : furtherWords.everyone.outcome[outcome]);

/** Arrow keys go to the next bar that is not empty, Home and End to the first and the last. */
function alongBars(event: KeyboardEvent): void {
  const bars = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = bars.findIndex((bar) => bar === event.target);
  const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: bars.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  bars[to]?.focus();
}

const same = (a: Choice, b: Choice | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** "Credit amount: 5,450 → 4,375 EUR; Duration: 39 → 34 months"; of many changes how many they are. */
function changesText(doc: Doc, { row, values }: Person): string {
  const list = values ? writtenOf({ ...doc, person: [...row] }, values) : [];
  if (list.length > MOST) return words.compare.many(list.length);
  return list.map(({ feature, printed, decimals }) => furtherWords.why.change(feature.name, told(feature, coordinate(feature, row), bare), withUnit(feature, printed, decimals))).join("; ");
}

/** The limits of a conflict, as the page says limits. */
function conflictText(doc: Doc, pointers: readonly string[]): string {
  const text = furtherWords.everyone;
  if (pointers.length === 0) return text.model;
  const origins = pointers.flatMap((pointer) => originAt(doc, pointer) ?? []);
  const said = saidInConflict(doc, { conflict: [...pointers] });
  const list = [...origins.map((origin) => limitText(doc, origin, true)), ...said.map((one) => words.said(one, (value) => withUnit(one.feature, value)))];
  return text.limit(list.length < pointers.length ? [...list, text.file] : list);
}

function choiceText(choice: Choice, doc?: Doc): string {
  const text = furtherWords.everyone;
  switch (choice.by) {
    case "outcome":
      return text.outcome[choice.outcome];
    case "group":
      return choice.name;
    case "limits":
      return doc ? conflictText(doc, JSON.parse(choice.key) as string[]) : "";
    case "size":
      return choice.bin === BINS ? text.beyond(cost(choice.end)) : text.bin(cost((choice.bin * choice.end) / BINS), cost(((choice.bin + 1) * choice.end) / BINS));
  }
}
