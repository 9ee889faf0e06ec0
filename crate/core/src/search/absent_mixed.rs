//! In place of `mixed` in builds without the mixed-integer program or the slanted search.

use super::boxes::Problem;
use super::milp::Formulation;
use super::SearchError;
use crate::query::Query;

never!(MixedSearch, f64, "milp", (Problem, &Query, &[bool], f64));

/// # Errors
/// Always: this build knows no hyperplanes.
#[allow(dead_code)]
pub(super) fn written(_: Vec<Problem>, _: &Query, _: &[bool]) -> Result<Formulation, SearchError> {
    Err(SearchError::Elsewhere { feature: "slanted" })
}
