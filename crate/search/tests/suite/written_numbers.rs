//! Numbers of answers as people write them, by hand: a model of single precision reads the number beside each. All statements hold of the numbers that are
//! read, and the limits of those that are written too.

use super::by_hand::{point, said};
use super::tiny::{asked, model, number, split};
use espalier_model::explanation::*;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_verify::{shortest, verify, verify_written, VerifyError};
use serde_json::{json, Value};

/// The target needs `x0` above 12.3, as single precision reads it.
fn single(input: &str) -> Model {
    let features = json!([number(0, 10.0, 14.0), number(1, -8.0, 8.0)]);
    let fields = json!({"input": input, "isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [3.5, 0, 0],
        "left": [1, -1, -1], "right": [2, -1, -1], "samples": [9, 8, 1]}]}});
    model(features, json!([split(0, f64::from(12.3f32), 0.0, 1.0)]), fields)
}

const OWN: [f64; 2] = [11.0, 0.5];

fn query(model: &Model, constraints: Value) -> Query {
    asked(model, &OWN, json!({"constraints": constraints, "cost": {"norm": {"l1": 0}}}))
}

/// An answer whose first number is that one, with a range.
fn answer(model: &Model, query: &Query, x: f64, range: Option<(f64, f64)>) -> Counterfactual {
    let mut one = point(model, query, vec![x, OWN[1]], 0.0);
    one.changes[0].range = range.map(|(lo, hi)| (Setting::Number(lo), Setting::Number(hi)));
    one
}

#[test]
fn the_shortest_decimal_is_read_as_the_same_number() {
    let model = single("float32");
    let query = query(&model, json!([]));
    for (written, same) in [(12.7, true), (13.0, true), (12.33, true), (12.345679, true), (13.000001, true)] {
        let read = f64::from(written as f32);
        let short = shortest(&model, &query, &answer(&model, &query, read, None));
        assert_eq!(short.values == [written, 0.5], same, "{written}: {:?}", short.values);
        assert_eq!(short.changes[0].to, Setting::Number(short.values[0]));
        assert_eq!(short.changes[0].from, Setting::Number(11.0));
    }
    let read = |x: f64| f64::from(x as f32);
    let ranged = answer(&model, &query, read(12.7), Some((read(12.4), read(13.9))));
    let short = shortest(&model, &query, &ranged);
    assert_eq!(short.changes[0].range, Some((Setting::Number(12.4), Setting::Number(13.9))));
    assert_eq!((short.values[0], short.changes[0].to), (12.7, Setting::Number(12.7)));
    assert_eq!(verify_written(&model, &query, &said(vec![short])), Ok(()));
}

#[test]
fn whole_numbers_are_written_with_all_of_their_digits() {
    let features = json!([number(0, 0.0, 1e9), number(1, -8.0, 8.0)]);
    let model = model(features, json!([split(0, 12.0, 0.0, 1.0)]), json!({"input": "float32"}));
    let query = query(&model, json!([]));
    // 123456790 would be read as the same number.
    let x = 123_456_792.0;
    assert_eq!((x as f32, f64::from(x as f32)), (123_456_790.0, x));
    let short = shortest(&model, &query, &answer(&model, &query, x, None));
    assert_eq!((short.values[0], short.changes[0].to), (x, Setting::Number(x)));
}

#[test]
fn a_limit_beside_a_number_makes_its_decimal_longer() {
    let model = single("float32");
    let read = f64::from(12.7f32);
    // The number that is read lies below 12.7, and the limit between both.
    assert!(read < 12.7);
    let between = 12.699999999;
    assert!(read < between);
    let limited = query(&model, json!([{"range": {"feature": "x0", "max": between}}]));
    let short = shortest(&model, &limited, &answer(&model, &limited, read, None));
    let [written, _] = short.values[..] else { panic!() };
    assert!(written <= between && f64::from(written as f32) == read, "{written}");
    assert!(format!("{written}").len() <= 11, "{written}");
    assert_eq!(verify_written(&model, &limited, &said(vec![short])), Ok(()));
    // Where the nearest decimal breaks the limit, the one on its other side is as short.
    let mut other = 12.4f32;
    for _ in 0..50 {
        other = other.next_up();
        let x = f64::from(other);
        let limited = query(&model, json!([{"range": {"feature": "x0", "max": x}}]));
        let [written, _] = shortest(&model, &limited, &answer(&model, &limited, x, None)).values[..] else { panic!() };
        assert!(written <= x && written as f32 == other && format!("{written}").len() <= 10, "{written} of {x}");
    }
    // A sum of several features as well, which allows 2.5e-7 of the range for rounding.
    let sum = |limit: f64| query(&model, json!([{"linear": {"terms": {"x0": 1000}, "op": "<=", "rhs": limit}}]));
    let tight = sum(12_699.999_3);
    let short = shortest(&model, &tight, &answer(&model, &tight, read, None));
    assert_eq!(verify_written(&model, &tight, &said(vec![short])), Ok(()));
}

#[test]
fn numbers_of_double_precision_and_beside_an_isolation_forest_stay_as_they_are() {
    let x = f64::from(12.7f32);
    let double = single("float64");
    let free = query(&double, json!([]));
    let one = answer(&double, &free, x, Some((12.5, 13.000_000_1)));
    assert_eq!(shortest(&double, &free, &one), one);
    let model = single("float32");
    let deep = asked(&model, &OWN, json!({"plausibility": {"isolation_forest": {"min_path_length": 1}}}));
    let one = answer(&model, &deep, x, None);
    assert_eq!(shortest(&model, &deep, &one), one);
    let one = answer(&model, &query(&model, json!([])), x, None);
    assert_ne!(shortest(&model, &query(&model, json!([])), &one), one);
}

/// The statements of an answer hold of the numbers that the model reads.
#[test]
fn written_numbers_are_rounded_before_they_are_looked_at() {
    let model = single("float32");
    let query = query(&model, json!([]));
    let one = |x: f64| {
        let mut one = answer(&model, &query, x, None);
        one.prediction = model.ensemble.predict(&[x, 0.5]).unwrap();
        said(vec![one])
    };
    let not_attained = |found: Result<(), VerifyError>| {
        assert!(matches!(found, Err(VerifyError::NotAttained { .. })), "{found:?}");
    };
    not_attained(verify(&model, &query, &one(12.7)));
    assert_eq!(verify_written(&model, &query, &one(12.7)), Ok(()));
    // Read as the threshold itself.
    assert!(matches!(verify_written(&model, &query, &one(12.3)), Err(VerifyError::Target { .. })));
    // In a pool too.
    let pooled = asked(&model, &OWN, json!({"pool": 1}));
    let cost = |x: f64| (f64::from(x as f32) - 11.0) / 4.0;
    let pool = |x: f64| Explanation {
        pool: vec![Counterfactual { cost: cost(x), ..one(x).counterfactuals[0].clone() }],
        ..said(vec![Counterfactual { cost: cost(12.7), ..one(12.7).counterfactuals[0].clone() }])
    };
    assert_eq!(verify_written(&model, &pooled, &pool(13.7)), Ok(()));
    assert!(matches!(verify_written(&model, &pooled, &pool(12.3)), Err(VerifyError::Target { .. })));
    // A model of double precision reads the number that is written.
    let double = single("float64");
    let own = |x: f64| said(vec![answer(&double, &query, x, None)]);
    assert_eq!(verify_written(&double, &query, &own(12.7)), Ok(()));
}

#[test]
fn limits_hold_of_the_written_number_and_of_the_written_range() {
    let model = single("float32");
    let read = f64::from(12.7f32);
    assert!(read < 12.7);
    let between = query(&model, json!([{"range": {"feature": "x0", "max": 12.699999999}}]));
    let broken = Err(VerifyError::Constraint { index: 0 });
    let one = |query: &Query, x: f64, range: Option<(f64, f64)>| said(vec![answer(&model, query, x, range)]);
    assert_eq!(verify_written(&model, &between, &one(&between, 12.7, None)), broken);
    assert_eq!(verify_written(&model, &between, &one(&between, read, None)), Ok(()));
    assert_eq!(verify_written(&model, &between, &one(&between, 12.5, Some((12.4, read)))), Ok(()));
    assert_eq!(verify_written(&model, &between, &one(&between, 12.5, Some((12.4, 12.7)))), broken);
    // 12.6 is read as a number above it.
    let low = f64::from(12.6f32);
    assert!(low > 12.6);
    let above = query(&model, json!([{"range": {"feature": "x0", "min": 12.6000001}}]));
    assert_eq!(verify_written(&model, &above, &one(&above, 12.7, Some((low, 12.7)))), Ok(()));
    assert_eq!(verify_written(&model, &above, &one(&above, 12.7, Some((12.6, 12.7)))), broken);
    // A limit on several features holds of the written number too.
    let sum = query(&model, json!([{"linear": {"terms": {"x0": 1}, "op": "<=", "rhs": 12.69999}}]));
    assert_eq!(verify_written(&model, &sum, &one(&sum, 12.7, None)), broken);
}

/// The person's own numbers stay as they are, though the model may not hold them.
#[test]
fn numbers_of_the_person_are_not_rounded() {
    let model = single("float32");
    let own = [11.1, 0.1];
    let query = asked(&model, &own, json!({"cost": {"norm": {"l1": 0}}}));
    let row = vec![12.7, 0.1];
    let one = point(&model, &query, row, 0.0);
    assert_eq!(verify_written(&model, &query, &said(vec![one.clone()])), Ok(()));
    // A range that ends at the person's own number, which may only fall.
    let falls = asked(
        &model,
        &[11.1, 11.1],
        json!({"cost": {"norm": {"l1": 0}}, "constraints": [{"direction": {"feature": "x1", "change": "decrease"}}]}),
    );
    assert!(f64::from(11.1f32) > 11.1);
    let mut ranged = point(&model, &falls, vec![12.7, 0.3], 0.0);
    ranged.changes[1].range = Some((Setting::Number(0.2), Setting::Number(11.1)));
    ranged.prediction = model.ensemble.predict(&[12.7, 0.3]).unwrap();
    assert_eq!(verify_written(&model, &falls, &said(vec![ranged])), Ok(()));
    // A row that is too short has no numbers to read.
    let short = Counterfactual { values: vec![12.7], ..one };
    assert_eq!(verify_written(&model, &query, &said(vec![short])), Err(VerifyError::Columns { found: 1, expected: 2 }));
}
