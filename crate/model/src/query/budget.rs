//! A budget beside the cost: a limit on a second price, in a unit of its own. It is not the budget of "the best prediction within a cost".

use crate::ensemble::Precision;
use crate::schema::{Feature, Kind, Weight};

/// Rounding of the sum itself, relative to the most that is allowed. Whole numbers and levels have no other. By hand.
const BUDGET_SUM: f64 = 1e-9;

/// The most that a row's changes may use of something that is not the cost, such as hours or euros (Parmentier & Vidal 2021, Table 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Feature index (never one of categories) and the price of a change by 1 in raw values. Features distinct.
    pub changes: Vec<(usize, Weight)>,
    /// Feature index and by level the price of ending there, each at least 0. A level that the factual has already costs nothing. Features
    /// distinct.
    pub levels: Vec<(usize, Vec<f64>)>,
    /// Closed upper bound of the sum, at least 0.
    pub most: f64,
}

impl Budget {
    /// The part of the sum that one feature adds, where its raw value becomes `value` and its level `level`.
    pub fn part(&self, feature: usize, from: f64, value: f64, level: Option<usize>) -> f64 {
        let change = value - from;
        let of = |weight: &Weight| if change > 0.0 { weight.up * change } else { -weight.down * change };
        let moved = self.changes.iter().find(|c| c.0 == feature).map_or(0.0, |c| of(&c.1));
        let entered = self.levels.iter().find(|l| l.0 == feature).and_then(|l| l.1.get(level?)).unwrap_or(&0.0);
        moved + entered
    }

    /// Whether the budget has a part for a feature.
    pub fn names(&self, feature: usize) -> bool {
        self.changes.iter().any(|c| c.0 == feature) || self.levels.iter().any(|l| l.0 == feature)
    }

    /// The whole sum of a row.
    pub fn spent(&self, features: &[Feature], factual: &[f64], row: &[f64]) -> f64 {
        let part = |(f, feature): (usize, &Feature)| {
            let columns = feature.columns();
            if !self.names(f) || columns.iter().all(|&c| row[c] == factual[c] || row[c].is_nan() && factual[c].is_nan())
            {
                return 0.0;
            }
            self.part(f, factual[columns[0]], row[columns[0]], feature.level_of(row))
        };
        features.iter().enumerate().map(part).sum()
    }

    /// Whether a row keeps the budget, within the rounding of its own changes: each real number that changes may be off by a step of the input
    /// type, relative to its size or its range.
    pub fn kept(&self, features: &[Feature], factual: &[f64], input: Precision, row: &[f64]) -> bool {
        let size = |f: &Feature| match (row[f.columns()[0]], factual[f.columns()[0]]) {
            (x, q) if x == q => 0.0,
            (x, q) => x.abs().max(q.abs()).max(f.max - f.min),
        };
        self.spent(features, factual, row) <= self.most + self.rounding(features, input, size)
    }

    /// The largest rounding of the sum that any row is allowed.
    pub fn most_rounding(&self, features: &[Feature], factual: &[f64], input: Precision) -> f64 {
        let size = |f: &Feature| f.min.abs().max(f.max.abs()).max(factual[f.columns()[0]].abs()).max(f.max - f.min);
        self.rounding(features, input, size)
    }

    /// `size`: of the value of a feature that is rounded.
    fn rounding(&self, features: &[Feature], input: Precision, size: impl Fn(&Feature) -> f64) -> f64 {
        let real = self.changes.iter().filter(|(f, _)| matches!(features[*f].kind, Kind::Numeric { .. }));
        let part = |(f, weight): &(usize, Weight)| weight.up.max(weight.down) * size(&features[*f]);
        input.step() * real.map(part).sum::<f64>() + BUDGET_SUM * self.most
    }
}
