//! Answers in order of cost, from a file to the answer's document.

use espalier_api::{Asked, Shared};
use serde_json::Value;
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
