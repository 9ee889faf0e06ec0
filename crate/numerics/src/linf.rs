//! The least largest change under decided rows, where nothing else costs: the columns are held to a number t by their bounds, so no column needs a
//! row.
//!
//! For a given t each column has bounds, and a program of few rows asks whether there is a point. If there is none, the rows' multipliers prove that
//! for every t up to the root of a function that is convex, falling and piecewise linear. The tangent at t leads a part of the distance to that root
//! (Newton; Dinkelbach 1967). So t rises by proved bounds only, until there is a point.

use crate::program::{LargestChange, Program};
use crate::scratch::Scratch;
use crate::simplex::{Outcome, Simplex};
use crate::tolerances::{LARGEST_CHANGE, MULTIPLIERS};

/// The most rises of t in one solve. Three or four are usual (docs/design/04-lp-search.md), so it only ends a loop that rounding keeps going. By
/// hand.
const RISES: u32 = 200;

/// A node's state.
#[derive(Clone, Debug)]
pub struct Linf {
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// A lower bound of the largest change.
    least: f64,
    inner: Simplex,
    pub bound: f64,
}

impl Linf {
    pub fn new(lp: &Program) -> Linf {
        let inner = Simplex::new(lp);
        Linf { lower: inner.lower.clone(), upper: inner.upper.clone(), least: 0.0, inner, bound: f64::NEG_INFINITY }
    }

    /// Changes a column's bounds.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        (self.lower[column], self.upper[column]) = (lower, upper);
    }

    /// Forgets the bound, and the rounding that has built up in the state.
    pub fn renew(&mut self, lp: &Program, s: &mut Scratch) {
        (self.least, self.bound) = (0.0, f64::NEG_INFINITY);
        self.inner.rebuild(lp, s);
    }

    pub fn ends(&self, column: usize) -> (f64, f64) {
        (self.lower[column], self.upper[column])
    }

    /// Coordinates of the present point.
    pub fn point(&self, lp: &Program, at: &mut Vec<f64>) {
        self.inner.point(lp, at);
    }

    /// Makes the point feasible for `rows`, at the least largest change.
    pub fn solve(&mut self, lp: &Program, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        let Some(columns) = &lp.largest else { return Outcome::Stuck };
        for (lower, reach) in self.lower.iter().zip(&columns.reach) {
            self.least = self.least.max(lower / reach);
        }
        for _ in 0..RISES {
            self.bound = self.bound.max(lp.fixed + self.least);
            if self.bound >= cut {
                return Outcome::Above;
            }
            let t = self.least + LARGEST_CHANGE * (1.0 + self.least);
            for c in 0..self.lower.len() {
                let held = self.upper[c].min(t * columns.reach[c]);
                self.inner.set(c, self.lower[c], held.max(self.lower[c]));
            }
            self.inner.set(columns.top, t, t);
            match self.inner.solve(lp, rows, f64::INFINITY, s) {
                Outcome::Empty => {}
                outcome => return outcome,
            }
            let proof = std::mem::take(&mut s.proof);
            let (excess, slope) = self.missed(lp, columns, proof.iter().copied(), t, s);
            s.proof = proof;
            if slope >= 0.0 {
                return Outcome::Empty;
            }
            let next = t - excess / slope;
            if next <= self.least {
                break;
            }
            self.least = next;
        }
        Outcome::Stuck
    }

    /// The least value of `sum of y (row - limit)` over the bounds that a largest change `t` leaves, less its rounding, and its slope in `t`.
    fn missed(
        &self,
        lp: &Program,
        columns: &LargestChange,
        rows: impl Iterator<Item = (u32, f64)>,
        t: f64,
        s: &mut Scratch,
    ) -> (f64, f64) {
        let (mut least, mut size) = lp.priced(rows, s);
        let mut slope = 0.0;
        for g in 0..lp.coords() as u32 {
            let sum = s.sums[g as usize];
            if sum == 0.0 {
                continue;
            }
            for c in lp.columns(g) {
                let d = lp.sign[c] * sum;
                let held = t * columns.reach[c];
                let end = if c == columns.top {
                    slope += d;
                    t
                } else if d > 0.0 {
                    self.lower[c]
                } else if held < self.upper[c] {
                    slope += d * columns.reach[c];
                    held
                } else {
                    self.upper[c]
                };
                least += d * end;
                size += (d * end).abs();
            }
        }
        (least - MULTIPLIERS * size, slope)
    }

    /// A lower bound of the cost of crossing a test, for `rise` in its value from the present one. It counts this test alone.
    pub fn crossing(&self, lp: &Program, test: u32, rise: f64, s: &mut Scratch) -> f64 {
        let Some(columns) = &lp.largest else { return 0.0 };
        let row = 2 * test + u32::from(rise > 0.0);
        let mut t = self.least;
        for _ in 0..RISES {
            let (excess, slope) = self.missed(lp, columns, std::iter::once((row, 1.0)), t, s);
            if excess <= 0.0 {
                break;
            }
            if slope >= 0.0 {
                return f64::INFINITY;
            }
            let next = t - excess / slope;
            if next <= t {
                break;
            }
            t = next;
        }
        (lp.fixed + t - self.bound).max(0.0)
    }
}
