//! Optimality proofs: the search runs again under the cost of the answer. It removes levels and leaves only for reasons
//! that the proof states, so that a checker can repeat each of them.
//!
//! The format is in docs/contract/certificate.md.

use super::linear_constraint_proof::Beside;
use super::node::BoxNode;
use super::node_reduction::Kill;
use super::sweep_limits::Sweeping;
use super::BoxSearch;
use crate::problem::goal_problem::Problem;

/// The kinds of steps in a proof.
const CLOSED: u8 = 0;
const ROUND: u8 = 1;
const SPLIT: u8 = 2;

/// The steps of a proof so far.
#[derive(Debug, Default)]
pub struct ProofWriter {
    bytes: Vec<u8>,
    pub(super) beside: Option<Beside>,
}

impl ProofWriter {
    /// A proof with linear constraints.
    pub fn with(beside: Beside) -> ProofWriter {
        ProofWriter { bytes: Vec::new(), beside: Some(beside) }
    }
}

impl BoxSearch {
    /// A search that proves, step by step, that no answer has a separable cost under `cost`.
    pub fn prove(problem: Problem, cost: f64) -> BoxSearch {
        let mut search = BoxSearch::new(problem, cost);
        search.proof = Some(ProofWriter::default());
        search
    }

    /// The proof that a search by [`BoxSearch::prove`] has written.
    pub fn into_proof(mut self) -> Vec<u8> {
        self.proof.take().map_or_else(Vec::new, |p| p.bytes)
    }

    /// The state of a proof with linear constraints.
    pub(super) fn beside(&mut self) -> Option<&mut Beside> {
        self.proof.as_mut()?.beside.as_mut()
    }

    /// Whether a round of the proof is worth its size: `priced` is the bound of the present messages.
    pub(super) fn pays(&self, sweeping: &Sweeping, priced: f64) -> bool {
        let cutoff = self.limits().cutoff;
        let (levels, leaves) = self.scratch.dual.excluded(&sweeping.node, cutoff);
        let excluded = levels.count() + leaves.count();
        priced >= cutoff || excluded * 5 > sweeping.size || (!sweeping.more() && excluded > 0)
    }

    /// States the present messages in the proof and removes the levels and leaves that they exclude. Returns whether
    /// the box is still open. Then it must be reduced.
    pub(super) fn round(&mut self, node: &mut BoxNode) -> bool {
        let cutoff = self.limits().cutoff;
        for message in &mut node.message {
            *message = f64::from(single(*message));
        }
        node.rebuild(&self.problem);
        self.scratch.dual.start(&self.problem, node);
        self.state(node);
        if self.scratch.dual.total() >= cutoff {
            self.close();
            return false;
        }
        let (levels, leaves) = self.scratch.dual.excluded(node, cutoff);
        let (levels, leaves): (Vec<usize>, Vec<usize>) = (levels.collect(), leaves.collect());
        levels.into_iter().for_each(|k| node.reduced[k] = f64::INFINITY);
        leaves.into_iter().for_each(|l| node.z[l] = f64::INFINITY);
        true
    }

    /// Writes a box's multipliers and messages.
    pub(super) fn state(&mut self, node: &BoxNode) {
        if let Some(proof) = &mut self.proof {
            proof.round(node, self.problem.max_changes.is_some());
        }
    }

    /// Writes the branching of a box.
    pub(super) fn state_split(&mut self, node: &BoxNode, first: Kill) {
        if let Some(proof) = &mut self.proof {
            let var = &self.problem.vars[node.var[first.var] as usize];
            proof.split(node, first, var.levels() as u32);
        }
    }
}

/// A message as the proof states it: a finite single-precision number. Costs may be larger, but any message gives a
/// valid bound.
fn single(message: f64) -> f32 {
    (message as f32).clamp(f32::MIN, f32::MAX)
}

impl ProofWriter {
    pub fn close(&mut self) {
        self.bytes.push(CLOSED);
    }

    fn number(&mut self, mut n: u32) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    /// The multipliers, and by var the edges whose messages are not all 0.
    fn round(&mut self, node: &BoxNode, limited: bool) {
        let scaled = self.beside.as_ref().map_or_else(Vec::new, |b| b.gammas(node));
        self.bytes.push(ROUND);
        for lambda in &node.lambda {
            self.bytes.extend(lambda.to_le_bytes());
        }
        if limited {
            self.bytes.extend(node.mu.to_le_bytes());
        }
        let ties = self.beside.as_ref().map_or(0, |b| b.ties);
        let (always, tied) = scaled.split_at(scaled.len() - ties);
        for gamma in always {
            self.bytes.extend(gamma.to_le_bytes());
        }
        for (row, gamma) in (1..).zip(tied).filter(|(_, gamma)| **gamma > 0.0) {
            self.number(row);
            self.bytes.extend(gamma.to_le_bytes());
        }
        if ties > 0 {
            self.number(0);
        }
        let speaks = |e: &usize| node.message[node.segments_of(*e)].iter().any(|m| *m != 0.0);
        for v in 0..node.vars() {
            let edges = node.edges_of(v).filter(speaks).count();
            if edges == 0 {
                continue;
            }
            self.number(node.var[v] + 1);
            self.number(edges as u32);
            for e in node.edges_of(v).filter(speaks) {
                let segments = node.segments_of(e);
                self.number(node.tree[node.edge_tree[e] as usize]);
                self.number(segments.len() as u32);
                let mut before = 0;
                for s in segments.clone().skip(1) {
                    let from = node.lowest[node.segment_levels(v, e, s).0];
                    self.number(from - before);
                    before = from;
                }
                for s in segments {
                    self.bytes.extend(single(node.message[s]).to_le_bytes());
                }
            }
        }
        self.number(0);
    }

    /// The branching: the var (of `all` levels), the range of its levels on one side (lower bound included, upper one
    /// not), and whether that side comes first.
    fn split(&mut self, node: &BoxNode, first: Kill, all: u32) {
        self.bytes.push(SPLIT);
        let levels = node.levels_of(first.var);
        let at = |i: usize| node.lowest[levels.start + i];
        let from = if first.from == 0 { 0 } else { at(first.from) };
        let to = if first.to == levels.len() { all } else { at(first.to) };
        self.number(node.var[first.var]);
        self.number(from);
        self.number(to);
        self.number(u32::from(first.others));
    }
}
