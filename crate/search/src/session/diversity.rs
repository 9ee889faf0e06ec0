//! Several answers: each must differ from all earlier ones.

use crate::{Best, Engine, Point, Progress, Search, Stage};
use espalier_engines::box_search::MOST_REGIONS;
use espalier_engines::problem::diversity::{ways, ways_out};
use espalier_engines::problem::target::goals;
use espalier_model::explanation::{Counterfactual, Explanation, Status, Work, MAX_SERIES, MAX_TIES};
use espalier_model::query::{Distinct, Sought};

impl Search {
    /// Keeps the answer that was just proved, and begins the search for the next one. Without an answer, all have been
    /// found.
    pub(crate) fn next_answer(&mut self) {
        let Some(answer) = self.present() else { return };
        let all = self.all();
        if let Sought::Series { to, step } = self.query.sought {
            self.demand_more(answer, to, step);
            return;
        }
        let Some(distinct) = self.query.distinct() else { return };
        let ways = match (distinct, &self.best) {
            (Distinct::Regions, Some(Best { goal, point: Point::Levels(levels), .. })) => {
                let Ok(problem) = self.problem(*goal, &all) else { return };
                ways_out(&problem, levels)
            }
            _ => ways(&answer, &self.compiled.schema, distinct),
        };
        self.best = None;
        // Rows are compared one by one.
        if self.query.real_rows.is_none() {
            self.apart.push(ways);
        }
        self.before.push(answer);
        if self.before.len() < self.most_answers() {
            if let Ok(run) = self.run(0, &all, self.budget()) {
                self.stage = Stage::Goal(0, run);
            }
        }
    }

    /// Keeps an answer of a series, and begins the search for the cheapest that demands more than it reaches.
    fn demand_more(&mut self, answer: Counterfactual, to: f64, step: f64) {
        let target = self.query.target.demanding_more(&answer.prediction, step, to);
        self.best = None;
        self.before.push(answer);
        let Some(target) = target.filter(|_| self.before.len() < self.most_answers()) else { return };
        let Ok(goals) = goals(self.compiled.scores(), &target, self.query.margin) else { return };
        self.goals = goals;
        self.goals.iter_mut().for_each(|goal| goal.offset -= self.earned);
        if let Ok(run) = self.run(0, &self.all(), f64::INFINITY) {
            self.stage = Stage::Goal(0, run);
        }
    }

    /// The most answers that are searched for one after the other. Linear programs list ties so too, other engines have a stage for them.
    pub(crate) fn most_answers(&self) -> usize {
        match self.query.sought {
            Sought::Several { count, .. } => count,
            Sought::Series { .. } => MAX_SERIES,
            Sought::Ties if self.engine == Engine::LpSearch => MAX_TIES,
            Sought::Regions { .. } => MOST_REGIONS,
            _ => 1,
        }
    }

    /// The first answer is proved. Later ones cost as much or more.
    pub(crate) fn progress_after(&self, first: &Counterfactual) -> Progress {
        let now = if let Stage::Goal(_, run) = &self.stage { run.nodes() } else { 0 };
        Progress { incumbent: Some(first.cost), lower_bound: first.cost, nodes: self.nodes + now }
    }

    /// The answers proved so far. `truncated` until the last one is proved, or it is proved that there are no more.
    pub(crate) fn several(&self) -> Explanation {
        let counterfactuals = if self.query.sought == Sought::Ties { self.tied() } else { self.before.clone() };
        Explanation {
            status: Status::Optimal,
            lower_bound: counterfactuals.first().map(|c| c.cost),
            counterfactuals,
            truncated: !matches!(self.stage, Stage::Done)
                || self.unproved < f64::INFINITY
                || matches!(self.query.sought, Sought::Ties | Sought::Series { .. })
                    && self.before.len() == self.most_answers(),
            conflict: None,
            regions: None,
            reach: None,
            pool: Vec::new(),
            hulls: Vec::new(),
            certificate: None,
            work: Work { nodes: self.progress().nodes },
        }
    }
}
