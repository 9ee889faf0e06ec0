//! In place of `slanted` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::SearchError;
use crate::explanation::Counterfactual;
use crate::query::Query;

never!(SlantedSearch, f64, "slanted", (Problem, &Query, &[bool], f64, &[Counterfactual]));

pub(super) fn counterfactual(_: &Problem, _: &Query, _: &[f64], _: f64) -> Counterfactual {
    unreachable!("no search of this build gives a raw row")
}
