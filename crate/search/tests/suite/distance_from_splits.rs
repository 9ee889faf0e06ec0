//! The distance of an answer from the splits on its way, by hand.

use super::tiny::{asked, model, number, says, split, whole};
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_verify::VerifyError;
use serde_json::{json, Value};

const OWN: [f64; 3] = [11.0, 0.5, 1.0];

fn features() -> Value {
    json!([number(0, 10.0, 14.0), number(1, -8.0, 8.0),
           {"name": "x2", "kind": "ordinal", "column": 2, "labels": ["low", "middle", "high"], "values": [0, 1, 4]}])
}

fn far(model: &Model, share: f64, row: [f64; 3]) -> Result<(), VerifyError> {
    let query = asked(model, &OWN, json!({"margin": {"distance": share}, "cost": {"norm": {"l1": 0}}}));
    says(model, &query, &row, 0.0)
}

#[test]
fn every_split_on_the_way_is_as_far_as_is_asked() {
    // The second tree asks `x1` only where `x0` is above 13.
    let deeper = json!({"weight": 1, "feature": [0, -1, 1, -1, -1], "threshold": [13, 0, 4, 0, 0], "left": [1, -1, 3, -1, -1],
        "right": [2, -1, 4, -1, -1], "value": [null, [0], null, [0], [0]]});
    let model = model(features(), json!([split(0, 12.0, 0.0, 1.0), deeper]), json!({}));
    let near = |tree: usize| Err(VerifyError::Near { tree });
    // A tenth of the range of 4 is 0.4, and of 16 it is 1.6.
    assert_eq!(far(&model, 0.1, [12.4, 4.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.1, [12.6, 4.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.1, [12.39, 4.0, 1.0]), near(0));
    assert_eq!(far(&model, 0.1, [12.61, 4.0, 1.0]), near(1));
    assert_eq!(far(&model, 0.1, [13.4, 5.6, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.1, [13.4, 2.4, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.1, [13.4, 5.59, 1.0]), near(1));
    assert_eq!(far(&model, 0.1, [13.4, 2.41, 1.0]), near(1));
    assert_eq!(far(&model, 0.0, [12.0f64.next_up(), 4.0, 1.0]), Ok(()));
    // Short by a billionth of the sizes at most.
    assert_eq!(far(&model, 0.1, [12.4 - 1.1e-8, 4.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.1, [12.4 - 1.4e-8, 4.0, 1.0]), near(0));
}

/// Of a threshold larger than the value it is the threshold that counts.
#[test]
fn rounding_is_relative_to_the_larger_of_value_and_threshold() {
    let model = model(features(), json!([split(1, -6.0, 1.0, 0.0)]), json!({}));
    assert_eq!(far(&model, 0.125, [11.0, -8.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.125, [11.0, -8.0 + 7e-9, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.125, [11.0, -8.0 + 9e-9, 1.0]), Err(VerifyError::Near { tree: 0 }));
    let model = super::tiny::model(features(), json!([split(1, 6.0, 0.0, 1.0)]), json!({}));
    assert_eq!(far(&model, 0.0625, [11.0, 7.0 - 6e-9, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.0625, [11.0, 7.0 - 8e-9, 1.0]), Err(VerifyError::Near { tree: 0 }));
}

/// Levels are exact, so that no distance from their splits is kept.
#[test]
fn levels_have_no_distance() {
    let model = model(features(), json!([split(2, 3.9, 0.0, 1.0)]), json!({}));
    assert_eq!(far(&model, 0.5, [11.0, 0.5, 4.0]), Ok(()));
}

#[test]
fn both_ends_of_an_interval_are_as_far_as_is_asked() {
    let tree = json!({"weight": 1, "feature": [-4, -1, -1], "threshold": [0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
        "value": [null, [1], [0]], "intervals": {"0": {"column": 1, "left": [["-Infinity", -6], [0, 4]]}}});
    let model = model(features(), json!([tree]), json!({}));
    let near = Err(VerifyError::Near { tree: 0 });
    // An eighth of the range is 2.
    assert_eq!(far(&model, 0.125, [11.0, 2.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.125, [11.0, 1.9, 1.0]), near);
    assert_eq!(far(&model, 0.125, [11.0, 2.1, 1.0]), near);
    assert_eq!(far(&model, 0.125, [11.0, -8.0, 1.0]), Ok(()));
    assert_eq!(far(&model, 0.125, [11.0, -7.9, 1.0]), near);
}

#[test]
fn a_hyperplane_is_as_far_as_moves_each_number_by_the_share() {
    let plane = |threshold: f64| {
        let tree = json!({"weight": 1, "feature": [-2, -1, -1], "threshold": [threshold, 0, 0], "left": [1, -1, -1],
            "right": [2, -1, -1], "value": [null, [0], [1]], "hyperplanes": {"0": {"columns": [0, 1, 2], "weights": [2, -0.5, 1]}}});
        model(features(), json!([tree]), json!({}))
    };
    // The sum at the row is 2 * 13 - 0.5 * 4 + 4 = 28; a tenth of the ranges is 0.8 and 0.8.
    let row = [13.0, 4.0, 4.0];
    let near = Err(VerifyError::Near { tree: 0 });
    assert_eq!(far(&plane(28.0 - 1.6), 0.1, row), Ok(()));
    assert_eq!(far(&plane(28.0 - 1.6 + 1e-6), 0.1, row), near);
    // Sizes of 26, 2, 4 and 26.4: short by 58e-9 at most.
    assert_eq!(far(&plane(28.0 - 1.6 + 5.6e-8), 0.1, row), Ok(()));
    assert_eq!(far(&plane(28.0 - 1.6 + 6.1e-8), 0.1, row), near);
}

#[test]
fn a_range_ends_where_the_distance_does() {
    use super::by_hand::{point, said};
    use espalier_model::explanation::Setting::Number;
    let model = model(features(), json!([split(0, 12.0, 0.0, 1.0)]), json!({}));
    let query: Query = asked(&model, &OWN, json!({"margin": {"distance": 0.1}, "cost": {"norm": {"l1": 0}}}));
    let mut one = point(&model, &query, vec![13.0, 0.5, 1.0], 0.0);
    let mut from = |end: f64| {
        one.changes[0].range = Some((Number(end), Number(14.0)));
        espalier_verify::verify(&model, &query, &said(vec![one.clone()]))
    };
    assert_eq!(from(12.4), Ok(()));
    assert!(matches!(from(12.3), Err(VerifyError::Range { .. })));
}

/// A missing value goes to its side, however near the split is.
#[test]
fn a_missing_value_is_far_from_every_split() {
    let mut tree = split(1, 4.0, 0.0, 0.0);
    tree["missing"] = json!({"0": "right"});
    let features = json!([number(0, 10.0, 14.0), number(1, -8.0, 8.0), whole(2, -5.0, 5.0)]);
    let model = model(features, json!([split(0, 12.0, 0.0, 1.0), tree]), json!({}));
    let query =
        asked(&model, &[11.0, f64::NAN, 1.0], json!({"margin": {"distance": 0.1}, "cost": {"norm": {"l1": 0}}}));
    let mut one = super::by_hand::point(&model, &query, vec![13.0, f64::NAN, 1.0], 0.0);
    one.changes.retain(|c| c.feature == 0);
    assert_eq!(espalier_verify::verify(&model, &query, &super::by_hand::said(vec![one])), Ok(()));
}
