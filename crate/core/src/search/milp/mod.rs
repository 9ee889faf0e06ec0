//! The mixed-integer program of a query: the OCEAN formulation, to be solved or to be written down.

mod formulation;
mod lp;
mod node;
mod search;

pub(super) use search::MilpSearch;
pub(super) use {
    formulation::{number, safe, safe_part, unique},
    lp::{Lp, Outcome, Simplex, Square},
};

pub use formulation::{Format, Formulation};

use super::refuse::NO_TREES;
use super::{mixed, run, Compiled, Engine, Search, SearchError};
use crate::query::{Constraint, Query, Target};
use std::sync::Arc;

/// The mixed-integer program whose optimum is the cost of the query's cheapest answer, to be written for another solver.
///
/// # Errors
/// Where the query does not fit the model, or is not linear.
/// # Cost
/// Linear in the nodes of the model times the levels of their features.
pub fn formulation(compiled: Arc<Compiled>, query: Query) -> Result<Formulation, SearchError> {
    let refuse = |what: &str| Err(SearchError::Unsupported { what: what.into() });
    if query.count > 1 || query.radius.is_some() {
        return refuse("a linear program has one answer; leave out \"count\" and \"radius\"");
    }
    if query.hull.is_some() {
        return refuse("a hull is not written as a linear program");
    }
    if query.constraints.iter().any(|c| matches!(c, Constraint::Learned { .. })) {
        return refuse(NO_TREES);
    }
    if matches!(query.target, Target::Best { .. }) {
        return refuse(
            "the best prediction within a budget is not written as a linear program; ask for a probability or a value",
        );
    }
    let one = Query { ties: false, certificate: false, ..query };
    let slanted = run::slanted(compiled.oblique, &one);
    let search = Search::idle(compiled, one, if slanted { Engine::Slanted } else { Engine::Boxes })?;
    let all = search.all();
    let problems = (0..search.goals.len()).map(|goal| search.problem(goal, &all)).collect::<Result<Vec<_>, _>>()?;
    if slanted {
        return mixed::written(problems, &search.query, &all);
    }
    Formulation::written(&problems)
}
