//! Certificates of models with hyperplanes: confirmed only where their claim is true. The optimum is the independent solver's.

use crate::certified::{certified, Confirmed, Refuted};
use crate::hyperplane_rows::says;
use espalier_model::ensemble::{Node, Precision, Split};
use espalier_model::query::Constraint;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use serde_json::json;
use std::sync::Arc;

const SHAPES: [Shape; 4] = [
    Shape { trees: 1, depth: 6, numbers: 10, others: 0, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false },
    Shape { trees: 3, depth: 3, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
];

/// Sums of hyperplanes in single precision, and a second model whose class is asked too: its tests are partly the model's own.
fn varied(seed: u64, shape: Shape) -> Instance {
    let mut instance = oblique::instance(seed, shape);
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    if seed.is_multiple_of(2) {
        ensemble.planes = Precision::F32;
    }
    if seed % 3 == 1 {
        let mut other = ensemble.clone();
        other.trees.reverse();
        for node in other.trees.iter_mut().flat_map(|tree| tree.nodes.iter_mut().step_by(2)) {
            if let Node::Split { split: Split::Oblique { threshold, .. }, .. } = node {
                *threshold *= 1.01;
            }
        }
        let target = instance.query.target.clone();
        instance.query.constraints.push(Constraint::Also { model: Arc::new(other), target });
    }
    instance
}

#[test]
fn every_proved_answer_has_a_certificate() {
    let mut found = Confirmed::default();
    for (s, shape) in SHAPES.iter().enumerate() {
        for seed in espalier_testkit::seeds(60) {
            let instance = varied(seed, *shape);
            if !instance.model.ensemble.is_oblique() {
                continue;
            }
            let Some((instance, answer)) = certified(instance) else { continue };
            found.add(&format!("shape {s}, seed {seed}"), &instance, answer, false);
        }
    }
    assert!(found.all > 180 && found.whole > 100, "{found}");
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut refuted = Refuted::new(12, 20, 1e-6);
    for (s, shape) in SHAPES.iter().enumerate().skip(1) {
        for seed in espalier_testkit::seeds(80) {
            let instance = oblique::instance(seed, *shape);
            if !instance.model.ensemble.is_oblique() {
                continue;
            }
            let Some((mut instance, answer)) = certified(instance) else { continue };
            // The solver knows no fixed charges.
            instance.query.cost.norm.l0 = 0.0;
            let (Some(proof), Some(optimum)) = (answer.certificate, oblique::solve(&instance)) else { continue };
            refuted.add(&format!("shape {s}, seed {seed}"), &instance, &proof, optimum);
        }
    }
    assert!(refuted.claims > 300 && refuted.damaged > 2000, "{} claims, {} damaged", refuted.claims, refuted.damaged);
}

/// The verdict on a claim about `a + b > 6.5` from 2 and 3, with multipliers of hyperplanes' rows by their numbers.
fn by_hand(cost: Option<f64>, gamma: &[(u8, f64)], whole: bool) -> String {
    let kind = if whole { "integer" } else { "numeric" };
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [-2, -1, -1], "threshold": [6.5, 0, 0], "left": [1, -1, -1],
                   "right": [2, -1, -1], "value": [null, [0], [1]],
                   "hyperplanes": {"0": {"columns": [0, 1], "weights": [1, 1]}}}],
        "schema": {"features": [
            {"name": "a", "kind": kind, "column": 0, "min": 0, "max": 10},
            {"name": "b", "kind": kind, "column": 1, "min": 0, "max": 10}]}});
    let model = espalier_formats::load(file.to_string().as_bytes()).expect("the file is right");
    let request = json!({"query": [2, 3], "target": {"class": 1}});
    let query = espalier_api::Request::parse(&request, &model).expect("a request that fits").query;
    says(&model, &query, cost, gamma)
}

/// The sum rises by 1.5 at least, at a cost of 0.1 for each 1.
#[test]
fn the_right_row_of_a_test_is_number_two() {
    let open = "a box is closed that may hold a cheaper answer";
    assert_eq!(by_hand(Some(0.15), &[(2, 0.1)], false), "proved");
    for scale in [0.0, 0.1, 0.5, 0.999, 1.0, 1.001, 1.5, 2.0, 10.0, 1e3, 1e9, 1e150, 1e307] {
        for rows in [vec![(2, 0.1 * scale)], vec![(1, 0.1 * scale)], vec![(1, 0.1 * scale), (2, 0.1)]] {
            assert!(by_hand(Some(0.15 * 1.001), &rows, false).contains(open), "{rows:?}");
        }
    }
    assert!(by_hand(Some(0.15), &[(1, 0.1)], false).contains(open));
    assert!(by_hand(None, &[(2, 1e9)], false).contains(open));
    assert!(by_hand(Some(0.15), &[(3, 0.1)], false).contains("a multiplier of a row that there is not"));
    assert!(by_hand(Some(0.15), &[(2, -0.1)], false).contains("a multiplier below 0"));
    // Whole numbers cost 0.2; their multipliers alone prove as much as those of numbers.
    assert_eq!(by_hand(Some(0.15), &[(2, 0.1)], true), "proved");
    assert!(by_hand(Some(0.2), &[(2, 0.1)], true).contains(open));
}

/// Sums in single precision put points on the right side that lie on the left one exactly. No multiplier proves more than the cost of such a point.
#[test]
fn no_more_is_proved_than_the_rounded_sum_allows() {
    let mut rng = Rng::new(5);
    let mut nearer = 0;
    for _ in 0..300 {
        let weights: Vec<f64> = (0..3).map(|_| 0.5 + rng.unit()).collect();
        let factual: Vec<f64> = (0..3).map(|_| 400.0 * rng.unit()).collect();
        let own: f64 = weights.iter().zip(&factual).map(|(w, q)| w * q).sum();
        let threshold = own + 20.0 + 50.0 * rng.unit();
        let file = json!({
            "format": "espalier", "version": 1, "kind": "classifier", "columns": 3, "input": "float64", "compare": "<=",
            "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"], "hyperplane_sums": "float32",
            "trees": [{"weight": 1, "feature": [-2, -1, -1], "threshold": [threshold, 0, 0], "left": [1, -1, -1],
                       "right": [2, -1, -1], "value": [null, [0], [1]],
                       "hyperplanes": {"0": {"columns": [0, 1, 2], "weights": weights}}}],
            "schema": {"features": [
                {"name": "a", "column": 0, "min": 0, "max": 1000}, {"name": "b", "column": 1, "min": 0, "max": 1000, "change": "fixed"},
                {"name": "c", "column": 2, "min": 0, "max": 1000, "change": "fixed"}]}});
        let model = espalier_formats::load(file.to_string().as_bytes()).expect("the file is right");
        let request = json!({"query": factual, "target": {"class": 1}});
        let query = espalier_api::Request::parse(&request, &model).expect("a request that fits").query;
        // The least `a` that the predictor accepts, near the exact border.
        let border = factual[0] + (threshold - own) / weights[0];
        let accepted = |a: f64| {
            model.ensemble.predict(&[a, factual[1], factual[2]]).is_ok_and(|p| format!("{p}").starts_with("class 1"))
        };
        let Some(least) = (-2000..2000).map(|k| border * (1.0 + f64::from(k) * 1e-9)).find(|a| accepted(*a)) else {
            continue;
        };
        nearer += u32::from(least < border * (1.0 - 2e-9));
        let cost = (least - factual[0]) / 1000.0;
        for scale in [0.5, 0.999, 1.0, 1.001, 2.0, 1e9] {
            let verdict = says(&model, &query, Some(cost * (1.0 + 3e-9)), &[(2, scale / 1000.0 / weights[0])]);
            assert_ne!(verdict, "proved", "{cost} at {scale} of {weights:?} from {factual:?} to {threshold}");
        }
    }
    assert!(nearer > 50, "{nearer}");
}
