//! In place of `boxes` in builds without the box search: problems, what the search with rows over features takes of it, and a
//! search that cannot be.
#![allow(dead_code, unused_imports)]

#[cfg(feature = "coupled")]
#[path = "boxes/branch.rs"]
mod branch;
#[cfg(feature = "coupled")]
#[path = "boxes/charge.rs"]
mod charge;
#[cfg(feature = "coupled")]
#[path = "boxes/compress/mod.rs"]
mod compress;
#[cfg(feature = "coupled")]
#[path = "boxes/dual.rs"]
mod dual;
#[cfg(feature = "coupled")]
#[path = "boxes/node.rs"]
mod node;
#[cfg(feature = "coupled")]
#[path = "boxes/root.rs"]
mod root;
#[cfg(feature = "coupled")]
#[path = "boxes/sweeping.rs"]
mod sweeping;

#[path = "boxes/coupling.rs"]
mod coupling;
#[path = "boxes/incumbent.rs"]
mod incumbent;
#[cfg(feature = "coupled")]
#[path = "boxes/lanes.rs"]
mod lanes;
#[cfg(feature = "coupled")]
#[path = "boxes/messages.rs"]
mod messages;
#[path = "boxes/moves.rs"]
mod moves;
#[path = "boxes/problem.rs"]
mod problem;

pub(super) use incumbent::Incumbent;
pub(super) use moves::Moves;
pub(super) use problem::{Problem, Quick};
#[cfg(feature = "coupled")]
pub(super) use {
    branch::Brancher,
    compress::{Compressor, Kill, Limits},
    coupling::{Coupling, Number, Part, Slope},
    dual::Dual,
    node::Node,
    root::RootBuilder,
    sweeping::{Sweeping, INSIDE, MUCH, ROOT},
};

use super::regions::Parts;
use crate::explanation::Counterfactual;
use std::convert::Infallible;

/// Nothing is left here.
#[derive(Debug, Default)]
pub(super) struct Kept;

/// As in `boxes`.
pub(super) const EQUAL: f64 = 4e-10;

/// There is none: `Run::new` refuses before one is made.
#[derive(Debug)]
pub(super) struct BoxSearch {
    pub nodes: u64,
    none: Infallible,
}

impl BoxSearch {
    pub fn new(_: Problem, _: f64) -> BoxSearch {
        unreachable!("this build has no box search")
    }

    pub fn ties(problem: Problem, cost: f64) -> BoxSearch {
        BoxSearch::new(problem, cost)
    }

    pub fn prove(problem: Problem, limit: f64) -> BoxSearch {
        BoxSearch::new(problem, limit)
    }

    pub fn regions(problem: Problem, radius: f64) -> BoxSearch {
        BoxSearch::new(problem, radius)
    }

    pub fn listed(&self) -> Option<&Parts> {
        match self.none {}
    }

    pub fn step(&mut self) -> bool {
        match self.none {}
    }

    pub fn best(&self) -> Option<(&[u32], f64)> {
        match self.none {}
    }

    pub fn counterfactual(&mut self, _: &[u32], _: f64) -> Counterfactual {
        match self.none {}
    }

    pub fn bound(&self) -> f64 {
        match self.none {}
    }

    pub fn at_root(&self) -> bool {
        match self.none {}
    }

    pub fn into_ties(self) -> (Vec<Vec<u32>>, bool) {
        match self.none {}
    }

    pub fn into_proof(self) -> Vec<u8> {
        match self.none {}
    }
}
