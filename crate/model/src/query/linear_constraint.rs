//! Linear constraints, in all their forms in a request.

use super::{Constraint, Relation};
use crate::schema::{Feature, Kind};

/// A weighted sum of features' raw values, or of their changes, between two limits.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearConstraint {
    /// Feature index (never a one-hot category) and weight; features distinct.
    pub terms: Vec<(usize, f64)>,
    /// Feature index and by level its weight in the sum; features distinct, and not among the terms.
    pub levels: Vec<(usize, Vec<f64>)>,
    /// Closed lower bound or minus infinity.
    pub least: f64,
    /// Closed upper bound or infinity.
    pub most: f64,
    /// Whether the sum is over changes, instead of values.
    pub of_change: bool,
}

impl LinearConstraint {
    /// The amount that comes off the weight of a feature's level: where changes are summed, the weight of the factual's level (NaN where it has none), else 0.
    pub fn before(&self, feature: usize, weights: &[f64], features: &[Feature], factual: &[f64]) -> f64 {
        if !self.of_change {
            return 0.0;
        }
        features[feature].level_of(factual).map_or(f64::NAN, |k| weights[k])
    }
}

impl Constraint {
    /// Whether the constraint ties features to each other by a linear constraint or by a causal relation.
    pub fn couples_features(&self) -> bool {
        matches!(self, Constraint::Linear { .. } | Constraint::Causal { .. } | Constraint::CausalEnsemble { .. })
    }

    /// The feature that a causal relation determines, if the constraint is one.
    pub fn consequence(&self) -> Option<usize> {
        match self {
            Constraint::Causal { feature, .. } | Constraint::CausalEnsemble { feature, .. } => Some(*feature),
            _ => None,
        }
    }

    /// The constraint as a linear constraint, if it is one.
    pub fn linear(&self, features: &[Feature]) -> Option<LinearConstraint> {
        match self {
            Constraint::Linear { terms, levels, relation, limit, of_change } => Some(LinearConstraint {
                terms: terms.clone(),
                levels: levels.clone(),
                least: if *relation == Relation::AtMost { f64::NEG_INFINITY } else { *limit },
                most: if *relation == Relation::AtLeast { f64::INFINITY } else { *limit },
                of_change: *of_change,
            }),
            Constraint::Causal { feature, parents } => {
                // A whole number is one of the nearest.
                let off = if matches!(features[*feature].kind, Kind::Integer { .. }) { 0.5 } else { 0.0 };
                let terms = parents.iter().map(|&(parent, weight)| (parent, -weight));
                let terms = std::iter::once((*feature, 1.0)).chain(terms).collect();
                Some(LinearConstraint { terms, levels: Vec::new(), least: -off, most: off, of_change: true })
            }
            _ => None,
        }
    }
}
