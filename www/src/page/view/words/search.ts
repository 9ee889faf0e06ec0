/** Words of the replay of a search. */
import { number } from "../format.js";
import type { Answer } from "../../../types.js";
import type { Closed } from "../../../check/watch.js";
import { counted } from "./english.js";

const boxes = (n: number): string => counted(n, "box", "boxes");

/** The things that a round holds against each other. */
const provers = (related: boolean): string => (related ? "trees and the relations between features" : "trees");

export const searchWords = {
  title: "Search",
  replay: "Replay of the proof",
  first: "To the first step",
  back: "One step back",
  next: "One step on",
  play: "Play",
  pause: "Pause",
  step: "Step",
  stepOf: (at: number, of: number) => `step ${number(at + 1)} of ${number(of)}`,
  cut: (n: number) => `The first ${number(n)} steps; the check went through all of them.`,
  boxes: (n: number) => `The ${boxes(n)} of the proof`,
  chart: (proved: string, cost: string) => `Proved so far ${proved}, the answer costs ${cost}`,
  chartTitle: "Proved bound against the answer\u2019s cost",
  answerCost: (cost: string) => `answer ${cost}`,
  proved: (bound: string) => `proved ${bound}`,
  noChart: "A longest step has no bounds in between: no box holds an answer within the radius.",
  noCost: "There is nothing to find, so no bound to draw: no box holds an answer.",
  box: (box: number, of: number) => `Box ${number(box + 1)} of ${number(of)}`,
  part: (sides: string) => `The part with ${sides}`,
  enter: (left: number, of: number, bound: string | null) =>
    `Opened: ${number(left)} of ${number(of)} possible values remain${bound === null ? "" : `; the smallest change among them costs ${bound}`}.`,
  enterEmpty: "Opened, and nothing is left of it.",
  round: (bound: string | null, left: number, related: boolean) =>
    `Taking all ${provers(related)} together, ${bound === null ? "values are ruled out" : `an answer in here costs at least ${bound}`}; ${left === 0 ? "nothing is left" : `${counted(left, "level is", "levels are")} left`}.`,
  split: (first: string) => `Not decided yet, so it is cut in two. First the part with ${first}.`,
  splitPlain: "Not decided yet, so it is cut in two.",
  closed: (why: Closed, cost: string | null, target: string, exact: boolean, related: boolean) => {
    const reasons: Record<Closed, string> = {
      cost: cost === null ? "no value that is allowed is left" : `whatever is left here costs ${cost} or more${exact ? ", so it is no better than the answer" : ""}`,
      bound: cost === null ? `the ${provers(related)} together show that nothing allowed in here is ${target}` : `the ${provers(related)} together show that an answer in here costs ${cost} or more`,
      rows: `no combination of leaves ${cost === null ? "that remain" : `that costs less than ${cost}`} reaches ${target} within the limits`,
      cover: "no allowed value remains for one feature",
      sums: "no values that are left keep the limits between features",
      changes: "it would take more changes than you allow",
      decided: `every tree is decided in here, and together they do not say ${target}`,
    };
    return `Closed: ${reasons[why]}.`;
  },
  onMap: "Outlined on the map: the values that are left of the two features there.",
  wait: "Writing and checking the proof",
};

/** Engines by their names in requests and answers. */
const ENGINES = new Map([
  ["auto", "the engine that suits the question"],
  ["boxes", "the search over boxes"],
  ["milp", "the mixed-integer program of OCEAN"],
  ["slanted", "branch and bound over linear programs"],
  ["coupled", "the search over boxes with linear programs"],
  ["rows", "a look at every row"],
]);

/** Words on engines, and on the opinion of a second one. */
export const engineWords = {
  title: "Engine",
  choice: { auto: "that suits the question", boxes: "search over boxes", milp: "mixed-integer program" },
  named: (name: string) => ENGINES.get(name) ?? name,
  by: (name: string) => `This answer is by ${name}.`,
  ask: "Ask a second engine",
  asking: (name: string) => `Asking ${name}.`,
  unanswered: (name: string, why: string) => `Of ${name} there is no answer: ${why}.`,
  second: (name: string, status: Answer["status"], cost: string | null, bound: string | null, how: "same" | "apart" | "contrary") => {
    const proved = bound === null ? "proves nothing yet" : `proves that nothing costs less than ${bound}`;
    const found: Record<Answer["status"], string> = {
      optimal: `finds the ${how === "same" ? "same " : ""}cost ${cost ?? ""} and proves it`,
      feasible: `finds the ${how === "same" ? "same " : ""}cost ${cost ?? ""} in the time given, and ${proved}`,
      infeasible: `proves that nothing is possible${how === "same" ? ", too" : ""}`,
      unknown: `finds nothing in the time given, and ${proved}`,
    };
    return `A second engine, ${name}, ${found[status]}.${how === "contrary" ? " That contradicts the answer. That is a fault of this program; please report it with the exported request." : ""}`;
  },
};
