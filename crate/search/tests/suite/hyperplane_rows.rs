//! Hyperplane tests in certificates, by hand: the limits of their two rows, with levels, with several columns of one feature, and within the rounding of the
//! model's own sums.

use super::tiny::{asked, model, number, split, whole};
use espalier_model::ensemble::Precision;
use espalier_model::explanation::Certificate;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_testkit::claims::{refuted, OPEN};
use espalier_verify::certificate;
use serde_json::{json, Value};
use std::sync::Arc;

fn plane(columns: &[usize], weights: &[f64], threshold: f64, low: f64, high: f64) -> Value {
    json!({"weight": 1, "feature": [-2, -1, -1], "threshold": [threshold, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
           "value": [null, [low], [high]], "hyperplanes": {"0": {"columns": columns, "weights": weights}}})
}

/// The verdict on a claim by one round with multipliers of hyperplanes' rows, by their numbers, and one cell for each number.
pub(super) fn says(model: &Model, query: &Query, cost: Option<f64>, gamma: &[(u8, f64)]) -> String {
    in_cells(model, query, cost, gamma, &vec![Vec::new(); model.schema.features.len()])
}

fn in_cells(model: &Model, query: &Query, cost: Option<f64>, gamma: &[(u8, f64)], cuts: &[Vec<f64>]) -> String {
    let mut proof = vec![1];
    proof.extend(0f64.to_le_bytes());
    for (row, gamma) in gamma {
        proof.push(*row);
        proof.extend(gamma.to_le_bytes());
    }
    proof.extend([0, 0, 0]);
    let claim = Certificate { cost, proved: None, cuts: cuts.to_vec(), proofs: vec![proof], hull: Vec::new() };
    certificate(model, query, &claim).err().map_or_else(|| "proved".into(), |e| e.to_string())
}

/// Asserts that the cost is proved by this row, and that no multiplier of either row proves more.
#[track_caller]
fn least(model: &Model, query: &Query, cost: f64, row: u8, gamma: f64) {
    assert_eq!(says(model, query, Some(cost), &[(row, gamma)]), "proved");
    for scale in [0.0, 0.5, 0.9, 1.0, 1.1, 2.0, 100.0, 1e9] {
        for (row, other) in [(row, 3 - row), (3 - row, row)] {
            refuted(&says(model, query, Some(1.001 * cost), &[(row, scale * gamma)]), OPEN);
            refuted(&says(model, query, None, &[(row, scale * gamma)]), OPEN);
            let both = if row < other {
                [(row, scale * gamma), (other, gamma)]
            } else {
                [(other, gamma), (row, scale * gamma)]
            };
            refuted(&says(model, query, Some(1.001 * cost), &both), OPEN);
        }
    }
}

#[test]
fn weights_of_either_sign_are_rows_of_changes() {
    let features = || json!([number(0, 0.0, 8.0), number(1, -8.0, 8.0), whole(2, 0.0, 8.0)]);
    let own = [1.0, 2.0, 3.0];
    // 2 * 1 - 2 + 0.5 * 3 = 1.5 must rise above 9.5: by 8, best by the first number, 4 of its 8.
    let one = model(features(), json!([plane(&[0, 1, 2], &[2.0, -1.0, 0.5], 9.5, 0.0, 1.0)]), json!({}));
    least(&one, &asked(&one, &own, json!({})), 0.5, 2, 0.0625);
    // To fall below -4.5: by 6, of which the first number gives 2 and the second 4.
    let other = model(features(), json!([plane(&[0, 1, 2], &[2.0, -1.0, 0.5], -4.5, 1.0, 0.0)]), json!({}));
    least(&other, &asked(&other, &own, json!({})), 0.125 + 0.25, 1, 0.0625);
    // Both tests: the rows of the second are numbers 3 and 4.
    let trees = json!([plane(&[0, 1], &[1.0, 1.0], 5.0, 0.0, 1.0), plane(&[0, 1], &[1.0, -1.0], 3.0, 0.0, 1.0)]);
    let both = model(features(), trees, json!({"base": [-1.5]}));
    let query = asked(&both, &own, json!({}));
    // Sum and difference are 3 and -1, and rise by 2 and 4: the first number rises by 3, and the second falls by 1.
    let cost = 0.375 + 0.0625;
    assert_eq!(says(&both, &query, Some(cost), &[(2, 0.03125), (4, 0.09375)]), "proved");
    refuted(&says(&both, &query, Some(1.001 * cost), &[(2, 0.03125), (4, 0.09375)]), OPEN);
    refuted(&says(&both, &query, Some(cost), &[(2, 0.03125), (3, 0.09375)]), OPEN);
    assert_eq!(says(&both, &query, Some(0.25), &[(4, 0.0625)]), "proved");
    refuted(&says(&both, &query, Some(0.2501), &[(4, 0.0625)]), OPEN);
    assert_eq!(says(&both, &query, Some(0.125), &[(2, 0.0625)]), "proved");
    refuted(&says(&both, &query, Some(0.5), &[(5, 0.125)]), "a multiplier of a row that there is not");
    // One test that stands in two trees has two rows alone.
    let trees = json!([plane(&[0, 1], &[1.0, 1.0], 5.0, 0.0, 1.0), plane(&[0, 1], &[1.0, 1.0], 5.0, 0.0, 1.0)]);
    let twice = model(features(), trees, json!({"base": [-1.5]}));
    refuted(&says(&twice, &asked(&twice, &own, json!({})), Some(0.1), &[(3, 0.125)]), "that there is not");
}

#[test]
fn levels_add_their_amounts() {
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "middle", "high"], "values": [0, 1, 4]});
    let job = json!({"name": "job", "kind": "categorical", "columns": [2, 3, 4], "labels": ["x", "y", "z"]});
    let features = json!([number(0, 0.0, 8.0), grade, job]);
    let trees = json!([plane(&[0, 1, 3, 4], &[1.0, 0.5, -4.0, 3.0], 6.0, 0.0, 1.0)]);
    let model = model(features, trees, json!({}));
    let own = [1.0, 1.0, 1.0, 0.0, 0.0];
    // 1.5 must rise by 4.5: the number alone for 0.5625, and the highest grade gives 1.5 for 0.5, and job z 3 for 1.
    let query = asked(&model, &own, json!({}));
    least(&model, &query, 0.5625, 2, 0.125);
    // With a cheap job z, 1.5 of the number are left.
    let cheap = asked(&model, &own, json!({"cost": {"tables": {"job": {"z": 0.125}}}}));
    assert_eq!(says(&model, &cheap, Some(0.125 + 0.1875), &[(2, 0.125)]), "proved");
    refuted(&says(&model, &cheap, Some(0.3126), &[(2, 0.125)]), OPEN);
    // From job y, which takes 4 off.
    let own = [1.0, 1.0, 0.0, 1.0, 0.0];
    let query = asked(
        &model,
        &own,
        json!({"cost": {"tables": {"job": {"x": 0.125}}}, "constraints": [{"levels": {"feature": "job", "allow": ["x", "y"]}}]}),
    );
    assert_eq!(says(&model, &query, Some(0.125 + 0.5625), &[(2, 0.125)]), "proved");
    refuted(&says(&model, &query, Some(0.6876), &[(2, 0.125)]), OPEN);
}

/// A hyperplane over numbers that are down to one value each is decided as the model computes it.
#[test]
fn a_test_of_single_values_is_decided() {
    let features = json!([whole(0, 0.0, 8.0), whole(1, 0.0, 8.0)]);
    // With the second fixed at 1 the first reaches 8 + 1 = 9, which is above 8.5 and not above 9.
    for (threshold, weight, there) in [(8.5, 1.0, true), (9.0, 1.0, false), (-9.0, -1.0, true)] {
        let trees =
            json!([plane(&[0, 1], &[weight, weight], threshold, f64::from(weight < 0.0), f64::from(weight > 0.0))]);
        let model = model(features.clone(), trees, json!({}));
        let fixed = asked(&model, &[1.0, 1.0], json!({"constraints": [{"fix": "x1"}]}));
        let found = in_cells(&model, &fixed, None, &[], &[vec![7.0], vec![]]);
        assert_eq!(found != "proved", there, "{threshold}: {found}");
        refuted(&in_cells(&model, &fixed, None, &[], &[vec![6.0], vec![]]), OPEN);
    }
}

/// Tests of a number of which a value is missing, and of numbers without bounds, have no certificate.
#[test]
fn numbers_that_no_row_bounds_have_no_certificate() {
    let features = json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]);
    let trees = json!([plane(&[0, 1], &[1.0, 1.0], 9.0, 0.0, 1.0)]);
    let mut one = model(features.clone(), trees, json!({}));
    let query = asked(&one, &[1.0, 1.0], json!({}));
    assert_eq!(says(&one, &query, Some(0.875), &[(2, 0.125)]), "proved");
    let missing = Query { factual: vec![1.0, f64::NAN], ..query.clone() };
    refuted(&says(&one, &missing, Some(0.5), &[(2, 0.125)]), "a hyperplane over a value that is missing");
    let largest = asked(&one, &[1.0, 1.0], json!({"cost": {"norm": "linf"}}));
    refuted(&says(&one, &largest, Some(0.5), &[]), "a largest-change cost beside");
    one.schema.features[1].max = 1e29;
    refuted(&says(&one, &query, Some(1.0), &[(2, 0.125)]), OPEN);
    one.schema.features[1].max = 1e30;
    refuted(&says(&one, &query, Some(0.5), &[]), "without bounds has no certificate");
    one.schema.features[1].max = 1e31;
    refuted(&says(&one, &query, Some(0.5), &[]), "without bounds has no certificate");
    let heavy = model(features, json!([plane(&[0, 1], &[1.0, 2e29], 9.0, 0.0, 1.0)]), json!({}));
    refuted(&says(&heavy, &asked(&heavy, &[1.0, 1.0], json!({})), Some(0.5), &[]), "without bounds has no certificate");
    let grade = json!({"name": "grade", "kind": "ordinal", "column": 1, "labels": ["low", "high"], "values": [0, 1]});
    let levels =
        model(json!([number(0, 0.0, 8.0), grade]), json!([plane(&[0, 1], &[1.0, 1.0], 9.0, 0.0, 1.0)]), json!({}));
    let odd = Query { factual: vec![1.0, 0.5], ..asked(&levels, &[1.0, 0.0], json!({})) };
    refuted(&says(&levels, &odd, Some(0.5), &[]), "a value that is no level");
}

/// How far a row is eased: the sizes of all terms and of the threshold, at their largest, times a step for each column and two.
#[test]
fn a_row_is_eased_by_the_rounding_of_its_sum() {
    // Fixed numbers of 1000 each, and one that rises from 1: in single precision a step of 2^-24 for each of 3 columns and two, of sizes of about 4000.
    let fixed = |c: usize, at: f64| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": at - 1.0, "max": at + 1.0, "change": "fixed"});
    for (sums, step) in [("float32", 2f64.powi(-24)), ("float64", 2f64.powi(-50))] {
        for (low, high, row, way) in [(0.0, 1.0, 2, 1.0), (1.0, 0.0, 1, -1.0)] {
            let features = json!([number(0, 0.0, 2000.0), fixed(1, 1000.0), fixed(2, 1000.0)]);
            let threshold = 2000.0 + 1000.0 + way * 400.0;
            let trees = json!([plane(&[0, 1, 2], &[1.0, 1.0, 1.0], threshold, low, high)]);
            let model = model(features, trees, json!({ "hyperplane_sums": sums }));
            let query = asked(&model, &[1000.0, 1000.0, 1000.0], json!({}));
            // Threshold, the number and its largest change, and the fixed numbers.
            let size = threshold + (1000.0 + 1000.0) + 1000.0 + 1000.0;
            let off = step * 5.0 * size;
            let claim = |share: f64| {
                says(&model, &query, Some((400.0 - share * off) / 2000.0 * (1.0 + 1e-9)), &[(row, 1.0 / 2000.0)])
            };
            if sums == "float32" {
                assert_eq!(claim(1.02), "proved", "{way}");
                refuted(&claim(0.98), OPEN);
            } else {
                assert_eq!(claim(1e3), "proved", "{way}");
            }
        }
    }
    // A number that the input type reads otherwise eases the row by its distance from that.
    let features = json!([number(0, 0.0, 2000.0), number(1, 0.0, 8.0)]);
    let trees = json!([plane(&[0, 1], &[1.0, 100.0], 1800.0, 0.0, 1.0)]);
    let mut model = model(features, trees, json!({}));
    Arc::make_mut(&mut model.ensemble).input = Precision::F32;
    let query = asked(&model, &[1000.0, 4.3], json!({"constraints": [{"fix": "x1"}]}));
    let apart = 100.0 * (f64::from(4.3f32) - 4.3).abs();
    assert!(apart > 1e-5);
    let claim =
        |share: f64| says(&model, &query, Some((370.0 - share * apart) / 2000.0 * (1.0 + 1e-9)), &[(2, 1.0 / 2000.0)]);
    assert_eq!(claim(1.01), "proved");
    refuted(&claim(0.9), OPEN);
}

/// A split of one column beside a hyperplane over it.
#[test]
fn a_hyperplane_and_a_split_of_its_column_meet_in_spans() {
    let features = json!([number(0, 0.0, 8.0), number(1, 0.0, 8.0)]);
    let trees = json!([plane(&[0, 1], &[1.0, 1.0], 6.0, 0.0, 1.0), split(0, 5.0, 1.0, 0.0)]);
    let model = model(features, trees, json!({"base": [-1.5]}));
    let query = asked(&model, &[1.0, 1.0], json!({"cost": {"weights": {"x1": 3}}}));
    // The first number rises to 5 for 0.5, and the second to 1: at 5 and 1 the sum is 6, and not above it.
    let says = |cost: f64, gamma: f64| in_cells(&model, &query, Some(cost), &[(2, gamma)], &[vec![5.0], vec![]]);
    assert_eq!(says(0.5, 0.125), "proved");
    refuted(&says(0.501, 0.125), OPEN);
    refuted(&says(0.501, 0.375), OPEN);
}
