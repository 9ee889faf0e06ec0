//! In place of `rows` in builds without it: a search that cannot be.

use super::boxes::Problem;
use super::{Search, SearchError};
use crate::explanation::Counterfactual;
use crate::query::Query;

never!(RowSearch, f64, "more", (Problem, &Query, &[bool], f64, &[Counterfactual]));

pub(super) fn counterfactual(_: &Problem, _: &[f64], _: f64) -> Counterfactual {
    unreachable!("no search of this build gives a row")
}

impl Search {
    pub(super) fn keep_ties(&mut self, _: usize, search: &RowSearch) {
        match *search {}
    }
}
