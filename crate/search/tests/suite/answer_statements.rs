//! Single statements of an answer, by hand: its costs with the price of a class or a distance, its changes, its ranges, its mixture of rows, and its best
//! prediction.

use super::by_hand::{asked, model, point, said, says, with, Entries};
use super::tiny::{self, number, regressor, split};
use espalier_model::ensemble::{Precision, Prediction};
use espalier_model::explanation::*;
use espalier_model::query::{Aim, Query, Sought, Target};
use espalier_model::Model;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};
use std::sync::Arc;

const A: Entries = &[(0, 6.0)];

#[test]
fn a_class_adds_its_cost_to_answers_and_regions() {
    let model = model();
    let query = asked(&model, &json!({"target": {"class_costs": {"1": 0.25}}}));
    assert_eq!(says(&model, &query, A, 0.65), Ok(()));
    for wrong in [0.4, 0.15, 0.66] {
        assert!(matches!(says(&model, &query, A, wrong), Err(VerifyError::Cost { .. })), "{wrong}");
    }
    let query = Query { sought: Sought::Regions { radius: 1.0 }, ..query };
    let region = |cost: f64| {
        let boxes = vec![Region { values: with(A), cost, sets: vec![], leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.65)]) })
    };
    assert_eq!(region(0.65), Ok(()));
    assert!(region(0.4).is_err() && region(0.15).is_err());
    // Without a radius no regions are asked for.
    let query = Query { sought: Sought::Cheapest, ..query };
    let boxes = vec![Region { values: with(A), cost: 0.65, sets: vec![], leaves: vec![] }];
    let regions = Some(Regions { boxes, complete_within: 1.0 });
    let found = verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.65)]) });
    assert!(matches!(found, Err(VerifyError::Region { index: 0, .. })), "{found:?}");
}

/// A region of levels ends at the least and the largest of them that there are.
#[test]
fn a_region_of_levels_is_of_the_target_at_its_least_and_its_largest_level() {
    let mut trees = vec![split(0, 5.25, 0.0, 1.0), split(3, 0.5, -2.0, 0.0), split(3, 2.5, 0.0, -2.0)];
    trees.push(split(6, 0.5, 0.0, 0.0));
    let mut model = model();
    let other = tiny::model(
        json!((0..8).map(|c| number(c, 0.0, 10.0)).collect::<Vec<Value>>()),
        Value::Array(trees),
        json!({}),
    );
    model.ensemble = other.ensemble;
    let query = asked(&model, &json!({"radius": 1}));
    let region = |sets: Vec<(usize, Extent)>| {
        let boxes = vec![Region { values: with(A), cost: 0.4, sets, leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        let found = verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.4)]) });
        found.map_err(|e| if let VerifyError::Region { index: 0, what } = e { *what } else { panic!("{e:?}") })
    };
    // Only the middle grade, number 1, is on target.
    let off = |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Target { .. })), "{found:?}");
    assert_eq!(region(vec![(3, Extent::Levels(vec![1]))]), Ok(()));
    off(region(vec![(3, Extent::Levels(vec![0, 1]))]));
    off(region(vec![(3, Extent::Levels(vec![1, 2]))]));
    off(region(vec![(3, Extent::Levels(vec![2, 1]))]));
    // Number 3 stands for "no level", which a missing value may have.
    assert_eq!(region(vec![(3, Extent::Levels(vec![1, 3]))]), Ok(()));
    assert_eq!(region(vec![(5, Extent::Levels(vec![0, 1, 2]))]), Ok(()));
    assert!(matches!(region(vec![(5, Extent::Levels(vec![0, 2]))]), Err(VerifyError::Range { .. })));
}

#[test]
fn a_missing_value_of_a_region_is_missing_in_its_nearest_point() {
    let mut tree = split(1, 4.0, 0.0, 0.25);
    tree["missing"] = json!({"0": "left"});
    let features = json!([number(0, 0.0, 10.0), number(1, 0.0, 10.0)]);
    let model = tiny::model(features, json!([split(0, 5.0, 0.0, 1.0), tree]), json!({}));
    let query = tiny::asked(&model, &[2.0, f64::NAN], json!({"radius": 1}));
    let region = |x1: f64, extent: Extent| {
        let values = vec![6.0, x1];
        let cost = if x1.is_nan() { 0.4 } else { 1.4 };
        let boxes = vec![Region { values, cost, sets: vec![(1, extent)], leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 2.0 });
        let mut one = point(&model, &query, vec![6.0, f64::NAN], 0.4);
        one.changes.retain(|c| c.feature == 0);
        let query = Query { sought: Sought::Regions { radius: 2.0 }, ..query.clone() };
        verify(&model, &query, &Explanation { regions, ..said(vec![one]) })
    };
    assert_eq!(region(f64::NAN, Extent::Missing), Ok(()));
    assert_eq!(region(3.0, Extent::Interval(2.0, 9.0)), Ok(()));
    assert!(region(3.0, Extent::Missing).is_err());
    assert!(region(f64::NAN, Extent::Interval(2.0, 9.0)).is_err());
}

/// A region lies as deep in the isolation forest, and as far from splits, at both of its ends.
#[test]
fn a_region_is_usual_and_far_from_splits_at_both_ends() {
    let model = model();
    let region = |extra: Value, sets: Vec<(usize, Extent)>| {
        let query = asked(&model, &extra);
        let boxes = vec![Region { values: with(A), cost: 0.4, sets, leaves: vec![] }];
        let regions = Some(Regions { boxes, complete_within: 1.0 });
        let found = verify(&model, &query, &Explanation { regions, ..said(vec![point(&model, &query, with(A), 0.4)]) });
        found.map_err(|e| if let VerifyError::Region { index: 0, what } = e { *what } else { panic!("{e:?}") })
    };
    let b = |lo: f64, hi: f64| vec![(1, Extent::Interval(lo, hi))];
    let deep = json!({"radius": 1, "plausibility": {"isolation_forest": {"min_path_length": 2}}});
    assert_eq!(region(deep.clone(), b(0.0, 3.5)), Ok(()));
    assert!(matches!(region(deep, b(0.0, 3.75)), Err(VerifyError::Outlier { .. })));
    let far = json!({"radius": 1, "margin": {"distance": 0.05}});
    assert_eq!(region(far.clone(), vec![(0, Extent::Interval(5.75, 10.0))]), Ok(()));
    assert_eq!(region(far, vec![(0, Extent::Interval(5.7, 10.0))]), Err(VerifyError::Near { tree: 0 }));
}

#[test]
fn a_change_states_both_of_its_values() {
    let model = model();
    let query = asked(&model, &json!({}));
    let one = point(&model, &query, with(&[(0, 6.0), (3, 4.0), (4, 1.0), (6, 0.0), (7, 1.0)]), 0.4 + 0.5 + 1.0 + 1.0);
    assert_eq!(verify(&model, &query, &said(vec![one.clone()])), Ok(()));
    for (at, wrong) in [
        (0, Setting::Number(7.0)),
        (0, Setting::Level(0)),
        (1, Setting::Level(0)),
        (1, Setting::Number(4.0)),
        (3, Setting::Level(0)),
    ] {
        for before in [true, false] {
            let mut other = one.clone();
            *(if before { &mut other.changes[at].from } else { &mut other.changes[at].to }) = wrong;
            let found = verify(&model, &query, &said(vec![other]));
            assert!(matches!(found, Err(VerifyError::Setting { .. })), "{at} {before}: {found:?}");
        }
    }
    let (first, second, last) = (one.changes[0].clone(), one.changes[1].clone(), one.changes[3].clone());
    let listed = &one.changes;
    for changes in [listed[..3].to_vec(), [&[second, first], &listed[2..]].concat(), [&listed[..], &[last]].concat()] {
        let other = Counterfactual { changes, ..one.clone() };
        let found = verify(&model, &query, &said(vec![other]));
        assert!(matches!(found, Err(VerifyError::Changes { .. })), "{found:?}");
    }
}

#[test]
fn a_range_is_of_numbers_or_of_ordered_levels() {
    let model = model();
    let ranged = |extra: Value, values: Entries, cost: f64, at: usize, lo: Setting, hi: Setting| {
        let query = asked(&model, &extra);
        let mut one = point(&model, &query, with(values), cost);
        one.changes[at].range = Some((lo, hi));
        verify(&model, &query, &said(vec![one]))
    };
    let (number, level) = (Setting::Number, Setting::Level);
    let refused =
        |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Range { .. })), "{found:?}");
    let free = || json!({});
    assert_eq!(ranged(free(), A, 0.4, 0, number(5.5), number(10.0)), Ok(()));
    assert_eq!(ranged(free(), A, 0.4, 0, number(6.0), number(6.0)), Ok(()));
    refused(ranged(free(), A, 0.4, 0, number(5.25), number(10.0)));
    refused(ranged(free(), A, 0.4, 0, number(6.1), number(10.0)));
    refused(ranged(free(), A, 0.4, 0, number(5.5), number(5.9)));
    refused(ranged(free(), A, 0.4, 0, number(5.5), number(10.5)));
    refused(ranged(free(), A, 0.4, 0, number(f64::NAN), number(10.0)));
    refused(ranged(free(), A, 0.4, 0, level(5), level(10)));
    // Whole numbers alone.
    let n: Entries = &[(0, 6.0), (2, 5.0)];
    assert_eq!(ranged(free(), n, 0.6, 1, number(4.0), number(10.0)), Ok(()));
    refused(ranged(free(), n, 0.6, 1, number(4.5), number(10.0)));
    let grade: Entries = &[(0, 6.0), (3, 4.0)];
    assert_eq!(ranged(free(), grade, 0.9, 1, level(0), level(2)), Ok(()));
    assert_eq!(ranged(free(), grade, 0.9, 1, level(2), level(2)), Ok(()));
    refused(ranged(free(), grade, 0.9, 1, level(0), level(1)));
    refused(ranged(free(), grade, 0.9, 1, level(0), level(3)));
    refused(ranged(free(), grade, 0.9, 1, number(0.0), number(4.0)));
    refused(ranged(free(), &[(0, 6.0), (4, 1.0)], 1.4, 1, level(0), level(1)));
    refused(ranged(free(), &[(0, 6.0), (6, 0.0), (7, 1.0)], 1.4, 1, level(0), level(2)));
    // Limits on the feature, and on several.
    let limit = |constraint: Value| json!({"constraints": [constraint]});
    let least = || limit(json!({"range": {"feature": "a", "min": 5.5}}));
    assert_eq!(ranged(least(), A, 0.4, 0, number(5.5), number(10.0)), Ok(()));
    refused(ranged(least(), A, 0.4, 0, number(5.3), number(10.0)));
    let sum = || limit(json!({"linear": {"terms": {"a": 1, "b": 1}, "op": "<=", "rhs": 9}}));
    assert_eq!(ranged(sum(), A, 0.4, 0, number(5.5), number(8.0)), Ok(()));
    refused(ranged(sum(), A, 0.4, 0, number(5.5), number(8.1)));
}

#[test]
fn values_are_of_the_models_type_and_of_the_features_kind() {
    let mut model = model();
    let not = |model: &Model, values: Entries| {
        let query = asked(model, &json!({}));
        let found = says(model, &query, values, 0.0);
        assert!(matches!(found, Err(VerifyError::NotAttained { .. })), "{values:?}: {found:?}");
    };
    not(&model, &[(0, f64::INFINITY)]);
    let query = asked(&model, &json!({}));
    let mut missing = point(&model, &query, with(A), 0.4);
    missing.values[0] = f64::NAN;
    let found = verify(&model, &query, &said(vec![missing]));
    assert!(matches!(found, Err(VerifyError::NotAttained { .. })), "{found:?}");
    not(&model, &[(0, 6.0), (2, 4.5)]);
    not(&model, &[(0, 6.0), (3, 2.0)]);
    not(&model, &[(0, 6.0), (6, 0.0)]);
    not(&model, &[(0, 6.0), (7, 1.0)]);
    Arc::make_mut(&mut model.ensemble).input = Precision::F32;
    not(&model, &[(0, 6.1)]);
    let query = asked(&model, &json!({}));
    let read = f64::from(6.1f32);
    assert_eq!(says(&model, &query, &[(0, read)], (read - 2.0) / 10.0), Ok(()));
    let mut short = point(&model, &query, with(A), 0.4);
    short.values.pop();
    assert_eq!(verify(&model, &query, &said(vec![short])), Err(VerifyError::Columns { found: 7, expected: 8 }));
    let narrow = Query { factual: vec![2.0], ..query };
    assert_eq!(verify(&model, &narrow, &said(Vec::new())), Err(VerifyError::Columns { found: 1, expected: 8 }));
}

/// A row is a background row as the model reads both.
#[test]
fn a_background_row_is_one_as_the_model_reads_it() {
    let mut model = model();
    Arc::make_mut(&mut model.ensemble).input = Precision::F32;
    let query = asked(&model, &json!({"real_rows": true}));
    let mut query = query;
    let mut background = (**query.real_rows.as_ref().unwrap()).clone();
    background.rows[0][0] = 6.1;
    query.real_rows = Some(Arc::new(background));
    let read = f64::from(6.1f32);
    assert_eq!(says(&model, &query, &[(0, read)], (read - 2.0) / 10.0), Ok(()));
    let next = f64::from(6.1f32.next_up());
    assert_eq!(says(&model, &query, &[(0, next)], (next - 2.0) / 10.0), Err(VerifyError::NoRow));
    let no_answer = |reasons: Vec<Reason>| {
        let conflict = Some(Conflict { reasons, minimal: true });
        verify(
            &model,
            &query,
            &Explanation { status: Status::Infeasible, lower_bound: None, conflict, ..said(Vec::new()) },
        )
    };
    assert_eq!(no_answer(vec![Reason::Rows]), Ok(()));
    assert_eq!(no_answer(vec![Reason::Field { feature: 0, field: Field::Max }, Reason::Rows]), Ok(()));
    assert!(no_answer(vec![Reason::Rows, Reason::Field { feature: 0, field: Field::Max }]).is_err());
    assert!(no_answer(vec![Reason::Limit(0)]).is_err());
}

/// Fields of the schema stand in the order of the fields, and of each field in that of the features.
#[test]
fn fields_of_a_conflict_stand_in_order() {
    let mut model = model();
    model.schema.features[1].change = espalier_model::schema::Change::Increase;
    let query = asked(&model, &json!({}));
    let says = |fields: &[(usize, Field)], minimal: bool, more: &[Reason]| {
        let fields = fields.iter().map(|&(feature, field)| Reason::Field { feature, field });
        let conflict = Some(Conflict { reasons: fields.chain(more.iter().copied()).collect(), minimal });
        verify(
            &model,
            &query,
            &Explanation { status: Status::Infeasible, lower_bound: None, conflict, ..said(Vec::new()) },
        )
    };
    use Field::{Change, Kind, Max, Min};
    assert_eq!(says(&[(3, Kind), (0, Min), (2, Min), (0, Max), (1, Change)], true, &[]), Ok(()));
    assert_eq!(says(&[(2, Kind)], true, &[]), Ok(()));
    assert_eq!(says(&[(0, Max)], false, &[Reason::Features]), Ok(()));
    for wrong in [
        &[(0, Min), (3, Kind)][..],
        &[(2, Min), (0, Min)],
        &[(0, Max), (0, Min)],
        &[(1, Change), (0, Max)],
        &[(2, Change)],
        &[(0, Kind)],
        &[(4, Max)],
    ] {
        let found = says(wrong, true, &[]);
        assert!(matches!(found, Err(VerifyError::Status { .. })), "{wrong:?}: {found:?}");
    }
    assert!(says(&[], true, &[Reason::Features]).is_err());
    // An answer has no conflict.
    let conflict = Some(Conflict { reasons: vec![], minimal: true });
    let found = verify(&model, &query, &Explanation { conflict, ..said(vec![point(&model, &query, with(A), 0.4)]) });
    assert!(matches!(found, Err(VerifyError::Status { .. })), "{found:?}");
}

#[test]
fn a_soft_hull_adds_the_price_of_the_distance() {
    let model = model();
    let query = asked(&model, &json!({"plausibility": {"hull": {"price": 2, "norm": "l1"}}}));
    let mixed = |b: f64, cost: f64| {
        let mut one = point(&model, &query, with(&[(0, 7.0), (1, b)]), cost);
        one.mixture = vec![(1, 0.5), (2, 0.5)];
        verify(&model, &query, &said(vec![one]))
    };
    // The middle of both rows lies at `b` 2, a quarter of the range from 3.
    assert_eq!(mixed(2.0, 0.75), Ok(()));
    assert_eq!(mixed(3.0, 1.0 + 0.5), Ok(()));
    assert!(matches!(mixed(3.0, 1.0), Err(VerifyError::Cost { .. })));
    assert!(matches!(mixed(3.0, 0.5), Err(VerifyError::Cost { .. })));
    assert!(matches!(mixed(3.0, 1.25), Err(VerifyError::Cost { .. })));
}

/// Distances from the hull are measured in its norm, and rows of one cluster alone are mixed.
#[test]
fn a_mixture_is_of_rows_of_one_hull() {
    let model = model();
    let query = |hull: Value| asked(&model, &json!({"plausibility": {"hull": hull}}));
    let mixed = |query: &Query, values: Entries, cost: f64, mixture: &[(usize, f64)]| {
        let mut one = point(&model, query, with(values), cost);
        one.mixture = mixture.to_vec();
        verify(&model, query, &said(vec![one]))
    };
    let outside = |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Hull { .. })), "{found:?}");
    // From row 0 by a tenth in both numbers.
    let both: Entries = &[(0, 5.0 + 2.0), (1, 1.4)];
    for (norm, epsilon) in [("l1", 0.2), ("l2", 0.02f64.sqrt()), ("linf", 0.1)] {
        assert_eq!(mixed(&query(json!({"norm": norm, "epsilon": epsilon})), both, 0.6, &[(0, 1.0)]), Ok(()), "{norm}");
        outside(mixed(&query(json!({"norm": norm, "epsilon": epsilon - 1e-6})), both, 0.6, &[(0, 1.0)]));
    }
    // A category that differs is a step of one in two of its coordinates.
    let job: Entries = &[(0, 6.0), (6, 0.0), (7, 1.0)];
    assert_eq!(mixed(&query(json!({"norm": "linf", "epsilon": 1})), job, 1.4, &[(0, 1.0)]), Ok(()));
    outside(mixed(&query(json!({"norm": "linf", "epsilon": 0.99})), job, 1.4, &[(0, 1.0)]));
    // Rounding of a billionth, and of a number of single precision some more.
    let narrow = query(json!({"epsilon": 0}));
    assert_eq!(mixed(&narrow, &[(0, 6.000_000_01)], 0.400_000_001, &[(0, 1.0)]), Ok(()));
    outside(mixed(&narrow, &[(0, 6.000_000_1)], 0.400_000_01, &[(0, 1.0)]));
    assert_eq!(mixed(&narrow, A, 0.4, &[(0, 1.0 + 5e-10)]), Ok(()));
    outside(mixed(&narrow, A, 0.4, &[(0, 1.0 + 2e-9)]));
    outside(mixed(&narrow, A, 0.4, &[(0, 1.0 - 2e-9)]));
    // Two clusters: rows 0 and 1 differ from row 2.
    let mut far = model.clone();
    let mut background = (**far.background.as_ref().unwrap()).clone();
    background.rows[2] = vec![9.0, 4.0, 9.0, 4.0, 1.0, 0.0, 0.0, 1.0];
    far.background = Some(Arc::new(background));
    let query = |clusters: usize| {
        asked(&far, &json!({"plausibility": {"hull": {"epsilon": 10, "norm": "linf", "clusters": clusters}}}))
    };
    let of = |clusters: usize, mixture: &[(usize, f64)]| {
        let query = query(clusters);
        let mut one = point(&far, &query, with(A), 0.4);
        one.mixture = mixture.to_vec();
        verify(&far, &query, &said(vec![one]))
    };
    assert_eq!(of(1, &[(0, 0.5), (2, 0.5)]), Ok(()));
    assert_eq!(of(2, &[(0, 0.5), (1, 0.5)]), Ok(()));
    outside(of(2, &[(0, 0.5), (2, 0.5)]));
}

/// Answers that were given a value where another has none differ, however near they are.
#[test]
fn a_missing_value_is_far_from_any_other() {
    let mut tree = split(1, 4.0, 0.0, 0.25);
    tree["missing"] = json!({"0": "left"});
    let features = json!([number(0, 0.0, 10.0), number(1, 3.0, 4.0)]);
    let mut model = tiny::model(features, json!([split(0, 5.0, 0.0, 1.0), tree]), json!({}));
    model.schema.features[1].max = 3.0;
    let several = |extra: Value| tiny::asked(&model, &[2.0, f64::NAN], extra);
    let two = |distance: f64, rows: [([f64; 2], f64); 2]| {
        let query = several(json!({"count": 2, "distinct": {"distance": distance}, "cost": {"norm": "l0"}}));
        let points = rows.map(|(row, cost)| {
            let mut one = point(&model, &query, row.to_vec(), cost);
            one.changes.retain(|c| c.feature == 0 || !row[1].is_nan());
            one
        });
        verify(&model, &query, &said(points.to_vec()))
    };
    let alike = |found| assert_eq!(found, Err(VerifyError::Alike { index: 1, other: 0 }));
    assert_eq!(two(0.5, [([6.0, f64::NAN], 1.0), ([6.0, 3.0], 2.0)]), Ok(()));
    alike(two(0.5, [([6.0, f64::NAN], 1.0), ([7.0, f64::NAN], 1.0)]));
    // Just as far as was asked, within rounding.
    assert_eq!(two(0.1, [([6.0, f64::NAN], 1.0), ([7.0, f64::NAN], 1.0)]), Ok(()));
    assert_eq!(two(0.1 + 9e-11, [([6.0, f64::NAN], 1.0), ([7.0, f64::NAN], 1.0)]), Ok(()));
    alike(two(0.1 + 2e-10, [([6.0, f64::NAN], 1.0), ([7.0, f64::NAN], 1.0)]));
}

#[test]
fn the_best_value_is_bounded_on_the_side_that_is_sought() {
    let value = regressor(
        json!([number(0, 0.0, 10.0)]),
        json!([split(0, 5.0, -1.0, 2.0), split(0, 8.0, 0.0, -4.0)]),
        json!({}),
    );
    let best = |aim: Aim, x: f64, stated: f64, bound: f64| {
        let mut query = tiny::asked(&value, &[2.0], json!({"target": {"value": [0, 1]}}));
        query.target = Target::Best { aim, budget: 0.8 };
        let one = point(&value, &query, vec![x], (x - 2.0) / 10.0);
        verify(&value, &query, &Explanation { reach: Some(Reach { value: stated, bound }), ..said(vec![one]) })
    };
    let refuted =
        |found: Result<(), VerifyError>| assert!(matches!(found, Err(VerifyError::Reach { .. })), "{found:?}");
    for (aim, x, value, beyond, short) in [
        (Aim::Most, 6.0, 2.0, 2.5, 1.5),
        (Aim::Least, 9.0, -2.0, -2.5, -1.5),
        (Aim::Farthest, 6.0, 2.0, 2.5, 1.5),
        (Aim::Farthest, 9.0, -2.0, -2.5, 1.5),
    ] {
        assert_eq!(best(aim, x, value, value), Ok(()), "{aim:?}");
        assert_eq!(best(aim, x, value, beyond), Ok(()), "{aim:?}");
        refuted(best(aim, x, value, short));
        refuted(best(aim, x, value + 0.5, beyond));
        refuted(best(aim, x, -value, beyond));
    }
    assert_eq!(best(Aim::Farthest, 9.0, -2.0, 2.0), Ok(()));
    // A best prediction is stated where one was asked for, and nowhere else.
    let class = model();
    let query = asked(&class, &json!({}));
    let one = point(&class, &query, with(A), 0.4);
    let Prediction::Class { scores, .. } = &one.prediction else { panic!("no class") };
    let reach = Some(Reach { value: scores[1], bound: 1.0 });
    refuted(verify(&class, &query, &Explanation { reach, ..said(vec![one]) }));
    let query = asked(&class, &json!({"target": {"best": {"class": 1}, "budget": 0.1}}));
    let none = Explanation { status: Status::Infeasible, lower_bound: None, ..said(Vec::new()) };
    assert_eq!(verify(&class, &query, &none), Ok(()));
}

/// Where a hyperplane decides, numbers of single precision miss it by their own rounding, and ties are alike within it.
#[test]
fn ties_of_single_precision_are_alike_where_hyperplanes_or_linear_leaves_decide() {
    let plane = json!({"weight": 1, "feature": [-2, -1, -1], "threshold": [9, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
        "value": [null, [0], [1]], "hyperplanes": {"0": {"columns": [0, 1], "weights": [1, 1]}}});
    let mut slope = split(0, 5.0, 0.0, 1.0);
    slope["linear"] = json!({"2": {"columns": [1], "weights": [0.125]}});
    for (tree, input, same) in [
        (plane.clone(), "float32", true),
        (plane, "float64", false),
        (slope, "float32", true),
        (split(0, 5.0, 0.0, 1.0), "float32", false),
    ] {
        let features = json!([number(0, 0.0, 10.0), number(1, 0.0, 10.0)]);
        let model = tiny::model(features, json!([tree]), json!({ "input": input }));
        let mut query = tiny::asked(&model, &[2.0, 3.0], json!({}));
        query.sought = Sought::Ties;
        let all = [8.0, f64::from(8f32.next_up())].map(|x| point(&model, &query, vec![x, 3.0], (x - 2.0) / 10.0));
        let found = verify(
            &model,
            &query,
            &Explanation { status: Status::Optimal, lower_bound: Some(0.6), ..said(all.to_vec()) },
        );
        assert_eq!(found.is_ok(), same, "{input}: {found:?}");
    }
}

#[test]
fn refusals_name_the_fault_that_was_found() {
    let model = model();
    let query = asked(&model, &json!({}));
    let told = |values: Entries, cost: f64| says(&model, &query, values, cost).unwrap_err().to_string();
    assert!(told(&[(1, 4.0)], 0.75).contains("misses the target"));
    assert_eq!(told(&[(0, 11.0)], 0.9), "a: the value is out of the domain");
    assert_eq!(told(&[(0, 6.0), (2, 4.5)], 0.55), "n cannot be changed to 4.5 (column 2): a whole number is needed");
    let mut one = point(&model, &query, with(A), 0.4);
    one.changes.clear();
    let found = verify(&model, &query, &said(vec![one])).unwrap_err().to_string();
    assert_eq!(found, "features are listed as changed, the changed are 0");
    let said_of = |lower_bound: f64| Explanation {
        lower_bound: Some(lower_bound),
        ..said(vec![point(&model, &query, with(A), 0.4)])
    };
    let found = verify(&model, &query, &said_of(0.5)).unwrap_err().to_string();
    assert_eq!(found, "the lower bound 0.5 exceeds the cost 0.4");
    let found = verify(&model, &query, &said_of(f64::NAN)).unwrap_err().to_string();
    assert_eq!(found, "the status is feasible: the lower bound is not a cost");
}
