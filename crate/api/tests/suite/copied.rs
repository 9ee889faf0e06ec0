//! Probabilities and values that were copied from a prediction, against XGBoost's own predictions (`tests/fixtures/make_copied.py`). Predictions
//! equal them to the last bit. Requests for at least as much find the answer that is cheapest by XGBoost's predictions alone. `COPIED` names
//! another file of models, `COPIED_REQUESTS` the number of requests for each, and `COPIED_ANSWERS` a file for the documents of
//! model, request and answer, one line each.

use espalier_api::{Asked, Shared};
use espalier_formats::{load, write};
use espalier_model::ensemble::Prediction;
use espalier_numerics::draws::Draws;
use flate2::read::GzDecoder;
use serde_json::{json, Value};
use std::io::{Read, Write};
use std::rc::Rc;

fn cases() -> Vec<Value> {
    let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/copied.json.gz");
    let path = std::env::var("COPIED").unwrap_or_else(|_| stored.into());
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The rows of the grid; the last feature varies fastest.
fn grid(levels: &[usize]) -> Vec<Vec<f64>> {
    levels.iter().fold(vec![Vec::new()], |rows, &n| {
        rows.iter().flat_map(|row| (0..n).map(move |k| [row.as_slice(), &[k as f64]].concat())).collect()
    })
}

#[test]
fn a_probability_that_xgboost_itself_gives_is_reached_at_the_least_cost() {
    let requests: usize = std::env::var("COPIED_REQUESTS").map_or(30, |n| n.parse().unwrap());
    let mut out = std::env::var("COPIED_ANSWERS").ok().map(|path| std::fs::File::create(path).unwrap());
    let (mut answered, mut impossible, mut wrong) = (0, 0, Vec::new());
    for case in cases() {
        let name = &case["name"];
        let levels: Vec<usize> = serde_json::from_value(case["levels"].clone()).unwrap();
        let said: Vec<Vec<f64>> = serde_json::from_value(case["said"].clone()).unwrap();
        let rows = grid(&levels);
        let bytes = case["model"].to_string();
        let model = load(bytes.as_bytes()).unwrap();
        for (row, said) in rows.iter().zip(&said) {
            match model.ensemble.predict(row).unwrap() {
                Prediction::Class { scores, .. } => assert_eq!(&scores, said, "{name}: {row:?}"),
                Prediction::Value(value) => assert_eq!(&vec![value], said, "{name}: {row:?}"),
            }
        }
        let features: Vec<Value> = levels
            .iter()
            .enumerate()
            .map(|(i, n)| json!({"name": format!("x{i}"), "kind": "integer", "column": i, "min": 0, "max": n - 1}))
            .collect();
        let described = Shared::read(bytes.as_bytes(), "model", Some(&json!({"features": features}))).unwrap();
        let own = write(&described.model);
        let shared = Rc::new(Shared::read(&own, "model.json", None).unwrap());
        let stated: Value = serde_json::from_slice(&own).unwrap();
        let mut random = Draws::of(name.to_string().len() as u64 ^ said.len() as u64 ^ said[0][0].to_bits());
        for _ in 0..requests {
            let mut draw = |n: usize| random.below(n);
            let (from, copied, class) = (draw(rows.len()), draw(rows.len()), draw(said[0].len()));
            let p = said[copied][class];
            let (target, low) = match said[0].len() {
                1 if draw(2) == 0 => (json!({"value": [null, p]}), false),
                1 => (json!({"value": [p, null]}), true),
                _ => (json!({"class": class, "min_probability": p}), true),
            };
            let reaches = |at: usize| if low { said[at][class] >= p } else { said[at][class] <= p };
            let cost = |to: &[f64]| {
                (0..levels.len()).map(|i| (to[i] - rows[from][i]).abs() / (levels[i] - 1) as f64).sum::<f64>()
            };
            let least =
                (0..rows.len()).filter(|&at| reaches(at)).map(|at| cost(&rows[at])).fold(f64::INFINITY, f64::min);
            let request = json!({"query": rows[from], "target": target, "cost": {"norm": "l1"}, "certificate": true});
            let asked = Asked::new(&shared, &request);
            let mut running = asked.and_then(|asked| asked.search()).unwrap_or_else(|e| panic!("{}", e.to_json()));
            assert!((0..5000).any(|_| running.step(100)), "not finished");
            let answer: Value = serde_json::from_str(&running.answer(0.0).unwrap().to_json()).unwrap();
            let Some(values) = answer["counterfactuals"][0]["values"].as_array() else {
                impossible += 1;
                wrong.push(format!("{name}: {request} is {}", answer["status"]));
                continue;
            };
            let values: Vec<f64> = values.iter().map(|v| v.as_f64().unwrap()).collect();
            let at = rows.iter().position(|row| *row == values).unwrap();
            let found = answer["counterfactuals"][0]["cost"].as_f64().unwrap();
            if answer["status"] != "optimal" || !reaches(at) || (found - least).abs() > 1e-9 {
                wrong.push(format!("{name}: {request} is {}, {found} for {least}", answer["status"]));
            }
            answered += 1;
            if let Some(out) = &mut out {
                writeln!(out, "{}", json!({"model": stated, "request": request, "answer": answer})).unwrap();
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {answered} wrong, {impossible} without an answer: {}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{answered} answers");
}
