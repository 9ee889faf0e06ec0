//! Incumbents by greedy decisions: from a node's cheapest point, the crossing that gains most of what the score lacks for
//! what it costs (`crossing`), until the target is reached; then decisions that turn out not to be needed are taken back.

use super::better::Decision;
use super::node::Node;
use super::simplex::Outcome;
use super::SlantedSearch;

/// Decisions of a dive, at most.
const DEEP: usize = 80;
/// Decisions that are tried to be taken back, at most.
const BACK: usize = 16;

impl SlantedSearch {
    /// Dives from a node, some decisions taken, and offers what is reached. Crossings count as much as their lots say, where they have some. The decisions
    /// that led to a new best answer, if there is one.
    pub(super) fn dive(&mut self, from: &Node, mut taken: Vec<Decision>, lots: &[f64]) -> Option<Vec<Decision>> {
        let before = self.cost;
        let mut node = from.clone();
        taken.iter().for_each(|d| node.decide(d.0, d.1));
        if !node.settle(&self.frame) {
            return None;
        }
        for _ in 0..DEEP {
            if !self.cheapest(&mut node) {
                return None;
            }
            if self.survey.take(&self.frame, &node) {
                self.offer(&node);
                self.take_back(from, &mut taken);
                return (self.cost < before).then_some(taken);
            }
            node.relaxed.ready(&self.frame, &mut self.scratch);
            let (test, near) = self.survey.best_crossing(&self.frame, &node, lots, &mut self.scratch)?;
            let mut next = node.clone();
            next.decide(test, 3 - near);
            if next.settle(&self.frame) {
                taken.push((test, 3 - near));
                node = next;
            } else {
                node.decide(test, near);
                if !node.settle(&self.frame) {
                    return None;
                }
            }
        }
        None
    }

    /// Moves a node to its cheapest point; whether there is one under the cut.
    fn cheapest(&mut self, node: &mut Node) -> bool {
        let cut = self.cut();
        let outcome = node.relaxed.solve(&self.frame, &node.rows, cut, &mut self.scratch);
        node.bound = node.bound.max(node.relaxed.bound());
        outcome == Outcome::Optimal && node.bound < cut
    }

    /// Tries to do without each decision in turn, the first ones last.
    fn take_back(&mut self, from: &Node, taken: &mut Vec<Decision>) {
        let mut i = taken.len().min(BACK);
        while i > 0 && taken.len() > 1 {
            i -= 1;
            let mut node = from.clone();
            taken.iter().enumerate().filter(|(k, _)| *k != i).for_each(|(_, d)| node.decide(d.0, d.1));
            if !node.settle(&self.frame) || !self.cheapest(&mut node) {
                continue;
            }
            if self.survey.take(&self.frame, &node) {
                self.offer(&node);
                taken.remove(i);
                i = i.min(taken.len());
            }
        }
    }
}
