//! Consequences that are learned for a request, learned again: gradient boosting of regression trees, each grown at one go. This is the definition
//! (docs/contract/certificate.md, "Consequences that are learned"), with which the learner in steps is compared. Trees that a request states as learned
//! are believed only where they are these.

use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Link, Node, Precision, Side, Split, Task, Tree,
};
use espalier_model::query::{Constraint, Query, Settings};
use espalier_model::schema::Kind;
use espalier_model::Model;
use espalier_numerics::sorting::sort_positions;

/// Fewest rows of a leaf.
const LEAF: usize = 5;

/// Whether all trees that a query states as learned are those that the model's background rows teach.
///
/// # Cost
/// For each of these consequences: sorting its columns, then trees times depth times columns times rows.
pub fn taught(model: &Model, query: &Query) -> bool {
    let rows = model.background.as_ref().map_or(&[][..], |b| &b.rows);
    query.constraints.iter().all(|constraint| match constraint {
        Constraint::CausalEnsemble { feature, cause } => cause.lesson.is_none_or(|lesson| {
            let features = &model.schema.features;
            let columns = cause.parents.iter().flat_map(|&p| {
                let names = matches!(features[p].kind, Kind::Codes { .. });
                features[p].columns().iter().map(move |&c| (c, names))
            });
            let of = features[*feature].columns()[0];
            let found = at_once(rows, &columns.collect::<Vec<_>>(), of, &model.ensemble, lesson.settings);
            found.is_some_and(|(trees, explained)| trees == cause.trees && explained == lesson.explained)
        }),
        _ => true,
    })
}

/// The trees that the rows teach of the number in column `of` from those in `columns`, each with whether its numbers are names; and the share
/// of that number's variance that they explain. `None` where there are too few rows without a missing or infinite value among these.
pub fn at_once(
    rows: &[Vec<f64>],
    columns: &[(usize, bool)],
    of: usize,
    model: &Ensemble,
    settings: Settings,
) -> Option<(Ensemble, f64)> {
    let all = || columns.iter().map(|c| c.0).chain([of]);
    let rows: Vec<&Vec<f64>> = rows.iter().filter(|row| all().all(|c| row[c].is_finite())).collect();
    if rows.len() < 2 * LEAF {
        return None;
    }
    let values: Vec<Vec<f64>> =
        columns.iter().map(|&(c, _)| rows.iter().map(|row| model.input.round(row[c])).collect()).collect();
    let orders = values.iter().map(|values| {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        sort_positions(&mut order, &|a, b| values[a].total_cmp(&values[b]));
        order
    });
    let mean = rows.iter().map(|row| row[of]).sum::<f64>() / rows.len() as f64;
    let mut grower =
        Grower { columns, orders: orders.collect(), values, left: rows.iter().map(|row| row[of] - mean).collect() };
    let before = squares(&grower.left);
    let trees = (0..settings.trees).map(|_| grower.tree(settings)).collect();
    let after = squares(&grower.left);
    let ensemble = Ensemble {
        neurons: Vec::new(),
        task: Task::Regressor,
        columns: model.columns,
        outputs: 1,
        input: model.input,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: Compare::LessEqual,
        aggregation: Aggregation::Sum,
        base: vec![mean],
        link: Link::None,
        trees,
    };
    Some((ensemble, if before > 0.0 { 1.0 - after / before } else { 1.0 }))
}

/// Statistics of a node's rows, or of a first part of them in a column's order: their number, the sum of their residuals, and the last value.
#[derive(Clone, Copy, Default)]
struct Met {
    rows: f64,
    sum: f64,
    last: f64,
}

/// A split of a node: the decrease of the sum of squares, and the test.
#[derive(Clone, Copy)]
struct CandidateSplit {
    gain: f64,
    column: usize,
    /// The values on both sides of it; of names, the one that goes left.
    between: (f64, f64),
}

struct Grower<'a> {
    columns: &'a [(usize, bool)],
    /// By column: the rows' values, and the rows in the order of these.
    values: Vec<Vec<f64>>,
    orders: Vec<Vec<usize>>,
    /// By row: the residual, its number less the predictions of the trees so far.
    left: Vec<f64>,
}

impl Grower<'_> {
    /// Grows a tree on the residuals, and subtracts its predictions from them.
    fn tree(&mut self, settings: Settings) -> Tree {
        let mut tree = Tree { nodes: vec![Node::Leaf(0)], ..Tree::default() };
        let mut at = vec![0; self.left.len()];
        let mut level = 0..1;
        for _ in 0..settings.depth {
            let cuts = self.cuts(&at, level.clone());
            let first = level.end;
            for (node, cut) in level.zip(cuts) {
                let Some(cut) = cut else { continue };
                let (column, names) = self.columns[cut.column];
                let (below, above) = cut.between;
                let mid = below + 0.5 * (above - below);
                let threshold = if mid < above { mid } else { below };
                let split = if names {
                    Split::Categories { column, left: vec![below as u32], unknown: None }
                } else {
                    Split::Axis { column, threshold }
                };
                let (left, right) = (tree.nodes.len(), tree.nodes.len() + 1);
                let mut rows = [0, 0];
                for (row, here) in at.iter_mut().enumerate().filter(|(_, here)| **here == node) {
                    let x = self.values[cut.column][row];
                    let goes_left = if names { x == below } else { x <= threshold };
                    *here = if goes_left { left } else { right };
                    rows[usize::from(!goes_left)] += 1;
                }
                let missing = Some(if rows[0] >= rows[1] { Side::Left } else { Side::Right });
                tree.nodes[node] = Node::Split { split, left, right, missing };
                tree.nodes.extend([Node::Leaf(0), Node::Leaf(0)]);
            }
            level = first..tree.nodes.len();
        }
        let mut met = vec![Met::default(); tree.nodes.len()];
        for (row, &node) in at.iter().enumerate() {
            met[node].rows += 1.0;
            met[node].sum += self.left[row];
        }
        let mut word = vec![0.0; tree.nodes.len()];
        for (i, node) in tree.nodes.iter_mut().enumerate() {
            if let Node::Leaf(leaf) = node {
                *leaf = tree.values.len();
                word[i] = settings.rate * met[i].sum / met[i].rows;
                tree.values.push(word[i]);
            }
        }
        self.left.iter_mut().zip(&at).for_each(|(left, &node)| *left -= word[node]);
        tree
    }

    /// The best split of each node of a level; of equal ones the first by column and value.
    fn cuts(&self, at: &[usize], level: std::ops::Range<usize>) -> Vec<Option<CandidateSplit>> {
        let mut all = vec![Met::default(); level.len()];
        for (row, node) in at.iter().enumerate().filter(|(_, node)| level.contains(node)) {
            all[node - level.start].rows += 1.0;
            all[node - level.start].sum += self.left[row];
        }
        let mut best: Vec<Option<CandidateSplit>> = vec![None; level.len()];
        for (column, order) in self.orders.iter().enumerate() {
            let names = self.columns[column].1;
            let mut met = vec![Met::default(); level.len()];
            let mut weigh = |k: usize, met: &Met, next: f64| {
                let (all, least) = (&all[k], LEAF as f64);
                let (rows, sum) = (all.rows - met.rows, all.sum - met.sum);
                if met.rows < least || rows < least {
                    return;
                }
                let gain = met.sum * met.sum / met.rows + sum * sum / rows - all.sum * all.sum / all.rows;
                let more = |other: &CandidateSplit| gain > other.gain * (1.0 + 1e-12);
                if gain > 0.0 && best[k].as_ref().is_none_or(more) {
                    best[k] = Some(CandidateSplit { gain, column, between: (met.last, next) });
                }
            };
            for &row in order.iter().filter(|&&row| level.contains(&at[row])) {
                let (k, x) = (at[row] - level.start, self.values[column][row]);
                if met[k].rows > 0.0 && met[k].last != x {
                    weigh(k, &met[k], x);
                    if names {
                        met[k] = Met::default();
                    }
                }
                met[k] = Met { rows: met[k].rows + 1.0, sum: met[k].sum + self.left[row], last: x };
            }
            if names {
                met.iter().enumerate().for_each(|(k, met)| weigh(k, met, met.last));
            }
        }
        best
    }
}

fn squares(left: &[f64]) -> f64 {
    left.iter().map(|r| r * r).sum()
}
