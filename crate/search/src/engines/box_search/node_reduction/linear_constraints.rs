//! Bound tightening by rows over features: removes the levels with which a row cannot be kept, even with the best
//! levels of all other features.

use super::Compressor;
use crate::engines::box_search::node::Node;
use crate::problem::linear_rows::Coupling;

impl Compressor {
    /// Removes levels that break a row for every choice of the other levels. Returns `None` when a row is broken by
    /// every point, and otherwise whether any level was removed.
    pub(super) fn sums(&mut self, coupling: &Coupling, src: &Node) -> Option<bool> {
        let mut dropped = false;
        let rows = coupling.limits.len();
        for row in 0..rows {
            let used =
                |k: usize, v: usize| coupling.parts[src.var[v] as usize].least(row, rows, src.level[k], src.span[k]);
            self.top.clear();
            let mut total = 0.0;
            for v in 0..src.vars() {
                let live = src.levels_of(v).filter(|&k| self.level[k]);
                let least = live.map(|k| used(k, v)).fold(f64::INFINITY, f64::min);
                total += least;
                self.top.push(least);
            }
            let most = coupling.most(row);
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
