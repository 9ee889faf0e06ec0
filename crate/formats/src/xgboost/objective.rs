//! The meaning of an objective for prediction: task, link, and the rule for its base score.

use espalier_model::ensemble::{ln_single, Link};

/// How an objective's outputs are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// Two classes, one output: probability 1 / (1 + exp(-raw)); the base score is a probability.
    Logistic,
    /// Two classes by the raw output itself, as XGBClassifier takes it: class 1 above a half.
    Raw,
    /// `num_class` outputs; the base score is raw.
    Softmax,
    /// A number; with `Link::Exp` the base score is a value, otherwise it is raw.
    Value(Link),
}

/// The objectives that are known; each was compared with XGBoost's own predictions.
const KNOWN: [(&str, Meaning); 20] = [
    ("binary:logistic", Meaning::Logistic),
    ("reg:logistic", Meaning::Logistic),
    ("binary:logitraw", Meaning::Raw),
    ("multi:softprob", Meaning::Softmax),
    ("multi:softmax", Meaning::Softmax),
    ("reg:squarederror", Meaning::Value(Link::None)),
    ("reg:linear", Meaning::Value(Link::None)),
    ("reg:squaredlogerror", Meaning::Value(Link::None)),
    ("reg:pseudohubererror", Meaning::Value(Link::None)),
    ("reg:absoluteerror", Meaning::Value(Link::None)),
    ("reg:quantileerror", Meaning::Value(Link::None)),
    ("reg:gamma", Meaning::Value(Link::Exp)),
    ("reg:tweedie", Meaning::Value(Link::Exp)),
    ("count:poisson", Meaning::Value(Link::Exp)),
    ("survival:cox", Meaning::Value(Link::Exp)),
    ("survival:aft", Meaning::Value(Link::Exp)),
    ("rank:pairwise", Meaning::Value(Link::None)),
    ("rank:ndcg", Meaning::Value(Link::None)),
    ("rank:map", Meaning::Value(Link::None)),
    ("rank:hinge", Meaning::Value(Link::None)),
];

/// Looks an objective up.
///
/// # Errors
/// The fault and the remedy.
pub(super) fn meaning(name: &str) -> Result<Meaning, (String, String)> {
    if name == "binary:hinge" {
        return Err((
            "the objective is \"binary:hinge\", which gives classes without probabilities".into(),
            "train with objective=\"binary:logistic\"".into(),
        ));
    }
    match KNOWN.iter().find(|(known, _)| *known == name) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known = KNOWN.iter().map(|(known, _)| *known);
            Err((
                format!("the objective {} is not known", crate::words::quote(name)),
                crate::words::suggest(name, known),
            ))
        }
    }
}

/// The raw score of a base score, in XGBoost's own single precision.
///
/// # Errors
/// The range of possible base scores.
pub(super) fn margin(meaning: Meaning, base: f32) -> Result<f64, &'static str> {
    let margin = match meaning {
        Meaning::Logistic if base > 0.0 && base < 1.0 => -ln_single(1.0 / base - 1.0),
        Meaning::Logistic => return Err("with this objective it is a probability, between 0 and 1"),
        Meaning::Value(Link::Exp) if base > 0.0 && base.is_finite() => ln_single(base),
        Meaning::Value(Link::Exp) => return Err("with this objective it is a positive number"),
        _ if base.is_finite() => base,
        _ => return Err("a finite number is needed"),
    };
    Ok(f64::from(margin))
}
