//! Certificates with linear constraints: each goal's proof, repeated with finer levels where a proof needs them. Also
//! regions with constraints.

use crate::{Search, SearchError, Stage};
use espalier_engines::box_search::{BoxSearch, Finer, Nearby, Proved};
use espalier_engines::lagrangian::ConstraintProofLp;
use espalier_engines::problem::Problem;

/// Proofs are written again with finer levels at most this many times. Later proofs state a lower cost instead. More
/// takes longer and proves the cost more often. By hand; not measured.
const MOST_REPEATS: u32 = 12;

/// As [`MOST_REPEATS`], beside a hull, where passes ask for directions too. By hand; not measured.
const MOST_DIRECTED: u32 = 60;

impl Search {
    /// Begins a part of the proof. There is none where the costs are unbounded.
    pub(crate) fn start_beside(&mut self, part: usize, problem: Problem, limit: f64) {
        let (query, directions) = self.proof_query(part);
        let all = self.enforced(&query, part / self.clusters());
        let (tests, stand_ins) = (&self.hyperplanes, &self.stand_ins);
        let proof_lp = ConstraintProofLp::new(problem, &query, &all, &self.proof_cuts, tests, stand_ins, directions);
        let Ok((problem, proof_lp)) = proof_lp else { return };
        let claims = limit.is_finite();
        let cost = if claims { limit } else { 2.0 * proof_lp.dearest + 1.0 };
        if cost.is_finite() {
            let most = if query.hull.is_some() { MOST_DIRECTED } else { MOST_REPEATS };
            let passes = Some(self.proofs_repeated).filter(|passes| *passes < most);
            let search = BoxSearch::prove_beside(problem, cost, claims, Box::new(proof_lp), passes);
            self.stage = Stage::Proof(part, Box::new(search));
        }
    }

    /// A search for the regions within a radius. Some point of each region keeps the constraints.
    ///
    /// # Errors
    /// Query features that this engine does not support, by name.
    pub(crate) fn regions_beside(&self, problem: Problem, radius: f64, all: &[bool]) -> Result<BoxSearch, SearchError> {
        let (tests, stand_ins) = (&self.hyperplanes, &self.stand_ins);
        let (problem, proof_lp) = ConstraintProofLp::new(problem, &self.query, all, &[], tests, stand_ins, (0, 0))?;
        Ok(BoxSearch::regions_beside(problem, radius, Nearby(Box::new(proof_lp))))
    }

    /// Takes a part of a proof with constraints. If it needs finer levels or more directions, all parts begin again.
    pub(crate) fn end_beside(&mut self, part: usize, search: Box<BoxSearch>) {
        match search.into_proved() {
            Proved::Whole(bytes, proved) => {
                self.proofs.push(bytes);
                let proved = proved.map(|p| p + self.goals[part / self.clusters()].offset);
                self.proved = match (self.proved, proved) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                self.start_proof(part + 1);
            }
            Proved::Finer(Finer { cuts, directions }) => {
                self.state_directions(part, directions);
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
