//! Certificates of models with linear leaves, and of consequences that follow from trees: confirmed only where their claim is true. The optimum is the
//! independent solver's.

use espalier_model::ensemble::{Library, Link, Prediction, Task};
use espalier_model::explanation::{Certificate, Explanation, Status};
use espalier_model::query::{Condition, ConditionTest, Constraint, Formula, Join, Norm, Query, Sought, Target};
use espalier_search::{Compiled, Search, SearchError};
use espalier_testkit::damage::damage;
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{Instance, Rng};
use espalier_verify::certificate;
use std::sync::Arc;

/// A random instance of a seed.
type Make = fn(u64, Shape) -> Instance;

const LINE: Shape = Shape { trees: 1, depth: 0, numbers: 8, others: 2, linear: false };
const TREES: [Shape; 3] = [
    Shape { trees: 1, depth: 3, numbers: 5, others: 2, linear: false },
    Shape { trees: 3, depth: 2, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: true },
];

/// The instance as it is asked, with its answer; `None` where it is refused.
pub(super) fn certified(mut instance: Instance) -> Option<(Instance, Explanation)> {
    let cost = &mut instance.query.cost;
    if cost.norm.linf > 0.0 {
        cost.norm = Norm { l1: 1.0, ..Norm::default() };
    }
    instance.query = Query { certificate: true, sought: Sought::Cheapest, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = match Search::new(compiled, instance.query.clone()) {
        // Named combinations have no answer or no certificate.
        Err(SearchError::Unsupported { .. }) => return None,
        search => search.unwrap_or_else(|e| panic!("{e}")),
    };
    while !search.step(1000) {}
    Some((instance, search.explanation()))
}

/// A lower bound that is proved in place of the cost lies this far below it at most, as a share of the cost and in units of cost.
pub(super) const ROUNDED: f64 = 1e-3;

/// Whether a feature follows from trees.
fn follows(instance: &Instance) -> bool {
    instance.query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. }))
}

/// Every proved answer of these seeds has a certificate that the check confirms. Returns their number, and how many prove the cost itself.
fn confirmed(make: Make, shape: Shape, seeds: u64) -> (u32, u32) {
    let (mut confirmed, mut whole, mut unproven, mut bytes) = (0, 0, 0, 0);
    for seed in espalier_testkit::seeds(seeds) {
        let Some((instance, answer)) = certified(make(seed, shape)) else { continue };
        if !matches!(answer.status, Status::Optimal | Status::Infeasible) {
            continue;
        }
        // That nothing follows within the rounding of the input type may be unproven where it follows beside that.
        if answer.certificate.is_none() && answer.status == Status::Infeasible && follows(&instance) {
            unproven += 1;
            continue;
        }
        let proof = answer.certificate.unwrap_or_else(|| panic!("seed {seed}: no certificate"));
        certificate(&instance.model, &instance.query, &proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if let (Some(cost), Some(proved)) = (proof.cost, proof.proved) {
            let near = proved >= cost * (1.0 - ROUNDED) - ROUNDED;
            // A consequence that is as near to a cut as its rounding may lie on either side in a proof.
            assert!(near || follows(&instance), "seed {seed}: {proved} of {cost}");
            unproven += u32::from(!near);
        }
        confirmed += 1;
        whole += u32::from(proof.proved.is_none());
        bytes = bytes.max(proof.proofs.iter().map(Vec::len).sum());
    }
    assert!(unproven * 50 <= confirmed, "{unproven} unproven, {confirmed} confirmed");
    println!("{confirmed} confirmed, {whole} whole, {unproven} unproven, at most {bytes} bytes");
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

/// Consequences that follow from trees.
pub(super) fn consequences(seed: u64, _: Shape) -> Instance {
    espalier_testkit::learned::instance(seed, Size::SMALL)
}

#[test]
fn consequences_of_trees() {
    let (confirmed, whole) = confirmed(consequences, LINE, 80);
    assert!(confirmed > 30 && whole > 20, "{confirmed} confirmed, {whole} of the cost itself");
}

/// Linear leaves beside limits that couple features: changes, rules, a second model with linear leaves.
fn limited(seed: u64, shape: Shape) -> Instance {
    let mut instance = [oblique::sloped, oblique::network][(seed % 2) as usize](seed, shape);
    let rng = &mut Rng::new(seed ^ 0x11_31_7E_D0);
    let Instance { model, query } = &mut instance;
    let features = model.schema.features.len();
    if rng.chance(0.5) {
        query.constraints.push(Constraint::MaxChanges(rng.within(1, features)));
    }
    if rng.chance(0.4) {
        query.margin = 0.02 * rng.unit();
    }
    if rng.chance(0.4) {
        let mut other = (*model.ensemble).clone();
        other.trees.reverse();
        other
            .trees
            .iter_mut()
            .flat_map(|tree| &mut tree.linear)
            .flat_map(|leaf| &mut leaf.weights)
            .for_each(|w| *w *= 0.9);
        query.constraints.push(Constraint::Also { model: Arc::new(other), target: query.target.clone() });
    }
    if rng.chance(0.4) {
        let test = ConditionTest::Unchanged;
        let condition =
            |feature| Formula { join: Join::All, conditions: vec![Condition { feature, test: test.clone() }] };
        let (a, b) = (rng.below(features), rng.below(features));
        query.constraints.push(Constraint::If { when: condition(a), then: condition(b) });
    }
    instance
}

#[test]
fn beside_other_limits() {
    for shape in TREES {
        let (confirmed, whole) = confirmed(limited, shape, 60);
        assert!(confirmed > 30 && whole > 10, "{confirmed} confirmed, {whole} of the cost itself");
    }
}

/// Probabilities and values, in the types and orders of several libraries.
fn linked(seed: u64, shape: Shape) -> Instance {
    let mut instance = [oblique::sloped, oblique::network][(seed % 2) as usize](seed, shape);
    let rng = &mut Rng::new(seed ^ 0x11_4C_ED);
    let Instance { model, query } = &mut instance;
    let ensemble = Arc::make_mut(&mut model.ensemble);
    let library = *rng.pick(&[Library::Plain, Library::XgBoost, Library::OnnxRuntime, Library::ScikitLearn]);
    ensemble.arithmetic.library = library;
    if rng.chance(0.5) {
        ensemble.link = if ensemble.outputs == 2 { Link::Softmax } else { Link::OneVsRest };
        let Target::Class(class) = query.target else { return instance };
        query.target = Target::Probability { class, at_least: 0.3 + 0.3 * rng.unit() };
        return instance;
    }
    // The first score as a number.
    (ensemble.task, ensemble.outputs) = (Task::Regressor, 1);
    ensemble.base.truncate(1);
    for tree in &mut ensemble.trees {
        let width = tree.values.len() / tree.leaves();
        tree.values = tree.values.iter().step_by(width).copied().collect();
        for leaf in &mut tree.linear {
            leaf.weights.truncate(leaf.columns.len());
        }
    }
    model.schema.classes.clear();
    ensemble.link = *rng.pick(&[Link::None, Link::Exp, Link::Softplus]);
    let Ok(Prediction::Value(own)) = ensemble.predict(&query.factual) else { panic!("a regressor") };
    let by = 0.05 + 0.2 * rng.unit();
    let (lo, hi) = *rng.pick(&[(own + by, f64::INFINITY), (f64::NEG_INFINITY, own - by), (own + by, own + 2.0 * by)]);
    query.target = Target::Value { lo, hi };
    instance
}

#[test]
fn probabilities_and_values() {
    for shape in [LINE, TREES[0], TREES[1]] {
        let (confirmed, whole) = confirmed(linked, shape, 80);
        assert!(confirmed > 40 && whole > 10, "{confirmed} confirmed, {whole} of the cost itself");
    }
}

/// Claims above the independent solver's optimum are refuted, and so are damaged proofs of such claims.
#[test]
fn claims_above_the_optimum_are_refuted() {
    let mut rng = Rng::new(12);
    let (mut tried, mut damaged) = (0, 0);
    let makers: [(Make, bool); 3] = [(oblique::sloped, false), (oblique::network, false), (consequences, true)];
    for (make, follows) in makers {
        for shape in [LINE, TREES[0], TREES[2]] {
            for seed in espalier_testkit::seeds(25) {
                let Some((mut instance, answer)) = certified(make(seed, shape)) else { continue };
                let optimum = if follows {
                    espalier_testkit::learned::solve(&instance, 100_000).and_then(|solved| solved.sure)
                } else {
                    // The solver knows no fixed charges.
                    instance.query.cost.norm.l0 = 0.0;
                    oblique::solve(&instance)
                };
                let (Some(proof), Some(optimum)) = (answer.certificate, optimum) else { continue };
                let above = |share: f64| Some(optimum * (1.0 + share) + 1e-6);
                let model = &instance.model;
                for cost in [None, above(1e-4), above(1.0)] {
                    let claim = Certificate { cost, proved: None, ..proof.clone() };
                    assert!(certificate(model, &instance.query, &claim).is_err(), "seed {seed}, claims {cost:?}");
                    tried += 1;
                }
                for _ in 0..20 {
                    let mut claim = Certificate { cost: above(1e-3), proved: None, ..proof.clone() };
                    damage(&mut rng, &mut claim);
                    damaged += 1;
                    assert!(certificate(model, &instance.query, &claim).is_err(), "seed {seed}, damaged");
                }
            }
        }
    }
    assert!(tried > 300 && damaged > 2000, "{tried} claims, {damaged} damaged");
}
