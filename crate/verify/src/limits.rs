//! The limits of schema and query on a row, from their definitions.

use crate::answer::Check;
use crate::error::VerifyError;
use crate::target::reaches;
use crate::tolerances::{BUDGET_SUM, CONSEQUENCE_SUM, WHOLE_TERM};
use espalier_model::ensemble::{Aggregation, Ensemble};
use espalier_model::query::{Budget, Condition, ConditionTest, Constraint, Relation, Target};
use espalier_model::schema::{Change, Feature, Kind, Weight};

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
                Constraint::Linear { .. } => self.linear(constraint, row),
                Constraint::Causal { feature, parents } => self.follows(*feature, parents, row),
                Constraint::CausalEnsemble { feature, cause } => self.learned(*feature, &cause.trees, row),
                Constraint::Budget(budget) => self.affords(budget, row),
                Constraint::Also { model, target } => self.says(model, target, row),
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
            (x - q, size * if real { step } else { WHOLE_TERM })
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
        let off = CONSEQUENCE_SUM * (first + second + exact.abs());
        if matches!(self.schema.features[f].kind, Kind::Integer { .. }) {
            return (x - exact).abs() <= 0.5 + off;
        }
        let input = self.ensemble.input;
        input.round(exact - off) <= input.round(x) && input.round(x) <= input.round(exact + off)
    }

    /// Whether a sum keeps its limit. Each real number may be off by a step or two of the input type, each other value by [`WHOLE_TERM`],
    /// relative to its size or its range, or of levels to the largest weight.
    fn linear(&self, constraint: &Constraint, row: &[f64]) -> bool {
        let Constraint::Linear { terms, levels, relation, limit, of_change } = constraint else { return true };
        let step = self.ensemble.input.step();
        let (mut excess, mut off) = (-limit, step * limit.abs());
        for (f, weights) in levels {
            let of = |row: &[f64]| self.schema.features[*f].level_of(row).map_or(f64::NAN, |k| weights[k]);
            excess += of(row) - if *of_change { of(&self.query.factual) } else { 0.0 };
            off += WHOLE_TERM * weights.iter().fold(0.0, |most: f64, w| most.max(w.abs()));
        }
        for &(f, weight) in terms {
            let feature = &self.schema.features[f];
            let column = feature.columns()[0];
            let before = if *of_change { self.query.factual[column] } else { 0.0 };
            excess += weight * (row[column] - before);
            let real = matches!(feature.kind, Kind::Numeric { .. });
            let size = row[column].abs().max(before.abs()).max(feature.max - feature.min);
            off += weight.abs() * size * if real { step } else { WHOLE_TERM };
        }
        match relation {
            Relation::AtMost => excess <= off,
            Relation::AtLeast => excess >= -off,
            Relation::Equal => excess.abs() <= off,
        }
    }

    /// Whether the other models have their targets at a row.
    pub(super) fn others(&self, row: &[f64]) -> bool {
        self.query.constraints.iter().all(|constraint| match constraint {
            Constraint::Also { model, target } => self.says(model, target, row),
            _ => true,
        })
    }

    /// Whether another model has its target at a row.
    fn says(&self, model: &Ensemble, target: &Target, row: &[f64]) -> bool {
        model.predict(row).is_ok_and(|found| reaches(model, target, 0.0, &found).is_some())
    }

    /// The amount of a budget that a row's changes use. Each number's is less by a share of its size for rounding, but no less than 0: it is no room
    /// for another's.
    pub(super) fn spent(&self, budget: &Budget, row: &[f64], share: f64) -> f64 {
        let mut sum = 0.0;
        for (f, weight) in &budget.changes {
            let feature = &self.schema.features[*f];
            let value = row[feature.columns()[0]];
            let by = value - self.query.factual[feature.columns()[0]];
            if !self.unchanged(feature, row) {
                let amount = (weight.up * by).max(-weight.down * by);
                sum += amount - amount.max(0.0).min(share * self.rounded(feature, weight, value.abs()));
            }
        }
        for (f, prices) in &budget.levels {
            let feature = &self.schema.features[*f];
            if !self.unchanged(feature, row) {
                sum += feature.level_of(row).map_or(f64::NAN, |k| prices[k]);
            }
        }
        sum
    }

    /// Whether a row keeps a budget, within [`BUDGET_SUM`] of it and the rounding of each number.
    pub(super) fn affords(&self, budget: &Budget, row: &[f64]) -> bool {
        self.spent(budget, row, self.ensemble.input.step()) <= budget.most * (1.0 + BUDGET_SUM)
    }

    /// As much as any row may use of a budget.
    pub(super) fn may_spend(&self, budget: &Budget) -> f64 {
        let mut most = budget.most * (1.0 + BUDGET_SUM);
        for (f, weight) in &budget.changes {
            let feature = &self.schema.features[*f];
            most +=
                self.ensemble.input.step() * self.rounded(feature, weight, feature.min.abs().max(feature.max.abs()));
        }
        most
    }

    /// The price of a number's size, of which a share may be lost: of the largest of its value, the person's own and its range.
    fn rounded(&self, feature: &Feature, weight: &Weight, value: f64) -> f64 {
        if !matches!(feature.kind, Kind::Numeric { .. }) {
            return 0.0;
        }
        let size = value.max(self.query.factual[feature.columns()[0]].abs()).max(feature.max - feature.min);
        weight.up.max(weight.down) * size
    }

    fn condition(&self, condition: &Condition, row: &[f64]) -> bool {
        let feature = &self.schema.features[condition.feature];
        match &condition.test {
            ConditionTest::Unchanged => self.unchanged(feature, row),
            ConditionTest::Levels(allow) => feature.level_of(row).is_some_and(|k| allow[k]),
            ConditionTest::Range { min, max } => {
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
