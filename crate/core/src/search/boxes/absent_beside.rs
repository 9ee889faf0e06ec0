//! In place of `beside` in builds without proofs beside sums.

use super::node::Node;
use super::BoxSearch;

/// There is none.
#[derive(Debug)]
pub(super) enum Beside {}

impl Beside {
    pub fn gammas(&self, _: &Node) -> Vec<f64> {
        match *self {}
    }
}

impl BoxSearch {
    pub(super) fn prove_settle(&mut self, _: &mut Node) -> bool {
        true
    }

    pub(super) fn prove_rest(&mut self, _: Node) {}
}
