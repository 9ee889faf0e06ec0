//! In place of `milp` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::SearchError;

/// There is none.
#[derive(Debug)]
pub(super) enum MilpSearch {}

impl MilpSearch {
    pub fn new(_: Problem, _: f64) -> Result<MilpSearch, SearchError> {
        Err(SearchError::Elsewhere)
    }

    pub fn best(&self) -> Option<(&[u32], f64)> {
        match *self {}
    }

    pub fn bound(&self) -> f64 {
        match *self {}
    }

    pub fn step(&mut self) -> bool {
        match *self {}
    }

    pub fn nodes(&self) -> u64 {
        match *self {}
    }
}
