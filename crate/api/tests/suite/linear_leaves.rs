//! Linear leaves, from a request to its document.

use espalier_api::{Asked, Shared};
use serde_json::{json, Value};
use std::rc::Rc;

/// A best prediction beside a missing value. Its answer was lost while its numbers moved to the ends of their ranges, and the request was called infeasible:
/// a missing value equals nothing, not even itself, so a row that had not changed was taken for one that had.
#[test]
fn a_best_prediction_stands_beside_a_missing_value() {
    let model = json!({
        "format": "espalier", "version": 1, "columns": 3, "input": "float64", "compare": "<=", "kind": "regressor", "aggregation": "sum",
        "trees": [{"feature": [1, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "missing": {"0": "left"},
            "value": [null, [0], [0.2]], "linear": {"1": {"columns": [0, 2], "weights": [[1, 0.5]]}}}],
        "schema": {"features": [
            {"name": "a", "column": 0, "min": 0, "max": 1},
            {"name": "b", "column": 1, "min": 0, "max": 1, "change": "fixed"},
            {"name": "c", "column": 2, "min": 0, "max": 1},
        ]},
    });
    let shared = Rc::new(
        Shared::read(model.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json())),
    );
    let request = json!({"query": [0.2, null, 0.3], "target": {"best": "max"}});
    let mut search =
        Asked::new(&shared, &request).and_then(|asked| asked.search()).unwrap_or_else(|e| panic!("{}", e.to_json()));
    while !search.step(100) {}
    let found: Value = serde_json::to_value(search.answer(0.0).expect("an answer")).expect("documents are JSON");
    assert_eq!(found["status"], "optimal");
    assert_eq!(found["counterfactuals"][0]["values"], json!([1, null, 1]));
    assert_eq!(found["best"]["value"], json!(1.5));
}
