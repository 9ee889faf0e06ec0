//! Claims about linear constraints in a tiny model, with proofs made by hand.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::Certificate;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_verify::certificate;
use serde_json::{json, Value};

/// The target needs `a` above this. The factual's `a` is 2.
pub const NEED: f64 = 5.25;

/// Two features from 0 to 10, a grade of 0, 1 or 4 points, and a switch. The one tree tests whether `a` is large.
pub fn model(b: &str) -> Model {
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 4, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [0, -1, -1], "threshold": [NEED, 0, 0], "left": [1, -1, -1],
                   "right": [2, -1, -1], "value": [null, [0], [1]]}],
        "schema": {"features": [
            {"name": "a", "kind": "numeric", "column": 0, "min": 0, "max": 10},
            {"name": "b", "kind": b, "column": 1, "min": 0, "max": 10},
            {"name": "grade", "kind": "ordinal", "column": 2, "labels": ["low", "middle", "high"], "values": [0, 1, 4]},
            {"name": "switch", "kind": "binary", "column": 3, "labels": ["off", "on"]}],
            "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

/// A request to this model: `a` is 2, `b` is 3.
pub fn query(model: &Model, constraints: Value, norm: &str) -> Query {
    let request =
        json!({"query": [2, 3, 0, 0], "target": {"class": 1}, "constraints": constraints, "cost": {"norm": norm}});
    Request::parse(&request, model).expect("a request that fits").query
}

/// A proof of one round without messages.
pub fn round(multipliers: &[f64]) -> Vec<u8> {
    let numbers = multipliers.iter().flat_map(|m| m.to_le_bytes());
    std::iter::once(1).chain(numbers).chain([0, 0]).collect()
}

/// The checker's verdict on a claim; `b` has these cuts.
pub fn says(
    model: &Model,
    query: &Query,
    cost: Option<f64>,
    proved: Option<f64>,
    cuts: &[f64],
    proof: &[u8],
) -> String {
    let cuts = vec![vec![NEED], cuts.to_vec(), vec![], vec![]];
    let claim = Certificate { cost, proved, cuts, proofs: vec![proof.to_vec()], hull: Vec::new() };
    certificate(model, query, &claim).err().map_or_else(|| "proved".into(), |e| e.to_string())
}

/// The checker's message for a proof that proves too little.
pub const OPEN: &str = "a box is closed that may hold a cheaper answer";

/// Asserts that a claim was refuted for this reason.
#[track_caller]
pub fn refuted(found: &str, what: &str) {
    assert!(found.contains(what), "{found}");
}
