//! Incumbents by greedy decisions: from a node's cheapest point, the crossing that gains most of what the score lacks for
//! what it costs, until the target is reached; then decisions that turn out not to be needed are taken back.

use super::forest::LEAF;
use super::node::{Node, LEFT};
use super::simplex::Outcome;
use super::SlantedSearch;

/// Decisions of a dive, at most.
const DEEP: usize = 80;
/// Decisions that are tried to be taken back, at most.
const BACK: usize = 16;

impl SlantedSearch {
    /// Dives from a node and offers what is reached.
    pub(super) fn dive(&mut self, from: &Node) {
        let mut node = from.clone();
        let mut taken: Vec<(u32, u8)> = Vec::new();
        let mut at = Vec::new();
        let mut sums = Vec::new();
        for _ in 0..DEEP {
            if !self.cheapest(&mut node) {
                return;
            }
            node.relaxed.point(&self.frame, &mut at);
            if self.frame.sums(&node, &at, &mut sums) && self.frame.reached(&sums) {
                self.offer(&node);
                self.take_back(from, taken);
                return;
            }
            node.relaxed.ready(&self.frame, &mut self.scratch);
            let Some((test, near)) = self.best_crossing(&node, &at, &sums) else { return };
            let mut next = node.clone();
            next.decide(test, 3 - near);
            if next.settle(&self.frame) {
                taken.push((test, 3 - near));
                node = next;
            } else {
                node.decide(test, near);
                if !node.settle(&self.frame) {
                    return;
                }
            }
        }
    }

    /// Moves a node to its cheapest point; whether there is one under the cut.
    fn cheapest(&mut self, node: &mut Node) -> bool {
        let cut = self.cut();
        let outcome = node.relaxed.solve(&self.frame, &node.rows, cut, &mut self.scratch);
        node.bound = node.bound.max(node.relaxed.bound());
        outcome == Outcome::Optimal && node.bound < cut
    }

    /// The undecided test whose crossing alone gains most for its cost, and the point's side of it.
    fn best_crossing(&mut self, node: &Node, at: &[f64], sums: &[f64]) -> Option<(u32, u8)> {
        let frame = &self.frame;
        let forest = &frame.forest;
        let rows = frame.problem.rows.len();
        let need = &frame.problem.need;
        let row = (0..rows).max_by(|&a, &b| (need[a] - sums[a]).total_cmp(&(need[b] - sums[b])))?;
        let lack = (need[row] - sums[row]).max(1e-9);
        let side_of = |test: u32| match node.side[test as usize] {
            0 => frame.near(test, at),
            side => side,
        };
        let leaf_from = |from: u32| {
            let mut here = forest.nodes[from as usize];
            while here.test != LEAF {
                here = forest.nodes[if side_of(here.test) == LEFT { here.left } else { here.right } as usize];
            }
            here.first
        };
        let value = |leaf: u32| forest.values[leaf as usize * rows + row];
        let mut gains: Vec<(u32, f64)> = Vec::new();
        for &root in &forest.trees {
            let own = leaf_from(root);
            // An answer must leave a dead leaf.
            let worth = |leaf: u32| if node.alive(leaf) { value(leaf) } else { -1e3 * lack };
            let mut here = forest.nodes[root as usize];
            while here.test != LEAF {
                let side = side_of(here.test);
                let (on, off) = if side == LEFT { (here.left, here.right) } else { (here.right, here.left) };
                if node.side[here.test as usize] == 0 {
                    let gain = worth(leaf_from(off)) - worth(own);
                    gains.push((here.test, gain));
                }
                here = forest.nodes[on as usize];
            }
        }
        gains.sort_by_key(|g| g.0);
        let mut best = (0.0, None);
        let mut ways = Vec::new();
        let mut i = 0;
        while i < gains.len() {
            let (test, mut gain) = gains[i];
            i += 1;
            while i < gains.len() && gains[i].0 == test {
                gain += gains[i].1;
                i += 1;
            }
            if gain <= 0.0 {
                continue;
            }
            let t = &forest.tests[test as usize];
            let near = frame.near(test, at);
            let by = if near == LEFT { t.right } else { t.left } - forest.value(test, at);
            let rise = if (by > 0.0) == (near == LEFT) && by != 0.0 {
                ways.clear();
                node.relaxed.ways(frame, test, by > 0.0, &mut self.scratch, &mut ways);
                node.relaxed.crossing(frame, test, by, &ways, &mut self.scratch)
            } else {
                0.0
            };
            let score = gain.min(lack) / (rise + 1e-6);
            if rise.is_finite() && score > best.0 {
                best = (score, Some((test, near)));
            }
        }
        best.1
    }

    /// Tries to do without each decision in turn, the first ones last.
    fn take_back(&mut self, from: &Node, mut taken: Vec<(u32, u8)>) {
        let (mut at, mut sums) = (Vec::new(), Vec::new());
        let mut i = taken.len().min(BACK);
        while i > 0 && taken.len() > 1 {
            i -= 1;
            let mut node = from.clone();
            taken.iter().enumerate().filter(|(k, _)| *k != i).for_each(|(_, d)| node.decide(d.0, d.1));
            if !node.settle(&self.frame) || !self.cheapest(&mut node) {
                continue;
            }
            node.relaxed.point(&self.frame, &mut at);
            if self.frame.sums(&node, &at, &mut sums) && self.frame.reached(&sums) {
                self.offer(&node);
                taken.remove(i);
                i = i.min(taken.len());
            }
        }
    }
}
