//! Optimality and infeasibility proofs for problems with linear constraints on features.
//!
//! A linear program over the bounds of a box's features gives the Lagrangian multipliers of the constraints, before the
//! box's trees are considered. A box whose trees are all decided is branched at the linear program's point, until the
//! program describes the box exactly.
//!
//! If no multipliers close such a box, it holds a point that costs less than the claim. That point is not attainable:
//! the input type's numbers, or whole numbers, only come near it. Where finer levels can separate it, the proof is
//! written again with these levels. Otherwise the proof states a lower cost than the claim.

use super::node::{BoxNode, OPEN};
use super::node_reduction::Kill;
use super::node_task::NodeTask;
use super::proof::ProofWriter;
use super::{BoxSearch, Problem};
use crate::tolerances::CLAIM;
use std::fmt;

/// The multipliers of a box are doubled at most this many times. In a box without a feasible point the bound grows with
/// them until it reaches the cutoff. Fewer leave boxes open whose point is barely missing. By hand; not measured.
const DOUBLINGS: usize = 80;

/// The first pass of a proof stops once more than this many boxes need finer levels or more directions; each pass may have twice as many as the one
/// before. More finds more in each pass, and makes a pass that is thrown away longer. By hand; not measured.
const WANTED: usize = 20;

/// The linear program over the bounds of a box's features.
pub trait ProofLp {
    /// Writes to `gamma` the multipliers of the constraints that close the box, or that come nearest to closing it. Returns whether new directions of a
    /// hull would do that, or should be stated before more boxes are worked on.
    fn price(&mut self, node: &BoxNode, cutoff: f64, gamma: &mut Vec<f64>, ends: Ends) -> bool;
    /// Whether the program of the last price has no point below the cutoff, and needs no new directions for that. So multipliers should close the box.
    fn unexplained(&self) -> bool;
    /// Notes the new directions behind the last price. Returns whether there are any.
    fn want_directions(&mut self) -> bool;
    /// The branching of the box that was priced last. All its trees are decided.
    fn parts(&self, node: &BoxNode) -> Option<(Kill, Kill)>;
    /// Whether a point of these levels has a hyperplane's test on another side than the model does. Only tests of features that are down to one
    /// value are looked at.
    fn misread(&self, node: &BoxNode, levels: &[u32]) -> bool;
    /// Notes the cuts that would split the box further, and the new directions behind its price. Returns whether there are any.
    fn want(&mut self, node: &BoxNode) -> bool;
    /// The cuts and directions noted.
    fn wanted(&mut self) -> Finer;
    /// The norm of each constraint. The request's constraints divided by their norms are the problem's constraints.
    fn norms(&self) -> &[f64];
    /// The nearest point of a box that keeps the constraints and costs less than `cutoff`. `levels` are the box's levels
    /// by var. Every point of the box costs at least `bound`.
    fn nearest(&mut self, levels: &[Vec<u32>], bound: f64, cutoff: f64) -> Near;
}

/// The ends of a box's numbers in the linear program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Those of the box.
    AsTheyAre,
    /// Further apart by a rounding. A box that ends one number beside the query's own may miss a constraint by that step alone. The multipliers of this
    /// constraint close nothing, since the check forgives as much; those of the wider program may.
    Wider,
}

impl fmt::Debug for dyn ProofLp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofLp")
    }
}

/// The parts of a proof that the next pass has in addition.
#[derive(Debug)]
pub struct Finer {
    /// By feature the cuts between levels.
    pub cuts: Vec<Vec<f64>>,
    /// The directions of a hull.
    pub directions: Vec<Vec<f64>>,
}

/// The result of [`ProofLp::nearest`] for a box.
#[derive(Debug)]
pub struct Near {
    /// The box's nearest point as a raw row, and its cost.
    pub best: Option<(Vec<f64>, f64)>,
    /// A nearer point may have been missed; it costs at least this.
    pub unsure: Option<f64>,
}

/// Finds the nearest points of boxes.
#[derive(Debug)]
pub struct Nearby(pub Box<dyn ProofLp>);

impl Nearby {
    /// See [`ProofLp::nearest`].
    pub fn find(&mut self, levels: &[Vec<u32>], bound: f64, cutoff: f64) -> Near {
        self.0.nearest(levels, bound, cutoff)
    }
}

/// The state of a proof with constraints.
#[derive(Debug)]
pub(super) struct Beside {
    proof_lp: Box<dyn ProofLp>,
    /// Whether the proof claims an optimal cost. Otherwise it claims that there is no answer.
    claims: bool,
    /// The passes before; `None` where neither finer levels nor directions may be asked for any more.
    passes: Option<u32>,
    /// Number of boxes left open because they need finer levels or directions.
    wanting: usize,
    /// The bound of the last box that was left below the claim. It is the least such bound, since each of them lowers
    /// the cutoff.
    proved: Option<f64>,
    /// Whether some box may hold an answer although none is claimed.
    failed: bool,
    /// The number of constraints, the last ones, that are a hull's directions or tie features of tests, leaves and amounts to the others.
    pub ties: usize,
}

/// The outcome of a proof with constraints.
#[derive(Debug)]
pub enum Proved {
    /// The proof's bytes. The second value, if any, is the lower cost that is proved instead of the claim.
    Whole(Vec<u8>, Option<f64>),
    /// The proof must be written again with more.
    Finer(Finer),
    /// There is no proof.
    Failed,
}

impl Beside {
    /// The multipliers of a box's constraints, in the request's own units.
    pub fn gammas(&self, node: &BoxNode) -> Vec<f64> {
        node.gamma.iter().zip(self.proof_lp.norms()).map(|(g, norm)| g / norm).collect()
    }
}

impl BoxSearch {
    /// As [`BoxSearch::prove`], for a problem with linear constraints. `claims` says whether `cost` is the cost of an
    /// answer.
    pub fn prove_beside(
        problem: Problem,
        cost: f64,
        claims: bool,
        proof_lp: Box<dyn ProofLp>,
        passes: Option<u32>,
    ) -> BoxSearch {
        let ties = problem.linear_constraints().map_or(0, |c| c.ties);
        let mut search = BoxSearch::new(problem, cost);
        search.incumbent.cost = if claims { cost - CLAIM } else { cost };
        let beside = Beside { proof_lp, claims, passes, wanting: 0, proved: None, failed: false, ties };
        search.proof = Some(ProofWriter::with(beside));
        search
    }

    /// The outcome of a search by [`BoxSearch::prove_beside`].
    pub fn into_proved(mut self) -> Proved {
        let Some(mut beside) = self.proof.as_mut().and_then(|p| p.beside.take()) else { return Proved::Failed };
        if beside.wanting > 0 {
            Proved::Finer(beside.proof_lp.wanted())
        } else if beside.failed {
            Proved::Failed
        } else {
            Proved::Whole(self.into_proof(), beside.proved)
        }
    }

    /// Whether a box with constraints must be worked on. Where multipliers alone close it, the proof states them.
    pub(super) fn proof_still_open(&mut self, node: &mut BoxNode) -> bool {
        if node.trees() == 0 && !self.leads(node) {
            return false;
        }
        let fresh = node.gamma.iter().all(|g| *g == 0.0);
        let (gamma, lambda, mu) = (node.gamma.clone(), node.lambda.clone(), node.mu);
        if self.closes(node) {
            return false;
        }
        if !fresh {
            node.gamma = gamma;
        }
        (node.lambda, node.mu) = (lambda, mu);
        node.rebuild(&self.problem);
        true
    }

    /// Whether the one leaf that each tree has left leads to the target.
    fn leads(&mut self, node: &BoxNode) -> bool {
        self.first_point(node);
        debug_assert!(!self.point.contains(&OPEN));
        self.problem.on_target(&self.point)
    }

    /// The first level of each feature of a box, as the present point.
    fn first_point(&mut self, node: &BoxNode) {
        self.point.clear();
        self.point.extend_from_slice(&node.decided);
        for v in 0..node.vars() {
            self.point[node.var[v] as usize] = node.level[node.var_level[v] as usize];
        }
    }

    /// Prices a box's constraints by the linear program, without messages and other multipliers. Returns whether that
    /// closes the box; if so, the proof states it. If not, the box's messages are restored, but its reduced costs still
    /// belong to messages of zero.
    fn closes(&mut self, node: &mut BoxNode) -> bool {
        let cutoff = self.limits().cutoff;
        let messages = node.message.clone();
        node.message.fill(0.0);
        node.lambda.fill(0.0);
        node.mu = 0.0;
        let mut fresh = false;
        for ends in [Ends::AsTheyAre, Ends::Wider] {
            let Some(beside) = self.beside() else { return false };
            if ends == Ends::Wider && !beside.proof_lp.unexplained() {
                break;
            }
            let mut gamma = std::mem::take(&mut node.gamma);
            fresh |= beside.proof_lp.price(node, cutoff, &mut gamma, ends);
            node.gamma = gamma;
            let mut last = f64::NEG_INFINITY;
            for _ in 0..DOUBLINGS {
                node.rebuild(&self.problem);
                let bound = self.scratch.dual.start(&self.problem, node);
                if bound >= cutoff {
                    self.state(node);
                    return true;
                }
                if bound.is_nan() || bound <= last {
                    break;
                }
                last = bound;
                node.gamma.iter_mut().for_each(|g| *g *= 2.0);
            }
        }
        node.gamma.iter_mut().for_each(|g| *g *= 0.5);
        node.message = messages;
        fresh && self.wants(|lp| lp.want_directions())
    }

    /// Leaves a box to the next pass, if there may be one that has more to state. Returns whether it does.
    fn wants(&mut self, more: impl FnOnce(&mut dyn ProofLp) -> bool) -> bool {
        let Some(beside) = self.beside() else { return false };
        let Some(passes) = beside.passes else { return false };
        let wants = more(&mut *beside.proof_lp);
        if wants {
            beside.wanting += 1;
            if beside.wanting > WANTED << passes.min(20) {
                self.open.clear();
            }
        }
        wants
    }

    /// Branches a box whose trees are decided. Returns `false` without a branching. Then the box is left with the bound
    /// that is proved for it.
    pub(super) fn prove_rest(&mut self, task: &mut NodeTask) -> bool {
        let parts = self.beside().and_then(|b| b.proof_lp.parts(&task.sweeping.node));
        if let Some(parts) = parts {
            self.branch(task, parts);
            return true;
        }
        let cutoff = self.limits().cutoff;
        // The features have one level each.
        self.first_point(&task.sweeping.node);
        let point = std::mem::take(&mut self.point);
        let misread = self.beside().is_some_and(|beside| beside.proof_lp.misread(&task.sweeping.node, &point));
        self.point = point;
        let node = &mut task.sweeping.node;
        // The check sees a misread test too.
        let settled = misread || self.wants(|lp| lp.want(node));
        let Some(beside) = self.beside() else { return false };
        if settled {
            // Nothing is to be stated.
        } else if beside.claims {
            let mut gamma = Vec::new();
            beside.proof_lp.price(node, cutoff, &mut gamma, Ends::AsTheyAre);
            node.gamma = gamma;
            if beside.ties > 0 {
                // Nothing is left for the multipliers of an earlier box to do.
                node.lambda.fill(0.0);
                node.mu = 0.0;
            }
            node.rebuild(&self.problem);
            let bound = self.scratch.dual.start(&self.problem, node);
            self.state(node);
            self.incumbent.cost = bound.min(self.incumbent.cost);
            if let Some(beside) = self.beside() {
                beside.proved = Some(bound);
            }
        } else {
            beside.failed = true;
            self.open.clear();
        }
        self.close();
        false
    }
}
