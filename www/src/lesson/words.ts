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

export type LessonName = "boxes" | "overlap" | "rulers" | "limits" | "proof";

export const lessonWords = {
  series: "The geometry of tree ensembles",
  count: "Five lessons",
  tool: "Open the tool",
  all: "All lessons",
  figure: "Figure",
  loading: "Reading the model",
  broken: (what: string) => `The lesson could not be read: ${what}`,
  dragMe: "Drag me",
  notYet: "Not yet.",
  everything: "Everything",
  step: "Step",
  back: "One step back",
  next: "One step on",
  stepOf: (at: number, of: number) => `step ${String(at)} of ${String(of)}`,

  text: {
    boxes: {
      name: "One tree is boxes",
      title: "One tree cuts the plane into boxes",
      paragraphs: [
        "Each test of a tree asks whether one value is at most some threshold. On the map that is a *straight line across*, upright or level, never slanted. The tests on the way to a leaf enclose a *box*, and everybody in a box gets the same answer.",
        "So a tree does not see how far you are from its threshold. One euro can change the decision, and a thousand more need not.",
      ],
      drag: "Drag the dot",
      question: "Which steps change your box, but not your decision?",
      found: "Such steps.",
    },
    overlap: {
      name: "Two trees overlap",
      title: "Two trees overlap, and the patches multiply",
      paragraphs: [
        "A forest asks several trees and takes the mean of what their leaves say. The boxes of one tree lie over the boxes of the other: where they cross there are *more patches than leaves*, each with a score of its own.",
        "That is why no single tree explains a forest: the same person stands in one box of each, and the decision is made where they overlap.",
      ],
      drag: "Drag the dot",
      question: "Where do the two trees contradict each other?",
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
    limits: {
      name: "What I cannot change",
      title: "What you cannot change moves the nearest way out",
      paragraphs: [
        "The rectangle holds what you allow. Outside of it nothing counts, however near it is, so the *shortest way inside your limits* may be longer than the outline that ignores them.",
        "Limits can also exclude every way out. That is not a failure of the search: it is *proved*, and the few limits that exclude each other can be named.",
      ],
      drag: "Drag the edges of the rectangle",
      question: "Which limits leave no way out at all?",
      found: "These do.",
    },
    proof: {
      name: "The search proves it",
      title: "The search may stop because everything cheaper is covered",
      paragraphs: [
        "The search keeps a box of everything that could still be cheaper than the best answer so far. It shrinks the box, shows that nothing in it is accepted, or cuts it in two. *No point is tried one by one.*",
        "When every box is closed, together they cover everything cheaper. That is the proof, and a second program repeats it here before it is shown.",
      ],
      drag: "Drag the step to the end",
      question: "How many boxes does it take to be sure?",
      found: "So many.",
    },
  } satisfies Record<LessonName, LessonText>,

  box: (box: string) => `Your box: ${box}.`,
  boxesFound: (outcome: string, boxes: number) => `You have been in ${String(boxes)} boxes and stayed ${outcome}: the border of a box is a border of the decision only where the leaves on both sides disagree.`,
  treeSays: (index: number, outcome: string, share: string) => ({ title: `Tree ${String(index)} says ${outcome}`, text: `score ${share}` }),
  together: (outcome: string, share: string) => ({ title: `Together: ${outcome}`, text: `score ${share}` }),
  overlapFound: (one: string, other: string, outcome: string, cells: number) => `One tree says ${one}, the other ${other}; the mean of both makes it ${outcome}. The leaves overlap in ${String(cells)} patches.`,
  ruler: { l1: "Diamond, sum of steps", l2: "Circle, straight line", linf: "Square, longest step" },
  mark: { l1: "Diamond", l2: "Circle", linf: "Square" },
  already: "You are already accepted here",
  rulersFound: (from: string) => `From ${from} each ruler touches the accepted region at a place of its own.`,
  rulersSome: "Two of them touch it at the same place.",
  free: (values: string, cost: string) => ({ title: "Without limits", text: `${values}, cost ${cost}` }),
  within: (values: string, cost: string) => ({ title: "Within your limits", text: `${values}, cost ${cost}` }),
  none: { title: "Within your limits", text: "no way out, proved" },
  limitsFound: (limits: string) => `No accepted point is left, and that is proved. ${limits}`,
  alone: (one: string) => `This one alone excludes it: ${one}.`,
  together2: (all: string) => `These exclude each other: ${all}.`,
  proofFound: (boxes: number, bytes: string) => `${boxes === 1 ? "One box is" : `${String(boxes)} boxes are`} enough: together they cover everything cheaper than the answer. The proof takes ${bytes}.`,
};
