//! Primal heuristic: greedy dives with Lagrangian prices for the linear constraints. A dive ends at a point. A linear
//! program then looks for an answer that keeps the constraints, among the values that no tree distinguishes from that
//! point.

use super::Lagrangian;
use crate::box_search::BoxNode;
use crate::lp_search::Encoding;
use crate::problem::compiled::{TestKind, DEAD};
use crate::problem::{ConstraintTerm, LinearConstraints, Problem};

/// Largest number of dives at the start. The multipliers at least double from one to the next, until the constraints
/// can be kept. More finds a first answer more often. Three to five instead did not pay
/// (docs/experiments/linear-rows.md).
const TRIES: usize = 8;

/// Least price of a broken constraint, as a share of the cost of an answer that ignores the constraints. More skips
/// answers that break a constraint by little; less takes more dives. Chosen with the other numbers of dives and limits
/// on the seven forests; other values have no record.
const DEAR: f64 = 0.1;

impl Lagrangian {
    /// Dives from the cheapest point. The first dive ignores the constraints. Returns the cost of its end, if there is
    /// one.
    pub(super) fn dive_first(&mut self) -> Option<f64> {
        let start: Vec<u32> = self.problem.vars.iter().map(|v| v.best).collect();
        let constraints = self.problem.linear_constraints.clone()?;
        let mut gamma = vec![0.0; constraints.limits.len()];
        let end = self.dive(&start, &gamma)?;
        let free = self.problem.cost(&end);
        let mut end = Some(end);
        for _ in 0..TRIES {
            let Some(levels) = &end else { break };
            if self.offer_around(levels) {
                break;
            }
            self.dearer(&constraints, levels, free, &mut gamma);
            end = self.dive(&start, &gamma);
        }
        Some(free)
    }

    /// Dives from the chosen levels of a box, with the box's multipliers for the constraints.
    pub(super) fn dive_on(&mut self, node: &BoxNode) {
        let mut start = node.decided.clone();
        for v in 0..node.vars() {
            start[node.var[v] as usize] = node.level[self.dual.choice[v]];
        }
        if let Some(end) = self.dive(&start, &node.gamma) {
            self.offer_around(&end);
        }
    }

    /// Raises the multipliers of the constraints that a point breaks; where it breaks none, of all constraints.
    fn dearer(&self, constraints: &LinearConstraints, levels: &[u32], free: f64, gamma: &mut [f64]) {
        let rows = gamma.len();
        let mut sums = vec![0.0; rows];
        let mut sizes = vec![0.0; rows];
        for (part, &level) in constraints.parts.iter().zip(levels) {
            let level = level as usize;
            for row in 0..rows {
                let used = match part {
                    ConstraintTerm::Free => 0.0,
                    ConstraintTerm::Number(number) => number.weights[row] * number.least(number.spans[level], 0.0).1,
                    ConstraintTerm::Levels(weights) => weights[level * rows + row],
                };
                sums[row] += used;
                sizes[row] += used.abs();
            }
        }
        let budget = free - self.lp_search.lp().floor;
        let broken = |row: usize| sums[row] > constraints.limits[row];
        let any = (0..rows).any(broken);
        for row in 0..rows {
            if sizes[row] > 0.0 && (broken(row) || !any) {
                gamma[row] = (2.0 * gamma[row]).max(DEAR * budget / sizes[row]);
            }
        }
    }

    /// Dives from a point with the constraints priced. Returns the end of the dive, if it reaches the score rows.
    pub(super) fn dive(&mut self, from: &[u32], gamma: &[f64]) -> Option<Vec<u32>> {
        self.price(gamma);
        self.free.cost = f64::INFINITY;
        self.free.levels = None;
        self.free.dive(&self.priced, from, |share| share);
        self.free.levels.take()
    }

    /// Sets the levels' costs to their costs with the constraints priced.
    fn price(&mut self, gamma: &[f64]) {
        let Some(constraints) = &self.problem.linear_constraints else { return };
        let rows = gamma.len();
        for (f, part) in constraints.parts.iter().enumerate() {
            let (own, var) = (&self.problem.vars[f].cost, &mut self.priced.vars[f]);
            let price = |k: usize| match part {
                ConstraintTerm::Free => own[k],
                _ if own[k] == f64::INFINITY => f64::INFINITY,
                ConstraintTerm::Number(number) => match number.charged(gamma) {
                    0.0 => own[k],
                    g => number.least(number.spans[k], g).0,
                },
                ConstraintTerm::Levels(weights) => {
                    own[k] + weights[k * rows..][..rows].iter().zip(gamma).map(|(w, g)| w * g).sum::<f64>()
                }
            };
            if matches!(part, ConstraintTerm::Free) {
                continue;
            }
            for k in 0..own.len() {
                var.cost[k] = price(k);
            }
            var.index();
        }
    }

    /// Offers an answer around these levels: the cheapest point that keeps the constraints, among the points that no
    /// tree distinguishes from these levels. Returns whether the incumbent improved.
    pub(super) fn offer_around(&mut self, levels: &[u32]) -> bool {
        let Some(root) = &self.root else { return false };
        self.bounds.of(root);
        let Some(constraints) = self.problem.linear_constraints.clone() else { return false };
        let around: Vec<(u32, u32)> = ranges(&self.problem, levels);
        for (f, part) in constraints.parts.iter().enumerate() {
            match (part, &self.lp_search.lp().encodings[f]) {
                (ConstraintTerm::Number(_), _) => {
                    let (lo, hi) = around[f];
                    let attained = |k: &u32| self.problem.vars[f].cost[*k as usize].is_finite();
                    let first = (lo..=levels[f]).find(attained).unwrap_or(levels[f]);
                    let last = (levels[f]..=hi).rev().find(attained).unwrap_or(levels[f]);
                    self.bounds.lo[f] = self.ends[f][first as usize].0;
                    self.bounds.hi[f] = self.ends[f][last as usize].1;
                }
                (_, &Encoding::Levels { flags, count, .. }) => {
                    let flags = &mut self.bounds.allowed[flags as usize..(flags + count) as usize];
                    flags.iter_mut().enumerate().for_each(|(k, flag)| *flag = k == levels[f] as usize);
                }
                _ => self.fix(f, levels[f] as usize),
            }
        }
        let before = self.lp_search.costs().0;
        self.solve(self.root.as_ref().map_or(0.0, |r| r.bound), None);
        self.lp_search.costs().0 < before
    }
}

/// By ordered feature: the first and the last level that give the same paths through all trees as the point's own level.
fn ranges(problem: &Problem, levels: &[u32]) -> Vec<(u32, u32)> {
    let full = |(f, &own): (usize, &u32)| {
        let var = &problem.vars[f];
        if var.ordered {
            (0, var.levels() as u32 - 1)
        } else {
            (own, own)
        }
    };
    let mut around: Vec<(u32, u32)> = levels.iter().enumerate().map(full).collect();
    for tree in problem.trees() {
        let mut node = &tree.nodes[0];
        while node.feature < DEAD {
            let f = node.feature as usize;
            let Some(next) = problem.child(tree, node, levels[f]) else { break };
            if problem.vars[f].ordered {
                let cut = if node.kind == TestKind::Cut { problem.vars[f].cut(node.test) } else { node.test };
                if levels[f] < cut {
                    around[f].1 = around[f].1.min(cut - 1);
                } else {
                    around[f].0 = around[f].0.max(cut);
                }
            }
            node = &tree.nodes[next as usize];
        }
    }
    around
}
