//! Whether a prediction meets the target, from its definition.

use espalier_core::ensemble::Prediction;
use espalier_core::query::{Aim, Query, Target, STRICTNESS};

/// Rounding that "at least" forgives: of probabilities, and of values relative to the larger of 1
/// and the end.
const ROUNDING: f64 = 1e-9;

/// What the prediction adds to the cost, if it meets the query's target.
pub fn met(query: &Query, prediction: &Prediction) -> Option<f64> {
    match (&query.target, prediction) {
        (Target::Value { lo, hi }, Prediction::Value(v)) => {
            let slack = |end: &f64| if end.is_finite() { ROUNDING * end.abs().max(1.0) } else { 0.0 };
            (*v >= lo - slack(lo) && *v <= hi + slack(hi)).then_some(0.0)
        }
        (Target::Probability { class, at_least }, Prediction::Class { scores, .. }) => {
            (*scores.get(*class)? >= at_least - ROUNDING).then_some(0.0)
        }
        (Target::Best { aim: Aim::Class(class), .. }, Prediction::Class { scores, .. }) => {
            (*class < scores.len()).then_some(0.0)
        }
        (Target::Best { aim: Aim::Most | Aim::Least, .. }, Prediction::Value(_)) => Some(0.0),
        (Target::Class(k), Prediction::Class { raw, .. }) => wins(query.margin, &[*k], raw).then_some(0.0),
        (Target::Classes(set), Prediction::Class { raw, .. }) => wins(query.margin, set, raw).then_some(0.0),
        (Target::ClassCosts(costs), Prediction::Class { raw, .. }) => {
            costs.iter().find(|(k, _)| wins(query.margin, &[*k], raw)).map(|(_, cost)| *cost)
        }
        _ => None,
    }
}

/// Whether the best class of the set beats every class outside of it, strictly and by the margin.
fn wins(margin: f64, set: &[usize], raw: &[f64]) -> bool {
    // One score stands for class 1 against class 0.
    let pair;
    let scores = match raw {
        [one] => {
            pair = [0.0, *one];
            &pair[..]
        }
        _ => raw,
    };
    let top = |inside: bool| {
        (0..scores.len()).filter(|k| set.contains(k) == inside).map(|k| scores[k]).fold(f64::NEG_INFINITY, f64::max)
    };
    let lead = top(true) - top(false);
    lead > STRICTNESS && lead >= margin
}
