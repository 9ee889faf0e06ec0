//! The pool of incumbents (Maragno et al. 2022, Section 2): other answers that the search met on its way to the cheapest.

use crate::session::run::Run;
use crate::{Best, Point, Search};
use espalier_engines::tolerances::NEARLY_EQUAL;
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Sought;

impl Search {
    /// Keeps the incumbents that a new one has replaced: the session's own, and those that came and went within a step of the engine.
    pub(crate) fn keep_met(&mut self, goal: usize, run: &mut Run, before: Option<Best>) {
        if !matches!(self.query.sought, Sought::Pool { .. }) {
            return;
        }
        self.met.extend(before);
        let offset = self.goals[goal].offset;
        let met = |point, cost: f64| Best { goal, point, cost: cost + offset, answer: None };
        match run {
            Run::Boxes(search) => {
                self.met.extend(search.replaced().into_iter().map(|(levels, cost)| met(Point::Levels(levels), cost)));
            }
            _ => self.met.extend(run.replaced().into_iter().map(|(row, cost)| met(Point::Row(row), cost))),
        }
    }

    /// The cheapest earlier incumbents, ascending in cost. The costs of any two of them, and of the answer, differ by more than 1e-6 of themselves;
    /// so none is another in longer decimals.
    pub(crate) fn pool(&self, answer: Option<&Counterfactual>) -> Vec<Counterfactual> {
        let (Sought::Pool { most }, Some(answer)) = (self.query.sought, answer) else { return Vec::new() };
        let mut last = answer.cost;
        let mut pool = Vec::new();
        while pool.len() < most {
            let dearer = self.met.iter().filter(|met| met.cost > self.within(last, NEARLY_EQUAL));
            let Some(next) = dearer.min_by(|a, b| a.cost.total_cmp(&b.cost)) else { break };
            last = next.cost;
            pool.extend(self.evaluated(next));
        }
        pool
    }
}
