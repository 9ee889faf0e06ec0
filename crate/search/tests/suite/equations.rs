//! Equations of whole numbers and levels. They have few solutions, where their linear relaxations have many. Answers must be found or proved
//! impossible, and are compared with enumeration.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::{Explanation, Reason, Status};
use espalier_model::Model;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::Rng;
use espalier_verify::verify;
use serde_json::{json, Value};
use std::sync::Arc;

/// Two whole numbers of `most` values or so, one of five, and a switch. The score needs an increase of one of the first two.
fn model(most: u32) -> Model {
    let half = f64::from(most) / 2.0;
    let stump = |feature: usize, value: f64| {
        json!({"weight": 1, "feature": [feature, -1, -1], "threshold": [half + 0.5, 0, 0],
               "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, [0], [value]]})
    };
    let whole = |name: &str, column: u32, max: u32| json!({"name": name, "kind": "integer", "column": column, "min": 0, "max": max});
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 4, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-1], "link": "logistic", "classes": ["no", "yes"],
        "trees": [stump(0, 1.5), stump(1, 1.5)],
        "schema": {"features": [whole("a", 0, most), whole("b", 1, most), whole("c", 2, 4),
            {"name": "d", "kind": "binary", "column": 3, "labels": ["off", "on"]}],
            "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

fn equation(weights: [f64; 4], limit: f64) -> Value {
    let terms: serde_json::Map<String, Value> = (["a", "b", "c", "d"].iter().zip(weights))
        .filter(|(_, w)| *w != 0.0)
        .map(|(name, w)| ((*name).to_string(), json!(w)))
        .collect();
    json!({"linear": {"terms": terms, "op": "=", "rhs": limit}})
}

fn asked(model: &Model, from: [f64; 4], constraints: &[Value], engine: Engine) -> Explanation {
    let request = json!({"query": from, "target": {"class": 1}, "constraints": constraints});
    let query = Request::parse(&request, model).expect("a request that fits").query;
    let compiled = Arc::new(Compiled::new(model).expect("axis splits only"));
    let mut search = Search::by(compiled, query.clone(), engine).expect("a search");
    // Without the methods that this test is about, none of these searches ends.
    let ends = (0..2_000_000).any(|_| search.step(1));
    assert!(ends, "the search goes on and on");
    let answer = search.explanation();
    verify(model, &query, &answer).expect("the answer holds");
    answer
}

#[test]
fn an_equation_that_no_whole_numbers_meet_is_alone_in_the_conflict() {
    let model = model(50_000);
    let other = json!({"range": {"feature": "c", "max": 3}});
    let cases = [
        // Even sums cannot be odd; then multiples of 5 and of 6 beside few others; then weights without a common divisor.
        ([2.0, 6.0, 4.0, 0.0], 40_001.0),
        ([6.0, -10.0, 0.0, 0.0], 10_003.0),
        ([600.0, -1_000.0, 1.0, 2.0], 10_107.0),
        ([0.0, 0.0, 0.7, 0.31], 1.05),
    ];
    for engine in [Engine::Lagrangian, Engine::LpSearch] {
        for (weights, limit) in cases {
            let answer = asked(&model, [100.0, 200.0, 1.0, 0.0], &[other.clone(), equation(weights, limit)], engine);
            assert_eq!(answer.status, Status::Infeasible, "{weights:?} {}", engine.name());
            assert_eq!(
                answer.conflict.map(|c| c.reasons),
                Some(vec![Reason::Limit(1)]),
                "{weights:?} {}",
                engine.name()
            );
        }
    }
}

#[test]
fn equations_of_whole_numbers_give_the_answer_that_counting_gives() {
    let mut possible = 0;
    let seeds = espalier_testkit::seeds(60);
    let asked_for = 2 * seeds.len();
    for seed in seeds {
        let rng = &mut Rng::new(seed);
        let most = 60;
        let model = model(most);
        let mut pick = |to: usize| rng.below(to + 1) as f64;
        let from = [pick(20), pick(20), pick(4), pick(1)];
        let weight = |x: f64| [1.0, -1.0, 2.0, -3.0, 6.0, -10.0, 0.37, -1.43, 15.0][x as usize];
        let mut sums = Vec::new();
        for _ in 0..1 + seed % 2 {
            let weights = [weight(pick(8)), weight(pick(8)), weight(pick(8)), weight(pick(8))];
            let at = [pick(60), pick(60), pick(4), pick(1)];
            let limit = weights.iter().zip(at).map(|(w, x)| w * x).sum::<f64>() + if seed % 3 == 0 { 1.0 } else { 0.0 };
            sums.push((weights, limit));
        }
        let mut least = f64::INFINITY;
        for n in 0..61 * 61 * 10 {
            let row = [n % 61, n / 61 % 61, n / 3721 % 5, n / 18605].map(f64::from);
            let holds = |(weights, limit): &([f64; 4], f64)| {
                let sum: f64 = weights.iter().zip(row).map(|(w, x)| w * x).sum();
                (sum - limit).abs() < 1e-7
            };
            if row[0].max(row[1]) > f64::from(most) / 2.0 && sums.iter().all(holds) {
                let ranges = [60.0, 60.0, 4.0, 1.0];
                let cost: f64 = (0..4).map(|k| (row[k] - from[k]).abs() / ranges[k]).sum();
                least = least.min(cost);
            }
        }
        let constraints: Vec<Value> = sums.iter().map(|s| equation(s.0, s.1)).collect();
        for engine in [Engine::Lagrangian, Engine::LpSearch] {
            let answer = asked(&model, from, &constraints, engine);
            if least == f64::INFINITY {
                assert_eq!(answer.status, Status::Infeasible, "seed {seed}: {}", engine.name());
                continue;
            }
            possible += 1;
            assert_eq!(answer.status, Status::Optimal, "seed {seed}: {}", engine.name());
            let cost = answer.counterfactuals[0].cost;
            assert!((cost - least).abs() < 1e-9, "seed {seed}: {} finds {cost} instead of {least}", engine.name());
        }
    }
    assert!((asked_for / 4..asked_for * 5 / 6).contains(&possible), "{possible} of {asked_for} have an answer");
}
