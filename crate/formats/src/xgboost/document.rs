//! XGBoost's model JSON as `save_model("model.json")` writes it, compared with 1.7, 2.1 and 3.2: the fields that
//! prediction depends on. XGBoost writes more, and other versions write other fields; those are skipped.

use crate::decoder::record::{record, Read, Skipped};
use crate::decoder::Decoder;
use crate::token::{Error, Token};
use espalier_numerics::decimal;

record! {
    pub(super) struct Document, others skipped {
        pub learner: Learner = needed,
        pub version: Vec<u32> = optional,
    }
}

record! {
    pub(super) struct Learner, others skipped {
        pub gradient_booster: Booster = needed,
        pub learner_model_param: LearnerParam = needed,
        pub objective: Objective = needed,
        pub feature_names: Vec<String> = optional,
        pub attributes: Attributes = optional,
    }
}

record! {
    pub(super) struct LearnerParam, others skipped {
        pub base_score: Text = needed,
        pub num_class: Text = optional,
        pub num_feature: Text = needed,
        pub num_target: Text = optional,
    }
}

record! {
    pub(super) struct Objective, others skipped {
        pub name: String = needed,
    }
}

record! {
    /// The record that XGBoost's scikit-learn classes leave in the file.
    pub(super) struct Attributes, others skipped {
        pub best_iteration: Option<Text> = optional,
        pub scikit_learn: Option<Skipped> = optional,
    }
}

record! {
    /// gbtree has a model, dart a gbtree and the trees' weights, gblinear neither.
    pub(super) struct Booster, others skipped {
        pub name: Option<String> = optional,
        pub model: Option<Model> = optional,
        pub gbtree: Option<Box<Booster>> = optional,
        pub weight_drop: Option<Vec<Number>> = optional,
    }
}

record! {
    /// Every field may be absent, so that a linear model is refused by name and not for a missing tree.
    pub(super) struct Model, others skipped {
        pub trees: Option<Vec<TreeDoc>> = optional,
        pub tree_info: Vec<usize> = optional,
        pub gbtree_model_param: GbtreeParam = optional,
        pub cats: Option<Cats> = optional,
    }
}

record! {
    pub(super) struct GbtreeParam, others skipped {
        pub num_parallel_tree: Text = optional,
    }
}

record! {
    /// Category labels of the data frame that the model was trained on (since 3.1): one entry for each column.
    pub(super) struct Cats, others skipped {
        pub enc: Vec<Labels> = optional,
    }
}

record! {
    /// Texts one after the other in `values`, or plain numbers without `offsets`.
    pub(super) struct Labels, others skipped {
        pub offsets: Vec<usize> = optional,
        pub values: Vec<Number> = optional,
    }
}

record! {
    pub(super) struct TreeDoc, others skipped {
        pub left_children: Vec<i32> = needed,
        pub right_children: Vec<i32> = needed,
        pub split_indices: Vec<usize> = needed,
        /// Thresholds of splits, values of leaves.
        pub split_conditions: Vec<Number> = needed,
        pub default_left: Vec<Flag> = needed,
        /// 1 for a category set; absent before 1.3.
        pub split_type: Vec<u8> = optional,
        pub categories: Vec<i64> = optional,
        pub categories_nodes: Vec<usize> = optional,
        pub categories_segments: Vec<usize> = optional,
        pub categories_sizes: Vec<usize> = optional,
        pub tree_param: TreeParam = optional,
    }
}

record! {
    pub(super) struct TreeParam, others skipped {
        pub size_leaf_vector: Text = optional,
    }
}

/// A number in single precision; NaN where the file holds NaN or an infinity (see
/// [`decode_lenient`](crate::decoder::json::decode_lenient)).
#[derive(Clone, Copy, Default)]
pub(super) struct Number(pub f32);

impl Read for Number {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let mut number = None;
        number.read(from)?;
        self.0 = number.unwrap_or(f32::NAN);
        Ok(())
    }
}

/// true, false, 1 or 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Flag(pub bool);

impl Read for Flag {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        self.0 = match from.token(false)? {
            Token::Flag(flag) => flag,
            Token::Unsigned(number @ 0..=1) => number == 1,
            other => return Err(from.unexpected(&other, "true, false, 1 or 0")),
        };
        Ok(())
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
        inner.split(',').map(|part| decimal::number(part.trim()).ok_or_else(|| text.to_string())).collect()
    }
}

impl Read for Text {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let token = from.token(false)?;
        self.0 = Some(match &token {
            Token::Text(text) => text.to_string(),
            Token::Unsigned(number) => number.to_string(),
            Token::Signed(number) => number.to_string(),
            Token::Single(_) | Token::Double(_) => token.number().unwrap_or_default().to_string(),
            Token::List(extent) => {
                let mut numbers = Vec::new();
                from.numbers(*extent, &mut numbers)?;
                format!("[{}]", numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(","))
            }
            _ => return Err(from.unexpected(&token, "a number as text")),
        });
        Ok(())
    }
}
