//! Certificates of hulls: confirmed only where their claim is true. The optimum is the independent solver's.

use espalier_model::ensemble::Precision;
use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::hull::Ball;
use espalier_model::query::{Constraint, Hull, Norm, Query, Sought};
use espalier_model::Background;
use espalier_search::{Compiled, Search};
use espalier_testkit::damage::damage;
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

fn certified(mut instance: Instance) -> Option<(Instance, Explanation)> {
    let cost = &mut instance.query.cost;
    if cost.norm.linf > 0.0 {
        cost.norm = Norm { l1: 1.0, l0: 0.2, ..Norm::default() };
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::new(compiled, instance.query.clone()).ok()?;
    while !search.step(1000) {}
    Some((instance, search.explanation()))
}

/// A lower bound that is proved in place of the cost lies this far below it at most, as a share of the cost and in units of cost: the rounding of
/// numbers and sums to single precision.
const ROUNDED: f64 = 1e-3;

#[test]
fn every_proved_answer_has_a_certificate() {
    let (mut confirmed, mut answers, mut whole) = (0, 0, 0);
    for (s, shape) in SHAPES.iter().enumerate() {
        for seed in espalier_testkit::seeds(60) {
            let Some((instance, answer)) = certified(varied(seed, *shape)) else { continue };
            if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
                continue;
            }
            let proof = answer.certificate.unwrap_or_else(|| panic!("shape {s}, seed {seed}: no certificate"));
            certificate(&instance.model, &instance.query, &proof)
                .unwrap_or_else(|e| panic!("shape {s}, seed {seed}: {e}"));
            if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
                assert!(proved >= cost * (1.0 - ROUNDED) - ROUNDED, "shape {s}, seed {seed}: {proved} of {cost}");
            }
            confirmed += 1;
            answers += u32::from(proof.cost.is_some());
            whole += u32::from(proof.proved.is_none());
        }
    }
    println!("{confirmed} confirmed, {answers} answers, {whole} of the cost itself");
    assert!(confirmed > 200 && answers > 60 && whole > 100, "{confirmed}, {answers}, {whole}");
}

/// Changes, removes or replaces a part of a direction, or all of it.
pub(super) fn turn(rng: &mut Rng, claim: &mut Certificate) {
    let of = rng.below(claim.hull.len());
    let all = &mut claim.hull[of];
    if all.is_empty() {
        return;
    }
    let (at, other) = (rng.below(all.len()), rng.below(all.len()));
    let j = rng.below(all[at].len());
    match rng.below(8) {
        0 => all[at][j] = 2.0 * rng.unit() - 1.0,
        1 => all[at][j] *= -1.0,
        2 => all[at][j] *= 1.0 + 1e-6 * rng.unit(),
        3 => drop(all.remove(at)),
        4 => all.swap(at, other),
        5 => all[at].iter_mut().for_each(|y| *y *= *rng.pick(&[0.5, 1e-30, 1e12, 1e200, 1e308])),
        6 => all[at][j] = *rng.pick(&[f64::NAN, f64::INFINITY, -1e308, 1e308, 1e-320]),
        _ => all[at].iter_mut().for_each(|y| *y = 2.0 * rng.unit() - 1.0),
    }
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs and directions of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut rng = Rng::new(12);
    let (mut tried, mut damaged) = (0, 0);
    for (s, shape) in SHAPES.iter().enumerate().take(3) {
        for seed in espalier_testkit::seeds(80) {
            let mut instance = oblique::hull(seed, *shape);
            // The solver knows no squares and no fixed charges.
            instance.query.cost.norm = Norm { l1: 1.0, ..Norm::default() };
            let Some((instance, answer)) = certified(instance) else { continue };
            let Some(optimum) = oblique::solve(&instance) else { continue };
            let Some(proof) = answer.certificate else { continue };
            let model = &instance.model;
            let above = |share: f64| Some(optimum * (1.0 + share) + 1e-5);
            for cost in [None, above(1e-4), above(1.0)] {
                let claim = Certificate { cost, proved: None, ..proof.clone() };
                assert!(
                    certificate(model, &instance.query, &claim).is_err(),
                    "shape {s}, seed {seed}, claims {cost:?}"
                );
                tried += 1;
            }
            for i in 0..40 {
                let mut claim = Certificate { cost: above(1e-3), proved: None, ..proof.clone() };
                if i % 2 == 0 {
                    damage(&mut rng, &mut claim);
                } else {
                    turn(&mut rng, &mut claim);
                }
                damaged += 1;
                assert!(certificate(model, &instance.query, &claim).is_err(), "shape {s}, seed {seed}, damaged");
            }
        }
    }
    assert!(tried > 150 && damaged > 2000, "{tried} claims, {damaged} damaged");
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
