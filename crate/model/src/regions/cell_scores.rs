//! Raw scores of all cells of a slice, by 2-D differences and prefix sums.
//!
//! Sums are whole numbers of a fine unit, so they do not depend on the order of additions. Cells in the same leaves
//! have exactly the same sums. Where classes are too close for the unit and the predictor's own rounding, the predictor
//! decides.

use super::slice::Patch;
use super::RegionError;
use crate::ensemble::{first_largest, Aggregation, Ensemble, Link, Task, Tree};
use espalier_numerics::powers;

/// Largest number of cells times outputs of a slice, before equal neighbours are merged.
const MOST: usize = 1 << 22;

/// The sums are below two to this power, in units.
const BITS: i32 = 60;

pub(super) struct CellScores {
    nx: usize,
    ny: usize,
    /// An output's cells, row by row. Until [`CellScores::sum`], `nx + 1` by `ny + 1` differences.
    sums: Vec<Vec<i64>>,
    /// The unit of each output's sums.
    units: Vec<f64>,
    /// Largest difference of the raw scores of two classes that may tie.
    near: f64,
    /// The factor of the sums.
    factor: f64,
}

impl CellScores {
    pub fn new(ensemble: &Ensemble, nx: usize, ny: usize) -> Result<CellScores, RegionError> {
        let cells = nx.saturating_mul(ny);
        if cells.saturating_mul(ensemble.outputs) > MOST {
            return Err(RegionError::TooMany { cells });
        }
        let mut most = vec![0.0; ensemble.outputs];
        for tree in &ensemble.trees {
            let mut here = vec![0.0f64; ensemble.outputs];
            let width = tree.width(ensemble.outputs);
            for values in tree.values.chunks_exact(width) {
                contributions(ensemble, tree, values, |o, amount| here[o] = here[o].max(amount.abs()));
            }
            most.iter_mut().zip(&here).for_each(|(m, h)| *m += h);
        }
        let factor = ensemble.factor();
        let largest = most.iter().copied().fold(0.0, f64::max) * factor.abs()
            + ensemble.base.iter().map(|b| b.abs()).fold(0.0, f64::max);
        // The largest sum is below two to the power of its exponent.
        let unit = |m: &f64| 2f64.powi(exponent(*m) - BITS);
        Ok(CellScores {
            nx,
            ny,
            sums: vec![vec![0; (nx + 1) * (ny + 1)]; ensemble.outputs],
            units: most.iter().map(unit).collect(),
            near: largest * (ensemble.trees.len() + 8) as f64 * 2f64.powi(-50),
            factor,
        })
    }

    /// Adds a tree's leaves. `renumbered` holds the edges' new numbers.
    pub fn add(&mut self, ensemble: &Ensemble, tree: &Tree, patches: &[Patch], renumbered: &[Vec<usize>; 2]) {
        let width = tree.width(ensemble.outputs);
        let stride = self.nx + 1;
        for (xs, ys, leaf) in patches {
            let values = &tree.values[leaf * width..(leaf + 1) * width];
            contributions(ensemble, tree, values, |output, amount| {
                let amount = (amount / self.units[output]).round() as i64;
                let sums = &mut self.sums[output];
                for &(y0, y1) in ys {
                    let (y0, y1) = (renumbered[1][y0] * stride, renumbered[1][y1] * stride);
                    for &(x0, x1) in xs {
                        let (x0, x1) = (renumbered[0][x0], renumbered[0][x1]);
                        for (at, sign) in [(y0 + x0, 1), (y0 + x1, -1), (y1 + x0, -1), (y1 + x1, 1)] {
                            sums[at] = sums[at].wrapping_add(sign * amount);
                        }
                    }
                }
            });
        }
    }

    /// Turns differences into sums.
    pub fn sum(&mut self) {
        let (nx, ny) = (self.nx, self.ny);
        for sums in &mut self.sums {
            let mut cells: Vec<i64> = vec![0; nx * ny];
            for j in 0..ny {
                let mut along = 0i64;
                for i in 0..nx {
                    along = along.wrapping_add(sums[j * (nx + 1) + i]);
                    let below = if j == 0 { 0 } else { cells[(j - 1) * nx + i] };
                    cells[j * nx + i] = below.wrapping_add(along);
                }
            }
            *sums = cells;
        }
    }

    /// Whether each column differs from the one before it. With `all`, no columns may be merged, and every column
    /// counts as different.
    pub fn distinct_columns(&self, all: bool) -> Vec<bool> {
        let mut differs = vec![all; self.nx];
        differs[0] = true;
        if !all {
            for row in self.sums.iter().flat_map(|p| p.chunks_exact(self.nx)) {
                for (pair, flag) in row.windows(2).zip(&mut differs[1..]) {
                    *flag |= pair[0] != pair[1];
                }
            }
        }
        differs
    }

    /// As [`CellScores::distinct_columns`], for rows.
    pub fn distinct_rows(&self, all: bool) -> Vec<bool> {
        let same = |sums: &[i64], j: usize| {
            let (below, row) = sums[(j - 1) * self.nx..(j + 1) * self.nx].split_at(self.nx);
            below == row
        };
        (0..self.ny).map(|j| all || j == 0 || !self.sums.iter().all(|p| same(p, j))).collect()
    }

    /// Class and scores of the kept cells. `class_at` is the predictor's class of a cell.
    pub fn answers(
        &self,
        ensemble: &Ensemble,
        keep_x: &[bool],
        keep_y: &[bool],
        class_at: &mut dyn FnMut(usize, usize) -> usize,
    ) -> (Vec<u8>, Vec<f32>, usize) {
        let (classifier, outputs) = match ensemble.task {
            Task::Classifier { classes } => (true, classes),
            Task::Regressor | Task::IsolationForest => (false, 1),
        };
        let kept = |flags: &[bool]| (0..flags.len()).filter(|&i| flags[i]).collect::<Vec<usize>>();
        let (xs, ys) = (kept(keep_x), kept(keep_y));
        let mut classes = Vec::with_capacity(xs.len() * ys.len());
        let mut scores = Vec::with_capacity(xs.len() * ys.len() * outputs);
        let mut raw = vec![0.0; ensemble.outputs];
        for &j in &ys {
            for &i in &xs {
                for (o, r) in raw.iter_mut().enumerate() {
                    *r = self.sums[o][j * self.nx + i] as f64 * self.units[o] * self.factor + ensemble.base[o];
                }
                if classifier {
                    let class = ensemble.class_of(&raw);
                    let class = if self.may_tie(&raw, class) { class_at(i, j) } else { class };
                    classes.push(class as u8);
                    push_scores(ensemble.link, &mut raw, &mut scores);
                } else {
                    classes.push(0);
                    scores.push(ensemble.link.value(raw[0]) as f32);
                }
            }
        }
        (classes, scores, outputs)
    }

    fn may_tie(&self, raw: &[f64], class: usize) -> bool {
        match raw {
            [one] => one.abs() <= self.near,
            _ => raw.iter().enumerate().any(|(k, r)| k != class && raw[class] - r <= self.near),
        }
    }
}

/// A leaf's part in each output, before the division for a mean.
fn contributions(ensemble: &Ensemble, tree: &Tree, values: &[f64], mut add: impl FnMut(usize, f64)) {
    match (ensemble.aggregation, tree.output) {
        (Aggregation::Vote, None) => add(first_largest(values), tree.weight),
        (_, Some(output)) => add(output, tree.weight * values[0]),
        (_, None) => values.iter().enumerate().for_each(|(o, value)| add(o, tree.weight * value)),
    }
}

/// The exponent of a power of two above a number, such that the unit is a normal number.
fn exponent(x: f64) -> i32 {
    if x > 0.0 && x.is_finite() {
        (powers::exponent(x) + 1).clamp(-900, 1023)
    } else {
        0
    }
}

/// [`Ensemble::scores`] without a new list for each cell.
fn push_scores(link: Link, raw: &mut [f64], scores: &mut Vec<f32>) {
    match link {
        Link::None | Link::Exp | Link::Square | Link::Softplus => scores.extend(raw.iter().map(|r| *r as f32)),
        Link::OneVsRest => scores.extend(raw.iter().map(|r| (1.0 / (1.0 + (-r).exp())) as f32)),
        Link::Logistic => {
            let p = 1.0 / (1.0 + (-raw[0]).exp());
            scores.extend([(1.0 - p) as f32, p as f32]);
        }
        Link::Softmax => {
            let top = raw.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for r in raw.iter_mut() {
                *r = (*r - top).exp();
            }
            let sum: f64 = raw.iter().sum();
            scores.extend(raw.iter().map(|e| (e / sum) as f32));
        }
    }
}
