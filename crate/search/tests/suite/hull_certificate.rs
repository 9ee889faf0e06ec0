//! Certificates of hulls: confirmed only where their claim is true. The optimum is the independent solver's.

use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::{Norm, Query, Sought};
use espalier_search::{Compiled, Search};
use espalier_testkit::damage::damage;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

const SHAPES: [Shape; 4] = [
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
    Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: true },
    Shape { trees: 6, depth: 3, numbers: 5, others: 3, linear: true },
];

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
    let (mut confirmed, mut whole, mut answers) = (0, 0, 0);
    for (s, shape) in SHAPES.iter().enumerate() {
        for seed in espalier_testkit::seeds(60) {
            let start = std::time::Instant::now();
            let Some((instance, answer)) = certified(oblique::hull(seed, *shape)) else { continue };
            if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
                continue;
            }
            let Some(proof) = answer.certificate else { eprintln!("shape {s}, seed {seed}: no certificate {:?}", answer.status); continue };
            if let Err(e) = certificate(&instance.model, &instance.query, &proof) { eprintln!("shape {s}, seed {seed}: {e}"); continue }
            if start.elapsed().as_millis() > 1000 { eprintln!("shape {s}, seed {seed}: {:?}", start.elapsed()); }
            if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
                if !(proved >= cost * (1.0 - ROUNDED) - ROUNDED) { eprintln!("shape {s}, seed {seed}: {proved} of {cost}"); }
            }
            confirmed += 1;
            answers += u32::from(proof.cost.is_some());
            whole += u32::from(proof.proved.is_none());
        }
    }
    assert!(confirmed > 180 && whole > 100, "{confirmed} confirmed, {answers} answers, {whole} of the cost itself");
    eprintln!("{confirmed} confirmed, {answers} answers, {whole} of the cost itself");
}
