//! Prices below 0, by which changes earn: tolerances of costs are shares of the most that all changes may earn, and certificates raise the costs of levels by
//! it. Costs and proofs made by hand.

use super::by_hand::{asked, model, point, said, says, with, Entries};
use espalier_model::explanation::*;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};

const A: Entries = &[(0, 6.0)];

/// Asserts that changes may earn so much together: a cost may be off by a billionth of that, and no more.
#[track_caller]
fn earn(cost: Value, most: f64) {
    let model = model();
    let query = asked(&model, &json!({ "cost": cost }));
    let right = 0.4;
    for (off, kept) in [(0.99e-9 * most, true), (1.01e-9 * (most + right) + 1e-12, false)] {
        for way in [1.0, -1.0] {
            let found = says(&model, &query, A, right + way * off);
            assert_eq!(found.is_ok(), kept, "{cost}, {most}: {found:?}");
            assert!(kept || matches!(found, Err(VerifyError::Cost { .. })), "{found:?}");
        }
    }
}

#[test]
fn changes_earn_the_least_of_their_prices() {
    earn(json!({}), 0.0);
    let b = |points: Value| json!({"piecewise": {"b": points}});
    // From 1 `b` may fall to 0 and rise to 4.
    earn(b(json!([[-2, -1000], [0, 0], [1, 1000]])), 500.0);
    earn(b(json!([[-1, 1000], [0, 0], [6, -1000]])), 500.0);
    earn(b(json!([[-1, 3000], [0, 0], [1, -2000], [2, -1000]])), 2000.0);
    earn(b(json!([[-0.5, -700], [0, 0], [1, 5000]])), 1400.0);
    earn(b(json!([[-1, 1000], [0, 0], [1, 1000]])), 0.0);
    // Levels, and all features together.
    earn(json!({"tables": {"job": {"x": 5, "z": -1000}}}), 1000.0);
    earn(json!({"tables": {"job": {"x": -200, "z": -1000}, "grade": {"low": -300}}}), 1300.0);
    let both = json!({"tables": {"job": {"z": -1000}}, "piecewise": {"b": [[-1, -500], [0, 0], [1, 1000]]}});
    earn(both, 1500.0);
}

/// A consequence without a cost earns nothing.
#[test]
fn a_free_consequence_earns_nothing() {
    let model = model();
    let mut query = asked(&model, &json!({"cost": {"piecewise": {"b": [[-1, -1000], [0, 0], [1, 1000]]}}}));
    assert_eq!(says(&model, &query, A, 0.4 + 5e-7), Ok(()));
    query.cost.free = vec![1];
    assert!(matches!(says(&model, &query, A, 0.4 + 5e-7), Err(VerifyError::Cost { .. })));
    assert_eq!(says(&model, &query, &[(0, 6.0), (1, 0.0)], 0.4), Ok(()));
}

/// Bounds may lie below 0 where changes earn, but for rounding no lower than the most that they may earn.
#[test]
fn no_bound_is_below_the_most_that_changes_may_earn() {
    let model = model();
    let earning = json!({"cost": {"piecewise": {"b": [[-1, -1000], [0, 0], [1, 1000]]}}});
    for (extra, bound, kept) in [
        (&json!({}), 0.0, true),
        (&json!({}), -1e-13, false),
        (&json!({}), f64::NAN, false),
        (&earning, -1000.0, true),
        (&earning, -1000.0 - 0.9e-6, true),
        (&earning, -1000.0 - 1.1e-6, false),
        (&earning, 1.0 - 0.601, true),
        (&earning, 0.4 + 0.9e-6, true),
        (&earning, 0.4 + 1.1e-6, false),
        (&json!({}), 0.4 + 3e-10, true),
        (&json!({}), 0.4 + 5e-10, false),
    ] {
        let one = point(&model, &asked(&model, extra), with(A), 0.4);
        let found = verify(&model, &asked(&model, extra), &Explanation { lower_bound: Some(bound), ..said(vec![one]) });
        assert_eq!(found.is_ok(), kept, "{extra} {bound}: {found:?}");
    }
}

/// Costs count as equal, as dear as the bound, or within a budget by shares of the most that changes may earn.
#[test]
fn an_optimum_and_ties_are_equal_within_a_share_of_the_earnings() {
    let model = model();
    let earning = json!({"ties": true, "cost": {"piecewise": {"b": [[-1, -1000], [0, 0], [1, 1000]]}}});
    let query = asked(&model, &earning);
    let optimal = |rows: &[(Entries, f64)], bound: f64| {
        let all = rows.iter().map(|(values, cost)| point(&model, &query, with(values), *cost)).collect();
        verify(&model, &query, &Explanation { status: Status::Optimal, lower_bound: Some(bound), ..said(all) })
    };
    assert_eq!(optimal(&[(A, 0.4)], 0.4 - 0.9e-6), Ok(()));
    assert!(matches!(optimal(&[(A, 0.4)], 0.4 - 1.1e-6), Err(VerifyError::Status { .. })));
    assert_eq!(optimal(&[(A, 0.4), (&[(0, 6.000_019)], 0.400_001_9)], 0.4), Ok(()));
    assert!(matches!(optimal(&[(A, 0.4), (&[(0, 6.000_021)], 0.400_002_1)], 0.4), Err(VerifyError::Status { .. })));
    // Large costs without earnings: twice a billionth of the cost.
    let query = asked(&model, &json!({"ties": true, "cost": {"weights": {"a": 1000}}}));
    let tied = |more: f64| {
        let rows = [(6.0, 400.0), (6.0 + more / 100.0, 400.0 + more)];
        let all = rows.map(|(a, cost)| point(&model, &query, with(&[(0, a)]), cost)).to_vec();
        verify(&model, &query, &Explanation { status: Status::Optimal, lower_bound: Some(400.0), ..said(all) })
    };
    assert_eq!(tied(0.7e-6), Ok(()));
    assert!(matches!(tied(0.9e-6), Err(VerifyError::Status { .. })));
}

#[test]
fn a_radius_and_a_budget_are_kept_within_a_share_of_the_earnings() {
    let model = model();
    let earning = json!({"piecewise": {"b": [[-1, -1000], [0, 0], [1, 1000]]}});
    let regions = |radius: f64, cost: &Value| {
        let query = asked(&model, &json!({"radius": radius, "cost": cost}));
        let boxes = vec![Region { values: with(A), cost: 0.4, sets: vec![], leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: radius });
        verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.4)]) })
    };
    let best = |budget: f64, cost: &Value| {
        let query = asked(&model, &json!({"target": {"best": {"class": 1}, "budget": budget}, "cost": cost}));
        let one = point(&model, &query, with(A), 0.4);
        let espalier_model::ensemble::Prediction::Class { scores, .. } = &one.prediction else { panic!("no class") };
        let reach = Some(Reach { value: scores[1], bound: 1.0 });
        verify(&model, &query, &Explanation { reach, ..said(vec![one]) })
    };
    for (less, earns, kept) in
        [(0.0, false, true), (7e-10, false, true), (9e-10, false, false), (1.9e-6, true, true), (2.1e-6, true, false)]
    {
        let cost = if earns { &earning } else { &json!({}) };
        assert_eq!(regions(0.4 - less, cost).is_ok(), kept, "{less}");
        assert_eq!(best(0.4 - less, cost).is_ok(), kept, "{less}");
    }
    // A region's stated cost, too.
    let query = asked(&model, &json!({"radius": 1, "cost": earning}));
    let stated = |cost: f64| {
        let boxes = vec![Region { values: with(A), cost, sets: vec![], leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.4)]) })
    };
    assert!(stated(0.4 + 0.9e-6).is_ok() && stated(0.4 - 0.9e-6).is_ok());
    assert!(stated(0.4 + 1.1e-6).is_err() && stated(0.4 - 1.1e-6).is_err() && stated(f64::NAN).is_err());
}
