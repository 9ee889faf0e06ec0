//! The cheapest point between the bounds of coordinates and rows: a primal-dual interior point method (Mehrotra 1992). `active_set` turns to it where its
//! guesses do not end.
//!
//! Both sides of a test are one sum between two limits. So an equation, which has no interior, is no special case. Each step factors the form with
//! the barrier's terms on its diagonal, and adds the rows by their Schur complement.

use crate::dense_solve::complement;
use crate::program::Program;
use crate::quadratic_form::Matrix;
use crate::scratch::{ActiveSetScratch, Scratch};
use crate::tolerances::FEASIBLE;

/// The most steps. It only ends a method that does not converge. By hand; not measured.
const STEPS: usize = 60;

/// The sum of the complementarity products at which the method ends, as a share of the cost's terms. It must stay below the `GAP` at which a program
/// counts as solved. Less takes more steps. By hand.
const LEFT: f64 = 1e-13;

/// As [`LEFT`], as a share of the form's largest entry, where the cost itself is near 0. By hand.
const LEAST: f64 = 1e-17;

/// The share of the distance to the nearest bound that a step takes. Below 1. More gains more a step, until the point sticks to a bound. By hand; not
/// measured.
const SHARE: f64 = 0.995;

/// The regularization of the diagonal, as a share of the form's largest entry. More makes a step less exact; less leaves a singular form without
/// factors. By hand.
const MORE: f64 = 1e-12;

/// Values between bounds, and the multipliers of the lower (`low`) and the upper bounds (`high`).
#[derive(Default)]
struct Inside {
    lo: Vec<f64>,
    hi: Vec<f64>,
    at: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Inside {
    fn push(&mut self, lo: f64, hi: f64, at: f64, price: f64) {
        let open = lo < hi;
        let width = (hi - lo).min(1.0);
        let (least, most) = (lo + 0.1 * width, hi - 0.1 * width);
        self.at.push(if open { at.max(least).min(most) } else { lo });
        self.low.push(if open && lo.is_finite() { price } else { 0.0 });
        self.high.push(if open && hi.is_finite() { price } else { 0.0 });
        self.lo.push(lo);
        self.hi.push(hi);
    }

    fn open(&self, i: usize) -> bool {
        self.lo[i] < self.hi[i]
    }

    fn gaps(&self, i: usize) -> (f64, f64) {
        (self.at[i] - self.lo[i], self.hi[i] - self.at[i])
    }

    /// The barrier's term on the diagonal.
    fn held(&self, i: usize) -> f64 {
        let (below, above) = self.gaps(i);
        self.low[i] / below + self.high[i] / above
    }

    /// The pull of the bounds on a value for complementarity products of `to`, with the products of the last direction taken off (corrector).
    fn pull(&self, i: usize, to: f64, last: Option<&Step>) -> f64 {
        let (below, above) = self.gaps(i);
        let [low, high] = last.map_or([0.0; 2], |s| [s.low[i] * s.by[i], -s.high[i] * s.by[i]]);
        let part = |price: f64, gap: f64, own: f64| if price > 0.0 { (to - own) / gap } else { 0.0 };
        part(self.low[i], below, low) - part(self.high[i], above, high)
    }

    /// The multipliers' direction that belongs to the values' direction `by`.
    fn prices(&self, to: f64, last: Option<&Step>, by: &[f64]) -> Step {
        let mut step = Step { by: by.to_vec(), low: Vec::new(), high: Vec::new() };
        for (i, &by) in by.iter().enumerate() {
            let (below, above) = self.gaps(i);
            let [low, high] = last.map_or([0.0; 2], |s| [s.low[i] * s.by[i], -s.high[i] * s.by[i]]);
            let part = |price: f64, gap: f64, own: f64, by: f64| {
                if price > 0.0 {
                    (to - own - price * by) / gap - price
                } else {
                    0.0
                }
            };
            step.low.push(part(self.low[i], below, low, by));
            step.high.push(part(self.high[i], above, high, -by));
        }
        step
    }

    /// The longest part of a step that keeps all values between their bounds and all multipliers at 0 or more.
    fn longest(&self, step: &Step) -> f64 {
        let mut longest = f64::INFINITY;
        for i in (0..self.at.len()).filter(|i| self.open(*i)) {
            let (below, above) = self.gaps(i);
            let mut until = |gap: f64, by: f64| {
                if by < 0.0 {
                    longest = longest.min(gap / -by);
                }
            };
            until(below, step.by[i]);
            until(above, -step.by[i]);
            until(self.low[i], step.low[i]);
            until(self.high[i], step.high[i]);
        }
        longest
    }

    /// Sum and number of the complementarity products (distance times multiplier) after a part of a step.
    fn products(&self, step: Option<&Step>, part: f64) -> (f64, f64) {
        let (mut sum, mut count) = (0.0, 0.0);
        for i in (0..self.at.len()).filter(|i| self.open(*i)) {
            let (below, above) = self.gaps(i);
            let (by, low, high) = step.map_or((0.0, 0.0, 0.0), |s| (part * s.by[i], part * s.low[i], part * s.high[i]));
            for (price, gap) in [(self.low[i] + low, below + by), (self.high[i] + high, above - by)] {
                if price > 0.0 && gap.is_finite() {
                    sum += price * gap;
                    count += 1.0;
                }
            }
        }
        (sum, count)
    }

    fn go(&mut self, step: &Step, part: f64) {
        for i in (0..self.at.len()).filter(|i| self.lo[*i] < self.hi[*i]) {
            self.at[i] += part * step.by[i];
            self.low[i] += part * step.low[i];
            self.high[i] += part * step.high[i];
        }
    }

    /// The bound at which a value stands (-1 lower, 1 upper, 0 neither).
    fn end(&self, i: usize) -> i8 {
        let (below, above) = self.gaps(i);
        if !self.open(i) || self.low[i] > below {
            -1
        } else {
            i8::from(self.high[i] > above)
        }
    }
}

/// A step: of the values, and of the multipliers of lower and upper bounds.
struct Step {
    by: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
}

/// Finds the cheapest point, to `at`. Returns the bound at which each coordinate stands, and the tight rows with their multipliers. Cost: some twenty
/// factorings of the form, and for each of them a solve for every row.
pub fn solve(
    lp: &Program,
    matrix: &Matrix,
    known: &[u32],
    at: &mut [f64],
    s: &mut Scratch,
) -> (Vec<i8>, Vec<(u32, f64)>) {
    let n = at.len();
    let mut tests: Vec<u32> = known.iter().map(|r| r / 2).collect();
    tests.sort_unstable();
    tests.dedup();
    let k = tests.len();
    let price = matrix.largest.max(1e-300);
    let mut all = Inside::default();
    for (g, x) in at.iter().enumerate() {
        all.push(s.guess.lo[g], s.guess.hi[g], *x, price);
    }
    for &test in &tests {
        let end = |right: bool| {
            let row = 2 * test + u32::from(right);
            let (sign, limit) = lp.rows.limit(row);
            known.contains(&row).then(|| sign * (limit - s.inset(row)))
        };
        let (lo, hi) = (end(true).unwrap_or(f64::NEG_INFINITY), end(false).unwrap_or(f64::INFINITY));
        // Limits that nearly meet are an equation.
        let mid = 0.5 * (lo + hi);
        let (lo, hi) = if hi - lo < 4.0 * FEASIBLE { (mid, mid) } else { (lo, hi) };
        all.push(lo, hi, lp.rows.value(test, at), price);
    }
    let mut y = vec![0.0; k];
    for _ in 0..STEPS {
        let (sum, count) = all.products(None, 0.0);
        let mu = sum / f64::max(count, 1.0);
        // Factors of the form and of the rows' Schur complement.
        s.guess.factored += 1;
        let more = MORE * matrix.largest;
        let held = |g: usize| all.open(g).then(|| all.held(g) + more);
        matrix.envelope.factor(&matrix.entries, 2.0, 0.5 * more, held, &mut s.guess.factor);
        let ActiveSetScratch { factor, rows, schur, price: prices, .. } = &mut s.guess;
        rows.resize_with(rows.len().max(k), Vec::new);
        let mut sums = vec![0.0; k * k];
        for i in 0..k {
            rows[i].clear();
            rows[i].resize(n, 0.0);
            for &(g, a) in lp.rows.coefs(tests[i]) {
                rows[i][g as usize] = a;
            }
            matrix.envelope.solve(factor, &mut rows[i]);
            for j in 0..=i {
                sums[i * k + j] = lp.rows.value(tests[j], &rows[i]);
            }
            let loose = if all.open(n + i) { 1.0 / all.held(n + i) } else { 0.0 };
            sums[i * k + i] += loose;
        }
        // The residual.
        let slope = slopes(lp, matrix, &all, &tests, &y, prices);
        let short: Vec<f64> = (0..k).map(|i| all.at[n + i] - lp.rows.value(tests[i], &all.at[..n])).collect();
        let off = short.iter().fold(0.0, |most: f64, x| x.abs().max(most));
        if off <= FEASIBLE && sum <= (LEFT * cost(lp, matrix, &all.at[..n], prices)).max(LEAST * matrix.largest) {
            break;
        }
        let mut direction = |to: f64, last: Option<&Step>| {
            let mut by: Vec<f64> =
                (0..n).map(|g| if all.open(g) { all.pull(g, to, last) - slope[g] } else { 0.0 }).collect();
            matrix.envelope.solve(factor, &mut by);
            let pulls: Vec<f64> = (0..k).map(|i| y[i] + all.pull(n + i, to, last)).collect();
            let loose = |i: usize| if all.open(n + i) { 1.0 / all.held(n + i) } else { 0.0 };
            let mut dy: Vec<f64> =
                (0..k).map(|i| lp.rows.value(tests[i], &by) - short[i] - pulls[i] * loose(i)).collect();
            schur.clone_from(&sums);
            complement(schur, &mut dy);
            for i in 0..k {
                by.iter_mut().zip(&rows[i]).for_each(|(x, v)| *x -= dy[i] * v);
            }
            by.extend((0..k).map(|i| (dy[i] + pulls[i]) * loose(i)));
            (all.prices(to, last, &by), dy)
        };
        let (first, _) = direction(0.0, None);
        let part = all.longest(&first).min(1.0);
        let after = all.products(Some(&first), part).0 / f64::max(count, 1.0);
        let (step, dy) = direction(mu * (after / mu.max(1e-300)).clamp(0.0, 1.0).powi(3), Some(&first));
        if step.by.iter().chain(&dy).any(|x| !x.is_finite()) {
            break;
        }
        let part = (SHARE * all.longest(&step)).min(1.0);
        all.go(&step, part);
        y.iter_mut().zip(&dy).for_each(|(y, d)| *y += part * d);
    }
    for (g, x) in at.iter_mut().enumerate() {
        *x = all.at[g];
    }
    let ends = (0..n).map(|g| all.end(g)).collect();
    let mut active = Vec::new();
    for (i, &test) in tests.iter().enumerate() {
        let (row, size) = if y[i] > 0.0 { (2 * test, y[i]) } else { (2 * test + 1, -y[i]) };
        if all.end(n + i) != 0 && size > 0.0 && known.contains(&row) {
            active.push((row, size));
        }
    }
    (ends, active)
}

/// The sum of the sizes of the cost's terms.
fn cost(lp: &Program, matrix: &Matrix, at: &[f64], price: &[f64]) -> f64 {
    let parts = at.iter().enumerate().map(|(g, x)| (x * (matrix.entries.dot(g, at) + price[g])).abs());
    lp.fixed.abs() + parts.sum::<f64>()
}

/// The slopes of the cost with the rows at their multipliers.
fn slopes(lp: &Program, matrix: &Matrix, all: &Inside, tests: &[u32], y: &[f64], price: &[f64]) -> Vec<f64> {
    let at = &all.at[..price.len()];
    let mut slope: Vec<f64> = price.iter().enumerate().map(|(g, c)| c + 2.0 * matrix.entries.dot(g, at)).collect();
    for (&test, y) in tests.iter().zip(y) {
        lp.rows.coefs(test).iter().for_each(|&(g, a)| slope[g as usize] += y * a);
    }
    slope
}
