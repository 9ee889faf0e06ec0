//! The meaning of a loss function for prediction.

use crate::words::{quote, suggest};
use espalier_model::ensemble::Link;

/// How a model's outputs are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// Two classes, one output, under a logistic link.
    Two,
    /// One output a class.
    Classes(Link),
    /// A number.
    Value(Link),
}

/// The losses that are known. Each was compared with the predictions of CatBoost's own classes.
const KNOWN: [(&str, Meaning); 26] = [
    ("Logloss", Meaning::Two),
    ("CrossEntropy", Meaning::Two),
    ("Focal", Meaning::Two),
    ("MultiClass", Meaning::Classes(Link::Softmax)),
    ("MultiClassOneVsAll", Meaning::Classes(Link::OneVsRest)),
    ("RMSE", Meaning::Value(Link::None)),
    ("MAE", Meaning::Value(Link::None)),
    ("MAPE", Meaning::Value(Link::None)),
    ("Quantile", Meaning::Value(Link::None)),
    ("GroupQuantile", Meaning::Value(Link::None)),
    ("LogLinQuantile", Meaning::Value(Link::None)),
    ("Expectile", Meaning::Value(Link::None)),
    ("Huber", Meaning::Value(Link::None)),
    ("Lq", Meaning::Value(Link::None)),
    ("LogCosh", Meaning::Value(Link::None)),
    ("Poisson", Meaning::Value(Link::Exp)),
    ("Tweedie", Meaning::Value(Link::Exp)),
    ("Cox", Meaning::Value(Link::None)),
    ("YetiRank", Meaning::Value(Link::None)),
    ("YetiRankPairwise", Meaning::Value(Link::None)),
    ("PairLogit", Meaning::Value(Link::None)),
    ("PairLogitPairwise", Meaning::Value(Link::None)),
    ("QueryRMSE", Meaning::Value(Link::None)),
    ("QuerySoftMax", Meaning::Value(Link::None)),
    ("LambdaMart", Meaning::Value(Link::None)),
    ("StochasticRank", Meaning::Value(Link::None)),
];

/// Losses whose models say several things at once.
const SEVERAL: [&str; 7] = [
    "RMSEWithUncertainty",
    "MultiRMSE",
    "MultiRMSEWithMissingValues",
    "MultiQuantile",
    "MultiLogloss",
    "MultiCrossEntropy",
    "SurvivalAft",
];

/// Looks a loss up.
///
/// # Errors
/// The fault and the remedy.
pub(super) fn meaning(name: &str) -> Result<Meaning, (String, String)> {
    if let Some((_, meaning)) = KNOWN.iter().find(|(known, _)| *known == name) {
        return Ok(*meaning);
    }
    if SEVERAL.contains(&name) {
        let what = format!("the loss is {name}, whose model gives several numbers for a row");
        return Err((what, "train one model a number, with a loss for one".into()));
    }
    if name.starts_with("PythonUserDefined") {
        let what = format!("the loss is one's own ({name}), and the file does not say the meaning of its numbers");
        return Err((what, "train with one of CatBoost's losses, such as Logloss or RMSE".into()));
    }
    Err((format!("the loss {} is not known", quote(name)), suggest(name, KNOWN.iter().map(|(known, _)| *known))))
}
