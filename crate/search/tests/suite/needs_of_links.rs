//! The score that a value or a probability needs, asked of certificates. The value of a row by the library's own arithmetic is never proved to be out of
//! reach, and one that is above the greatest by more than the roundings of the library's sums and of its link always is.

use super::tiny::{asked, model, number, split};
use espalier_model::ensemble::{Aggregation, Library, Link, Prediction};
use espalier_model::explanation::Certificate;
use espalier_model::query::{Query, Target};
use espalier_model::Model;
use espalier_testkit::claims::{refuted, OPEN};
use espalier_testkit::Rng;
use espalier_verify::certificate;
use serde_json::{json, Value};
use std::sync::Arc;

const NUMBERS: usize = 4;

/// The verdict on the claim that no row has the target, without a round.
fn unreachable(model: &Model, target: &Target) -> String {
    let query = asked(
        model,
        &[1.0; NUMBERS],
        if model.ensemble.outputs == 1 && model.schema.classes.is_empty() {
            json!({"target": {"value": [0, 1]}})
        } else {
            json!({})
        },
    );
    let query = Query { target: target.clone(), ..query };
    let claim = Certificate {
        cost: None,
        proved: None,
        cuts: vec![vec![5.0]; NUMBERS],
        proofs: vec![vec![0]],
        hull: Vec::new(),
    };
    certificate(model, &query, &claim).err().map_or_else(|| "proved".into(), |e| e.to_string())
}

/// A model of a tree for each number. The first three add to the first of these outputs where their numbers are above 5; the last adds next to nothing, so that
/// no leaf of it is excluded.
fn made(
    rng: &mut Rng,
    library: Library,
    aggregation: Aggregation,
    link: Link,
    outputs: usize,
    way: f64,
    scale: f64,
) -> Model {
    let features: Vec<Value> = (0..NUMBERS).map(|c| number(c, 0.0, 8.0)).collect();
    let class = outputs > 1 || link == Link::Logistic;
    let trees: Vec<Value> = (0..NUMBERS)
        .map(|c| {
            let high = if c == NUMBERS - 1 { 0.0 } else { way * scale * (0.25 + rng.unit()) };
            let low = if c == NUMBERS - 1 { -way * 1e-18 } else { 0.0 };
            let mut tree = split(c as i32, 5.0, 0.0, 0.0);
            let at = |x: f64| (0..outputs).map(|o| if o == 0 { x } else { 0.0 }).collect::<Vec<f64>>();
            tree["value"] = json!([null, at(low), at(high)]);
            tree["weight"] = json!(if class { 1.0 } else { 0.5 + rng.unit() });
            tree
        })
        .collect();
    let fields = json!({"base": vec![0; outputs], "kind": if class { "classifier" } else { "regressor" },
        "link": if outputs > 1 { "softmax" } else if class { "logistic" } else { "none" }});
    let mut model = model(Value::Array(features), Value::Array(trees), fields);
    let ensemble = Arc::make_mut(&mut model.ensemble);
    ensemble.arithmetic = library.into();
    ensemble.aggregation = aggregation;
    ensemble.link = link;
    ensemble.base[0] = scale * (rng.unit() - 0.5);
    if aggregation == Aggregation::Sum && !ensemble.base_comes_first() {
        ensemble.arithmetic.divisors = [3.0, 7.0];
        ensemble.arithmetic.scale = -21.7 * if rng.unit() < 0.5 { 1.0 } else { -1.0 };
        if ensemble.arithmetic.scale < 0.0 {
            ensemble.trees.iter_mut().for_each(|tree| tree.values.iter_mut().for_each(|v| *v = -*v));
        }
    }
    model
}

const HIGH: [f64; NUMBERS] = [6.0, 6.0, 6.0, 6.0];

const LIBRARIES: [Library; 5] = Library::ALL;

/// Roundings of the library's type, relative to the size of its sum, that are forgiven at most; and a billionth, which rows are.
fn forgiven(library: Library, size: f64) -> f64 {
    let step = if matches!(library, Library::XgBoost | Library::OnnxRuntime) { 2f64.powi(-24) } else { 2f64.powi(-51) };
    40.0 * step * size.max(1.0) + 2e-9 * size.max(1.0)
}

#[test]
fn a_value_that_a_row_has_is_in_reach_and_one_beyond_all_roundings_is_not() {
    let mut rng = Rng::new(3);
    for turn in 0..400 {
        let library = LIBRARIES[turn % 5];
        let aggregation = [Aggregation::Sum, Aggregation::Mean][turn / 5 % 2];
        let way = [1.0, -1.0][turn / 10 % 2];
        let scale = [0.01, 1.0, 30.0, 1000.0][turn / 20 % 4];
        let link = [Link::None, Link::Exp, Link::Square, Link::Softplus][turn / 80 % 4];
        if link != Link::None && scale > 10.0 {
            continue;
        }
        let model = made(&mut rng, library, aggregation, link, 1, way, scale);
        let Ok(Prediction::Value(v)) = model.ensemble.predict(&HIGH) else { panic!("no value") };
        let raw = model.ensemble.raw(&HIGH).unwrap()[0];
        let target = |end: f64| {
            if way > 0.0 {
                Target::Value { lo: end, hi: f64::INFINITY }
            } else {
                Target::Value { lo: f64::NEG_INFINITY, hi: end }
            }
        };
        refuted(&unreachable(&model, &target(v)), OPEN);
        let beyond = link.value(raw + way * forgiven(library, 5.0 * scale));
        // Next to 0 the link's own last bits are more than that.
        let off = if library == Library::XgBoost || library == Library::OnnxRuntime { 3e-7 } else { 1e-12 };
        let beyond = beyond + way * off * beyond.abs();
        assert_eq!(
            unreachable(&model, &target(beyond)),
            "proved",
            "{turn}: {library:?} {aggregation:?} {link:?} {way} {scale}: {v} {beyond}"
        );
    }
}

#[test]
fn a_probability_that_a_row_has_is_in_reach_and_one_beyond_all_roundings_is_not() {
    let mut rng = Rng::new(4);
    for turn in 0..300 {
        let library = LIBRARIES[turn % 5];
        let link = [Link::Logistic, Link::Softmax, Link::OneVsRest][turn / 5 % 3];
        let way = [1.0, -1.0][turn / 15 % 2];
        let scale = [0.01, 1.0, 3.0][turn / 30 % 3];
        let outputs = if link == Link::Logistic { 1 } else { 3 };
        // Of one score the class is 1 where scores rise, and 0 where they fall; of three scores the first rises.
        if outputs == 3 && way < 0.0 {
            continue;
        }
        let class = usize::from(outputs == 1 && way > 0.0);
        let model = made(&mut rng, library, Aggregation::Sum, link, outputs, way, scale);
        let Ok(Prediction::Class { scores, raw, .. }) = model.ensemble.predict(&HIGH) else { panic!("no class") };
        let target = |at_least: f64| Target::Probability { class, at_least };
        refuted(&unreachable(&model, &target(scores[class])), OPEN);
        let moved = way * raw[0]
            + forgiven(library, 5.0 * scale)
            + if link == Link::Softmax { 80.0 * 2f64.powi(-24) } else { 0.0 };
        let p = match link {
            Link::Softmax => moved.exp() / (moved.exp() + raw[1].exp() + raw[2].exp()),
            _ => 1.0 / (1.0 + (-moved).exp()),
        };
        let p = p * (1.0 + 3e-7);
        if p < 1.0 {
            assert_eq!(
                unreachable(&model, &target(p)),
                "proved",
                "{turn}: {library:?} {link:?} {way} {scale}: {} {p}",
                scores[class]
            );
        }
    }
}

/// Three hundred trees that add one number each: in single precision their sum drifts away from the exact one by more than its last roundings.
#[test]
fn a_value_that_a_long_sum_drifts_to_is_in_reach() {
    let mut drifted = [0, 0];
    for turn in 0..120 {
        let (mean, way) = (turn % 2 == 1, [1.0, -1.0][turn / 2 % 2]);
        let value = way * f64::from((0.1 + 0.007 * turn as f64) as f32);
        let features: Vec<Value> = (0..NUMBERS).map(|c| number(c, 0.0, 8.0)).collect();
        let trees: Vec<Value> = (0..300)
            .map(|t| if t == 0 { split(1, 5.0, -way * 1e-18, 0.0) } else { split(0, 5.0, 0.0, value) })
            .collect();
        let fields =
            json!({"base": [0], "kind": "regressor", "link": "none", "aggregation": if mean { "mean" } else { "sum" }});
        let mut model = model(Value::Array(features), Value::Array(trees), fields);
        let ensemble = Arc::make_mut(&mut model.ensemble);
        ensemble.arithmetic = Library::XgBoost.into();
        let weight = if mean { f64::from((0.1 + 0.01 * turn as f64) as f32) } else { 1.0 };
        ensemble.trees.iter_mut().for_each(|tree| tree.weight = weight);
        let Ok(Prediction::Value(v)) = model.ensemble.predict(&HIGH) else { panic!("no value") };
        let exact = if mean { value * 299.0 / 300.0 } else { 299.0 * value };
        drifted[usize::from(mean)] += usize::from(way * (v - exact) > 8.0 * 2f64.powi(-24) * exact.abs());
        let target = if way > 0.0 {
            Target::Value { lo: v, hi: f64::INFINITY }
        } else {
            Target::Value { lo: f64::NEG_INFINITY, hi: v }
        };
        refuted(&unreachable(&model, &target), OPEN);
    }
    assert!(drifted[0] > 5 && drifted[1] > 5, "{drifted:?}");
}

/// Of votes the share of the weights is the score; of two scores without a link the first may be 1 less the second.
#[test]
fn shares_of_votes_and_of_means_are_in_reach_where_a_row_has_them() {
    let mut rng = Rng::new(5);
    for turn in 0..120 {
        let library = LIBRARIES[turn % 5];
        let aggregation = [Aggregation::Vote, Aggregation::Mean][turn / 5 % 2];
        let class = turn / 10 % 2;
        let complement = turn / 20 % 2 == 1;
        let features: Vec<Value> = (0..NUMBERS).map(|c| number(c, 0.0, 8.0)).collect();
        let trees: Vec<Value> = (0..NUMBERS)
            .map(|c| {
                let mut tree = split(c as i32, 5.0, 0.0, 0.0);
                let p = 0.5 + 0.5 * rng.unit();
                let of = |p: f64| if class == 1 { [1.0 - p, p] } else { [p, 1.0 - p] };
                let last = c == NUMBERS - 1;
                let (low, high) = if last { (0.8 - 1e-17, 0.8) } else { (0.1, p) };
                tree["value"] = json!([null, of(low), of(high)]);
                tree["weight"] = json!(0.25 + rng.unit());
                tree
            })
            .collect();
        let mut model = model(
            Value::Array(features),
            Value::Array(trees),
            json!({"base": [0, 0], "link": "none", "aggregation": "mean"}),
        );
        let ensemble = Arc::make_mut(&mut model.ensemble);
        ensemble.arithmetic = library.into();
        ensemble.arithmetic.complement = complement;
        ensemble.aggregation = aggregation;
        let Ok(Prediction::Class { scores, .. }) = model.ensemble.predict(&HIGH) else { panic!("no class") };
        let target = |at_least: f64| Target::Probability { class, at_least };
        if aggregation == Aggregation::Mean {
            refuted(&unreachable(&model, &target(scores[class])), OPEN);
            let beyond = scores[class] + forgiven(library, 1.0);
            assert_eq!(unreachable(&model, &target(beyond)), "proved", "{turn}: {library:?} {class} {complement}");
        } else {
            // All vote for the class, so that its share is 1 but for the rounding of the weights' sum.
            refuted(&unreachable(&model, &target(scores[class].min(1.0))), OPEN);
        }
    }
}

/// A demand that every row meets, and one that none does, need no score.
#[test]
fn demands_that_all_rows_or_none_meet_are_told_apart() {
    let mut rng = Rng::new(6);
    for library in LIBRARIES {
        let model = made(&mut rng, library, Aggregation::Sum, Link::Logistic, 1, 1.0, 1.0);
        refuted(&unreachable(&model, &Target::Probability { class: 1, at_least: 0.0 }), OPEN);
        let model = made(&mut rng, library, Aggregation::Sum, Link::Softmax, 3, 1.0, 1.0);
        refuted(&unreachable(&model, &Target::Probability { class: 0, at_least: 0.0 }), OPEN);
        let model = made(&mut rng, library, Aggregation::Sum, Link::Exp, 1, 1.0, 1.0);
        refuted(&unreachable(&model, &Target::Value { lo: -1.0, hi: f64::INFINITY }), OPEN);
        assert_eq!(unreachable(&model, &Target::Value { lo: f64::NEG_INFINITY, hi: -1.0 }), "proved");
        let model = made(&mut rng, library, Aggregation::Sum, Link::None, 1, 1.0, 1.0);
        refuted(&unreachable(&model, &Target::Value { lo: f64::NEG_INFINITY, hi: f64::INFINITY }), OPEN);
        assert_eq!(unreachable(&model, &Target::Value { lo: 1e300, hi: f64::INFINITY }), "proved");
        assert_eq!(unreachable(&model, &Target::Value { lo: f64::NEG_INFINITY, hi: -1e300 }), "proved");
    }
}
