//! In place of `coupled` in builds without the box search or the linear programs.

use super::boxes::Problem;
use super::SearchError;
use crate::query::Query;

never!(CoupledSearch, f64, "coupled", (Problem, &Query, &[bool], f64));
