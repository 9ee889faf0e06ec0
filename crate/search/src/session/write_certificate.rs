//! Writing a certificate once the answer is known: a proof for each goal.

use crate::engines::box_search::BoxSearch;
use crate::engines::linf_search::within;
use crate::tolerances::CLOSE;
use crate::{Engine, Search, Stage};
use espalier_model::explanation::Certificate;

impl Search {
    /// Begins the proof for a goal, if a certificate is wanted and there is such a goal.
    pub(crate) fn start_proof(&mut self, goal: usize) {
        if !self.query.certificate || self.best.is_none() && self.unproved < f64::INFINITY {
            return;
        }
        if self.engine == Engine::LpSearch {
            self.start_slanted_proof();
            return;
        }
        let mut all = self.all();
        let ties = self.query.constraints.len() - self.stand_ins.rows.len();
        for (on, of) in all[ties..].iter_mut().zip(&self.stand_ins.rows) {
            *on = of.is_none_or(|of| of == goal);
        }
        // All goals have the same cuts, so the last goal's stand in the certificate.
        let last = self.goals.len() - 1;
        let Ok(mut problem) = self.problem(goal.min(last), &all) else { return };
        if goal == self.goals.len() {
            let cost = self.best.as_ref().map(|b| b.cost);
            self.certificate = Some(Certificate {
                cost,
                proved: cost.and(self.proved),
                cuts: problem.vars.into_iter().map(|v| v.cuts.0).collect(),
                proofs: std::mem::take(&mut self.proofs),
            });
            return;
        }
        let mut limit = self.best.as_ref().map_or(f64::INFINITY, |b| b.cost - self.goals[goal].offset);
        if self.engine == Engine::Lagrangian {
            self.start_beside(goal, problem, limit, &all);
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
