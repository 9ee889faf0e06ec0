//! In place of `milp` in builds without it: a search that cannot be.

use super::boxes::Problem;

/// There is none: `Run::new` refuses before one is made.
#[derive(Debug)]
pub(super) enum MilpSearch {}

impl MilpSearch {
    pub fn new(_: Problem, _: f64) -> MilpSearch {
        unreachable!("this build has no mixed-integer program")
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
