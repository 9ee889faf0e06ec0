//! The demands of a query that decide which engines can answer it.

use espalier_model::query::{Constraint, Query, Target};

/// Whether there are hyperplanes or linear leaves, in the model or in another ensemble that the query asks.
pub(crate) fn planes(oblique: bool, query: &Query) -> bool {
    oblique || query.beside().iter().any(|other| other.is_oblique() || other.has_linear_leaves())
}

/// Whether the linear program search must answer: for hyperplanes, linear constraints, or costs that couple features.
pub(crate) fn slanted(oblique: bool, query: &Query) -> bool {
    planes(oblique, query)
        || query.hull.is_some()
        || query.constraints.iter().any(Constraint::couples_features)
        || query.cost.quadratic.as_ref().is_some_and(|q| !q.is_diagonal())
}

/// Whether the box search with prices for linear constraints can answer, instead of linear programs alone.
pub(crate) fn coupled(oblique: bool, query: &Query) -> bool {
    let learned = query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. }));
    !planes(oblique, query)
        && !learned
        && query.hull.is_none()
        && query.cost.norm.linf == 0.0
        && query.cost.quadratic.is_none()
        && query.distinct().is_none()
        && !matches!(query.target, Target::Best { .. })
}
