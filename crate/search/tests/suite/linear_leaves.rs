//! Linear leaves and rectifier networks against an independent solver: for every combination of leaves, levels and whole numbers, a linear program of
//! `microlp`, which shares no code with the search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use super::slanted::written;
use espalier_model::ensemble::{Link, Precision, Prediction};
use espalier_model::explanation::Status;
use espalier_model::query::{Aim, Target};
use espalier_search::Engine;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, Instance};
use espalier_verify::verify;
use std::sync::Arc;

fn check(instance: &Instance) -> Result<bool, String> {
    driver::check(instance, Engine::LpSearch, 1e-6, |_, _| Ok(()))
}

const SHAPES: [Shape; 4] = [
    Shape { trees: 1, depth: 0, numbers: 12, others: 2, linear: false },
    Shape { trees: 1, depth: 3, numbers: 6, others: 2, linear: false },
    Shape { trees: 3, depth: 2, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 2, numbers: 4, others: 1, linear: true },
];

/// As `oblique::sloped`, with squared costs.
fn curved(seed: u64, shape: Shape) -> Instance {
    espalier_testkit::curved::curve(oblique::sloped(seed, shape), seed)
}

/// As `oblique::network`, with squared costs.
fn curved_network(seed: u64, shape: Shape) -> Instance {
    espalier_testkit::curved::curve(oblique::network(seed, shape), seed)
}

/// As `oblique::deep`, with squared costs.
fn curved_deep(seed: u64, shape: Shape) -> Instance {
    espalier_testkit::curved::curve(oblique::deep(seed, shape), seed)
}

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test suite linear_leaves::show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let make = match std::env::var("ORACLE_MAKE").as_deref() {
        Ok("network") => oblique::network,
        Ok("deep") => oblique::deep,
        Ok("curved_deep") => curved_deep,
        Ok("curved") => curved,
        Ok("curved_network") => curved_network,
        _ => oblique::sloped,
    };
    driver::show(&SHAPES, make, check);
}

#[test]
fn one_linear_function_agrees() {
    driver::run(SHAPES[0], 150, 4, oblique::sloped, check);
}

#[test]
fn trees_with_linear_leaves_agree() {
    driver::run(SHAPES[1], 150, 4, oblique::sloped, check);
    driver::run(SHAPES[2], 150, 4, oblique::sloped, check);
}

#[test]
fn linear_limits_agree() {
    driver::run(SHAPES[3], 200, 6, oblique::sloped, check);
}

#[test]
fn squared_costs_agree() {
    for shape in [SHAPES[1], SHAPES[2], SHAPES[3]] {
        driver::run(shape, 80, 6, curved, check);
    }
}

#[test]
fn networks_of_one_hidden_layer_agree() {
    for shape in [SHAPES[1], SHAPES[2], SHAPES[3]] {
        driver::run(shape, 150, 6, oblique::network, check);
    }
}

#[test]
fn networks_agree_on_squared_costs() {
    for shape in [SHAPES[1], SHAPES[2]] {
        driver::run(shape, 60, 6, curved_network, check);
    }
}

#[test]
fn networks_of_several_hidden_layers_agree() {
    for shape in [SHAPES[1], SHAPES[2], SHAPES[3]] {
        driver::run(shape, 150, 6, oblique::deep, check);
    }
}

#[test]
fn deep_networks_agree_on_squared_costs() {
    for shape in [SHAPES[1], SHAPES[2]] {
        driver::run(shape, 60, 6, curved_deep, check);
    }
}

/// The mixed-integer program, solved by our own branch and bound.
#[test]
fn the_mixed_integer_program_agrees() {
    for shape in [SHAPES[1], SHAPES[2], SHAPES[3]] {
        driver::run(shape, 40, 6, oblique::sloped, |i| driver::check(i, Engine::Milp, 1e-6, |_, _| Ok(())));
        driver::run(shape, 40, 6, oblique::network, |i| driver::check(i, Engine::Milp, 1e-6, |_, _| Ok(())));
    }
}

/// The same program as a file, solved by `microlp`.
#[test]
fn written_programs_agree() {
    for shape in [SHAPES[1], SHAPES[2], SHAPES[3]] {
        driver::run(shape, 30, 8, oblique::sloped, written);
        driver::run(shape, 30, 8, oblique::network, written);
    }
}

/// The best prediction within a budget is the score of no cheaper bound: with a budget of the least cost of a probability, at least that probability
/// is reached, and with less than that it is not.
#[test]
fn the_best_within_a_budget_turns_at_the_least_cost() {
    let mut compared = 0;
    for seed in espalier_testkit::seeds(60) {
        let mut instance =
            if seed % 2 == 0 { oblique::sloped(seed, SHAPES[2]) } else { oblique::network(seed, SHAPES[2]) };
        let ensemble = Arc::make_mut(&mut instance.model.ensemble);
        ensemble.link = Link::OneVsRest;
        ensemble.input = Precision::F64;
        let Target::Class(class) = instance.query.target else { panic!("a class is asked for") };
        let Ok(Prediction::Class { scores, .. }) = instance.model.ensemble.predict(&instance.query.factual) else {
            panic!("a classifier")
        };
        let at_least = scores[class] + 0.3 * (1.0 - scores[class]) * 0.5;
        instance.query.target = Target::Probability { class, at_least };
        let answer = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let Some(first) = answer.counterfactuals.first().filter(|c| c.cost > 1e-3) else { continue };
        for (budget, reaches) in [(first.cost * (1.0 + 1e-6) + 1e-9, true), (first.cost * 0.99, false)] {
            instance.query.target = Target::Best { aim: Aim::Class(class), budget };
            let best = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            verify(&instance.model, &instance.query, &best).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(best.status, Status::Optimal, "seed {seed}");
            let reach = best.reach.as_ref().expect("a best prediction");
            assert_eq!(reach.value >= at_least - 1e-7, reaches, "seed {seed}: {} for {at_least}", reach.value);
            assert!(reach.bound - reach.value <= 1e-6, "seed {seed}: {} to {}", reach.value, reach.bound);
        }
        compared += 1;
    }
    assert!(compared > 20, "only {compared} were compared");
}
