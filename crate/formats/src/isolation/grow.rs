//! Growing an isolation forest (Liu, Ting and Zhou 2008, Algorithms 1 and 2).

use super::path_correction;
use super::random::Random;
use espalier_model::ensemble::{Aggregation, Compare, Ensemble, Link, Node, Side, Split, Task, Tree};

/// Trees of a forest.
pub const TREES: usize = 100;

/// Rows in the sample of each tree, where there are as many.
pub const SAMPLE: usize = 256;

/// An isolation forest on the rows of a model, reading them as `model` does.
///
/// Each tree takes a random sample of [`SAMPLE`] rows without replacement. It splits the sample to a depth of `ceil(log2(sample))`, at random
/// values between the least and the largest found, of random columns among those in which the node's rows differ. The same rows and seed
/// give the same forest. Rows with a missing (or infinite) value are left out. Later, a row with a missing value goes to the side of most
/// of the sample. `None` where fewer than 2 rows are left.
///
/// # Cost
/// Trees times sample times depth, times the number of columns that are tried until one differs.
pub fn grow<'a>(rows: impl Iterator<Item = &'a [f64]>, model: &Ensemble, seed: u64) -> Option<Ensemble> {
    let round = |row: &[f64]| row.iter().map(|v| model.input.round(*v)).collect::<Vec<f64>>();
    let rows: Vec<Vec<f64>> = rows.map(round).filter(|row| row.iter().all(|v| v.is_finite())).collect();
    if rows.len() < 2 {
        return None;
    }
    let size = rows.len().min(SAMPLE);
    let most = (size - 1).ilog2() as usize + 1;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let columns = (0..model.columns).collect();
    let mut grower = Grower { rows: &rows, compare: model.compare, most, columns, random: Random(seed) };
    let trees = (0..TREES)
        .map(|_| {
            for i in 0..size {
                order.swap(i, i + grower.random.below(rows.len() - i));
            }
            let mut tree = Tree { samples: Some(Vec::new()), ..Tree::default() };
            grower.node(&mut tree, &mut order[..size], 0);
            tree
        })
        .collect();
    Some(Ensemble {
        neurons: Vec::new(),
        task: Task::IsolationForest,
        outputs: 1,
        aggregation: Aggregation::Mean,
        base: vec![0.0],
        link: Link::None,
        trees,
        ..*model
    })
}

struct Grower<'a> {
    rows: &'a [Vec<f64>],
    compare: Compare,
    /// Depth of the deepest leaves.
    most: usize,
    columns: Vec<usize>,
    random: Random,
}

impl Grower<'_> {
    /// Adds the node of a sample with its whole subtree; returns its number.
    fn node(&mut self, tree: &mut Tree, sample: &mut [usize], depth: usize) -> usize {
        let at = tree.nodes.len();
        tree.nodes.push(Node::Leaf(tree.values.len()));
        tree.samples.get_or_insert_default().push(sample.len() as f64);
        let part = if depth < self.most { self.part(sample) } else { None };
        let Some((column, threshold)) = part else {
            tree.values.push(depth as f64 + path_correction(sample.len() as f64));
            return at;
        };
        let mut first = 0;
        for i in 0..sample.len() {
            if self.compare.goes_left(self.rows[sample[i]][column], threshold) {
                sample.swap(first, i);
                first += 1;
            }
        }
        let (below, above) = sample.split_at_mut(first);
        let missing = Some(if below.len() >= above.len() { Side::Left } else { Side::Right });
        let left = self.node(tree, below, depth + 1);
        let right = self.node(tree, above, depth + 1);
        tree.nodes[at] = Node::Split { split: Split::Axis { column, threshold }, left, right, missing };
        at
    }

    /// A random column in which the sample differs, and a random threshold that splits the sample.
    fn part(&mut self, sample: &[usize]) -> Option<(usize, f64)> {
        for left in (1..=self.columns.len()).rev() {
            let chosen = self.random.below(left);
            let column = self.columns[chosen];
            let values = || sample.iter().map(|&row| self.rows[row][column]);
            let (min, max) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
            if min < max {
                let share = self.random.unit();
                let threshold = min * (1.0 - share) + max * share;
                let parts = self.compare.goes_left(min, threshold) && !self.compare.goes_left(max, threshold);
                // After rounding, or with a share of 0: the bound that still splits the sample.
                let end = if self.compare == Compare::Less { max } else { min };
                return Some((column, if parts { threshold } else { end }));
            }
            self.columns.swap(chosen, left - 1);
        }
        None
    }
}
