//! The mixed-integer program of a query, for other solvers.

use crate::milp::{hyperplanes, Formulation, ProgramKind, NO_NEURONS, NO_TREES};
use crate::{Compiled, Engine, Search, SearchError};
use espalier_engines::problem::engine_needs::slanted;
use espalier_model::query::hull::Ball;
use espalier_model::query::{Constraint, Query, Sought, Target};
use std::sync::Arc;

/// The mixed-integer program of a query, for another solver. Its optimum is the cost of the query's cheapest answer.
///
/// # Errors
/// Where the query does not fit the model, or is not linear.
/// # Cost
/// Linear in the nodes of the model times the levels of their features.
pub fn formulation(compiled: Arc<Compiled>, query: Query, kind: ProgramKind) -> Result<Formulation, SearchError> {
    let refuse = |what: &str| Err(SearchError::Unsupported { what: what.into() });
    if matches!(query.sought, Sought::Several { .. } | Sought::Series { .. } | Sought::Regions { .. } | Sought::Hulls) {
        return refuse("a linear program has one answer; leave out \"count\" and \"radius\"");
    }
    if query.hull.as_ref().is_some_and(|hull| hull.ball == Ball::L2 && hull.epsilon.max(hull.price) > 0.0) {
        return refuse("a hull with a distance in \"l2\" is not written as a linear program; take \"l1\" or \"linf\"");
    }
    if query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. })) {
        return refuse(NO_TREES);
    }
    if super::unsupported::deep(&compiled, &query) {
        return refuse(NO_NEURONS);
    }
    if matches!(query.target, Target::Best { .. }) {
        return refuse(
            "the best prediction within a budget is not written as a linear program; ask for a probability or a value",
        );
    }
    let one = Query { sought: Sought::Cheapest, certificate: false, ..query };
    let slanted = slanted(compiled.beyond_boxes, &one);
    let search = Search::idle(compiled, one, if slanted { Engine::LpSearch } else { Engine::BoxSearch })?;
    let all = search.all();
    let problems = (0..search.goals.len()).map(|goal| search.problem(goal, &all)).collect::<Result<Vec<_>, _>>()?;
    if slanted {
        return hyperplanes::written(problems, &search.query, &all, kind);
    }
    Formulation::written(&problems, kind)
}
