/** Every text of the drawers that the page has besides those of the element. English. */
import { counted, inSentence } from "../view/words/english.js";
import { number } from "../view/format.js";
import type { Any } from "../view/words.js";
import type { NormName } from "../../types.js";
import type { Outcome } from "../../measure/outcomes.js";

export const furtherWords = {
  ways: {
    title: "Ways",
    none: "There are no ways to compare: no change is needed, or none was found.",
    impossible: "Proved: within these limits there is no way.",
    beside: "Size beside",
    axes: { changes: "Number of changes", safety: "Safety", typical: "Typicality" },
    size: "Size of change",
    cost: "Cost",
    score: (target: string) => `Score for ${target}`,
    value: "Predicted value",
    cuts: "Random cuts that single it out: more are more typical",
    picture: (size: string, beside: string) => `Ways by ${inSentence(size)} and ${inSentence(beside)}`,
    legend: "On the line are the ways that no other listed one beats, being at least as good in both and better in one.",
    dashed: "A dashed square is not proved the smallest of its kind.",
    asking: "Asking how typical they are.",
    untold: (n: number) => (n === 1 ? "Of one way this is not known." : `Of ${number(n)} ways this is not known.`),
    proof: "Proof",
    proved: (proved: boolean) => (proved ? "proved" : "not proved"),
    front: "Front",
    on: (front: boolean) => (front ? "beaten by no listed way" : "beaten by a listed way"),
    locks: "I cannot change",
    plan: {
      title: "Plan",
      print: "Print with the plan",
      step: "Step",
      /** `text`: "Credit amount: 4,308 \u2192 2,890". */
      nth: (at: number, text: string) => `${number(at)}. ${text}`,
      room: "Also enough",
      enough: "Each value of \u201cAlso enough\u201d will do, also all of them together.",
      order: "Drag a step to another place, or move it with the arrow keys.",
    },
  },
  /** Links at the start of the page, which are seen while they have the focus. */
  jump: {
    label: "Skip",
    to: { answer: "Skip to the answer", map: "Skip to the map", features: "Skip to the features", drawers: "Skip to the drawers" },
  },
  /** The head, and the legend in the help. */
  first: {
    tagline: "The smallest change that flips it",
    reaches: "The smallest change that brings it into the range",
    window: (model: string) => `${model} \u2013 Espalier`,
    /** `outcome`: "refused". */
    invented: (outcome: string) => `An invented example. Now: ${outcome}`,
    /** Of a model that came without rows. */
    middle: (outcome: string) => `Invented values. Now: ${outcome}`,
    now: (outcome: string) => `Now: ${outcome}`,
    beside: { example: "invented", middle: "invented: the middle of every range" },
    fromRows: {
      ask: (file: string) => `Take the values, ranges and whole numbers from the rows of ${file}?`,
      take: "Take them",
      leave: "Leave them",
    },
    legend: "On the map",
    signs: {
      dot: "The values now",
      ring: "The answer: the nearest place that is enough",
      outline: "As far as the answer. Once it is proved, nothing inside is enough within the limits",
      line: "Where the model decides otherwise",
      hatching: "Ruled out by a limit",
      frame: "The limits: drag an edge or a corner",
    },
  },
  /** The room of an open drawer. */
  room: {
    height: "Height of the open drawer",
  },
  /** Above many cards. */
  cards: {
    find: "Find a feature",
    which: "Features that are shown",
    only: { all: "All", changed: "Changed", locked: "Locked", wrong: "Wrong or in conflict" },
    order: "Order of the features",
    orders: { answer: "Changes first", model: "As in the model", name: "By name" },
    all: (n: number) => counted(n, "feature"),
    some: (shown: number, all: number) => `${number(shown)} of ${counted(all, "feature")} shown`,
    reset: "Show all",
    /** Of a picture, where a column is a pixel. */
    pixel: (name: string, value: string) => `${name}: ${value}`,
  },
  limits: {
    /** A ring on the map: the answer of a limit that is loosened. */
    loosened: "Once loosened",
    list: (n: number) => `List the ${number(n)} rules`,
  },
  why: {
    title: "Why",
    none: "There is nothing to take apart: no change is needed, or none was found.",
    undefined: "Here is no single score that could be taken apart. Ask for one outcome, or for a value that is open on one side.",
    wait: "Asking the model",
    reading: "Reading the trees",
    caption: "From the score now to the score of the answer",
    head: { change: "One change after the other", gain: "Gain", points: "Gain, points", score: "Score then", outcome: "Decision then" },
    now: "Now",
    all: (count: number) => `All ${counted(count, "change")}`,
    /** "Credit amount: 4,308 → 2,890". */
    change: (name: string, from: string, to: string) => `${name}: ${from} \u2192 ${to}`,
    /** Of a change in a list that can be brought into another order. */
    move: (name: string, at: number, of: number) => `Move ${inSentence(name)}: place ${number(at)} of ${number(of)}`,
    byKeys: "The up and down arrow keys move it",
    order: "Drag a change to another place, or move it with the arrow keys. Its gain depends on the changes before it; the sum stays.",
    needed: (threshold: string) => `enough: ${threshold}`,
    trees: (all: number, more: number, less: number, to: string) =>
      `Of ${counted(all, "tree")}, ${number(more)} speak${more === 1 ? "s" : ""} more for ${to} than before, ${number(less)} less, and ${number(all - more - less)} as before.`,
    parts: (all: number, more: number, less: number, to: string) =>
      `Of ${counted(all, "part")} of the model, ${number(more)} add${more === 1 ? "s" : ""} more to ${to} than before, ${number(less)} less, and ${number(all - more - less)} as much as before.`,
    minds: (count: number) => (count === 0 ? "None was for another class before." : `${counted(count, "tree")} changed ${count === 1 ? "its" : "their"} mind: ${count === 1 ? "it was" : "they were"} for another class before.`),
    value: "the predicted value",
    tree: (index: number, before: string, after: string) => `Tree ${number(index + 1)}: ${before} \u2192 ${after}`,
    part: (index: number, before: string, after: string) => `Part ${number(index + 1)}: ${before} \u2192 ${after}`,
    most: (shown: number, all: number) => `The ${number(shown)} that changed most, of ${number(all)}.`,
  },
  beat: {
    title: "Try to beat it",
    /** `best`: "0.40". */
    lead: (best: string, proved: boolean) => (proved ? `A smaller change than ${best} is proved impossible within the limits. Look for one.` : `The answer's size of ${best} is the best so far, not proved. A smaller one may be there.`),
    how: "Set a value here, or click a patch of the map: the ring goes to the nearest place in it.",
    ring: "Your ring",
    value: (name: string) => `Value to try for ${inSentence(name)}`,
    grow: "Let the outline grow",
    /** `size`: of the outline so far; `whole`: it has reached the answer. */
    grown: (size: string, whole: boolean) => (whole ? `At ${size} it touches the answer. Inside of it nothing is enough, within the limits.` : `Up to ${size} nothing is enough, within the limits.`),
    toAnswer: "Back to the answer",
    toStart: "Back to the start",
    none: "There is no answer to beat: no change is needed, or none was found.",
    incomparable: "The size of a change cannot be told here without the search: it depends on rows, other models or the best within a cost.",
    wait: "Asking the model",
    /** The sizes of the ring and of the answer. */
    sizes: (own: string, best: string) => `Size of change ${own}, the answer's ${best}.`,
    answer: "This is the answer itself.",
    start: "Nothing is changed yet.",
    refusedSmaller: (outcome: string) => `Smaller, but not enough: ${outcome}.`,
    refused: (outcome: string) => `Not enough: ${outcome}.`,
    larger: (share: string) => `Enough, but ${share} larger than the answer.`,
    largerOnly: "Enough, but larger than the answer.",
    same: "Enough, and as large as the answer.",
    breaks: (limits: string) => `Enough and smaller, but outside the limits: ${limits}.`,
    open: "Enough and smaller by itself. Whether it is typical enough, between rows, far enough from borders, or accepted by other models is not judged here.",
    beaten: "Enough and smaller: it beats the best answer so far, which was not proved.",
    contradiction: "Enough and smaller: this contradicts the proof. Please report it, with the link of this page.",
    against: (against: number, all: number) => (against === 1 ? `1 of ${counted(all, "tree")} is for another class here.` : `${number(against)} of ${counted(all, "tree")} are for another class here.`),
  },
  proof: {
    title: "Proof",
    none: "No change is needed, so there is nothing to prove.",
    unproved: "There is no proof of this answer to show.",
    before: "Before the first stroke",
    lead: (size: string) => `A change smaller than ${size} could be anywhere. The proof paints away all places where there is none.`,
    leadNone: (target: string) => `A place that is ${target} could be anywhere. The proof paints away all places that are not, or that the limits forbid.`,
    stroke: "Strokes",
    strokeOf: (at: number, of: number) => `${number(at)} of ${counted(of, "stroke")}`,
    /** Of several proofs, one for each class or cluster of rows. */
    ofProof: (at: number, of: number) => `Proof ${number(at)} of ${number(of)}, one for each class or group of rows that would do.`,
    /** `left`: how many; `some` and `of` as they are written. */
    left: (left: number, some: string, of: string) => (left === 0 ? "Nothing is left open." : `Still open: ${some} of ${of} combinations of values.`),
    onMap: "On the map a place is painted once no values of the other features keep it open.",
    /** Features that are not on the map. */
    others: (count: number) => (count === 0 ? "The framed box limits no other feature." : `The framed box limits ${counted(count, "other feature")} too.`),
    expert: "The same in bounds and numbers",
    lay: "The same, painted",
    bars: "Values still open, by feature",
    levels: (left: number, of: number) => `${number(left)} of ${counted(of, "value")} still open`,
    levelsOf: (left: string, of: string) => `${left} of ${of}`,
    end: "Nothing smaller is left: that is the proof.",
    endBelow: (proved: string, size: string) => `Nothing smaller than ${proved} is left: that is the proof. The answer\u2019s size is ${size}.`,
    endNone: (target: string) => `Nothing is left: nothing that the limits allow is ${target}. That is the proof.`,
    cut: (strokes: number, boxes: number) => `The first ${counted(strokes, "stroke")} are shown. The check went through all ${counted(boxes, "box", "boxes")} and left nothing open.`,
    /** `size`: the answer\u2019s; null: nothing is possible. `target`: "accepted". */
    reasons: {
      first: (size: string | null, target: string) =>
        size === null
          ? `Painted from the start: values that the limits forbid, and values with which no combination of leaves reaches ${target} within the limits.`
          : `Painted from the start: values that the limits forbid, values that alone are a change of ${size} or more, and values with which no combination of leaves reaches ${target} within that size and the limits.`,
      enter: (size: string | null, target: string) => `With the values painted now no combination of leaves${size === null ? "" : ` nearer than ${size}`} reaches ${target} within the limits.`,
      /** `bound`: of the box, where it is known. */
      round: (bound: string | null, size: string | null, target: string) =>
        size === null
          ? `Taking all trees together, nothing allowed with the values painted now is ${target}.`
          : `Taking all trees together, any allowed place in this box that is ${target} is ${bound === null ? "" : `at least ${bound} away, and with the values painted now `}at least ${size} away.`,
      cost: (size: string | null, target: string) => (size === null ? "In here no allowed value is left." : `In here every allowed change that could still be ${target} is ${size} or larger.`),
      bound: (size: string | null, target: string) => (size === null ? `Taking all trees together, nothing allowed in this box is ${target}.` : `Taking all trees together, any allowed place in this box that is ${target} is at least ${size} away.`),
      rows: (size: string | null, target: string) => `No combination of the leaves that remain${size === null ? "" : `, nearer than ${size},`} reaches ${target} within the limits.`,
      cover: (_: string | null, target: string) => `For one feature no allowed value remains that could still be ${target}.`,
      sums: (_: string | null) => "No values that are left keep the limits between features.",
      changes: (_: string | null, target: string) => `All that could still be ${target} in here takes more changes than the limits allow.`,
      decided: (_: string | null, target: string) => `Of every tree one leaf is left in here, and together these miss ${target}, or a limit.`,
      empty: (size: string | null, target: string) => `Nothing allowed in here that is ${target}${size === null ? " is left" : ` is nearer than ${size}`}.`,
    },
  },
  everyone: {
    title: "Everyone",
    /** Of rows: how many are answered. */
    progress: (done: number, of: number) => `${number(done)} of ${number(of)}`,
    none: "To ask for everyone takes rows: a csv file of them, under the features\u2019 names. It stays on this computer.",
    undefined: "Everyone is asked for a change that reaches a target. Look for one outcome, or for a value.",
    before: "The question as it stands, asked for every row: who is there already, who can get there by how large a change, and which limits stop the others.",
    ask: (n: number) => (n === 1 ? "Ask for the one row" : `Ask for all ${number(n)} rows`),
    rest: (n: number) => (n === 1 ? "Ask for the last row" : `Ask for the other ${number(n)} rows`),
    bar: "Rows that are answered",
    done: (n: number) => (n === 1 ? "The row is answered." : `All ${number(n)} rows are answered.`),
    stopped: (done: number, of: number) => `Stopped after ${number(done)} of ${counted(of, "row")}.`,
    failed: (what: string) => `The engine failed: ${what}`,
    /** `what`: with the file's name. */
    unread: (what: string) => `The file cannot be read to its end: ${what}`,
    beyondFile: (most: number) => `Of a file of at most ${counted(most, "row")} all are asked. Of this one espalier audit asks all, on the command line.`,
    old: "These answers belong to another question.",
    save: "Save as csv",
    outcome: { there: "There already", can: "Can", cannot: "Cannot", unknown: "Not decided" } satisfies Record<Outcome, string>,
    /** Of a row that can, where a smaller change may be possible. */
    soFar: "Can, best so far",
    proved: (can: number, proved: number, cannot: number) => {
      const left = can - proved;
      const changes = can === 0 ? [] : left === 0 ? ["Each change is proved to be the smallest."] : [`Of ${counted(can, "change")}, ${number(proved)} ${proved === 1 ? "is" : "are"} proved to be the smallest, and ${number(left)} ${left === 1 ? "is" : "are"} the best so far.`];
      return [...changes, ...(cannot > 0 ? ["Each \u201cCannot\u201d is proved."] : [])].join(" ");
    },
    refusals: (n: number) => `${counted(n, "row")} ${n === 1 ? "was" : "were"} refused by the engine.`,
    sizes: "Sizes of the changes",
    half: (most: string) => `half are at most ${most}`,
    bin: (from: string, to: string) => `Size from ${from} to ${to}`,
    beyond: (end: string) => `Size beyond ${end}`,
    rows: (what: string, count: number) => `${what}: ${counted(count, "row")}`,
    limits: "Limits that stop the others",
    limitsHow: "Those of one line together rule out every answer; others may do so too.",
    limit: (limits: readonly string[]) => limits.join("; "),
    model: "The model alone: no values reach the target",
    file: "Limits of the model\u2019s file",
    by: "By group of",
    ungrouped: "no feature",
    head: { row: "Row", outcome: "Outcome", size: "Size", changes: "Changes, or limits", group: "Group", rows: "Rows", there: "There already", can: "Can, of the others", median: "Median size" },
    others: (n: number) => `${number(n)} other groups`,
    search: "Search the rows",
    only: (what: string) => `Only: ${what}`,
    all: "Show all rows",
    shown: (from: number, to: number, of: number) => `${number(from)} to ${number(to)} of ${counted(of, "row")}`,
    noRow: "No row is like this.",
    explain: (row: number) => `Explain row ${number(row)}`,
    table: "Everyone, row by row",
    where: "Where they stand",
    whereHow: "on the map\u2019s features",
    picture: (x: string, y: string) => `Everyone by ${inSentence(x)} and ${inSentence(y)}`,
    pictureKeys: "Arrow keys go from one to the next, Enter explains.",
    axis: (name: string, from: string, to: string) => `${name}, ${from} to ${to}`,
    levels: (name: string, levels: readonly string[]) => `${name}: ${levels.join(", ")}`,
    up: (axis: string) => `Upwards: ${axis}`,
    across: (axis: string) => `To the right: ${axis}`,
    nobody: "Point at a row to see it on the map.",
    /** `size`: of the change, where there is one; `text`: changes, limits, or nothing. */
    person: (row: number, outcome: string, size: string | null, text: string) => [`Row ${number(row)}`, inSentence(outcome), ...(size === null ? [] : [`size ${size}`]), ...(text === "" ? [] : [text])].join("; "),
    mark: (row: number) => `Row ${number(row)}`,
    markEnd: (row: number) => `Answer to row ${number(row)}`,
  },
  measure: {
    title: "My measure",
    lead: "The size of a change is the sum of these. A step is the share of its range that a feature moves, times how hard it is to change.",
    mix: { l1: "All steps together, times", l2: "The squares of all steps, times", linf: "The longest step, times", l0: "The number of changes, times" } satisfies Record<NormName, string>,
    nothing: "One of these numbers must be above 0.",
    form: "Numbers that count together",
    order: (names: readonly string[]) => `A symmetric matrix Q, a line a number, in this order: ${names.join(", ")}. Their steps d add d\u1d40Qd to the size.`,
    matrix: "Matrix Q",
    use: "Use this matrix",
    remove: "Leave the matrix out",
    size: (n: number) => `It takes ${counted(n, "line")} of ${counted(n, "number")}.`,
    number: (line: number, text: string) => `Line ${number(line)}: \u201c${text}\u201d is no number.`,
    twoSided: (a: string, b: string) => `${a} with ${inSentence(b)} and ${inSentence(b)} with ${inSentence(a)} must have the same number.`,
  },
};

export type FurtherWords = Any<typeof furtherWords>;
