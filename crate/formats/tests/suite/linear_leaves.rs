//! Models with linear leaves predict to the last bit as docs/contract/model-json.md says. tests/fixtures/make_linear_leaves.py has its own arithmetic.

use espalier_formats as formats;
use espalier_model::ensemble::Prediction;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect()
}

#[test]
fn predictions_are_those_of_the_document_to_the_last_bit() {
    let bytes = std::fs::read(espalier_testkit::files::fixtures().join("linear-leaves.json")).expect("the fixture");
    let cases: Vec<Value> = serde_json::from_slice(&bytes).expect("JSON");
    assert!(cases.len() >= 10);
    for case in &cases {
        let name = case["name"].as_str().expect("a name");
        let model = formats::load(case["model"].to_string().as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(model.ensemble.has_linear_leaves(), "{name}");
        for (i, row) in case["rows"].as_array().expect("rows").iter().map(numbers).enumerate() {
            let (raw, scores) = (numbers(&case["raw"][i]), numbers(&case["scores"][i]));
            match model.ensemble.predict(&row).unwrap_or_else(|e| panic!("{name}, row {i}: {e}")) {
                Prediction::Class { scores: found, raw: own, .. } => {
                    assert_eq!((own, found), (raw, scores), "{name}, row {i}");
                }
                Prediction::Value(value) => assert_eq!(value, scores[0], "{name}, row {i}"),
            }
        }
    }
}
