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
        features.iter().enumerate().map(|(f, feature)| self.part_of(f, feature, factual, row)).sum()
    }

    /// The part of a row's sum that one feature adds.
    fn part_of(&self, f: usize, feature: &Feature, factual: &[f64], row: &[f64]) -> f64 {
        let columns = feature.columns();
        if !self.names(f) || columns.iter().all(|&c| row[c] == factual[c] || row[c].is_nan() && factual[c].is_nan()) {
            return 0.0;
        }
        self.part(f, factual[columns[0]], row[columns[0]], feature.level_of(row))
    }

    /// Whether a row keeps the budget. Each real number that changes may be off by a step of the input type, relative to its size or its range, and
    /// its part is less by that, but no less than 0: one number's rounding is no room for another.
    pub fn kept(&self, features: &[Feature], factual: &[f64], input: Precision, row: &[f64]) -> bool {
        let least = |(f, feature): (usize, &Feature)| {
            let c = feature.columns()[0];
            let part = self.part_of(f, feature, factual, row);
            let size = row[c].abs().max(factual[c].abs()).max(feature.max - feature.min);
            part - part.max(0.0).min(self.rounding(f, feature, input, size))
        };
        features.iter().enumerate().map(least).sum::<f64>() <= self.most * (1.0 + BUDGET_SUM)
    }

    /// The largest rounding of the sum that any row is allowed.
    pub fn most_rounding(&self, features: &[Feature], factual: &[f64], input: Precision) -> f64 {
        let size = |f: &Feature| f.min.abs().max(f.max.abs()).max(factual[f.columns()[0]].abs()).max(f.max - f.min);
        let own = |(i, f): (usize, &Feature)| self.rounding(i, f, input, size(f));
        features.iter().enumerate().map(own).sum::<f64>() + BUDGET_SUM * self.most
    }

    /// The rounding that a feature's part of the sum is allowed, where the value that is rounded is of this size.
    fn rounding(&self, f: usize, feature: &Feature, input: Precision, size: f64) -> f64 {
        let real = matches!(feature.kind, Kind::Numeric { .. });
        let weight = self.changes.iter().find(|c| real && c.0 == f);
        weight.map_or(0.0, |(_, weight)| weight.up.max(weight.down) * size * input.step())
    }
}
