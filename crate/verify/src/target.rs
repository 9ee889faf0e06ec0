//! Whether a prediction meets the target, from its definition.

use espalier_model::ensemble::{Ensemble, Link, Prediction};
use espalier_model::query::{Aim, Query, Target, STRICTNESS};

/// The cost that the prediction adds, if it meets the query's target; `None` if it does not.
pub fn met(ensemble: &Ensemble, query: &Query, prediction: &Prediction) -> Option<f64> {
    reaches(ensemble, &query.target, query.margin, prediction)
}

/// As [`met`], for a target and a margin.
pub(crate) fn reaches(ensemble: &Ensemble, target: &Target, margin: f64, prediction: &Prediction) -> Option<f64> {
    let wins =
        |set: &[usize], raw: &[f64], scores: &[f64]| set.iter().any(|&k| wins(ensemble, margin, k, set, raw, scores));
    match (target, prediction) {
        (Target::Value { lo, hi }, Prediction::Value(v)) => (v >= lo && v <= hi).then_some(0.0),
        (Target::Probability { class, at_least }, Prediction::Class { scores, .. }) => {
            (scores.get(*class)? >= at_least).then_some(0.0)
        }
        (Target::Best { aim: Aim::Class(class), .. }, Prediction::Class { scores, .. }) => {
            (*class < scores.len()).then_some(0.0)
        }
        (Target::Beyond(least), Prediction::Value(v)) => (v.abs() >= *least).then_some(0.0),
        (Target::Best { aim: Aim::Most | Aim::Least | Aim::Farthest, .. }, Prediction::Value(_)) => Some(0.0),
        (Target::Class(k), Prediction::Class { raw, scores, .. }) => wins(&[*k], raw, scores).then_some(0.0),
        (Target::Classes(set), Prediction::Class { raw, scores, .. }) => wins(set, raw, scores).then_some(0.0),
        (Target::ClassCosts(costs), Prediction::Class { raw, scores, .. }) => {
            costs.iter().find(|(k, _)| wins(&[*k], raw, scores)).map(|(_, cost)| *cost)
        }
        _ => None,
    }
}

/// Whether a class beats every class outside of the set, strictly and by the margin. Where the library's own probabilities may tie
/// although sums in double precision do not, it must beat them in these probabilities too.
fn wins(ensemble: &Ensemble, margin: f64, class: usize, set: &[usize], raw: &[f64], scores: &[f64]) -> bool {
    let said = ensemble.arithmetic.is_single() || ensemble.link == Link::OneVsRest;
    // A single score is that of class 1 against class 0.
    let raw = |k: usize| if let [one] = raw { one * k as f64 } else { raw[k] };
    (0..scores.len()).filter(|j| !set.contains(j)).all(|j| {
        let lead = raw(class) - raw(j);
        lead > STRICTNESS && lead >= margin && (!said || scores[class] > scores[j])
    })
}
