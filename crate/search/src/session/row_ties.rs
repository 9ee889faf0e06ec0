//! Ties among background rows.

use crate::Search;
use espalier_engines::nearest_row::{same_row, NearestRow};
use espalier_engines::tolerances::EQUAL;
use espalier_model::explanation::MAX_TIES;
use espalier_numerics::sorting::sort_by;

impl Search {
    /// Keeps the tied rows of a goal, and those of earlier goals that still tie.
    pub(crate) fn keep_ties(&mut self, goal: usize, search: &NearestRow) {
        let Some(best) = &self.best else { return };
        let (most, offset) = (self.within(best.cost, EQUAL), self.goals[goal].offset);
        let found: Vec<_> = search.tied(offset).collect();
        self.truncated |= found.len() > MAX_TIES;
        let mut ties = std::mem::take(&mut self.ties);
        ties.extend(found);
        ties.retain(|t| t.cost <= most);
        sort_by(&mut ties, |a, b| a.cost.total_cmp(&b.cost));
        for one in ties {
            if self.ties.iter().all(|t| !same_row(&t.values, &one.values)) {
                self.ties.push(one);
            }
        }
        self.truncated |= self.ties.len() > MAX_TIES;
        self.ties.truncate(MAX_TIES);
    }
}
