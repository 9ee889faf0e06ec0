//! All limits of the schema and the request on one feature alone.

use espalier_model::query::{Constraint, Query};
use espalier_model::schema::{Change, Feature};

/// All limits of the request on one feature alone.
pub struct FeatureLimits {
    pub fixed: bool,
    pub up: bool,
    pub down: bool,
    pub min: f64,
    pub max: f64,
    pub levels: Option<Vec<bool>>,
    /// Whether a sum or a hull contains the feature. Then a missing value must be given a value, since a missing value
    /// has no place in either.
    pub needed: bool,
}

/// The limits of one feature under a query, with the constraints that are enforced.
pub fn limits(feature: usize, schema: &Feature, query: &Query, enforced: &[bool]) -> FeatureLimits {
    let mut l = FeatureLimits {
        fixed: false,
        up: true,
        down: true,
        min: f64::NEG_INFINITY,
        max: f64::INFINITY,
        levels: None,
        needed: false,
    };
    let direct = |change: Change, l: &mut FeatureLimits| match change {
        Change::Free => {}
        Change::Fixed => l.fixed = true,
        Change::Increase => l.down = false,
        Change::Decrease => l.up = false,
    };
    direct(schema.change, &mut l);
    for (constraint, _) in query.constraints.iter().zip(enforced).filter(|(_, on)| **on) {
        match constraint {
            Constraint::Fix { feature: f } if *f == feature => l.fixed = true,
            Constraint::Range { feature: f, min, max } if *f == feature => {
                l.min = l.min.max(*min);
                l.max = l.max.min(*max);
            }
            Constraint::Direction { feature: f, change } if *f == feature => direct(*change, &mut l),
            Constraint::Levels { feature: f, allow } if *f == feature => {
                l.levels = Some(match l.levels.take() {
                    Some(had) => had.iter().zip(allow).map(|(a, b)| *a && *b).collect(),
                    None => allow.clone(),
                });
            }
            _ => {}
        }
        if names(constraint, feature) {
            l.needed = true;
            // A change from a missing value has no size.
            let of_change = !matches!(constraint, Constraint::Linear { of_change: false, .. });
            if of_change && schema.columns().iter().any(|&c| query.factual[c].is_nan()) {
                (l.min, l.max) = (f64::INFINITY, f64::NEG_INFINITY);
                l.levels = schema.level_count().map(|n| vec![false; n]);
            }
        }
    }
    l.needed |= query.hull.is_some() && enforced.get(query.hull_at()) == Some(&true);
    l
}

/// Whether a sum or a causal relation contains a feature's own number.
fn names(constraint: &Constraint, f: usize) -> bool {
    match constraint {
        Constraint::Linear { terms, levels, .. } => terms.iter().any(|t| t.0 == f) || levels.iter().any(|l| l.0 == f),
        Constraint::Causal { feature, parents } => *feature == f || parents.iter().any(|p| p.0 == f),
        Constraint::CausalEnsemble { feature, .. } => *feature == f,
        Constraint::Budget(budget) => budget.changes.iter().any(|c| c.0 == f),
        _ => false,
    }
}
