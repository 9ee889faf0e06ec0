//! Scratch of all methods, in one piece that a search keeps from solve to solve. It stands below the methods, so that these do not import each other.

use crate::sparse_factor::Factor;

/// A nonbasic variable that may enter.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Its reduced cost for a unit of the leaving variable.
    pub price: f64,
    /// The size of its entry, or the distance that it leads.
    pub part: f64,
    /// Its position.
    pub at: u32,
}

/// Scratch of climbs.
#[derive(Debug, Default)]
pub struct Slopes {
    /// By column: the linear part of the Lagrangian.
    pub gradient: Vec<f64>,
    /// By active row: its violation.
    pub rest: Vec<f64>,
    pub step: Vec<f64>,
    pub matrix: Vec<f64>,
    /// By coordinate: the sum of the active rows along the step.
    pub line: Vec<f64>,
    /// By column that moves along the step: where it begins to move and where it stops, each with the change of the dual's curvature.
    pub turns: Vec<(f64, f64)>,
}

/// Scratch of active sets.
#[derive(Debug, Default)]
pub struct ActiveSetScratch {
    /// By coordinate: its bounds and its linear price.
    pub lo: Vec<f64>,
    pub hi: Vec<f64>,
    pub price: Vec<f64>,
    /// The tangent's slope with the multipliers, and the magnitude of its terms.
    pub slope: Vec<f64>,
    pub size: Vec<f64>,
    /// The number of factorings of the form.
    pub factored: usize,
    /// The rounding taken off the last bound.
    pub off: f64,
    pub factor: Factor,
    /// By active row: a vector over the coordinates. Then the step.
    pub rows: Vec<Vec<f64>>,
    pub step: Vec<f64>,
    pub schur: Vec<f64>,
    pub right: Vec<f64>,
    /// The number of tests that may still be priced at the point.
    pub left: usize,
    pub line: Vec<f64>,
    /// By test: its value's gain for a unit of price (the square of the distance over this is the cost of crossing), and the part of the distance
    /// that may come for nothing.
    pub gives: Vec<Option<(f64, f64)>>,
    /// The factors of the whole form, for `gives`.
    pub whole: Option<Factor>,
}

/// Scratch of solves.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) row: Vec<f64>,
    pub(crate) order: Vec<Candidate>,
    /// Coordinates of the point.
    pub at: Vec<f64>,
    pub(crate) sums: Vec<f64>,
    pub(crate) slopes: Slopes,
    pub(crate) guess: ActiveSetScratch,
    /// By test: the distance by which its rows are kept further inside than stated. Empty: 0 for all.
    pub inset: Vec<f64>,
    /// Rows with the multipliers by which the last solve proved that there is no point.
    pub proof: Vec<(u32, f64)>,
}

impl Scratch {
    /// How often a quadratic form was factored since [`Scratch::forget_factored`].
    pub fn factored(&self) -> usize {
        self.guess.factored
    }

    /// Begins to count factorings at 0.
    pub fn forget_factored(&mut self) {
        self.guess.factored = 0;
    }

    /// The distance by which a row is kept further inside than stated.
    pub fn inset(&self, row: u32) -> f64 {
        self.inset.get(row as usize / 2).copied().unwrap_or(0.0)
    }
}
