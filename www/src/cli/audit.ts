/** `audit`: all answers counted, as they come, for one report: outcomes, costs, features, groups, limits, and some people one by one. */
import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { CoreModel } from "../engine/core.js";
import type { FeatureInfo } from "../types.js";
import { quoted, UsageError, type Args } from "./args.js";
import { partsOf, type Calls } from "./explain.js";
import { add, groupOf, largest, outcomeOf, stop, type Group } from "../measure/outcomes.js";
import { valueOf } from "../model/value.js";
import type { Numbered } from "./flat.js";
import type { Audit, Frame, Person } from "./audited.js";
import { reportOf } from "./report.js";

/** People of a kind that are shown one by one; and groups that are, the largest ones. */
const [SHOWN, GROUPS] = [200, 12];

const costOf = ({ answer }: Person): number => answer.counterfactuals[0]?.cost ?? 0;

/** The calls of an audit. Its report is written once all answers are looked at. */
export function auditOf(options: Args["options"], model: CoreModel): NonNullable<Calls["audit"]> {
  const { model: path = "", out = "", report = "", by } = options;
  return (batch, frame) => {
    if (options.resume === undefined && existsSync(report)) throw new UsageError(`--report: ${quoted(report)} is there already; give another name`);
    if (!existsSync(dirname(report))) throw new UsageError(`--report: ${quoted(report)}: its folder is not there; give the path of a file`);
    const audit: Audit = { model: basename(path), by, out: basename(out), frame: frame as unknown as Frame, everyone: groupOf("everyone"), proved: 0, groups: [], uses: model.info.features.map((feature) => ({ feature, count: 0, deltas: [], levels: new Map() })), limits: new Map(), cannot: [], dearest: [] };
    const groups = new Map<string, Group>();
    const rows = partsOf(batch, model.info.columns, 0, 1);
    const feature = model.info.features.find(({ name }) => name === by);
    const each = async ({ index, id, answer }: Numbered): Promise<void> => {
      const next = await rows.next();
      if (next.done === true) throw new Error(`there is no query ${String(index)}`);
      const { queries: [query = []] } = next.value;
      const name = by === undefined ? undefined : nameOf(next.value, feature);
      const person: Person = { index, id, group: name, outcome: outcomeOf(answer), answer, query };
      count(audit, person);
      if (name === undefined) return;
      const group = groups.get(name) ?? groupOf(name);
      groups.set(name, group);
      add(group, person.outcome, costOf(person));
    };
    const end = (): void => {
      audit.groups = largest([...groups.values()], GROUPS, (count) => `${String(count)} other groups`);
      for (const group of [audit.everyone, ...audit.groups]) group.costs.sort((a, b) => a - b);
      audit.dearest.sort((a, b) => costOf(b) - costOf(a)).splice(SHOWN);
      writeFileSync(report, reportOf(audit, model.info));
    };
    return { each, end };
  };
}

/** The group of a query: the feature's value, or the cell of another column. */
function nameOf({ queries: [query = []], groups: [cell = ""] }: Pick<Parts, "queries" | "groups">, feature: FeatureInfo | undefined): string {
  if (feature === undefined) return cell === "" ? "(empty)" : cell;
  return String(valueOf(feature, query.map((value) => value ?? Number.NaN)) ?? "(missing)");
}

type Parts = ReturnType<typeof partsOf> extends AsyncGenerator<infer Part> ? Part : never;

function count(audit: Audit, person: Person): void {
  const { outcome, answer } = person;
  add(audit.everyone, outcome, costOf(person));
  if (outcome === "can" && answer.status === "optimal") audit.proved += 1;
  if (outcome === "cannot") {
    stop(audit.limits, answer.conflict);
    if (audit.cannot.length < SHOWN) audit.cannot.push(person);
  }
  if (outcome !== "can") return;
  audit.dearest.push(person);
  if (audit.dearest.length >= 4 * SHOWN) audit.dearest.sort((a, b) => costOf(b) - costOf(a)).splice(SHOWN);
  for (const { feature, from, to } of answer.counterfactuals[0]?.changes ?? []) {
    const use = audit.uses.find((one) => one.feature.name === feature);
    if (use === undefined) continue;
    use.count += 1;
    if (typeof from === "number" && typeof to === "number") use.deltas.push(to - from);
    else use.levels.set(String(to), (use.levels.get(String(to)) ?? 0) + 1);
  }
}
