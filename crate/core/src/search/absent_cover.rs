//! In place of `cover` in builds without it.

use super::boxes::{BoxSearch, Problem};
use super::{Search, SearchError};

impl Search {
    pub(super) fn start_beside(&mut self, _: usize, _: Problem, _: f64, _: &[bool]) {}

    pub(super) fn regions_beside(&self, _: Problem, _: f64, _: &[bool]) -> Result<BoxSearch, SearchError> {
        Err(SearchError::Elsewhere { feature: "cover" })
    }

    pub(super) fn end_beside(&mut self, _: usize, _: Box<BoxSearch>) {}
}
