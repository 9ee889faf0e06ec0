//! The one intermediate representation of tree ensembles. Every loader ends here, every engine
//! starts here, and [`Ensemble::predict`] says what it means. Imports nothing.

mod arithmetic;
mod exponential;
mod predict;
mod tree;
mod validate;

pub use arithmetic::{Arithmetic, Library};
pub use exponential::ln_single;
pub(crate) use predict::category_side;
pub use predict::{first_largest, PredictError, Prediction};
pub use tree::At;
pub use validate::EnsembleError;

/// A trained ensemble. One that [`Ensemble::validate`] accepts can be evaluated without panic.
#[derive(Clone, Debug, PartialEq)]
pub struct Ensemble {
    /// What the outputs mean.
    pub task: Task,
    /// Number of input columns.
    pub columns: usize,
    /// Number of outputs before the link: one a class, or 1 for `Link::Logistic` and regressors.
    pub outputs: usize,
    /// Type to which inputs are rounded before any comparison.
    pub input: Precision,
    /// How the library adds leaf values and applies the link. Probabilities and predicted values
    /// follow it to the last bit; raw scores are double precision always.
    pub arithmetic: Arithmetic,
    /// Type in which the library adds up a hyperplane's weighted columns, one after the other as they are written.
    pub planes: Precision,
    /// When a row goes left.
    pub compare: Compare,
    /// How the trees' values are put together.
    pub aggregation: Aggregation,
    /// Added to the aggregate, one number an output.
    pub base: Vec<f64>,
    /// From raw outputs to the library's own probabilities or value.
    pub link: Link,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// What an ensemble predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// One of `classes` classes (at least 2).
    Classifier {
        /// Number of classes.
        classes: usize,
    },
    /// A number.
    Regressor,
    /// An average path length: leaves hold path lengths.
    IsolationForest,
}

/// A floating-point type of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// Of inputs alone: double precision in which what is no further from 0 than [`ZERO`] is read as 0, as LightGBM
    /// reads its rows.
    F64Flushed,
}

/// Inputs no further from 0 than this are read as 0 by LightGBM (its kZeroThreshold, a float).
pub const ZERO: f64 = 1e-35_f32 as f64;

/// When a row goes left at a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// value `<=` threshold.
    LessEqual,
    /// value `<` threshold.
    Less,
}

/// How the trees' values are put together; `w` are the tree weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Soft voting: sum of w v over sum of w.
    Mean,
    /// Hard voting: each tree gives w to the first of its largest values; over sum of w.
    Vote,
    /// Boosting: sum of w v.
    Sum,
}

/// From raw outputs to what the library's `predict_proba` or `predict` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Raw outputs are the scores.
    None,
    /// One output, two classes: probability of class 1 is 1 / (1 + exp(-raw)).
    Logistic,
    /// Probabilities are exp(raw) over their sum.
    Softmax,
    /// One output a class, each with a probability of its own: 1 / (1 + exp(-raw)). They need not sum to 1.
    OneVsRest,
    /// Regressors with a log link (Poisson, gamma, Tweedie): value is exp(raw).
    Exp,
    /// Regressors trained on signed square roots: value is raw |raw|.
    Square,
    /// Regressors of an intensity (LightGBM's cross_entropy_lambda): value is ln(1 + exp(raw)).
    Softplus,
}

/// One tree. At 0 is the root; [`Tree::at`] says what stands at a place, whatever the tree's form.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Its weight in the aggregation.
    pub weight: f64,
    /// `Some(o)`: every leaf holds one number, which goes to output `o` (boosting).
    /// `None`: every leaf holds one number an output.
    pub output: Option<usize>,
    /// Whether all nodes of a level ask the same (CatBoost's symmetric trees). Then `nodes` holds one split a level, whose
    /// children are both the next, and no leaf; a row that goes right at level `i` adds `2^i` to the number of its leaf.
    pub oblivious: bool,
    /// The nodes, by place; children come after their parent in no particular order. Of an oblivious tree, the levels.
    pub nodes: Vec<Node>,
    /// Leaf values, `Tree::width` numbers a leaf, by the leaf's index.
    pub values: Vec<f64>,
    /// Training rows per node, where the file tells.
    pub samples: Option<Vec<f64>>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Leaf number `0`, whose values stand in [`Tree::values`].
    Leaf(usize),
    /// An inner node.
    Split {
        /// The test.
        split: Split,
        /// Node index where a row goes that passes the test.
        left: usize,
        /// Node index where a row goes that does not.
        right: usize,
        /// Where a missing value (NaN) goes; `None`: a missing value here is an error.
        missing: Option<Side>,
    },
}

/// The test at an inner node.
#[derive(Clone, Debug, PartialEq)]
pub enum Split {
    /// Left when the column's value compares true with the threshold (see [`Compare`]).
    Axis {
        /// Input column.
        column: usize,
        /// Threshold as the file gives it, never NaN.
        threshold: f64,
    },
    /// Left when the column's value, truncated to a whole number, is one of `left`.
    Categories {
        /// Input column.
        column: usize,
        /// Codes that go left, ascending and distinct.
        left: Vec<u32>,
        /// Where a code goes that is negative or exceeds every code the model knows is told by
        /// `left` alone unless this is set: codes at or above `known` go to this side.
        unknown: Option<(u32, Side)>,
    },
    /// Left when the column's value lies in one of the closed intervals, whatever [`Compare`] says. A node at
    /// which zero counts as missing is one of these.
    Intervals {
        /// Input column.
        column: usize,
        /// Lower and upper ends, both closed, perhaps infinite; ascending and disjoint.
        left: Vec<(f64, f64)>,
    },
    /// Left when the weighted sum compares true with the threshold.
    Oblique {
        /// Input columns, distinct.
        columns: Vec<usize>,
        /// One weight a column.
        weights: Vec<f64>,
        /// Threshold.
        threshold: f64,
    },
}

impl Split {
    /// The input columns that the test reads.
    pub fn columns(&self) -> &[usize] {
        match self {
            Split::Axis { column, .. } | Split::Categories { column, .. } | Split::Intervals { column, .. } => {
                std::slice::from_ref(column)
            }
            Split::Oblique { columns, .. } => columns,
        }
    }
}

impl Link {
    /// The value that a regressor's raw output stands for. Rises with the raw output.
    pub fn value(self, raw: f64) -> f64 {
        match self {
            Link::Exp => raw.exp(),
            Link::Square => raw * raw.abs(),
            // As LightGBM computes it.
            Link::Softplus => raw.exp().ln_1p(),
            Link::None | Link::Logistic | Link::Softmax | Link::OneVsRest => raw,
        }
    }
}

/// A child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left child.
    Left,
    /// The right child.
    Right,
}

impl Ensemble {
    /// Depth of the deepest leaf; 0 for trees without a split. Linear in the nodes.
    pub fn depth(&self) -> usize {
        self.trees.iter().map(Tree::depth).max().unwrap_or(0)
    }

    /// Number of leaves in all.
    pub fn leaves(&self) -> usize {
        self.trees.iter().map(Tree::leaves).sum()
    }

    /// Whether any split is a hyperplane.
    pub fn is_oblique(&self) -> bool {
        self.trees.iter().flat_map(|t| &t.nodes).any(|n| matches!(n, Node::Split { split: Split::Oblique { .. }, .. }))
    }

    /// The factor by which the values of a tree count in the raw outputs: its weight, divided by the
    /// sum of the weights where the aggregation is a mean or a vote, and scaled as the library scales.
    pub fn tree_factor(&self, tree: &Tree) -> f64 {
        tree.weight * self.factor()
    }
}
