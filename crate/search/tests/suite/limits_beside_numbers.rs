//! Limits on several features, against rows made by hand: sums of numbers, consequences and budgets whose rounding is that of the numbers' ranges, and the
//! targets of other models.

use super::by_hand;
use super::tiny::{asked, model, number, says, split, whole};
use espalier_model::explanation::{Extent, Region, Regions};
use espalier_model::schema::Change;
use espalier_model::Model;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};

/// Ranges that begin elsewhere than at 0. The target needs `x0` above 12; `x1` and `x2` have a range of 16, and `x3` is whole.
fn elsewhere() -> Model {
    let features = json!([number(0, 10.0, 14.0), number(1, -8.0, 8.0), number(2, -8.0, 8.0), whole(3, -5.0, 15.0)]);
    model(features, json!([split(0, 12.0, 0.0, 1.0)]), json!({}))
}

const OWN: [f64; 4] = [11.0, 0.5, 0.25, 2.0];

/// Asserts that rows with these values of the columns behind the first keep a limit, or break it.
#[track_caller]
fn limits(constraint: Value, rows: &[([f64; 3], bool)]) {
    let model = elsewhere();
    let query = asked(&model, &OWN, json!({"constraints": [constraint], "cost": {"norm": {"l1": 0}}}));
    for ([x1, x2, x3], kept) in rows {
        let found = says(&model, &query, &[13.0, *x1, *x2, *x3], 0.0);
        let right = if *kept { Ok(()) } else { Err(VerifyError::Constraint { index: 0 }) };
        assert_eq!(found, right, "{constraint}: {x1} {x2} {x3}");
    }
}

#[test]
fn steps_are_shares_of_ranges_that_begin_elsewhere() {
    let model = elsewhere();
    for (norm, right) in [("l1", 0.5 + 0.25 + 0.5), ("l2", 0.25 + 0.0625 + 0.25), ("linf", 0.5)] {
        let query = asked(&model, &OWN, json!({"cost": {"norm": norm}}));
        let row = [13.0, 4.5, 0.25, 12.0];
        assert_eq!(says(&model, &query, &row, right), Ok(()), "{norm}");
        assert!(matches!(says(&model, &query, &row, right + 1e-8), Err(VerifyError::Cost { .. })), "{norm}");
    }
    let several = asked(&model, &OWN, json!({"count": 2, "distinct": {"distance": 0.5}, "cost": {"norm": {"l1": 0}}}));
    let two = |x: f64, y: f64| {
        let rows = [[13.0, 0.5, 0.25, 2.0], [13.0, x, 0.25, y]];
        let points = rows.map(|row| by_hand::point(&model, &several, row.to_vec(), 0.0));
        verify(&model, &several, &by_hand::said(points.to_vec())).is_ok()
    };
    assert!(two(-7.5, 2.0) && two(0.5, 12.0));
    assert!(!two(-7.4, 2.0) && !two(0.5, 11.0) && !two(0.5, 7.0));
}

/// A number may be off by a step of its type, relative to its range of 16.
#[test]
fn a_sum_is_met_within_the_rounding_of_its_numbers_ranges() {
    let sum =
        |op: &str, limit: f64, of: &str| json!({"linear": {"terms": {"x1": 2}, "op": op, "rhs": limit, "of": of}});
    limits(sum("<=", 2.0, "value"), &[([1.0 + 1.6e-8, 0.25, 2.0], true), ([1.0 + 1.9e-8, 0.25, 2.0], false)]);
    limits(sum(">=", 2.0, "value"), &[([1.0 - 1.6e-8, 0.25, 2.0], true), ([1.0 - 1.9e-8, 0.25, 2.0], false)]);
    limits(sum("<=", 2.0, "change"), &[([1.5 + 1.6e-8, 0.25, 2.0], true), ([1.5 + 1.9e-8, 0.25, 2.0], false)]);
    limits(sum("=", 2.0, "change"), &[([1.5 - 1.6e-8, 0.25, 2.0], true), ([1.5 - 1.9e-8, 0.25, 2.0], false)]);
    // The limit itself is rounded too.
    let large = json!({"linear": {"terms": {"x1": 1}, "op": "<=", "rhs": 4, "of": "value"}});
    limits(large, &[([4.0 + 1.9e-8, 0.25, 2.0], true), ([4.0 + 2.1e-8, 0.25, 2.0], false)]);
    // A whole number adds a rounding of its own.
    let both = json!({"linear": {"terms": {"x1": 1, "x3": 1}, "op": "<=", "rhs": 4, "of": "value"}});
    limits(both, &[([2.0 + 3.9e-8, 0.25, 2.0], true), ([2.0 + 4.1e-8, 0.25, 2.0], false)]);
}

#[test]
fn weights_of_levels_are_summed_beside_numbers() {
    let model = by_hand::model();
    let query = |of: &str, op: &str, rhs: f64| {
        let terms = json!({"a": 1, "job": {"x": 4, "y": 1.5, "z": -2}});
        let linear = json!({"linear": {"terms": terms, "op": op, "rhs": rhs, "of": of}});
        by_hand::asked(&model, &json!({"constraints": [linear], "cost": {"norm": {"l1": 0}}}))
    };
    let x = [(0, 6.0), (5, 1.0), (6, 0.0)];
    let z = [(0, 6.0), (6, 0.0), (7, 1.0)];
    for (of, op, rhs, keep, broken) in [
        ("value", "<=", 7.5, &[(0, 6.0)][..], &x[..]),
        ("value", "<=", 4.0, &z, &[(0, 6.0)]),
        ("value", ">=", 10.0, &x, &[(0, 6.0)]),
        ("change", "<=", 4.0, &[(0, 6.0)], &x),
        ("change", "<=", 0.5, &z, &[(0, 6.0)]),
        ("change", ">=", 6.5, &x, &[(0, 6.0)]),
    ] {
        let query = query(of, op, rhs);
        assert_eq!(by_hand::says(&model, &query, keep, 0.0), Ok(()), "{of} {op} {rhs}");
        let found = by_hand::says(&model, &query, broken, 0.0);
        assert_eq!(found, Err(VerifyError::Constraint { index: 0 }), "{of} {op} {rhs}");
    }
    // Rounding of a level: a billionth of the largest weight.
    let near = |off: f64| by_hand::says(&model, &query("value", "<=", 7.5 - off), &[(0, 6.0)], 0.0).is_ok();
    assert!(near(1e-8) && near(2.1e-8) && !near(2.3e-8));
}

#[test]
fn a_consequence_is_met_within_the_rounding_of_its_numbers_ranges() {
    let follows = json!({"causal": {"feature": "x1", "parents": {"x2": 2}}});
    let by = |off: f64| ([0.5 + 2.0 + off, 1.25, 2.0], off.abs() < 48e-9);
    limits(follows, &[by(0.0), by(46e-9), by(-46e-9), by(50e-9), by(-50e-9)]);
    let both = json!({"causal": {"feature": "x1", "parents": {"x2": 2, "x3": -1}}});
    limits(
        both,
        &[([0.5 + 2.0 - 3.0, 1.25, 5.0], true), ([0.5 + 2.0 + 3.0, 1.25, 5.0], false), ([2.5, 1.25, 5.0], false)],
    );
}

/// A half is that of the nearest whole number on either side.
#[test]
fn a_whole_consequence_is_within_a_half_of_its_sum() {
    let follows = json!({"causal": {"feature": "x3", "parents": {"x1": 1}}});
    let by = |x1: f64, x3: f64, kept: bool| ([0.5 + x1, 0.25, 2.0 + x3], kept);
    limits(
        follows,
        &[
            by(2.5, 2.0, true),
            by(2.5, 3.0, true),
            by(2.5, 4.0, false),
            by(2.5 + 5e-8, 2.0, false),
            by(2.5 - 5e-8, 3.0, false),
        ],
    );
}

#[test]
fn a_budget_is_used_by_changes_and_by_levels_entered() {
    let model = by_hand::model();
    let budget = |most: f64| {
        let prices = json!({"changes": {"b": {"up": 2, "down": 3}, "n": 1}, "levels": {"job": {"y": 7, "z": 8}, "grade": {"high": 5}}, "most": most});
        by_hand::asked(&model, &json!({"constraints": [{"budget": prices}], "cost": {"norm": {"l1": 0}}}))
    };
    let spends = |values: by_hand::Entries, right: f64| {
        for (most, kept) in [(right, true), (right + 1.0, true), (right - 1e-6, false)] {
            if most >= 0.0 {
                let values = [&[(0, 6.0)], values].concat();
                let found = by_hand::says(&model, &budget(most), &values, 0.0);
                assert_eq!(
                    found,
                    if kept { Ok(()) } else { Err(VerifyError::Constraint { index: 0 }) },
                    "{values:?} {most}"
                );
            }
        }
    };
    spends(&[], 0.0);
    spends(&[(1, 3.0)], 4.0);
    spends(&[(1, 0.5)], 1.5);
    spends(&[(2, 7.0)], 4.0);
    spends(&[(2, 1.0)], 2.0);
    spends(&[(1, 3.0), (2, 1.0)], 6.0);
    spends(&[(6, 0.0), (7, 1.0)], 8.0);
    spends(&[(6, 0.0), (5, 1.0)], 0.0);
    spends(&[(3, 4.0)], 5.0);
    spends(&[(3, 0.0)], 0.0);
    spends(&[(1, 3.0), (6, 0.0), (7, 1.0), (3, 4.0)], 17.0);
}

/// A number that changes may be off by a step of its type, relative to the larger of its values and its range.
#[test]
fn a_budget_may_be_exceeded_by_rounding_alone() {
    let spend = |changes: Value| json!({"budget": {"changes": changes, "most": 2}});
    let b = |off: f64, kept: bool| ([1.5 + off, 0.25, 2.0], kept);
    // 2e-9 of the budget, and twice 16e-9 of the number.
    limits(spend(json!({"x1": {"up": 2, "down": 1}})), &[b(1.6e-8, true), b(1.8e-8, false)]);
    limits(spend(json!({"x1": {"up": 1, "down": 2}})), &[b(1.0 + 3.3e-8, true), b(1.0 + 3.5e-8, false)]);
    // A number that stays adds nothing, and whole numbers add nothing.
    let n = |x1: f64, x3: f64, kept: bool| ([x1, 0.25, x3], kept);
    let price = |x3: f64| spend(json!({"x1": 1e-9, "x2": 1000, "x3": x3}));
    limits(price(1.0 + 8e-10), &[n(0.5, 4.0, true), n(0.5, 3.0, true), n(1.5, 5.0, false)]);
    limits(price(1.0 + 2e-9), &[n(0.5, 4.0, false), n(1.5, 4.0, false)]);
}

#[test]
fn a_range_of_a_change_ends_where_a_budget_does() {
    let model = elsewhere();
    let query = asked(
        &model,
        &OWN,
        json!({"constraints": [{"budget": {"changes": {"x1": 1}, "most": 2}}], "cost": {"norm": {"l1": 0}}}),
    );
    let mut one = by_hand::point(&model, &query, vec![13.0, 1.5, 0.25, 2.0], 0.0);
    let mut to = |end: f64| {
        use espalier_model::explanation::Setting::Number;
        one.changes[1].range = Some((Number(1.0), Number(end)));
        verify(&model, &query, &by_hand::said(vec![one.clone()]))
    };
    assert_eq!(to(2.5), Ok(()));
    assert!(matches!(to(2.6), Err(VerifyError::Range { .. })));
}

#[test]
fn another_model_gives_its_target_too() {
    let features = json!([number(0, 10.0, 14.0), number(1, -8.0, 8.0), number(2, -8.0, 8.0), whole(3, -5.0, 15.0)]);
    let other = json!({
        "format": "espalier", "version": 1, "kind": "regressor", "columns": 4, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [1], "link": "none", "trees": [split(1, 3.0, 0.0, 2.0)], "schema": {"features": features}});
    let also = json!({"also": {"model": other, "target": {"value": [2.5, null]}}});
    limits(also.clone(), &[([3.5, 0.25, 2.0], true), ([3.0, 0.25, 2.0], false), ([0.5, 0.25, 2.0], false)]);
    // A region is of both targets at both of its ends.
    let model = elsewhere();
    let query = asked(&model, &OWN, json!({"constraints": [also], "cost": {"norm": {"l1": 0}}, "radius": 1}));
    let region = |lo: f64| {
        let values = vec![13.0, 4.0, 0.25, 2.0];
        let sets = vec![(1, Extent::Interval(lo, 8.0))];
        let boxes = vec![Region { values: values.clone(), cost: 0.0, sets, leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        let one = by_hand::point(&model, &query, values, 0.0);
        verify(&model, &query, &espalier_model::explanation::Explanation { regions, ..by_hand::said(vec![one]) })
    };
    assert_eq!(region(3.5), Ok(()));
    let found = region(3.0);
    let Err(VerifyError::Region { index: 0, what }) = found else { panic!("{found:?}") };
    assert!(matches!(*what, VerifyError::Target { .. }), "{what}");
}

/// The schema says in which direction each feature may change.
#[test]
fn the_schemas_directions_hold_of_every_kind() {
    let ways = [
        (Change::Increase, true, false),
        (Change::Decrease, false, true),
        (Change::Fixed, false, false),
        (Change::Free, true, true),
    ];
    // A number, a whole number, an ordinal and a binary feature, each up and down.
    for (f, up, down) in [(1, (1, 1.5), (1, 0.5)), (2, (2, 4.0), (2, 1.0)), (3, (3, 4.0), (3, 0.0))] {
        for (way, rises, falls) in ways {
            let mut model = by_hand::model();
            model.schema.features[f].change = way;
            let query = by_hand::asked(&model, &json!({"cost": {"norm": {"l1": 0}}}));
            for (change, allowed) in [(up, rises), (down, falls)] {
                let found = by_hand::says(&model, &query, &[(0, 6.0), change], 0.0);
                assert_eq!(found.is_ok(), allowed, "{way:?} {change:?}");
                assert!(allowed || matches!(found, Err(VerifyError::Schema { .. })), "{found:?}");
            }
        }
    }
    for (way, rises, _) in ways {
        let mut model = by_hand::model();
        model.schema.features[4].change = way;
        model.schema.features[5].change = way;
        let query = by_hand::asked(&model, &json!({"cost": {"norm": {"l1": 0}}}));
        assert_eq!(by_hand::says(&model, &query, &[(0, 6.0), (4, 1.0)], 0.0).is_ok(), rises, "{way:?}");
        // Categories have no direction, and may be fixed.
        let job = by_hand::says(&model, &query, &[(0, 6.0), (6, 0.0), (7, 1.0)], 0.0);
        assert_eq!(job.is_ok(), way != Change::Fixed, "{way:?}");
    }
}

/// From a missing value every value is up and down; it may not be given a value where the feature is fixed.
#[test]
fn a_missing_value_may_change_unless_it_is_fixed() {
    let mut tree = split(0, 12.0, 0.0, 1.0);
    tree["missing"] = json!({"0": "left"});
    for (change, allowed) in [("increase", true), ("decrease", true), ("free", true), ("fixed", false)] {
        let mut feature = number(0, 10.0, 14.0);
        feature["change"] = json!(change);
        let model = model(json!([feature]), json!([tree]), json!({}));
        let query = asked(&model, &[f64::NAN], json!({}));
        assert_eq!(says(&model, &query, &[13.0], 1.0).is_ok(), allowed, "{change}");
        // The domain is the schema's own.
        let found = says(&model, &query, &[14.5], 1.0);
        assert!(matches!(found, Err(VerifyError::Schema { .. })), "{change}: {found:?}");
    }
}

/// The person's own value widens the domain, though not beyond itself.
#[test]
fn a_value_outside_of_the_domain_widens_it() {
    let model = model(json!([number(0, 10.0, 14.0)]), json!([split(0, 9.0, 0.0, 1.0)]), json!({}));
    let query = asked(&model, &[8.0], json!({}));
    for (x, kept) in [(9.5, true), (14.0, true), (14.5, false), (10.0, true)] {
        assert_eq!(says(&model, &query, &[x], (x - 8.0) / 4.0).is_ok(), kept, "{x}");
    }
    let query = asked(&model, &[20.0], json!({"target": {"class": 0}}));
    for (x, kept) in [(9.0, false), (10.0, false)] {
        assert_eq!(says(&model, &query, &[x], (20.0 - x) / 4.0).is_ok(), kept, "{x}");
    }
    let query = asked(&model, &[20.0], json!({"constraints": [{"range": {"feature": "x0", "max": 19}}]}));
    for (x, kept) in [(19.0, true), (14.0, true), (19.5, false)] {
        assert_eq!(says(&model, &query, &[x], (20.0 - x) / 4.0).is_ok(), kept, "{x}");
    }
}
