//! Linear leaves and rectifier networks against an independent solver: for every combination of leaves, levels and whole numbers, a linear program of
//! `microlp`, which shares no code with the search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_search::Engine;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, Instance};

fn check(instance: &Instance) -> Result<bool, String> {
    driver::check(instance, Engine::Slanted, 1e-6, |_, _| Ok(()))
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

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test suite linear_leaves::show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let make = match std::env::var("ORACLE_MAKE").as_deref() {
        Ok("network") => oblique::network,
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
