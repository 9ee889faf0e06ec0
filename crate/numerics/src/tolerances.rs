//! The tolerances of the programs, each with its unit, the effect of more and of less, and how it was chosen. A number that only steers one method,
//! such as its regularization, stands there. "By hand" means that no measurement is recorded.

/// Feasibility: a value may miss its bound, or a row its limit, by this. Callers scale coefficients to at most 1. More would come near the slab of
/// 1e-9 by which searches keep points away from hyperplanes. Less leaves more requests of the search
/// unproved: with a slab of 2e-11, and a tolerance with it, one in thirty with squared costs (docs/experiments/lp-search.md).
pub const FEASIBLE: f64 = 2e-10;

/// A row that multipliers hold lies this near to its limit when a quadratic program ends. It is a quarter of
/// [`FEASIBLE`]. Less takes more steps; more leaves points with a cost above their bound. By hand.
pub const TIGHT: f64 = 0.25 * FEASIBLE;

/// The largest change t of a program may be exceeded by this share of 1 + t, so that rounding does not take away the
/// one point that there may be. It is a tenth of [`FEASIBLE`]. More states larger changes than the proved least one. By
/// hand.
pub const LARGEST_CHANGE: f64 = 2e-11;

// Rounding, taken off bounds and added to reaches. More is safe and proves less; less than the rounding itself would prove something false.

/// A bound from the multipliers of a program's rows, per unit of the sizes of its terms: some ninety roundings of
/// 2^-53. By hand.
pub const MULTIPLIERS: f64 = 1e-14;

/// As [`MULTIPLIERS`], for the price of a test under a quadratic form. By hand.
pub const FORM_PRICE: f64 = 1e-13;

/// A distance by which a reduced cost lets a column move, relative and absolute. By hand.
pub const DISTANCE: f64 = 1e-9;
