/** The report of an audit: one page of HTML that needs no other file and no script, in light and dark and on paper. */
import type { ModelInfo } from "../types.js";
import { asking, binned, median, quantile, sizeOf, type Group } from "../measure/outcomes.js";
import { valueOf } from "../model/value.js";
import type { Audit, Person, Use } from "./audited.js";
import { medianDifference, newcombe, wilson, type Interval } from "./intervals.js";
import { limitsSaid } from "./limits-said.js";
import { escaped, targetText, valueSaid } from "./said.js";

const whole = (count: number): string => count.toLocaleString("en-GB");
const number = (value: number): string => value.toLocaleString("en-GB", { maximumSignificantDigits: 4 });
const percent = (share: number): string => `${(100 * share).toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
const points = (share: number): string => {
  const said = (100 * Math.abs(share)).toFixed(1);
  return `${Number(said) === 0 ? "" : share > 0 ? "+" : "−"}${said}`;
};
const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${number(Math.abs(value))}`;
/** Where an interval is broken into lines, its ends stay whole. */
const between = ([low, high]: Interval, said: (value: number) => string): string => [low, high].map((end) => said(end).replaceAll(" ", "\u00a0")).join("\u00a0to ");
const people = (count: number): string => `${whole(count)} ${count === 1 ? "person" : "people"}`;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#17211b, #e6ece8); --soft: light-dark(#4d5b53, #a9b6ae); --paper: light-dark(#fbfcfa, #121713); --line: light-dark(#d5dcd6, #333d36); --bar: light-dark(#2f7d57, #57b083); --card: light-dark(#fff, #19201b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .4rem; text-wrap: balance; } h2 { font-size: 1.2rem; margin: 2.6rem 0 .5rem; } h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; max-width: 46rem; } .soft, caption, figcaption { color: var(--soft); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); margin: 1.4rem 0; }
dl div { background: var(--card); padding: .8rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; } dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; } dd small { display: block; font-size: .85rem; color: var(--soft); } dt { color: var(--soft); }
.wide { overflow-x: auto; margin: .8rem 0; } table { border-collapse: collapse; min-width: min(34rem, 100%); font-variant-numeric: tabular-nums; } caption { text-align: left; padding-bottom: .4rem; } caption span { display: block; max-width: min(46rem, 88vw); } td:last-child { min-width: 8rem; } td.bar + td { min-width: 14rem; } td .soft { display: block; }
th, td { text-align: left; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } thead th { color: var(--soft); font-weight: 500; } tbody th { font-weight: 600; } .n { text-align: right; white-space: nowrap; }
.share { display: block; height: .45rem; min-width: 1px; background: var(--bar); margin-top: .35rem; } td.bar { width: 30%; min-width: 7rem; }
figure { margin: 1rem 0; } svg { display: block; width: 100%; height: 9rem; } svg rect { fill: var(--bar); } figcaption { display: flex; justify-content: space-between; gap: 1rem; border-top: 1px solid var(--line); padding-top: .25rem; }
.person { border-top: 1px solid var(--line); padding: 1rem 0; break-inside: avoid; } .person:target { outline: 2px solid var(--bar); outline-offset: .6rem; }
a { color: inherit; text-decoration-color: var(--bar); text-underline-offset: .2em; } code { font-size: .9em; overflow-wrap: anywhere; } .names { columns: 9rem; padding: 0; list-style: none; }
@media (max-width: 40rem) { th, td { padding-right: .6rem; font-size: .9rem; } :is(th, td):last-child { padding-right: 0; } th.n, td.n .soft { white-space: normal; } td:last-child, td.bar + td { min-width: 0; } td.bar { width: 22%; min-width: 4rem; } td.n .soft { font-size: .8rem; } caption span { max-width: calc(100vw - 2.5rem); } }
@media print { main { max-width: none; padding: 0; } body { font-size: 11px; background: none; } .wide { overflow: visible; } h2, h3 { break-after: avoid; } .share, svg rect { print-color-adjust: exact; } }
`;

/** The page. */
export function reportOf(audit: Audit, info: ModelInfo): string {
  const { everyone, model, out } = audit;
  const { there, can, cannot, unknown } = everyone.outcomes;
  const [total, refused] = [sizeOf(everyone), can + cannot + unknown];
  const goal = escaped(targetText(audit.frame.target, info.classes));
  const parts = [
    `<h1>Who can reach ${goal}, and at what cost</h1>`,
    `<p class="soft">${escaped(model)}, ${people(total)}. Each answer is the cheapest change that gives the target, searched exactly: “proved” says that no change within the limits costs less, or that there is none. All answers are in ${escaped(out)}. Intervals are of 95 %.</p>`,
    `<dl>${tile("have it already", there, total)}${tile("can reach it", can, total, `proved cheapest: ${whole(audit.proved)}`)}${tile("cannot, proved", cannot, total)}${unknown > 0 ? tile("not known in time", unknown, total) : ""}</dl>`,
    costs(everyone),
    uses(audit.uses, can),
    ...(audit.by === undefined ? [] : [groups(audit, audit.by)]),
    limits(audit, info, refused),
    persons("Who cannot, one by one", audit.cannot, cannot, info, audit),
    persons("Those whose way is the dearest", audit.dearest, can, info, audit),
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Audit of ${escaped(model)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<main>\n${parts.join("\n")}\n</main>\n</body>\n</html>\n`;
}

const tile = (name: string, count: number, of: number, more = ""): string => `<div><dd>${whole(count)} <small>${of === 0 ? "" : percent(count / of)}${more === "" ? "" : `, ${more}`}</small></dd><dt>${name}</dt></div>`;

/** A table that may be wider than a small screen. */
const table = (caption: string, head: string[], rows: string[][], numbers: readonly number[]): string => {
  const cells = (row: string[]): string => row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td${numbers.includes(i) ? ' class="n"' : cell.includes('class="share"') ? ' class="bar"' : ""}>${cell}</td>`)).join("");
  return `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption><span>${caption}</span></caption><thead><tr>${head.map((name, i) => `<th scope="col"${numbers.includes(i) ? ' class="n"' : ""}>${name}</th>`).join("")}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("\n")}</tbody></table></div>`;
};

const bar = (share: number): string => `${percent(share)}<span class="share" style="width:${(100 * share).toFixed(1)}%"></span>`;

const BINS = 40;

function costs({ costs: all }: Group): string {
  if (all.length === 0) return "";
  const at = (share: number): number => quantile(all, share);
  const { end, counts: bins, beyond } = binned(all, BINS);
  const most = Math.max(...bins);
  const rects = bins.map((count, i) => `<rect x="${String(i * 10)}" y="${(100 - (100 * count) / most).toFixed(2)}" width="9" height="${((100 * count) / most).toFixed(2)}"/>`).join("");
  const shares: [string, number][] = [["a tenth", 0.1], ["a quarter", 0.25], ["half", 0.5], ["three quarters", 0.75], ["nine tenths", 0.9]];
  return `<h2>Costs</h2>
<p>Of those who can reach it, half need a change of at most ${number(median(all))}; the dearest costs ${number(at(1))}.</p>
<figure><svg viewBox="0 0 ${String(BINS * 10)} 100" preserveAspectRatio="none" role="img" aria-label="How many people have which cost, from 0 to ${number(end)}; the table below has the same in numbers">${rects}</svg><figcaption><span>0</span><span>cost${beyond > 0 ? ", without the dearest hundredth" : ""}</span><span>${number(end)}</span></figcaption></figure>
${table("Cost by share of those who can reach it", ["share", "cost at most"], [...shares.map(([name, share]) => [name, number(at(share))]), ["everyone", number(at(1))]], [1])}`;
}

function uses(all: Use[], can: number): string {
  const used = all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (used.length === 0) return "";
  const said = ({ feature, deltas, levels }: Use): string => {
    const parts: string[] = [];
    if (deltas.length > 0) {
      const up = deltas.filter((delta) => delta > 0).length;
      const middle = median(Float64Array.from(deltas).sort());
      parts.push(`median ${signed(middle)}${feature.unit === undefined ? "" : ` ${escaped(feature.unit)}`}; ${up === deltas.length ? "always up" : up === 0 ? "always down" : `up for ${percent(up / deltas.length)}`}`);
    }
    const [most] = [...levels].sort((a, b) => b[1] - a[1]);
    if (most !== undefined) parts.push(`most often to ${escaped(most[0])} (${whole(most[1])})`);
    return parts.join("; ");
  };
  return `<h2>By which features</h2>\n${table("Features that the cheapest answers change; one answer may change several", ["feature", "changed by", "of those who can", "how"], used.map((use) => [escaped(use.feature.name), whole(use.count), bar(use.count / can), said(use)]), [1])}`;
}

function groups({ groups: all }: Audit, by: string): string {
  const [first, ...others] = all;
  if (first === undefined) return "";
  const share = (group: Group): string => (asking(group) === 0 ? "–" : `${percent(group.outcomes.can / asking(group))} <span class="soft">${between(wilson(group.outcomes.can, asking(group)), percent)}</span>`);
  const rows = all.map((group) => [escaped(group.name), whole(sizeOf(group)), sizeOf(group) === 0 ? "–" : percent(group.outcomes.there / sizeOf(group)), share(group), group.costs.length === 0 ? "–" : number(median(group.costs))]);
  const apart = others.map((group) => {
    const [a, b] = [group, first].map((one) => [one.outcomes.can, asking(one)] as const) as [readonly [number, number], readonly [number, number]];
    const already = [group, first].map((one) => [one.outcomes.there, sizeOf(one)] as const) as [readonly [number, number], readonly [number, number]];
    const shares = ([[m, of], [n, than]]: [readonly [number, number], readonly [number, number]]): string => (of === 0 || than === 0 ? "–" : `${points(m / of - n / than)} <span class="soft">${between(newcombe([m, of], [n, than]), points)}</span>`);
    const cost = group.costs.length === 0 || first.costs.length === 0 ? "–" : `${signed(median(group.costs) - median(first.costs))} <span class="soft">${between(medianDifference(group.costs, first.costs), signed)}</span>`;
    return [escaped(group.name), shares(already), shares([a, b]), cost];
  });
  const compared = apart.length === 0 ? "" : table(`Differences from “${escaped(first.name)}”, the largest group: in percentage points by Newcombe's intervals, in median cost by the bootstrap's`, ["group", "have it already", "can reach it", "median cost"], apart, [1, 2, 3]);
  return `<h2>By ${escaped(by)}</h2>
<p class="soft">An interval that holds 0 leaves open which group is ahead. The intervals take the people as a sample; they do not say why groups differ.</p>
${table("Groups; shares who can reach it are of those who do not have it already", ["group", "people", "have it already", "can reach it", "median cost"], rows, [1, 2, 3, 4])}
${compared}`;
}

function limits(audit: Audit, info: ModelInfo, refused: number): string {
  const all = [...audit.limits].sort((a, b) => b[1] - a[1]);
  if (all.length === 0) return `<h2>Who cannot</h2>\n<p>${refused === 0 ? "Nobody has to change anything." : "Nobody is proved to have no way."}</p>`;
  const rows = all.slice(0, 50).map(([key, count]) => [limitsSaid(JSON.parse(key) as string[], audit.frame, info), whole(count), bar(count / refused)]);
  return `<h2>Who cannot, and which limits stop them</h2>\n${table(`Limits that together exclude every answer; other limits may exclude it too${all.length > rows.length ? `. The ${String(rows.length)} most frequent of ${whole(all.length)}` : ""}`, ["limits", "people", "of those without it"], rows, [1])}`;
}

/** Most features whose values stand with a person. More make a page long that shows hundreds of people; 30 fill three lines to ten. By hand. */
const FEATURES = 30;

const nameOf = ({ id, index }: Person): string => escaped(id ?? `query ${String(index)}`);

function persons(title: string, shown: Person[], of: number, info: ModelInfo, audit: Audit): string {
  if (shown.length === 0) return "";
  const names = shown.map((person) => `<li><a href="#person-${String(person.index)}">${nameOf(person)}</a></li>`).join("");
  return `<h2>${title}</h2>\n<p class="soft">${shown.length < of ? `${whole(shown.length)} of ${people(of)}; all are in ${escaped(audit.out)}.` : people(of)}</p>\n<ul class="names">${names}</ul>\n${shown.map((person) => personOf(person, info, audit)).join("\n")}`;
}

function personOf(person: Person, info: ModelInfo, audit: Audit): string {
  const { answer, group, index } = person;
  const [first] = answer.counterfactuals;
  const head = `<h3>${nameOf(person)}${group === undefined ? "" : ` <span class="soft">${escaped(group)}</span>`}</h3>`;
  const body = first === undefined
    ? `<p>There is no way, proved. Stopped by: ${limitsSaid(answer.conflict ?? [], audit.frame, info)}.</p>`
    : `<p>The cheapest change costs ${number(first.cost)}${answer.status === "optimal" ? ", proved" : `; proved is that none costs less than ${number(answer.lower_bound ?? 0)}`}.</p>${table(`Changes of ${nameOf(person)}`, ["feature", "now", "then"], first.changes.map(({ feature, from, to }) => [escaped(feature), ...[from, to].map((value) => valueSaid(value, info.features.find(({ name }) => name === feature)))]), [])}`;
  return `<section class="person" id="person-${String(index)}">${head}${body}${valuesOf(person, info)}</section>`;
}

/** A person's values now, of the first features. */
function valuesOf({ query }: Person, { features }: ModelInfo): string {
  const row = query.map((value) => value ?? Number.NaN);
  const shown = features.slice(0, FEATURES).map((feature) => `${escaped(feature.name)}: ${valueSaid(valueOf(feature, row), feature)}`);
  const more = features.length > FEATURES ? [`and ${whole(features.length - FEATURES)} others`] : [];
  return `<p class="soft">Now: ${[...shown, ...more].join("; ")}.</p>`;
}
