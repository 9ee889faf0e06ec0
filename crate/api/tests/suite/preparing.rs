//! A large model is prepared for searching within the search's own steps. The step limit counts them, and a search may be left at any of them.

use espalier_api::{Asked, Running, Shared};
use serde_json::{json, Value};
use std::rc::Rc;

/// Stumps, each of three nodes: more than two pieces of 100,000 nodes.
const STUMPS: usize = 70_000;
const PIECES: usize = 3;

/// Stumps over three columns; the answer lies slightly beyond the query.
fn model() -> Rc<Shared> {
    let mut state = 5u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let stump = |i: usize| json!({"output": 0, "feature": [i % 3, -1, -1], "threshold": [unit(), 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [-0.0625], [0.0625]]});
    let trees: Vec<Value> = (0..STUMPS).map(stump).collect();
    let numeric = |i: usize| json!({"name": &"abc"[i..=i], "kind": "numeric", "column": i, "min": 0, "max": 1});
    let features: Vec<Value> = (0..3).map(numeric).collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 3, "input": "float64", "compare": "<=", "aggregation": "sum",
        "base": [0.0], "link": "logistic", "trees": trees, "schema": {"features": features},
        "isolation_forest": {"trees": [{"feature": [1, -1, -1], "threshold": [0.995, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [2], [1]]}]},
    });
    Rc::new(Shared::read(file.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json())))
}

fn request(more: Value) -> Value {
    let mut request = json!({"query": [0.499, 0.499, 0.499], "target": {"class": 1}, "cost": {"norm": "l1"}});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    request
}

fn search(shared: &Rc<Shared>, request: &Value) -> Result<Running, String> {
    Asked::new(shared, request).and_then(|asked| asked.search()).map_err(|e| e.to_json())
}

fn begun(shared: &Rc<Shared>, request: &Value) -> Running {
    search(shared, request).unwrap_or_else(|e| panic!("{e}"))
}

fn document(search: &Running) -> Value {
    serde_json::to_value(search.answer(0.0).expect("an answer that passes its check")).expect("documents are JSON")
}

/// The answer document, and the number of steps made.
fn answer(shared: &Rc<Shared>, request: &Value) -> (Value, usize) {
    let mut search = begun(shared, request);
    let steps = (1..).find(|_| search.step(1)).unwrap();
    (document(&search), steps)
}

#[test]
fn a_large_model_is_made_ready_in_steps_and_answers_as_one_that_is_ready() {
    let shared = model();
    for (more, pieces) in [
        (json!({}), PIECES),
        // The same trees once more, now also cut by the isolation forest's splits.
        (json!({"plausibility": {"isolation_forest": {"min_path_length": 1.5}}}), PIECES),
    ] {
        let request = request(more);
        let (first, steps) = answer(&shared, &request);
        let (again, fewer) = answer(&shared, &request);
        assert_eq!(first, again);
        assert_eq!(first["status"], "optimal");
        // The first piece is prepared when the search begins. The last takes a step of its own, which is no step of the search.
        assert!(steps + 1 >= fewer + pieces, "{steps} steps, then {fewer}");
    }
}

#[test]
fn a_search_that_is_left_while_its_model_is_made_ready_knows_nothing_and_the_next_goes_on_there() {
    let shared = model();
    let request = request(json!({}));
    let mut left = begun(&shared, &request);
    assert!(!left.step(1));
    let said = document(&left);
    assert_eq!(said["status"], "unknown");
    assert_eq!(said["lower_bound"].as_f64(), Some(0.0));
    assert_eq!(said["counterfactuals"], json!([]));
    let (first, steps) = answer(&shared, &request);
    let (again, fewer) = answer(&shared, &request);
    assert_eq!(first, again);
    assert!(steps < fewer + PIECES - 1, "{steps} steps, then {fewer}: the parts that the search left were made again");
}

#[test]
fn requests_are_refused_before_the_model_is_ready_as_after() {
    let requests = [
        json!({"ties": true, "engine": "milp"}),
        // By the number of its splits, before the program is built.
        json!({"engine": "milp"}),
        json!({"count": 3, "certificate": true}),
        json!({"target": {"class": 1}, "radius": 0.5, "certificate": true}),
        json!({"engine": "boxes", "constraints": [{"linear": {"terms": {"a": 1, "b": 1}, "max": 2}}]}),
        json!({"certificate": true, "cost": {"norm": {"l1": 1, "linf": 1}}}),
    ]
    .map(request);
    let refused = |shared: &Rc<Shared>| requests.clone().map(|request| search(shared, &request).err());
    let ready = model();
    answer(&ready, &request(json!({})));
    let after = refused(&ready);
    for (request, (before, after)) in requests.iter().zip(refused(&model()).into_iter().zip(after)) {
        assert!(before.is_some(), "{request} is not refused");
        assert_eq!(before, after);
    }
}

#[test]
fn an_assistant_takes_boxes_while_its_model_is_made_ready() {
    let (shared, request) = (model(), request(json!({})));
    let (alone, steps) = answer(&shared, &request);
    let mut first = begun(&shared, &request);
    // Takes a parcel as soon as there are boxes to give.
    let parcel = (0..steps).find_map(|_| {
        first.step(1);
        first.parcel(true)
    });
    let mut assistant = begun(&model(), &request);
    assistant.assist();
    assert!(!assistant.idle(), "a model that is not ready is work to do");
    if let Some(parcel) = &parcel {
        first.away(0.0);
        assistant.take(parcel);
        assert_eq!(assistant.progress().lower_bound, 0.0);
    }
    while !assistant.idle() {
        assistant.step(1);
    }
    if let Some(best) = assistant.parcel(false) {
        first.take(&best);
    }
    first.away(f64::INFINITY);
    while !first.step(1) {}
    let together = document(&first);
    assert_eq!(together["counterfactuals"][0]["cost"], alone["counterfactuals"][0]["cost"]);
    assert_eq!(together["status"], "optimal");
    assert!(parcel.is_some(), "no box was given");
}
