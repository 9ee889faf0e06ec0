//! Writing a certificate once the answer is known: a proof for each goal.

use crate::{Engine, Search, Stage};
use espalier_engines::box_search::BoxSearch;
use espalier_engines::linf_search::within;
use espalier_engines::tolerances::CLOSE;
use espalier_model::explanation::Certificate;

impl Search {
    /// Begins a part of the proof, if a certificate is wanted: that for a goal or, beside a hull, for a goal and a cluster. Behind the last part the
    /// certificate is complete.
    pub(crate) fn start_proof(&mut self, part: usize) {
        if !self.query.certificate || self.best.is_none() && self.unproved < f64::INFINITY {
            return;
        }
        if self.engine == Engine::LpSearch {
            self.start_slanted_proof();
            return;
        }
        let clusters = self.clusters();
        let goal = part / clusters.max(1);
        let all = self.enforced(&self.query, goal);
        // All goals have the same cuts, so the last goal's stand in the certificate.
        let last = self.goals.len() - 1;
        let Ok(mut problem) = self.problem(goal.min(last), &all) else { return };
        if part == self.goals.len() * clusters {
            let cost = self.best.as_ref().map(|b| b.cost);
            self.certificate = Some(Certificate {
                cost,
                proved: cost.and(self.proved),
                cuts: problem.vars.into_iter().map(|v| v.cuts.0).collect(),
                proofs: std::mem::take(&mut self.proofs),
                hull: self.hull_proof.take().map_or_else(Vec::new, |hull| hull.directions),
            });
            return;
        }
        let mut limit = self.best.as_ref().map_or(f64::INFINITY, |b| b.cost - self.goals[goal].offset);
        if self.engine == Engine::Lagrangian {
            self.start_beside(part, problem, limit);
            return;
        }
        if problem.vars.iter().any(|v| !v.reach.is_empty()) {
            // For a largest-change cost alone: the problem keeps only the points with a smaller change, at no cost. The
            // proof shows that there is none.
            problem = within(&problem, &problem.vars, |reach| reach < limit * (1.0 - CLOSE));
            limit = f64::INFINITY;
        }
        self.stage = Stage::Proof(goal, Box::new(BoxSearch::prove(problem, limit)));
    }

    /// Does one step of a proof.
    pub(crate) fn step_proof(&mut self, goal: usize, mut search: Box<BoxSearch>) {
        if !search.step() {
            self.stage = Stage::Proof(goal, search);
            return;
        }
        if self.engine == Engine::Lagrangian {
            self.end_beside(goal, search);
        } else {
            self.proofs.push(search.into_proof());
            self.start_proof(goal + 1);
        }
    }
}
