import { number } from "../page/view/format.js";
import { inSentence } from "../page/view/words/english.js";
import { teaching } from "./teaching.js";
import type { Any } from "../page/view/words.js";

/** Every text of the lessons. One claim as title, two short paragraphs, one question that dragging answers, and why. */

export interface LessonText {
  /** In the list. */
  name: string;
  title: string;
  /** Strong words stand between asterisks. */
  paragraphs: readonly string[];
  drag: string;
  question: string;
  /** Before the reason, when it is found. */
  found: string;
}

/** Lessons over a map; the walk has tables. */
export type FigureName = Exclude<LessonName, "walk">;

export type LessonName = "forest" | "boxes" | "overlap" | "votes" | "rulers" | "greedy" | "proof" | "limits" | "slanted" | "program" | "usual" | "grow" | "walk";

/** Models that are grown from points in the page. */
export const GROWN = ["forest", "tree"] as const;
export type GrownKind = (typeof GROWN)[number];

/** "1, 3 and 4". */
const listed = (all: readonly number[]): string => `${all.slice(0, -1).join(", ")} and ${String(all.at(-1))}`;

export const lessonWords = {
  series: "The geometry of tree ensembles",
  at: (number: number, all: number) => `Lesson ${String(number)} of ${String(all)}`,
  tool: "Open the tool",
  all: "All lessons",
  overview: {
    title: "One applicant, thirteen lessons",
    paragraphs: (amount: string, months: string) => [
      `In every lesson you are the same applicant: you ask for *${amount}* over *${months}*, and the model says no. Each lesson shows one reason why, or one way out, on a map that you can drag.`,
      "Each has one question. You answer it by doing something, and the reason is computed from your own move.",
    ],
    begin: "Begin",
    goOn: (name: string) => `Go on with “${name}”`,
    again: "Begin again",
    progress: (answered: number, all: number) => `${String(answered)} of ${String(all)} answered.`,
    kept: "Kept in this browser alone.",
    forget: "Forget my progress",
    answered: "answered",
  },
  jump: "Skip to the lesson",
  startOver: "Start over",
  copyLink: "Copy the link",
  copied: "Copied",
  print: "Print the sheet",
  teacher: { title: "For teachers", aim: "Aim", hint: "Hint", sheet: "Questions on the sheet, and their answers" },
  sheet: { name: "Name", date: "Date", from: "The lesson is at" },
  teaching,

  trees: "Trees",
  tree: (index: number, all: number) => (all === 1 ? "The tree" : `Tree ${String(index)} of ${String(all)}`),
  treeFor: (tree: string, outcome: string, share: string) => `${tree}: ${outcome}, score ${share}`,
  pointed: (said: string) => `Where you point: ${said}`,
  pointAt: "Point at a node or at the map: box and path light up together.",
  pointAtPeople: "Point at a node or at the map: box, path and people light up together.",
  peopleIn: (inside: number, all: number, accepted: number, outcome: string) => `${String(inside)} of the ${String(all)} people shown are in it, ${String(accepted)} of them ${outcome}.`,
  yes: "yes",
  no: "no",
  figure: "Figure",
  loading: "Reading the model",
  broken: (what: string) => `The lesson could not be read: ${what}`,
  dragMe: "Drag me",
  notYet: "Not found yet.",
  everything: "Everything",
  step: "Step",
  back: "One step back",
  next: "One step on",
  stepOf: (at: number, of: number) => `step ${String(at)} of ${String(of)}`,

  walk: {
    part: (name: string) => `Part ${name}`,
    says: {
      A: "The nearest accepted point by the squared steps: valid and close.",
      B: "Each change has a price besides, so fewer things change.",
      C: "Three answers instead of one: none changes all the features that an earlier one changes: diverse.",
      D: "Age and purpose stay; savings, housing and years employed only rise, other loans only fall: actionable.",
      E: "Answers lie between accepted rows, or 10\u00a0% outside: close to real people. More has to change for it.",
      F: "The duration follows the amount, as a line through the rows has it (5.5 months for 1,000 EUR): causal.",
    },
    found: (last: string, first: string) => `Up to Part ${last} an answer asks for another age. From Part ${first} on none does: it holds the features that nobody can change, and the parts after it keep them.`,
    /** `answer`: "(a)". */
    trees: (shown: number, answer: string) => `The ${shown === 1 ? "tree" : `${String(shown)} trees`} that answer ${answer} moves most:`,
    map: "The map keeps your other values as they are. An answer that changes some of them stands on other ground than the map\u2019s.",
    changed: "the example has changed",
    answers: "Answers",
    now: "Now",
    answer: (index: number) => `(${"abc"[index] ?? String(index + 1)})`,
    stays: "stays",
    follows: "follows",
    measures: "Measures",
    head: { valid: "Valid", kept: "Features kept", categories: "Categories kept", steps: "Sum of steps", differ: "Features that differ", apart: "Steps apart" },
  },

  text: {
    forest: {
      name: "Many trees, one forest",
      title: "A forest asks many trees",
      paragraphs: [
        "A tree asks about one value after another, and each answer leads to the next question, until *a leaf* says how many of the people who came this way were accepted. Your way is the thick line.",
        "One tree alone is easily wrong. So a forest grows *many trees from different people* and takes the mean of their leaves. The signs above are its trees, each in the colour of its decision.",
      ],
      drag: "Drag the dot until the forest accepts you",
      question: "Which trees have to change their minds?",
      found: "Those trees.",
    },
    boxes: {
      name: "One tree is boxes",
      title: "One tree cuts the plane into boxes",
      paragraphs: [
        "Each test compares one value with a threshold: on the map a *straight line*, vertical or horizontal, never slanted. The tests on the way to a leaf enclose a *box*, and everybody in a box gets the same answer.",
        "So a tree does not see how far you are from its threshold. One euro can flip the decision; another thousand may change nothing.",
      ],
      drag: "Drag the dot",
      question: "Which steps change your box, but not your decision?",
      found: "Like that one.",
    },
    overlap: {
      name: "Two trees overlap",
      title: "Two trees overlap, and the patches multiply",
      paragraphs: [
        "A forest asks several trees and takes the mean of their leaves' scores. The boxes of one tree lie over the boxes of the other: where they cross there are *more patches than leaves*, each with a score of its own.",
        "That is why no single tree explains a forest: the same person stands in one box of each, and the decision is made where they overlap.",
      ],
      drag: "Drag the dot",
      question: "Where do the two trees contradict each other?",
      found: "Here is such a place.",
    },
    votes: {
      name: "Votes and scores",
      title: "Trees do not just vote: confidence counts",
      paragraphs: [
        "Each tree gives more than a yes or no: the share of its leaf, say 55 % accepted. A forest of scikit-learn takes *the mean of all shares* and decides by that. A tree that is sure counts for more than one that hardly leans either way.",
        "So counting the trees on each side can mislead. A few sure trees may stand against many that are in doubt.",
      ],
      drag: "Drag the dot",
      question: "Where do most trees say one thing, and the forest the other?",
      found: "Here is such a place.",
    },
    rulers: {
      name: "The shortest way out",
      title: "The shortest way out depends on your ruler",
      paragraphs: [
        "Each outline around the dot holds everything within one distance. It grows until it touches the accepted region, then it stops: *nothing inside is accepted*, and the point of contact is the shortest way out.",
        "A *diamond* adds the steps up, so it prefers to change one thing. A *circle* is the straight line. A *square* counts only the longest step, so a second step up to that length is free.",
      ],
      drag: "Drag the dot",
      question: "Where do the three rulers give three different answers?",
      found: "Here is such a place.",
    },
    greedy: {
      name: "Why greedy overshoots",
      title: "The best next step is not the shortest way",
      paragraphs: [
        "A natural search, called greedy, goes *step by step*: it changes one thing at a time, and always the one that *raises the score most for its cost*. It stops where the decision flips. It never looks back, so a step that led the wrong way is paid all the same.",
        "The outline is proved: nothing inside is accepted. Where the greedy way ends far outside of it, *it has overshot*.",
      ],
      drag: "Drag the dot",
      question: "Where does the greedy path cost at least 1.5 times the minimum?",
      found: "Here, for example.",
    },
    limits: {
      name: "A value I cannot change",
      title: "A value that you cannot change moves the nearest way out",
      paragraphs: [
        "The rectangle holds the values that you allow. Outside of it nothing counts, however near it is, so the *shortest way inside your limits* may be longer than the outline that ignores them.",
        "Limits can also exclude every way out. That is not a failure of the search: it is *proved*, and the few limits that together rule it out can be named.",
      ],
      drag: "Drag the edges of the rectangle",
      question: "Which limits leave no way out at all?",
      found: "Those limits.",
    },
    proof: {
      name: "The search proves it",
      title: "The search can stop once everything cheaper is ruled out",
      paragraphs: [
        "The search keeps a box of everything that could still be cheaper than the best answer so far. It shrinks the box, shows that nothing in it is accepted, or cuts it in two. *No point is tried one by one.*",
        "When every box is closed, together they cover everything cheaper. That is the proof. A second program repeats it here before it is shown.",
      ],
      drag: "Step through the proof",
      question: "How many boxes does it take to be sure?",
      found: "That many.",
    },
    slanted: {
      name: "Slanted cuts",
      title: "A slanted cut weighs one value against the other",
      paragraphs: [
        "A slanted test asks whether a *sum of values* is at most a threshold, such as amount \u2212 99 \u00d7 months. Its line runs across the map at an angle, and the patches beside it are no longer boxes but pieces with slanted sides.",
        "So no limit on one value alone tells where you stand: how much is too much depends on the other. The search has to follow lines and corners instead of levels, and *the nearest point may need both values to move*.",
      ],
      drag: "Drag the dot",
      question: "From where would more months alone be enough?",
      found: "Here, for example.",
    },
    program: {
      name: "The same as a program",
      title: "The same question as a mixed-integer program",
      paragraphs: [
        "Other solvers get the question as a list of inequalities. *One unit flows* through each tree to its leaves; each threshold is *a switch* between 0 and 1. Where switches may be halves, flows split: this *relaxation* costs no more than any real point, so it is a bound.",
        "Then one switch is set to 0 and to 1, *a branch* each, and both are solved again. A branch ends where it is whole, impossible, or no cheaper than the best.",
      ],
      drag: "Step from branch to branch",
      question: "How many relaxations does it take to be sure?",
      found: "That many.",
    },
    usual: {
      name: "Is it plausible",
      title: "The nearest way out may be where nobody is",
      paragraphs: [
        "The model also decides about places where it has seen no one. Here people borrow little for a short time or much for a long one; *between them is empty*, and yet the nearest accepted point may lie there.",
        "An isolation forest cuts at random until each person stands alone. Someone who stands alone after few cuts is unusual. One can demand that an answer be *as typical as the most typical seven of ten accepted people*; then the way is longer, and proved as before.",
      ],
      drag: "Drag the dot",
      question: "Where does a typical answer cost at least ten times the nearest?",
      found: "Here, for example.",
    },
    walk: {
      name: "An answer you could act on",
      title: "The nearest answer is seldom one that you could act on",
      paragraphs: [
        "You are 32 years old and ask for 8,000 EUR over 36 months. The nearest accepted point changes five things, your age among them. *Six criteria* of a usable answer are added one by one, after a walk through German credit data by Maragno and others (2022), here with this page\u2019s loan data.",
        "Each set of answers is proved the best under all criteria so far. Below are the measures of the literature: they say how much each criterion *costs*, and how much it gains.",
      ],
      drag: "Go from step to step",
      question: "From which step does no answer change the age?",
      found: "From here on.",
    },
    grow: {
      name: "Grow your own",
      title: "Grow a forest from your own points",
      paragraphs: [
        "Each small dot is a person who was accepted or refused. Fifteen trees are grown from them here in the page: each from *points drawn at random*, with repeats, each split where it separates the two groups best, up to six leaves.",
        "Put a point of your own where the dot stands and the forest is grown anew. Trees that drew it may split elsewhere; the others stay the same. That is why *the border moves only where those trees now say something else*: by a little, or to an island around the point.",
      ],
      drag: "Drag the dot, then add points",
      question: "How many points flip the decision where the dot stands?",
      found: "It flipped.",
    },
  } satisfies Record<LessonName, LessonText>,

  /** The lesson "Grow your own" where one tree is trained. */
  growTree: {
    title: "One tree with slanted cuts is trained cut by cut",
    paragraphs: [
      "Each small dot is a person who was accepted or refused. One tree is trained from them here in the page. A cut may be slanted: it then *weighs the amount against the months*. So a tree of few cuts can do the work of a staircase of upright and level ones.",
      "Training starts from two simple trees, mends each from the leaves up, cut by cut (tree alternating optimization), and keeps the better one. A new cut has to leave *fewer points on the wrong side*, or as many with fewer values to weigh. One point of your own may turn a whole border, since there is no second tree to outvote this one.",
    ],
  },
  /** The same from rows of a file: the first paragraph. */
  own: {
    forest: (file: string) => `Each small dot is a row of ${file}, in the look of its class. Fifteen trees are grown from them here in the page: each from *rows drawn at random*, with repeats, each split where it separates the classes best, up to six leaves.`,
    tree: (file: string) => `Each small dot is a row of ${file}, in the look of its class. One tree is trained from them here in the page. A cut may be slanted: it then *weighs one column against the other*. So a tree of few cuts can do the work of a staircase of upright and level ones.`,
    choose: "Take your own rows, csv",
    hint: "Two columns of numbers and one of classes. The file may be dropped here too; it stays on this computer.",
    reading: (file: string) => `Reading ${file}`,
    taken: (file: string, points: number, rows: number) => (points === rows ? `${file}, ${number(rows)} rows` : `${file}, ${number(points)} of ${number(rows)} rows`),
    x: "Across",
    y: "Up",
    label: "Class",
    wanted: "Look for",
    back: "Back to the lesson\u2019s points",
    wrong: {
      twice: (file: string, column: string) => `${file}, line 1: two columns are called \u201c${column}\u201d; give each a name of its own.`,
      numbers: (file: string, line: number) => `${file}, line ${String(line)}: fewer than two columns hold different numbers and nothing else; give two beside the column of classes, with commas between the columns.`,
      classes: (file: string, most: number) => `${file}, line 1: no column has two to ${String(most)} different values; give one that says the class of each row.`,
      rows: (file: string, line: number, label: string) => `${file}, line ${String(line)}: the rows that have all three values are alike in one of them; give rows with different numbers and two classes, or pick another column than ${label}.`,
    },
  },
  grownKind: "Grow",
  grownKinds: { forest: "A forest", tree: "One tree with slanted cuts" } satisfies Record<GrownKind, string>,

  box: (box: string) => `Your box: ${box}.`,
  boxesFound: (outcome: string, boxes: number) => `You have been in ${String(boxes)} boxes that are all ${outcome}: the border of a box is a border of the decision only where the leaves on both sides disagree.`,
  treeSays: (index: number, outcome: string, share: string) => ({ title: `Tree ${String(index)} says ${outcome}`, text: `score ${share}` }),
  together: (outcome: string, share: string) => ({ title: `Together: ${outcome}`, text: `score ${share}` }),
  overlapFound: (one: string, other: string, outcome: string, cells: number) => `One tree says ${one}, the other ${other}; the mean of both makes it ${outcome}. The leaves overlap in ${String(cells)} patches.`,
  ruler: { l1: "Diamond, sum of steps", l2: "Circle, straight line", linf: "Square, longest step" },
  mark: { l1: "Diamond", l2: "Circle", linf: "Square" },
  already: "You are already accepted here",
  rulersFound: (from: string) => `From ${from} each ruler touches the accepted region at a place of its own.`,
  free: (values: string, cost: string) => ({ title: "Without limits", text: `${values}, cost ${cost}` }),
  within: (values: string, cost: string) => ({ title: "Within your limits", text: `${values}, cost ${cost}` }),
  none: { title: "Within your limits", text: "no way out, proved" },
  limitsFound: (limits: string) => `No accepted point is left, and that is proved. ${limits}`,
  alone: (one: string) => `This one alone rules it out: ${one}.`,
  together2: (all: readonly string[]) => `Together they rule it out: ${all.join(" and ")}.`,
  votes: (count: number, all: number, outcome: string) => ({ title: `${String(count)} of ${String(all)} trees say ${outcome}`, text: `${String(all - count)} say the other` }),
  mean: (outcome: string, share: string) => ({ title: `The forest says ${outcome}`, text: `mean score ${share}` }),
  votesFound: (count: number, all: number, most: string, outcome: string, share: string) => `${String(count)} of ${String(all)} trees say ${most}, but the mean of all scores is ${share}: ${outcome}. The minority is more certain.`,
  nearestWay: (values: string, cost: string) => ({ title: "Nearest, proved", text: `${values}, cost ${cost}` }),
  greedyWay: (steps: number, values: string, cost: string) => ({ title: `Greedy, ${steps === 1 ? "1 step" : `${String(steps)} steps`}`, text: `${values}, cost ${cost}` }),
  greedyStuck: { title: "Greedy", text: "stuck: no single step raises the score" },
  greedyMark: "Greedy",
  /** `away`: whether the first step leads away from the nearest point; `steps`: how many there are. */
  greedyFound: (ratio: string, away: boolean, steps: number) =>
    `The greedy path costs ${ratio} times the minimum. ${steps === 1 ? "Its only step" : "Its first step"} raised the score most for its cost${away ? ", and led away from the nearest point" : steps === 1 ? ", and a cheaper way was passed over" : ""}.`,
  pieces: (count: number) => ({ title: `${String(count)} pieces`, text: "parted by slanted lines" }),
  both: (values: string, cost: string) => ({ title: "Both change, nearest", text: `${values}, cost ${cost}` }),
  onlyOne: (feature: string, values: string, cost: string) => ({ title: `Only ${inSentence(feature)}`, text: `${values}, cost ${cost}` }),
  onlyNone: (feature: string) => ({ title: `Only ${inSentence(feature)}`, text: "no way out, proved" }),
  slantedFound: (values: string, ratio: string) => `More months alone are enough here: ${values}. They make up for the amount, but cost ${ratio} times as much as the nearest point.`,
  /** The trees by number that say another thing than at the beginning. */
  forestFound: (start: string, before: number, now: number, all: number, outcome: string, changed: readonly number[]) =>
    `At ${start} ${String(before)} of ${String(all)} trees said ${outcome}, here it is ${String(now)}. ${changed.length === 1 ? `Tree ${changed.join()} has` : `Trees ${listed(changed)} have`} another decision now, and the mean went over one half.`,
  program: {
    root: "The relaxation: every switch may be anything from 0 to 1.",
    on: (feature: string, at: string) => `Branch: ${inSentence(feature)} above ${at}.`,
    off: (feature: string, at: string) => `Branch: ${inSentence(feature)} at most ${at}.`,
    impossible: "No flow keeps all inequalities: this branch ends.",
    whole: (values: string, cost: string) => `All switches are whole: ${values}, cost ${cost}. The branch ends.`,
    dear: (cost: string, best: string) => `At least ${cost}, no cheaper than the best so far, ${best}: this branch ends.`,
    split: (cost: string, feature: string, at: string) => `Any point in it costs at least ${cost}. The flow is split at ${inSentence(feature)} ${at}: there it branches.`,
    size: (rows: number, columns: number) => ({ title: rows === 1 ? "1 inequality" : `${number(rows)} inequalities`, text: columns === 1 ? "over 1 number between 0 and 1" : `over ${number(columns)} numbers between 0 and 1` }),
    bound: (bound: string, best: string) => ({ title: `At least ${bound}`, text: best === "" ? "no whole point yet" : `best so far ${best}` }),
    flow: (flow: string) => `Flow ${flow}`,
    found: (nodes: number, cost: string, relaxed: string) => `${nodes === 1 ? "One relaxation is" : `${String(nodes)} relaxations are`} enough. The first says at least ${relaxed}; in the end it is ${cost}, and the box search proves the same.`,
    measured: (trees: number, boxes: string, boxNodes: number, program: string, programNodes: number, ratio: string) =>
      `Measured on this computer just now, over a forest of ${String(trees)} trees: the box search took ${boxes} ms and ${boxNodes === 1 ? "1 box" : `${number(boxNodes)} boxes`}, the program ${program} ms and ${programNodes === 1 ? "1 branch" : `${number(programNodes)} branches`}. That is ${ratio} times as long, for the same proved cost.`,
  },
  usualWay: (values: string, cost: string) => ({ title: "Among the most typical 7 of 10", text: `${values}, cost ${cost}` }),
  usualNone: { title: "Among the most typical 7 of 10", text: "no such point, proved" },
  usualMark: "Typical",
  /** Cuts until a point stands alone: at the nearest answer, and as many as are asked for. */
  usualFound: (ratio: string, near: string, least: string) => `A typical answer costs ${ratio} times the nearest one. Whoever stands at the nearest is alone after ${near} cuts on average; ${least} are asked for.`,
  grown: (rows: number, trees: number, cells: number) => ({ title: `${String(rows)} points, ${String(trees)} trees`, text: `${String(cells)} patches` }),
  growFound: (points: number, outcome: string, now: number, before: number, all: number) =>
    `${points === 1 ? "One point was" : `${String(points)} points were`} enough to make it ${outcome} here: ${String(now)} of ${String(all)} trees say so now, ${String(before)} did before.`,
  trained: (rows: number, cuts: number) => ({ title: `${String(rows)} points, one tree`, text: cuts === 1 ? "1 cut" : `${String(cuts)} cuts` }),
  treeMean: (outcome: string, share: string, wanted: string) => ({ title: `The tree says ${outcome}`, text: `${share} of the points in this piece are ${wanted}` }),
  trainedFound: (points: number, outcome: string, now: number, before: number) =>
    `${points === 1 ? "One point was" : `${String(points)} points were`} enough to make it ${outcome} here: the tree has ${now === 1 ? "1 cut" : `${String(now)} cuts`} now, ${now === before ? "as many as before" : `it had ${String(before)} before`}.`,
  addPoint: (outcome: string) => `Add ${outcome} here`,
  takePoint: "Take back the last",
  points: "Points of your own",
  proofFound: (boxes: number) => `${boxes === 1 ? "One box is" : `${String(boxes)} boxes are`} enough: together they cover everything cheaper than the answer. A second program has checked it.`,
};

/** The texts as another language has them. */
export type LessonWords = Any<typeof lessonWords>;
