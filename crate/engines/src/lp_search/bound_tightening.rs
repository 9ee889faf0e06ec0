//! Bound tightening: rows and reduced costs narrow the coordinates' bounds. A row that is not tight at the point has no price there. But together
//! with the gap, it may leave a number so little that tests nearly parallel to the row are decided.

use super::lp_model::{Encoding, LpModel};
use super::node::LpNode;
use crate::tolerances::NARROWED;

/// A row of more coordinates than this narrows bounds once: later passes of the same row gain little and cost much. More narrows a little further.
/// Chosen on forests of dense hyperplanes, together with crossings that are kept (0.87 of the time, docs/experiments/lp-search.md); by hand.
const MANY: usize = 8;

impl LpNode {
    /// Tightens the coordinates' bounds by the columns' own, by reduced costs with the `gap`, and by each row's least sum over the other
    /// coordinates. Returns `false` where no point is left. The bounds go to `ends`. Cost: the rows' coefficients, and the program's table once.
    pub(super) fn tighten(&mut self, lp: &LpModel, gap: f64, ends: &mut Vec<(f64, f64)>) -> bool {
        lp.ends(&self.relaxed, ends);
        for (end, tightened) in ends.iter_mut().zip(&self.tightened) {
            *end = (end.0.max(tightened.0), end.1.min(tightened.1));
        }
        self.relaxed.afford(&lp.program, gap, &[], ends);
        let tightened_by = std::mem::replace(&mut self.tightened_by, self.rows.len());
        for (at, &row) in self.rows.iter().enumerate() {
            let (sign, limit) = lp.program.rows.limit(row);
            if at < tightened_by && lp.program.rows.coefs(row / 2).len() > MANY {
                continue;
            }
            let coefs = || lp.program.rows.coefs(row / 2).iter().map(|&(g, a)| (g as usize, sign * a));
            let (mut slack, mut size) = (limit, 1.0);
            for (g, a) in coefs() {
                let least = a * if a > 0.0 { ends[g].0 } else { ends[g].1 };
                slack -= least;
                size += least.abs();
            }
            slack += NARROWED * size;
            if slack < 0.0 {
                return false;
            }
            for (g, a) in coefs() {
                let (low, high) = ends[g];
                if a > 0.0 {
                    ends[g].1 = high.min(low + slack / a);
                } else {
                    ends[g].0 = low.max(high + slack / a);
                }
            }
        }
        self.tightened.clone_from(ends);
        true
    }

    /// Gives the columns of numbers their own bounds back.
    pub(super) fn release(&mut self, lp: &LpModel) {
        for (f, place) in lp.encodings.iter().enumerate() {
            if let Encoding::Number { coord, .. } = *place {
                self.set_number(lp, coord, place.ends(self.lo[f], self.hi[f]));
            }
        }
    }

    /// Gives the columns of numbers the upper bounds that `tighten` found, but none below the point's values.
    pub(super) fn hold(&mut self, lp: &LpModel) {
        for place in lp.encodings.iter() {
            let Encoding::Number { coord, .. } = *place else { continue };
            let Some(&(low, high)) = self.tightened.get(coord as usize) else { return };
            for c in lp.program.columns(coord) {
                let (lower, upper) = self.relaxed.ends(c);
                let most = if lp.program.sign[c] > 0.0 { high } else { -low } - lp.program.from[c] + NARROWED;
                let most = most.max(self.relaxed.value(&lp.program, c)).max(lower);
                if most < upper {
                    self.relaxed.set(c, lower, most);
                }
            }
        }
    }
}
