//! The limits of schema and query on a row, from their definitions.

use crate::answer::Check;
use crate::error::VerifyError;
use crate::tolerances::{CONSEQUENCE, WHOLE};
use espalier_model::ensemble::{Aggregation, Ensemble};
use espalier_model::query::{Condition, Constraint, Relation, Test};
use espalier_model::schema::{Change, Feature, Kind};

impl Check<'_> {
    /// The limits on one feature alone: its domain, its direction, and the query's constraints on it.
    pub(super) fn feature_limits(&self, f: usize, row: &[f64]) -> Result<(), VerifyError> {
        let feature = &self.schema.features[f];
        let unchanged = self.unchanged(feature, row);
        let broken = |what| Err(VerifyError::Schema { feature: feature.name.clone(), what });
        if let (Kind::Numeric { column } | Kind::Integer { column }, false) = (&feature.kind, unchanged) {
            let own = self.query.factual[*column];
            let (mut min, mut max) = (feature.min, feature.max);
            if !own.is_nan() {
                (min, max) = (min.min(own), max.max(own));
            }
            if row[*column] < min || row[*column] > max {
                return broken("the value is out of the domain");
            }
        }
        if !self.goes(feature, row, feature.change) {
            return broken("it may not change this way");
        }
        for (index, constraint) in self.query.constraints.iter().enumerate() {
            let column = feature.columns()[0];
            let holds = match constraint {
                Constraint::Fix { feature } if *feature == f => unchanged,
                Constraint::Range { feature, min, max } if *feature == f => *min <= row[column] && row[column] <= *max,
                Constraint::Direction { feature: named, change } if *named == f => self.goes(feature, row, *change),
                Constraint::Levels { feature: named, allow } if *named == f => {
                    feature.level_of(row).is_some_and(|k| allow[k])
                }
                _ => true,
            };
            if !holds {
                return Err(VerifyError::Constraint { index });
            }
        }
        Ok(())
    }

    /// Checks the constraints on several features together.
    pub(super) fn joint_limits(&self, row: &[f64]) -> Result<(), VerifyError> {
        let changed = self.schema.features.iter().filter(|f| !self.unchanged(f, row)).count();
        for (index, constraint) in self.query.constraints.iter().enumerate() {
            let holds = match constraint {
                Constraint::MaxChanges(most) => changed <= *most,
                Constraint::If { when, then } => {
                    let holds = |c: &Condition| self.condition(c, row);
                    !when.holds(holds) || then.holds(holds)
                }
                Constraint::Linear { terms, relation, limit, of_change } => {
                    self.linear(terms, *relation, *limit, *of_change, row)
                }
                Constraint::Causal { feature, parents } => self.follows(*feature, parents, row),
                Constraint::Learned { feature, cause } => self.learned(*feature, &cause.trees, row),
                _ => true,
            };
            if !holds {
                return Err(VerifyError::Constraint { index });
            }
        }
        Ok(())
    }

    /// Whether a consequence follows from its causes. A real number is their sum, within the rounding of its terms. A whole number is one
    /// nearest to that sum.
    fn follows(&self, f: usize, parents: &[(usize, f64)], row: &[f64]) -> bool {
        let step = self.ensemble.input.step();
        let change = |f: usize| {
            let feature = &self.schema.features[f];
            let column = feature.columns()[0];
            let (x, q) = (row[column], self.query.factual[column]);
            let real = matches!(feature.kind, Kind::Numeric { .. });
            let size = x.abs().max(q.abs()).max(feature.max - feature.min);
            (x - q, size * if real { step } else { WHOLE })
        };
        let (mut excess, mut off) = change(f);
        for &(parent, weight) in parents {
            let (by, size) = change(parent);
            excess -= weight * by;
            off += weight.abs() * size;
        }
        let whole = matches!(self.schema.features[f].kind, Kind::Integer { .. });
        excess.abs() <= off + if whole { 0.5 + 0.5 * step } else { 0.0 }
    }

    /// Whether a consequence moved by the difference of its trees' predictions for both rows. The trees are walked here. A real number is the
    /// nearest that the model reads, a whole number one of the nearest, each within the rounding of the trees' sum.
    fn learned(&self, f: usize, trees: &Ensemble, row: &[f64]) -> bool {
        let says = |row: &[f64]| {
            let (mut sum, mut weights, mut size) = (0.0, 0.0, trees.base[0].abs());
            for tree in &trees.trees {
                let Ok(leaf) = trees.leaf(tree, row) else { return None };
                let part = tree.weight * tree.values[leaf];
                sum += part;
                weights += tree.weight;
                size += part.abs();
            }
            let scale = if trees.aggregation == Aggregation::Sum { 1.0 } else { weights };
            Some((trees.link.value(sum / scale + trees.base[0]), size))
        };
        let (Some((before, first)), Some((after, second))) = (says(&self.query.factual), says(row)) else {
            return false;
        };
        let column = self.schema.features[f].columns()[0];
        let (x, exact) = (row[column], self.query.factual[column] + (after - before));
        let off = CONSEQUENCE * (first + second + exact.abs());
        if matches!(self.schema.features[f].kind, Kind::Integer { .. }) {
            return (x - exact).abs() <= 0.5 + off;
        }
        let input = self.ensemble.input;
        input.round(exact - off) <= input.round(x) && input.round(x) <= input.round(exact + off)
    }

    /// Whether a sum keeps its limit. Each real number may be off by a step or two of the input type, each other value by [`WHOLE`],
    /// relative to its size or its range.
    fn linear(&self, terms: &[(usize, f64)], relation: Relation, limit: f64, of_change: bool, row: &[f64]) -> bool {
        let step = self.ensemble.input.step();
        let (mut excess, mut off) = (-limit, step * limit.abs());
        for &(f, weight) in terms {
            let feature = &self.schema.features[f];
            let column = feature.columns()[0];
            let before = if of_change { self.query.factual[column] } else { 0.0 };
            excess += weight * (row[column] - before);
            let real = matches!(feature.kind, Kind::Numeric { .. });
            let size = row[column].abs().max(before.abs()).max(feature.max - feature.min);
            off += weight.abs() * size * if real { step } else { WHOLE };
        }
        match relation {
            Relation::AtMost => excess <= off,
            Relation::AtLeast => excess >= -off,
            Relation::Equal => excess.abs() <= off,
        }
    }

    fn condition(&self, condition: &Condition, row: &[f64]) -> bool {
        let feature = &self.schema.features[condition.feature];
        match &condition.test {
            Test::Unchanged => self.unchanged(feature, row),
            Test::Levels(allow) => feature.level_of(row).is_some_and(|k| allow[k]),
            Test::Range { min, max } => {
                let value = row[feature.columns()[0]];
                *min <= value && value <= *max
            }
        }
    }

    /// Whether a feature moves only in a direction that `change` allows. From a missing value, every value counts as up and as down.
    /// Categories have no direction; only "fixed" restricts them.
    fn goes(&self, feature: &Feature, row: &[f64], change: Change) -> bool {
        if change == Change::Free || self.unchanged(feature, row) {
            return true;
        }
        let rank = |row: &[f64]| match feature.kind {
            Kind::Numeric { column } | Kind::Integer { column } => Some(row[column]).filter(|v| !v.is_nan()),
            Kind::Ordinal { .. } | Kind::Binary { .. } => feature.level_of(row).map(|k| k as f64),
            Kind::OneHot { .. } | Kind::Codes { .. } => None,
        };
        let (Some(from), Some(to)) = (rank(&self.query.factual), rank(row)) else { return change != Change::Fixed };
        match change {
            Change::Free => true,
            Change::Fixed => false,
            Change::Increase => to > from,
            Change::Decrease => to < from,
        }
    }
}
