//! Diving: incumbents by greedy decisions. From a node's cheapest point it decides the crossing that gains most of the lacking score for its cost
//! (`relaxation_point`), until the target is reached. Then it takes back decisions that prove to be unneeded.

use super::node::{Decision, LpNode};
use super::LpSearch;
use espalier_numerics::Outcome;

/// The most decisions of a dive. More lets a dive that goes nowhere take longer. By hand; not measured.
const DEEP: usize = 80;
/// The most decisions of a dive that are tried to be taken back, at a program each. More makes first answers cheaper. By hand; not measured.
const BACK: usize = 16;

/// A dive at work.
#[derive(Debug)]
pub(super) struct LpDive {
    from: LpNode,
    node: LpNode,
    taken: Vec<Decision>,
    /// The weights of the crossings' gains, by test; 1 where there are none.
    weights: Vec<f64>,
    /// The incumbent's cost before the dive.
    before: f64,
    deep: usize,
    /// Once the target is reached: the number of decisions that may still be taken back.
    back: Option<usize>,
}

impl LpDive {
    /// The decisions that led to a new incumbent of this cost, if the dive has found one.
    pub(super) fn taken(self, cost: f64) -> Option<Vec<Decision>> {
        (cost < self.before).then_some(self.taken)
    }
}

impl LpSearch {
    /// Begins a dive from a node with some decisions taken; `None` where these leave no point. `lots` are the weights of the crossings' gains.
    pub(super) fn dive(&mut self, from: &LpNode, taken: Vec<Decision>, weights: Vec<f64>) -> Option<LpDive> {
        let mut node = from.clone();
        taken.iter().for_each(|d| node.decide(d.test, d.side));
        let before = self.cost;
        node.propagate(&self.lp).then(|| LpDive {
            from: from.clone(),
            node,
            taken,
            weights,
            before,
            deep: 0,
            back: None,
        })
    }

    /// Takes one decision of a dive, or takes one back, and offers the point that is reached. Returns whether the dive goes on.
    pub(super) fn go_down(&mut self, dive: &mut LpDive) -> bool {
        if let Some(left) = dive.back {
            dive.back = self.take_back(dive, left);
            return dive.back.is_some();
        }
        let node = &mut dive.node;
        if dive.deep == DEEP || !self.cheapest(node) {
            return false;
        }
        dive.deep += 1;
        if self.relaxation_point.locate(&self.lp, node) {
            self.offer(node);
            dive.back = Some(dive.taken.len().min(BACK));
            return true;
        }
        node.relaxed.ready(&self.lp.program, &mut self.scratch);
        let crossing = self.relaxation_point.best_crossing(&self.lp, node, &dive.weights, &mut self.scratch);
        let Some((test, near)) = crossing else { return false };
        let mut next = node.clone();
        next.decide(test, near.other());
        if next.propagate(&self.lp) {
            dive.taken.push(Decision { test, side: near.other() });
            *node = next;
            return true;
        }
        node.decide(test, near);
        node.propagate(&self.lp)
    }

    /// Tries to do without one of the decisions, the first ones last. Returns the number that is left to try; `None` at the end.
    fn take_back(&mut self, dive: &mut LpDive, left: usize) -> Option<usize> {
        if left == 0 || dive.taken.len() < 2 {
            return None;
        }
        let i = left - 1;
        let mut node = dive.from.clone();
        dive.taken.iter().enumerate().filter(|(k, _)| *k != i).for_each(|(_, d)| node.decide(d.test, d.side));
        if node.propagate(&self.lp) && self.cheapest(&mut node) && self.relaxation_point.locate(&self.lp, &node) {
            self.offer(&node);
            dive.taken.remove(i);
        }
        Some(i.min(dive.taken.len()))
    }

    /// Moves a node to its cheapest point. Returns whether there is one under the cutoff.
    fn cheapest(&mut self, node: &mut LpNode) -> bool {
        let cutoff = self.cutoff();
        let outcome = self.solve_scored(node, cutoff);
        node.bound = node.bound.max(node.relaxed.bound());
        outcome == Outcome::Optimal && node.bound < cutoff
    }
}
