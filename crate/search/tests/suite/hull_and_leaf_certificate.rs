//! Certificates where parts of several kinds meet: a hull beside linear leaves, networks, hyperplanes, consequences of trees, linear limits and other
//! models. The optimum is the independent solver's where it knows all parts, else the answer itself says that nothing above its cost is proved.

use crate::certified::{certified, Confirmed, Make, Refuted};
use crate::leaf_certificate::{consequences, taught};
use espalier_model::explanation::Status;
use espalier_model::query::{Constraint, Norm};
use espalier_model::schema::Kind;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

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

fn learned(seed: u64, shape: Shape) -> Instance {
    oblique::in_hull(seed, taught(seed, shape))
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
const KINDS: [(&str, Make, bool); 5] = [
    ("leaves", leaves, true),
    ("network", network, true),
    ("consequences", following, false),
    ("learned", learned, false),
    ("limited", limited, false),
];

#[test]
fn every_proved_answer_in_a_hull_has_a_certificate() {
    for (kind, make, _) in KINDS {
        let (mut found, mut fresh) = (Confirmed::default(), Confirmed::default());
        for (s, shape) in SHAPES.iter().enumerate() {
            for seed in espalier_testkit::seeds(40) {
                let counted = if espalier_testkit::is_fixed(seed) { &mut found } else { &mut fresh };
                let seed = FIRST + seed;
                let Some((instance, answer)) = certified(make(seed, *shape)) else { continue };
                counted.add(
                    &format!("{kind}, shape {s}, seed {seed}"),
                    &instance,
                    answer,
                    kind == "consequences" || kind == "learned",
                );
            }
        }
        assert!(found.unproven * 20 <= found.all, "{kind}: {found}");
        assert!(found.all > 40 && found.answers > 8 && found.whole > 20, "{kind}: {found}");
    }
}

/// A box that ends one number below the query's own misses "no less than before" by that step alone, which the check forgives. The linear program took that for
/// its reason that the box is empty, and so the proof had none.
#[test]
fn a_box_one_step_beside_the_query_is_closed_by_another_reason() {
    let (instance, answer) = certified(limited(991_040_157, SHAPES[1])).expect("it has certificates");
    assert_eq!(answer.status, Status::Infeasible);
    let proof = answer.certificate.expect("a certificate");
    certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("{e}"));
    // The limit that makes it impossible is in the proof: without it the same proof shows nothing.
    let mut free = instance.query.copied();
    free.constraints.retain(|c| !matches!(c, Constraint::Also { .. } | Constraint::MaxChanges(_)));
    assert!(certificate(&instance.model, &free, &proof).is_err());
}

/// Whether a step of the input type is less than a millionth of each number's range. Else the answer may cost less than the claim of its certificate, which
/// is about numbers that follow others exactly.
pub(super) fn fine(instance: &Instance) -> bool {
    let Instance { model, .. } = instance;
    let step = model.ensemble.input.step();
    let mut numbers = model.schema.features.iter().filter(|f| matches!(f.kind, Kind::Numeric { .. }));
    numbers.all(|f| f.max.abs().max(f.min.abs()) * step < 1e-6 * (f.max - f.min))
}

/// Claims above the least cost are refuted, and so are damaged proofs and directions of such claims.
#[test]
fn claims_above_the_least_cost_in_a_hull_are_refuted() {
    for (kind, make, solved) in KINDS {
        let mut refuted = Refuted::new(41, 30, 1e-4);
        for (s, shape) in SHAPES.iter().enumerate() {
            for seed in espalier_testkit::seeds(30) {
                let mut instance = make(2 * FIRST + seed, *shape);
                // The solver knows no squares and no fixed charges.
                instance.query.cost.norm = Norm { l1: 1.0, ..Norm::default() };
                let Some((instance, answer)) = certified(instance) else { continue };
                let (Some(proof), Some(found)) = (answer.certificate, answer.counterfactuals.first()) else { continue };
                let optimum = if solved { oblique::solve(&instance) } else { fine(&instance).then_some(found.cost) };
                let Some(optimum) = optimum else { continue };
                refuted.add(&format!("{kind}, shape {s}, seed {seed}"), &instance, &proof, optimum);
            }
        }
        let (claims, damaged) = (refuted.claims, refuted.damaged);
        assert!(claims > 30 && damaged > 300, "{kind}: {claims} claims, {damaged} damaged");
    }
}
