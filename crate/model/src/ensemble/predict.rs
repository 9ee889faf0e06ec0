//! Reference semantics: the prediction of an [`Ensemble`] for one row. Raw scores are sums in double precision, in the
//! library's order. `arithmetic` repeats the libraries' own sums and links for the probabilities and values that they
//! print.

use super::hyperplanes::side;
use super::{Aggregation, At, Compare, Ensemble, Node, Precision, Side, Split, Task, Tree, ZERO};

/// The number of rows that are predicted together. More takes more memory, 8 bytes for each row and tree; fewer walks the trees more often. By hand.
const TOGETHER: usize = 16;

/// A model's prediction for one row.
#[derive(Clone, Debug, PartialEq)]
pub enum Prediction {
    /// A classifier's prediction.
    Class {
        /// The class with the highest score, the first where several tie.
        class: usize,
        /// The library's own probabilities, one for each class.
        scores: Vec<f64>,
        /// Scores before the link, one for each output. Margins are measured in these.
        raw: Vec<f64>,
    },
    /// A regressor's value after the link, or an isolation forest's average path length.
    Value(f64),
}

impl std::fmt::Display for Prediction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Prediction::Class { class, scores, raw } => {
                write!(f, "class {class}")?;
                scores.iter().chain(raw).try_for_each(|score| write!(f, " {score}"))
            }
            Prediction::Value(value) => write!(f, "{value}"),
        }
    }
}

/// The reason why a row has no prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredictError {
    /// The row has a different number of columns from the model.
    Columns {
        /// Number of columns of the row.
        found: usize,
        /// Number of columns of the model.
        expected: usize,
    },
    /// The value of a column is missing (NaN), and a tree that reads it has no rule for that.
    Missing {
        /// Input column.
        column: usize,
    },
}

impl std::fmt::Display for PredictError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PredictError::Columns { found, expected } => {
                write!(f, "the row has {found} values; the model reads {expected} columns")
            }
            PredictError::Missing { column } => write!(
                f,
                "the value of column {column} is missing (NaN), and the model has no rule for a missing value there; give a number"
            ),
        }
    }
}

impl std::error::Error for PredictError {}

impl Precision {
    /// Rounds a value to this type as a cast does: to nearest, ties to even. Values near 0 are read as the type reads
    /// them.
    pub fn round(self, value: f64) -> f64 {
        match self {
            Precision::F32 => f64::from(value as f32),
            Precision::F64 => value,
            Precision::F64Flushed if value.abs() <= ZERO => 0.0,
            Precision::F64Flushed => value,
        }
    }

    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Precision::F32 => "float32",
            Precision::F64 => "float64",
            Precision::F64Flushed => "float64_flushed",
        }
    }

    /// Relative rounding tolerance, of the size of a number of this type, in a linear constraint, a consequence or a
    /// hull: a step or two. All code that checks answers against these takes it from here.
    pub fn step(self) -> f64 {
        match self {
            Precision::F32 => 2.5e-7,
            Precision::F64 | Precision::F64Flushed => 1e-9,
        }
    }

    /// The largest value of this type that is finite.
    pub fn largest(self) -> f64 {
        match self {
            Precision::F32 => f64::from(f32::MAX),
            Precision::F64 | Precision::F64Flushed => f64::MAX,
        }
    }
}

impl Compare {
    /// Whether a row with this value goes left at this threshold.
    pub fn goes_left(self, value: f64, threshold: f64) -> bool {
        match self {
            Compare::LessEqual => value <= threshold,
            Compare::Less => value < threshold,
        }
    }
}

impl Ensemble {
    /// The model's prediction for one row of raw inputs in column order. NaN is a missing value.
    ///
    /// # Errors
    /// [`PredictError`] where the row has the wrong length or a missing value without a rule.
    /// # Cost
    /// The sum of the paths' lengths.
    pub fn predict(&self, row: &[f64]) -> Result<Prediction, PredictError> {
        Ok(self.prediction(&self.leaves_of(&[row])?, row))
    }

    /// The model's predictions for some rows, each as in [`Ensemble::predict`]. They are computed tree by tree, since
    /// similar rows take the same paths.
    ///
    /// # Errors
    /// As [`Ensemble::predict`], for any of the rows.
    pub fn predict_all(&self, rows: &[&[f64]]) -> Result<Vec<Prediction>, PredictError> {
        let mut all = Vec::new();
        for rows in rows.chunks(TOGETHER) {
            all.extend(self.predictions(&self.leaves_of(rows)?, rows));
        }
        Ok(all)
    }

    /// The model's prediction for a row, from its leaf in each tree ([`Ensemble::leaves_of`]). Only linear leaves read the row itself.
    pub fn prediction(&self, leaves: &[usize], row: &[f64]) -> Prediction {
        self.predictions(leaves, &[row]).swap_remove(0)
    }

    fn predictions(&self, leaves: &[usize], rows: &[&[f64]]) -> Vec<Prediction> {
        let own = self.sum_own(leaves, rows);
        let raw = if self.arithmetic.is_single() { self.sum_in(leaves, rows) } else { own.clone() };
        let outputs = self.base.len();
        let one = |(own, raw): (&[f64], &[f64])| match self.task {
            Task::Classifier { .. } => {
                Prediction::Class { class: self.class_of(raw), scores: self.scores(own), raw: raw.to_vec() }
            }
            _ => Prediction::Value(self.value(own[0])),
        };
        own.chunks(outputs).zip(raw.chunks(outputs)).map(one).collect()
    }

    /// An upper bound of a weighted sum of the raw scores over all rows. Each tree takes its best leaf. `ends`: by column, the least and the greatest
    /// input; only linear leaves read it. Linear in the leaves.
    pub fn raw_at_most(&self, coef: &[f64], ends: &[(f64, f64)]) -> f64 {
        let (factor, ends) = (self.factor(), self.with_neurons(ends));
        let mut most = 0.0;
        for tree in &self.trees {
            let worth = |values: &[f64]| match (self.aggregation, tree.output) {
                (Aggregation::Vote, None) => coef[first_largest(values)],
                (_, Some(output)) => coef[output] * values[0],
                (_, None) => coef.iter().zip(values).map(|(c, v)| c * v).sum(),
            };
            let width = tree.width(self.outputs).max(1);
            let slope = |leaf: usize| match tree.linear_leaf(leaf) {
                None => 0.0,
                Some(linear) => (linear.columns.iter().enumerate())
                    .map(|(k, &c)| {
                        let weights: Vec<f64> = (0..width).map(|i| linear.weights_of(i)[k]).collect();
                        let weight = factor * tree.weight * worth(&weights);
                        (weight * ends[c].0).max(weight * ends[c].1)
                    })
                    .sum(),
            };
            let leaves = tree.values.chunks(width).enumerate();
            most += leaves
                .map(|(leaf, values)| factor * tree.weight * worth(values) + slope(leaf))
                .fold(f64::NEG_INFINITY, f64::max);
        }
        most + coef.iter().zip(&self.base).map(|(c, b)| c * b).sum::<f64>()
    }

    /// Scores before the link, one for each output.
    ///
    /// # Errors
    /// As [`Ensemble::predict`].
    pub fn raw(&self, row: &[f64]) -> Result<Vec<f64>, PredictError> {
        Ok(self.raw_of(&self.leaves_of(&[row])?, row))
    }

    /// Each row's leaf in each tree: `trees` numbers for a row, row after row.
    ///
    /// # Errors
    /// As [`Ensemble::predict`], for any of the rows.
    pub fn leaves_of(&self, rows: &[&[f64]]) -> Result<Vec<usize>, PredictError> {
        if let Some(row) = rows.iter().find(|row| row.len() != self.columns) {
            return Err(PredictError::Columns { found: row.len(), expected: self.columns });
        }
        rows.iter().try_for_each(|row| self.neurons_read(row))?;
        let trees = self.trees.len();
        let mut leaves = vec![0; rows.len() * trees];
        for (t, tree) in self.trees.iter().enumerate() {
            for (i, row) in rows.iter().enumerate() {
                let leaf = self.leaf(tree, row)?;
                if let Some(linear) = tree.linear_leaf(leaf).filter(|l| l.missing.is_none()) {
                    if let Some(column) = linear.missing_column(row) {
                        return Err(PredictError::Missing { column });
                    }
                }
                leaves[i * trees + t] = leaf;
            }
        }
        Ok(leaves)
    }

    /// The class of raw scores: the first of the largest. With one output, it is 1 where that is positive.
    pub fn class_of(&self, raw: &[f64]) -> usize {
        if raw.len() == 1 {
            usize::from(raw[0] > 0.0)
        } else {
            first_largest(raw)
        }
    }

    /// The number of a row's leaf. The row must have the right length.
    ///
    /// # Errors
    /// [`PredictError::Missing`].
    pub fn leaf(&self, tree: &Tree, row: &[f64]) -> Result<usize, PredictError> {
        let mut at = 0;
        loop {
            // Most splits are thresholds in trees that list every node. They take this shorter path.
            match tree.nodes.get(at) {
                _ if tree.oblivious => {}
                Some(Node::Leaf(leaf)) => return Ok(*leaf),
                Some(Node::Split { split: Split::Axis { column, threshold }, left, right, .. }) => {
                    let value = self.input.round(row[*column]);
                    if !value.is_nan() {
                        at = if self.compare.goes_left(value, *threshold) { *left } else { *right };
                        continue;
                    }
                }
                _ => {}
            }
            match tree.at(at) {
                At::Leaf(leaf) => return Ok(leaf),
                At::Split { split, left, right, missing, .. } => {
                    let side = match (self.side(split, row), missing) {
                        (Some(side), _) => side,
                        (None, Some(side)) => side,
                        (None, None) => return Err(PredictError::Missing { column: missing_column(split, row) }),
                    };
                    at = if side == Side::Left { left } else { right };
                }
            }
        }
    }

    /// The side of a row at a split. `None` where a value that the split tests is missing.
    pub fn side(&self, split: &Split, row: &[f64]) -> Option<Side> {
        let left = match split {
            Split::Axis { column, threshold } => {
                let value = self.input.round(row[*column]);
                if value.is_nan() {
                    return None;
                }
                self.compare.goes_left(value, *threshold)
            }
            Split::Categories { column, left, unknown } => {
                let value = row[*column];
                if value.is_nan() {
                    return None;
                }
                return Some(category_side(value, left, *unknown, self.input));
            }
            Split::Intervals { column, left } => {
                let value = self.input.round(row[*column]);
                if value.is_nan() {
                    return None;
                }
                left.iter().any(|&(lo, hi)| lo <= value && value <= hi)
            }
            Split::Oblique { columns, weights, threshold } => {
                return side(columns, weights, *threshold, (self.compare, self.planes, self.input), row);
            }
        };
        Some(if left { Side::Left } else { Side::Right })
    }
}

/// The side of a present value at a category-set split.
pub(crate) fn category_side(value: f64, left: &[u32], unknown: Option<(u32, Side)>, input: Precision) -> Side {
    let code = value.trunc();
    if let Some((known, side)) = unknown {
        if value < 0.0 || code >= f64::from(known) {
            return side;
        }
    }
    // A number between -1 and 0 is no code, though it truncates to 0. LightGBM, whose type is the flushed one,
    // truncates first.
    let first = if input == Precision::F64Flushed { code } else { value };
    let found = first >= 0.0 && code <= f64::from(u32::MAX) && left.binary_search(&(code as u32)).is_ok();
    if found {
        Side::Left
    } else {
        Side::Right
    }
}

/// Index of the first of the largest values.
pub fn first_largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (i, v) in values.iter().enumerate() {
        if *v > values[best] {
            best = i;
        }
    }
    best
}

fn missing_column(split: &Split, row: &[f64]) -> usize {
    let columns = split.columns();
    columns.iter().copied().find(|&c| row[c].is_nan()).unwrap_or(columns[0])
}
