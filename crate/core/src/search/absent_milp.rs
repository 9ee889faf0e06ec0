//! In place of `milp` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::{Compiled, SearchError};
use crate::query::Query;
use std::sync::Arc;

never!(MilpSearch, u32, "milp", (Problem, f64));

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
