//! Answers and regions made by hand. `verify` passes those that are right. It refutes those that break one limit, have one wrong number, or
//! state one thing too much.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::ensemble::{Precision, Prediction};
use espalier_model::explanation::*;
use espalier_model::query::{Query, Sought};
use espalier_model::Model;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};
use std::sync::Arc;

/// Columns: `a`, `b`, `n` (whole), `grade`, `switch`, `job` (three).
pub(super) const OWN: [f64; 8] = [2.0, 1.0, 3.0, 1.0, 0.0, 0.0, 1.0, 0.0];

/// Columns and their values.
pub(super) type Entries<'a> = &'a [(usize, f64)];

/// The target needs `a` above 5.25. A second tree tests whether `b` is above 2.5, and adds less.
pub(super) fn model() -> Model {
    let split = |column: i32, at: f64, low: f64, high: f64| {
        json!({"weight": 1, "feature": [column, -1, -1], "threshold": [at, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
               "value": [null, [low], [high]]})
    };
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 8, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"],
        "trees": [split(0, 5.25, 0.0, 1.0), split(1, 2.5, 0.0, 0.25)],
        "schema": {"features": [
            {"name": "a", "kind": "numeric", "column": 0, "min": 0, "max": 10},
            {"name": "b", "kind": "numeric", "column": 1, "min": 0, "max": 4},
            {"name": "n", "kind": "integer", "column": 2, "min": 0, "max": 10},
            {"name": "grade", "kind": "ordinal", "column": 3, "labels": ["low", "middle", "high"], "values": [0, 1, 4]},
            {"name": "switch", "kind": "binary", "column": 4, "labels": ["off", "on"]},
            {"name": "job", "kind": "categorical", "columns": [5, 6, 7], "labels": ["x", "y", "z"]}],
            "classes": ["no", "yes"]},
        "isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [3.5, 0, 0], "left": [1, -1, -1],
            "right": [2, -1, -1], "samples": [9, 8, 1]}]},
        "background": {"rows": [[6, 1, 3, 1, 0, 0, 1, 0], [6, 3, 3, 1, 0, 0, 1, 0], [8, 1, 3, 1, 0, 0, 1, 0]], "labels": [1, 1, 1]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

pub(super) fn asked(model: &Model, extra: &Value) -> Query {
    let mut request = json!({"query": OWN, "target": {"class": 1}});
    request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    Request::parse(&request, model).expect("a request that fits").query
}

pub(super) fn limited(model: &Model, constraint: Value) -> Query {
    asked(model, &json!({"constraints": [constraint]}))
}

/// The person's row with other values in some columns.
pub(super) fn with(values: Entries) -> Vec<f64> {
    let mut row = OWN.to_vec();
    values.iter().for_each(|&(column, value)| row[column] = value);
    row
}

/// An answer for a row, with true statements, at a cost.
pub(super) fn point(model: &Model, query: &Query, values: Vec<f64>, cost: f64) -> Counterfactual {
    let features = model.schema.features.iter().enumerate();
    let setting = |f: usize, row: &[f64]| {
        let feature = &model.schema.features[f];
        feature
            .level_count()
            .and(feature.level_of(row))
            .map_or(Setting::Number(row[feature.columns()[0]]), Setting::Level)
    };
    let changed = features.filter(|(_, f)| f.columns().iter().any(|&c| values[c] != query.factual[c]));
    let changes = changed
        .map(|(f, _)| FeatureChange {
            feature: f,
            from: setting(f, &query.factual),
            to: setting(f, &values),
            range: None,
        })
        .collect();
    Counterfactual { prediction: model.ensemble.predict(&values).unwrap(), values, cost, changes, mixture: Vec::new() }
}

pub(super) fn said(counterfactuals: Vec<Counterfactual>) -> Explanation {
    Explanation {
        status: Status::Feasible,
        counterfactuals,
        lower_bound: Some(0.0),
        truncated: false,
        conflict: None,
        regions: None,
        reach: None,
        pool: Vec::new(),
        hulls: Vec::new(),
        certificate: None,
        work: Work::default(),
    }
}

/// The checker's verdict on a row at a cost.
pub(super) fn says(model: &Model, query: &Query, values: Entries, cost: f64) -> Result<(), VerifyError> {
    verify(model, query, &said(vec![point(model, query, with(values), cost)]))
}

/// Asserts that a row's cost is this and no other.
#[track_caller]
pub(super) fn costs(cost: Value, values: Entries, right: f64) {
    let model = model();
    let query = asked(&model, &json!({ "cost": cost }));
    assert_eq!(says(&model, &query, values, right), Ok(()), "{cost} of {values:?}");
    for wrong in [right + 1e-6, right - 1e-6, 2.0 * right + 1.0, f64::NAN] {
        let found = says(&model, &query, values, wrong);
        assert!(matches!(found, Err(VerifyError::Cost { .. })), "{cost} of {values:?} is {wrong}: {found:?}");
    }
}

/// Asserts that a limit passes the rows that keep it and refutes the rows that break it.
#[track_caller]
pub(super) fn limits(constraint: Value, keep: &[Entries], broken: &[Entries]) {
    let model = model();
    let query =
        Query { cost: asked(&model, &json!({"cost": {"norm": "l0"}})).cost, ..limited(&model, constraint.clone()) };
    let free = query.cost.free.len();
    let cost = |values: Entries| {
        let all = point(&model, &query, with(values), 0.0).changes;
        all.iter().filter(|c| !query.cost.free.contains(&c.feature)).count() as f64
    };
    for values in keep {
        assert_eq!(says(&model, &query, values, cost(values)), Ok(()), "{constraint}: {values:?}, {free} free");
    }
    for values in broken {
        let found = says(&model, &query, values, cost(values));
        assert_eq!(found, Err(VerifyError::Constraint { index: 0 }), "{constraint}: {values:?}");
    }
}

#[test]
fn norms_and_weights_are_those_of_the_request() {
    let both = [(0, 6.0), (1, 3.0)];
    costs(json!({"norm": "l0"}), &both, 2.0);
    costs(json!({"norm": "l1"}), &both, 0.4 + 0.5);
    costs(json!({"norm": "l2"}), &both, 0.16 + 0.25);
    costs(json!({"norm": "linf"}), &both, 0.5);
    costs(json!({"norm": "linf", "weights": {"a": 2}}), &both, 0.8);
    costs(json!({"norm": "l0", "weights": {"a": 3}}), &both, 4.0);
    costs(json!({"norm": "l1", "weights": {"a": 3}}), &both, 1.2 + 0.5);
    costs(json!({"norm": "l2", "weights": {"a": 3}}), &both, 3.0 * 0.16 + 0.25);
    costs(json!({"norm": "l1", "per_change": 0.25}), &both, 1.4);
    let ways = json!({"norm": "l1", "weights": {"b": {"up": 2, "down": 3}, "n": {"up": 5, "down": 7},
        "grade": {"up": 11, "down": 13}, "switch": {"up": 17, "down": 19}, "job": {"up": 23, "down": 29}}});
    for (change, cost) in [
        ((1, 2.0), 0.5),
        ((1, 0.0), 0.75),
        ((2, 4.0), 0.5),
        ((2, 2.0), 0.7),
        ((3, 4.0), 5.5),
        ((3, 0.0), 6.5),
        ((4, 1.0), 17.0),
    ] {
        costs(ways.clone(), &[(0, 6.0), change], 0.4 + cost);
    }
    costs(ways, &[(0, 6.0), (6, 0.0), (7, 1.0)], 0.4 + 23.0);
}

#[test]
fn costs_of_ones_own_stand_in_place_of_the_norm() {
    costs(json!({"tables": {"job": {"z": 0.3}}, "per_change": 0.5}), &[(0, 6.0), (6, 0.0), (7, 1.0)], 0.4 + 1.0 + 0.3);
    costs(json!({"tables": {"job": {"z": 0.3}}}), &[(0, 6.0), (6, 0.0), (5, 1.0)], 0.4 + 1.0);
    let pieces = json!({"piecewise": {"a": [[-2, 1], [0, 0], [2, 0.1], [5, 0.7]], "b": [[-1, 0.25], [0, 0], [1, 0.25]]}, "per_change": 1});
    costs(pieces.clone(), &[(0, 6.0)], 1.0 + 0.5);
    costs(pieces.clone(), &[(0, 9.0)], 1.0 + 1.1);
    costs(pieces.clone(), &[(0, 6.0), (1, 0.5)], 2.0 + 0.5 + 0.125);
    let squares = json!({"quadratic": [[2, 0.5, 0], [0.5, 1, -0.5], [0, -0.5, 3]]});
    costs(squares.clone(), &[(0, 6.0)], 2.0 * 0.16);
    costs(squares.clone(), &[(0, 6.0), (1, 3.0)], 2.0 * 0.16 + 0.25 + 2.0 * 0.5 * 0.4 * 0.5);
    costs(squares.clone(), &[(0, 6.0), (1, 0.0)], 2.0 * 0.16 + 0.0625 - 2.0 * 0.5 * 0.4 * 0.25);
    costs(squares.clone(), &[(0, 6.0), (1, 3.0), (2, 5.0)], 0.32 + 0.25 + 0.2 - 2.0 * 0.5 * 0.5 * 0.2 + 3.0 * 0.04);
    costs(squares, &[(0, 6.0), (4, 1.0)], 0.32 + 1.0);
}

#[test]
fn limits_on_one_feature_hold_at_their_ends_and_not_beyond() {
    let a = [(0, 6.0)];
    limits(json!({"fix": "b"}), &[&a], &[&[(0, 6.0), (1, 1.5)]]);
    limits(json!({"range": {"feature": "a", "min": 5.5, "max": 6}}), &[&a, &[(0, 5.5)]], &[&[(0, 6.001)], &[(0, 5.4)]]);
    let b = |value: f64| [(0, 6.0), (1, value)];
    limits(json!({"direction": {"feature": "b", "change": "increase"}}), &[&a, &b(1.5)], &[&b(0.5)]);
    limits(json!({"direction": {"feature": "b", "change": "decrease"}}), &[&a, &b(0.5)], &[&b(1.5)]);
    limits(json!({"direction": {"feature": "b", "change": "fixed"}}), &[&a], &[&b(1.5), &b(0.5)]);
    let grade = |value: f64| [(0, 6.0), (3, value)];
    limits(json!({"direction": {"feature": "grade", "change": "increase"}}), &[&a, &grade(4.0)], &[&grade(0.0)]);
    limits(json!({"levels": {"feature": "grade", "allow": ["middle", "high"]}}), &[&a, &grade(4.0)], &[&grade(0.0)]);
    limits(json!({"max_changes": 1}), &[&a], &[&b(1.5)]);
    let model = model();
    let query = asked(&model, &json!({"cost": {"norm": "l0"}}));
    for (values, kept) in [([(0, 10.0)], true), ([(0, 10.001)], false)] {
        let found = says(&model, &query, &values, 1.0);
        assert_eq!(found.is_ok(), kept, "{found:?}");
        assert!(kept || matches!(found, Err(VerifyError::Schema { .. })), "{found:?}");
    }
}

#[test]
fn if_then_rules_hold_wherever_their_condition_does() {
    let row = |b: f64, n: f64| [(0, 6.0), (1, b), (2, n)];
    let rule = json!({"if": {"feature": "b", "min": 2, "max": 3}, "then": {"feature": "n", "min": 4, "max": 5}});
    let kept = [row(1.9, 3.0), row(3.1, 3.0), row(2.0, 4.0), row(3.0, 5.0), row(1.5, 9.0)];
    let broken = [row(2.0, 3.0), row(3.0, 6.0), row(2.5, 0.0)];
    limits(rule, &kept.each_ref().map(|r| r.as_slice()), &broken.each_ref().map(|r| r.as_slice()));
    let rule = json!({"if": {"feature": "grade", "in": ["high"]}, "then": {"feature": "switch", "in": ["on"]}});
    limits(rule, &[&[(0, 6.0)], &[(0, 6.0), (3, 4.0), (4, 1.0)], &[(0, 6.0), (4, 1.0)]], &[&[(0, 6.0), (3, 4.0)]]);
    let rule = json!({"if": {"feature": "a", "min": 6}, "then": {"feature": "job", "unchanged": true}});
    limits(rule, &[&[(0, 6.0)], &[(0, 5.5), (6, 0.0), (7, 1.0)]], &[&[(0, 6.0), (6, 0.0), (7, 1.0)]]);
}

#[test]
fn sums_hold_within_the_rounding_of_their_terms() {
    let row = |a: f64, b: f64| [(0, a), (1, b)];
    let sum = |op: &str, limit: f64, of: &str| json!({"linear": {"terms": {"a": 1, "b": -2}, "op": op, "rhs": limit, "of": of}});
    limits(sum("<=", 4.0, "value"), &[&row(6.0, 1.0), &row(6.0, 1.0 - 1e-9)], &[&row(6.0, 0.999), &row(6.001, 1.0)]);
    limits(sum(">=", 4.0, "value"), &[&row(6.0, 1.0), &row(6.5, 1.0)], &[&row(5.999, 1.0), &row(6.0, 1.001)]);
    limits(sum("=", 4.0, "value"), &[&row(6.0, 1.0), &row(7.0, 1.5)], &[&row(5.999, 1.0), &row(6.001, 1.0)]);
    limits(sum("<=", 4.0, "change"), &[&row(6.0, 1.0), &row(8.0, 2.0)], &[&row(6.001, 1.0), &row(6.0, 0.999)]);
    let follows = json!({"causal": {"feature": "b", "parents": {"a": 0.25}}});
    limits(follows, &[&row(6.0, 2.0), &row(10.0, 3.0)], &[&row(6.0, 1.0), &row(6.0, 2.001), &row(6.0, 1.999)]);
    // A whole number must be one of the nearest to its sum.
    let whole = |a: f64, n: f64| [(0, a), (2, n)];
    let follows = json!({"causal": {"feature": "n", "parents": {"a": 0.25}}});
    limits(
        follows,
        &[&whole(6.0, 4.0), &whole(8.0, 4.0), &whole(8.0, 5.0), &whole(7.9, 4.0)],
        &[&whole(6.0, 5.0), &whole(7.9, 5.0), &whole(8.1, 4.0)],
    );
}

/// Regression: a change that cost a budget nothing lent its rounding to another's.
#[test]
fn the_rounding_of_one_change_is_no_room_for_another_in_a_budget() {
    let hours = json!({"budget": {"changes": {"a": {"up": 0, "down": 1}, "b": 1}, "most": 0}});
    // The range of b is 4 and that of a is 10: so many steps of 1e-9 each may be off.
    let b = |steps: f64| (1, 1.0 + steps * 1e-9);
    limits(hours, &[&[(0, 6.0), b(2.0)]], &[&[(0, 6.0), b(6.0)]]);
}

#[test]
fn a_feature_that_follows_from_trees_moves_as_they_say() {
    let trees = |kind: &str| {
        json!({
            "format": "espalier", "version": 1, "kind": "regressor", "columns": 8, "input": "float64", "compare": "<=",
            "aggregation": kind, "base": [0.5], "link": "none",
            "trees": [{"weight": 1, "feature": [0, -1, -1], "threshold": [5.25, 0, 0], "left": [1, -1, -1],
                "right": [2, -1, -1], "value": [null, [1.25], [3]]},
                {"weight": 3, "feature": [0, -1, -1], "threshold": [7, 0, 0], "left": [1, -1, -1],
                "right": [2, -1, -1], "value": [null, [0], [0.25]]}]})
    };
    let rule = |feature: &str, kind: &str| json!({"causal": {"feature": feature, "model": trees(kind)}});
    let row = |a: f64, b: f64| [(0, a), (1, b)];
    limits(
        rule("b", "sum"),
        // 1e-12 of 1.75 and 3.5, the sizes of both sums, and of 2.75.
        &[&row(6.0, 2.75), &row(6.0, 2.75 + 7.6e-12), &row(6.0, 2.75 - 7.6e-12), &row(8.0, 3.5)],
        &[&row(6.0, 2.75 + 8.4e-12), &row(6.0, 2.75 - 8.4e-12), &row(6.0, 1.0), &row(8.0, 2.75)],
    );
    limits(rule("b", "mean"), &[&row(6.0, 1.4375), &row(8.0, 1.625)], &[&row(6.0, 2.75), &row(8.0, 1.4375)]);
    let whole = |a: f64, n: f64| [(0, a), (2, n)];
    limits(
        rule("n", "sum"),
        &[&whole(6.0, 5.0), &whole(8.0, 5.0), &whole(8.0, 6.0)],
        &[&whole(6.0, 4.0), &whole(6.0, 3.0), &whole(8.0, 4.0)],
    );
}

#[test]
fn rows_and_depth_that_are_asked_for_are_looked_at() {
    let model = model();
    let query = asked(&model, &json!({"real_rows": true}));
    assert_eq!(says(&model, &query, &[(0, 6.0)], 0.4), Ok(()));
    assert_eq!(says(&model, &query, &[(0, 7.0)], 0.5), Err(VerifyError::NoRow));
    let depths =
        [1.0, 4.0].map(|b| match model.isolation_forest.as_ref().unwrap().predict(&with(&[(0, 6.0), (1, b)])) {
            Ok(Prediction::Value(depth)) => depth,
            other => panic!("{other:?}"),
        });
    assert!(depths[0] > depths[1] + 1.0);
    let query = asked(&model, &json!({"plausibility": {"isolation_forest": {"min_path_length": depths[0]}}}));
    assert_eq!(says(&model, &query, &[(0, 6.0)], 0.4), Ok(()));
    let found = says(&model, &query, &[(0, 6.0), (1, 4.0)], 0.4 + 0.75);
    assert_eq!(found, Err(VerifyError::Outlier { found: depths[1], least: depths[0] }));
    // A range that leaves the required depth.
    let mut one = point(&model, &query, with(&[(0, 6.0), (1, 2.0)]), 0.65);
    one.changes[1].range = Some((Setting::Number(0.0), Setting::Number(3.5)));
    assert_eq!(verify(&model, &query, &said(vec![one.clone()])), Ok(()));
    one.changes[1].range = Some((Setting::Number(0.0), Setting::Number(3.75)));
    assert!(matches!(verify(&model, &query, &said(vec![one])), Err(VerifyError::Range { .. })));
}

#[test]
fn a_mixture_of_rows_is_near_and_its_weights_are_shares() {
    let model = model();
    let query = asked(&model, &json!({"plausibility": {"hull": {"epsilon": 0.1, "norm": "l1"}}}));
    let mixed = |b: f64, mixture: &[(usize, f64)]| {
        let mut one = point(&model, &query, with(&[(0, 7.0), (1, b)]), 0.5 + (b - 1.0) / 4.0);
        one.mixture = mixture.to_vec();
        verify(&model, &query, &said(vec![one]))
    };
    assert_eq!(mixed(2.0, &[(1, 0.5), (2, 0.5)]), Ok(()));
    assert_eq!(mixed(2.4, &[(1, 0.5), (2, 0.5)]), Ok(()));
    assert_eq!(mixed(1.75, &[(0, 0.125), (1, 0.375), (2, 0.5)]), Ok(()));
    for (b, mixture) in [
        (2.41, vec![(1, 0.5), (2, 0.5)]),
        (2.0, vec![]),
        (2.0, vec![(1, 0.5), (2, 0.499)]),
        (2.0, vec![(1, 0.5), (2, 0.501)]),
        (2.0, vec![(0, -0.01), (1, 0.51), (2, 0.5)]),
        (2.0, vec![(1, 0.5), (7, 0.5)]),
        (2.0, vec![(1, f64::NAN), (2, 0.5)]),
    ] {
        assert!(matches!(mixed(b, &mixture), Err(VerifyError::Hull { .. })), "{b} {mixture:?}");
    }
}

#[test]
fn several_answers_differ_as_is_asked() {
    let model = model();
    let answers = |query: &Query, rows: &[(Entries, f64)]| {
        verify(
            &model,
            query,
            &said(rows.iter().map(|(values, cost)| point(&model, query, with(values), *cost)).collect()),
        )
    };
    let alike = |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Alike { .. })), "{found:?}");
    let a: Entries = &[(0, 6.0)];
    let b: Entries = &[(0, 6.0), (1, 3.0)];
    let by = |distinct: Value| asked(&model, &json!({"count": 2, "distinct": distinct}));
    alike(answers(&by(json!("features")), &[(a, 0.4), (b, 0.9)]));
    assert_eq!(answers(&by(json!("features")), &[(&[(0, 6.0), (1, 1.5)], 0.525), (&[(0, 8.0)], 0.6)]), Ok(()));
    assert_eq!(answers(&by(json!("regions")), &[(a, 0.4), (b, 0.9)]), Ok(()));
    alike(answers(&by(json!("regions")), &[(a, 0.4), (&[(0, 7.0)], 0.5)]));
    let far = by(json!({"distance": 0.25}));
    assert_eq!(answers(&far, &[(a, 0.4), (&[(0, 8.5)], 0.65)]), Ok(()));
    alike(answers(&far, &[(a, 0.4), (&[(0, 8.4)], 0.64)]));
    assert_eq!(answers(&far, &[(a, 0.4), (&[(0, 6.0), (1, 2.0)], 0.65)]), Ok(()));
    alike(answers(&far, &[(a, 0.4), (&[(0, 6.0), (1, 1.5)], 0.525)]));
    assert_eq!(answers(&by(json!({"distance": 0.5})), &[(a, 0.4), (&[(0, 6.0), (3, 4.0)], 0.9)]), Ok(()));
    alike(answers(&by(json!({"distance": 0.6})), &[(a, 0.4), (&[(0, 6.0), (3, 4.0)], 0.9)]));
    assert_eq!(answers(&far, &[(a, 0.4), (&[(0, 6.0), (4, 1.0)], 1.4)]), Ok(()));
    // Categories are as far from each other as can be.
    assert_eq!(answers(&by(json!({"distance": 0.9})), &[(a, 0.4), (&[(0, 6.0), (6, 0.0), (7, 1.0)], 1.4)]), Ok(()));
    // Answers must be in order, each once, and no more than were asked for.
    assert_eq!(answers(&by(json!("regions")), &[(b, 0.9), (a, 0.4)]), Err(VerifyError::Order { index: 1 }));
    assert_eq!(answers(&by(json!("regions")), &[(a, 0.4), (a, 0.4)]), Err(VerifyError::Repeated { index: 1 }));
    let found = answers(&by(json!("regions")), &[(a, 0.4), (b, 0.9), (&[(0, 7.0), (1, 3.5)], 1.125)]);
    assert!(matches!(found, Err(VerifyError::Status { .. })), "{found:?}");
}

#[test]
fn ties_cost_the_same() {
    let model = model();
    let query = asked(&model, &json!({"ties": true, "cost": {"norm": "l0"}}));
    let tied = |cost: f64| {
        let rows = [(with(&[(0, 6.0)]), 1.0), (with(&[(0, 7.0)]), cost)];
        let all = rows.map(|(values, cost)| point(&model, &query, values, cost)).to_vec();
        verify(&model, &query, &Explanation { status: Status::Optimal, lower_bound: Some(1.0), ..said(all) })
    };
    assert_eq!(tied(1.0), Ok(()));
    assert!(matches!(tied(1.0 + 1e-8), Err(VerifyError::Status { .. })));
}

/// Numbers of single precision miss a row over several features by their own rounding, and so do costs.
#[test]
fn ties_of_single_precision_are_alike_where_rows_of_several_features_decide() {
    let mut model = model();
    Arc::make_mut(&mut model.ensemble).input = Precision::F32;
    let next = f64::from(6f32.next_up());
    let tied = |extra: Value| {
        let mut query = asked(&model, &extra);
        query.sought = Sought::Ties;
        let cost = |a: f64| if query.cost.norm.l1 > 0.0 { (a - 2.0) / 10.0 } else { ((a - 2.0) / 10.0).powi(2) };
        let mut all = [6.0, next].map(|a| point(&model, &query, with(&[(0, a)]), cost(a))).to_vec();
        all.iter_mut().for_each(|one| one.mixture = vec![(0, 1.0)]);
        verify(&model, &query, &Explanation { status: Status::Optimal, lower_bound: Some(cost(6.0)), ..said(all) })
    };
    assert!(matches!(tied(json!({})), Err(VerifyError::Status { .. })));
    let sum = json!({"linear": {"terms": {"a": 1, "b": 1}, "op": "<=", "rhs": 9}});
    assert_eq!(tied(json!({"constraints": [sum]})), Ok(()));
    assert_eq!(tied(json!({"plausibility": {"hull": {"epsilon": 0.1}}})), Ok(()));
    assert_eq!(tied(json!({"cost": {"quadratic": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}})), Ok(()));
}

#[test]
fn other_answers_may_cost_more_where_no_ties_are_asked_for_or_proved() {
    let model = model();
    let rows = [(with(&[(0, 6.0)]), 0.4), (with(&[(0, 6.0), (1, 3.0)]), 0.9)];
    for (status, extra) in
        [(Status::Optimal, json!({"count": 2, "distinct": "regions"})), (Status::Feasible, json!({"ties": true}))]
    {
        let query = asked(&model, &extra);
        let all = rows.iter().map(|(values, cost)| point(&model, &query, values.clone(), *cost)).collect();
        let found = verify(&model, &query, &Explanation { status, lower_bound: Some(0.4), ..said(all) });
        assert_eq!(found, Ok(()), "{extra}");
    }
}

#[test]
fn a_refusal_names_the_fault() {
    let model = model();
    let query = asked(&model, &json!({}));
    let found = says(&model, &query, &[(0, 6.0)], 0.5).unwrap_err().to_string();
    assert_eq!(found, "the cost is stated as 0.5, it is 0.4");
    let found = says(&model, &limited(&model, json!({"fix": "a"})), &[(0, 6.0)], 0.4).unwrap_err().to_string();
    assert_eq!(found, "constraint 0 is broken");
}

#[test]
fn a_conflict_names_the_limits_that_were_given() {
    let model = model();
    let query = asked(&model, &json!({"constraints": [{"range": {"feature": "a", "max": 5}}, {"fix": "b"}]}));
    let conflict = |reasons: &[Reason], minimal: bool| {
        let conflict = Some(Conflict { reasons: reasons.to_vec(), minimal });
        verify(
            &model,
            &query,
            &Explanation { status: Status::Infeasible, lower_bound: None, conflict, ..said(Vec::new()) },
        )
    };
    let refuted =
        |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Status { .. })), "{found:?}");
    let field = |feature: usize, field: Field| Reason::Field { feature, field };
    assert_eq!(conflict(&[Reason::Limit(0)], true), Ok(()));
    assert_eq!(conflict(&[Reason::Limit(0), Reason::Limit(1)], true), Ok(()));
    assert_eq!(conflict(&[field(0, Field::Max)], true), Ok(()));
    assert_eq!(conflict(&[field(3, Field::Kind)], true), Ok(()));
    assert_eq!(conflict(&[Reason::Features], false), Ok(()));
    for reasons in [
        vec![Reason::Limit(2)],
        vec![Reason::Limit(1), Reason::Limit(0)],
        vec![Reason::Limit(0), Reason::Limit(0)],
        vec![Reason::Limit(0), field(0, Field::Max)],
        vec![field(0, Field::Kind)],
        vec![field(3, Field::Min)],
        vec![field(0, Field::Change)],
        vec![field(6, Field::Max)],
        vec![Reason::Rows],
        vec![Reason::Features],
    ] {
        refuted(conflict(&reasons, true));
    }
}

#[test]
fn the_best_prediction_keeps_the_budget_and_the_bound() {
    let model = model();
    let query = asked(&model, &json!({"target": {"best": {"class": 1}, "budget": 0.9}}));
    let best = |values: Entries, cost: f64, off: f64, bound: f64| {
        let one = point(&model, &query, with(values), cost);
        let Prediction::Class { scores, .. } = &one.prediction else { panic!() };
        let value = scores[1] + off;
        let reach = Some(Reach { value, bound: value + bound });
        verify(&model, &query, &Explanation { reach, ..said(vec![one]) })
    };
    let refuted =
        |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Reach { .. })), "{found:?}");
    assert_eq!(best(&[(0, 6.0), (1, 3.0)], 0.9, 0.0, 0.0), Ok(()));
    assert_eq!(best(&[(0, 6.0), (1, 3.0)], 0.9, 0.0, 0.1), Ok(()));
    refuted(best(&[(0, 6.0), (1, 3.1)], 0.925, 0.0, 0.0));
    refuted(best(&[(0, 6.0)], 0.4, 1e-9, 0.0));
    refuted(best(&[(0, 6.0)], 0.4, 0.0, -1e-9));
    refuted(best(&[(0, 6.0)], 0.4, 0.0, f64::NAN));
    let one = point(&model, &query, with(&[(0, 6.0)]), 0.4);
    refuted(verify(&model, &query, &said(vec![one])));
}

/// A range of the best prediction holds predictions that are at least as good.
#[test]
fn a_range_of_the_best_does_as_well_at_both_ends() {
    let model = model();
    let query = asked(&model, &json!({"target": {"best": {"class": 1}, "budget": 0.9}}));
    let mut one = point(&model, &query, with(&[(0, 6.0), (1, 3.0)]), 0.9);
    let Prediction::Class { scores, .. } = &one.prediction else { panic!("no class") };
    let reach = Some(Reach { value: scores[1], bound: scores[1] });
    let mut ranged = |from: f64| {
        one.changes[1].range = Some((Setting::Number(from), Setting::Number(4.0)));
        verify(&model, &query, &Explanation { reach, ..said(vec![one.clone()]) })
    };
    assert_eq!(ranged(2.75), Ok(()));
    assert!(matches!(ranged(2.5), Err(VerifyError::Range { .. })));
}

#[test]
fn a_region_is_of_the_target_at_both_its_ends() {
    let model = model();
    let query = asked(&model, &json!({"radius": 0.6}));
    let region = |query: &Query, cost: f64, values: Entries, sets: Vec<(usize, Extent)>| {
        let regions = Some(Regions {
            boxes: vec![Region { values: with(values), cost, sets, leaves: vec![] }],
            complete_within: 0.6,
        });
        let one = point(&model, query, with(values), cost);
        let found = verify(&model, query, &Explanation { regions, ..said(vec![one]) });
        found.map_err(|e| if let VerifyError::Region { index: 0, what } = e { *what } else { panic!("{e:?}") })
    };
    let a = |lo: f64, hi: f64| (0, Extent::Interval(lo, hi));
    let at: Entries = &[(0, 6.0)];
    assert_eq!(region(&query, 0.4, at, vec![a(5.5, 8.0)]), Ok(()));
    assert_eq!(region(&query, 0.4, at, vec![a(6.0, 6.0), (3, Extent::Levels(vec![0, 1]))]), Ok(()));
    assert!(matches!(region(&query, 0.4, at, vec![a(5.0, 8.0)]), Err(VerifyError::Target { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![a(6.5, 8.0)]), Err(VerifyError::Range { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![a(5.5, 5.9)]), Err(VerifyError::Range { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![a(6.0, f64::INFINITY)]), Err(VerifyError::NotAttained { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![(3, Extent::Levels(vec![0, 2]))]), Err(VerifyError::Range { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![(1, Extent::Missing)]), Err(VerifyError::Range { .. })));
    assert!(matches!(region(&query, 0.4, at, vec![(3, Extent::Interval(0.0, 4.0))]), Err(VerifyError::Range { .. })));
    // A cost beyond the radius.
    assert!(matches!(region(&query, 0.7, &[(0, 9.0)], vec![]), Err(VerifyError::Bound { .. })));
    let near = Query { sought: Sought::Regions { radius: 0.4 }, ..query.clone() };
    assert_eq!(region(&near, 0.4, at, vec![]), Ok(()));
    // A wrong cost.
    let regions = Some(Regions {
        boxes: vec![Region { values: with(at), cost: 0.41, sets: vec![], leaves: vec![] }],
        complete_within: 0.6,
    });
    let found = verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(at), 0.4)]) });
    assert!(matches!(found, Err(VerifyError::Region { .. })), "{found:?}");
}
