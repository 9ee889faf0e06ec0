//! Whether a row keeps the target while one of its numbers moves. Sums of hyperplanes are taken once and moved along; only
//! where rounding could put a value on another side is the predictor's own sum taken. Leaves that were met before are known.

use crate::ensemble::{At, Ensemble, Node, Side, Split, Tree};
use crate::search::boxes::Problem;
use std::collections::HashMap;

/// A row, and what is known of it.
#[derive(Debug)]
pub struct Walk<'a> {
    problem: &'a Problem,
    row: Vec<f64>,
    /// By ensemble and tree with hyperplanes: of each the sum at the row and what rounding may make of it.
    sums: Vec<Vec<Vec<(f64, f64)>>>,
    /// Ensemble and tree of those that may tell values of the present column apart, and what is known of their leaves.
    trees: Vec<(usize, usize)>,
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
        let slanted = |t: &Tree| t.nodes.iter().any(|n| matches!(n, Node::Split { split: Split::Oblique { .. }, .. }));
        let of_tree = |e: &Ensemble, t: &Tree| {
            if slanted(t) {
                t.nodes.iter().map(|n| sum(e, n)).collect()
            } else {
                Vec::new()
            }
        };
        let sums = ensembles(problem).map(|e| e.trees.iter().map(|t| of_tree(e, t)).collect()).collect();
        Walk { problem, row: row.to_vec(), sums, trees: Vec::new(), known: HashMap::new() }
    }

    /// Takes up a column that moves alone: where the sides of splits turn that a row may meet then, in no order.
    pub fn turns(&mut self, column: usize) -> Vec<f64> {
        self.known.clear();
        self.trees.clear();
        let mut turns = Vec::new();
        let mut open = Vec::new();
        for (e, ensemble) in ensembles(self.problem).enumerate() {
            for (t, tree) in ensemble.trees.iter().enumerate() {
                let mut told = false;
                open.push(0);
                while let Some(at) = open.pop() {
                    let At::Split { entry, split, left, right, missing } = tree.at(at) else { continue };
                    let mut side = None;
                    match split {
                        Split::Axis { column: c, threshold } if *c == column => {
                            turns.push(crate::grid::cut(*threshold, ensemble.compare, ensemble.input));
                        }
                        Split::Oblique { columns, weights, threshold } => match place(columns, column) {
                            Some(i) => {
                                let (sum, _) = self.sums[e][t][entry];
                                turns.push(self.row[column] + (threshold - sum) / weights[i]);
                            }
                            None => side = ensemble.side(split, &self.row).or(missing),
                        },
                        _ if split.columns().contains(&column) => {}
                        _ => side = ensemble.side(split, &self.row).or(missing),
                    }
                    told |= side.is_none();
                    if side != Some(Side::Right) {
                        open.push(left);
                    }
                    if side != Some(Side::Left) {
                        open.push(right);
                    }
                }
                if told {
                    self.trees.push((e, t));
                }
            }
        }
        turns
    }

    /// Whether the row, the column last taken up at `x`, has the target.
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

    /// The leaves that the row falls in, of the trees that may tell; `None` where a value is missing.
    fn leaves(&self, column: usize, x: f64, before: f64) -> Option<Vec<u32>> {
        let mut leaves = Vec::with_capacity(self.trees.len());
        let both: Vec<&Ensemble> = ensembles(self.problem).collect();
        for &(e, t) in &self.trees {
            let ensemble = both[e];
            let tree = &ensemble.trees[t];
            let (input, compare) = (ensemble.input, ensemble.compare);
            let mut at = 0;
            while let At::Split { entry, split, left, right, .. } = tree.at(at) {
                let goes_left = match split {
                    Split::Oblique { columns, weights, threshold } => {
                        let (mut sum, mut error) = self.sums[e][t][entry];
                        if let Some(i) = place(columns, column) {
                            let step = weights[i] * (input.round(x) - input.round(before));
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
