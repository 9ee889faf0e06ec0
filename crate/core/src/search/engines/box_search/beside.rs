//! Proofs beside sums over features: a box's sums are priced by a linear program over its features' ends before its trees are looked
//! at; a box whose trees are decided is parted where that program's point shows it, until what is left of it is as the program sees it.
//!
//! What no multipliers close then holds a point that costs less than the claim: one that the input type's numbers, or whole ones, only
//! come near to. Where finer levels can tell it, the proof is to be written anew with these; else less is proved than was claimed.

use super::node::{Node, OPEN};
use super::presolve::Kill;
use super::proof::Proof;
use super::{BoxSearch, Problem};
use std::fmt;

/// Doublings of multipliers by which a box without a point is to reach the cut.
const DOUBLINGS: usize = 80;
/// After so many boxes that finer levels are wanted for, a proof is not gone on with.
const WANTED: usize = 20;
/// What costs close to 0 round by.
const SLIGHT: f64 = 4e-13;

/// What a linear program says of a box by its features' ends.
pub(in crate::search) trait Settle {
    /// The multipliers of the sums that close the box, or come nearest; to `gamma`.
    fn price(&mut self, node: &Node, cut: f64, gamma: &mut Vec<f64>);
    /// Where to part a box that was priced last, its trees decided.
    fn parts(&self, node: &Node) -> Option<(Kill, Kill)>;
    /// Notes the cuts that would part it further; whether there are any.
    fn want(&mut self, node: &Node) -> bool;
    /// By feature: the cuts noted.
    fn wanted(&mut self) -> Vec<Vec<f64>>;
    /// What the request's sums are divided by, to be those of the problem.
    fn norms(&self) -> &[f64];
    /// The nearest point of a box, by var its levels, that keeps the sums and costs less than `cut`; all costs at least `bound`.
    fn nearest(&mut self, levels: &[Vec<u32>], bound: f64, cut: f64) -> Near;
}

impl fmt::Debug for dyn Settle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Settle")
    }
}

/// What was found of a box.
#[derive(Debug)]
pub(in crate::search) struct Near {
    /// Its nearest point as a raw row, and what that costs.
    pub best: Option<(Vec<f64>, f64)>,
    /// A nearer one may have been missed that costs this at least.
    pub unsure: Option<f64>,
}

/// Finds the nearest points of boxes.
#[derive(Debug)]
pub(in crate::search) struct Nearby(pub Box<dyn Settle>);

impl Nearby {
    /// See [`Settle::nearest`].
    pub fn find(&mut self, levels: &[Vec<u32>], bound: f64, cut: f64) -> Near {
        self.0.nearest(levels, bound, cut)
    }
}

/// The state of a proof beside sums.
#[derive(Debug)]
pub(super) struct Beside {
    settle: Box<dyn Settle>,
    /// Whether a cost is claimed, not that there is no answer.
    claims: bool,
    /// Whether finer levels may be asked for.
    finer: bool,
    /// Boxes left open because they are wanted.
    wanting: usize,
    /// The least bound that a box was left at.
    proved: Option<f64>,
    /// Whether a box was left that may hold an answer, where none is claimed.
    failed: bool,
}

/// What became of a proof beside sums.
#[derive(Debug)]
pub(in crate::search) enum Proved {
    /// Its bytes; less than the claim where something is given.
    Whole(Vec<u8>, Option<f64>),
    /// It is to be written anew with these cuts besides.
    Finer(Vec<Vec<f64>>),
    /// There is none.
    Failed,
}

impl Beside {
    /// The multipliers of a box in the request's own units.
    pub fn gammas(&self, node: &Node) -> Vec<f64> {
        node.gamma.iter().zip(self.settle.norms()).map(|(g, norm)| g / norm).collect()
    }
}

impl BoxSearch {
    /// As [`BoxSearch::prove`], for a problem with sums over features; `claims`: whether `cost` is that of an answer.
    pub fn prove_beside(problem: Problem, cost: f64, claims: bool, settle: Box<dyn Settle>, finer: bool) -> BoxSearch {
        let mut search = BoxSearch::new(problem, cost);
        search.incumbent.cost = if claims { cost - SLIGHT } else { cost };
        let beside = Beside { settle, claims, finer, wanting: 0, proved: None, failed: false };
        search.proof = Some(Proof::with(beside));
        search
    }

    /// What a search by [`BoxSearch::prove_beside`] came to.
    pub fn into_proved(mut self) -> Proved {
        let Some(mut beside) = self.proof.as_mut().and_then(|p| p.beside.take()) else { return Proved::Failed };
        if beside.wanting > 0 {
            Proved::Finer(beside.settle.wanted())
        } else if beside.failed {
            Proved::Failed
        } else {
            Proved::Whole(self.into_proof(), beside.proved)
        }
    }

    /// Whether a box beside sums must be worked on; where multipliers alone close it, they are stated.
    pub(super) fn prove_settle(&mut self, node: &mut Node) -> bool {
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
    fn leads(&mut self, node: &Node) -> bool {
        self.point.clear();
        self.point.extend_from_slice(&node.decided);
        for v in 0..node.vars() {
            self.point[node.var[v] as usize] = node.level[node.var_level[v] as usize];
        }
        debug_assert!(!self.point.contains(&OPEN));
        self.problem.on_target(&self.point)
    }

    /// Prices a box's sums by the linear program, with nothing else; whether that closes it, then it is stated. Its messages stay as they are, but
    /// the reduced costs are without them.
    fn closes(&mut self, node: &mut Node) -> bool {
        let cut = self.limits().cut;
        let Some(beside) = self.beside() else { return false };
        let mut gamma = std::mem::take(&mut node.gamma);
        beside.settle.price(node, cut, &mut gamma);
        node.gamma = gamma;
        let messages = node.message.clone();
        node.message.fill(0.0);
        node.lambda.fill(0.0);
        node.mu = 0.0;
        let mut last = f64::NEG_INFINITY;
        for _ in 0..DOUBLINGS {
            node.rebuild(&self.problem);
            let bound = self.scratch.dual.start(&self.problem, node);
            if bound >= cut {
                self.state(node);
                return true;
            }
            if bound.is_nan() || bound <= last {
                break;
            }
            last = bound;
            node.gamma.iter_mut().for_each(|g| *g *= 2.0);
        }
        node.gamma.iter_mut().for_each(|g| *g *= 0.5);
        node.message = messages;
        false
    }

    /// Parts a box whose trees are decided, or leaves it with what is proved of it.
    pub(super) fn prove_rest(&mut self, mut node: Node) {
        let parts = self.beside().and_then(|b| b.settle.parts(&node));
        if let Some(parts) = parts {
            self.prove_parts(node, parts);
            return;
        }
        let cut = self.limits().cut;
        let Some(beside) = self.beside() else { return };
        if beside.finer && beside.settle.want(&node) {
            beside.wanting += 1;
            if beside.wanting > WANTED {
                self.open.clear();
            }
        } else if beside.claims {
            let mut gamma = Vec::new();
            beside.settle.price(&node, cut, &mut gamma);
            node.gamma = gamma;
            node.rebuild(&self.problem);
            let bound = self.scratch.dual.start(&self.problem, &node);
            self.state(&node);
            self.incumbent.cost = bound.min(self.incumbent.cost);
            if let Some(beside) = self.beside() {
                beside.proved = Some(bound);
            }
        } else {
            beside.failed = true;
            self.open.clear();
        }
        self.close();
        self.spare.push(node);
    }
}
