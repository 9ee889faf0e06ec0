//! The move table: how every single-feature move from a point changes the row sums.
//!
//! Each tree is walked only where one feature is free at a time. When the point moves, only the trees
//! that a changed feature tells apart are walked again.

use super::problem::{Problem, Span, NOWHERE};
use crate::search::compiled::{has, LevelTree, DEAD};

/// The table at one point, and what it takes to move it to another. Row `r` of level `k` of var `f`
/// stands at `r * total + offset[f] + k`.
#[derive(Debug, Default)]
pub struct Moves {
    /// The point of the table; empty before the first.
    at: Vec<u32>,
    offset: Vec<usize>,
    total: usize,
    /// Ordered vars: differences along the levels; unordered: the changes themselves.
    difference: Vec<f64>,
    change: Vec<f64>,
    /// Row sums at the point.
    pub sums: Vec<f64>,
    trees: Vec<Part>,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    walk: Walk,
}

/// What one tree adds to the table.
#[derive(Debug, Default)]
struct Part {
    /// Where a change is added, and where it is taken back (or [`NOWHERE_TO`]), in row 0.
    places: Vec<(u32, u32)>,
    /// `rows` numbers a place.
    changes: Vec<f64>,
    sums: Vec<f64>,
}

const NOWHERE_TO: u32 = u32::MAX;

/// Scratch of a walk.
#[derive(Debug, Default)]
struct Walk {
    spans: Vec<Option<Span>>,
    touched: Vec<u32>,
    stack: Vec<(u32, u32, Span)>,
    arena: Vec<u64>,
    leaf: Vec<f64>,
}

impl Moves {
    /// How row `row` changes at each level of `feature`.
    pub fn of(&self, feature: usize, row: usize) -> &[f64] {
        let at = row * self.total + self.offset[feature];
        &self.change[at..row * self.total + self.offset[feature + 1] - 1]
    }

    /// Moves the table to a point of the same problem as before.
    pub fn fill(&mut self, problem: &Problem, levels: &[u32]) {
        let rows = problem.soft_rows();
        if self.at.is_empty() {
            self.start(problem, rows);
            self.stale.extend(0..self.trees.len() as u32);
        } else {
            let at = std::mem::take(&mut self.at);
            for (f, (&a, &b)) in at.iter().zip(levels).enumerate().filter(|(_, (a, b))| a != b) {
                self.touch(problem, f, a, b);
            }
            self.at = at;
        }
        self.at.clear();
        self.at.extend_from_slice(levels);
        for i in 0..self.stale.len() {
            let t = self.stale[i] as usize;
            self.is_stale[t] = false;
            let tree = problem.tree(t);
            let part = &mut self.trees[t];
            apply(part, &mut self.difference, &mut self.sums, self.total, rows, -1.0);
            part.places.clear();
            part.changes.clear();
            self.walk.tree(problem, tree, levels, &self.offset, part);
            apply(part, &mut self.difference, &mut self.sums, self.total, rows, 1.0);
        }
        if !self.stale.is_empty() {
            self.stale.clear();
            self.prefix(problem, rows);
        }
    }

    fn start(&mut self, problem: &Problem, rows: usize) {
        self.offset.push(0);
        for var in &problem.vars {
            self.total += var.levels() + 1;
            self.offset.push(self.total);
        }
        self.difference.resize(rows * self.total, 0.0);
        self.change.resize(rows * self.total, 0.0);
        self.sums.resize(rows, 0.0);
        self.trees.resize_with(problem.trees().count(), Part::default);
        self.is_stale.resize(self.trees.len(), false);
        for part in &mut self.trees {
            part.sums.resize(rows, 0.0);
        }
        self.walk.spans.resize(problem.vars.len(), None);
        self.walk.leaf.resize(rows, 0.0);
    }

    /// Marks the trees that tell two levels of a feature apart.
    fn touch(&mut self, problem: &Problem, f: usize, a: u32, b: u32) {
        let model = problem.compiled.trees.len();
        let var = &problem.vars[f];
        let tests = &problem.compiled.tests[f];
        let tests = if var.ordered {
            let (lo, hi) = (a.min(b), a.max(b));
            let from = tests.partition_point(|t| var.cut(t.0) <= lo);
            let to = tests.partition_point(|t| var.cut(t.0) <= hi);
            &tests[from..to]
        } else {
            tests
        };
        let extra = model as u32..model as u32 + problem.extra.len() as u32;
        for t in tests.iter().map(|t| t.1).chain(extra) {
            if !self.is_stale[t as usize] {
                self.is_stale[t as usize] = true;
                self.stale.push(t);
            }
        }
    }

    fn prefix(&mut self, problem: &Problem, rows: usize) {
        for row in 0..rows {
            for (f, var) in problem.vars.iter().enumerate() {
                let from = row * self.total + self.offset[f];
                let range = from..from + var.levels();
                if var.ordered {
                    let mut sum = 0.0;
                    for (c, d) in self.change[range.clone()].iter_mut().zip(&self.difference[range]) {
                        sum += *d;
                        *c = sum;
                    }
                } else {
                    self.change[range.clone()].copy_from_slice(&self.difference[range]);
                }
            }
        }
    }
}

/// Adds a tree's part to the table, or takes it back.
fn apply(part: &Part, difference: &mut [f64], sums: &mut [f64], total: usize, rows: usize, sign: f64) {
    for (sum, s) in sums.iter_mut().zip(&part.sums) {
        *sum += sign * s;
    }
    for (&(from, to), changes) in part.places.iter().zip(part.changes.chunks_exact(rows.max(1))) {
        for (row, change) in changes.iter().enumerate() {
            difference[row * total + from as usize] += sign * change;
            if to != NOWHERE_TO {
                difference[row * total + to as usize] -= sign * change;
            }
        }
    }
}

impl Walk {
    fn tree(&mut self, problem: &Problem, tree: &LevelTree, levels: &[u32], offset: &[usize], part: &mut Part) {
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
        problem.leaf_rows(tree, node, &mut part.sums);
        while let Some((at, free, span)) = self.stack.pop() {
            let node = &tree.nodes[at as usize];
            if node.feature >= DEAD {
                problem.leaf_rows(tree, node, &mut self.leaf);
                self.add(problem, offset, free as usize, span, part);
            } else if node.feature == free {
                let [left, right] = problem.split(tree, node, span, &mut self.arena);
                self.stack.extend(left.map(|s| (node.left, free, s)));
                self.stack.extend(right.map(|s| (node.right, free, s)));
            } else if let Some(next) = problem.child(tree, node, levels[node.feature as usize]) {
                self.stack.push((next, free, span));
            }
        }
    }

    fn add(&self, problem: &Problem, offset: &[usize], feature: usize, span: Span, part: &mut Part) {
        if self.leaf == part.sums {
            return;
        }
        let base = offset[feature] as u32;
        let mut place = |from, to| {
            part.places.push((from, to));
            part.changes.extend(self.leaf.iter().zip(&part.sums).map(|(l, s)| l - s));
        };
        match span {
            Span::Range(lo, hi) => place(base + lo, base + hi + 1),
            Span::Set(set) => {
                for k in 0..problem.vars[feature].levels() {
                    if has(&self.arena[set as usize..], k) {
                        place(base + k as u32, NOWHERE_TO);
                    }
                }
            }
        }
    }
}
