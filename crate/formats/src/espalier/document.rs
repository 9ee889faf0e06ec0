//! Espalier's own model JSON (docs/contract/model-json.md) as it is written.

use espalier_model::ensemble::{Precision, Side};
use espalier_numerics::sorting::sort_by;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// The whole document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub format: String,
    pub version: f64,
    pub kind: Kind,
    pub columns: usize,
    pub input: Input,
    /// Of earlier versions: the type in which the library adds leaf values and applies the link.
    #[serde(default)]
    pub sums: Option<Float>,
    /// The library in whose arithmetic scores are computed; plain double precision where absent.
    #[serde(default)]
    pub arithmetic: Option<String>,
    /// Divisors of the trees' sum, applied one after the other.
    #[serde(default)]
    pub divide: Option<Vec<f64>>,
    /// Factor of the quotient.
    #[serde(default)]
    pub scale: Option<f64>,
    /// Whether the first of two scores is 1 less the second.
    #[serde(default)]
    pub complement: Option<bool>,
    /// Type in which the library adds up a hyperplane's weighted columns; double precision where absent.
    #[serde(default)]
    pub hyperplane_sums: Option<Float>,
    pub compare: Compare,
    #[serde(default)]
    pub aggregation: Option<Aggregation>,
    #[serde(default)]
    pub base: Option<Vec<f64>>,
    #[serde(default)]
    pub link: Link,
    /// False where the scores are decisions, 1 for the class decided; true where absent.
    #[serde(default)]
    pub probabilities: Option<bool>,
    #[serde(default)]
    pub classes: Option<Vec<String>>,
    pub trees: Vec<TreeDoc>,
    /// Neurons of hidden layers, each a column behind the inputs.
    #[serde(default)]
    pub neurons: Vec<NeuronDoc>,
    #[serde(default)]
    pub schema: Option<Value>,
    #[serde(default)]
    pub background: Option<BackgroundDoc>,
    #[serde(default)]
    pub isolation_forest: Option<ForestDoc>,
    /// Library and version that trained the model, for people.
    #[serde(default)]
    pub library: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Classifier,
    Regressor,
    IsolationForest,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum Float {
    Float32,
    Float64,
}

/// The types of inputs.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum Input {
    Float32,
    Float64,
    Float64Flushed,
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

#[derive(Deserialize, Clone, Copy)]
pub(super) enum Compare {
    #[serde(rename = "<=")]
    LessEqual,
    #[serde(rename = "<")]
    Less,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum Aggregation {
    Mean,
    Vote,
    Sum,
}

#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Link {
    #[default]
    None,
    Logistic,
    Softmax,
    OneVsRest,
    /// Of regressors that are trained on a logarithm (Poisson, gamma).
    Exp,
    Square,
    Softplus,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForestDoc {
    pub trees: Vec<TreeDoc>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BackgroundDoc {
    pub rows: Vec<Vec<MaybeMissing>>,
    #[serde(default)]
    pub labels: Option<Vec<f64>>,
}

/// One tree: arrays by node, or by level where it is oblivious.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeDoc {
    #[serde(default)]
    pub weight: Option<f64>,
    /// The one output to which the leaves' numbers are added. Without it a leaf holds one number for each output.
    #[serde(default)]
    pub output: Option<usize>,
    /// Whether all nodes of a level have the same test. Then there is one entry for each level, no children, and one value for each leaf.
    #[serde(default)]
    pub oblivious: bool,
    pub feature: Vec<i32>,
    pub threshold: Vec<Threshold>,
    #[serde(default)]
    pub left: Option<Vec<i32>>,
    #[serde(default)]
    pub right: Option<Vec<i32>>,
    #[serde(default)]
    pub value: Option<Values>,
    #[serde(default)]
    pub hyperplanes: ByNode<Hyperplane>,
    #[serde(default)]
    pub categories: ByNode<CategorySet>,
    #[serde(default)]
    pub intervals: ByNode<IntervalSet>,
    /// The linear parts of leaves.
    #[serde(default)]
    pub linear: ByNode<LinearDoc>,
    #[serde(default)]
    pub missing: ByNode<SideDoc>,
    #[serde(default)]
    pub samples: Option<Vec<f64>>,
}

impl TreeDoc {
    /// Where a missing value goes at a node.
    pub fn missing_side(&self, node: usize) -> Option<Side> {
        self.missing.get(node).map(|side| Side::from(*side))
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Hyperplane {
    pub columns: Vec<usize>,
    pub weights: Vec<f64>,
}

/// The linear part of a leaf: a list of weights, or one for each output.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinearDoc {
    pub columns: Vec<usize>,
    pub weights: Values,
    /// The leaf's values where one of the columns is missing.
    #[serde(default)]
    pub missing: Option<Vec<f64>>,
}

/// A neuron: the sum of weighted columns where it is positive, else 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NeuronDoc {
    pub constant: f64,
    pub columns: Vec<usize>,
    pub weights: Vec<f64>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct CategorySet {
    pub column: usize,
    pub left: Vec<u32>,
    #[serde(default)]
    pub unknown: Option<Unknown>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct IntervalSet {
    pub column: usize,
    pub left: Vec<(Threshold, Threshold)>,
}

/// The side of codes that the model never saw: negative ones, and those from `from` on.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct Unknown {
    pub from: u32,
    pub to: SideDoc,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum SideDoc {
    Left,
    Right,
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
#[derive(Clone, Copy)]
pub(super) struct MaybeMissing(pub f64);

impl<'de> Deserialize<'de> for MaybeMissing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<f64>::deserialize(deserializer).map(|v| MaybeMissing(v.unwrap_or(f64::NAN)))
    }
}

/// A threshold: a number, "Infinity" or "-Infinity", or NaN for null (of nodes that have none).
#[derive(Clone, Copy)]
pub(super) struct Threshold(pub f64);

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Threshold;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number, \"Infinity\", \"-Infinity\" or null")
            }

            fn visit_unit<E: Error>(self) -> Result<Threshold, E> {
                Ok(Threshold(f64::NAN))
            }

            fn visit_f64<E: Error>(self, v: f64) -> Result<Threshold, E> {
                Ok(Threshold(v))
            }

            fn visit_u64<E: Error>(self, v: u64) -> Result<Threshold, E> {
                Ok(Threshold(v as f64))
            }

            fn visit_i64<E: Error>(self, v: i64) -> Result<Threshold, E> {
                Ok(Threshold(v as f64))
            }

            fn visit_str<E: Error>(self, v: &str) -> Result<Threshold, E> {
                match v {
                    "Infinity" => Ok(Threshold(f64::INFINITY)),
                    "-Infinity" => Ok(Threshold(f64::NEG_INFINITY)),
                    _ => Err(E::invalid_value(Unexpected::Str(v), &self)),
                }
            }
        }
        deserializer.deserialize_any(Number)
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

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list with one entry a node")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Values, A::Error> {
                let mut values = Values::default();
                while seq.next_element_seed(Entry(&mut values.numbers))?.is_some() {
                    values.ends.push(values.numbers.len());
                }
                Ok(values)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// One entry of [`Values`]: null, a number, or a list of numbers.
struct Entry<'a>(&'a mut Vec<f64>);

impl<'de> serde::de::DeserializeSeed<'de> for Entry<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Entry<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of one number an output, or null")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<(), E> {
        self.0.push(v);
        Ok(())
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<(), E> {
        self.visit_f64(v as f64)
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<(), E> {
        self.visit_f64(v as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(v) = seq.next_element::<f64>()? {
            self.0.push(v);
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByNode<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = ByNode<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object with node numbers as keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByNode<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                    let node: usize = key
                        .parse()
                        .map_err(|_| A::Error::invalid_value(Unexpected::Str(&key), &"a node number as key"))?;
                    entries.push((node, map.next_value()?));
                }
                sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
                match entries.windows(2).find(|w| w[0].0 == w[1].0) {
                    Some(w) => Err(A::Error::custom(format_args!("node {} is given twice; once is right", w[0].0))),
                    None => Ok(ByNode(entries)),
                }
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}
