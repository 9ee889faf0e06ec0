//! A node's relaxation: a linear program, or a convex quadratic program where costs curve.

use crate::active_set::ActiveSet;
use crate::linf::Linf;
use crate::program::Program;
use crate::scratch::Scratch;
use crate::separable_qp::Qp;
use crate::simplex::{Direction, Outcome, Simplex};
use crate::tolerances::FEASIBLE;

/// The state of a node's relaxation, from which its children go on.
#[derive(Clone, Debug)]
pub enum Relaxation {
    /// All costs are linear.
    Linear(Simplex),
    /// Squares of columns have prices.
    Qp(Qp),
    /// The cost is the largest change.
    Linf(Linf),
    /// A quadratic form couples coordinates.
    ActiveSet(ActiveSet),
}

impl Relaxation {
    /// The state before the first solve: all columns at the bounds that their cost asks for, and no rows.
    pub fn new(lp: &Program) -> Relaxation {
        if lp.form.is_some() {
            Relaxation::ActiveSet(ActiveSet::new(lp))
        } else if lp.curved() {
            Relaxation::Qp(Qp::new(lp))
        } else if lp.largest.is_some() {
            Relaxation::Linf(Linf::new(lp))
        } else {
            Relaxation::Linear(Simplex::new(lp))
        }
    }

    /// Changes a column's bounds.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        match self {
            Relaxation::Linear(s) => s.set(column, lower, upper),
            Relaxation::Qp(s) => s.set(column, lower, upper),
            Relaxation::Linf(s) => s.set(column, lower, upper),
            Relaxation::ActiveSet(s) => s.set(column, lower, upper),
        }
    }

    /// Bounds of a column.
    pub fn ends(&self, column: usize) -> (f64, f64) {
        match self {
            Relaxation::Linear(s) => (s.lower[column], s.upper[column]),
            Relaxation::Qp(s) => s.ends(column),
            Relaxation::Linf(s) => s.ends(column),
            Relaxation::ActiveSet(s) => s.ends(column),
        }
    }

    /// Value of a column at the present point; infinite where its bounds move with the point.
    pub fn value(&self, lp: &Program, column: usize) -> f64 {
        match self {
            Relaxation::Linear(s) => s.value[column],
            Relaxation::Qp(s) => s.value[column],
            Relaxation::Linf(_) => f64::INFINITY,
            Relaxation::ActiveSet(s) => s.value(lp, column),
        }
    }

    /// Reduced-cost tightening, where all is linear: narrows the coordinates' bounds to the values that a cost of at most `gap` above the point's
    /// can reach. `shares` are the shares of the nonbasic variables' reduced costs that are left; those beyond its end are left whole.
    pub fn afford(&self, lp: &Program, gap: f64, shares: &[f64], ends: &mut [(f64, f64)]) {
        if let Relaxation::Linear(s) = self {
            s.afford(lp, gap, shares, ends);
        }
    }

    /// Makes the point feasible for `rows`, at least cost.
    pub fn solve(&mut self, lp: &Program, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        match self {
            Relaxation::Linear(p) => p.solve(lp, rows, cut, s),
            Relaxation::Qp(p) => p.solve(lp, rows, cut, s),
            Relaxation::Linf(p) => p.solve(lp, rows, cut, s),
            Relaxation::ActiveSet(p) => p.solve(lp, rows, cut, s),
        }
    }

    /// The rows with the multipliers behind the last solve's bound or, where it found no point, behind that proof.
    pub fn multipliers(&self, outcome: Outcome, s: &Scratch) -> Vec<(u32, f64)> {
        match self {
            _ if outcome == Outcome::Empty => s.proof.clone(),
            Relaxation::Linear(p) => p.multipliers().collect(),
            Relaxation::Qp(p) => p.multipliers().collect(),
            Relaxation::Linf(_) => Vec::new(),
            Relaxation::ActiveSet(p) => p.multipliers().collect(),
        }
    }

    /// A lower bound of every point's cost, from the last solve.
    pub fn bound(&self) -> f64 {
        match self {
            Relaxation::Linear(s) => s.bound,
            Relaxation::Qp(s) => s.bound,
            Relaxation::Linf(s) => s.bound,
            Relaxation::ActiveSet(s) => s.bound,
        }
    }

    /// Forgets the bound, and the rounding that has built up in the state, before a solve with other limits.
    pub fn renew(&mut self, lp: &Program, s: &mut Scratch) {
        match self {
            Relaxation::Linear(p) => {
                p.bound = f64::NEG_INFINITY;
                p.rebuild(lp, s);
            }
            Relaxation::Qp(p) => p.bound = f64::NEG_INFINITY,
            Relaxation::Linf(p) => p.renew(lp, s),
            Relaxation::ActiveSet(p) => p.bound = f64::NEG_INFINITY,
        }
    }

    /// Coordinates of the present point.
    pub fn point(&self, lp: &Program, at: &mut Vec<f64>) {
        match self {
            Relaxation::Linear(s) => s.point(lp, at),
            Relaxation::Qp(s) => s.point(lp, at),
            Relaxation::Linf(s) => s.point(lp, at),
            Relaxation::ActiveSet(s) => s.point(at),
        }
    }

    /// Prepares for probing by prices.
    pub fn ready(&mut self, lp: &Program, s: &mut Scratch) {
        match self {
            Relaxation::Qp(p) => p.settle(lp, s),
            Relaxation::ActiveSet(p) => p.ready(lp, s),
            _ => {}
        }
    }

    /// The directions that take a test's value up (or down), to `directions`. Only where all is linear.
    pub fn directions(&self, lp: &Program, test: u32, up: bool, s: &mut Scratch, directions: &mut Vec<Direction>) {
        if let Relaxation::Linear(p) = self {
            p.directions(lp, test, up, s, directions);
        }
    }

    /// The number of moves of the point, and of the column bounds. Only where all is linear.
    pub fn moves(&self) -> Option<(u32, u32)> {
        match self {
            Relaxation::Linear(p) => Some(p.moves),
            _ => None,
        }
    }

    /// Those of the directions that can still move. Only where all is linear.
    pub fn left(&self, directions: &[Direction], to: &mut Vec<Direction>) {
        if let Relaxation::Linear(p) = self {
            p.left(directions.iter().copied(), to);
        }
    }

    /// A lower bound of the rise of the bound when a test is crossed from its present value along these directions, for `rise` in its value.
    pub fn crossing(&self, lp: &Program, test: u32, rise: f64, directions: &[Direction], s: &mut Scratch) -> f64 {
        match self {
            Relaxation::Linear(p) => p.crossing(rise.abs(), directions, s),
            Relaxation::Qp(p) => p.crossing(lp, test, rise, s),
            Relaxation::Linf(p) => p.crossing(lp, test, rise, s),
            Relaxation::ActiveSet(p) => p.crossing(lp, test, rise, s),
        }
    }

    /// The most that missing limits within their tolerance may save in cost.
    pub fn forgiven(&self) -> f64 {
        match self {
            Relaxation::Linear(_) | Relaxation::Linf(_) => 2.0 * FEASIBLE,
            Relaxation::Qp(s) => 2.0 * FEASIBLE * s.steepness().min(1.0),
            Relaxation::ActiveSet(s) => 2.0 * FEASIBLE * s.steepness().min(1.0),
        }
    }
}
