//! Learning of a number from other columns: gradient boosting of shallow regression trees for the squared error (Friedman 2001, Algorithms 1
//! and 2). Each tree is grown level by level on the residuals by least squares (Breiman et al. 1984). Its leaf values are multiplied by
//! the learning rate. There is no randomness: the same rows give the same trees. A [`Learner`] has no clock. It learns in steps, each of
//! which looks at a fixed number of rows. Imports `ensemble`.

use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Link, Node, Precision, Side, Split, Task, Tree,
};
use espalier_model::query::Settings;
use espalier_numerics::sorting::sort_positions;
use std::ops::Range;

/// Fewest rows of a leaf.
pub const LEAF: usize = 5;

/// Rows that a step looks at, about. They take a millisecond or two.
pub const PIECE: usize = 100_000;

/// Rows that are sorted at once; sorted runs are then merged two by two.
const RUN: usize = 1 << 14;

/// The cost of sorting a run, in passes over its rows.
const SORTING: usize = 8;

/// The result of learning.
#[derive(Clone, Debug)]
pub struct Learned {
    /// A regressor on the rows' columns that reads them as the model does.
    pub ensemble: Ensemble,
    /// Share of the variance of the rows' numbers that the ensemble explains; 1 where these are all equal.
    pub explained: f64,
}

impl Learned {
    /// A model of the mean plus trees. `before` and `after` are the sums of squared residuals before the first tree and after the last.
    fn of(model: &Ensemble, mean: f64, trees: Vec<Tree>, before: f64, after: f64) -> Learned {
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
        Learned { ensemble, explained: if before > 0.0 { 1.0 - after / before } else { 1.0 } }
    }
}

/// A column that trees may test, and whether its numbers are names. A test of names sends one of them left and the others right.
pub type Column = (usize, bool);

/// Whether the rows suffice to learn the number in column `of` from those in `columns`. That takes two leaves' worth of rows without a missing
/// or infinite value among these columns.
///
/// # Cost
/// Stops at the last row that is needed.
pub fn teach(rows: &[Vec<f64>], columns: &[Column], of: usize) -> bool {
    rows.iter().filter(|row| whole(row, columns, of)).take(2 * LEAF).count() == 2 * LEAF
}

/// Whether the row has no missing or infinite value among the number and the columns.
fn whole(row: &[f64], columns: &[Column], of: usize) -> bool {
    columns.iter().map(|c| c.0).chain([of]).all(|c| row[c].is_finite())
}

/// Trees that are being learned, from rows that pass [`teach`]: the number in column `of` from those in `columns`. Rows with a missing or
/// infinite value among these are left out. Later, a row with a missing value goes to the side of most rows.
#[derive(Debug)]
pub struct Learner {
    columns: Vec<Column>,
    of: usize,
    settings: Settings,
    pass: Pass,
    /// The row at which the pass goes on; in passes over a column's order, the position in that order.
    next: usize,
    /// By column: the rows' values, and the rows in the order of these.
    values: Vec<Vec<f64>>,
    orders: Vec<Vec<usize>>,
    /// By row: the residual, its number less the predictions of the trees so far.
    left: Vec<f64>,
    mean: f64,
    /// Sum of squared residuals before the first tree.
    before: f64,
    trees: Vec<Tree>,
    growing: Growing,
}

/// A pass over the rows: the work done on each in turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pass {
    /// Its numbers are read.
    Read,
    /// Sorting by a column, in runs of so many rows: (column, rows).
    Sort(usize, usize),
    /// The cuts before it in a column's order are evaluated.
    Cut(usize),
    /// It goes to one side of its node's cut.
    Part,
    /// Its leaf's prediction is subtracted from its residual.
    Word,
    Over,
}

/// Statistics of a node's rows, or of a first part of them in a column's order: their number, the sum of their residuals, and the last value.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    rows: f64,
    sum: f64,
    last: f64,
}

impl Met {
    fn add(&mut self, left: f64, value: f64) {
        *self = Met { rows: self.rows + 1.0, sum: self.sum + left, last: value };
    }
}

/// A split of a node: the decrease of the sum of squares, and the test.
#[derive(Clone, Copy, Debug)]
struct CandidateSplit {
    gain: f64,
    column: usize,
    /// The values on both sides of it; of names, the one that goes left.
    between: (f64, f64),
}

/// The tree that is grown.
#[derive(Debug, Default)]
struct Growing {
    nodes: Vec<Node>,
    /// By node: its rows.
    met: Vec<Met>,
    /// By row: its node.
    at: Vec<usize>,
    /// The nodes that are split now. `scan` and `cuts` have, by node, the statistics of its rows so far in the present column, and the best
    /// split so far.
    level: Range<usize>,
    scan: Vec<Met>,
    cuts: Vec<Option<CandidateSplit>>,
    levels: usize,
    /// By node: the prediction for its rows.
    word: Vec<f64>,
    values: Vec<f64>,
}

impl Learner {
    /// A learner that has looked at nothing yet.
    pub fn new(columns: Vec<Column>, of: usize, settings: Settings) -> Learner {
        Learner {
            values: vec![Vec::new(); columns.len()],
            orders: Vec::new(),
            columns,
            of,
            settings,
            pass: Pass::Read,
            next: 0,
            left: Vec::new(),
            mean: 0.0,
            before: 0.0,
            trees: Vec::new(),
            growing: Growing::default(),
        }
    }

    /// Looks at about [`PIECE`] more rows. The rows and the model's type of inputs must be the same in every call. True when all is learned.
    ///
    /// # Cost
    /// All steps together: sorting the columns, then trees times depth times columns times rows. A single step exceeds its piece only where
    /// sorted runs are merged; then it is linear in the rows.
    pub fn step(&mut self, rows: &[Vec<f64>], input: Precision) -> bool {
        let mut rest = PIECE;
        while rest > 0 && self.pass != Pass::Over {
            let count = if self.pass == Pass::Read { rows.len() } else { self.left.len() };
            let (most, effort) = if let Pass::Sort(_, run) = self.pass { (run, SORTING) } else { (rest, 1) };
            let part = self.next..count.min(self.next + most);
            rest = rest.saturating_sub(effort * part.len() + 1);
            self.next = part.end;
            match self.pass {
                Pass::Read => self.read(&rows[part], input),
                Pass::Sort(column, _) => {
                    let values = &self.values[column];
                    sort_positions(&mut self.orders[column][part], &|a, b| values[a].total_cmp(&values[b]));
                }
                Pass::Cut(column) => self.cut(column, part),
                Pass::Part => self.send(part),
                Pass::Word => self.say(part),
                Pass::Over => {}
            }
            if self.next == count {
                self.next = 0;
                self.turn();
            }
        }
        self.pass == Pass::Over
    }

    /// The trees, once all are learned. They may be taken once.
    pub fn learned(&mut self, model: &Ensemble) -> Learned {
        Learned::of(model, self.mean, std::mem::take(&mut self.trees), self.before, squares(&self.left))
    }

    /// The pass after one that is over.
    fn turn(&mut self) {
        let count = self.left.len();
        match self.pass {
            Pass::Read => {
                self.mean = self.left.iter().sum::<f64>() / count as f64;
                self.left.iter_mut().for_each(|left| *left -= self.mean);
                self.before = squares(&self.left);
                self.orders = vec![(0..count).collect(); self.columns.len()];
                self.pass = Pass::Sort(0, RUN);
            }
            Pass::Sort(column, run) if run < count => self.pass = Pass::Sort(column, 2 * run),
            Pass::Sort(column, _) if column + 1 < self.columns.len() => self.pass = Pass::Sort(column + 1, RUN),
            Pass::Sort(..) => {
                self.growing.at = vec![0; count];
                let mut root = Met::default();
                self.left.iter().for_each(|left| root.add(*left, 0.0));
                self.plant(root);
            }
            Pass::Cut(column) => {
                if self.columns[column].1 {
                    for k in 0..self.growing.level.len() {
                        self.growing.weigh(k, column, self.growing.scan[k].last);
                    }
                }
                if column + 1 < self.columns.len() {
                    self.look(column + 1);
                } else {
                    self.divide();
                }
            }
            Pass::Part => {
                let Growing { nodes, met, level, .. } = &mut self.growing;
                let first = level.end;
                for node in &mut nodes[level.clone()] {
                    if let Node::Split { left, right, missing, .. } = node {
                        let most_left = met[*left].rows >= met[*right].rows;
                        *missing = Some(if most_left { Side::Left } else { Side::Right });
                    }
                }
                self.growing.level = first..self.growing.nodes.len();
                self.growing.levels += 1;
                self.go_down();
            }
            Pass::Word => {
                let grown = std::mem::take(&mut self.growing);
                let root = grown.met[0];
                self.trees.push(Tree { nodes: grown.nodes, values: grown.values, ..Tree::default() });
                self.growing.at = grown.at;
                self.plant(root);
            }
            Pass::Over => {}
        }
    }

    fn read(&mut self, rows: &[Vec<f64>], input: Precision) {
        for row in rows.iter().filter(|row| whole(row, &self.columns, self.of)) {
            for (values, (column, _)) in self.values.iter_mut().zip(&self.columns) {
                values.push(input.round(row[*column]));
            }
            self.left.push(row[self.of]);
        }
    }

    /// Begins a tree, if there is to be one more.
    fn plant(&mut self, root: Met) {
        if self.trees.len() == self.settings.trees {
            self.pass = Pass::Over;
            return;
        }
        self.growing.nodes = vec![Node::Leaf(0)];
        self.growing.met = vec![root];
        self.growing.level = 0..1;
        self.go_down();
    }

    /// Begins a level, if there is to be one more.
    fn go_down(&mut self) {
        let level = self.growing.level.len();
        if level == 0 || self.growing.levels == self.settings.depth {
            self.growing.speak(self.settings.rate);
            self.pass = Pass::Word;
            return;
        }
        self.growing.cuts = vec![None; level];
        self.look(0);
    }

    /// Begins to look for cuts of a column.
    fn look(&mut self, column: usize) {
        self.growing.scan = vec![Met::default(); self.growing.level.len()];
        self.pass = Pass::Cut(column);
    }

    /// Evaluates the cuts before rows in a column's order. Of equal ones the first by column and value is taken.
    fn cut(&mut self, column: usize, part: Range<usize>) {
        let (names, growing) = (self.columns[column].1, &mut self.growing);
        for &row in &self.orders[column][part] {
            if !growing.level.contains(&growing.at[row]) {
                continue;
            }
            let (k, x) = (growing.at[row] - growing.level.start, self.values[column][row]);
            if growing.scan[k].rows > 0.0 && growing.scan[k].last != x {
                growing.weigh(k, column, x);
                if names {
                    growing.scan[k] = Met::default();
                }
            }
            growing.scan[k].add(self.left[row], x);
        }
    }

    /// Splits the nodes of a level by the best cuts; no row moves yet.
    fn divide(&mut self) {
        let Growing { nodes, met, level, cuts, .. } = &mut self.growing;
        for (node, cut) in level.clone().zip(cuts) {
            let Some(cut) = cut else { continue };
            let (column, names) = self.columns[cut.column];
            let (below, above) = cut.between;
            let mid = below + 0.5 * (above - below);
            let threshold = if mid < above { mid } else { below };
            let split = if names {
                Split::Categories { column, left: vec![below as u32], unknown: None }
            } else {
                cut.between.0 = threshold;
                Split::Axis { column, threshold }
            };
            nodes[node] = Node::Split { split, left: nodes.len(), right: nodes.len() + 1, missing: None };
            nodes.extend([Node::Leaf(0), Node::Leaf(0)]);
        }
        met.resize(nodes.len(), Met::default());
        self.pass = Pass::Part;
    }

    /// Sends rows to the sides of their nodes' cuts.
    fn send(&mut self, rows: Range<usize>) {
        let Growing { nodes, met, at, level, cuts, .. } = &mut self.growing;
        for row in rows {
            let here = at[row];
            let Node::Split { left, right, .. } = &nodes[here] else { continue };
            let Some(cut) = &cuts[here - level.start] else { continue };
            let (x, end) = (self.values[cut.column][row], cut.between.0);
            let goes_left = if self.columns[cut.column].1 { x == end } else { x <= end };
            at[row] = if goes_left { *left } else { *right };
            met[at[row]].add(self.left[row], x);
        }
    }

    /// Subtracts the tree's predictions from the residuals, and adds up the results at the root of the next tree.
    fn say(&mut self, rows: Range<usize>) {
        let Growing { met, at, word, .. } = &mut self.growing;
        for row in rows {
            self.left[row] -= word[at[row]];
            at[row] = 0;
            met[0].add(self.left[row], 0.0);
        }
    }
}

impl Growing {
    /// Evaluates the cut after the rows met so far of a node of the level; `next` is the value after the cut.
    fn weigh(&mut self, k: usize, column: usize, next: f64) {
        let (all, met, least) = (&self.met[self.level.start + k], &self.scan[k], LEAF as f64);
        let (rows, sum) = (all.rows - met.rows, all.sum - met.sum);
        if met.rows < least || rows < least {
            return;
        }
        let gain = met.sum * met.sum / met.rows + sum * sum / rows - all.sum * all.sum / all.rows;
        let more = |other: &CandidateSplit| gain > other.gain * (1.0 + 1e-12);
        if gain > 0.0 && self.cuts[k].as_ref().is_none_or(more) {
            self.cuts[k] = Some(CandidateSplit { gain, column, between: (met.last, next) });
        }
    }

    /// Sets the leaves' predictions.
    fn speak(&mut self, rate: f64) {
        self.word = vec![0.0; self.nodes.len()];
        for (i, node) in self.nodes.iter_mut().enumerate() {
            if let Node::Leaf(leaf) = node {
                *leaf = self.values.len();
                self.word[i] = rate * self.met[i].sum / self.met[i].rows;
                self.values.push(self.word[i]);
            }
        }
        self.met[0] = Met::default();
    }
}

fn squares(left: &[f64]) -> f64 {
    left.iter().map(|r| r * r).sum()
}

#[cfg(test)]
mod tests;
