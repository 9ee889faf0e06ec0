//! Whether a row keeps the target while one of its numbers moves. Sums of hyperplanes are taken once and moved along; only
//! where rounding could put a value on another side is the predictor's own sum taken. Leaves that were met before are known.

use crate::ensemble::{At, Ensemble, Node, Side, Split};
use crate::search::boxes::Problem;
use std::collections::HashMap;

/// A row, and what is known of it.
#[derive(Debug)]
pub struct Walk<'a> {
    problem: &'a Problem,
    row: Vec<f64>,
    /// By ensemble and tree: of each hyperplane the sum at the row and what rounding may make of it.
    sums: Vec<Vec<Vec<(f64, f64)>>>,
    known: HashMap<Vec<u32>, bool>,
}

impl<'a> Walk<'a> {
    pub fn new(problem: &'a Problem, row: &[f64]) -> Walk<'a> {
        let sum = |ensemble: &Ensemble, node: &Node| match node {
            Node::Split { split: Split::Oblique { columns, weights, .. }, .. } => {
                let terms = || columns.iter().zip(weights).map(|(&c, w)| w * ensemble.input.round(row[c]));
                let size: f64 = terms().map(f64::abs).sum();
                (terms().sum(), 4.0 * f64::EPSILON * (columns.len() + 4) as f64 * size)
            }
            _ => (0.0, 0.0),
        };
        let sums = ensembles(problem)
            .map(|e| e.trees.iter().map(|t| t.nodes.iter().map(|n| sum(e, n)).collect()).collect())
            .collect();
        Walk { problem, row: row.to_vec(), sums, known: HashMap::new() }
    }

    /// Where the sides of splits turn as a column moves alone, in no order.
    pub fn turns(&self, column: usize) -> Vec<f64> {
        let mut turns = Vec::new();
        for (ensemble, sums) in ensembles(self.problem).zip(&self.sums) {
            for (node, &(sum, _)) in ensemble.trees.iter().zip(sums).flat_map(|(t, s)| t.nodes.iter().zip(s)) {
                match node {
                    Node::Split { split: Split::Axis { column: c, threshold }, .. } if *c == column => {
                        turns.push(crate::grid::cut(*threshold, ensemble.compare, ensemble.input));
                    }
                    Node::Split { split: Split::Oblique { columns, weights, threshold }, .. } => {
                        if let Some(i) = place(columns, column) {
                            turns.push(self.row[column] + (threshold - sum) / weights[i]);
                        }
                    }
                    _ => {}
                }
            }
        }
        turns
    }

    /// Whether the row, its column at `x`, has the target.
    pub fn keeps(&mut self, column: usize, x: f64) -> bool {
        let before = std::mem::replace(&mut self.row[column], x);
        let keeps = match self.leaves(column, x, before) {
            Some(leaves) => {
                let (problem, row) = (self.problem, &self.row);
                *self.known.entry(leaves).or_insert_with(|| problem.predicts(row))
            }
            None => self.problem.predicts(&self.row),
        };
        self.row[column] = before;
        keeps
    }

    /// The leaves that the row falls in; `None` where a value is missing.
    fn leaves(&self, column: usize, x: f64, before: f64) -> Option<Vec<u32>> {
        let mut leaves = Vec::new();
        for (ensemble, sums) in ensembles(self.problem).zip(&self.sums) {
            let (input, compare) = (ensemble.input, ensemble.compare);
            let by = input.round(x) - input.round(before);
            for (tree, sums) in ensemble.trees.iter().zip(sums) {
                let mut at = 0;
                while let At::Split { entry, split, left, right, .. } = tree.at(at) {
                    let goes_left = match split {
                        Split::Oblique { columns, weights, threshold } => {
                            let (mut sum, mut error) = sums[entry];
                            if let Some(i) = place(columns, column) {
                                let step = weights[i] * by;
                                sum += step;
                                let terms = (columns.len() + 4) as f64;
                                error += 4.0 * f64::EPSILON * terms * (step.abs() + (weights[i] * before).abs());
                            }
                            if (sum - threshold).abs() > error {
                                compare.goes_left(sum, *threshold)
                            } else {
                                ensemble.side(split, &self.row)? == Side::Left
                            }
                        }
                        _ => ensemble.side(split, &self.row)? == Side::Left,
                    };
                    at = if goes_left { left } else { right };
                }
                leaves.push(at as u32);
            }
        }
        Some(leaves)
    }
}

fn ensembles(problem: &Problem) -> impl Iterator<Item = &Ensemble> {
    std::iter::once(&problem.compiled.ensemble).chain(problem.depth.as_ref().map(|d| &*d.forest))
}

/// Where a column stands among a hyperplane's.
fn place(columns: &[usize], column: usize) -> Option<usize> {
    // Often they are all columns.
    if columns.get(column) == Some(&column) {
        return Some(column);
    }
    columns.iter().position(|&c| c == column)
}
