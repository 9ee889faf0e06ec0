//! Certificates of models with hyperplanes: confirmed only where their claim is true. The optimum is the independent solver's.

use espalier_model::ensemble::{Node, Precision, Split};
use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::{Constraint, Norm, Query, Sought};
use espalier_search::{Compiled, Search};
use espalier_testkit::damage::damage;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
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

fn certified(mut instance: Instance) -> Option<(Instance, Explanation)> {
    if !instance.model.ensemble.is_oblique() {
        return None;
    }
    let cost = &mut instance.query.cost;
    if cost.norm.linf > 0.0 {
        cost.norm = Norm { l1: 1.0, l0: 0.2, ..Norm::default() };
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::new(compiled, instance.query.clone()).expect("a query that is answered");
    while !search.step(1000) {}
    Some((instance, search.explanation()))
}

/// A lower bound that is proved in place of the cost lies this far below it at most, as a share of the cost and in units of cost: the rounding of
/// numbers and sums to single precision.
const ROUNDED: f64 = 1e-3;

#[test]
fn every_proved_answer_has_a_certificate() {
    let (mut confirmed, mut whole) = (0, 0);
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
            whole += u32::from(proof.proved.is_none());
        }
    }
    assert!(confirmed > 180 && whole > 100, "{confirmed} confirmed, {whole} of the cost itself");
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut rng = Rng::new(12);
    let (mut tried, mut damaged) = (0, 0);
    for (s, shape) in SHAPES.iter().enumerate().skip(1) {
        for seed in espalier_testkit::seeds(80) {
            let Some((mut instance, answer)) = certified(oblique::instance(seed, *shape)) else { continue };
            // The solver knows no fixed charges.
            instance.query.cost.norm.l0 = 0.0;
            let (Some(proof), Some(optimum)) = (answer.certificate, oblique::solve(&instance)) else { continue };
            let model = &instance.model;
            let above = |share: f64| Some(optimum * (1.0 + share) + 1e-6);
            for cost in [None, above(1e-4), above(1.0)] {
                let claim = Certificate { cost, proved: None, ..proof.clone() };
                assert!(
                    certificate(model, &instance.query, &claim).is_err(),
                    "shape {s}, seed {seed}, claims {cost:?}"
                );
                tried += 1;
            }
            for _ in 0..20 {
                let mut claim = Certificate { cost: above(1e-3), proved: None, ..proof.clone() };
                damage(&mut rng, &mut claim);
                damaged += 1;
                assert!(certificate(model, &instance.query, &claim).is_err(), "shape {s}, seed {seed}, damaged");
            }
        }
    }
    assert!(tried > 300 && damaged > 2000, "{tried} claims, {damaged} damaged");
}
