//! Training of one oblique tree by tree alternating optimisation (Carreira-Perpinan and Tavallali 2018; the trees of
//! Carreira-Perpinan and Hada 2021, Section 2). It is small and without randomness, so that tests and demonstrations need no package.
//! Imports `ensemble`.
//!
//! First a tree is grown from the root. Two splits are candidates at each node: the best cut of one column, and a logistic regression
//! between two groups of classes. The groups are formed around the two class means that lie furthest apart. The split that leaves less
//! impurity (Gini) is taken.
//!
//! Then come rounds, each from the deepest nodes up. A row that only one child's subtree classifies correctly has that child as its target.
//! A logistic regression is fitted to the targets, and replaces the split where it serves more rows. Leaves are set to the class
//! shares of their rows. So the number of errors on the rows never rises from one round to the next. At the end, splits that send all
//! rows to one side are dropped.

mod fit;

use espalier_model::ensemble::{Aggregation, Arithmetic, Compare, Ensemble, Link, Node, Precision, Split, Task, Tree};
use fit::{axis, groups, logistic, Plane};
use std::fmt;

/// How a tree is trained.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Splits on a path, at most.
    pub depth: usize,
    /// Rounds of alternating optimisation.
    pub rounds: usize,
    /// Penalty on the sum of squares of a split's weights (columns scaled to a variance of 1), relative to the mean logistic loss.
    pub penalty: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: 4, rounds: 6, penalty: 1e-3 }
    }
}

/// The reason why no tree can be trained, with its place in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untrainable(String);

impl fmt::Display for Untrainable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untrainable {}

/// A node while it is trained.
enum Grown {
    Leaf(Vec<f64>),
    Split(Plane, Box<Grown>, Box<Grown>),
}

/// Trains a tree on rows with their classes, `0..classes`.
///
/// # Errors
/// There are no rows, rows differ in length, a value is not finite, or a label is not a class.
/// # Cost
/// At most a hundred times `rounds * nodes * rows * columns` steps.
pub fn train(rows: &[Vec<f64>], labels: &[usize], classes: usize, settings: Settings) -> Result<Ensemble, Untrainable> {
    let columns = rows.first().map_or(0, Vec::len);
    if columns == 0 || rows.len() != labels.len() {
        let (n, l) = (rows.len(), labels.len());
        return Err(Untrainable(format!("{n} rows of {columns} columns with {l} labels; a label a row is needed")));
    }
    for (i, (row, label)) in rows.iter().zip(labels).enumerate() {
        if row.len() != columns {
            return Err(Untrainable(format!("row {i} has {} columns where the first has {columns}", row.len())));
        }
        if let Some(c) = row.iter().position(|x| !x.is_finite()) {
            return Err(Untrainable(format!("row {i}, column {c}: {} is no finite number", row[c])));
        }
        if *label >= classes {
            return Err(Untrainable(format!(
                "row {i}: label {label} where classes are 0 to {}",
                classes.saturating_sub(1)
            )));
        }
    }
    let data = Data { rows, labels, classes, penalty: settings.penalty };
    let all: Vec<usize> = (0..rows.len()).collect();
    let mut root = data.grow(&all, settings.depth);
    for _ in 0..settings.rounds {
        data.improve(&mut root, &all);
    }
    let mut tree = Tree { samples: Some(Vec::new()), ..Tree::default() };
    data.write(&root, &all, &mut tree);
    Ok(Ensemble {
        neurons: Vec::new(),
        task: Task::Classifier { classes },
        columns,
        outputs: classes,
        input: Precision::F64,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Mean,
        base: vec![0.0; classes],
        link: Link::None,
        trees: vec![tree],
    })
}

struct Data<'a> {
    rows: &'a [Vec<f64>],
    labels: &'a [usize],
    classes: usize,
    penalty: f64,
}

impl Data<'_> {
    /// The classes' shares of rows.
    fn shares(&self, at: &[usize]) -> Vec<f64> {
        let mut shares = vec![0.0; self.classes];
        at.iter().for_each(|&i| shares[self.labels[i]] += 1.0 / at.len() as f64);
        shares
    }

    fn impurity(&self, at: &[usize]) -> f64 {
        at.len() as f64 * (1.0 - self.shares(at).iter().map(|p| p * p).sum::<f64>())
    }

    fn divide(&self, plane: &Plane, at: &[usize]) -> (Vec<usize>, Vec<usize>) {
        at.iter().partition(|&&i| plane.left(&self.rows[i]))
    }

    fn grow(&self, at: &[usize], depth: usize) -> Grown {
        let shares = self.shares(at);
        if depth == 0 || shares.iter().any(|p| *p > 1.0 - 1e-12) {
            return Grown::Leaf(shares);
        }
        let sides = groups(self.rows, self.labels, at, self.classes);
        let asked: Vec<(usize, bool)> = at.iter().map(|&i| (i, sides[self.labels[i]])).collect();
        let planes = [logistic(self.rows, &asked, self.penalty), axis(self.rows, self.labels, at, self.classes)];
        let best = (planes.into_iter().flatten())
            .map(|plane| {
                let (left, right) = self.divide(&plane, at);
                (self.impurity(&left) + self.impurity(&right), plane, left, right)
            })
            .filter(|(_, _, left, right)| !left.is_empty() && !right.is_empty())
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            None => Grown::Leaf(shares),
            Some((_, plane, left, right)) => {
                Grown::Split(plane, Box::new(self.grow(&left, depth - 1)), Box::new(self.grow(&right, depth - 1)))
            }
        }
    }

    /// One round over a subtree and the rows that reach it, children first.
    fn improve(&self, node: &mut Grown, at: &[usize]) {
        match node {
            Grown::Leaf(shares) if !at.is_empty() => *shares = self.shares(at),
            Grown::Leaf(_) => {}
            Grown::Split(plane, left, right) => {
                let (to_left, to_right) = self.divide(plane, at);
                self.improve(left, &to_left);
                self.improve(right, &to_right);
                let right_by = |node: &Grown, i: usize| class(node, &self.rows[i]) == self.labels[i];
                let asked: Vec<(usize, bool)> = at
                    .iter()
                    .map(|&i| (i, right_by(left, i), right_by(right, i)))
                    .filter(|(_, l, r)| l != r)
                    .map(|(i, l, _)| (i, l))
                    .collect();
                let served = |p: &Plane| asked.iter().filter(|(i, left)| p.left(&self.rows[*i]) == *left).count();
                if let Some(other) = logistic(self.rows, &asked, self.penalty).filter(|p| served(p) > served(plane)) {
                    *plane = other;
                }
            }
        }
    }

    /// Appends a subtree to a tree; where it starts.
    fn write(&self, node: &Grown, at: &[usize], tree: &mut Tree) -> usize {
        if let Grown::Split(plane, left, right) = node {
            let (to_left, to_right) = self.divide(plane, at);
            if to_right.is_empty() {
                return self.write(left, at, tree);
            }
            if to_left.is_empty() {
                return self.write(right, at, tree);
            }
            let here = self.push(tree, Node::Leaf(0), at);
            let (left, right) = (self.write(left, &to_left, tree), self.write(right, &to_right, tree));
            tree.nodes[here] = Node::Split { split: plane.split(), left, right, missing: None };
            return here;
        }
        let leaf = tree.values.len() / self.classes;
        tree.values.extend(self.shares(at));
        self.push(tree, Node::Leaf(leaf), at)
    }

    fn push(&self, tree: &mut Tree, node: Node, at: &[usize]) -> usize {
        tree.nodes.push(node);
        tree.samples.get_or_insert_default().push(at.len() as f64);
        tree.nodes.len() - 1
    }
}

/// The class of a row in a subtree: the first with the largest share.
fn class(node: &Grown, row: &[f64]) -> usize {
    match node {
        Grown::Leaf(shares) => (0..shares.len()).rev().max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or(0),
        Grown::Split(plane, left, right) => class(if plane.left(row) { left } else { right }, row),
    }
}

impl Plane {
    fn split(&self) -> Split {
        match self.weights.as_slice() {
            [(column, weight)] if *weight == 1.0 => Split::Axis { column: *column, threshold: self.threshold },
            weights => Split::Oblique {
                columns: weights.iter().map(|w| w.0).collect(),
                weights: weights.iter().map(|w| w.1).collect(),
                threshold: self.threshold,
            },
        }
    }
}

#[cfg(test)]
mod tests;
