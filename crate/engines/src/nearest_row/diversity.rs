//! The difference of a further row from an earlier answer.

use super::{same_row, NearestRow};
use crate::problem::joint_limits::unchanged;
use crate::tolerances::LEVEL_DISTANCE;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Distinct;
use espalier_model::schema::{Feature, Kind};

impl NearestRow {
    /// Whether a row differs from an earlier answer in the way that the query asks for.
    pub(super) fn differs(&self, earlier: &Counterfactual, row: &[f64]) -> bool {
        let compiled = &self.problem.compiled;
        let features = &compiled.schema.features;
        let Some(distinct) = self.query.distinct() else { return true };
        match distinct {
            Distinct::Rows => !same_row(&earlier.values, row),
            Distinct::Features => {
                earlier.changes.iter().any(|c| unchanged(&features[c.feature], &self.problem.factual, row))
            }
            Distinct::Distance(least) => features.iter().any(|f| far(f, &earlier.values, row, least)),
            Distinct::Regions => {
                let leaf = |tree, row| compiled.ensemble.leaf(tree, row).ok();
                compiled.ensemble.trees.iter().any(|t| leaf(t, &earlier.values) != leaf(t, row))
            }
        }
    }
}

/// Whether a feature is far enough from its earlier value: by a share of the range or of the levels. Without an order,
/// the values must be unequal.
fn far(feature: &Feature, from: &[f64], to: &[f64], least: f64) -> bool {
    if unchanged(feature, from, to) {
        return false;
    }
    let (a, b) = (from[feature.columns()[0]], to[feature.columns()[0]]);
    match (&feature.kind, feature.level_of(from), feature.level_of(to)) {
        (Kind::Numeric { .. } | Kind::Integer { .. }, ..) => {
            let width = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
            a.is_nan() || b.is_nan() || (a - b).abs() >= least * width
        }
        (Kind::Ordinal { levels, .. }, Some(a), Some(b)) => {
            a.abs_diff(b) as f64 >= least * (levels.len().max(2) - 1) as f64 - LEVEL_DISTANCE
        }
        _ => true,
    }
}
