//! Answers in numbers as people write them. Where sums and hyperplanes decide, no changed number has a shorter decimal beside it with which
//! the answer would be as good.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::{Counterfactual, Explanation, Setting, Status};
use espalier_model::query::Query;
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use espalier_testkit::{seeds, Rng};
use espalier_verify::{shortest, verify, verify_written};
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
                // All moves together may change the cost by 4e-10 of it. One that takes an eighth of that by itself may not be made.
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

/// A forest in single precision on numbers of many sizes, and a request with limits beside its thresholds.
fn single_case(rng: &mut Rng) -> (Value, Value) {
    let sizes: Vec<f64> = (0..COLUMNS).map(|_| [1e-42, 1e-3, 1.0, 1e4, 1e9, 1e30][rng.below(6)]).collect();
    let mut thresholds = vec![Vec::new(); COLUMNS];
    let trees: Vec<Value> = (0..6)
        .map(|_| {
            let c = rng.below(COLUMNS);
            let threshold = f64::from(((rng.unit() - 0.3) * sizes[c]) as f32);
            thresholds[c].push(threshold);
            let leaf = (rng.unit() * 10.0).round() / 10.0 + 0.1;
            json!({"output": 0, "feature": [c, -1, -1], "threshold": [threshold, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
                "value": [null, leaf, -leaf * rng.unit()]})
        })
        .collect();
    let features: Vec<Value> = (0..COLUMNS)
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": -sizes[c], "max": sizes[c]}))
        .collect();
    let model = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": COLUMNS, "input": "float32", "compare": (["<", "<="][rng.below(2)]),
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"], "trees": trees,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    let query: Vec<f64> = sizes.iter().map(|s| (rng.unit() - 0.5) * 2.0 * s).collect();
    let mut constraints = Vec::new();
    for (c, near) in thresholds.iter().enumerate().filter(|(_, near)| !near.is_empty()) {
        // Some limits are the very numbers that answers are made of, others lie next to them.
        let at = near[rng.below(near.len())] as f32;
        let end = f64::from([at, at.next_up(), at.next_down()][rng.below(3)]);
        let end = end + [0.0, 0.0, 1e-9, -1e-9][rng.below(4)] * end.abs();
        match rng.below(6) {
            0 => constraints.push(json!({"range": {"feature": format!("x{c}"), "max": end}})),
            1 => constraints.push(json!({"range": {"feature": format!("x{c}"), "min": end}})),
            2 => constraints
                .push(json!({"linear": {"of": "value", "terms": {format!("x{c}"): 1.0}, "op": "<=", "rhs": end}})),
            _ => {}
        }
    }
    (
        model,
        json!({"query": query, "target": {"class": "yes"}, "constraints": constraints, "cost": {"norm": (["l1", "l2", "linf"][rng.below(3)])}}),
    )
}

/// Whether an answer's limits hold of these numbers too, as the check says of a whole explanation.
fn holds(model: &Model, query: &Query, explanation: &Explanation, answer: &Counterfactual) -> bool {
    let counterfactuals = vec![answer.clone()];
    verify_written(model, query, &Explanation { counterfactuals, ..explanation.clone() }).is_ok()
}

#[test]
fn numbers_of_single_precision_are_written_as_the_shortest_decimals_that_are_read_alike() {
    let (mut numbers, mut digits, mut exact) = (0, 0, 0);
    for seed in seeds(600) {
        let (file, request) = single_case(&mut Rng::new(seed));
        let model = formats::load(file.to_string().as_bytes()).expect("the file is right");
        let query = Request::parse(&request, &model).unwrap_or_else(|e| panic!("seed {seed}: {e:?}")).query;
        let mut search =
            Search::new(Arc::new(Compiled::new(&model).expect("a model that can be searched")), query.clone())
                .expect("a search");
        while !search.step(100) {}
        let explanation = search.explanation();
        let Some(answer) = explanation.counterfactuals.first() else { continue };
        let short = shortest(&model, &query, answer);
        assert!(holds(&model, &query, &explanation, &short), "seed {seed}: {short:?}");
        for change in &short.changes {
            let (f, y) = (change.feature, short.values[change.feature]);
            assert_eq!(f64::from(y as f32), answer.values[f], "seed {seed}");
            assert_eq!(change.to, Setting::Number(y), "seed {seed}");
            let text = format!("{y:e}");
            let own = text.split('e').next().expect("digits").replace(['.', '-'], "").len();
            numbers += 1;
            digits += own;
            exact += usize::from(own > 9);
            // None of fewer digits is read alike and keeps all limits.
            for fewer in 0..own.min(10) - 1 {
                let shorter: f64 = format!("{y:.fewer$e}").parse().expect("a number");
                let mut other = short.clone();
                other.values[f] = shorter;
                let there = other.changes.iter_mut().find(|c| c.feature == f).expect("the change");
                there.to = Setting::Number(shorter);
                let whole = y.fract() == 0.0 && y.abs() < 9e15;
                let other_number = f64::from(shorter as f32) != answer.values[f];
                assert!(
                    whole || other_number || !holds(&model, &query, &explanation, &other),
                    "seed {seed}: x{f} is {y}, not {shorter}"
                );
            }
            // A number that is read otherwise is refuted, and so is one that is not the row's.
            let mut other = short.clone();
            other.values[f] = f64::from((y as f32).next_up());
            assert!(!holds(&model, &query, &explanation, &other), "seed {seed}");
            other.changes.iter_mut().find(|c| c.feature == f).expect("the change").to =
                Setting::Number(other.values[f]);
            other.values[f] = y;
            assert!(!holds(&model, &query, &explanation, &other), "seed {seed}");
        }
    }
    assert!(numbers > 300 && digits < numbers * 9, "{digits} digits of {numbers} numbers");
    assert!(exact * 20 < numbers, "{exact} of {numbers} numbers have no short decimal");
}
