//! Every optimal answer, goal by goal, once the optimum is proved.

use crate::ensemble::Precision;
use crate::explanation::Counterfactual;
use crate::search::engines::box_search::{BoxSearch, Moves};
use crate::search::{problem::answer, Search, Stage};
use crate::sorting::sort_by;

/// Costs that differ by no more are tied.
const EQUAL: f64 = 1e-9;

/// How much dearer, than what rounding and slabs have made of the first, regions that hyperplanes bound are looked at: their answers
/// are drawn nearer then. In single precision all that is left of a tie.
pub(in crate::search) const NEAR: f64 = 1e-6;

/// A cost and what is tied with it, relative to the larger of 1e-3 and itself.
pub(in crate::search) fn within(cost: f64, share: f64) -> f64 {
    cost + share * cost.max(1e-3)
}

impl Search {
    /// Goes on with the first goal from `goal` that can be listed, or past them all.
    pub(in crate::search) fn start_ties(&mut self, goal: usize) {
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

    pub(in crate::search) fn step_ties(&mut self, goal: usize, mut search: Box<BoxSearch>) {
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

    /// Of the answers in regions of their own those that are tied.
    pub(in crate::search) fn tied(&self) -> Vec<Counterfactual> {
        let mut all = self.before.clone();
        sort_by(&mut all, |a, b| a.cost.total_cmp(&b.cost));
        let share = if self.compiled.ensemble.input == Precision::F32 { NEAR } else { EQUAL };
        let most = all.first().map_or(0.0, |c| within(c.cost, share));
        all.retain(|c| c.cost <= most);
        all
    }
}
