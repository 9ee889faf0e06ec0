//! The choice of the engine: by the query alone, or by the name that a user gives; then its search for one goal.

use super::run::Run;
use crate::milp::hyperplanes::HyperplaneSearch;
use crate::milp::MilpSearch;
use crate::SearchError;
use espalier_engines::box_search::BoxSearch;
use espalier_engines::lagrangian::Lagrangian;
use espalier_engines::linf_search::LinfSearch;
use espalier_engines::lp_search::LpSearch;
use espalier_engines::problem::engine_needs::{coupled, slanted};
use espalier_engines::problem::Problem;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Query;

/// The engine of a search. Each variant but [`Engine::Milp`] is named after its folder. [`Engine::name`] is the name in answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The box search: axis splits and limits on one feature each.
    BoxSearch,
    /// Branch and bound over linear programs: hyperplanes, and linear constraints.
    LpSearch,
    /// The box search with linear constraints: its bound prices them. For linear constraints with axis splits.
    Lagrangian,
    /// Branch and bound over the linear relaxation of the OCEAN formulation, for the queries of the box search.
    Milp,
    /// Reads every background row, where the answer must be one of them.
    NearestRow,
}

impl Engine {
    /// The engine that answers a query fastest. `oblique` says whether the model has hyperplanes.
    pub(crate) fn of(oblique: bool, query: &Query) -> Engine {
        match query.real_rows {
            Some(_) => Engine::NearestRow,
            None if slanted(oblique, query) => Engine::Lagrangian.or_lp_search(oblique, query),
            None => Engine::BoxSearch,
        }
    }

    /// The engine itself, or linear programs alone where boxes with prices do not answer.
    pub(crate) fn or_lp_search(self, oblique: bool, query: &Query) -> Engine {
        if self == Engine::Lagrangian && !coupled(oblique, query) {
            Engine::LpSearch
        } else {
            self
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Engine::BoxSearch => "boxes",
            Engine::LpSearch => "linear programs",
            Engine::Lagrangian => "boxes with linear programs",
            Engine::Milp => "the engine \"milp\"",
            Engine::NearestRow => "the background rows",
        }
    }

    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Engine::BoxSearch => "boxes",
            Engine::LpSearch => "slanted",
            Engine::Lagrangian => "coupled",
            Engine::Milp => "milp",
            Engine::NearestRow => "rows",
        }
    }
}

impl Run {
    /// The search of one goal by an engine, for points that cost less than `cutoff`.
    ///
    /// # Errors
    /// Query features that the engine does not support.
    pub fn new(
        problem: Problem,
        query: &Query,
        enforced: &[bool],
        engine: Engine,
        cutoff: f64,
        before: &[Counterfactual],
    ) -> Result<Run, SearchError> {
        Ok(match engine {
            Engine::Lagrangian => Run::Other(Box::new(Lagrangian::new(problem, query, enforced, cutoff)?)),
            Engine::LpSearch => Run::Other(Box::new(LpSearch::new(problem, query, enforced, cutoff, before)?)),
            Engine::Milp if slanted(problem.compiled.beyond_boxes, query) => {
                Run::Other(Box::new(HyperplaneSearch::new(problem, query, enforced, cutoff)?))
            }
            Engine::Milp => Run::Other(Box::new(MilpSearch::new(problem, cutoff)?)),
            Engine::BoxSearch | Engine::NearestRow if problem.vars.iter().any(|v| !v.reach.is_empty()) => {
                Run::Other(Box::new(LinfSearch::new(problem, cutoff)))
            }
            Engine::BoxSearch | Engine::NearestRow => Run::Boxes(Box::new(BoxSearch::new(problem, cutoff))),
        })
    }
}
