//! The search for one goal, whichever the cost asks for.

use super::boxes::{BoxSearch, Problem};
use super::largest::LargestSearch;

/// The search for one goal.
#[derive(Debug)]
pub(super) enum Run {
    Boxes(Box<BoxSearch>),
    Largest(Box<LargestSearch>),
}

impl Run {
    pub fn new(problem: Problem, cutoff: f64) -> Run {
        if problem.vars.iter().any(|v| !v.reach.is_empty()) {
            Run::Largest(Box::new(LargestSearch::new(problem, cutoff)))
        } else {
            Run::Boxes(Box::new(BoxSearch::new(problem, cutoff)))
        }
    }

    pub fn step(&mut self) -> bool {
        match self {
            Run::Boxes(s) => s.step(),
            Run::Largest(s) => s.step(),
        }
    }

    pub fn best(&self) -> Option<(&[u32], f64)> {
        match self {
            Run::Boxes(s) => s.best(),
            Run::Largest(s) => s.best(),
        }
    }

    pub fn bound(&self) -> f64 {
        match self {
            Run::Boxes(s) => s.bound(),
            Run::Largest(s) => s.bound(),
        }
    }

    pub fn nodes(&self) -> u64 {
        match self {
            Run::Boxes(s) => s.nodes,
            Run::Largest(s) => s.nodes(),
        }
    }
}
