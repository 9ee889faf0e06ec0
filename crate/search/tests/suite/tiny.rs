//! Tiny models for tests by hand.

use super::by_hand::{point, said};
use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_verify::{verify, VerifyError};
use serde_json::{json, Value};

/// A tree of one split.
pub(super) fn split(column: i32, at: f64, low: f64, high: f64) -> Value {
    json!({"weight": 1, "feature": [column, -1, -1], "threshold": [at, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
           "value": [null, [low], [high]]})
}

/// A number of the schema.
pub(super) fn number(column: usize, min: f64, max: f64) -> Value {
    json!({"name": format!("x{column}"), "kind": "numeric", "column": column, "min": min, "max": max})
}

/// As [`number`], of whole numbers.
pub(super) fn whole(column: usize, min: f64, max: f64) -> Value {
    json!({"name": format!("x{column}"), "kind": "integer", "column": column, "min": min, "max": max})
}

/// A classifier of two classes with one score, or another model where fields of the file say so.
pub(super) fn model(features: Value, trees: Value, fields: Value) -> Model {
    let columns =
        features.as_array().unwrap().iter().map(|f| f["columns"].as_array().map_or(1, Vec::len)).sum::<usize>();
    let mut file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": columns, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "trees": trees, "schema": {"features": features}});
    file.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    formats::load(file.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e}: {file}"))
}

/// A regressor whose value is the sum of its trees.
pub(super) fn regressor(features: Value, trees: Value, fields: Value) -> Model {
    let mut all = json!({"kind": "regressor", "base": [0], "link": "none"});
    all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    model(features, trees, all)
}

pub(super) fn asked(model: &Model, own: &[f64], extra: Value) -> Query {
    let own: Vec<Value> = own.iter().map(|x| if x.is_nan() { Value::Null } else { json!(x) }).collect();
    let mut request = json!({"query": own, "target": {"class": 1}});
    request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    Request::parse(&request, model).unwrap_or_else(|e| panic!("{e}: {request}")).query
}

/// The checker's verdict on a row at a cost.
pub(super) fn says(model: &Model, query: &Query, row: &[f64], cost: f64) -> Result<(), VerifyError> {
    verify(model, query, &said(vec![point(model, query, row.to_vec(), cost)]))
}
