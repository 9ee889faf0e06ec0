//! The exact box search for axis-aligned ensembles (FEATURES E1; Blanchart 2021, Section VII, with a
//! stronger bound).
//!
//! Boxes of the feature space are opened depth first. A box is closed when its lower bound reaches the
//! incumbent's cost, when its cheapest point is an answer, or when it is empty; else it is split. So
//! when no box is open the incumbent is optimal, and at any time the least bound of an open box bounds
//! every answer not yet seen.

mod branch;
mod compress;
mod dual;
mod incumbent;
mod moves;
mod node;
mod problem;
mod root;
mod ties;

pub(super) use moves::Moves;
pub(super) use problem::{Problem, Quick};

use branch::Brancher;
use compress::{Compressor, Kill, Limits};
use dual::Dual;
use incumbent::Incumbent;
use node::Node;
use root::RootBuilder;

/// Rounding that closing a box forgives, relative to the incumbent's cost. Costs are equal within
/// 1e-9 when the answer says optimal.
const EQUAL: f64 = 4e-10;

/// One resumable search for the cheapest answer under a cutoff.
#[derive(Debug)]
pub(super) struct BoxSearch {
    pub problem: Problem,
    incumbent: Incumbent,
    /// Open boxes; each carries its bound.
    open: Vec<Node>,
    spare: Vec<Node>,
    root: bool,
    scratch: Scratch,
    point: Vec<u32>,
    sums: Vec<f64>,
    /// Boxes opened beyond the root.
    pub nodes: u64,
    /// When listing ties: every point found, with levels kept apart.
    ties: Option<ties::Ties>,
}

#[derive(Debug, Default)]
struct Scratch {
    root: RootBuilder,
    compressor: Compressor,
    dual: Dual,
    brancher: Brancher,
}

impl BoxSearch {
    /// A search for answers of separable cost under `cutoff` (infinite: any).
    pub fn new(problem: Problem, cutoff: f64) -> BoxSearch {
        // Without an incumbent, anything dearer than the dearest allowed point is as good as none.
        let dearest: f64 =
            problem.vars.iter().map(|v| v.cost.iter().copied().filter(|c| c.is_finite()).fold(0.0, f64::max)).sum();
        let cutoff = cutoff.min(2.0 * dearest + 1.0);
        BoxSearch {
            problem,
            incumbent: Incumbent::new(cutoff),
            open: Vec::new(),
            spare: Vec::new(),
            root: true,
            scratch: Scratch::default(),
            point: Vec::new(),
            sums: Vec::new(),
            nodes: 0,
            ties: None,
        }
    }

    /// Levels and separable cost of the best answer so far.
    pub fn best(&self) -> Option<(&[u32], f64)> {
        self.incumbent.levels.as_deref().map(|l| (l, self.incumbent.cost))
    }

    /// A proved lower bound of every answer's separable cost; the cutoff when done without an answer.
    pub fn bound(&self) -> f64 {
        if self.root {
            return self.problem.vars.iter().map(|v| v.least()).sum::<f64>().min(self.incumbent.cost);
        }
        self.open.iter().map(|n| n.bound).fold(self.incumbent.cost, f64::min)
    }

    /// Whether nothing is open.
    pub fn done(&self) -> bool {
        !self.root && self.open.is_empty()
    }

    /// Answers at this cost or above do not count.
    fn limits(&self) -> Limits {
        match &self.ties {
            Some(ties) => Limits { cut: ties.cut, keep_levels: true },
            None => {
                let cost = self.incumbent.cost;
                Limits { cut: cost - EQUAL * cost.abs(), keep_levels: false }
            }
        }
    }

    /// Opens one box; `true` when nothing is left to open.
    pub fn step(&mut self) -> bool {
        if self.root {
            self.root = false;
            self.open_root();
        } else if let Some(mut node) = self.open.pop() {
            self.nodes += 1;
            if self.settle(&mut node) {
                self.bound_and_split(node, 12, self.nodes <= 3);
            } else {
                self.spare.push(node);
            }
        }
        self.done()
    }

    fn open_root(&mut self) {
        if self.problem.vars.iter().any(|v| !v.least().is_finite()) {
            return;
        }
        let start: Vec<u32> = self.problem.vars.iter().map(|v| v.best).collect();
        if self.ties.is_none() {
            // More dives pay only where the first finds nothing: sweeps lead to better ones.
            for worth in [|share| share, |share| share * share, f64::sqrt] {
                if self.incumbent.levels.is_none() {
                    self.incumbent.dive(&self.problem, &start, worth);
                }
            }
        }
        let limits = self.limits();
        let mut raw = Node::default();
        if !self.scratch.root.build(&self.problem, limits.cut, &mut raw) {
            return;
        }
        if let Some(mut node) = self.shrink(&raw, None) {
            self.start_multipliers(&mut node);
            if self.settle(&mut node) {
                self.bound_and_split(node, 60, true);
            }
        }
    }

    /// The multipliers that would price the whole deficit at the whole budget.
    fn start_multipliers(&mut self, node: &mut Node) {
        let rows = self.problem.rows.len();
        self.cheapest_point(node);
        self.sums.resize(self.problem.soft_rows(), 0.0);
        let mut sums = std::mem::take(&mut self.sums);
        self.problem.sums(&self.point, &mut sums);
        let lacks: Vec<f64> = (0..rows).map(|r| (self.problem.need[r] - sums[r]).max(0.0)).collect();
        self.sums = sums;
        let lacking = lacks.iter().filter(|l| **l > 0.0).count().max(1) as f64;
        let budget = (self.limits().cut - node.fixed).max(0.0);
        for (lambda, lack) in node.lambda.iter_mut().zip(&lacks) {
            *lambda = if *lack > 0.0 && lack.is_finite() { budget / lack.max(1e-6) / lacking } else { 0.0 };
        }
        let vars = &self.problem.vars;
        node.rebuild(|var, level| vars[var as usize].changed[level as usize]);
    }

    /// Compresses a box into a spare one; `None` when nothing is left of it.
    fn shrink(&mut self, src: &Node, kill: Option<Kill>) -> Option<Node> {
        let mut out = self.spare.pop().unwrap_or_default();
        let limits = self.limits();
        if self.scratch.compressor.compress(&self.problem, src, kill, limits, &mut out) {
            Some(out)
        } else {
            self.spare.push(out);
            None
        }
    }

    /// Writes a box's cheapest point to `point`.
    fn cheapest_point(&mut self, node: &Node) {
        self.point.clear();
        self.point.extend_from_slice(&node.decided);
        for v in 0..node.vars() {
            let best = node
                .levels_of(v)
                .min_by(|&a, &b| node.cost[a].total_cmp(&node.cost[b]))
                .expect("an open var has levels");
            self.point[node.var[v] as usize] = node.level[best];
        }
    }

    /// Whether a box must be worked on: not when its bound reaches the cut, not when its cheapest point
    /// is an answer (nothing in it is cheaper), not when it is decided to one point.
    fn settle(&mut self, node: &mut Node) -> bool {
        if node.bound >= self.limits().cut {
            return false;
        }
        if let Some(ties) = &mut self.ties {
            return ties.settle(&self.problem, node);
        }
        self.cheapest_point(node);
        let point = std::mem::take(&mut self.point);
        let answer = self.try_point(&point);
        self.point = point;
        !answer && node.vars() > 0
    }

    /// Offers a point if its rows are reached; whether it is an answer that now is the incumbent.
    fn try_point(&mut self, point: &[u32]) -> bool {
        self.sums.resize(self.problem.soft_rows(), 0.0);
        self.problem.sums(point, &mut self.sums);
        let near = |(row, sum): (usize, &f64)| *sum >= self.problem.soft_need(row) - self.problem.slack;
        self.sums.iter().enumerate().all(near) && self.incumbent.offer(&self.problem, point)
    }

    /// Raises the bound by sweeps; closes the box or splits it.
    fn bound_and_split(&mut self, mut node: Node, sweeps: usize, first: bool) {
        let root = sweeps > 12;
        let mut slow = 0;
        let mut at = self.scratch.dual.start(&self.problem, &node);
        let mut size = node.level.len() + node.z.len();
        for sweep in 1..=sweeps {
            let cut = self.limits().cut;
            let before = node.bound;
            let bound = self.scratch.dual.sweep(&self.problem, &mut node, sweep % 2 == 1, cut);
            node.bound = node.bound.max(bound);
            if node.bound >= cut {
                self.spare.push(node);
                return;
            }
            if self.ties.is_none() {
                self.try_choice(&node, root && matches!(sweep, 4 | 12 | 30) || first && sweep == 4);
            }
            let relax = if root && sweep <= 3 { 1.0 } else { 3.0 };
            let scale = (cut - node.fixed).max(1e-12);
            at = self.scratch.dual.multipliers(&self.problem, &mut node, relax, scale).max(at);
            node.bound = node.bound.max(at);
            if node.bound >= self.limits().cut {
                self.spare.push(node);
                return;
            }
            if self.scratch.dual.dropped() * 5 > size {
                let Some(mut smaller) = self.shrink(&node, None) else {
                    self.spare.push(node);
                    return;
                };
                std::mem::swap(&mut node, &mut smaller);
                self.spare.push(smaller);
                if !self.settle(&mut node) {
                    self.spare.push(node);
                    return;
                }
                size = node.level.len() + node.z.len();
                self.scratch.dual.start(&self.problem, &node);
            }
            // A poor incumbent makes the gap look wide: at the root a gain of 2 % of the bound counts too.
            let gap = self.limits().cut - node.bound;
            let little = 0.02 * if root { gap.min(node.bound) } else { gap };
            slow = if node.bound - before < little { slow + 1 } else { 0 };
            if sweep > 4 && slow >= 2 {
                break;
            }
        }
        self.split(node);
    }

    /// Tries the point of the vars' cheapest levels under the messages, and dives from it.
    fn try_choice(&mut self, node: &Node, dive: bool) {
        let mut point = std::mem::take(&mut self.point);
        point.clear();
        point.extend_from_slice(&node.decided);
        for v in 0..node.vars() {
            point[node.var[v] as usize] = node.level[self.scratch.dual.choice[v]];
        }
        if self.problem.cost(&point) < self.incumbent.cost {
            if self.try_point(&point) {
                let lowered = self.incumbent.lower(&self.problem, point.clone());
                self.incumbent.offer(&self.problem, &lowered);
            } else if dive {
                self.incumbent.dive(&self.problem, &point, |share| share);
            }
        }
        self.point = point;
    }

    fn split(&mut self, node: Node) {
        // Drop what the sweeps have dropped before looking for a split.
        let Some(mut node) = self.shrink(&node, None) else { return };
        if !self.settle(&mut node) {
            self.spare.push(node);
            return;
        }
        self.scratch.dual.start(&self.problem, &node);
        let (first, second) = self.scratch.brancher.split(&self.problem, &node, &self.scratch.dual);
        // Depth first: the part without the cheapest level is opened first, so it is pushed last.
        for kill in [second, first] {
            if let Some(child) = self.shrink(&node, Some(kill)) {
                self.open.push(child);
            }
        }
        self.spare.push(node);
    }
}
