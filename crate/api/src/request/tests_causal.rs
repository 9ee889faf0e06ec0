//! Causes that are learned, and causes that a request brings.

use super::tests::model;
use super::*;
use espalier_model::query::Constraint;

/// A regressor of one stump in Espalier's JSON, with some fields replaced.
fn cause(columns: usize, feature: i64, other: &str) -> String {
    let usual = format!(r#""kind": "regressor", "columns": {columns}, "input": "float32", "aggregation": "sum""#);
    let fields = if other.is_empty() { usual } else { other.to_owned() };
    format!(
        r#"{{"format": "espalier", "version": 1, {fields}, "compare": "<=", "base": [0], "link": "none",
            "trees": [{{"weight": 1, "feature": [{feature}, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [1], [4]]}}]}}"#
    )
}

#[test]
fn trees_that_a_request_brings_must_read_the_columns_of_the_model() {
    let read = |document: &str| {
        let text = format!(
            r#"{{"query": [39, 1, 0, 0, 1, 0, 0, 3], "target": {{"class": 1}},
                "constraints": [{{"causal": {{"feature": "Age", "model": {document}, "cost": "none"}}}}]}}"#
        );
        Request::from_json(&text, &model(&[]))
    };
    let query = read(&cause(8, 2, "")).unwrap().query;
    let [Constraint::CausalEnsemble { feature: 0, cause: found }] = query.constraints.as_slice() else {
        panic!("{query:?}")
    };
    assert_eq!((found.parents.as_slice(), query.cost.free.as_slice()), (&[2][..], &[0][..]));
    assert_eq!(found.at(&[39.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 3.0]), Some(4.0));
    for (document, says) in [
        (cause(7, 2, ""), "it reads 7 columns, the model 8"),
        (cause(8, 0, ""), "\"Age\" follows from itself"),
        (
            cause(8, 2, r#""kind": "regressor", "columns": 8, "input": "float64", "aggregation": "sum""#),
            "own \"input\"",
        ),
    ] {
        let error = read(&document).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn trees_learned_for_one_request_are_kept_for_the_next() {
    let mut model = model(&[]);
    let rows =
        (0..40).map(|i| vec![f64::from(20 + i), f64::from(1000 * (i % 20)), 0.0, 0.0, 1.0, 0.0, 0.0, 3.0]).collect();
    model.background = Some(std::sync::Arc::new(espalier_model::Background { rows, labels: None }));
    let cache = RequestCache::default();
    let read = |rest: &str| {
        let text = format!(
            r#"{{"query": [39, 1, 0, 0, 1, 0, 0, 3], "target": {{"class": 1}},
                "constraints": [{{"causal": {{"feature": "Income", "learned": {{"parents": ["Age", "Occupation"]{rest}}}}}}}]}}"#
        );
        let request = Request::read(&serde_json::from_str(&text).unwrap(), &model, &cache).unwrap();
        match &request.query.constraints[0] {
            Constraint::CausalEnsemble { feature: 1, cause } => std::sync::Arc::clone(cause),
            other => panic!("{other:?}"),
        }
    };
    let first = read("");
    assert_eq!((first.trees.trees.len(), first.trees.depth(), first.parents.as_slice()), (10, 3, &[0, 4][..]));
    assert!(first.lesson.unwrap().explained > 0.9);
    assert!(std::sync::Arc::ptr_eq(&first, &read("")));
    let other = read(r#", "trees": 1, "depth": 1"#);
    assert_eq!((other.trees.trees.len(), other.trees.depth()), (1, 1));
    assert!(other.lesson.unwrap().explained < first.lesson.unwrap().explained);
}
