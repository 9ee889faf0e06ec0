/** Words of the drawer in which the threshold is dragged along the curve of least costs. */
export const curveWords = {
  title: "Threshold",
  /** The most costly step, at the top of the chart. */
  cost: (most: string) => `cost, up to ${most}`,
  /** At the threshold; `demand` as "at least 80 % accepted". */
  at: (demand: string, found: string) => `For ${demand} ${found}.`,
  exact: (cost: string) => `the least cost is ${cost}, proved`,
  between: (cost: string) => `the least cost is at least ${cost}, proved`,
  none: "there is no answer within the limits, proved",
  open: "nothing is proved here",
  unset: "No threshold is set: drag the line.",
  back: "Without a threshold",
  wait: "Computing the curve.",
  undefined: "This question has no curve.",
};
