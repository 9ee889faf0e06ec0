//! The Lagrangian bound of the multipliers, with all rounding taken against it.

use super::{sparse_equations, Lp, MilpRelaxation, AT_BOUND, AT_SIDE};
use espalier_engines::tolerances::{MULTIPLIERS, REDUCED_COST};

impl MilpRelaxation {
    /// Computes the multipliers of the present point, raises the bound to theirs, and sets the reduced costs.
    pub(super) fn price(&mut self, lp: &Lp) {
        let mut prices = self.multipliers(lp);
        prices.retain(|&(row, y)| {
            let end = if y > 0.0 { lp.rows.low[row as usize] } else { lp.rows.high[row as usize] };
            y != 0.0 && end.is_finite()
        });
        self.reduced.clear();
        self.reduced.extend_from_slice(&lp.cost);
        for &(row, y) in &prices {
            lp.rows.row(row as usize).iter().for_each(|&(c, a)| self.reduced[c as usize] -= y * a);
        }
        self.bound = self.bound.max(self.lagrange(lp, &prices));
    }

    /// Multipliers of the rows at which every column strictly between its bounds has reduced cost 0.
    fn multipliers(&self, lp: &Lp) -> Vec<(u32, f64)> {
        let giving = self.giving;
        let tight: Vec<u32> = (0..lp.rows.len())
            .filter(|&row| {
                let off = lp.activity(row, &self.value) + lp.gives[row] * giving - lp.side(row).1;
                lp.rows.low[row] == lp.rows.high[row] || off.abs() <= AT_SIDE * lp.moved[row].abs()
            })
            .map(|row| row as u32)
            .collect();
        let mut number = vec![u32::MAX; lp.rows.len()];
        tight.iter().enumerate().for_each(|(i, row)| number[*row as usize] = i as u32);
        let stands = |c: usize, end: f64| (self.value[c] - end).abs() <= AT_BOUND;
        let between = |c: &usize| !stands(*c, self.lower[*c]) && !stands(*c, self.upper[*c]);
        let known = |entries: &[(u32, f64)]| {
            let all = entries.iter().filter(|e| number[e.0 as usize] != u32::MAX);
            all.map(|&(row, a)| (number[row as usize], a)).collect::<Vec<_>>()
        };
        let mut equations: Vec<(Vec<(u32, f64)>, f64)> =
            (0..self.value.len()).filter(between).map(|c| (known(&lp.column[c]), lp.cost[c])).collect();
        if giving > AT_BOUND {
            let all: Vec<(u32, f64)> = (0..).zip(lp.gives.iter().copied()).filter(|g| g.1 != 0.0).collect();
            equations.push((known(&all), lp.dear));
        }
        let found = sparse_equations::solve(equations, tight.len());
        tight.into_iter().zip(found).collect()
    }

    /// Least of `cost - sum of y (row - side)` over the columns' bounds. Squares are taken exactly. So the bound is at
    /// least that of the tangents, and needs none of them.
    fn lagrange(&self, lp: &Lp, multipliers: &[(u32, f64)]) -> f64 {
        let mut cost = lp.cost.clone();
        let mut least = lp.constant;
        let mut size = least.abs();
        for &(row, y) in multipliers.iter().filter(|m| (m.0 as usize) < lp.plain.0) {
            lp.rows.row(row as usize).iter().for_each(|&(c, a)| cost[c as usize] -= y * a);
            let part = y * if y > 0.0 { lp.rows.low[row as usize] } else { lp.rows.high[row as usize] };
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
            let (j, q) = (square.of as usize, square.price);
            if q > 0.0 {
                let v = (-cost[j] / (2.0 * q)).clamp(self.lower[j], self.upper[j]);
                add((cost[j] + q * v) * v);
                cost[j] = 0.0;
            }
        }
        for (j, &c) in cost[..lp.plain.1].iter().enumerate() {
            add(c * if c > 0.0 { self.lower[j] } else { self.upper[j] });
        }
        // Each reduced cost is a short sum, and its rounding counts with the column's range.
        let largest = multipliers.iter().fold(0.0, |m: f64, y| m.max(y.1.abs()));
        least - MULTIPLIERS * size - REDUCED_COST * largest
    }
}
