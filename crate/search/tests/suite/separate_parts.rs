//! Models whose trees share few columns: each pair of columns has a tree of its own, so that the question is a knapsack of one choice a pair. Compared with all combinations,
//! one pair after the other.

use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::Status;
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use espalier_testkit::{seeds, Rng};
use espalier_verify::verify;
use serde_json::json;
use std::sync::Arc;

/// Pairs of columns, so many that brute force takes all their choices.
const PAIRS: usize = 8;

/// By pair: the two cuts, and the value of each of the four choices (neither column above its cut, the second, the first, both).
struct Pair {
    cuts: [f64; 2],
    values: [f64; 4],
}

/// Values that nearly follow costs, so that many choices are equally good, and some that are equal.
fn pair(rng: &mut Rng) -> Pair {
    let step = |x: f64| (x * 64.0).round() / 64.0;
    let cuts = [step(0.1 + 0.5 * rng.unit()), step(0.1 + 0.5 * rng.unit())];
    let mut value = |cost: f64| cost + (rng.below(3) as f64 - 1.0) / 128.0;
    let values = [0.0, value(cuts[1]), value(cuts[0]), value(cuts[0] + cuts[1])];
    Pair { cuts, values }
}

/// A classifier that says "yes" where the pairs' values add up to more than `need`. Its row is 0 in all columns.
fn model(pairs: &[Pair], need: f64) -> Model {
    let trees: Vec<_> = (pairs.iter().enumerate())
        .map(|(i, Pair { cuts: [a, b], values })| {
            json!({"output": 0, "feature": [2 * i, 2 * i + 1, 2 * i + 1, -1, -1, -1, -1], "threshold": [a, b, b, 0, 0, 0, 0], "left": [1, 3, 5, -1, -1, -1, -1],
                "right": [2, 4, 6, -1, -1, -1, -1], "value": [null, null, null, values[0], values[1], values[2], values[3]]})
        })
        .collect();
    let features: Vec<_> = (0..2 * pairs.len())
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": 0, "max": 1}))
        .collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 2 * pairs.len(), "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-need], "link": "logistic", "classes": ["no", "yes"], "trees": trees,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

/// The least cost of choices whose values add up to more than `need`.
fn least(pairs: &[Pair], need: f64) -> f64 {
    let mut sums = vec![(0.0, 0.0)];
    for Pair { cuts: [a, b], values } in pairs {
        let costs = [0.0, b.next_up(), a.next_up(), a.next_up() + b.next_up()];
        sums = sums.iter().flat_map(|(cost, sum)| (0..4).map(move |k| (cost + costs[k], sum + values[k]))).collect();
    }
    sums.iter().filter(|(_, sum)| *sum > need).map(|(cost, _)| *cost).fold(f64::INFINITY, f64::min)
}

#[test]
fn trees_that_share_no_column_are_a_knapsack_which_is_settled_at_once() {
    for seed in seeds(60) {
        let mut rng = Rng::new(seed);
        let pairs: Vec<Pair> = (0..PAIRS).map(|_| pair(&mut rng)).collect();
        let most: f64 = pairs.iter().map(|pair| pair.values.iter().copied().fold(0.0, f64::max)).sum();
        // Not a sum of values, which are multiples of a hundred and twenty-eighth.
        let need = (most * (0.2 + 0.6 * rng.unit()) * 128.0).floor() / 128.0 + 1.0 / 512.0;
        let model = model(&pairs, need);
        let request = json!({"query": vec![0; 2 * PAIRS], "target": {"class": "yes"}, "cost": {"norm": "l1"}});
        let query = Request::parse(&request, &model).expect("a request that fits").query;
        let compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
        let mut search = Search::new(compiled, query.clone()).expect("a search");
        while !search.step(1) {}
        let answer = search.explanation();
        assert_eq!(answer.status, Status::Optimal, "seed {seed}");
        verify(&model, &query, &answer).expect("the answer holds");
        let (cost, least) = (answer.counterfactuals[0].cost, least(&pairs, need));
        assert!((cost - least).abs() <= 1e-9 * least, "seed {seed}: {cost} where {least} is least");
        assert!(answer.work.nodes == 0, "seed {seed}: {} boxes", answer.work.nodes);
    }
}
