//! Proofs of a dictionary: bounds and infeasibility, from the rows' multipliers and the rows as they were built.

use super::{Leaving, Simplex, SLACK, ZERO};
use crate::program::Program;
use crate::scratch::Scratch;
use crate::tolerances::{DISTANCE, MULTIPLIERS};

impl Simplex {
    /// The lower bound that the rows' multipliers prove, with all rounding counted against it.
    pub fn certified(&self, lp: &Program, s: &mut Scratch) -> f64 {
        self.lagrange(lp, self.multipliers(), 1.0, s)
    }

    /// The rows whose multipliers are above 0 in the dictionary.
    pub fn multipliers(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let active = self.non.iter().zip(&self.reduced).filter(|(v, d)| **v & SLACK != 0 && **d > 0.0);
        active.map(|(v, d)| (v & !SLACK, *d))
    }

    /// Reduced-cost tightening: narrows the coordinates' bounds to the values that a cost of at most `gap` above the point's can reach. `shares` are
    /// the shares of the reduced costs that are left, by nonbasic position; all of them where `shares` is shorter.
    pub fn afford(&self, lp: &Program, gap: f64, shares: &[f64], ends: &mut [(f64, f64)]) {
        let n = self.non.len();
        for (g, end) in ends.iter_mut().enumerate() {
            let (mut low, mut high) = (0.0, 0.0);
            for c in lp.columns(g as u32) {
                // The distances up and down.
                let mut far = [0.0f64; 2];
                let mut direction = |k: usize, step: f64| {
                    let by = &mut far[usize::from((step > 0.0) == self.high[k])];
                    let price = shares.get(k).unwrap_or(&1.0) * self.reduced[k].abs();
                    *by = by.max(step.abs() * gap / price);
                };
                match usize::try_from(self.place[c]) {
                    Ok(k) => direction(k, 1.0),
                    Err(_) => {
                        let row = &self.table[!self.place[c] as usize * n..][..n];
                        row.iter().enumerate().filter(|t| t.1.abs() > ZERO).for_each(|(k, t)| direction(k, *t));
                    }
                }
                let [up, down] = far.map(|by| by * (1.0 + DISTANCE) + DISTANCE);
                let (least, most) = (self.lower[c].max(self.value[c] - down), self.upper[c].min(self.value[c] + up));
                low += if lp.sign[c] > 0.0 { least } else { -most };
                high += if lp.sign[c] > 0.0 { most } else { -least };
            }
            *end = (end.0.max(low), end.1.min(high));
        }
    }

    /// The least value of `scale * cost + sum of y (row - limit)` over the columns' bounds, less its rounding.
    fn lagrange(
        &self,
        lp: &Program,
        multipliers: impl Iterator<Item = (u32, f64)>,
        scale: f64,
        s: &mut Scratch,
    ) -> f64 {
        let (part, mut size) = lp.priced(multipliers, s);
        let mut least = scale * lp.fixed + part;
        size += (scale * lp.fixed).abs();
        for g in 0..lp.coords() as u32 {
            for c in lp.columns(g) {
                let d = scale * lp.cost[c] + lp.sign[c] * s.sums[g as usize];
                let part = d * if d > 0.0 { self.lower[c] } else { self.upper[c] };
                if part != 0.0 {
                    least += part;
                    size += part.abs();
                }
            }
        }
        least - MULTIPLIERS * size
    }

    /// Whether the leaving variable's row proves that there is no point. Its multipliers go to `s.proof`: they are the proof if it does.
    pub(super) fn proves_empty(&self, lp: &Program, leaving: Leaving, s: &mut Scratch) -> bool {
        let (own, towards) = match leaving {
            Leaving::Row(row) => (Some((row, 1.0)), 1.0),
            Leaving::Basic { up, .. } => (None, if up { 1.0 } else { -1.0 }),
        };
        let mut proof = std::mem::take(&mut s.proof);
        proof.clear();
        let active = self.non.iter().zip(&s.row).filter(|(v, _)| **v & SLACK != 0);
        proof.extend(active.map(|(v, a)| (v & !SLACK, (-towards * a).max(0.0))).chain(own));
        let excess = self.lagrange(lp, proof.iter().copied(), 0.0, s);
        s.proof = proof;
        excess > 0.0
    }
}

impl Program {
    /// The limits' part of a bound with these multipliers, and the sum of the sizes of its terms. The rows' part, by coordinate, goes to `s.sums`.
    pub fn priced(&self, multipliers: impl Iterator<Item = (u32, f64)>, s: &mut Scratch) -> (f64, f64) {
        s.sums.clear();
        s.sums.resize(self.coords(), 0.0);
        let (mut least, mut size) = (0.0, 0.0);
        for (row, y) in multipliers {
            let (sign, limit) = self.rows.limit(row);
            for &(g, a) in self.rows.coefs(row / 2) {
                s.sums[g as usize] += y * sign * a;
            }
            let part = y * (limit - s.inset(row));
            least -= part;
            size += f64::abs(part);
        }
        (least, size)
    }
}
