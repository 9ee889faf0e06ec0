//! A box of the search: its live levels and leaves, and the messages of the bound.
//!
//! All data are in flat arrays. Levels of a var and leaves of a tree are consecutive. An *edge* joins a var and a tree
//! that tests it. Its *segments* are the runs of live levels that the tree can distinguish, and each has a message. Its
//! *ranges* are the runs of leaves (in depth-first order) that allow the same intervals of segments. An edge does not
//! restrict a leaf that is in none of its ranges.

use super::simd_min::least;
use crate::problem::goal_problem::Problem;
use crate::problem::linear_constraints::{ConstraintTerm, LinearConstraints};
use crate::tolerances::LEAST_LACK;

/// See the module's text. Arrays of first positions have one entry more than the items that they index.
#[derive(Clone, Debug, Default)]
pub struct BoxNode {
    /// Cost of the vars that are decided.
    pub fixed: f64,
    /// Number of these vars that are changed.
    pub changed: usize,
    /// By problem var: the level it is decided to, or `OPEN`.
    pub decided: Vec<u32>,
    /// Need of each row less the decided trees.
    pub need: Vec<f64>,
    /// Multiplier of each row, at least 0.
    pub lambda: Vec<f64>,
    /// Multiplier of the limit on changes, at least 0.
    pub mu: f64,
    /// Multiplier of each linear constraint, at least 0.
    pub gamma: Vec<f64>,
    /// The cutoff under which its messages and multipliers were begun.
    pub scale: f64,
    /// A proved lower bound of every answer in the box.
    pub bound: f64,

    /// Problem var of each open var.
    pub var: Vec<u32>,
    /// First level of each open var.
    pub var_level: Vec<u32>,
    /// First edge of each open var.
    pub var_edge: Vec<u32>,
    /// By group of levels: the original level that is its cheapest.
    pub level: Vec<u32>,
    /// The lowest original level of a level's group. Neighbouring levels that are alike are merged into a group.
    pub lowest: Vec<u32>,
    /// With linear constraints, by group of levels: its highest original level.
    pub highest: Vec<u32>,
    /// With linear constraints, by group of levels: the least and the largest change of a number in it.
    pub span: Vec<(f64, f64)>,
    /// By group of levels: its cost.
    pub cost: Vec<f64>,
    /// By group of levels: its reduced cost. Infinite once it is removed.
    pub reduced: Vec<f64>,

    /// Problem tree of each open tree.
    pub tree: Vec<u32>,
    /// First leaf of each open tree.
    pub tree_leaf: Vec<u32>,
    /// By leaf: its value in each row.
    pub value: Vec<f64>,
    /// By leaf: the least messages that it allows, less its rows' price (see `dual`). Infinite once the leaf is removed.
    pub z: Vec<f64>,

    /// Open tree of each edge.
    pub edge_tree: Vec<u32>,
    /// First segment of each edge.
    pub edge_segment: Vec<u32>,
    /// First range of each edge.
    pub edge_range: Vec<u32>,
    /// First level of each segment, counted within its var.
    pub segment_level: Vec<u32>,
    /// By segment: its message.
    pub message: Vec<f64>,
    /// First and last leaf of each range.
    pub range_leaf: Vec<(u32, u32)>,
    /// First interval of each range.
    pub range_interval: Vec<u32>,
    /// By range: its least message, as included in `z`.
    pub range_min: Vec<f64>,
    /// Closed intervals of segments, counted within the edge.
    pub interval: Vec<(u32, u32)>,
}

/// In place of an index: not decided yet.
pub const OPEN: u32 = u32::MAX;

/// Messages and multipliers are begun anew once the cutoff has fallen below one in this many of the cutoff under which they
/// were begun: they would round by more than the rest of the costs. More lets the rounding of bounds grow with it,
/// up to [`CLOSE`](crate::tolerances::CLOSE). Less gives up bounds for less. By hand.
const OUTGROWN: f64 = 100.0;

/// Where no level of a box costs anything, the bound is proportional to its messages and multipliers. So a positive bound of any size proves that the box
/// holds no answer, and all begin so many times larger, to reach the cutoff sooner. More adds to their rounding, and gains nothing: 100, 1000 and 100,000 took
/// the same time (docs/experiments/box-search.md, "Where nothing costs anything").
const FREE: f64 = 1000.0;

impl BoxNode {
    /// Number of open vars.
    pub fn vars(&self) -> usize {
        self.var.len()
    }

    /// Number of open trees.
    pub fn trees(&self) -> usize {
        self.tree.len()
    }

    /// Number of levels and leaves.
    pub fn size(&self) -> usize {
        self.level.len() + self.z.len()
    }

    /// Positions of an open var's groups of levels.
    pub fn levels_of(&self, var: usize) -> std::ops::Range<usize> {
        self.var_level[var] as usize..self.var_level[var + 1] as usize
    }

    /// The cheapest level of an open var.
    pub fn cheapest_level(&self, var: usize) -> usize {
        self.levels_of(var).min_by(|&a, &b| self.cost[a].total_cmp(&self.cost[b])).expect("an open var has levels")
    }

    /// Writes the cheapest point to `out`.
    pub fn cheapest_point(&self, out: &mut Vec<u32>) {
        out.clear();
        out.extend_from_slice(&self.decided);
        for v in 0..self.vars() {
            out[self.var[v] as usize] = self.level[self.cheapest_level(v)];
        }
    }

    /// Sets the starting multipliers of the rows over trees: those that price the whole deficit at the whole budget below
    /// the cutoff, or larger ones where nothing costs anything. `lacks`: by row, how far the cheapest point misses its need, at least 0.
    pub fn start_multipliers(&mut self, problem: &Problem, lacks: &[f64], cutoff: f64) {
        let lacking = lacks.iter().filter(|l| **l > 0.0).count().max(1) as f64;
        let size = if self.cost.iter().all(|cost| *cost == 0.0) { FREE } else { 1.0 };
        let budget = size * (cutoff - self.fixed).max(0.0);
        for (lambda, lack) in self.lambda.iter_mut().zip(lacks) {
            *lambda = if problem.ceiling.is_some() {
                1.0
            } else if *lack > 0.0 && lack.is_finite() {
                budget / lack.max(LEAST_LACK) / lacking
            } else {
                0.0
            };
        }
        self.scale = cutoff;
        self.rebuild(problem);
    }

    /// Whether the messages and multipliers are too large for this cutoff. If so, they are set to zero; the bound holds.
    pub fn outgrown(&mut self, cutoff: f64) -> bool {
        let outgrown = self.scale > OUTGROWN * cutoff.abs();
        if outgrown {
            self.message.fill(0.0);
            self.lambda.fill(0.0);
            self.gamma.fill(0.0);
            self.mu = 0.0;
        }
        outgrown
    }

    /// Positions of an open var's edges.
    pub fn edges_of(&self, var: usize) -> std::ops::Range<usize> {
        self.var_edge[var] as usize..self.var_edge[var + 1] as usize
    }

    /// Positions of an open tree's leaves.
    pub fn leaves_of(&self, tree: usize) -> std::ops::Range<usize> {
        self.tree_leaf[tree] as usize..self.tree_leaf[tree + 1] as usize
    }

    /// Positions of an edge's segments.
    pub fn segments_of(&self, edge: usize) -> std::ops::Range<usize> {
        self.edge_segment[edge] as usize..self.edge_segment[edge + 1] as usize
    }

    /// The level from which an edge's second segment goes; 0 where it has not two.
    #[inline(always)]
    pub fn only_cut(&self, edge: usize) -> usize {
        match self.segments_of(edge) {
            s if s.len() == 2 => self.segment_level[s.start + 1] as usize,
            _ => 0,
        }
    }

    /// Positions of an edge's ranges.
    pub fn ranges_of(&self, edge: usize) -> std::ops::Range<usize> {
        self.edge_range[edge] as usize..self.edge_range[edge + 1] as usize
    }

    /// Positions of the ranges of all edges of an open var.
    pub fn ranges_of_var(&self, var: usize) -> std::ops::Range<usize> {
        let edges = self.edges_of(var);
        self.edge_range[edges.start] as usize..self.edge_range[edges.end] as usize
    }

    /// The intervals of segments that a range allows.
    #[inline(always)]
    pub fn intervals_of(&self, range: usize) -> &[(u32, u32)] {
        &self.interval[self.range_interval[range] as usize..self.range_interval[range + 1] as usize]
    }

    /// First level of a segment of an edge of `var`, and the level after its last one, as array indices.
    #[inline(always)]
    pub fn segment_levels(&self, var: usize, edge: usize, segment: usize) -> (usize, usize) {
        let base = self.var_level[var] as usize;
        let end = if segment + 1 == self.edge_segment[edge + 1] as usize {
            self.var_level[var + 1] as usize
        } else {
            base + self.segment_level[segment + 1] as usize
        };
        (base + self.segment_level[segment] as usize, end)
    }

    /// Empties all arrays, and starts those of first positions.
    pub fn clear(&mut self) {
        self.decided.clear();
        self.need.clear();
        self.lambda.clear();
        self.var.clear();
        self.level.clear();
        self.lowest.clear();
        self.highest.clear();
        self.span.clear();
        self.gamma.clear();
        self.tree.clear();
        self.cost.clear();
        self.reduced.clear();
        self.value.clear();
        self.z.clear();
        self.edge_tree.clear();
        self.segment_level.clear();
        self.message.clear();
        self.range_leaf.clear();
        self.range_min.clear();
        self.interval.clear();
        for offsets in [
            &mut self.var_level,
            &mut self.var_edge,
            &mut self.tree_leaf,
            &mut self.edge_segment,
            &mut self.edge_range,
            &mut self.range_interval,
        ] {
            offsets.clear();
            offsets.push(0);
        }
    }

    /// Records that the next level stands for the original levels `first..=last` of var `v`.
    pub fn stand(&mut self, problem: &Problem, v: usize, first: usize, last: usize) {
        if let Some(constraints) = problem.linear_constraints() {
            self.highest.push(last as u32);
            self.span.push(match &constraints.parts[v] {
                ConstraintTerm::Number(number) => (number.spans[first].0, number.spans[last].1),
                _ => (0.0, 0.0),
            });
        }
    }

    /// Records that the next level stands for the levels `first..=last` of another box.
    pub fn cover(&mut self, src: &BoxNode, first: usize, last: usize) {
        if !src.span.is_empty() {
            self.highest.push(src.highest[last]);
            self.span.push((src.span[first].0, src.span[last].1));
        }
    }

    /// The cost of a level of an open var, with the prices of the linear constraints.
    #[inline]
    pub fn priced(&self, constraints: &LinearConstraints, v: usize, k: usize) -> f64 {
        match &constraints.parts[self.var[v] as usize] {
            ConstraintTerm::Free => self.cost[k],
            ConstraintTerm::Number(number) => match number.charged(&self.gamma) {
                0.0 => self.cost[k],
                g => number.least(self.span[k], g).0,
            },
            ConstraintTerm::Levels(weights) => {
                let rows = self.gamma.len();
                let own = &weights[self.level[k] as usize * rows..][..rows];
                self.cost[k] + own.iter().zip(&self.gamma).map(|(w, g)| w * g).sum::<f64>()
            }
        }
    }

    /// Recomputes z, the ranges' least messages and the reduced costs from messages and multipliers.
    pub fn rebuild(&mut self, problem: &Problem) {
        let rows = self.lambda.len();
        self.z.clear();
        if rows == 1 {
            let lambda = self.lambda[0];
            self.z.extend(self.value.iter().map(|v| -lambda * v));
        } else {
            let leaves = *self.tree_leaf.last().expect("offsets have a last") as usize;
            let lambda = &self.lambda;
            let value = &self.value;
            self.z.extend((0..leaves).map(|l| -(0..rows).map(|r| lambda[r] * value[l * rows + r]).sum::<f64>()));
        }
        self.range_min.clear();
        self.reduced.clear();
        self.reduced.resize(self.level.len(), 0.0);
        for v in 0..self.vars() {
            for e in self.edges_of(v) {
                let segments = self.segments_of(e);
                for r in self.ranges_of(e) {
                    let min = least(&self.message[segments.clone()], self.intervals_of(r));
                    self.range_min.push(min);
                    let (first, last) = self.range_leaf[r];
                    self.z[first as usize..=last as usize].iter_mut().for_each(|z| *z += min);
                }
            }
            self.pay(problem, v);
        }
    }

    /// Sets the reduced costs of a var, which are zero before. Each level pays the messages of its segments. The sum of
    /// the messages changes only where a segment begins, so all edges are read once, and all levels once.
    fn pay(&mut self, problem: &Problem, v: usize) {
        let levels = self.levels_of(v);
        for e in self.edges_of(v) {
            let mut before = 0.0;
            for s in self.segments_of(e) {
                let message = self.message[s];
                self.reduced[levels.start + self.segment_level[s] as usize] += message - before;
                before = message;
            }
        }
        let var = &problem.vars[self.var[v] as usize];
        let mut paid = 0.0;
        for k in levels {
            paid += self.reduced[k];
            let cost = problem.linear_constraints().map_or(self.cost[k], |constraints| self.priced(constraints, v, k));
            let change = if var.changed[self.level[k] as usize] { self.mu } else { 0.0 };
            self.reduced[k] = cost + change - paid;
        }
    }
}
