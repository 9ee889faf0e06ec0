//! The pool of incumbents (Maragno et al. 2022, Section 2): other answers that the search met on its way to the cheapest.

use crate::session::run::Run;
use crate::tolerances::{within, NEARLY_EQUAL};
use crate::{Best, Point, Search};
use espalier_model::explanation::Counterfactual;
use espalier_model::query::Sought;
use espalier_numerics::sorting::sort_by;

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
        let mut all: Vec<&Best> = self.met.iter().collect();
        sort_by(&mut all, |a, b| a.cost.total_cmp(&b.cost));
        for met in all {
            if pool.len() < most && met.cost > within(last, NEARLY_EQUAL) {
                last = met.cost;
                pool.extend(self.evaluated(met));
            }
        }
        pool
    }
}
