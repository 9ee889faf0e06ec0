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
        self.sum(features, factual, row, 0.0)
    }

    /// Whether a row keeps the budget. Each real number that changes may be off by a step of the input type, relative to its size or its range, and
    /// its part is less by that, but no less than 0: one number's rounding is no room for another.
    pub fn kept(&self, features: &[Feature], factual: &[f64], input: Precision, row: &[f64]) -> bool {
        self.sum(features, factual, row, input.step()) <= self.most * (1.0 + BUDGET_SUM)
    }

    /// The sum of a row, each real number's part less by a share of its size.
    fn sum(&self, features: &[Feature], factual: &[f64], row: &[f64], step: f64) -> f64 {
        let mut sum = 0.0;
        for (f, feature) in features.iter().enumerate().filter(|(f, _)| self.names(*f)) {
            let columns = feature.columns();
            let (from, to) = (factual[columns[0]], row[columns[0]]);
            if columns.iter().any(|&c| row[c] != factual[c] && !(row[c].is_nan() && factual[c].is_nan())) {
                let part = self.part(f, from, to, feature.level_of(row));
                sum += part - part.max(0.0).min(step * self.rounded(f, feature, from, to.abs()));
            }
        }
        sum
    }

    /// The largest rounding of the sum that any row is allowed.
    pub fn most_rounding(&self, features: &[Feature], factual: &[f64], input: Precision) -> f64 {
        let own = |(i, f): (usize, &Feature)| self.rounded(i, f, factual[f.columns()[0]], f.min.abs().max(f.max.abs()));
        input.step() * features.iter().enumerate().map(own).sum::<f64>() + BUDGET_SUM * self.most
    }

    /// The price of a real number's size, of which a step may be lost: of the larger of its own value, this one and its range.
    fn rounded(&self, f: usize, feature: &Feature, from: f64, value: f64) -> f64 {
        let real = matches!(feature.kind, Kind::Numeric { .. });
        let size = value.max(from.abs()).max(feature.max - feature.min);
        self.changes.iter().find(|c| real && c.0 == f).map_or(0.0, |(_, weight)| weight.up.max(weight.down) * size)
    }
}
