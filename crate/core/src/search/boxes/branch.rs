//! Where to split a box: each tree names its best leaf; the split that most of them disagree about.

use super::compress::Kill;
use super::dual::Dual;
use super::node::Node;
use super::problem::Problem;

/// Scratch.
#[derive(Debug, Default)]
pub struct Brancher {
    below: Vec<u32>,
    above: Vec<u32>,
}

impl Brancher {
    /// The two parts of a box that has an open var, as what to take out for each. The part with the
    /// cheapest level of the var comes second.
    ///
    /// At the gap above level `j` let A be the trees whose best leaf lies at or below it and B those
    /// above; the gap with the largest sqrt(A B) + 0.001 (A + B) is split. An unordered var is split
    /// into one level and the rest; A are the trees that want just this level, B those that exclude it.
    pub fn split(&mut self, problem: &Problem, node: &Node, dual: &Dual) -> (Kill, Kill) {
        let mut best = (-1.0, 0, 0, true);
        for v in 0..node.vars() {
            let count = node.levels_of(v).len();
            if count < 2 {
                continue;
            }
            let ordered = problem.vars[node.var[v] as usize].ordered;
            self.below.clear();
            self.below.resize(count, 0);
            self.above.clear();
            self.above.resize(count, 0);
            self.votes(node, dual, v, ordered);
            let last = if ordered { count - 1 } else { count };
            // Far from the middle only where votes say so.
            for j in 0..last {
                let (a, b) = (f64::from(self.below[j]), f64::from(self.above[j]));
                let middle = 1e-6 * (1.0 - (2.0 * j as f64 + 1.0 - last as f64).abs() / last as f64);
                let score = (a * b).sqrt() + 0.001 * (a + b) + middle;
                if score > best.0 {
                    best = (score, v, j, ordered);
                }
            }
        }
        let (_, var, at, ordered) = best;
        let cheapest = {
            let levels = node.levels_of(var);
            let base = levels.start;
            levels.min_by(|&a, &b| node.cost[a].total_cmp(&node.cost[b])).expect("an open var has levels") - base
        };
        let (from, to) = if ordered { (0, at + 1) } else { (at, at + 1) };
        let inside = cheapest >= from && cheapest < to;
        let kill = |others| Kill { var, from, to, others };
        (kill(!inside), kill(inside))
    }

    fn votes(&mut self, node: &Node, dual: &Dual, v: usize, ordered: bool) {
        let base = node.var_level[v] as usize;
        let count = self.below.len();
        let mut total = 0;
        for e in node.edges_of(v) {
            let leaf = dual.leaf[node.edge_tree[e] as usize] as u32;
            // Ranges lie in the order of the leaves.
            let ranges = node.ranges_of(e);
            let r = ranges.start + node.range_leaf[ranges.clone()].partition_point(|r| r.1 < leaf);
            if r == ranges.end || node.range_leaf[r].0 > leaf {
                continue;
            }
            let first = node.segments_of(e).start;
            let intervals = node.intervals_of(r);
            let level = |segment: u32| node.segment_levels(v, e, first + segment as usize);
            if ordered {
                let lo = level(intervals[0].0).0 - base;
                let hi = level(intervals[intervals.len() - 1].1).1 - base;
                // Below every gap from its last level on; above every gap before its first.
                self.below[hi - 1] += 1;
                self.above[lo] += 1;
            } else {
                total += 1;
                let mut allowed = 0;
                for &(a, b) in intervals {
                    let (from, to) = (level(a).0 - base, level(b).1 - base);
                    allowed += to - from;
                    self.above[from..to].iter_mut().for_each(|x| *x += 1);
                }
                if allowed == 1 {
                    let at = level(intervals[0].0).0 - base;
                    self.below[at] += 1;
                }
            }
        }
        if ordered {
            for j in 1..count {
                self.below[j] += self.below[j - 1];
            }
            // above[j]: trees whose first level is beyond j.
            let mut beyond = 0;
            for j in (0..count).rev() {
                let here = self.above[j];
                self.above[j] = beyond;
                beyond += here;
            }
        } else {
            // Exclude the level: bound trees that do not allow it.
            self.above.iter_mut().for_each(|x| *x = total - *x);
        }
    }
}
