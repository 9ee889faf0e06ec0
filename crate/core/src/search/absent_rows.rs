//! In place of `rows` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::{Search, SearchError};
use crate::explanation::Counterfactual;
use crate::query::Query;

/// There is none.
#[derive(Debug)]
pub(super) enum RowSearch {}

impl RowSearch {
    pub fn new(_: Problem, _: &Query, _: &[bool], _: f64, _: &[Counterfactual]) -> Result<RowSearch, SearchError> {
        Err(SearchError::Elsewhere { feature: "more" })
    }

    pub fn best(&self) -> Option<(&[f64], f64)> {
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

pub(super) fn counterfactual(_: &Problem, _: &[f64], _: f64) -> Counterfactual {
    unreachable!("no search of this build gives a row")
}

impl Search {
    pub(super) fn keep_ties(&mut self, _: usize, search: &RowSearch) {
        match *search {}
    }
}
