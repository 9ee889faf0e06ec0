//! Targets, against predictions made by hand: each holds at its border and not beyond it.

use super::tiny::{model, number, regressor, split};
use espalier_model::ensemble::{Ensemble, Library, Link, Prediction};
use espalier_model::query::{Aim, Cost, Norm, Query, Target};
use espalier_verify::met;
use serde_json::json;
use std::sync::Arc;

fn classes(fields: serde_json::Value, leaves: usize) -> Arc<Ensemble> {
    let mut tree = split(0, 5.0, 0.0, 1.0);
    tree["value"] = json!([null, vec![0; leaves], vec![1; leaves]]);
    let mut all = json!({"base": vec![0; leaves], "link": "softmax"});
    all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    model(json!([number(0, 0.0, 10.0)]), json!([tree]), all).ensemble
}

fn query(target: Target, margin: f64) -> Query {
    Query { margin, ..Query::new(vec![0.0], target, Cost::of(Norm { l1: 1.0, ..Norm::default() }, 1)) }
}

/// The verdict on scores of three classes, whose probabilities are given beside them.
fn says(ensemble: &Ensemble, target: Target, margin: f64, raw: [f64; 3], scores: [f64; 3]) -> Option<f64> {
    let prediction = Prediction::Class { class: 0, scores: scores.to_vec(), raw: raw.to_vec() };
    met(ensemble, &query(target, margin), &prediction)
}

const THIRDS: [f64; 3] = [0.25, 0.5, 0.25];

#[test]
fn a_class_leads_every_other_by_more_than_a_millionth_and_by_the_margin() {
    let ensemble = classes(json!({}), 3);
    let one = |raw, margin| says(&ensemble, Target::Class(1), margin, raw, THIRDS);
    assert_eq!(one([0.0, 1.0, 0.5], 0.0), Some(0.0));
    assert_eq!(one([0.0, 1.0, 0.5], 0.5), Some(0.0));
    assert_eq!(one([0.0, 1.0, 0.5], 0.75), None);
    assert_eq!(one([0.0, 1.0, 1.0], 0.0), None);
    assert_eq!(one([0.0, 1.0, 1.5], 0.0), None);
    assert_eq!(one([-1.0, 1e-6, 0.0], 0.0), None);
    assert_eq!(one([-1.0, 1.1e-6, 0.0], 0.0), Some(0.0));
}

#[test]
fn one_of_a_set_leads_every_class_outside_of_it() {
    let ensemble = classes(json!({}), 3);
    let set = |raw, margin| says(&ensemble, Target::Classes(vec![0, 1]), margin, raw, THIRDS);
    assert_eq!(set([1.0, 1.0, 0.5], 0.0), Some(0.0));
    assert_eq!(set([0.0, 1.0, 0.5], 0.5), Some(0.0));
    assert_eq!(set([1.0, 0.0, 0.5], 0.5), Some(0.0));
    assert_eq!(set([0.5, 0.75, 0.5], 0.5), None);
    assert_eq!(set([0.5, 0.5, 0.5], 0.0), None);
    assert_eq!(set([0.0, 0.0, 0.5], 0.0), None);
}

#[test]
fn the_class_that_is_reached_adds_its_cost() {
    let ensemble = classes(json!({}), 3);
    let costs = || Target::ClassCosts(vec![(0, 0.25), (2, 0.5)]);
    let one = |raw| says(&ensemble, costs(), 0.0, raw, THIRDS);
    assert_eq!(one([1.0, 0.0, 0.0]), Some(0.25));
    assert_eq!(one([0.0, 0.0, 1.0]), Some(0.5));
    assert_eq!(one([0.0, 1.0, 0.0]), None);
    // Beside one another as beside any class.
    assert_eq!(one([1.0, 0.0, 1.0]), None);
}

#[test]
fn a_probability_is_reached_at_its_border() {
    let ensemble = classes(json!({}), 3);
    let least = |class, at_least| says(&ensemble, Target::Probability { class, at_least }, 0.0, [0.0; 3], THIRDS);
    assert_eq!(least(1, 0.5), Some(0.0));
    assert_eq!(least(1, 0.5f64.next_up()), None);
    assert_eq!(least(0, 0.3), None);
    assert_eq!(least(3, 0.0), None);
}

#[test]
fn a_best_probability_is_of_a_class_that_there_is() {
    let ensemble = classes(json!({}), 3);
    let best = |class| says(&ensemble, Target::Best { aim: Aim::Class(class), budget: 1.0 }, 0.0, [0.0; 3], THIRDS);
    assert_eq!([0, 1, 2, 3].map(best), [Some(0.0), Some(0.0), Some(0.0), None]);
}

/// Where a library's own probabilities may tie, the class leads in these too.
#[test]
fn a_lead_that_the_librarys_probabilities_do_not_show_is_none() {
    let tied = [0.5, 0.5, 0.0];
    let raw = [0.0, 1e-5, -9.0];
    let lead = |ensemble: &Ensemble, scores| says(ensemble, Target::Class(1), 0.0, raw, scores);
    let plain = classes(json!({}), 3);
    assert_eq!(lead(&plain, tied), Some(0.0));
    let single = classes(json!({"arithmetic": "xgboost"}), 3);
    assert!(single.arithmetic.library == Library::XgBoost);
    assert_eq!(lead(&single, tied), None);
    assert_eq!(lead(&single, [0.49, 0.5, 0.01]), Some(0.0));
    let own = classes(json!({"link": "one_vs_rest"}), 3);
    assert!(own.link == Link::OneVsRest);
    assert_eq!(lead(&own, tied), None);
    assert_eq!(lead(&own, [0.49, 0.5, 0.01]), Some(0.0));
}

/// A single score is that of class 1 against class 0.
#[test]
fn a_single_score_is_that_of_class_one() {
    let ensemble = model(json!([number(0, 0.0, 10.0)]), json!([split(0, 5.0, 0.0, 1.0)]), json!({})).ensemble;
    let says = |class, raw: f64, margin| {
        let prediction = Prediction::Class { class, scores: vec![0.5, 0.5], raw: vec![raw] };
        met(&ensemble, &query(Target::Class(class), margin), &prediction)
    };
    assert_eq!(says(1, 0.5, 0.5), Some(0.0));
    assert_eq!(says(1, 0.5, 0.6), None);
    assert_eq!(says(1, -0.5, 0.0), None);
    assert_eq!(says(0, -0.5, 0.5), Some(0.0));
    assert_eq!(says(0, -0.5, 0.6), None);
    assert_eq!(says(0, 0.5, 0.0), None);
    assert_eq!(says(0, 0.0, 0.0), None);
}

#[test]
fn a_value_lies_between_both_ends_or_beyond_one_of_them() {
    let ensemble = regressor(json!([number(0, 0.0, 10.0)]), json!([split(0, 5.0, 0.0, 1.0)]), json!({})).ensemble;
    let says = |target: Target, v: f64| met(&ensemble, &query(target, 0.0), &Prediction::Value(v)).is_some();
    for (v, inside) in [(1.0, true), (2.0, true), (1.5, true), (0.999, false), (2.001, false), (f64::NAN, false)] {
        assert_eq!(says(Target::Value { lo: 1.0, hi: 2.0 }, v), inside, "{v}");
    }
    for (v, beyond) in
        [(1.0, true), (-1.0, true), (3.0, true), (-3.0, true), (0.999, false), (-0.999, false), (0.0, false)]
    {
        assert_eq!(says(Target::Beyond(1.0), v), beyond, "{v}");
    }
    for aim in [Aim::Most, Aim::Least, Aim::Farthest] {
        assert!(says(Target::Best { aim, budget: 1.0 }, -7.0), "{aim:?}");
    }
    assert!(!says(Target::Class(1), 1.0) && !says(Target::Best { aim: Aim::Class(0), budget: 1.0 }, 1.0));
}
