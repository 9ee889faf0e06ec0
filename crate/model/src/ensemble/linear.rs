//! Linear leaves: a leaf whose values are linear functions of the inputs. One such leaf is a linear or logistic regression. A stump with a
//! hyperplane split and one such leaf is a neuron of a rectifier network. LightGBM's `linear_tree` has them in axis-aligned trees.

use super::arithmetic::Float;
use super::{Ensemble, Precision, Tree};

/// The linear part of a leaf's values: `sum of weights * inputs`, added to the leaf's constants in [`Tree::values`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearLeaf {
    /// Input columns, distinct. None: the leaf is constant.
    pub columns: Vec<usize>,
    /// The columns' weights, value by value: those of the leaf's value `i` begin at `i * columns.len()`.
    pub weights: Vec<f64>,
    /// The values of the leaf where one of its columns is missing (NaN). `None`: a missing value here is an error.
    pub missing: Option<Vec<f64>>,
}

impl LinearLeaf {
    /// The weights of one value of the leaf, in the order of the columns.
    pub fn weights_of(&self, value: usize) -> &[f64] {
        &self.weights[value * self.columns.len()..(value + 1) * self.columns.len()]
    }

    /// A value at a row, in the type of the library's sums: the constant first, then the columns in their order.
    pub(super) fn value<T: Float>(&self, i: usize, constant: f64, row: &[f64], input: Precision) -> T {
        if let (Some(values), Some(_)) = (&self.missing, self.missing_column(row)) {
            return T::of(values[i]);
        }
        let terms = self.columns.iter().zip(self.weights_of(i));
        terms.fold(T::of(constant), |sum, (&c, w)| sum + T::of(*w) * T::of(input.round(row[c])))
    }

    /// The first of its columns that is missing in a row. Columns behind the row's are neurons.
    pub(super) fn missing_column(&self, row: &[f64]) -> Option<usize> {
        self.columns.iter().copied().find(|&c| row.get(c).is_some_and(|x| x.is_nan()))
    }
}

impl Tree {
    /// The linear part of a leaf. `None` where the leaf is constant.
    #[inline]
    pub fn linear_leaf(&self, leaf: usize) -> Option<&LinearLeaf> {
        self.linear.get(leaf).filter(|l| !l.columns.is_empty())
    }

    /// The value `i` of a leaf at a row, in double precision: the constant first, then the columns in their order, each rounded to the model's
    /// input type. `width` is the number of values of a leaf.
    #[inline]
    pub(crate) fn value_at(&self, leaf: usize, i: usize, width: usize, row: &[f64], input: Precision) -> f64 {
        let constant = self.values[leaf * width + i];
        self.linear_leaf(leaf).map_or(constant, |linear| linear.value(i, constant, row, input))
    }
}

impl Ensemble {
    /// Whether any leaf is a linear function of the inputs.
    pub fn has_linear_leaves(&self) -> bool {
        self.trees.iter().any(|t| t.linear.iter().any(|l| !l.columns.is_empty()))
    }
}
