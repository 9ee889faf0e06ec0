//! CatBoost's model JSON as `save_model("model.json", format="json")` writes it: the fields that prediction
//! depends on. CatBoost writes more, and other versions write other fields; those are skipped.

use crate::json::decode;
use crate::json::explain::CUT_OFF;
use serde::de::value::MapAccessDeserializer;
use serde::de::DeserializeOwned;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
pub(super) struct Document {
    pub features_info: FeaturesInfo,
    #[serde(default)]
    pub model_info: ModelInfo,
    /// Oblivious trees: one split a level.
    #[serde(default)]
    pub oblivious_trees: Option<Vec<ObliviousDoc>>,
    /// Trees of grow_policy "Depthwise" and "Lossguide".
    #[serde(default)]
    pub trees: Option<Vec<NodeDoc>>,
    #[serde(default)]
    pub scale_and_bias: Option<(f64, Numbers)>,
}

#[derive(Deserialize)]
pub(super) struct FeaturesInfo {
    #[serde(default)]
    pub float_features: Vec<FloatFeature>,
    #[serde(default)]
    pub categorical_features: Vec<CategoricalFeature>,
    #[serde(default)]
    pub text_features: Vec<OtherFeature>,
    #[serde(default)]
    pub embedding_features: Vec<OtherFeature>,
    /// Target statistics.
    #[serde(default)]
    pub ctrs: Vec<Statistics>,
    /// The texts behind the hashes, where the file was saved with its pool.
    #[serde(default)]
    pub cat_features_hash: Vec<HashedText>,
}

#[derive(Deserialize)]
pub(super) struct FloatFeature {
    #[serde(default)]
    pub feature_id: Option<String>,
    #[serde(default)]
    pub feature_name: Option<String>,
    pub flat_feature_index: usize,
    #[serde(default)]
    pub nan_value_treatment: NanTreatment,
}

/// The side of a missing value: by comparison (it is not above any border), or as a value below or above every border.
#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum NanTreatment {
    #[default]
    #[serde(rename = "AsIs")]
    Compared,
    #[serde(rename = "AsFalse")]
    Below,
    #[serde(rename = "AsTrue")]
    Above,
}

#[derive(Deserialize)]
pub(super) struct CategoricalFeature {
    #[serde(default)]
    pub feature_id: Option<String>,
    #[serde(default)]
    pub feature_name: Option<String>,
    pub flat_feature_index: usize,
}

#[derive(Deserialize)]
pub(super) struct Statistics {
    #[serde(default)]
    pub elements: Vec<Element>,
}

#[derive(Deserialize)]
pub(super) struct Element {
    #[serde(default)]
    pub cat_feature_index: Option<usize>,
}

/// A text or embedding feature.
#[derive(Deserialize)]
pub(super) struct OtherFeature {
    #[serde(default)]
    pub feature_id: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct HashedText {
    pub hash: i64,
    pub value: String,
}

#[derive(Deserialize, Default)]
pub(super) struct ModelInfo {
    #[serde(default)]
    pub catboost_version_info: Option<String>,
    #[serde(default)]
    pub class_params: Option<ClassParams>,
    #[serde(default)]
    pub params: Option<Embedded<Params>>,
    /// Present in models that sum_models made, which have no `params`.
    #[serde(default)]
    pub loss_function: Option<Embedded<Loss>>,
    /// Where set_probability_threshold was called.
    #[serde(default)]
    pub binclass_probability_threshold: Option<Value>,
}

#[derive(Deserialize, Default)]
pub(super) struct ClassParams {
    #[serde(default)]
    pub class_names: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct Params {
    #[serde(default)]
    pub loss_function: Option<Loss>,
}

#[derive(Deserialize)]
pub(super) struct Loss {
    #[serde(rename = "type")]
    pub name: String,
}

#[derive(Deserialize)]
pub(super) struct ObliviousDoc {
    #[serde(default)]
    pub splits: Option<Vec<SplitDoc>>,
    pub leaf_values: Vec<f64>,
}

/// A node of a tree that is not oblivious, with its whole subtree.
#[derive(Deserialize)]
pub(super) struct NodeDoc {
    #[serde(default)]
    pub split: Option<SplitDoc>,
    #[serde(default)]
    pub left: Option<Box<NodeDoc>>,
    #[serde(default)]
    pub right: Option<Box<NodeDoc>>,
    #[serde(default)]
    pub value: Option<Numbers>,
}

#[derive(Deserialize)]
pub(super) struct SplitDoc {
    pub split_type: SplitType,
    #[serde(default)]
    pub border: Option<f64>,
    #[serde(default)]
    pub float_feature_index: Option<usize>,
    #[serde(default)]
    pub cat_feature_index: Option<usize>,
    /// The hash of a category.
    #[serde(default)]
    pub value: Option<i64>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
pub(super) enum SplitType {
    FloatFeature,
    OneHotFeature,
    OnlineCtr,
    EstimatedFeature,
}

/// One number, or a list of them.
#[derive(Default)]
pub(super) struct Numbers(pub Vec<f64>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number or a list of numbers")
            }

            fn visit_f64<E: Error>(self, v: f64) -> Result<Numbers, E> {
                Ok(Numbers(vec![v]))
            }

            fn visit_u64<E: Error>(self, v: u64) -> Result<Numbers, E> {
                self.visit_f64(v as f64)
            }

            fn visit_i64<E: Error>(self, v: i64) -> Result<Numbers, E> {
                self.visit_f64(v as f64)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers, A::Error> {
                let mut numbers = Vec::new();
                while let Some(v) = seq.next_element()? {
                    numbers.push(v);
                }
                Ok(Numbers(numbers))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A document that is given as an object, or as JSON within a text.
pub(super) struct Embedded<T>(pub T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Embedded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for Either<T> {
            type Value = Embedded<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object, or a text that holds one")
            }

            fn visit_str<E: Error>(self, v: &str) -> Result<Embedded<T>, E> {
                decode(v.as_bytes(), "CatBoost JSON").map(Embedded).map_err(|e| {
                    let (what, right) = match e.what == CUT_OFF {
                        true => ("it ends in the middle".into(), "export the model again".into()),
                        false => (e.what, e.right),
                    };
                    E::custom(format_args!("the text holds no such document ({what}); {right}"))
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Embedded<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Embedded)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}
