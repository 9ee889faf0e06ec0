//! The demands of a query that decide which engines can answer it.

use espalier_model::query::{Constraint, Query, Sought, Target};

/// Whether there are hyperplanes or linear leaves, in the model or in another ensemble that the query asks.
pub fn planes(oblique: bool, query: &Query) -> bool {
    oblique || query.beside().iter().any(|other| other.is_oblique() || other.has_linear_leaves())
}

/// Whether a number's change may earn and uses up a budget: then the cheapest value of a cell need not be the one that uses least.
pub fn trades(query: &Query) -> bool {
    let trades = |c: &Constraint| matches!(c, Constraint::Budget(b) if b.changes.iter().any(|change| query.cost.falls(change.0)));
    query.constraints.iter().any(trades)
}

/// Whether the number of changes is limited, and one of them may earn. Then the cheapest level of a feature need not be the one to take.
pub fn limits_earnings(query: &Query) -> bool {
    let earns =
        |f: usize| query.cost.falls(f) || query.cost.tables[f].iter().flatten().flatten().any(|price| *price < 0.0);
    query.constraints.iter().any(|c| matches!(c, Constraint::MaxChanges(_))) && (0..query.cost.tables.len()).any(earns)
}

/// Whether the linear program search must answer: for hyperplanes, linear constraints, or costs that couple features.
pub fn slanted(oblique: bool, query: &Query) -> bool {
    planes(oblique, query)
        || query.hull.is_some()
        || query.constraints.iter().any(Constraint::couples_features)
        || trades(query)
        || matches!(query.sought, Sought::Regions { .. })
            && query.constraints.iter().any(|c| matches!(c, Constraint::Budget(_)))
        || query.cost.quadratic.as_ref().is_some_and(|q| !q.is_diagonal())
}

/// Whether the box search with prices for linear constraints can answer, instead of linear programs alone.
pub fn coupled(oblique: bool, query: &Query) -> bool {
    let learned = query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. }));
    !planes(oblique, query)
        && !learned
        && !trades(query)
        && !limits_earnings(query)
        && query.hull.is_none()
        && query.cost.norm.linf == 0.0
        && query.cost.quadratic.is_none()
        && (query.distinct().is_none() || matches!(query.sought, Sought::Regions { .. }))
        && !matches!(query.target, Target::Best { .. })
}
