//! Why there is no answer, from a request to its document.

use espalier_api::{Asked, Shared};
use serde_json::{json, Value};
use std::rc::Rc;

/// A lead that no point reaches was called a lack of the schema's or the model's, though the class itself is reached.
#[test]
fn a_lead_in_score_that_is_too_large_is_to_blame() {
    let model = json!({
        "format": "espalier", "version": 1, "columns": 1, "input": "float64", "compare": "<=", "kind": "classifier", "classes": ["a", "b", "c"], "aggregation": "mean",
        "trees": [{"feature": [0, -1, -1], "threshold": [0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [0.6, 0.3, 0.1], [0.3, 0.5, 0.2]]}],
        "schema": {"features": [{"name": "x", "column": 0, "min": -1, "max": 1}]},
    });
    let shared = Rc::new(
        Shared::read(model.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json())),
    );
    let answer = |margin: Value| {
        let request =
            json!({"query": [-0.5], "target": {"class": "b"}, "margin": margin, "constraints": [{"max_changes": 1}]});
        let mut search = Asked::new(&shared, &request)
            .and_then(|asked| asked.search())
            .unwrap_or_else(|e| panic!("{}", e.to_json()));
        while !search.step(100) {}
        serde_json::to_value(search.answer(0.0).expect("an answer")).expect("documents are JSON")
    };
    assert_eq!(answer(json!({"score": 0.2}))["status"], "optimal");
    for margin in [json!({"score": 0.25}), json!(0.25)] {
        let found = answer(margin);
        assert_eq!((&found["status"], &found["conflict"]), (&json!("infeasible"), &json!(["/margin/score"])));
    }
}
