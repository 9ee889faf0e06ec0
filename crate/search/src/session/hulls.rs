//! One answer in each of several hulls (Maragno et al. 2022, Section 2). The hulls are those of clusters, or one hull at several distances. Each is a
//! search of its own.

use crate::{Progress, Search, SearchError, Stage};
use espalier_model::explanation::{Conflict, Counterfactual, Explanation, Reason, Status, Work};
use std::sync::Arc;

impl Search {
    /// Begins the search in the next hull, if there is one.
    pub(crate) fn next_hull(&mut self) -> Result<(), SearchError> {
        if let Some(query) = self.to_come.pop() {
            let search = Search::by(Arc::clone(&self.compiled), query, self.engine)?;
            self.stage = Stage::Hull(Box::new(search));
        }
        Ok(())
    }

    pub(crate) fn step_hull(&mut self, mut search: Box<Search>) {
        if !search.step(1) {
            self.stage = Stage::Hull(search);
            return;
        }
        self.nodes += search.progress().nodes;
        self.hulls.push(Arc::new(search.explanation()));
        // A query that one hull takes, every hull takes. If one did not, nothing would be proved of it.
        self.truncated = self.next_hull().is_err();
    }

    /// The cheapest answer of all hulls so far. Nothing is known of hulls that are not begun.
    pub(crate) fn progress_of_hulls(&self) -> Progress {
        let known =
            |of: &Explanation| (of.counterfactuals.first().map(|c| c.cost), of.lower_bound.unwrap_or(f64::INFINITY));
        let mut all: Vec<_> = self.hulls.iter().map(|of| known(of)).collect();
        let mut nodes = self.nodes;
        if let Stage::Hull(search) = &self.stage {
            let progress = search.progress();
            nodes += progress.nodes;
            all.push((progress.incumbent, progress.lower_bound));
        }
        if !self.to_come.is_empty() {
            all.push((None, self.floor()));
        }
        let incumbent = all.iter().filter_map(|(cost, _)| *cost).reduce(f64::min);
        let lower_bound = all.iter().map(|(_, bound)| *bound).fold(incumbent.unwrap_or(f64::INFINITY), f64::min);
        Progress { incumbent, lower_bound, nodes }
    }

    /// The answers of all hulls so far, the cheapest first, and the proof of each.
    pub(crate) fn in_hulls(&self) -> Explanation {
        let mut hulls = self.hulls.clone();
        let over = matches!(self.stage, Stage::Done) && !self.truncated;
        if let Stage::Hull(search) = &self.stage {
            hulls.push(Arc::new(search.explanation()));
        }
        let mut counterfactuals: Vec<Counterfactual> = Vec::new();
        for one in hulls.iter().flat_map(|hull| &hull.counterfactuals) {
            if counterfactuals.iter().all(|other| other.values != one.values) {
                let at = counterfactuals.iter().take_while(|other| other.cost <= one.cost).count();
                counterfactuals.insert(at, one.clone());
            }
        }
        let progress = self.progress_of_hulls();
        let status = match counterfactuals.first() {
            Some(_) if over && hulls.iter().all(|hull| matches!(hull.status, Status::Optimal | Status::Infeasible)) => {
                Status::Optimal
            }
            Some(_) => Status::Feasible,
            None if over && hulls.iter().all(|hull| hull.status == Status::Infeasible) => Status::Infeasible,
            None => Status::Unknown,
        };
        Explanation {
            conflict: (status == Status::Infeasible).then(|| united(&hulls)),
            status,
            counterfactuals,
            lower_bound: (status != Status::Infeasible).then_some(progress.lower_bound),
            truncated: !over,
            regions: None,
            reach: None,
            pool: Vec::new(),
            hulls,
            certificate: None,
            work: Work { nodes: progress.nodes },
        }
    }
}

/// The limits that together exclude every answer in every hull.
fn united(hulls: &[Arc<Explanation>]) -> Conflict {
    let all: Vec<&Conflict> = hulls.iter().filter_map(|hull| hull.conflict.as_ref()).collect();
    let Some(&first) = all.first() else { return Conflict { reasons: Vec::new(), minimal: false } };
    // Words of the schema exclude every answer without any hull.
    if let Some(&words) = all.iter().find(|c| c.limits().is_empty()) {
        return words.clone();
    }
    let mut limits: Vec<usize> = Vec::new();
    for limit in all.iter().flat_map(|c| c.limits()) {
        let at = limits.iter().take_while(|other| **other < limit).count();
        if limits.get(at) != Some(&limit) {
            limits.insert(at, limit);
        }
    }
    let minimal = all.iter().all(|c| *c == first) && first.minimal;
    Conflict { reasons: limits.into_iter().map(Reason::Limit).collect(), minimal }
}
