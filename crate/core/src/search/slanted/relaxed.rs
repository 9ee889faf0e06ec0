//! A node's relaxation: a linear program, or a convex quadratic one where costs curve.

use super::curved::Curved;
use super::form::Form;
use super::frame::Frame;
use super::largest::Largest;
use super::simplex::{Outcome, Scratch, Simplex, Way, FEASIBLE};

/// The state of a node's relaxation, from which its children go on.
#[derive(Clone, Debug)]
pub enum Relaxed {
    Linear(Simplex),
    Curved(Curved),
    Largest(Largest),
    Form(Form),
}

impl Relaxed {
    pub fn new(frame: &Frame) -> Relaxed {
        if frame.form.is_some() {
            Relaxed::Form(Form::new(frame))
        } else if frame.curved() {
            Relaxed::Curved(Curved::new(frame))
        } else if frame.largest.is_some() {
            Relaxed::Largest(Largest::new(frame))
        } else {
            Relaxed::Linear(Simplex::new(frame))
        }
    }

    /// Changes a column's ends.
    pub fn set(&mut self, column: usize, lower: f64, upper: f64) {
        match self {
            Relaxed::Linear(s) => s.set(column, lower, upper),
            Relaxed::Curved(s) => s.set(column, lower, upper),
            Relaxed::Largest(s) => s.set(column, lower, upper),
            Relaxed::Form(s) => s.set(column, lower, upper),
        }
    }

    /// Ends of a column.
    pub fn ends(&self, column: usize) -> (f64, f64) {
        match self {
            Relaxed::Linear(s) => (s.lower[column], s.upper[column]),
            Relaxed::Curved(s) => s.ends(column),
            Relaxed::Largest(s) => s.ends(column),
            Relaxed::Form(s) => s.ends(column),
        }
    }

    /// Value of a column at the present point; without end where its ends move with the point.
    pub fn value(&self, frame: &Frame, column: usize) -> f64 {
        match self {
            Relaxed::Linear(s) => s.value[column],
            Relaxed::Curved(s) => s.value[column],
            Relaxed::Largest(_) => f64::INFINITY,
            Relaxed::Form(s) => s.value(frame, column),
        }
    }

    /// Where all is linear, narrows coordinates' ends to where `room` of cost beyond the point's can lead, of nonbasic variables' prices these shares
    /// being left, of those beyond them all.
    pub fn afford(&self, frame: &Frame, room: f64, shares: &[f64], ends: &mut [(f64, f64)]) {
        if let Relaxed::Linear(s) = self {
            s.afford(frame, room, shares, ends);
        }
    }

    /// Makes the point feasible for `rows`, at least cost.
    pub fn solve(&mut self, frame: &Frame, rows: &[u32], cut: f64, s: &mut Scratch) -> Outcome {
        match self {
            Relaxed::Linear(p) => p.solve(frame, rows, cut, s),
            Relaxed::Curved(p) => p.solve(frame, rows, cut, s),
            Relaxed::Largest(p) => p.solve(frame, rows, cut, s),
            Relaxed::Form(p) => p.solve(frame, rows, cut, s),
        }
    }

    /// Rows with the multipliers behind the last solve's bound, or, where it was empty, behind that.
    pub fn multipliers(&self, outcome: Outcome, s: &Scratch) -> Vec<(u32, f64)> {
        match self {
            _ if outcome == Outcome::Empty => s.proof.clone(),
            Relaxed::Linear(p) => p.multipliers().collect(),
            Relaxed::Curved(p) => p.multipliers().collect(),
            Relaxed::Largest(_) => Vec::new(),
            Relaxed::Form(p) => p.multipliers().collect(),
        }
    }

    /// A lower bound of every point's cost, from the last solve.
    pub fn bound(&self) -> f64 {
        match self {
            Relaxed::Linear(s) => s.bound,
            Relaxed::Curved(s) => s.bound,
            Relaxed::Largest(s) => s.bound,
            Relaxed::Form(s) => s.bound,
        }
    }

    /// Forgets the bound, and what rounding has made of the state, before a solve with other limits.
    pub fn renew(&mut self, frame: &Frame, s: &mut Scratch) {
        match self {
            Relaxed::Linear(p) => {
                p.bound = f64::NEG_INFINITY;
                p.rebuild(frame, s);
            }
            Relaxed::Curved(p) => p.bound = f64::NEG_INFINITY,
            Relaxed::Largest(p) => p.renew(frame, s),
            Relaxed::Form(p) => p.bound = f64::NEG_INFINITY,
        }
    }

    /// Coordinates of the present point.
    pub fn point(&self, frame: &Frame, at: &mut Vec<f64>) {
        match self {
            Relaxed::Linear(s) => s.point(frame, at),
            Relaxed::Curved(s) => s.point(frame, at),
            Relaxed::Largest(s) => s.point(frame, at),
            Relaxed::Form(s) => s.point(at),
        }
    }

    /// Makes ready for `crossing`.
    pub fn ready(&mut self, frame: &Frame, s: &mut Scratch) {
        match self {
            Relaxed::Curved(p) => p.settle(frame, s),
            Relaxed::Form(p) => p.ready(frame, s),
            _ => {}
        }
    }

    /// Where all is linear, what takes a test's value up (or down), to `ways`.
    pub fn ways(&self, frame: &Frame, test: u32, up: bool, s: &mut Scratch, ways: &mut Vec<Way>) {
        if let Relaxed::Linear(p) = self {
            p.ways(frame, test, up, s, ways);
        }
    }

    /// Where all is linear, how often the point, and how often columns' ends, have been moved.
    pub fn moves(&self) -> Option<(u32, u32)> {
        match self {
            Relaxed::Linear(p) => Some(p.moves),
            _ => None,
        }
    }

    /// Where all is linear, those of the ways that still lead somewhere.
    pub fn left(&self, ways: &[Way], to: &mut Vec<Way>) {
        if let Relaxed::Linear(p) = self {
            p.left(ways.iter().copied(), to);
        }
    }

    /// Least cost by which going over a test from its present value raises the bound, for `rise` in its value by such ways.
    pub fn crossing(&self, frame: &Frame, test: u32, rise: f64, ways: &[Way], s: &mut Scratch) -> f64 {
        match self {
            Relaxed::Linear(p) => p.crossing(rise.abs(), ways, s),
            Relaxed::Curved(p) => p.crossing(frame, test, rise, s),
            Relaxed::Largest(p) => p.crossing(frame, test, rise, s),
            Relaxed::Form(p) => p.crossing(frame, test, rise, s),
        }
    }

    /// What missing limits within their tolerance may come to in cost.
    pub fn forgiven(&self) -> f64 {
        match self {
            Relaxed::Linear(_) | Relaxed::Largest(_) => 2.0 * FEASIBLE,
            Relaxed::Curved(s) => 2.0 * FEASIBLE * s.steepness().min(1.0),
            Relaxed::Form(s) => 2.0 * FEASIBLE * s.steepness().min(1.0),
        }
    }
}
