//! An answer in each of several hulls, each against the independent solver.

use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Hull, Query, Sought};
use espalier_search::Engine;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, seeds, Instance};
use espalier_verify::verify;
use std::sync::Arc;

const SHAPE: Shape = Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: true };

/// An instance with a hull that is asked for in parts: its clusters, or distances, or both.
fn parted(seed: u64) -> Instance {
    let mut instance = oblique::hull(seed, SHAPE);
    let old = instance.query.hull.take().expect("a hull");
    let features = &instance.model.schema.features;
    let series = if seed.is_multiple_of(3) { Vec::new() } else { vec![0.0, 0.05, 0.4] };
    let epsilon = series.last().copied().unwrap_or(old.epsilon);
    let mut hull =
        Hull::new(Arc::clone(&old.background), &old.rows, features, epsilon, old.ball, 1 + seed as usize % 3);
    hull.each = !seed.is_multiple_of(3) || seed.is_multiple_of(2);
    hull.series = series;
    instance.query.hull = Some(Arc::new(hull));
    instance.query.sought = Sought::Hulls;
    instance
}

fn answered(seed: u64) -> (Instance, Explanation) {
    let instance = parted(seed);
    let found = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    (instance, found)
}

#[test]
fn every_hull_has_its_own_optimum() {
    let (mut answers, mut none) = (0, 0);
    for seed in seeds(100) {
        let (instance, found) = answered(seed);
        let queries: Vec<Query> = instance.query.hull_queries(&instance.model.schema.features);
        assert_eq!(found.hulls.len(), queries.len(), "seed {seed}");
        let mut least = f64::INFINITY;
        for (at, (query, one)) in queries.into_iter().zip(&found.hulls).enumerate() {
            let expected = oblique::solve(&Instance { query, ..instance.clone() });
            match (one.status, one.counterfactuals.first(), expected) {
                (Status::Optimal, Some(first), Some(cost)) => {
                    let off = (first.cost - cost).abs();
                    assert!(
                        off <= 1e-6 * cost + 4e-6,
                        "seed {seed}, {at}: {} where the solver finds {cost}",
                        first.cost
                    );
                    least = least.min(first.cost);
                    answers += 1;
                }
                (Status::Infeasible, None, None) => {
                    assert!(one.conflict.is_some(), "seed {seed}, {at}: no reason");
                    none += 1;
                }
                (status, ..) => panic!("seed {seed}, {at}: {status:?} where the solver finds {expected:?}"),
            }
        }
        let status = if least.is_finite() { Status::Optimal } else { Status::Infeasible };
        assert_eq!(found.status, status, "seed {seed}");
        assert_eq!(found.counterfactuals.first().map_or(f64::INFINITY, |c| c.cost), least, "seed {seed}");
    }
    eprintln!("{answers} answers, {none} hulls without one");
    assert!(answers > 65 && none > 25, "{answers} answers, {none} without");
}

/// The check refuses answers of single hulls that are wrong, left out or not listed.
#[test]
fn wrong_parts_are_refused() {
    let mut checked = 0;
    for seed in seeds(120) {
        let (instance, sound) = answered(seed);
        let wrong = |change: &dyn Fn(&mut Explanation)| {
            let mut found = sound.clone();
            change(&mut found);
            verify(&instance.model, &instance.query, &found).is_err()
        };
        assert!(wrong(&|e| e.hulls.truncate(e.hulls.len() - 1)), "seed {seed}: one is left out");
        if sound.status != Status::Optimal {
            continue;
        }
        assert!(wrong(&|e| e.counterfactuals.truncate(e.counterfactuals.len() - 1)), "seed {seed}: one is not listed");
        assert!(
            wrong(&|e| e.hulls.iter_mut().for_each(|one| Arc::make_mut(one).status = Status::Unknown)),
            "seed {seed}: nothing is proved"
        );
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}
