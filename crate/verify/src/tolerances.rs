//! Every tolerance of the checks, each with its unit and its reason. A larger tolerance would let a false statement pass. A smaller one would
//! refuse a true statement that was computed in another order.

/// Relative tolerance of two equal costs, as a share of the larger. Both are sums of at most a few thousand terms in double precision, in
/// perhaps different orders. At 2^-53 a term, four digits are left to spare.
pub const EQUAL: f64 = 1e-9;

/// As [`EQUAL`], where numbers of single precision meet a row over several features. Each number misses it by up to 2^-24 of its size.
pub const EQUAL_SINGLE: f64 = 1e-6;

/// Absolute tolerance of costs, in units of cost, for costs close to 0. It is added to [`EQUAL`]'s share.
pub const COST_ROUNDING: f64 = 1e-12;

/// The difference at which two costs count as equal: [`EQUAL`] of the cost and of the most that changes may earn, and [`COST_ROUNDING`].
pub fn near(cost: f64, earned: f64) -> f64 {
    EQUAL * (cost.abs() + earned) + COST_ROUNDING
}

/// Rounding of a sum of raw scores, relative to the larger of 1 and its need. A bound closer to its limit than that proves nothing.
pub const SCORE: f64 = 1e-9;

/// Rounding that a softmax of single precision may add to a probability, relative to the probability. In double precision it is [`SCORE`].
pub const SOFTMAX_PROBABILITY_SINGLE: f64 = 2e-6;

/// Rounding of a lead under a softmax in single precision, per class, in units of raw score, beside the rounding of the exponents.
pub const SOFTMAX_LEAD_SINGLE: f64 = 2e-11;

/// As [`SOFTMAX_LEAD_SINGLE`], in double precision.
pub const SOFTMAX_LEAD_DOUBLE: f64 = 1e-14;

/// Rounding of a linear constraint, relative to the sizes of its terms.
pub const LINEAR_CONSTRAINT: f64 = 1e-10;

/// Tolerance of a whole number or a level in a linear constraint, relative to its size. A real number may be off by a
/// step of its input type.
pub const WHOLE_TERM: f64 = 1e-9;

/// Rounding of the sum of a budget, relative to the most that is allowed.
pub const BUDGET_SUM: f64 = 1e-9;

/// Rounding of a sum of trees' values that a consequence follows, relative to the sizes of its terms.
pub const CONSEQUENCE_SUM: f64 = 1e-12;

/// Rounding of a certificate's bound, per unit of the messages and of the terms that multipliers multiply: 2^-43, a thousand roundings.
pub const BOUND: f64 = 1e-13;

/// Relative rounding of a number by a library in single precision, at most: 2^-24.
pub const LIBRARY_SINGLE: f64 = 5.960464477539063e-8;

/// As [`LIBRARY_SINGLE`] in double precision: 2^-51. It covers the library's own rounding and that of the proof, which adds up in another order.
pub const LIBRARY_DOUBLE: f64 = 4.440892098500626e-16;

/// Distance by which rounding to single precision may take an answer out of its hull, in scaled units (shares of the features' ranges).
pub const HULL: f64 = 2e-6;
