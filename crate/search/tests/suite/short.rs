//! Answers in numbers as people write them. Where sums and hyperplanes decide, no changed number has a shorter decimal beside it with which
//! the answer would be as good.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::Status;
use espalier_search::{Compiled, Search};
use espalier_testkit::{seeds, Rng};
use espalier_verify::verify;
use serde_json::{json, Value};
use std::sync::Arc;

const COLUMNS: usize = 4;

/// A sum of the values: (weights of the columns, least, most).
type Row = (Vec<f64>, f64, f64);

/// A request to a forest of small trees on numbers from 0 to 100, and its limits. Splits are hyperplanes of whole weights, or read single
/// columns.
fn case(rng: &mut Rng, planes: bool) -> (Value, Value, Vec<Row>) {
    let weights = |rng: &mut Rng| (0..COLUMNS).map(|_| [-1.0, 0.0, 1.0, 2.0][rng.below(4)]).collect::<Vec<f64>>();
    let tree = |rng: &mut Rng| {
        let own = weights(rng);
        let threshold = (rng.unit() * 600.0).round() / 10.0;
        let used: Vec<usize> = (0..COLUMNS).filter(|c| own[*c] != 0.0).collect();
        let leaf = (rng.unit() * 10.0).round() / 10.0 + 0.1;
        let mut tree = json!({"output": 0, "feature": [rng.below(COLUMNS), -1, -1], "threshold": [threshold, 0, 0],
            "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, leaf, -leaf]});
        if planes && used.len() > 1 {
            tree["feature"][0] = json!(-2);
            let own: Vec<f64> = used.iter().map(|c| own[*c]).collect();
            tree["hyperplanes"] = json!({"0": {"columns": used, "weights": own}});
        }
        tree
    };
    let trees: Vec<Value> = (0..5).map(|_| tree(rng)).collect();
    let features: Vec<Value> = (0..COLUMNS)
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": 0, "max": 100}))
        .collect();
    let model = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": COLUMNS, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"], "trees": trees,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    let factual: Vec<f64> = (0..COLUMNS).map(|_| (rng.unit() * 1000.0).round() / 10.0).collect();
    let rows: Vec<Row> = (0..2)
        .map(|_| {
            let own = weights(rng);
            let sum: f64 = own.iter().zip(&factual).map(|(w, x)| w * x).sum();
            // The query itself violates some of them.
            let end = ((sum + rng.unit() * 30.0 - 20.0) * 10.0).round() / 10.0;
            (own, f64::NEG_INFINITY, end)
        })
        .filter(|(own, _, _)| own.iter().any(|w| *w != 0.0))
        .collect();
    let constraints: Vec<Value> = (rows.iter())
        .map(|(own, _, most)| {
            let terms: serde_json::Map<String, Value> =
                (0..COLUMNS).filter(|c| own[*c] != 0.0).map(|c| (format!("x{c}"), json!(own[c]))).collect();
            json!({"linear": {"of": "value", "terms": terms, "op": "<=", "rhs": most}})
        })
        .collect();
    (
        model,
        json!({"query": factual, "target": {"class": "yes"}, "constraints": constraints, "cost": {"norm": "l1"}}),
        rows,
    )
}

#[test]
fn no_changed_number_has_a_shorter_decimal_that_is_as_good() {
    let (mut numbers, mut short) = (0, 0);
    for seed in seeds(300) {
        let mut rng = Rng::new(seed);
        let (file, request, rows) = case(&mut rng, seed % 2 == 0);
        let model = formats::load(file.to_string().as_bytes()).expect("the file is right");
        let query = Request::parse(&request, &model).unwrap_or_else(|e| panic!("seed {seed}: {e:?}")).query;
        let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
        let mut search = Search::new(compiled, query.clone()).expect("a search");
        while !search.step(100) {}
        let explanation = search.explanation();
        verify(&model, &query, &explanation).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if explanation.status != Status::Optimal {
            continue;
        }
        let answer = &explanation.counterfactuals[0];
        for change in &answer.changes {
            let (f, x, own) = (change.feature, answer.values[change.feature], query.factual[change.feature]);
            numbers += 1;
            short += usize::from(format!("{x}").len() <= 7);
            for k in 0..16 {
                let y: f64 = format!("{x:.k$}").parse().expect("a number");
                if y == x || y == own || (y - x).abs() > 1e-6 || (y - own).abs() > (x - own).abs() {
                    continue;
                }
                // All moves together may change the cost by 4e-10 of it. One that takes an eighth of that by itself may find no room.
                if (y - x).abs() / 100.0 > 5e-11 * answer.cost {
                    continue;
                }
                let mut row = answer.values.clone();
                row[f] = y;
                let raw = model.ensemble.raw(&row).expect("a row of the model")[0];
                let within = |(own, least, most): &Row| {
                    let sum: f64 = own.iter().zip(&row).map(|(w, x)| w * x).sum();
                    *least <= sum && sum <= *most
                };
                // On a hyperplane with fractional weights, the side depends on the order in which a library adds up.
                let at_plane = (file["trees"].as_array().expect("trees").iter()).any(|tree| {
                    let Some(plane) = tree.get("hyperplanes").map(|h| &h["0"]) else { return false };
                    let columns: Vec<usize> = serde_json::from_value(plane["columns"].clone()).expect("columns");
                    let own: Vec<f64> = serde_json::from_value(plane["weights"].clone()).expect("weights");
                    let sum: f64 = columns.iter().zip(&own).map(|(c, w)| w * row[*c]).sum();
                    let fractions = columns.iter().any(|c| row[*c] != query.factual[*c] && row[*c].fract() != 0.0);
                    fractions && (sum - tree["threshold"][0].as_f64().expect("a number")).abs() < 1e-9
                });
                assert!(
                    at_plane || raw <= 1e-6 || !rows.iter().all(within),
                    "seed {seed}: x{f} is {x} where {y} is as good"
                );
            }
        }
    }
    // Hyperplanes force some numbers to lie just beyond a decimal.
    assert!(short * 10 > numbers * 5, "{short} of {numbers} numbers are short");
}

/// The decimals of a proved answer become shorter in steps of their own, at which a caller's clock may end the search. Where all numbers can be shortened
/// together, the steps grow as the logarithm of their number at most.
#[test]
fn decimals_become_shorter_in_steps() {
    let columns = 60;
    let features: Vec<Value> = (0..columns)
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": 0, "max": 100}))
        .collect();
    let all: Vec<usize> = (0..columns).collect();
    let model = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": columns, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0.0], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"output": 0, "feature": [-2, -1, -1], "threshold": [columns as f64 * 30.0, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
            "value": [null, -1.0, 1.0], "hyperplanes": {"0": {"columns": all, "weights": vec![1.0; columns]}}}],
        "schema": {"features": features, "classes": ["no", "yes"]}});
    let model = formats::load(model.to_string().as_bytes()).expect("the file is right");
    // Every number has a least change of its own.
    let constraints: Vec<Value> = (0..columns)
        .map(
            |c| json!({"linear": {"terms": {format!("x{c}"): 3.0}, "op": ">=", "rhs": 3.0 * (40.0 + c as f64 / 10.0)}}),
        )
        .collect();
    let request = json!({"query": vec![20.0 / 3.0; columns], "target": {"class": "yes"}, "constraints": constraints, "cost": {"norm": "l1"}});
    let query = Request::parse(&request, &model).unwrap_or_else(|e| panic!("{e:?}")).query;
    let mut search = Search::new(Arc::new(Compiled::new(&model).expect("a model that can be searched")), query.clone())
        .expect("a search");
    let mut tries = 0;
    while !search.step(1) {
        // All is proved. The answer holds at any of these steps.
        let now = search.explanation();
        tries += u32::from(now.status == Status::Optimal);
        verify(&model, &query, &now).unwrap_or_else(|e| panic!("{e}"));
    }
    let answer = &search.explanation().counterfactuals[0];
    assert!(answer.values.iter().all(|x| format!("{x}").len() <= 4), "{:?}", answer.values);
    assert!((1..=10).contains(&tries), "{tries}");
}
