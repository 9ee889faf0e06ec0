/** Allowances for rounding in the check of a proof (docs/contract/certificate.md). */

/** Of a sum of leaf values, relative to the larger of 1 and the need. */
export const SCORE_SLACK = 1e-9;

/** Of a linear constraint: the excess over its limit that is allowed, as a share of the row's size. */
export const ROW_SLACK = 1e-10;

/** Of a bound, per unit of the messages and of the numbers that the multipliers multiply. It is taken off. */
export const BOUND_ROUNDING = 1e-13;

/** Of an addition of a hyperplane's sum in single and in double precision, relative to the sizes of its terms; the latter covers the proof's own sums. */
export const PLANE_SINGLE = 2 ** -24;
export const PLANE_DOUBLE = 2 ** -50;

/** Of a linear leaf's value, and of a sum over trees, for each of its terms, relative to their sizes. */
export const LEAF_ROUNDING = 2 ** -48;

/** The sizes of a hyperplane's terms count as at least this, and have no certificate from that on. */
export const LEAST_PLANE = 1e-30;
export const MOST_PLANE = 1e30;
