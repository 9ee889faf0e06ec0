//! Certificates of hulls: confirmed only where their claim is true. The optimum is the independent solver's.

use crate::certified::{certified, Confirmed, Refuted};
use espalier_model::ensemble::Precision;
use espalier_model::explanation::Certificate;
use espalier_model::query::hull::Ball;
use espalier_model::query::{Constraint, Hull, Norm, Query, Sought};
use espalier_model::Background;
use espalier_search::{Compiled, Search};
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use serde_json::json;
use std::sync::Arc;

const SHAPES: [Shape; 4] = [
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
    Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: true },
    Shape { trees: 6, depth: 3, numbers: 5, others: 3, linear: true },
];

/// In single precision too, and under a Euclidean distance.
fn varied(seed: u64, shape: Shape) -> Instance {
    let mut instance = oblique::hull(seed, shape);
    if seed % 4 == 1 {
        let old = instance.query.hull.take().expect("a hull");
        let features = &instance.model.schema.features;
        let hull = Hull::new(Arc::clone(&old.background), &old.rows, features, old.epsilon, Ball::L2, old.clusters);
        instance.query.hull = Some(Arc::new(hull));
    }
    if seed % 4 == 2 {
        Arc::make_mut(&mut instance.model.ensemble).input = Precision::F32;
    }
    if seed % 5 == 1 && !instance.model.ensemble.is_oblique() {
        instance.query.constraints.push(Constraint::MaxChanges(3));
    }
    instance
}

#[test]
fn every_proved_answer_has_a_certificate() {
    let mut found = Confirmed::default();
    for (s, shape) in SHAPES.iter().enumerate() {
        for seed in espalier_testkit::seeds(60) {
            let Some((instance, answer)) = certified(varied(seed, *shape)) else { continue };
            found.add(&format!("shape {s}, seed {seed}"), &instance, answer, false);
        }
    }
    assert!(found.all > 200 && found.answers > 60 && found.whole > 100, "{found}");
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs and directions of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut refuted = Refuted::new(12, 40, 1e-5);
    for (s, shape) in SHAPES.iter().enumerate().take(3) {
        for seed in espalier_testkit::seeds(80) {
            let mut instance = oblique::hull(seed, *shape);
            // The solver knows no squares and no fixed charges.
            instance.query.cost.norm = Norm { l1: 1.0, ..Norm::default() };
            let Some((instance, answer)) = certified(instance) else { continue };
            let (Some(proof), Some(optimum)) = (answer.certificate, oblique::solve(&instance)) else { continue };
            refuted.add(&format!("shape {s}, seed {seed}"), &instance, &proof, optimum);
        }
    }
    assert!(refuted.claims > 150 && refuted.damaged > 2000, "{} claims, {} damaged", refuted.claims, refuted.damaged);
}

/// A proof about a hull proves nothing where the distance from it has a price, or where an answer in each of several is asked for.
#[test]
fn soft_and_several_hulls_have_no_certificate() {
    let mut asked = 0;
    for seed in espalier_testkit::seeds(40) {
        let Some((instance, answer)) = certified(varied(seed, SHAPES[0])) else { continue };
        let Some(proof) = answer.certificate.filter(|proof| proof.cost.is_some_and(|cost| cost > 0.0)) else {
            continue;
        };
        let says = |query: &Query| certificate(&instance.model, query, &proof).err().map(|e| e.to_string());
        assert_eq!(says(&instance.query), None, "seed {seed}");
        let old = instance.query.hull.as_ref().expect("a hull");
        let features = &instance.model.schema.features;
        let mut hull = Hull::new(Arc::clone(&old.background), &old.rows, features, old.epsilon, old.ball, old.clusters);
        hull.price = 0.5;
        let soft = Query { hull: Some(Arc::new(hull)), ..instance.query.clone() };
        let several = Query { sought: Sought::Hulls, ..instance.query.clone() };
        for query in [soft, several] {
            assert!(says(&query).is_some_and(|why| why.contains("several hulls, have no certificate")), "seed {seed}");
        }
        asked += 1;
    }
    assert!(asked > 5, "{asked}");
}

/// Products with such numbers are rounded to 0 or to the least double, so that a row of them could hold for no point of the hull.
#[test]
fn directions_so_small_that_their_products_are_rounded_away_are_refuted() {
    let mut asked = 0;
    for seed in espalier_testkit::seeds(60) {
        let Some((instance, answer)) = certified(varied(seed, SHAPES[0])) else { continue };
        let Some(mut proof) = answer.certificate.filter(|proof| proof.hull.iter().any(|own| !own.is_empty())) else {
            continue;
        };
        for by in [1e-320, 1e-200, 0.0] {
            proof.hull.iter_mut().flatten().flatten().for_each(|y| *y = by * y.signum());
            let said = certificate(&instance.model, &instance.query, &proof).expect_err("tiny directions").to_string();
            assert!(said.contains("so small that their products are rounded to 0"), "seed {seed}: {said}");
        }
        asked += 1;
    }
    assert!(asked > 5, "{asked}");
}

/// Answers for the example's rows, in the hull of its own rows or of this many that take each value from one of them: proof bytes, milliseconds and
/// the number of directions.
fn of_loan(request: &serde_json::Value, rows: usize, spanning: Option<usize>) -> Vec<(usize, u128, usize)> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))
        .expect("the example");
    let model = espalier_formats::load(&file).expect("the example is right");
    let all = model.background.as_ref().expect("rows").rows.clone();
    let compiled = Arc::new(Compiled::new(&model).expect("a model of axis splits"));
    let mut found = Vec::new();
    for row in all.iter().filter(|row| row.iter().all(|x| x.is_finite())).take(rows) {
        let mut request = request.clone();
        request["query"] = json!(row);
        request["target"] = json!({"class": "accepted"});
        request["certificate"] = json!(true);
        let mut query = espalier_api::Request::parse(&request, &model).expect("a request that fits").query;
        if let (Some(count), Some(hull)) = (spanning, query.hull.clone()) {
            let features = &model.schema.features;
            let mut rng = Rng::new(count as u64);
            let crossed = |_| {
                let mut row = all[*rng.pick(&hull.rows)].clone();
                for feature in features {
                    let from = &all[*rng.pick(&hull.rows)];
                    feature.columns().iter().for_each(|&c| row[c] = from[c]);
                }
                row
            };
            let rows = (0..count).map(crossed).collect();
            let background = Arc::new(Background { rows, labels: None });
            let each: Vec<usize> = (0..count).collect();
            let hull = Hull::new(background, &each, features, hull.epsilon, hull.ball, hull.clusters);
            query.hull = Some(Arc::new(hull));
        }
        let start = std::time::Instant::now();
        let mut search = Search::new(Arc::clone(&compiled), query.clone()).expect("a query that is answered");
        while !search.step(1000) {}
        let (time, answer) = (start.elapsed().as_millis(), search.explanation());
        let proof = answer.certificate.expect("a certificate");
        assert!(!proof.hull.is_empty(), "{request}: no directions");
        certificate(&model, &query, &proof).unwrap_or_else(|e| panic!("{request}: {e}"));
        let Some(cost) = proof.cost.filter(|cost| *cost > 0.0) else { continue };
        let above = Certificate { cost: Some(cost * 1.0001), proved: None, ..proof.clone() };
        assert!(certificate(&model, &query, &above).is_err(), "{request}");
        assert!(
            proof.proved.is_none_or(|proved| proved > cost * (1.0 - 1e-4)),
            "{request}: {:?} of {cost}",
            proof.proved
        );
        let bytes = proof.proofs.iter().map(Vec::len).sum::<usize>();
        found.push((bytes, time, proof.hull.iter().flatten().count()));
    }
    found
}

#[test]
fn the_loan_example_is_certified_in_its_hull() {
    let found = of_loan(&json!({"plausibility": {"hull": {}}}), 24, None);
    assert!(found.len() > 3, "{found:?}");
}

/// Bytes, milliseconds and directions, the median and the most: `cargo test --test suite hull_certificate::measure -- --ignored --nocapture`.
#[test]
#[ignore]
fn measure() {
    for (spanning, request) in [
        (None, json!({"plausibility": {"hull": {}}})),
        (None, json!({"plausibility": {"hull": {"epsilon": 0.05}}})),
        (None, json!({"plausibility": {"hull": {"epsilon": 0.05, "norm": "l2"}}})),
        (None, json!({"plausibility": {"hull": {"clusters": 3}}})),
        (None, json!({"plausibility": {"hull": {}}, "cost": {"norm": {"l1": 1, "l0": 0.1}}})),
        (None, json!({"plausibility": {"hull": {}}, "cost": {"norm": "l2"}})),
        (None, json!({"plausibility": {"hull": {}}, "constraints": [{"max_changes": 3}]})),
        (Some(250), json!({"plausibility": {"hull": {}}})),
        (Some(1000), json!({"plausibility": {"hull": {}}})),
    ] {
        let mut found = of_loan(&request, 60, spanning);
        let mut line = format!("{request}, {spanning:?} rows: {} answers", found.len());
        found.sort();
        line += &format!(", bytes {} to {}", found[found.len() / 2].0, found[found.len() - 1].0);
        found.sort_by_key(|f| f.1);
        line += &format!(", ms {} to {}", found[found.len() / 2].1, found[found.len() - 1].1);
        found.sort_by_key(|f| f.2);
        println!("{line}, directions {} to {}", found[found.len() / 2].2, found[found.len() - 1].2);
    }
}
