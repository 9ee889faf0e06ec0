//! Bound tightening by linear constraints: removes the levels with which a constraint cannot be kept, even with the
//! best levels of all other features.

use super::NodeReduction;
use crate::box_search::node::BoxNode;
use crate::problem::linear_constraints::LinearConstraints;

impl NodeReduction {
    /// Removes levels that break a constraint for every choice of the other levels. Returns `None` when a constraint is
    /// broken by every point, and otherwise whether any level was removed.
    pub(super) fn linear_constraints(&mut self, constraints: &LinearConstraints, src: &BoxNode) -> Option<bool> {
        let mut dropped = false;
        let rows = constraints.limits.len();
        for row in 0..rows {
            let used =
                |k: usize, v: usize| constraints.parts[src.var[v] as usize].least(row, rows, src.level[k], src.span[k]);
            self.top.clear();
            let mut total = 0.0;
            for v in 0..src.vars() {
                let live = src.levels_of(v).filter(|&k| self.level[k]);
                let least = live.map(|k| used(k, v)).fold(f64::INFINITY, f64::min);
                total += least;
                self.top.push(least);
            }
            let most = constraints.most(row);
            if total > most {
                return None;
            }
            for v in 0..src.vars() {
                let rest = total - self.top[v];
                for k in src.levels_of(v) {
                    if self.level[k] && rest + used(k, v) > most {
                        self.level[k] = false;
                        dropped = true;
                    }
                }
            }
        }
        Some(dropped)
    }
}
