//! In place of `milp` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::{Compiled, SearchError};
use crate::query::Query;
use std::sync::Arc;

/// There is none.
#[derive(Debug)]
pub(super) enum MilpSearch {}

impl MilpSearch {
    pub fn new(_: Problem, _: f64) -> Result<MilpSearch, SearchError> {
        Err(SearchError::Elsewhere { feature: "milp" })
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

/// How a formulation would be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Free MPS.
    Mps,
    /// CPLEX's LP.
    Lp,
}

/// There is none.
#[derive(Debug)]
pub enum Formulation {}

/// # Errors
/// Always: this build has no formulation.
pub fn formulation(_: Arc<Compiled>, _: Query) -> Result<Formulation, SearchError> {
    Err(SearchError::Elsewhere { feature: "milp" })
}

impl Formulation {
    /// # Errors
    /// None: there is nothing to write.
    pub fn write(&self, _: Format, _: &mut dyn std::fmt::Write) -> std::fmt::Result {
        match *self {}
    }
}
