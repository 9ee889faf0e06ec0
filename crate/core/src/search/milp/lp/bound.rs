//! What multipliers prove, with all rounding against it.

use super::{Leaving, Lp, Simplex};

impl Simplex {
    /// Raises the bound to what the present prices prove.
    pub(super) fn certify(&mut self, lp: &Lp) {
        let prices: Vec<(u32, f64)> = self.active.iter().copied().zip(self.price.iter().copied()).collect();
        self.bound = self.bound.max(self.lagrange(lp, &prices, 1.0));
    }

    /// Reduced costs that the present prices prove, into `out`, and the bound.
    pub fn exact_costs(&self, lp: &Lp, out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(&lp.cost);
        for (k, &i) in self.active.iter().enumerate() {
            let y = self.sound(lp, i, self.price[k]);
            lp.rows.row(i as usize).iter().for_each(|&(c, a)| out[c as usize] -= y * a);
        }
    }

    /// A multiplier whose end is finite, or 0.
    fn sound(&self, lp: &Lp, row: u32, y: f64) -> f64 {
        let end = if y > 0.0 { lp.rows.low[row as usize] } else { lp.rows.high[row as usize] };
        if end.is_finite() {
            y
        } else {
            0.0
        }
    }

    /// Least of `scale * cost - sum of y (row - end)` over the columns' ends. Squares are taken as they are, so it is at least what
    /// tangents would prove, and needs none of them.
    fn lagrange(&self, lp: &Lp, multipliers: &[(u32, f64)], scale: f64) -> f64 {
        let mut cost: Vec<f64> = lp.cost.iter().map(|c| c * scale).collect();
        let mut least = scale * lp.constant;
        let mut size = least.abs();
        for &(i, y) in multipliers {
            let y = self.sound(lp, i, y);
            if y == 0.0 || i as usize >= lp.plain.0 {
                continue;
            }
            lp.rows.row(i as usize).iter().for_each(|&(c, a)| cost[c as usize] -= y * a);
            let part = y * if y > 0.0 { lp.rows.low[i as usize] } else { lp.rows.high[i as usize] };
            least += part;
            size += part.abs();
        }
        let mut add = |part: f64| {
            if part != 0.0 {
                least += part;
                size += part.abs();
            }
        };
        for square in &lp.squares {
            let (j, q) = (square.of as usize, scale * square.price);
            if q > 0.0 {
                let v = (-cost[j] / (2.0 * q)).clamp(self.lower[j], self.upper[j]);
                add((cost[j] + q * v) * v);
                cost[j] = 0.0;
            }
        }
        for (j, &c) in cost[..lp.plain.1].iter().enumerate() {
            add(c * if c > 0.0 { self.lower[j] } else { self.upper[j] });
        }
        // Each reduced cost is a short sum; its rounding counts with the column's range.
        let largest = multipliers.iter().fold(0.0, |m: f64, y| m.max(y.1.abs()));
        least - 1e-14 * size - 1e-15 * largest
    }

    /// Whether the leaving variable's row proves that no point exists.
    pub(super) fn proves_empty(&self, lp: &Lp, leaving: Leaving, by: f64) -> bool {
        let sign = if by > 0.0 { 1.0 } else { -1.0 };
        let mut multipliers: Vec<(u32, f64)> =
            self.active.iter().zip(&self.scratch.multiplier).map(|(&i, y)| (i, -sign * y)).collect();
        if let Leaving::Row(i) = leaving {
            multipliers.push((i, sign));
        }
        self.lagrange(lp, &multipliers, 0.0) > 0.0
    }
}
