//! Answers of models with hyperplanes, from a file to the answer's document: their order, and a corner of the domain.

use espalier_api::{Asked, Shared};
use serde_json::{json, Value};
use std::rc::Rc;

/// The third answer costs 1e-7 of itself less than the second, since a number of single precision misses the second's ideal place. The answer's own
/// check refused the list.
#[test]
fn answers_of_single_precision_may_be_out_of_order_by_its_rounding() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/order-of-answers.json");
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a fixture")).expect("JSON");
    let model = case["model"].to_string();
    let shared = Rc::new(
        Shared::read(model.as_bytes(), "model", Some(&case["schema"])).unwrap_or_else(|e| panic!("{}", e.to_json())),
    );
    let mut search = Asked::new(&shared, &case["request"])
        .and_then(|asked| asked.search())
        .unwrap_or_else(|e| panic!("{}", e.to_json()));
    while !search.step(100) {}
    let answer =
        serde_json::to_value(search.answer(0.0).expect("an answer that passes its check")).expect("documents are JSON");
    assert_eq!(answer["counterfactuals"].as_array().map(Vec::len), Some(3), "{answer}");
}

/// The target is met by one corner of the domain alone, through which the hyperplane passes. Answers keep away from hyperplanes, and the request was
/// called impossible.
#[test]
fn a_corner_on_a_hyperplane_is_an_answer() {
    let model = json!({
        "format": "espalier", "version": 1, "columns": 2, "input": "float64", "compare": "<=", "kind": "classifier", "classes": ["no", "yes"], "aggregation": "mean",
        "trees": [{"feature": [-2, -1, -1], "threshold": [0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "hyperplanes": {"0": {"columns": [0, 1], "weights": [1, 1]}}, "value": [null, [0, 1], [1, 0]]}],
        "schema": {"features": [{"name": "a", "column": 0, "min": 0, "max": 1}, {"name": "b", "column": 1, "min": 0, "max": 1}]},
    });
    let shared = Rc::new(
        Shared::read(model.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json())),
    );
    let request = json!({"query": [0.5, 0.25], "target": {"class": "yes"}});
    let mut search =
        Asked::new(&shared, &request).and_then(|asked| asked.search()).unwrap_or_else(|e| panic!("{}", e.to_json()));
    while !search.step(100) {}
    let answer = serde_json::to_value(search.answer(0.0).expect("an answer")).expect("documents are JSON");
    let values = &answer["counterfactuals"][0]["values"];
    assert_eq!(
        values.as_array().map(|v| v.iter().map(|x| x.as_f64()).collect::<Vec<_>>()),
        Some(vec![Some(0.0); 2]),
        "{answer}"
    );
    // Nothing else is proved so near to a hyperplane.
    assert!(["optimal", "feasible"].map(Value::from).contains(&answer["status"]), "{answer}");
    assert!(answer["lower_bound"].as_f64().is_some_and(|bound| 0.749 < bound && bound <= 0.75), "{answer}");
}
