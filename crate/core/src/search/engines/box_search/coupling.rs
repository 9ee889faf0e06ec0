//! Rows over features' own values that all answers keep, each priced by a multiplier `gamma >= 0` (Lagrange): a level then costs
//! the least, over the values it stands for, of the change and of what the rows charge for the value.
//!
//! For any multipliers, `- gamma limit + the sum of what the levels then cost` is at most the cost of every answer, since an
//! answer's rows are at most their limits. So the bound of `dual` stays one.

use super::problem::Problem;

/// Rows `sum of weight * y <= limit` over features: of a number `y` is its scaled change, of a level the weight itself.
#[derive(Clone, Debug, Default)]
pub struct Coupling {
    pub limits: Vec<f64>,
    /// By row: the numbers in it, added up: what the bound's rounding is measured by.
    pub sizes: Vec<f64>,
    /// By var.
    pub parts: Vec<RowTerm>,
    /// By var: levels that are kept apart from those below them. Empty: none.
    pub apart: Vec<Vec<u32>>,
}

/// What a feature is to the rows.
#[derive(Clone, Debug)]
pub enum RowTerm {
    /// In none of them.
    Free,
    Number(Number),
    /// By level: its weight in each row.
    Levels(Vec<f64>),
}

/// A number in rows.
#[derive(Clone, Debug)]
pub struct Number {
    /// By row.
    pub weights: Vec<f64>,
    /// By level: the least and the largest scaled change that an attainable value in it is; nothing known where there is none.
    pub spans: Vec<(f64, f64)>,
    pub up: Slope,
    pub down: Slope,
}

/// What a change in one direction costs: convex but for the charge.
#[derive(Clone, Debug, Default)]
pub struct Slope {
    /// Paid once there is any change.
    pub charge: f64,
    /// (from, slope), ascending, the first from 0.
    pub pieces: Vec<(f64, f64)>,
    /// Price of the change's square.
    pub curve: f64,
}

impl Slope {
    /// Least of `cost(t) + g t` over `from..=to`, 0 <= from <= to, and where it is.
    fn least(&self, from: f64, to: f64, g: f64) -> (f64, f64) {
        if let ([(_, slope)], true) = (self.pieces.as_slice(), self.curve == 0.0) {
            let t = if slope + g < 0.0 { to } else { from };
            return (self.charge + (slope + g) * t, t);
        }
        let mut best = (f64::INFINITY, from);
        let mut paid = 0.0;
        for (i, &(start, slope)) in self.pieces.iter().enumerate() {
            let end = self.pieces.get(i + 1).map_or(f64::INFINITY, |p| p.0);
            let (low, high) = (from.max(start), to.min(end));
            if low <= high {
                let mut t = if slope + g < 0.0 { high } else { low };
                if self.curve > 0.0 {
                    t = (-(slope + g) / (2.0 * self.curve)).clamp(low, high);
                }
                let cost = paid + slope * (t - start) + self.curve * t * t + g * t;
                if cost < best.0 {
                    best = (cost, t);
                }
            }
            paid += slope * (end - start);
        }
        (best.0 + self.charge, best.1)
    }
}

impl RowTerm {
    /// The least that a level, or what it stands for, puts into one of `rows` rows.
    #[inline]
    pub fn least(&self, row: usize, rows: usize, level: u32, span: (f64, f64)) -> f64 {
        match self {
            RowTerm::Free => 0.0,
            RowTerm::Number(number) => {
                let w = number.weights[row];
                if w == 0.0 {
                    0.0
                } else {
                    (w * span.0).min(w * span.1)
                }
            }
            RowTerm::Levels(weights) => weights[level as usize * rows + row],
        }
    }
}

impl Coupling {
    /// What the least sum of a row must not exceed for any answer to keep it, whatever was rounded.
    #[inline]
    pub fn most(&self, row: usize) -> f64 {
        self.limits[row] + 1e-9 * (1.0 + self.sizes[row])
    }
}

impl Number {
    /// What the rows charge for a unit of change.
    pub fn charged(&self, gamma: &[f64]) -> f64 {
        self.weights.iter().zip(gamma).map(|(w, g)| w * g).sum()
    }

    /// Least of `cost(y) + g y` over a span, and where it is.
    #[inline]
    pub fn least(&self, (low, high): (f64, f64), g: f64) -> (f64, f64) {
        let mut best = (f64::INFINITY, 0.0);
        if low <= 0.0 && high >= 0.0 {
            best = (0.0, 0.0);
        }
        if high > 0.0 {
            let (cost, t) = self.up.least(low.max(0.0), high, g);
            if cost < best.0 {
                best = (cost, t);
            }
        }
        if low < 0.0 {
            let (cost, t) = self.down.least((-high).max(0.0), -low, -g);
            if cost < best.0 {
                best = (cost, -t);
            }
        }
        best
    }
}

impl Problem {
    /// The rows over features, where there are any.
    #[inline]
    pub fn coupling(&self) -> Option<&Coupling> {
        self.coupling.as_deref()
    }

    /// Whether a var is in such a row.
    #[inline]
    pub fn coupled(&self, var: u32) -> bool {
        self.coupling().is_some_and(|c| !matches!(c.parts[var as usize], RowTerm::Free))
    }
}
