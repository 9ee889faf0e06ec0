/** A search under way: first the promise, then cost and bound closing on each other, then the clock. */
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { possibleGain } from "../state/answer/selectors.js";
import type { State, TracePoint } from "../state/document/state.js";
import { cost, costDown, costsApart, number, percent } from "./format.js";
import { words } from "./words.js";

const WIDTH = 304;
const HEIGHT = 112;
const LEFT = 30;
const BOTTOM = 94;
const TOP = 14;
/** The lines are drawn once a search has lasted this many milliseconds: shorter ones only dim the old answer. */
const WORTH_DRAWING = 400;

export function showsProgress(state: State): boolean {
  const { solve, doc } = state;
  // The best within a cost has no bound on its cost.
  return !("best" in doc.target) && solve.phase === "running" && solve.late && (solve.trace.at(-1)?.at ?? 0) > WORTH_DRAWING;
}

export function progress(state: State): TemplateResult | typeof nothing {
  const { solve } = state;
  if (solve.phase !== "running") return nothing;
  const last = solve.trace.at(-1);
  if (!last) return nothing;
  const gain = last.incumbent === null ? null : gainText(last.incumbent, last.lowerBound);
  return html`<div class="progress">
    <p>
      ${gain === null
        ? html`<b>${words.nothingYet}</b> ${words.provedSoFar(costDown(last.lowerBound))}`
        : html`<b>${gain}</b> ${words.keeps}`}
    </p>
    ${stairs(solve.trace)}
    <p class="cap">${words.work(number(last.at / 1000, 1), number(last.nodes))}</p>
  </div>`;
}

/** The largest saving that is still possible, rounded up; null when nothing is proved. */
export function gainText(of: number, bound: number | null): string | null {
  const gain = possibleGain(of, bound);
  return gain === null ? null : words.gain(percent(Math.ceil(gain * 100) / 100));
}

function stairs(trace: readonly TracePoint[]): TemplateResult {
  const end = Math.max(1, trace.at(-1)?.at ?? 1);
  const costs = trace.flatMap((point) => (point.incumbent === null ? [] : [point.incumbent]));
  const top = Math.max(...costs, ...trace.map((point) => point.lowerBound), 1e-9) * 1.1;
  const x = (at: number): number => LEFT + (at / end) * (WIDTH - LEFT - 14);
  const y = (value: number): number => BOTTOM - (Math.max(0, value) / top) * (BOTTOM - TOP);
  const stair = (values: readonly { at: number; value: number }[]): string =>
    values.map(({ at, value }, index) => (index === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join("") + (values.length > 0 ? `H${x(end)}` : "");
  // An answer that was found and not accepted by the model is none.
  const best = trace.at(-1)?.incumbent === null ? [] : trace.flatMap((point) => (point.incumbent === null ? [] : [{ at: point.at, value: point.incumbent }]));
  const bound = trace.map((point) => ({ at: point.at, value: point.lowerBound }));
  const lastBest = best.at(-1);
  const lastBound = bound.at(-1);
  const [least = 0, found = null] = [lastBound?.value, lastBest?.value];
  // So many decimals that the gap between both reads as it is.
  const [proved, cheapest] = found !== null && found - least > 1e-12 ? costsApart(least, found, 1) : [costDown(least, found), cost(found)];
  const below = Math.min(BOTTOM - 4, y(least) + 16);
  const label = lastBound ? `${lastBest ? words.best(cheapest) : words.nothingYet} ${words.provedAtLeast(proved)}` : "";
  return html`<svg class="stairs" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
    <path class="base" d="M${LEFT} ${BOTTOM}H${WIDTH}"></path>
    <path class="bound" d=${stair(bound)}></path>
    <path class="best" d=${stair(best)}></path>
    ${lastBest ? svg`<circle class="ring" cx=${x(end)} cy=${y(lastBest.value)} r="4"></circle><text x=${x(end)} y=${Math.min(y(lastBest.value) - 8, below - 14)} text-anchor="end">${words.best(cheapest)}</text>` : nothing}
    ${lastBound ? svg`<text x=${x(end)} y=${below} text-anchor="end">${words.provedAtLeast(proved)}</text>` : nothing}
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => svg`<text class="tick" x=${x(share * end)} y=${BOTTOM + 15} text-anchor="middle">${number((share * end) / 1000, 1)} ${words.values.seconds}</text>`)}
  </svg>`;
}
