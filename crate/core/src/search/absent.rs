//! In place of `slanted` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::SearchError;
use crate::explanation::Counterfactual;
use crate::query::Query;

/// There is none.
#[derive(Debug)]
pub(super) enum SlantedSearch {}

impl SlantedSearch {
    pub fn new(_: Problem, _: &Query, _: &[bool], _: f64, _: &[Counterfactual]) -> Result<SlantedSearch, SearchError> {
        Err(SearchError::Elsewhere { feature: "slanted" })
    }

    pub fn best(&self) -> Option<(&[f64], f64)> {
        match *self {}
    }

    pub fn bound(&self) -> f64 {
        match *self {}
    }

    pub fn proved(&self) -> bool {
        match *self {}
    }

    pub fn step(&mut self) -> bool {
        match *self {}
    }

    pub fn nodes(&self) -> u64 {
        match *self {}
    }
}

pub(super) fn counterfactual(_: &Problem, _: &Query, _: &[f64], _: f64) -> Counterfactual {
    unreachable!("no search of this build gives a raw row")
}
