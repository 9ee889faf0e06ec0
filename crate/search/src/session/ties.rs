//! Every optimal answer, goal by goal, once the optimum is proved.

use crate::{Best, Point, Search, Stage};
use espalier_engines::box_search::BoxSearch;
use espalier_engines::problem::level_answer;
use espalier_engines::problem::Moves;
use espalier_engines::tolerances::{EQUAL, NEARLY_EQUAL};
use espalier_model::ensemble::Precision;
use espalier_model::explanation::Counterfactual;
use espalier_numerics::sorting::sort_by;

impl Search {
    /// Continues with the first goal from `goal` on that can be listed, or ends after the last one.
    pub(crate) fn start_ties(&mut self, goal: usize) {
        let Some(best) = &self.best else { return };
        let all = self.all();
        if goal < self.goals.len() {
            if let Ok(problem) = self.problem(goal, &all) {
                let between = self.goals[best.goal].offset - self.goals[goal].offset;
                let optimum = self.raised_cost(best, &all) + between;
                self.stage = Stage::Ties(goal, Box::new(BoxSearch::ties(problem, optimum)));
            }
        } else {
            self.start_proof(0);
        }
    }

    /// The cost of an answer before the offset of its goal is added. Beside prices that earn 1e15 the sum of both says nothing of a cent, and costs
    /// that differ by cents are no ties.
    fn raised_cost(&self, best: &Best, enforced: &[bool]) -> f64 {
        match (&best.point, self.problem(best.goal, enforced)) {
            (Point::Levels(levels), Ok(problem)) => problem.cost(levels),
            _ => best.cost - self.goals[best.goal].offset,
        }
    }

    pub(crate) fn step_ties(&mut self, goal: usize, mut search: Box<BoxSearch>) {
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
                let found = level_answer::counterfactual(&problem, &mut Moves::default(), &levels, cost);
                let bits = |row: &[f64]| row.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                if self.ties.iter().all(|t| bits(&t.values) != bits(&found.values)) {
                    self.ties.push(found);
                }
            }
        }
        self.start_ties(goal + 1);
    }

    /// The tied answers, among the answers in different regions.
    pub(crate) fn tied(&self) -> Vec<Counterfactual> {
        let mut all = self.before.clone();
        sort_by(&mut all, |a, b| a.cost.total_cmp(&b.cost));
        let share = if self.compiled.ensemble.input == Precision::F32 { NEARLY_EQUAL } else { EQUAL };
        let most = all.first().map_or(0.0, |c| self.within(c.cost, share));
        all.retain(|c| c.cost <= most);
        all
    }
}
