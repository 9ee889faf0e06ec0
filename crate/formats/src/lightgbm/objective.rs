//! The meaning of a LightGBM objective for prediction: task, link, and a factor of the raw outputs.

use crate::words::{quote, suggest};
use espalier_model::ensemble::Link;
use espalier_numerics::decimal;

/// How the outputs are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// Two classes, one output: probability 1 / (1 + exp(-factor raw)).
    Logistic {
        /// The objective's `sigmoid`.
        factor: f64,
    },
    /// One output a class.
    Classes {
        /// Softmax or one against the rest.
        link: Link,
        /// The objective's `sigmoid`; 1 for a softmax.
        factor: f64,
    },
    /// A number.
    Value(Link),
}

/// The objectives that are known; each was compared with LightGBM's own predictions.
const KNOWN: [(&str, Meaning); 19] = [
    ("binary", Meaning::Logistic { factor: 1.0 }),
    ("cross_entropy", Meaning::Logistic { factor: 1.0 }),
    ("cross_entropy_lambda", Meaning::Value(Link::Softplus)),
    ("multiclass", Meaning::Classes { link: Link::Softmax, factor: 1.0 }),
    ("multiclassova", Meaning::Classes { link: Link::OneVsRest, factor: 1.0 }),
    ("regression", Meaning::Value(Link::None)),
    ("regression_l2", Meaning::Value(Link::None)),
    ("regression_l1", Meaning::Value(Link::None)),
    ("huber", Meaning::Value(Link::None)),
    ("fair", Meaning::Value(Link::None)),
    ("quantile", Meaning::Value(Link::None)),
    ("mape", Meaning::Value(Link::None)),
    ("poisson", Meaning::Value(Link::Exp)),
    ("gamma", Meaning::Value(Link::Exp)),
    ("tweedie", Meaning::Value(Link::Exp)),
    ("lambdarank", Meaning::Value(Link::None)),
    ("rank_xendcg", Meaning::Value(Link::None)),
    ("custom", Meaning::Value(Link::None)),
    ("none", Meaning::Value(Link::None)),
];

/// Reads an objective as the file gives it: a name, then options such as `sigmoid:1`, `num_class:3`, `sqrt`.
/// A file without one was trained with a function of the user's own; such a model has raw outputs only.
///
/// # Errors
/// The fault and the remedy.
pub(super) fn meaning(text: Option<&str>, classes: usize) -> Result<Meaning, (String, String)> {
    let mut words = text.unwrap_or("custom").split_whitespace();
    let name = words.next().unwrap_or("custom");
    let Some((_, meaning)) = KNOWN.iter().find(|(known, _)| *known == name) else {
        let what = format!("the objective {} is not known", quote(name));
        return Err((what, suggest(name, KNOWN.iter().map(|(known, _)| *known))));
    };
    let mut meaning = *meaning;
    if classes > 1 && matches!(meaning, Meaning::Value(Link::None)) && ["custom", "none"].contains(&name) {
        meaning = Meaning::Classes { link: Link::None, factor: 1.0 };
    }
    for word in words {
        if word == "sqrt" && meaning == Meaning::Value(Link::None) {
            meaning = Meaning::Value(Link::Square);
        }
        let Some(number) = word.strip_prefix("sigmoid:") else { continue };
        let sigmoid = decimal::number(number).filter(|s: &f64| s.is_finite() && *s > 0.0);
        let Some(sigmoid) = sigmoid else {
            return Err((format!("found {}", quote(word)), "\"sigmoid:\" and a positive number are right".into()));
        };
        match &mut meaning {
            Meaning::Logistic { factor } | Meaning::Classes { link: Link::OneVsRest, factor } => *factor = sigmoid,
            _ => {}
        }
    }
    let several = matches!(meaning, Meaning::Classes { .. });
    if several != (classes > 1) {
        let what = format!("the objective is {} with {classes} outputs", quote(name));
        let right = if several { "at least 2 outputs, one a class, are right" } else { "1 output is right" };
        return Err((what, right.into()));
    }
    Ok(meaning)
}
