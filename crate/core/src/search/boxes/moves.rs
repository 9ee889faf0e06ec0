//! The move table: how every single-feature move from a point changes the row sums. One pass over the
//! trees, each walked only where one feature is free at a time.

use super::problem::{Problem, Span, NOWHERE};
use crate::search::compiled::{has, LevelTree, DEAD};

/// Scratch and result of one table. Row-major: row `r` of level `k` of var `f` stands at
/// `r * total + offset[f] + k`.
#[derive(Debug, Default)]
pub struct Moves {
    offset: Vec<usize>,
    total: usize,
    change: Vec<f64>,
    /// Row sums at the point.
    pub sums: Vec<f64>,
    spans: Vec<Option<Span>>,
    touched: Vec<u32>,
    stack: Vec<(u32, u32, Span)>,
    arena: Vec<u64>,
    base: Vec<f64>,
    leaf: Vec<f64>,
}

impl Moves {
    /// How row `row` changes at each level of `feature`.
    pub fn of(&self, feature: usize, row: usize) -> &[f64] {
        let at = row * self.total + self.offset[feature];
        &self.change[at..row * self.total + self.offset[feature + 1] - 1]
    }

    /// Fills the table for a point.
    pub fn fill(&mut self, problem: &Problem, levels: &[u32]) {
        let rows = problem.soft_rows();
        self.offset.clear();
        self.offset.push(0);
        let mut total = 0;
        for var in &problem.vars {
            total += var.levels() + 1;
            self.offset.push(total);
        }
        self.total = total;
        self.change.clear();
        self.change.resize(rows * total, 0.0);
        self.sums.clear();
        self.sums.resize(rows, 0.0);
        self.spans.resize(problem.vars.len(), None);
        self.base.resize(rows, 0.0);
        self.leaf.resize(rows, 0.0);
        for tree in problem.trees() {
            self.tree(problem, tree, levels);
        }
        for (f, var) in problem.vars.iter().enumerate() {
            if var.ordered {
                for row in 0..rows {
                    let at = row * total + self.offset[f];
                    let mut sum = 0.0;
                    for d in &mut self.change[at..at + var.levels()] {
                        sum += *d;
                        *d = sum;
                    }
                }
            }
        }
    }

    fn tree(&mut self, problem: &Problem, tree: &LevelTree, levels: &[u32]) {
        self.arena.clear();
        let mut node = &tree.nodes[0];
        while node.feature < DEAD {
            let f = node.feature as usize;
            let span = match self.spans[f] {
                Some(span) => span,
                None => {
                    self.touched.push(node.feature);
                    problem.full(f, &mut self.arena)
                }
            };
            let Some(next) = problem.child(tree, node, levels[f]) else {
                node = &NOWHERE;
                break;
            };
            let [left, right] = problem.split(tree, node, span, &mut self.arena);
            let (own, other, away) =
                if next == node.left { (left, right, node.right) } else { (right, left, node.left) };
            if let Some(other) = other {
                self.stack.push((away, node.feature, other));
            }
            self.spans[f] = own.or(Some(span));
            node = &tree.nodes[next as usize];
        }
        for f in self.touched.drain(..) {
            self.spans[f as usize] = None;
        }
        problem.leaf_rows(tree, node, &mut self.base);
        for (s, b) in self.sums.iter_mut().zip(&self.base) {
            *s += b;
        }
        while let Some((at, free, span)) = self.stack.pop() {
            let node = &tree.nodes[at as usize];
            if node.feature >= DEAD {
                problem.leaf_rows(tree, node, &mut self.leaf);
                self.add(problem, free as usize, span);
            } else if node.feature == free {
                let [left, right] = problem.split(tree, node, span, &mut self.arena);
                self.stack.extend(left.map(|s| (node.left, free, s)));
                self.stack.extend(right.map(|s| (node.right, free, s)));
            } else if let Some(next) = problem.child(tree, node, levels[node.feature as usize]) {
                self.stack.push((next, free, span));
            }
        }
    }

    fn add(&mut self, problem: &Problem, feature: usize, span: Span) {
        for row in 0..self.base.len() {
            let change = self.leaf[row] - self.base[row];
            if change == 0.0 {
                continue;
            }
            let at = row * self.total + self.offset[feature];
            match span {
                Span::Range(lo, hi) => {
                    self.change[at + lo as usize] += change;
                    self.change[at + hi as usize + 1] -= change;
                }
                Span::Set(set) => {
                    for k in 0..problem.vars[feature].levels() {
                        if has(&self.arena[set as usize..], k) {
                            self.change[at + k] += change;
                        }
                    }
                }
            }
        }
    }
}
