//! Certificates with linear constraints: each goal's proof, repeated with finer levels where a proof needs them. Also
//! regions with constraints.

use crate::engines::box_search::{BoxSearch, Nearby, Proved};
use crate::engines::lagrangian::ConstraintProofLp;
use crate::problem::Problem;
use crate::{Search, SearchError, Stage};

/// Proofs are written again with finer levels at most this many times. Later proofs state a lower cost instead. More
/// takes longer and proves the cost more often. By hand; not measured.
const MOST_REPEATS: u32 = 12;

impl Search {
    /// Begins a goal's proof. There is none where the costs are unbounded.
    pub(crate) fn start_beside(&mut self, goal: usize, problem: Problem, limit: f64, all: &[bool]) {
        let proof_lp =
            ConstraintProofLp::new(problem, &self.query, all, &self.proof_cuts, &self.hyperplanes, &self.stand_ins);
        let Ok((problem, proof_lp)) = proof_lp else { return };
        let claims = limit.is_finite();
        let cost = if claims { limit } else { 2.0 * proof_lp.dearest + 1.0 };
        if cost.is_finite() {
            let search =
                BoxSearch::prove_beside(problem, cost, claims, Box::new(proof_lp), self.proofs_repeated < MOST_REPEATS);
            self.stage = Stage::Proof(goal, Box::new(search));
        }
    }

    /// A search for the regions within a radius. Some point of each region keeps the constraints.
    ///
    /// # Errors
    /// Query features that this engine does not support, by name.
    pub(crate) fn regions_beside(&self, problem: Problem, radius: f64, all: &[bool]) -> Result<BoxSearch, SearchError> {
        let (problem, proof_lp) =
            ConstraintProofLp::new(problem, &self.query, all, &[], &self.hyperplanes, &self.stand_ins)?;
        Ok(BoxSearch::regions_beside(problem, radius, Nearby(Box::new(proof_lp))))
    }

    /// Takes the proof of a goal with constraints. If it needs finer levels, all proofs begin again.
    pub(crate) fn end_beside(&mut self, goal: usize, search: Box<BoxSearch>) {
        match search.into_proved() {
            Proved::Whole(bytes, proved) => {
                self.proofs.push(bytes);
                let proved = proved.map(|p| p + self.goals[goal].offset);
                self.proved = match (self.proved, proved) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                self.start_proof(goal + 1);
            }
            Proved::Finer(cuts) => {
                self.proofs_repeated += 1;
                self.proof_cuts.resize(cuts.len(), Vec::new());
                for (all, more) in self.proof_cuts.iter_mut().zip(cuts) {
                    all.extend(more);
                    all.sort_by(f64::total_cmp);
                    all.dedup();
                }
                self.proofs.clear();
                self.proved = None;
                self.start_proof(0);
            }
            Proved::Failed => {}
        }
    }
}
