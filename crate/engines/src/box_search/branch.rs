//! Branching: each tree votes for its best leaves, and the box is split where the votes disagree most.

use super::dual::Dual;
use super::node::BoxNode;
use super::node_reduction::Kill;
use super::simd_min::finite;
use crate::problem::goal_problem::Problem;
use crate::tolerances::LEAST_GAP;

/// Part of the gap at which a leaf's vote has fallen to about 1/e. A leaf's vote falls with the amount that it would
/// add to the bound. More spreads a tree's vote over more leaves. One vote a tree, for its best leaf, took 1.2 to 1.7
/// times as long on hard queries (Spambase, docs/experiments/box-search.md). The part itself has no record.
const NEAR: f64 = 0.1;

/// Scratch of the branching.
#[derive(Debug, Default)]
pub struct Brancher {
    below: Vec<f64>,
    above: Vec<f64>,
    /// By leaf: its share of its tree's vote.
    vote: Vec<f64>,
}

impl Brancher {
    /// The branching of a box: for each of its two children, the levels to remove. `None` where no var has two levels.
    /// The child with the var's cheapest level comes second.
    ///
    /// A tree's vote weighs as much as its leaves differ in the rows' price of their values. The vote is shared among
    /// the leaves. Most of it goes to the leaves that are best under the present messages.
    ///
    /// For the split above level `j`, A is the sum of the votes of leaves at or below `j`, and B of those above. The
    /// split with the largest sqrt(A B) + 0.001 (A + B) is chosen. An unordered var is split into one level and the
    /// rest: A are the votes for only this level, and B the votes that exclude it. `cutoff` is the cost under which
    /// answers are searched for.
    pub fn split(&mut self, problem: &Problem, node: &BoxNode, dual: &Dual, cutoff: f64) -> Option<(Kill, Kill)> {
        self.votes(node, dual, cutoff);
        let live = |k: &usize| finite(node.reduced[*k]);
        let mut best = None;
        let mut most = -1.0;
        for v in 0..node.vars() {
            let count = node.levels_of(v).len();
            if count < 2 {
                continue;
            }
            let ordered = problem.vars[node.var[v] as usize].ordered;
            self.below.clear();
            self.below.resize(count, 0.0);
            self.above.clear();
            self.above.resize(count, 0.0);
            self.sides(node, v, ordered);
            let last = if ordered { count - 1 } else { count };
            let base = node.var_level[v] as usize;
            let whole = node.levels_of(v).filter(live).count();
            let mut before = 0;
            // Of equal votes, the split nearest the middle is taken.
            for j in 0..last {
                let here = usize::from(live(&(base + j)));
                before += here;
                let inside = if ordered { before } else { here };
                if inside == 0 || inside == whole {
                    continue;
                }
                let (a, b) = (self.below[j], self.above[j]);
                let middle = 1e-6 * (1.0 - (2.0 * j as f64 + 1.0 - last as f64).abs() / last as f64);
                let score = (a * b).sqrt() + 0.001 * (a + b) + middle;
                if score > most {
                    most = score;
                    best = Some((v, j, ordered));
                }
            }
        }
        let (var, at, ordered) = best?;
        let cheapest = {
            let levels = node.levels_of(var);
            let base = levels.start;
            levels.filter(live).min_by(|&a, &b| node.cost[a].total_cmp(&node.cost[b])).expect("levels on both sides")
                - base
        };
        let (from, to) = if ordered { (0, at + 1) } else { (at, at + 1) };
        let inside = cheapest >= from && cheapest < to;
        let kill = |others| Kill { var, from, to, others };
        Some((kill(!inside), kill(inside)))
    }

    /// Each leaf's share of its tree's vote.
    fn votes(&mut self, node: &BoxNode, dual: &Dual, cutoff: f64) {
        let gap = (cutoff - dual.total()).max(LEAST_GAP);
        let rows = node.lambda.len();
        self.vote.clear();
        self.vote.resize(node.z.len(), 0.0);
        for t in 0..node.trees() {
            let best = dual.tree_min[t];
            let (mut low, mut high, mut sum) = (f64::INFINITY, f64::NEG_INFINITY, 0.0);
            for l in node.leaves_of(t) {
                if node.z[l] == f64::INFINITY {
                    continue;
                }
                let worth: f64 = (0..rows).map(|row| node.lambda[row] * node.value[l * rows + row]).sum();
                (low, high) = (low.min(worth), high.max(worth));
                // Close to an exponential, and equal on every machine.
                let near = (1.0 - (node.z[l] - best) / (8.0 * NEAR * gap)).max(0.0);
                let near = near * near;
                let near = near * near;
                self.vote[l] = near * near;
                sum += near * near;
            }
            let weight = ((high - low) / gap + 0.01) / sum;
            self.vote[node.leaves_of(t)].iter_mut().for_each(|vote| *vote *= weight);
        }
    }

    /// By level of a var: the votes of its edges at and below it, and above it.
    fn sides(&mut self, node: &BoxNode, v: usize, ordered: bool) {
        let base = node.var_level[v] as usize;
        let count = self.below.len();
        let mut total = 0.0;
        for e in node.edges_of(v) {
            let segment = node.segments_of(e).start;
            let levels = |s: u32| node.segment_levels(v, e, segment + s as usize);
            for r in node.ranges_of(e) {
                let (first, last) = node.range_leaf[r];
                let vote: f64 = self.vote[first as usize..=last as usize].iter().sum();
                if vote == 0.0 {
                    continue;
                }
                let intervals = node.intervals_of(r);
                if ordered {
                    // The range is below every split from its last level on, and above every split before its first
                    // level.
                    self.below[levels(intervals[intervals.len() - 1].1).1 - base - 1] += vote;
                    self.above[levels(intervals[0].0).0 - base] += vote;
                } else {
                    total += vote;
                    let mut allowed = 0;
                    for &(a, b) in intervals {
                        let (from, to) = (levels(a).0 - base, levels(b).1 - base);
                        allowed += to - from;
                        self.above[from..to].iter_mut().for_each(|x| *x += vote);
                    }
                    if allowed == 1 {
                        self.below[levels(intervals[0].0).0 - base] += vote;
                    }
                }
            }
        }
        if ordered {
            for j in 1..count {
                self.below[j] += self.below[j - 1];
            }
            // Now `above[j]` is the votes for levels beyond `j`.
            let mut beyond = 0.0;
            for j in (0..count).rev() {
                let here = self.above[j];
                self.above[j] = beyond;
                beyond += here;
            }
        } else {
            // Excluding the level: the votes of the ranges that do not allow it.
            self.above.iter_mut().for_each(|x| *x = total - *x);
        }
    }
}
