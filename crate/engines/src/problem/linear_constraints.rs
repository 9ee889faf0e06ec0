//! Linear constraints over features' own values, which every answer keeps. A Lagrangian multiplier `gamma >=
//! 0` prices each constraint. A level's cost is then the least, over the values that the level stands for, of the cost
//! of the change plus the constraints' price of the value.
//!
//! For any multipliers, the sum of these level costs minus `gamma limit` is at most the cost of every answer, since an
//! answer keeps their limits. So the bound of `dual` stays a valid bound.

use super::goal_problem::Problem;
use crate::tolerances::{CONSTRAINT_KEPT, WIDENED};
use espalier_model::ensemble::Precision;
use espalier_model::schema::Kind;

/// Constraints `sum of weight * y <= limit` over features. For a number, `y` is its scaled change. For a level, the
/// term is the weight itself.
#[derive(Clone, Debug, Default)]
pub struct LinearConstraints {
    /// By constraint: the most that its sum may be.
    pub limits: Vec<f64>,
    /// By constraint: the sum of the sizes of its numbers. The rounding of the bound is measured in it.
    pub sizes: Vec<f64>,
    /// By var.
    pub parts: Vec<ConstraintTerm>,
    /// The number of directions of a hull, whose constraints stand before those of the tests.
    pub directions: usize,
    /// By var: the levels that are kept apart from the levels below them. Empty: none.
    pub apart: Vec<Vec<u32>>,
    /// The number of the last vars, which stand for hyperplane tests, leaves and amounts.
    pub stand_ins: usize,
    /// The number of the last constraints, which tie these.
    pub ties: usize,
    /// The number of hyperplane tests, the first of these vars. The first of these constraints are theirs, two each: one is vacuous with level 1, the
    /// other with level 0.
    pub tests: usize,
}

/// The features that stand for tests, leaves and amounts, behind those of the schema, and the constraints that tie them.
#[derive(Debug, Default)]
pub struct StandIns {
    /// Number of the features.
    pub features: usize,
    /// By constraint, the last ones of the query: the goal that it belongs to, if it does not belong to all.
    pub rows: Vec<Option<usize>>,
}

/// A feature's term in the constraints.
#[derive(Clone, Debug)]
pub enum ConstraintTerm {
    /// The feature is in no constraint.
    Free,
    /// The feature is a number.
    Number(NumericTerm),
    /// By level: its weight in each constraint.
    Levels(Vec<f64>),
}

/// A numeric feature in constraints.
#[derive(Clone, Debug)]
pub struct NumericTerm {
    /// By constraint.
    pub weights: Vec<f64>,
    /// By level: the least and the largest scaled change of the attainable values in it. A level without attainable
    /// values has no meaningful entry.
    pub spans: Vec<(f64, f64)>,
    /// Cost of a change upwards.
    pub up: OneSidedCost,
    /// Cost of a change downwards.
    pub down: OneSidedCost,
    /// Cost of no change, by which the costs of changes are raised too: the most that the feature may earn.
    pub stays: f64,
}

/// The cost of a change in one direction: convex except for the fixed charge.
#[derive(Clone, Debug, Default)]
pub struct OneSidedCost {
    /// Fixed charge of any change that is not zero.
    pub charge: f64,
    /// (from, slope) in ascending order. The first piece starts at 0.
    pub pieces: Vec<(f64, f64)>,
    /// Coefficient of the squared change.
    pub curve: f64,
}

impl OneSidedCost {
    /// Least of `cost(t) + g t` over `from..=to` (both ends included, 0 <= from <= to), and the `t` that attains it.
    fn least(&self, from: f64, to: f64, g: f64) -> (f64, f64) {
        if let ([(_, slope)], true) = (self.pieces.as_slice(), self.curve == 0.0) {
            let t = if slope + g < 0.0 { to } else { from };
            return (self.charge + (slope + g) * t, t);
        }
        let mut best = (f64::INFINITY, from);
        let mut paid = 0.0;
        for (i, &(start, slope)) in self.pieces.iter().enumerate() {
            let end = self.pieces.get(i + 1).map_or(f64::INFINITY, |p| p.0);
            let (low, high) = (from.max(start), to.min(end));
            if low <= high {
                let mut t = if slope + g < 0.0 { high } else { low };
                if self.curve > 0.0 {
                    t = (-(slope + g) / (2.0 * self.curve)).clamp(low, high);
                }
                let cost = paid + slope * (t - start) + self.curve * t * t + g * t;
                if cost < best.0 {
                    best = (cost, t);
                }
            }
            paid += slope * (end - start);
        }
        (best.0 + self.charge, best.1)
    }
}

impl ConstraintTerm {
    /// The least contribution of a level to one of `rows` constraints, over all values that the level stands for.
    #[inline]
    pub fn least(&self, row: usize, rows: usize, level: u32, span: (f64, f64)) -> f64 {
        match self {
            ConstraintTerm::Free => 0.0,
            ConstraintTerm::Number(number) => {
                let w = number.weights[row];
                if w == 0.0 {
                    0.0
                } else {
                    (w * span.0).min(w * span.1)
                }
            }
            ConstraintTerm::Levels(weights) => weights[level as usize * rows + row],
        }
    }
}

impl LinearConstraints {
    /// An answer can keep a constraint only if its least sum is at most this. It is the limit plus a tolerance for
    /// rounding.
    #[inline]
    pub fn most(&self, row: usize) -> f64 {
        self.limits[row] + CONSTRAINT_KEPT * (1.0 + self.sizes[row])
    }
}

impl NumericTerm {
    /// The constraints' price of a unit of change.
    pub fn charged(&self, gamma: &[f64]) -> f64 {
        self.weights.iter().zip(gamma).map(|(w, g)| w * g).sum()
    }

    /// Least of `cost(y) + g y` over a span (both ends included), and the `y` that attains it.
    #[inline]
    pub fn least(&self, (low, high): (f64, f64), g: f64) -> (f64, f64) {
        let mut best = (f64::INFINITY, 0.0);
        if low <= 0.0 && high >= 0.0 {
            best = (self.stays, 0.0);
        }
        if high > 0.0 {
            let (cost, t) = self.up.least(low.max(0.0), high, g);
            if cost < best.0 {
                best = (cost, t);
            }
        }
        if low < 0.0 {
            let (cost, t) = self.down.least((-high).max(0.0), -low, -g);
            if cost < best.0 {
                best = (cost, -t);
            }
        }
        best
    }
}

impl Problem {
    /// How far inside of its limits the least or the largest number of single precision lies, in raw units, and the tolerance of programs on top, so
    /// that a sum is not met by one point alone. 0 in double precision, and of anything but real numbers.
    pub fn lost(&self, f: usize) -> f64 {
        let (feature, input) = (&self.compiled.schema.features[f], self.compiled.ensemble.input);
        if !matches!(feature.kind, Kind::Numeric { .. }) || input != Precision::F32 {
            return 0.0;
        }
        let (min, max) = self.vars[f].allowed;
        let least = if min.is_finite() { input.ceil(min) - min } else { 0.0 };
        let most = if max.is_finite() { max - input.floor(max) } else { 0.0 };
        least.max(most) + WIDENED * (feature.max - feature.min)
    }

    /// The linear constraints, where there are any.
    #[inline]
    pub fn linear_constraints(&self) -> Option<&LinearConstraints> {
        self.linear_constraints.as_deref()
    }

    /// Whether a var is in some linear constraint.
    #[inline]
    pub fn coupled(&self, var: u32) -> bool {
        self.linear_constraints().is_some_and(|c| !matches!(c.parts[var as usize], ConstraintTerm::Free))
    }
}
