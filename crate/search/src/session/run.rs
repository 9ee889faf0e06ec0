//! The search for one goal, by the engine that the cost requires.

use crate::engines::box_search::{BoxSearch, Problem};
use crate::engines::lagrangian::Lagrangian;
use crate::engines::largest_change::LargestChange;
use crate::engines::lp_search::LpSearch;
use crate::engines::milp::hyperplanes::HyperplaneSearch;
use crate::engines::milp::MilpSearch;
use crate::engines::nearest_row::NearestRow;
use crate::{Engine, SearchError};
use espalier_model::explanation::Counterfactual;
use espalier_model::query::{Constraint, Query, Target};

/// The search for one goal.
#[derive(Debug)]
pub(crate) enum Run {
    Boxes(Box<BoxSearch>),
    Largest(Box<LargestChange>),
    Slanted(Box<LpSearch>),
    Coupled(Box<Lagrangian>),
    Milp(Box<MilpSearch>),
    Mixed(Box<HyperplaneSearch>),
    Rows(Box<NearestRow>),
}

/// A point in the engine's own form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found<'a> {
    Levels(&'a [u32]),
    Row(&'a [f64]),
}

/// Whether there are hyperplanes, in the model or in the isolation forest of the query.
pub(crate) fn planes(oblique: bool, query: &Query) -> bool {
    oblique || query.depth.as_ref().is_some_and(|depth| depth.forest.is_oblique())
}

/// Whether the linear program search must answer: for hyperplanes, sums over features, or costs that couple features.
pub(crate) fn slanted(oblique: bool, query: &Query) -> bool {
    planes(oblique, query)
        || query.hull.is_some()
        || query.constraints.iter().any(Constraint::is_sum)
        || query.cost.quadratic.as_ref().is_some_and(|q| !q.is_diagonal())
}

/// Whether the box search with prices for sums over features can answer, instead of linear programs alone.
pub(crate) fn coupled(oblique: bool, query: &Query) -> bool {
    let learned = query.constraints.iter().any(|c| matches!(c, Constraint::Learned { .. }));
    !planes(oblique, query)
        && !learned
        && query.hull.is_none()
        && query.cost.norm.linf == 0.0
        && query.cost.quadratic.is_none()
        && query.count <= 1
        && !query.ties
        && !matches!(query.target, Target::Best { .. })
}

impl Run {
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
        if engine == Engine::Coupled {
            return Ok(Run::Coupled(Box::new(Lagrangian::new(problem, query, enforced, cutoff)?)));
        }
        if engine == Engine::Slanted {
            return Ok(Run::Slanted(Box::new(LpSearch::new(problem, query, enforced, cutoff, before)?)));
        }
        if engine == Engine::Milp && slanted(problem.compiled.oblique, query) {
            return Ok(Run::Mixed(Box::new(HyperplaneSearch::new(problem, query, enforced, cutoff)?)));
        }
        if engine == Engine::Milp {
            return Ok(Run::Milp(Box::new(MilpSearch::new(problem, cutoff)?)));
        }
        Ok(if problem.vars.iter().any(|v| !v.reach.is_empty()) {
            Run::Largest(Box::new(LargestChange::new(problem, cutoff)))
        } else {
            Run::Boxes(Box::new(BoxSearch::new(problem, cutoff)))
        })
    }

    pub fn step(&mut self) -> bool {
        match self {
            Run::Boxes(s) => s.step(),
            Run::Largest(s) => s.step(),
            Run::Slanted(s) => s.step(),
            Run::Coupled(s) => s.step(),
            Run::Milp(s) => s.step(),
            Run::Mixed(s) => s.step(),
            Run::Rows(s) => s.step(),
        }
    }

    pub fn best(&self) -> Option<(Found<'_>, f64)> {
        let levels = |(levels, cost)| (Found::Levels(levels), cost);
        match self {
            Run::Boxes(s) => s.best().map(levels),
            Run::Largest(s) => s.best().map(levels),
            Run::Milp(s) => s.best().map(levels),
            Run::Slanted(s) => s.best().map(|(row, cost)| (Found::Row(row), cost)),
            Run::Coupled(s) => s.best().map(|(row, cost)| (Found::Row(row), cost)),
            Run::Mixed(s) => s.best().map(|(row, cost)| (Found::Row(row), cost)),
            Run::Rows(s) => s.best().map(|(row, cost)| (Found::Row(row), cost)),
        }
    }

    /// An answer of this run in shorter decimals, with its cost. `None` where there is none.
    pub fn shortened(&self, row: &[f64], cost: f64) -> Option<(Vec<f64>, f64)> {
        match self {
            Run::Slanted(s) => s.shortened(row, cost),
            Run::Coupled(s) => s.shortened(row, cost),
            Run::Mixed(s) => s.shortened(row, cost),
            _ => None,
        }
    }

    /// For a finished run: whether it has proved its best answer, or that there is no answer.
    pub fn proved(&self) -> bool {
        match self {
            Run::Slanted(s) => s.proved(),
            Run::Coupled(s) => s.proved(),
            Run::Mixed(s) => s.proved(),
            _ => true,
        }
    }

    pub fn bound(&self) -> f64 {
        match self {
            Run::Boxes(s) => s.bound(),
            Run::Largest(s) => s.bound(),
            Run::Slanted(s) => s.bound(),
            Run::Coupled(s) => s.bound(),
            Run::Milp(s) => s.bound(),
            Run::Mixed(s) => s.bound(),
            Run::Rows(s) => s.bound(),
        }
    }

    pub fn nodes(&self) -> u64 {
        match self {
            Run::Boxes(s) => s.nodes,
            Run::Largest(s) => s.nodes(),
            Run::Slanted(s) => s.nodes(),
            Run::Coupled(s) => s.nodes(),
            Run::Milp(s) => s.nodes(),
            Run::Mixed(s) => s.nodes(),
            Run::Rows(s) => s.nodes(),
        }
    }
}
