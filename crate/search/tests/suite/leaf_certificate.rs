//! Certificates of models with linear leaves, and of consequences that follow from trees: confirmed only where their claim is true. The optimum is the
//! independent solver's.

use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::{Constraint, Norm, Query, Sought};
use espalier_search::{Compiled, Search};
use espalier_testkit::damage::damage;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

const LINE: Shape = Shape { trees: 1, depth: 0, numbers: 8, others: 2, linear: false };
const TREES: [Shape; 3] = [
    Shape { trees: 1, depth: 3, numbers: 5, others: 2, linear: false },
    Shape { trees: 3, depth: 2, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: true },
];

fn certified(mut instance: Instance) -> Option<(Instance, Explanation)> {
    let cost = &mut instance.query.cost;
    if cost.norm.linf > 0.0 {
        cost.norm = Norm { l1: 1.0, ..Norm::default() };
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::new(compiled, instance.query.clone()).expect("a query that is answered");
    while !search.step(1000) {}
    Some((instance, search.explanation()))
}

/// A lower bound that is proved in place of the cost lies this far below it at most, as a share of the cost and in units of cost.
const ROUNDED: f64 = 1e-3;

/// Every proved answer of these seeds has a certificate that the check confirms. Returns their number, and how many prove the cost itself.
fn confirmed(make: fn(u64, Shape) -> Instance, shape: Shape, seeds: u64) -> (u32, u32) {
    let (mut confirmed, mut whole, mut bytes) = (0, 0, 0);
    for seed in espalier_testkit::seeds(seeds) {
        let Some((instance, answer)) = certified(make(seed, shape)) else { continue };
        if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
            continue;
        }
        let proof = answer.certificate.unwrap_or_else(|| panic!("seed {seed}: no certificate"));
        certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
            assert!(proved >= cost * (1.0 - ROUNDED) - ROUNDED, "seed {seed}: {proved} of {cost}");
        }
        confirmed += 1;
        whole += u32::from(proof.proved.is_none());
        bytes = bytes.max(proof.proofs.iter().map(Vec::len).sum());
    }
    println!("{confirmed} confirmed, {whole} whole, at most {bytes} bytes");
    (confirmed, whole)
}

#[test]
fn one_linear_function() {
    let (confirmed, whole) = confirmed(oblique::sloped, LINE, 60);
    assert!(confirmed > 40 && whole > 20, "{confirmed} confirmed, {whole} of the cost itself");
}

#[test]
fn trees_with_linear_leaves() {
    for shape in TREES {
        let (confirmed, whole) = confirmed(oblique::sloped, shape, 60);
        assert!(confirmed > 40 && whole > 20, "{confirmed} confirmed, {whole} of the cost itself");
    }
}

#[test]
fn networks_of_one_hidden_layer() {
    for shape in TREES {
        let (confirmed, whole) = confirmed(oblique::network, shape, 60);
        assert!(confirmed > 40 && whole > 20, "{confirmed} confirmed, {whole} of the cost itself");
    }
}
