//! XGBoost's model JSON as `save_model("model.json")` writes it, compared with 1.7, 2.1 and 3.2: the fields that
//! prediction depends on. XGBoost writes more, and other versions write other fields; those are skipped.

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;

#[derive(Deserialize)]
pub(super) struct Document {
    pub learner: Learner,
    #[serde(default)]
    pub version: Vec<u32>,
}

#[derive(Deserialize)]
pub(super) struct Learner {
    pub gradient_booster: Booster,
    pub learner_model_param: LearnerParam,
    pub objective: Objective,
    #[serde(default)]
    pub feature_names: Vec<String>,
    #[serde(default)]
    pub attributes: Attributes,
}

#[derive(Deserialize)]
pub(super) struct LearnerParam {
    pub base_score: Text,
    #[serde(default)]
    pub num_class: Text,
    pub num_feature: Text,
    #[serde(default)]
    pub num_target: Text,
}

#[derive(Deserialize)]
pub(super) struct Objective {
    pub name: String,
}

/// The record that XGBoost's scikit-learn classes leave in the file.
#[derive(Deserialize, Default)]
pub(super) struct Attributes {
    #[serde(default)]
    pub best_iteration: Option<Text>,
    #[serde(default)]
    pub scikit_learn: Option<serde::de::IgnoredAny>,
}

/// gbtree has a model, dart a gbtree and the trees' weights, gblinear neither.
#[derive(Deserialize)]
pub(super) struct Booster {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub model: Option<Model>,
    #[serde(default)]
    pub gbtree: Option<Box<Booster>>,
    #[serde(default)]
    pub weight_drop: Option<Vec<Number>>,
}

/// Every field may be absent, so that a linear model is refused by name and not for a missing tree.
#[derive(Deserialize)]
pub(super) struct Model {
    #[serde(default)]
    pub trees: Option<Vec<TreeDoc>>,
    #[serde(default)]
    pub tree_info: Vec<usize>,
    #[serde(default)]
    pub gbtree_model_param: GbtreeParam,
    #[serde(default)]
    pub cats: Option<Cats>,
}

#[derive(Deserialize, Default)]
pub(super) struct GbtreeParam {
    #[serde(default)]
    pub num_parallel_tree: Text,
}

/// Category labels of the data frame that the model was trained on (since 3.1): one entry for each column.
#[derive(Deserialize)]
pub(super) struct Cats {
    #[serde(default)]
    pub enc: Vec<Labels>,
}

/// Texts one after the other in `values`, or plain numbers without `offsets`.
#[derive(Deserialize)]
pub(super) struct Labels {
    #[serde(default)]
    pub offsets: Vec<usize>,
    #[serde(default)]
    pub values: Vec<Number>,
}

#[derive(Deserialize)]
pub(super) struct TreeDoc {
    pub left_children: Vec<i32>,
    pub right_children: Vec<i32>,
    pub split_indices: Vec<usize>,
    /// Thresholds of splits, values of leaves.
    pub split_conditions: Vec<Number>,
    pub default_left: Vec<Flag>,
    /// 1 for a category set; absent before 1.3.
    #[serde(default)]
    pub split_type: Vec<u8>,
    #[serde(default)]
    pub categories: Vec<i64>,
    #[serde(default)]
    pub categories_nodes: Vec<usize>,
    #[serde(default)]
    pub categories_segments: Vec<usize>,
    #[serde(default)]
    pub categories_sizes: Vec<usize>,
    #[serde(default)]
    pub tree_param: TreeParam,
}

#[derive(Deserialize, Default)]
pub(super) struct TreeParam {
    #[serde(default)]
    pub size_leaf_vector: Text,
}

/// A number in single precision; NaN where the file holds NaN or an infinity (see
/// [`decode_lenient`](crate::json::decode_lenient)).
#[derive(Clone, Copy)]
pub(super) struct Number(pub f32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Parsed as f32 directly: by way of f64 a decimal would be rounded twice.
        Option::<f32>::deserialize(deserializer).map(|v| Number(v.unwrap_or(f32::NAN)))
    }
}

/// true, false, 1 or 0.
#[derive(Clone, Copy)]
pub(super) struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Flag;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("true, false, 1 or 0")
            }

            fn visit_bool<E: Error>(self, v: bool) -> Result<Flag, E> {
                Ok(Flag(v))
            }

            fn visit_u64<E: Error>(self, v: u64) -> Result<Flag, E> {
                match v {
                    0 | 1 => Ok(Flag(v == 1)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(v), &self)),
                }
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A parameter, which XGBoost writes as text ("5E-1", "[1E0,2E0]"); a plain number does as well.
#[derive(Default)]
pub(super) struct Text(pub Option<String>);

impl Text {
    /// The number in it, 0 where the file has none.
    pub fn whole(&self) -> Result<usize, String> {
        match self.0.as_deref() {
            None => Ok(0),
            Some(text) => text.trim().parse().map_err(|_| text.to_string()),
        }
    }

    /// The numbers in it: one, or a list in brackets.
    pub fn numbers(&self) -> Result<Vec<f32>, String> {
        let text = self.0.as_deref().unwrap_or_default();
        let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
        inner.split(',').map(|part| part.trim().parse::<f32>().map_err(|_| text.to_string())).collect()
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number as text")
            }

            fn visit_str<E: Error>(self, v: &str) -> Result<Text, E> {
                Ok(Text(Some(v.into())))
            }

            fn visit_f64<E: Error>(self, v: f64) -> Result<Text, E> {
                Ok(Text(Some(v.to_string())))
            }

            fn visit_u64<E: Error>(self, v: u64) -> Result<Text, E> {
                Ok(Text(Some(v.to_string())))
            }

            fn visit_i64<E: Error>(self, v: i64) -> Result<Text, E> {
                Ok(Text(Some(v.to_string())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
                let mut parts = Vec::new();
                while let Some(v) = seq.next_element::<f64>()? {
                    parts.push(v.to_string());
                }
                Ok(Text(Some(format!("[{}]", parts.join(",")))))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
                let key = map.next_key::<Cow<'de, str>>()?;
                Err(A::Error::custom(format_args!("found an object ({key:?}); a number as text is needed")))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
