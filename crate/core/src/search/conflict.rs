//! Which of the query's own limits exclude each other, when nothing satisfies them all.

use super::run::Run;
use super::{Search, Stage};

/// The deletion filter for a minimal conflict: each constraint in turn is left out for good when the
/// rest still excludes every answer.
#[derive(Debug)]
pub(super) struct Filter {
    enforced: Vec<bool>,
    /// Next constraint to try; the one left out now.
    next: usize,
    trying: Option<usize>,
    goal: usize,
    run: Option<Run>,
}

impl Filter {
    /// A filter over constraints that are known to exclude every answer together.
    pub fn new(enforced: Vec<bool>) -> Filter {
        Filter { enforced, next: 0, trying: None, goal: 0, run: None }
    }
}

impl Search {
    /// Works on one box of the filter.
    pub(super) fn step_conflict(&mut self, mut filter: Box<Filter>) {
        let Some(run) = &mut filter.run else {
            // Leave out the next constraint, or finish.
            if filter.goal == 0 {
                let Some(next) = (filter.next..filter.enforced.len()).next() else {
                    self.conflict = Some((0..filter.enforced.len()).filter(|&i| filter.enforced[i]).collect());
                    self.start_proof(0);
                    return;
                };
                filter.next = next + 1;
                filter.trying = Some(next);
                filter.enforced[next] = false;
            }
            if let Ok(run) = self.run(filter.goal, &filter.enforced, self.budget()) {
                filter.run = Some(run);
                self.stage = Stage::Conflict(filter);
            }
            return;
        };
        let over = run.step();
        // What cannot be proved is taken for possible.
        let found = run.best().is_some() || over && !run.proved();
        if over || found {
            self.nodes += run.nodes();
            filter.run = None;
            if found {
                // Needed: without it there is an answer.
                if let Some(i) = filter.trying.take() {
                    filter.enforced[i] = true;
                }
                filter.goal = 0;
            } else {
                filter.goal = (filter.goal + 1) % self.goals.len();
            }
        }
        self.stage = Stage::Conflict(filter);
    }
}
