//! The lower bound of a box: block-coordinate ascent on a dual decomposition.
//!
//! Every tree gets its own copy of the costs of moving, through a message for each segment of each edge. Lagrangian
//! multipliers price the rows. For any messages and any multipliers `lambda, mu >= 0`
//!
//! ```text
//! bound = fixed + lambda (need) - mu (changes left) + sum over trees of min z + sum over vars of min R
//! z[leaf]  = sum over its edges of the least message it allows - lambda value[leaf]
//! R[level] = cost[level] (+ mu where it is a change) - sum over edges of the level's message
//! ```
//!
//! is at most the cost of every answer in the box. An answer picks one level of each var, and one leaf of each tree
//! that allows these levels. So the messages that it pays to the trees are taken from the vars, and its row sums reach
//! the needs. The optimum over messages and multipliers is the optimum of the LP relaxation of the OCEAN formulation
//! (Parmentier & Vidal 2021, Section 3), reached here without an LP solver. Each partial result is a valid bound. Its
//! reduced costs remove levels and leaves (reduced-cost fixing).

use super::dual_messages::CutShare;
use super::node::BoxNode;
use super::simd_min::{finite, least_of, lesser, lower, value_of_least};
use crate::problem::goal_problem::Problem;
use crate::tolerances::{LEAST_LACK, MESSAGES};

/// Largest multiplier, in units of the cost budget per unit of raw score. More lets the rounding of a bound grow with
/// it. Less holds multipliers back where a box lacks little score. By hand; not measured.
pub(super) const MOST: f64 = 1e6;

/// Part of its costs that a var in linear constraints keeps when it shares them among its trees. If it kept nothing,
/// all its levels would cost the same to the multipliers of these rows, and the multipliers would never move. Between 0
/// and 1. More leaves less to the trees. Measured: a half took a quarter to a half of the boxes that 0 took; a tenth, a
/// fifth and three tenths save a twentieth to a twelfth of the leaves read against a half
/// (docs/experiments/linear-rows.md).
const WITHHELD: f64 = 0.2;

/// Factor of a multiplier's over-relaxation when its step turns round, and when it goes on. Over-relaxed as before, a multiplier that has passed its best value
/// swings around it, and the messages never settle. Between 0 and 1, and above 1. Measured: docs/experiments/box-search.md, "Multipliers that swing".
const TURNED: f64 = 0.5;
const WENT_ON: f64 = 1.2;

/// Least over-relaxation of a multiplier. Between 0 and 1. Less moves it too slowly once the messages have settled. 0.25, 0.5 and 1 took the same time.
const LEAST_RELAXATION: f64 = 0.5;

/// A multiplier falls to no less than this part of itself at once. Without messages the best value of each multiplier by itself is 0, and messages stay 0
/// while all multipliers are: a box would keep the bound 0 for good. Between 0 and 1. Less comes closer to that, more leaves dear multipliers longer.
/// Measured: a quarter and a half take the same time.
const LEAST_KEPT: f64 = 0.25;

/// A multiplier may become 0 below this part of the budget for each unit of score. By hand.
const NO_PRICE: f64 = 1e-9;

/// Scratch and results of the sweeps. The results include the cheapest level of each var (an index into the node's
/// arrays) and the least z of each tree.
#[derive(Debug, Default)]
pub struct Dual {
    /// Least z of each open tree's leaves.
    pub(super) tree_min: Vec<f64>,
    pub(super) var_min: Vec<f64>,
    pub(super) pull: Vec<f64>,
    /// `open`, by edge: the least z of the leaves that the edge does not restrict. `free`, by range: the least z of its
    /// leaves without this edge's message.
    open: Vec<f64>,
    pub(super) free: Vec<f64>,
    /// By level of the present var: by how much more it takes from the trees than the level below it, and by how many
    /// more edges it is shut.
    delta: Vec<f64>,
    shut: Vec<i32>,
    /// Number of vars that the present sweep has visited.
    visited: usize,
    /// The step for the present var, where the sweep was left in the midst of it.
    begun: Option<VarStep>,
    /// `order`: the edges of each var, first those of several cuts, then those of one cut by its place. `several`: the
    /// number of the former, by var.
    pub(super) order: Vec<u32>,
    pub(super) several: Vec<u32>,
    /// `cuts`: the edges of one cut of the present var. `bounds`: the start of its levels, the places of these cuts,
    /// and the end of its levels.
    pub(super) cuts: Vec<CutShare>,
    pub(super) bounds: Vec<usize>,
    /// The shares of the present var's edges, in the order in which the edges take them.
    pub(super) shares: Vec<f64>,
    /// Cheapest level of each open var, while the messages are pulled into its reduced costs.
    pub choice: Vec<usize>,
    total: f64,
    /// By row: how its multiplier moved since the start.
    moves: Vec<MultiplierMove>,
    /// By row: the size of the need plus the sum of each tree's largest absolute value.
    sizes: Vec<f64>,
    /// The sizes of the numbers of which the bound is made, for its rounding. `priced`: the multipliers times `sizes`.
    /// `held`: the costs, and the largest message of each edge; `passed`: those of the present sweep. The first two are the most
    /// since the start, since z and the reduced costs are changed by steps and keep the rounding of each.
    priced: f64,
    held: f64,
    pub(super) passed: f64,
    pub(super) dropped: usize,
}

/// The last step of a multiplier before its over-relaxation, and the most over-relaxation of the next one.
#[derive(Clone, Copy, Debug)]
struct MultiplierMove {
    step: f64,
    most: f64,
}

/// One step of the ascent for one var, between its pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VarStep {
    /// Number of the edges of several cuts that have taken their shares.
    pub(super) shared: usize,
    /// The amount by which the edges' messages were lowered.
    pub(super) shift: f64,
    /// The bound without the var and its trees.
    rest: f64,
}

impl MultiplierMove {
    /// The over-relaxation of a step, at most `relax`: less after each turn, and more again while the steps go on one way.
    fn relaxed(&mut self, step: f64, relax: f64) -> f64 {
        let turned = self.step * step < 0.0;
        self.step = step;
        self.most = if turned { (TURNED * self.most.min(relax)).max(LEAST_RELAXATION) } else { WENT_ON * self.most };
        relax.min(self.most)
    }
}

impl Dual {
    /// Starts on a box. Returns its present bound.
    pub fn start(&mut self, problem: &Problem, node: &BoxNode) -> f64 {
        self.choice.clear();
        self.choice.resize(node.vars(), 0);
        self.pull.resize(node.message.len(), 0.0);
        self.open.resize(node.edge_tree.len(), 0.0);
        self.free.resize(node.range_leaf.len(), 0.0);
        self.dropped = 0;
        (self.visited, self.begun) = (0, None);
        self.moves.clear();
        self.moves.resize(node.lambda.len(), MultiplierMove { step: 0.0, most: f64::INFINITY });
        (self.priced, self.held) = (0.0, 0.0);
        self.var_min.clear();
        let most = |numbers: &[f64]| numbers.iter().filter(|x| finite(**x)).fold(0.0, |most: f64, x| most.max(x.abs()));
        for v in 0..node.vars() {
            self.var_min.push(least_of(&node.reduced[node.levels_of(v)]));
            self.held += most(&node.cost[node.levels_of(v)]) + node.mu;
            self.held += node.edges_of(v).map(|e| most(&node.message[node.segments_of(e)])).sum::<f64>();
        }
        self.trees(node);
        self.arrange(node);
        let rows = node.need.len();
        self.sizes.clear();
        for row in 0..rows {
            let largest = |t: usize| node.leaves_of(t).map(|l| node.value[l * rows + row].abs()).fold(0.0, f64::max);
            self.sizes.push(node.need[row].abs() + (0..node.trees()).map(largest).sum::<f64>());
        }
        self.sum(problem, node);
        self.total
    }

    fn trees(&mut self, node: &BoxNode) {
        self.tree_min.clear();
        self.tree_min.extend((0..node.trees()).map(|t| least_of(&node.z[node.leaves_of(t)])));
    }

    fn sum(&mut self, problem: &Problem, node: &BoxNode) {
        let mut total = node.fixed + node.lambda.iter().zip(&node.need).map(|(l, n)| l * n).sum::<f64>();
        if let Some(most) = problem.max_changes {
            total -= node.mu * (most as f64 - node.changed as f64);
        }
        self.priced = self.priced.max(node.lambda.iter().zip(&self.sizes).map(|(l, s)| l * s).sum());
        total -= MESSAGES * (self.priced + self.held);
        if let Some(constraints) = problem.linear_constraints() {
            for (row, g) in node.gamma.iter().enumerate() {
                total -= g * constraints.limits[row] + MESSAGES * g * constraints.sizes[row];
            }
        }
        self.total = total + self.tree_min.iter().sum::<f64>() + self.var_min.iter().sum::<f64>();
    }

    /// Number of levels and leaves that the sweeps have removed since `start`.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The present bound.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The levels and leaves that the present bound excludes, by their places in the node (reduced-cost fixing).
    pub fn excluded<'a>(
        &'a self,
        node: &'a BoxNode,
        cutoff: f64,
    ) -> (impl Iterator<Item = usize> + 'a, impl Iterator<Item = usize> + 'a) {
        let rest = cutoff - self.total;
        // `own_cutoff`, here and below: the cutoff for the part of one feature or tree, with the bound's other parts as they are.
        let levels = (0..node.vars()).flat_map(move |v| {
            let own_cutoff = rest + self.var_min[v];
            node.levels_of(v).filter(move |&k| node.reduced[k] >= own_cutoff)
        });
        let leaves = (0..node.trees()).flat_map(move |t| {
            let own_cutoff = rest + self.tree_min[t];
            node.leaves_of(t).filter(move |&l| node.z[l] >= own_cutoff)
        });
        (levels, leaves)
    }

    /// Goes on with a sweep over all vars, then over the leaves, by about `piece` leaves and ranges. Returns `None` where
    /// it is not over, and otherwise the bound, infinite when the box is empty.
    pub fn sweep(
        &mut self,
        problem: &Problem,
        node: &mut BoxNode,
        forward: bool,
        cutoff: f64,
        piece: usize,
    ) -> Option<f64> {
        let vars = node.vars();
        if self.visited == 0 && self.begun.is_none() {
            self.passed = 0.0;
        }
        let mut effort = 0;
        while self.visited < vars {
            if effort > piece {
                return None;
            }
            let v = if forward { self.visited } else { vars - 1 - self.visited };
            let begun = self.begun.take().or_else(|| {
                effort += node.ranges_of_var(v).len();
                let withheld = if problem.coupled(node.var[v]) { WITHHELD } else { 0.0 };
                self.begin(node, v, withheld, forward, cutoff)
            });
            let Some(mut step) = begun else {
                self.visited = 0;
                return Some(f64::INFINITY);
            };
            if !self.share_several(node, v, &mut step, &mut effort, piece) {
                self.begun = Some(step);
                return None;
            }
            if !self.end(node, v, step, forward) {
                self.visited = 0;
                return Some(f64::INFINITY);
            }
            self.visited += 1;
        }
        self.visited = 0;
        // Rounding accumulates in a running total, so the sum is computed again.
        self.trees(node);
        self.sum(problem, node);
        for t in 0..node.trees() {
            let own_cutoff = cutoff - self.total + self.tree_min[t];
            for l in node.leaves_of(t) {
                if node.z[l] >= own_cutoff && finite(node.z[l]) {
                    node.z[l] = f64::INFINITY;
                    self.dropped += 1;
                }
            }
        }
        Some(self.total)
    }

    /// Begins a step of the ascent for one var: adds all its messages to its reduced costs, and removes levels. `None` where none is left. Then the
    /// messages are given back in shares.
    #[inline(never)]
    fn begin(&mut self, node: &mut BoxNode, v: usize, withheld: f64, forward: bool, cutoff: f64) -> Option<VarStep> {
        let levels = node.levels_of(v);
        let edges = node.edges_of(v);
        self.pull(node, v);
        let mut rest = self.total - self.var_min[v];
        for e in edges {
            rest -= self.tree_min[node.edge_tree[e] as usize];
        }
        let (mut best, mut min) = (usize::MAX, f64::INFINITY);
        for k in levels.clone() {
            let r = node.reduced[k];
            if r < min {
                (best, min) = (k, r);
            }
        }
        if best == usize::MAX || rest + min >= cutoff {
            return None;
        }
        self.choice[v] = best;
        let own_cutoff = cutoff - rest;
        let mut most = -min.abs();
        for k in levels {
            let r = &mut node.reduced[k];
            if *r < own_cutoff {
                most = lesser(most, -*r);
            } else if finite(*r) {
                *r = f64::INFINITY;
                self.dropped += 1;
            }
        }
        // The messages are shares of these reduced costs, less the trees' preferences.
        self.passed -= 2.0 * most;
        self.weigh(node, v, withheld, forward);
        Some(VarStep { rest, ..VarStep::default() })
    }

    /// Ends the step: shares for the edges of one cut, and the bound. Returns whether the box may hold a point.
    #[inline(never)]
    fn end(&mut self, node: &mut BoxNode, v: usize, mut step: VarStep, forward: bool) -> bool {
        self.share_rest(node, v, &mut step, forward);
        let VarStep { mut rest, shift, .. } = step;
        let (levels, edges) = (node.levels_of(v), node.edges_of(v));
        for e in edges {
            let least = node.ranges_of(e).map(|r| self.free[r] + node.range_min[r]).fold(self.open[e], lesser);
            if least == f64::INFINITY {
                return false;
            }
            self.tree_min[node.edge_tree[e] as usize] = least;
            rest += least;
        }
        let mut min = f64::INFINITY;
        for r in &mut node.reduced[levels] {
            *r += shift;
            min = lesser(min, *r);
        }
        self.var_min[v] = min;
        self.total = rest + min;
        if self.passed > self.held {
            self.total -= MESSAGES * (self.passed - self.held);
            self.held = self.passed;
        }
        true
    }

    /// `pull[s]`: the least z, without this edge's own message, of the leaves that allow segment s.
    fn pull(&mut self, node: &mut BoxNode, v: usize) {
        let levels = node.levels_of(v);
        let base = levels.start;
        self.delta.clear();
        self.delta.resize(levels.len(), 0.0);
        self.shut.clear();
        for e in node.edges_of(v) {
            let tree = node.leaves_of(node.edge_tree[e] as usize);
            let segments = node.segments_of(e);
            let mut open = f64::INFINITY;
            let mut next = tree.start;
            for r in node.ranges_of(e) {
                let (first, last) = node.range_leaf[r];
                open = lesser(open, least_of(&node.z[next..first as usize]));
                next = last as usize + 1;
            }
            open = lesser(open, least_of(&node.z[next..tree.end]));
            self.open[e] = open;
            let pull = &mut self.pull[segments.clone()];
            pull.fill(open);
            for r in node.ranges_of(e) {
                let (first, last) = node.range_leaf[r];
                let mut min = least_of(&node.z[first as usize..=last as usize]);
                if finite(min) {
                    min -= node.range_min[r];
                }
                self.free[r] = min;
                if min < open {
                    for &(a, b) in node.intervals_of(r) {
                        lower(&mut pull[a as usize..=b as usize], min);
                    }
                }
            }
            // The differences carry the finite changes. Infinite ones shut levels.
            let mut before = 0.0;
            for (i, s) in segments.clone().enumerate() {
                let from = node.segment_level[s] as usize;
                let (m, p) = (node.message[s], pull[i]);
                let now = if finite(m) && finite(p) {
                    m + p
                } else {
                    if p == f64::INFINITY {
                        self.shut.resize(levels.len() + 1, 0);
                        self.shut[from] += 1;
                        self.shut[node.segment_levels(v, e, s).1 - base] -= 1;
                    }
                    0.0
                };
                self.delta[from] += now - before;
                before = now;
            }
        }
        let mut sum = 0.0;
        for (r, d) in node.reduced[levels.clone()].iter_mut().zip(&self.delta) {
            sum += *d;
            *r += sum;
        }
        let mut edges = 0;
        for (r, change) in node.reduced[levels].iter_mut().zip(&self.shut) {
            edges += change;
            if edges > 0 {
                self.dropped += usize::from(finite(*r));
                *r = f64::INFINITY;
            }
        }
    }

    /// Moves each row's multiplier towards its best value for the present messages, over-relaxed by at most `relax`. Returns
    /// the bound.
    pub fn multipliers(&mut self, problem: &Problem, node: &mut BoxNode, relax: f64, scale: f64) -> f64 {
        // The multipliers of several rows raise each other if each is moved too far.
        let relax = if node.lambda.len() > 1 { relax.min(2.0) } else { relax };
        // A regret has its row's price by definition.
        for row in 0..if problem.ceiling.is_some() { 0 } else { node.lambda.len() } {
            self.row(node, row, relax, scale);
        }
        self.trees(node);
        if problem.max_changes.is_some() {
            self.changes(problem, node, scale);
        }
        if let Some(constraints) = problem.linear_constraints() {
            self.constraint_multipliers(constraints, node, scale);
        }
        self.sum(problem, node);
        self.total
    }

    fn row(&mut self, node: &mut BoxNode, row: usize, relax: f64, scale: f64) {
        let now = node.lambda[row];
        let slope = |lambda: f64| slope(node, row, lambda - now);
        let start = if now > 0.0 { now } else { scale / node.need[row].abs().max(LEAST_LACK) };
        let (mut lo, mut hi);
        if slope(start) > 0.0 {
            (lo, hi) = (start, 2.0 * start);
            let mut tries = 0;
            while slope(hi) > 0.0 && tries < 8 {
                (lo, hi) = (hi, 2.0 * hi);
                tries += 1;
            }
        } else {
            (lo, hi) = (start / 2.0, start);
            let mut tries = 0;
            while slope(lo) <= 0.0 {
                if tries == 8 {
                    lo = 0.0;
                    break;
                }
                (lo, hi) = (lo / 2.0, lo);
                tries += 1;
            }
        }
        for _ in 0..5 {
            let middle = 0.5 * (lo + hi);
            if slope(middle) > 0.0 {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        let best = if lo == 0.0 { 0.0 } else { 0.5 * (lo + hi) };
        let relax = self.moves[row].relaxed(best - now, relax);
        let kept = if now > NO_PRICE * scale { LEAST_KEPT * now } else { 0.0 };
        // A larger multiplier would make the sums round by more than the bound's tolerance.
        let next = (now + relax * (best - now)).clamp(0.5 * best, 2.0 * best).max(kept).min(MOST * scale);
        debug_assert!(next >= 0.0, "a negative multiplier bounds nothing");
        let rows = node.lambda.len();
        let change = next - now;
        for (l, z) in node.z.iter_mut().enumerate() {
            *z -= change * node.value[l * rows + row];
        }
        node.lambda[row] = next;
    }

    /// The multiplier of the limit on changes, by a bisection over the vars.
    fn changes(&mut self, problem: &Problem, node: &mut BoxNode, scale: f64) {
        let left = problem.max_changes.unwrap_or(0) as f64 - node.changed as f64;
        let is_change = |v: usize, k: usize| problem.vars[node.var[v] as usize].changed[node.level[k] as usize];
        let slope = |step: f64| {
            let mut slope = -left;
            for v in 0..node.vars() {
                let (mut min, mut changed) = (f64::INFINITY, false);
                for k in node.levels_of(v) {
                    let c = is_change(v, k);
                    let r = node.reduced[k] + if c { step } else { 0.0 };
                    if r < min {
                        (min, changed) = (r, c);
                    }
                }
                slope += f64::from(u8::from(changed));
            }
            slope
        };
        let now = node.mu;
        let (mut lo, mut hi) = (0.0, scale.max(2.0 * now));
        for _ in 0..8 {
            let middle = 0.5 * (lo + hi);
            if slope(middle - now) > 0.0 {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        let next = lo;
        for v in 0..node.vars() {
            let mut min = f64::INFINITY;
            for k in node.levels_of(v) {
                if is_change(v, k) {
                    node.reduced[k] += next - now;
                }
                min = min.min(node.reduced[k]);
            }
            self.var_min[v] = min;
        }
        node.mu = next;
    }
}

/// Slope of the bound in one row's multiplier, at `step` from its present value.
fn slope(node: &BoxNode, row: usize, step: f64) -> f64 {
    let rows = node.lambda.len();
    let mut slope = node.need[row];
    if rows == 1 {
        for t in 0..node.trees() {
            slope -= value_of_least(&node.z[node.leaves_of(t)], &node.value[node.leaves_of(t)], step);
        }
        return slope;
    }
    for t in 0..node.trees() {
        let (mut min, mut value) = (f64::INFINITY, 0.0);
        for l in node.leaves_of(t) {
            let v = node.value[l * rows + row];
            let z = node.z[l] - step * v;
            if z < min {
                (min, value) = (z, v);
            }
        }
        slope -= value;
    }
    slope
}
