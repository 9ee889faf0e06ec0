//! Every optimal answer (FEATURES V1), goal by goal, once the optimum is proved.

use super::boxes::{BoxSearch, Moves};
use super::{answer, Search, Stage};

impl Search {
    /// Goes on with the first goal from `goal` that can be listed, or past them all.
    pub(super) fn start_ties(&mut self, goal: usize) {
        let Some(best) = &self.best else { return };
        let all = self.all();
        if goal < self.goals.len() {
            if let Ok(problem) = self.problem(goal, &all) {
                let optimum = best.cost - self.goals[goal].offset;
                self.stage = Stage::Ties(goal, Box::new(BoxSearch::ties(problem, optimum)));
            }
        } else {
            self.start_proof(0);
        }
    }

    pub(super) fn step_ties(&mut self, goal: usize, mut search: Box<BoxSearch>) {
        if !search.step() {
            self.stage = Stage::Ties(goal, search);
            return;
        }
        self.nodes += search.nodes;
        let all = self.all();
        let (points, truncated) = search.into_ties();
        self.truncated |= truncated;
        if let Ok(problem) = self.problem(goal, &all) {
            for levels in points {
                let cost = problem.cost(&levels) + self.goals[goal].offset;
                let found = answer::counterfactual(&problem, &mut Moves::default(), &levels, cost);
                let bits = |row: &[f64]| row.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                if self.ties.iter().all(|t| bits(&t.values) != bits(&found.values)) {
                    self.ties.push(found);
                }
            }
        }
        self.start_ties(goal + 1);
    }
}
