//! Espalier's own model JSON (docs/contract/model-json.md) as it is written.

use crate::decoder::record::{names, record, Read};
use crate::decoder::Decoder;
use crate::token::{Error, Token};
use crate::words::quote;
use espalier_model::ensemble::{Precision, Side};
use espalier_numerics::sorting::sort_by;
use serde_json::Value;

record! {
    /// The whole document.
    pub(super) struct Document, others refused {
        pub format: String = needed,
        pub version: f64 = needed,
        pub kind: Kind = needed,
        pub columns: usize = needed,
        pub input: Input = needed,
        /// Of earlier versions: the type in which the library adds leaf values and applies the link.
        pub sums: Option<Float> = optional,
        /// The library in whose arithmetic scores are computed; plain double precision where absent.
        pub arithmetic: Option<String> = optional,
        /// Divisors of the trees' sum, applied one after the other.
        pub divide: Option<Vec<f64>> = optional,
        /// Factor of the quotient.
        pub scale: Option<f64> = optional,
        /// Whether the first of two scores is 1 less the second.
        pub complement: Option<bool> = optional,
        /// Type in which the library adds up a hyperplane's weighted columns; double precision where absent.
        pub hyperplane_sums: Option<Float> = optional,
        pub compare: Compare = needed,
        pub aggregation: Option<Aggregation> = optional,
        pub base: Option<Vec<f64>> = optional,
        pub link: Link = optional,
        /// False where the scores are decisions, 1 for the class decided; true where absent.
        pub probabilities: Option<bool> = optional,
        pub classes: Option<Vec<String>> = optional,
        pub trees: Vec<TreeDoc> = needed,
        /// Neurons of hidden layers, each a column behind the inputs.
        pub neurons: Vec<NeuronDoc> = optional,
        pub schema: Option<Value> = optional,
        pub background: Option<BackgroundDoc> = optional,
        pub isolation_forest: Option<ForestDoc> = optional,
        /// Library and version that trained the model, for people.
        pub library: Option<String> = optional,
    }
}

names! {
    #[derive(PartialEq, Eq)]
    pub(super) enum Kind {
        Classifier = "classifier",
        Regressor = "regressor",
        IsolationForest = "isolation_forest",
    }
}

names! {
    pub(super) enum Float {
        Float32 = "float32",
        Float64 = "float64",
    }
}

names! {
    /// The types of inputs.
    pub(super) enum Input {
        Float32 = "float32",
        Float64 = "float64",
        Float64Flushed = "float64_flushed",
    }
}

impl From<Input> for Precision {
    fn from(input: Input) -> Precision {
        match input {
            Input::Float32 => Precision::F32,
            Input::Float64 => Precision::F64,
            Input::Float64Flushed => Precision::F64Flushed,
        }
    }
}

impl From<Float> for Precision {
    fn from(float: Float) -> Precision {
        match float {
            Float::Float32 => Precision::F32,
            Float::Float64 => Precision::F64,
        }
    }
}

names! {
    pub(super) enum Compare {
        LessEqual = "<=",
        Less = "<",
    }
}

names! {
    pub(super) enum Aggregation {
        Mean = "mean",
        Vote = "vote",
        Sum = "sum",
    }
}

names! {
    #[derive(PartialEq, Eq)]
    pub(super) enum Link {
        None = "none",
        Logistic = "logistic",
        Softmax = "softmax",
        OneVsRest = "one_vs_rest",
        /// Of regressors that are trained on a logarithm (Poisson, gamma).
        Exp = "exp",
        Square = "square",
        Softplus = "softplus",
    }
}

record! {
    pub(super) struct ForestDoc, others refused {
        pub trees: Vec<TreeDoc> = needed,
    }
}

record! {
    pub(super) struct BackgroundDoc, others refused {
        pub rows: Vec<Vec<MaybeMissing>> = needed,
        pub labels: Option<Vec<f64>> = optional,
    }
}

record! {
    /// One tree: arrays by node, or by level where it is oblivious.
    pub(super) struct TreeDoc, others refused {
        pub weight: Option<f64> = optional,
        /// The one output to which the leaves' numbers are added. Without it a leaf holds one number for each output.
        pub output: Option<usize> = optional,
        /// Whether all nodes of a level have the same test. Then there is one entry for each level, no children, and one value for each leaf.
        pub oblivious: bool = optional,
        pub feature: Vec<i32> = needed,
        pub threshold: Vec<Threshold> = needed,
        pub left: Option<Vec<i32>> = optional,
        pub right: Option<Vec<i32>> = optional,
        pub value: Option<Values> = optional,
        pub hyperplanes: ByNode<Hyperplane> = optional,
        pub categories: ByNode<CategorySet> = optional,
        pub intervals: ByNode<IntervalSet> = optional,
        /// The linear parts of leaves.
        pub linear: ByNode<LinearDoc> = optional,
        pub missing: ByNode<SideDoc> = optional,
        pub samples: Option<Vec<f64>> = optional,
    }
}

impl TreeDoc {
    /// Where a missing value goes at a node.
    pub fn missing_side(&self, node: usize) -> Option<Side> {
        self.missing.get(node).map(|side| Side::from(*side))
    }
}

record! {
    #[derive(Clone)]
    pub(super) struct Hyperplane, others refused {
        pub columns: Vec<usize> = needed,
        pub weights: Vec<f64> = needed,
    }
}

record! {
    /// The linear part of a leaf: a list of weights, or one for each output.
    pub(super) struct LinearDoc, others refused {
        pub columns: Vec<usize> = needed,
        pub weights: Values = needed,
        /// The leaf's values where one of the columns is missing.
        pub missing: Option<Vec<f64>> = optional,
    }
}

record! {
    /// A neuron: the sum of weighted columns where it is positive, else 0.
    pub(super) struct NeuronDoc, others refused {
        pub constant: f64 = needed,
        pub columns: Vec<usize> = needed,
        pub weights: Vec<f64> = needed,
    }
}

record! {
    #[derive(Clone)]
    pub(super) struct CategorySet, others refused {
        pub column: usize = needed,
        pub left: Vec<u32> = needed,
        pub unknown: Option<Unknown> = optional,
    }
}

record! {
    #[derive(Clone)]
    pub(super) struct IntervalSet, others refused {
        pub column: usize = needed,
        pub left: Vec<(Threshold, Threshold)> = needed,
    }
}

record! {
    /// The side of codes that the model never saw: negative ones, and those from `from` on.
    #[derive(Clone, Copy)]
    pub(super) struct Unknown, others refused {
        pub from: u32 = needed,
        pub to: SideDoc = needed,
    }
}

names! {
    pub(super) enum SideDoc {
        Left = "left",
        Right = "right",
    }
}

impl From<SideDoc> for Side {
    fn from(side: SideDoc) -> Side {
        match side {
            SideDoc::Left => Side::Left,
            SideDoc::Right => Side::Right,
        }
    }
}

/// A number, or NaN for null.
#[derive(Clone, Copy, Default)]
pub(super) struct MaybeMissing(pub f64);

impl Read for MaybeMissing {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let mut number = None;
        number.read(from)?;
        self.0 = number.unwrap_or(f64::NAN);
        Ok(())
    }
}

/// A threshold: a number, "Infinity" or "-Infinity", or NaN for null (of nodes that have none).
#[derive(Clone, Copy, Default)]
pub(super) struct Threshold(pub f64);

impl Read for Threshold {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let token = from.token(false)?;
        let number = match &token {
            Token::Null => Some(f64::NAN),
            Token::Text(text) if *text == "Infinity" => Some(f64::INFINITY),
            Token::Text(text) if *text == "-Infinity" => Some(f64::NEG_INFINITY),
            other => other.number(),
        };
        self.0 = number.ok_or_else(|| from.unexpected(&token, "a number, \"Infinity\", \"-Infinity\" or null"))?;
        Ok(())
    }
}

/// Leaf values by node, all in one list, so that short lists take no more memory than their numbers.
#[derive(Default)]
pub(super) struct Values {
    numbers: Vec<f64>,
    /// Where each node's numbers end; null has none.
    ends: Vec<usize>,
}

impl Values {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// All numbers, one entry's after the other's.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// As [`Values::numbers`].
    pub fn into_numbers(self) -> Vec<f64> {
        self.numbers
    }

    pub fn of(&self, node: usize) -> &[f64] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.numbers[start..self.ends[node]]
    }
}

/// A list of entries: null, a number, or a list of numbers.
impl Read for Values {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let mut rest = from.list()?;
        while from.more(&mut rest)? {
            let token = from.token(false)?;
            match (&token, token.number()) {
                (_, Some(number)) => self.numbers.push(number),
                (Token::Null, _) => {}
                (Token::List(extent), _) => from.numbers(*extent, &mut self.numbers)?,
                _ => return Err(from.unexpected(&token, "a list of one number an output, or null")),
            }
            self.ends.push(self.numbers.len());
        }
        Ok(())
    }
}

/// An object whose keys are node numbers: (node, entry), ascending, each node once.
pub(super) struct ByNode<T>(Vec<(usize, T)>);

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        ByNode(Vec::new())
    }
}

impl<T> ByNode<T> {
    pub fn get(&self, node: usize) -> Option<&T> {
        self.0.binary_search_by_key(&node, |(n, _)| *n).ok().map(|i| &self.0[i].1)
    }

    /// The first node with an entry.
    pub fn first(&self) -> Option<usize> {
        self.0.first().map(|(n, _)| *n)
    }

    /// The first node with an entry that is not of the right kind. `feature` determines the kinds by node.
    pub fn stray(&self, feature: &[i32], kind: &dyn Fn(Option<&i32>) -> bool) -> Option<usize> {
        self.0.iter().map(|(n, _)| *n).find(|&n| !kind(feature.get(n)))
    }
}

impl<T: Read> Read for ByNode<T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let extent = from.object()?;
        let entries = &mut self.0;
        from.entries(extent, &mut |from, key| {
            let node = key.parse();
            let node = node
                .map_err(|_| Error::of(format!("found the text {}", quote(key)), "a node number as key is needed"))?;
            from.colon()?;
            let mut entry = T::default();
            entry.read(from)?;
            entries.push((node, entry));
            Ok(())
        })?;
        sort_by(entries, |a, b| a.0.cmp(&b.0));
        match entries.windows(2).find(|w| w[0].0 == w[1].0) {
            Some(w) => Err(Error::of(format!("node {} is given twice", w[0].0), "once is right")),
            None => Ok(()),
        }
    }
}
