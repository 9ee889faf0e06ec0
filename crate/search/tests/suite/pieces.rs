//! A search returns control often, however large the model is. A person sees that as progress, and can stop it.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::Status;
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use espalier_testkit::Rng;
use espalier_verify::verify;
use serde_json::{json, Value};
use std::sync::Arc;

const DEPTH: usize = 7;
const COLUMNS: usize = 6;

/// A complete tree with random tests and leaf values.
fn tree(rng: &mut Rng) -> Value {
    let inner = (1 << DEPTH) - 1;
    let all = 2 * inner + 1;
    let of = |f: &mut dyn FnMut(usize) -> Value| (0..all).map(f).collect::<Vec<_>>();
    json!({
        "weight": 1,
        "feature": of(&mut |i| if i < inner { json!(rng.below(COLUMNS)) } else { json!(-1) }),
        "threshold": of(&mut |i| if i < inner { json!(rng.below(1000) as f64 / 10.0) } else { json!(0) }),
        "left": of(&mut |i| if i < inner { json!(2 * i + 1) } else { json!(-1) }),
        "right": of(&mut |i| if i < inner { json!(2 * i + 2) } else { json!(-1) }),
        "value": of(&mut |i| if i < inner { Value::Null } else { json!([rng.unit() - 0.55]) }),
    })
}

fn forest(trees: usize) -> Model {
    let mut rng = Rng::new(7);
    let trees: Vec<Value> = (0..trees).map(|_| tree(&mut rng)).collect();
    let features: Vec<Value> = (0..COLUMNS)
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": 0, "max": 100}))
        .collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": COLUMNS, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0], "link": "logistic", "classes": ["no", "yes"], "trees": trees,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

#[test]
fn the_root_of_a_large_model_takes_many_steps_and_its_bound_never_falls() {
    let model = forest(1200);
    let request = json!({"query": [50, 50, 50, 50, 50, 50], "target": {"class": "yes"}});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
    let mut search = Search::new(compiled, query.clone()).expect("a search");
    let (mut pieces, mut bound) = (0, 0.0);
    while !search.step(1) && pieces < 40 {
        let progress = search.progress();
        assert!(progress.lower_bound >= bound, "{} fell to {}", bound, progress.lower_bound);
        bound = progress.lower_bound;
        pieces += 1;
        if progress.nodes > 0 {
            break;
        }
    }
    assert!(pieces >= 5, "the root took {pieces} steps");
    // A search stopped here states only facts proved so far.
    let explanation = search.explanation();
    assert_ne!(explanation.status, Status::Infeasible);
    verify(&model, &query, &explanation).expect("the claims of a stopped search hold");
}
