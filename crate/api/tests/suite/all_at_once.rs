//! All criteria in one request: an isolation forest, a hull, linear limits, a linear cause, a largest number of changes, if-then rules and limits on
//! single features. The test goes from the request document to the answer document. It compares costs with those that HiGHS found for a
//! program of its own (`tests/fixtures/make_all_at_once.py`). `ALL_AT_ONCE` names another file of such requests.

use espalier_api::{Asked, Shared};
use flate2::read::GzDecoder;
use serde_json::{json, Value};
use std::io::Read;
use std::rc::Rc;

fn cases() -> Vec<Value> {
    let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/all-at-once.json.gz");
    let path = std::env::var("ALL_AT_ONCE").unwrap_or_else(|_| stored.into());
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn answer(case: &Value) -> Value {
    let shared = Shared::read(case["model"].to_string().as_bytes(), "model.json", None).unwrap();
    let asked = Asked::new(&Rc::new(shared), &case["request"]);
    let mut running = asked.and_then(|asked| asked.search()).unwrap_or_else(|e| panic!("{}", e.to_json()));
    assert!((0..5000).any(|_| running.step(100)), "not finished");
    serde_json::from_str(&running.answer(0.0).unwrap().to_json()).unwrap()
}

#[test]
fn requests_that_ask_for_everything_have_the_optimum_of_the_mixed_integer_program() {
    let cases = cases();
    let (mut answered, mut wrong) = (0, Vec::new());
    for case in &cases {
        let found = answer(case);
        let cost = found["counterfactuals"][0]["cost"].as_f64();
        let agrees = match (case["cost"].as_f64(), cost, found["status"].as_str()) {
            // The program keeps 1e-6 of the range away from a test's open side.
            (Some(least), Some(cost), Some("optimal")) => (cost - least).abs() <= 2e-5 * least.max(1.0),
            (None, None, Some("infeasible")) => true,
            _ => false,
        };
        answered += usize::from(cost.is_some());
        if !agrees {
            wrong.push(
                json!([case["seed"], case["cost"], found["status"], cost, found["counterfactuals"][0]["values"]])
                    .to_string(),
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(answered * 3 > cases.len(), "only {answered} of {} have an answer", cases.len());
}
