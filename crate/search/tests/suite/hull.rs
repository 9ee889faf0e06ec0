//! Hulls of background rows, with consequences and linear limits, against an independent solver. Every combination of leaves, levels, whole
//! numbers and hulls is one linear program of `microlp`, with a column for each row.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::explanation::Status;
use espalier_model::query::hull::Ball;
use espalier_model::query::Hull;
use espalier_search::Engine;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, Instance};
use espalier_verify::verify;
use std::sync::Arc;

const SHAPES: [Shape; 3] = [
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
    Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: true },
];

fn check(instance: &Instance) -> Result<bool, String> {
    driver::check(instance, Engine::LpSearch, 4e-6, |_, _| Ok(()))
}

fn run(shape: Shape, count: u64) {
    driver::run(shape, count, 8, oblique::hull, check);
}

#[test]
fn hulls_with_linear_limits_agree_with_the_solver() {
    run(SHAPES[0], 250);
}

#[test]
fn hulls_in_ensembles_agree_with_the_solver() {
    run(SHAPES[1], 120);
}

#[test]
fn hulls_in_one_tree_agree_with_the_solver() {
    run(SHAPES[2], 150);
}

/// The distance has a price in place of a limit. A step of single precision moves the distance too.
#[test]
fn hulls_whose_distance_has_a_price_agree_with_the_solver() {
    for (shape, count) in SHAPES.into_iter().zip([90, 72, 54]) {
        driver::run(shape, count, 3, oblique::soft_hull, |instance| {
            driver::check(instance, Engine::LpSearch, 8e-6, |_, _| Ok(()))
        });
    }
}

/// The Euclidean distance lies between the two others, and so does its price.
#[test]
fn a_price_of_the_euclidean_distance_costs_between_those_of_the_other_norms() {
    let mut compared = 0;
    for seed in espalier_testkit::seeds(80) {
        let mut instance = oblique::soft_hull(seed, SHAPES[1]);
        let old = instance.query.hull.take().unwrap();
        let costs = [Ball::Linf, Ball::L2, Ball::L1].map(|ball| {
            let features = &instance.model.schema.features;
            let mut soft = Hull::new(old.background.clone(), &old.rows, features, 0.0, ball, old.clusters);
            soft.price = old.price;
            let mut asked = instance.clone();
            asked.query.hull = Some(Arc::new(soft));
            let found =
                driver::answer(&asked, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}, {ball:?}: {e}"));
            verify(&asked.model, &asked.query, &found).unwrap_or_else(|e| panic!("seed {seed}, {ball:?}: {e}"));
            assert!(
                matches!(found.status, Status::Optimal | Status::Infeasible),
                "seed {seed}, {ball:?}: {:?}, {:?} above {:?}, {}",
                found.status,
                found.counterfactuals.first().map(|c| c.cost),
                found.lower_bound,
                old.price
            );
            found.counterfactuals.first().map_or(f64::INFINITY, |c| c.cost)
        });
        let off = |cost: f64| cost + 8e-6 + 1e-6 * cost;
        assert!(costs[0] <= off(costs[1]) && costs[1] <= off(costs[2]), "seed {seed}: {costs:?}");
        compared += usize::from(costs[2].is_finite() && costs[0] < 0.99 * costs[2]);
    }
    assert!(compared > 10, "{compared}");
}

/// The check measures the distance by the stated rows, and refuses another cost.
#[test]
fn a_wrong_price_of_the_distance_is_refused() {
    let mut checked = 0;
    for seed in espalier_testkit::seeds(60) {
        let instance = oblique::soft_hull(seed, SHAPES[1]);
        let found = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let Some(first) = found.counterfactuals.first().filter(|c| c.mixture.len() > 1) else { continue };
        let wrong = |change: &dyn Fn(&mut espalier_model::explanation::Counterfactual)| {
            let mut one = first.clone();
            change(&mut one);
            let lower_bound = Some(one.cost);
            let found =
                espalier_model::explanation::Explanation { counterfactuals: vec![one], lower_bound, ..found.clone() };
            verify(&instance.model, &instance.query, &found).is_err()
        };
        assert!(wrong(&|c| c.cost *= 0.999), "seed {seed}: cheaper");
        assert!(wrong(&|c| c.mixture.clear()), "seed {seed}: without rows");
        assert!(wrong(&|c| c.mixture[0].1 += 0.01), "seed {seed}: no shares of 1");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

/// The driver holds a conflict to its word alone. So that word must be given nearly always.
#[test]
fn nearly_all_conflicts_of_limits_are_proved_to_be_minimal() {
    let (mut conflicts, mut minimal) = (0, 0);
    for shape in SHAPES {
        for seed in espalier_testkit::seeds(200) {
            let found = driver::answer(&oblique::hull(seed, shape), Engine::LpSearch);
            let found = found.unwrap_or_else(|e| panic!("{shape:?} seed {seed}: {e}"));
            let Some(conflict) = found.conflict.filter(|c| !c.limits().is_empty()) else { continue };
            conflicts += 1;
            minimal += usize::from(conflict.minimal);
        }
    }
    eprintln!("{minimal} of {conflicts} conflicts are minimal");
    assert!(conflicts > 100, "only {conflicts} conflicts");
    assert!(minimal * 50 >= conflicts * 49, "only {minimal} of {conflicts} conflicts are minimal");
}

/// A Euclidean ball lies between the two others, and so does its cost. `verify` checks that its answers lie in the hull.
#[test]
fn euclidean_answers_cost_between_those_of_the_other_norms() {
    let mut compared = 0;
    for seed in espalier_testkit::seeds(200) {
        let mut instance = oblique::hull(seed, SHAPES[1]);
        let hull = instance.query.hull.take().unwrap();
        let costs = [Ball::Linf, Ball::L2, Ball::L1].map(|ball| {
            let features = &instance.model.schema.features;
            let other = Hull::new(hull.background.clone(), &hull.rows, features, hull.epsilon, ball, hull.clusters);
            let mut asked = instance.clone();
            asked.query.hull = Some(Arc::new(other));
            let found =
                driver::answer(&asked, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}, {ball:?}: {e}"));
            verify(&asked.model, &asked.query, &found).unwrap_or_else(|e| panic!("seed {seed}, {ball:?}: {e}"));
            assert!(
                matches!(found.status, Status::Optimal | Status::Infeasible),
                "seed {seed}, {ball:?}: {:?}",
                found.status
            );
            found.counterfactuals.first().map_or(f64::INFINITY, |c| c.cost)
        });
        let off = |cost: f64| cost + 1e-6 + 1e-6 * cost;
        assert!(costs[0] <= off(costs[1]) && costs[1] <= off(costs[2]), "seed {seed}: {costs:?}");
        compared += usize::from(costs[2].is_finite());
    }
    assert!(compared > 40, "{compared}");
}

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test suite hull:: show -- --ignored`.
#[test]
#[ignore]
fn show() {
    driver::show(&SHAPES, oblique::hull, check);
}
