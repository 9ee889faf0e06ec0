//! In place of `mixed` in builds without the mixed-integer program or the slanted search.

use super::boxes::Problem;
use super::milp::Formulation;
use super::SearchError;
use crate::query::Query;

/// There is none.
#[derive(Debug)]
pub(super) enum MixedSearch {}

impl MixedSearch {
    pub fn new(_: Problem, _: &Query, _: &[bool], _: f64) -> Result<MixedSearch, SearchError> {
        Err(SearchError::Elsewhere { feature: "milp" })
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

/// # Errors
/// Always: this build knows no hyperplanes.
#[allow(dead_code)]
pub(super) fn written(_: Vec<Problem>, _: &Query, _: &[bool]) -> Result<Formulation, SearchError> {
    Err(SearchError::Elsewhere { feature: "slanted" })
}
