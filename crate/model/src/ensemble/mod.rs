//! The one intermediate representation of tree ensembles. Every loader produces it, every engine reads it, and
//! [`Ensemble::predict`] defines its meaning. Imports nothing.

mod arithmetic;
mod difference;
mod exponential;
mod hyperplanes;
mod linear;
mod neurons;
mod predict;
mod tree;
mod validate;

pub use arithmetic::{Arithmetic, Library};
pub use difference::Unit;
pub use exponential::ln_single;
pub use hyperplanes::{hyperplanes, Hyperplane};
pub use linear::LinearLeaf;
pub use neurons::Neuron;
pub(crate) use predict::category_side;
pub use predict::{first_largest, PredictError, Prediction};
pub use tree::At;
pub use validate::EnsembleError;

/// A trained ensemble. Once [`Ensemble::validate`] has accepted it, it can be evaluated without panic.
#[derive(Clone, Debug, PartialEq)]
pub struct Ensemble {
    /// The meaning of the outputs.
    pub task: Task,
    /// Number of input columns.
    pub columns: usize,
    /// Number of outputs before the link: one for each class, or 1 for `Link::Logistic` and regressors.
    pub outputs: usize,
    /// Type to which inputs are rounded before any comparison.
    pub input: Precision,
    /// The library's arithmetic for adding leaf values and applying the link. Probabilities and predicted values follow
    /// it to the last bit. Raw scores are always in double precision.
    pub arithmetic: Arithmetic,
    /// Type in which the library adds up a hyperplane's weighted columns, in the order in which they are written.
    pub planes: Precision,
    /// The comparison that sends a row left.
    pub compare: Compare,
    /// The aggregation of the trees' values.
    pub aggregation: Aggregation,
    /// Added to the aggregate, one number for each output.
    pub base: Vec<f64>,
    /// The function from raw outputs to the library's own probabilities or value.
    pub link: Link,
    /// The trees.
    pub trees: Vec<Tree>,
    /// Neurons of hidden layers: number `i` is column `columns + i` of linear leaves and of the neurons behind it.
    pub neurons: Vec<Neuron>,
}

/// The kind of an ensemble's prediction.
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
    /// For inputs only: double precision, in which values no further from 0 than [`ZERO`] are read as 0, as LightGBM
    /// reads its rows.
    F64Flushed,
}

/// Inputs no further from 0 than this are read as 0 by LightGBM (its kZeroThreshold, a float).
pub const ZERO: f64 = 1e-35_f32 as f64;

/// The comparison that sends a row left at a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// value `<=` threshold.
    LessEqual,
    /// value `<` threshold.
    Less,
}

/// The aggregation of the trees' values. `w` are the tree weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Soft voting: sum of w v over sum of w.
    Mean,
    /// Hard voting: each tree gives w to the first of its largest values. The sum is divided by the sum of w.
    Vote,
    /// Boosting: sum of w v.
    Sum,
}

/// The function from raw outputs to the results of the library's `predict_proba` or `predict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Link {
    /// Raw outputs are the scores.
    None,
    /// One output, two classes: probability of class 1 is 1 / (1 + exp(-raw)).
    Logistic,
    /// Probabilities are exp(raw) over their sum.
    Softmax,
    /// One output for each class, each with a probability of its own: 1 / (1 + exp(-raw)). They need not sum to 1.
    OneVsRest,
    /// Regressors with a log link (Poisson, gamma, Tweedie): value is exp(raw).
    Exp,
    /// Regressors trained on signed square roots: value is raw |raw|.
    Square,
    /// Regressors of an intensity (LightGBM's cross_entropy_lambda): value is ln(1 + exp(raw)).
    Softplus,
}

/// One tree. The root is at place 0. [`Tree::at`] gives the content of a place, for every form of tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Its weight in the aggregation.
    pub weight: f64,
    /// `Some(o)`: every leaf holds one number, which goes to output `o` (boosting).
    /// `None`: every leaf holds one number for each output.
    pub output: Option<usize>,
    /// Whether all nodes of a level have the same test (CatBoost's symmetric trees). Then `nodes` holds no leaves, and
    /// one split for each level, whose children are both the next split. A row that goes right at level `i` adds `2^i`
    /// to the number of its leaf.
    pub oblivious: bool,
    /// The nodes, by place. Children come after their parent, in no particular order. For an oblivious tree, the levels.
    pub nodes: Vec<Node>,
    /// Leaf values by the leaf's index, `Tree::width` numbers for each leaf.
    pub values: Vec<f64>,
    /// By leaf: its linear part. Empty where all leaves are constant.
    pub linear: Vec<LinearLeaf>,
    /// Training rows per node, where the file states them.
    pub samples: Option<Vec<f64>>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Leaf number `0`. Its values are in [`Tree::values`].
    Leaf(usize),
    /// An inner node.
    Split {
        /// The test.
        split: Split,
        /// Index of the next node for a row that passes the test.
        left: usize,
        /// Index of the next node for a row that does not.
        right: usize,
        /// The side of a missing value (NaN). `None`: a missing value here is an error.
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
        /// Threshold as in the file, never NaN.
        threshold: f64,
    },
    /// Left when the column's value, truncated to a whole number, is one of `left`.
    Categories {
        /// Input column.
        column: usize,
        /// Codes that go left, ascending and distinct.
        left: Vec<u32>,
        /// The side of codes at or above `known`, if set. Without it, `left` alone decides about a code that is
        /// negative or larger than every code that the model knows.
        unknown: Option<(u32, Side)>,
    },
    /// Left when the column's value lies in one of the closed intervals, for every [`Compare`]. A node at which zero
    /// counts as missing has this form.
    Intervals {
        /// Input column.
        column: usize,
        /// Lower and upper bounds, both included, perhaps infinite. Ascending and disjoint.
        left: Vec<(f64, f64)>,
    },
    /// Left when the weighted sum compares true with the threshold.
    Oblique {
        /// Input columns, distinct.
        columns: Vec<usize>,
        /// One weight for each column.
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
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Link::None => "none",
            Link::Logistic => "logistic",
            Link::Softmax => "softmax",
            Link::OneVsRest => "one_vs_rest",
            Link::Exp => "exp",
            Link::Square => "square",
            Link::Softplus => "softplus",
        }
    }

    /// The value of a regressor's raw output. It rises with the raw output.
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

/// The side of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left child.
    Left,
    /// The right child.
    Right,
}

impl Side {
    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl Ensemble {
    /// Depth of the deepest leaf. 0 for trees without a split. Linear in the nodes.
    pub fn depth(&self) -> usize {
        self.trees.iter().map(Tree::depth).max().unwrap_or(0)
    }

    /// Total number of leaves.
    pub fn leaves(&self) -> usize {
        self.trees.iter().map(Tree::leaves).sum()
    }

    /// Whether any split is a hyperplane.
    pub fn is_oblique(&self) -> bool {
        self.trees.iter().flat_map(|t| &t.nodes).any(|n| matches!(n, Node::Split { split: Split::Oblique { .. }, .. }))
    }

    /// The factor of a tree's values in the raw outputs: its weight, divided by the sum of the weights where the
    /// aggregation is a mean or a vote, and scaled as the library scales.
    pub fn tree_factor(&self, tree: &Tree) -> f64 {
        tree.weight * self.factor()
    }
}
