//! Causes are learned from background rows within the search's own steps. The step limit counts them, and a search may be left at any of
//! them.

use espalier_api::{Asked, Shared};
use espalier_model::Background;
use serde_json::{json, Value};
use std::rc::Rc;

const ROWS: usize = 20_000;

/// Thirty stumps over six columns, with rows whose last column follows from the others.
fn model() -> Rc<Shared> {
    let stump = |i: usize| json!({"output": 0, "feature": [i % 5, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [-1], [1]]});
    let trees: Vec<Value> = (0..30).map(stump).collect();
    let names = ["a", "b", "c", "d", "e", "sum"];
    let features: Vec<Value> = (0..6).map(|i| json!({"name": names[i], "kind": "numeric", "column": i})).collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 6, "input": "float64", "compare": "<=", "aggregation": "sum",
        "base": [0.5], "link": "logistic", "trees": trees, "schema": {"features": features},
    });
    let shared = Shared::read(file.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json()));
    let mut state = 1u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let rows = (0..ROWS).map(|_| {
        let mut row: Vec<f64> = (0..5).map(|_| unit()).collect();
        row.push(row[0] * 2.0 + row[1] + row[2] * row[3]);
        row
    });
    let background = Background { rows: rows.collect(), labels: None };
    Rc::new(shared.with_background(background, None).unwrap_or_else(|e| panic!("{}", e.to_json())))
}

fn asked(shared: &Rc<Shared>) -> Asked {
    let learned = json!({"parents": ["a", "b", "c", "d", "e"], "trees": 40, "depth": 3});
    let request = json!({
        "query": [0.1, 0.2, 0.3, 0.4, 0.1, 0.9], "target": {"class": 1}, "cost": {"norm": "l1"},
        "constraints": [{"causal": {"feature": "sum", "learned": learned}}],
    });
    Asked::new(shared, &request).unwrap_or_else(|e| panic!("{}", e.to_json()))
}

/// The answer document after at most `most` steps, and the number of steps made.
fn answer(asked: &Asked, most: usize) -> (Value, usize) {
    let mut search = asked.search().unwrap_or_else(|e| panic!("{}", e.to_json()));
    let steps = (1..most).find(|_| search.step(1)).unwrap_or(most);
    let document = search.answer(0.0).expect("an answer that passes its check");
    (serde_json::to_value(document).expect("documents are JSON"), steps)
}

#[test]
fn a_search_that_is_left_while_it_learns_has_proved_nothing() {
    let shared = model();
    let asked = asked(&shared);
    for most in [1, 2, 20] {
        let (document, _) = answer(&asked, most);
        assert_eq!(document["status"], "unknown", "after {most} steps");
        assert_eq!(document["lower_bound"], 0.0);
        assert_eq!(document["counterfactuals"], json!([]));
    }
}

#[test]
fn a_search_that_learned_in_steps_answers_as_one_that_found_all_learned() {
    let shared = model();
    let asked = asked(&shared);
    let (learned, steps) = answer(&asked, usize::MAX);
    // Passes over the rows: five columns, three levels, forty trees.
    let passes = 5 * 3 * 40 * ROWS;
    assert!(steps > passes / 200_000, "{steps} steps for {passes} looks at a row");
    // The second search of the model finds the trees already learned.
    let (again, fewer) = answer(&asked, usize::MAX);
    assert!(fewer < steps / 2, "{fewer} and {steps} steps");
    assert_eq!(learned, again);
    assert_eq!(learned["status"], "optimal");
    let fresh = model();
    assert_eq!(asked.learned(), self::asked(&fresh).learned());
}

#[test]
fn the_proof_beside_a_cause_that_is_learned_in_steps_is_repeated() {
    let shared = model();
    let learned = json!({"parents": ["a", "b", "c", "d", "e"], "trees": 3, "depth": 2});
    let request = json!({
        "query": [0.1, 0.2, 0.3, 0.4, 0.1, 0.9], "target": {"class": 1}, "cost": {"norm": "l1"},
        "constraints": [{"causal": {"feature": "sum", "learned": learned}}], "certificate": true,
    });
    let asked = Asked::new(&shared, &request).unwrap_or_else(|e| panic!("{}", e.to_json()));
    let mut search = asked.search().unwrap_or_else(|e| panic!("{}", e.to_json()));
    while !search.step(1000) {}
    assert_eq!(search.certified(), Ok(true));
    let document = serde_json::to_value(search.answer(0.0).expect("a right answer")).expect("documents are JSON");
    assert_eq!(document["status"], "optimal");
    assert!(document["learned"][0]["explained"].as_f64() > Some(0.5), "{document}");
}
