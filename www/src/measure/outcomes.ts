/** How the questions of many people end, counted: by outcome, by cost, by group, by the limits that stop somebody. Pure. */
import type { Answer } from "../types.js";

/** How it ends for a person: has the target already, can reach it, cannot, or nobody knows in time. */
export type Outcome = "there" | "can" | "cannot" | "unknown";
export const OUTCOMES: readonly Outcome[] = ["there", "can", "cannot", "unknown"];

export interface Group {
  name: string;
  outcomes: Record<Outcome, number>;
  /** Of those who can: the costs. */
  costs: number[];
}

export const groupOf = (name: string): Group => ({ name, outcomes: { there: 0, can: 0, cannot: 0, unknown: 0 }, costs: [] });

export const outcomeOf = ({ status, counterfactuals: [first] }: Pick<Answer, "status" | "counterfactuals">): Outcome =>
  first === undefined ? (status === "infeasible" ? "cannot" : "unknown") : first.changes.length === 0 ? "there" : "can";

/** Adds a person to a group. */
export function add(group: Group, outcome: Outcome, cost: number): void {
  group.outcomes[outcome] += 1;
  if (outcome === "can") group.costs.push(cost);
}

/** How many people a group has; how many of them do not have the target already. */
export const sizeOf = ({ outcomes }: Group): number => Object.values(outcomes).reduce((sum, count) => sum + count, 0);
export const asking = ({ outcomes: { can, cannot, unknown } }: Group): number => can + cannot + unknown;

/** The largest groups, and all others together under a name. */
export function largest(groups: readonly Group[], most: number, others: (count: number) => string): Group[] {
  const sorted = [...groups].sort((a, b) => sizeOf(b) - sizeOf(a));
  if (sorted.length <= most) return sorted;
  const rest = sorted.splice(most - 1);
  const together = groupOf(others(rest.length));
  for (const { outcomes, costs } of rest) {
    for (const outcome of OUTCOMES) together.outcomes[outcome] += outcomes[outcome];
    for (const cost of costs) together.costs.push(cost);
  }
  return [...sorted, together];
}

/** Counts the limits that together stop somebody. */
export function stop(limits: Map<string, number>, conflict: readonly string[] = []): void {
  const key = JSON.stringify(conflict);
  limits.set(key, (limits.get(key) ?? 0) + 1);
}

/** The median of ascending numbers: the lower one of two. */
export const median = (sorted: ArrayLike<number>): number => sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;

/** The least of ascending numbers that a share of them, in whole hundredths, does not exceed: of a half the median. */
export const quantile = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil((Math.round(100 * share) * sorted.length) / 100) - 1)] ?? 0;

/** Ascending costs in so many bins of one width from 0 to `end`. The dearest hundredth, which would press all others together, is left out: so many lie beyond. */
export function binned(sorted: readonly number[], bins: number): { end: number; counts: number[]; beyond: number } {
  const end = quantile(sorted, 0.99) || 1;
  const counts = Array.from({ length: bins }, () => 0);
  for (const cost of sorted) if (cost <= end) counts[binOf(cost, end, bins)]! += 1;
  return { end, counts, beyond: sorted.filter((cost) => cost > end).length };
}

/** The bin of a cost up to `end`. */
export const binOf = (cost: number, end: number, bins: number): number => Math.min(bins - 1, Math.floor((bins * cost) / end));
