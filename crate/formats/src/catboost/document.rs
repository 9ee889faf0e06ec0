//! CatBoost's model JSON as `save_model("model.json", format="json")` writes it: the fields that prediction
//! depends on. CatBoost writes more, and other versions write other fields; those are skipped.

use crate::decoder::json::decode;
use crate::decoder::record::{names, record, Read, Record};
use crate::decoder::Decoder;
use crate::token::CUT_OFF;
use crate::token::{Error, Token};
use serde_json::Value;

record! {
    pub(super) struct Document, others skipped {
        pub features_info: FeaturesInfo = needed,
        pub model_info: ModelInfo = optional,
        /// Oblivious trees: one split a level.
        pub oblivious_trees: Option<Vec<ObliviousDoc>> = optional,
        /// Trees of grow_policy "Depthwise" and "Lossguide".
        pub trees: Option<Vec<NodeDoc>> = optional,
        pub scale_and_bias: Option<(f64, Numbers)> = optional,
    }
}

record! {
    pub(super) struct FeaturesInfo, others skipped {
        pub float_features: Vec<FloatFeature> = optional,
        pub categorical_features: Vec<CategoricalFeature> = optional,
        pub text_features: Vec<OtherFeature> = optional,
        pub embedding_features: Vec<OtherFeature> = optional,
        /// Target statistics.
        pub ctrs: Vec<Statistics> = optional,
        /// The texts behind the hashes, where the file was saved with its pool.
        pub cat_features_hash: Vec<HashedText> = optional,
    }
}

record! {
    pub(super) struct FloatFeature, others skipped {
        pub feature_id: Option<String> = optional,
        pub feature_name: Option<String> = optional,
        pub flat_feature_index: usize = needed,
        pub nan_value_treatment: NanTreatment = optional,
    }
}

names! {
    /// The side of a missing value: by comparison (it is not above any border), or as a value below or above every border.
    #[derive(PartialEq, Eq)]
    pub(super) enum NanTreatment {
        Compared = "AsIs",
        Below = "AsFalse",
        Above = "AsTrue",
    }
}

record! {
    pub(super) struct CategoricalFeature, others skipped {
        pub feature_id: Option<String> = optional,
        pub feature_name: Option<String> = optional,
        pub flat_feature_index: usize = needed,
    }
}

record! {
    pub(super) struct Statistics, others skipped {
        pub elements: Vec<Element> = optional,
    }
}

record! {
    pub(super) struct Element, others skipped {
        pub cat_feature_index: Option<usize> = optional,
    }
}

record! {
    /// A text or embedding feature.
    pub(super) struct OtherFeature, others skipped {
        pub feature_id: Option<String> = optional,
    }
}

record! {
    pub(super) struct HashedText, others skipped {
        pub hash: i64 = needed,
        pub value: String = needed,
    }
}

record! {
    pub(super) struct ModelInfo, others skipped {
        pub catboost_version_info: Option<String> = optional,
        pub class_params: Option<ClassParams> = optional,
        pub params: Option<Embedded<Params>> = optional,
        /// Present in models that sum_models made, which have no `params`.
        pub loss_function: Option<Embedded<Loss>> = optional,
        /// Where set_probability_threshold was called.
        pub binclass_probability_threshold: Option<Value> = optional,
    }
}

record! {
    pub(super) struct ClassParams, others skipped {
        pub class_names: Vec<Value> = optional,
    }
}

record! {
    pub(super) struct Params, others skipped {
        pub loss_function: Option<Loss> = optional,
    }
}

record! {
    pub(super) struct Loss, others skipped {
        pub name as "type": String = needed,
    }
}

record! {
    pub(super) struct ObliviousDoc, others skipped {
        pub splits: Option<Vec<SplitDoc>> = optional,
        pub leaf_values: Vec<f64> = needed,
    }
}

record! {
    /// A node of a tree that is not oblivious, with its whole subtree.
    pub(super) struct NodeDoc, others skipped {
        pub split: Option<SplitDoc> = optional,
        pub left: Option<Box<NodeDoc>> = optional,
        pub right: Option<Box<NodeDoc>> = optional,
        pub value: Option<Numbers> = optional,
    }
}

record! {
    pub(super) struct SplitDoc, others skipped {
        pub split_type: SplitType = needed,
        pub border: Option<f64> = optional,
        pub float_feature_index: Option<usize> = optional,
        pub cat_feature_index: Option<usize> = optional,
        /// The hash of a category.
        pub value: Option<i64> = optional,
    }
}

names! {
    #[derive(PartialEq, Eq)]
    pub(super) enum SplitType {
        FloatFeature = "FloatFeature",
        OneHotFeature = "OneHotFeature",
        OnlineCtr = "OnlineCtr",
        EstimatedFeature = "EstimatedFeature",
    }
}

/// One number, or a list of them.
#[derive(Default)]
pub(super) struct Numbers(pub Vec<f64>);

impl Read for Numbers {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let token = from.token(false)?;
        match (token.number(), &token) {
            (Some(number), _) => self.0 = vec![number],
            (_, Token::List(extent)) => from.numbers(*extent, &mut self.0)?,
            _ => return Err(from.unexpected(&token, "a number or a list of numbers")),
        }
        Ok(())
    }
}

/// A document that is given as an object, or as JSON within a text.
#[derive(Default)]
pub(super) struct Embedded<T>(pub T);

impl<T: Record> Read for Embedded<T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        match from.token(false)? {
            Token::Object(extent) => self.0.fill(from, extent),
            Token::Text(text) => {
                self.0 = decode(text.as_bytes(), "CatBoost JSON").map_err(|e| {
                    let (what, right) = match e.what == CUT_OFF {
                        true => ("it ends in the middle".into(), "export the model again".into()),
                        false => (e.what, e.right),
                    };
                    Error::of(format!("the text holds no such document ({what})"), right)
                })?;
                Ok(())
            }
            other => Err(from.unexpected(&other, "an object, or a text that holds one")),
        }
    }
}
