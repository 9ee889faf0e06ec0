//! Certificates where parts of several kinds meet: a hull beside linear leaves, networks, hyperplanes, consequences of trees, linear limits and other
//! models. The optimum is the independent solver's where it knows all parts, else the answer itself says that nothing above its cost is proved.

use crate::hull_certificate::turn;
use crate::leaf_certificate::{certified, consequences, ROUNDED};
use espalier_model::explanation::{Certificate, Status};
use espalier_model::query::{Constraint, Norm};
use espalier_testkit::damage::damage;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

/// A random instance of a seed.
type Make = fn(u64, Shape) -> Instance;

const SHAPES: [Shape; 3] = [
    Shape { trees: 1, depth: 0, numbers: 5, others: 2, linear: true },
    Shape { trees: 2, depth: 2, numbers: 4, others: 2, linear: true },
    Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: false },
];

/// The seeds of these tests begin behind those of others.
const FIRST: u64 = 40_000;

fn leaves(seed: u64, shape: Shape) -> Instance {
    oblique::in_hull(seed, oblique::sloped(seed, shape))
}

fn network(seed: u64, shape: Shape) -> Instance {
    oblique::in_hull(seed, oblique::network(seed, shape))
}

fn following(seed: u64, shape: Shape) -> Instance {
    oblique::in_hull(seed, consequences(seed, shape))
}

/// Linear leaves in a hull, with a limit on changes and a second model with linear leaves.
fn limited(seed: u64, shape: Shape) -> Instance {
    let mut instance = if seed.is_multiple_of(2) { leaves(seed, shape) } else { network(seed, shape) };
    let rng = &mut Rng::new(seed ^ 0xC0_3B_1E_D0);
    let Instance { model, query } = &mut instance;
    if rng.chance(0.5) {
        query.constraints.push(Constraint::MaxChanges(rng.within(2, 4)));
    }
    if rng.chance(0.5) {
        let mut other = (*model.ensemble).clone();
        let weights = other.trees.iter_mut().flat_map(|tree| &mut tree.linear).flat_map(|leaf| &mut leaf.weights);
        weights.for_each(|w| *w *= 0.9);
        query.constraints.push(Constraint::Also { model: Arc::new(other), target: query.target.clone() });
    }
    instance
}

/// The kinds, each with whether the independent solver knows all parts of it.
const KINDS: [(&str, Make, bool); 4] = [
    ("leaves", leaves, true),
    ("network", network, true),
    ("consequences", following, false),
    ("limited", limited, false),
];

#[test]
fn every_proved_answer_in_a_hull_has_a_certificate() {
    for (kind, make, _) in KINDS {
        let (mut confirmed, mut answers, mut whole, mut unproven, mut bytes) = (0, 0, 0, 0, 0);
        for (s, shape) in SHAPES.iter().enumerate() {
            for seed in espalier_testkit::seeds(40) {
                let seed = FIRST + seed;
                let Some((instance, answer)) = certified(make(seed, *shape)) else { continue };
                if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
                    continue;
                }
                let place = format!("{kind}, shape {s}, seed {seed}");
                // A consequence that is as near to a cut as its rounding may lie on either side in a proof.
                let near_cut = kind == "consequences";
                if answer.certificate.is_none() && answer.status == Status::Infeasible && near_cut {
                    unproven += 1;
                    continue;
                }
                let proof = answer.certificate.unwrap_or_else(|| panic!("{place}: no certificate"));
                certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("{place}: {e}"));
                if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
                    let near = proved >= cost * (1.0 - ROUNDED) - ROUNDED;
                    assert!(near || near_cut, "{place}: {proved} of {cost}");
                    unproven += u32::from(!near);
                }
                confirmed += 1;
                answers += u32::from(proof.cost.is_some());
                whole += u32::from(proof.proved.is_none());
                bytes = bytes.max(proof.proofs.iter().map(Vec::len).sum());
            }
        }
        println!("{kind}: {confirmed} confirmed, {answers} answers, {whole} of the cost itself, {unproven} unproven, at most {bytes} bytes");
        assert!(unproven * 20 <= confirmed, "{kind}: {unproven} unproven, {confirmed} confirmed");
        assert!(confirmed > 40 && answers > 8 && whole > 20, "{kind}: {confirmed}, {answers}, {whole}");
    }
}

/// Claims above the least cost are refuted, and so are damaged proofs and directions of such claims.
#[test]
fn claims_above_the_least_cost_in_a_hull_are_refuted() {
    let mut rng = Rng::new(41);
    for (kind, make, solved) in KINDS {
        let (mut tried, mut damaged) = (0, 0);
        for (s, shape) in SHAPES.iter().enumerate() {
            for seed in espalier_testkit::seeds(30) {
                let mut instance = make(2 * FIRST + seed, *shape);
                // The solver knows no squares and no fixed charges.
                instance.query.cost.norm = Norm { l1: 1.0, ..Norm::default() };
                let Some((instance, answer)) = certified(instance) else { continue };
                let (Some(proof), Some(found)) = (answer.certificate, answer.counterfactuals.first()) else { continue };
                let optimum = if solved { oblique::solve(&instance) } else { Some(found.cost) };
                let Some(optimum) = optimum else { continue };
                let model = &instance.model;
                let above = |share: f64| Some(optimum * (1.0 + share) + 1e-4);
                for cost in [None, above(1e-3), above(1.0)] {
                    let claim = Certificate { cost, proved: None, ..proof.clone() };
                    let refuted = certificate(model, &instance.query, &claim).is_err();
                    assert!(refuted, "{kind}, shape {s}, seed {seed}, claims {cost:?}");
                    tried += 1;
                }
                for i in 0..30 {
                    let mut claim = Certificate { cost: above(1e-3), proved: None, ..proof.clone() };
                    if i % 2 == 0 {
                        damage(&mut rng, &mut claim);
                    } else {
                        turn(&mut rng, &mut claim);
                    }
                    damaged += 1;
                    let refuted = certificate(model, &instance.query, &claim).is_err();
                    assert!(refuted, "{kind}, shape {s}, seed {seed}, damaged");
                }
            }
        }
        println!("{kind}: {tried} claims, {damaged} damaged");
        assert!(tried > 30 && damaged > 300, "{kind}: {tried} claims, {damaged} damaged");
    }
}
