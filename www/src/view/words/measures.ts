/** Words of the measures of answers. */
export const measureWords = {
  title: "Measures",
  head: { changes: "Changes", l1: "Sum of steps", l2: "Squared", linf: "Longest", levels: "Categories kept", row: "Nearest real row", usual: "Random cuts" },
  why: {
    changes: "How many of the features change",
    l1: "The steps, as shares of the ranges, times their weights",
    l2: "The squares of the steps, times their weights",
    linf: "The longest step, times its weight",
    levels: "Share of the categories and yes-or-no features that stay",
    row: "The sum of the steps to the row that is nearest, and its number",
    usual: "How many random cuts it takes to single it out: the more, the more usual",
  },
  of: (n: number, all: number) => `${String(n)} of ${String(all)}`,
  near: (distance: string, row: number) => `${distance} to row ${(row + 1).toLocaleString("en")}`,
  set: (count: number, kept: string, differ: string, levels: string | null, steps: string | null) =>
    `These ${String(count)} answers all reach what you look for. On average they keep ${kept} of the features, and two of them differ in ${differ} of the features${levels === null ? "" : `, in ${levels} of the categories`}${steps === null ? "" : `, and lie ${steps} apart by the sum of steps`}.`,
};
