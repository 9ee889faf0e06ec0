//! The pool of incumbents against brute force: the answer stays the optimum, and every other that is listed is an answer, dearer than the last.

use super::oracle::check_all;
use espalier_model::explanation::Explanation;
use espalier_model::query::{Sought, Target};
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{driver, seeds, Instance};
use espalier_verify::verify;
use std::sync::Arc;

/// The instance with a pool in place of ties.
fn pooled(seed: u64, size: Size) -> Instance {
    let mut instance = Instance::new(seed, size);
    instance.query.sought = Sought::Pool { most: 1 + seed as usize % 4 };
    instance
}

#[test]
fn instances_with_a_pool_agree_with_brute_force() {
    for (size, count) in [(Size::TINY, 1000), (Size::SMALL, 1000), (Size::LARGE, 500)] {
        check_all(size, seeds(count), pooled, 2);
    }
}

/// Checks the answer and tells how many others it lists.
fn others(instance: &Instance, found: &Explanation, seed: u64) -> usize {
    verify(&instance.model, &instance.query, found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    found.pool.len()
}

#[test]
fn searches_over_boxes_meet_others() {
    let (mut some, mut all) = (0, 0);
    for seed in seeds(400) {
        let mut instance = pooled(seed, Size::LARGE);
        instance.query.certificate = false;
        instance.query.sought = Sought::Pool { most: 1000 };
        let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
        let mut search = Search::new(compiled, instance.query.clone()).expect("a query that is answered");
        while !search.step(1) {}
        let count = others(&instance, &search.explanation(), seed);
        some += usize::from(count > 0);
        all += count;
    }
    eprintln!("{all} others in {some} of 400 pools");
    assert!(some > 10, "{some}");
}

#[test]
fn searches_over_linear_programs_meet_others() {
    let shape = Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: false };
    let (mut some, mut all) = (0, 0);
    for seed in seeds(120) {
        let mut instance = if seed % 2 == 0 { oblique::hull(seed, shape) } else { oblique::instance(seed, shape) };
        let least = oblique::solve(&instance);
        instance.query.sought = Sought::Pool { most: 5 };
        let found = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let count = others(&instance, &found, seed);
        let cost = found.counterfactuals.first().map(|c| c.cost);
        let (cost, least) = (cost.unwrap_or(f64::INFINITY), least.unwrap_or(f64::INFINITY));
        assert!(cost == least || (cost - least).abs() <= 1e-6 * least.abs() + 4e-6, "seed {seed}: {cost} for {least}");
        some += usize::from(count > 0);
        all += count;
    }
    eprintln!("{all} others in {some} of 120 pools");
    assert!(some > 20, "{some}");
}

/// The check refuses pools that are wrong.
#[test]
fn a_wrong_pool_is_refused() {
    let mut checked = 0;
    for seed in seeds(400) {
        let mut instance = pooled(seed, Size::LARGE);
        instance.query.certificate = false;
        instance.query.sought = Sought::Pool { most: 3 };
        let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
        let mut search = Search::new(compiled, instance.query.clone()).expect("a query that is answered");
        while !search.step(1) {}
        let sound = search.explanation();
        let [first, ..] = &sound.pool[..] else { continue };
        let wrong = |pool| verify(&instance.model, &instance.query, &Explanation { pool, ..sound.clone() }).is_err();
        assert!(wrong(vec![first.clone(), first.clone()]), "seed {seed}: twice");
        assert!(wrong(vec![sound.counterfactuals[0].clone()]), "seed {seed}: the answer itself");
        let mut cheap = first.clone();
        cheap.cost *= 0.999;
        assert!(wrong(vec![cheap]), "seed {seed}: a wrong cost");
        let mut still = first.clone();
        still.values.clone_from(&instance.query.factual);
        // Where classes cost something each, the query itself may be one of the others.
        let is_query = first.changes.is_empty();
        assert_eq!(wrong(vec![still]), !is_query, "seed {seed}: the query itself");
        assert!(!is_query || matches!(instance.query.target, Target::ClassCosts(_)), "seed {seed}: nothing changes");
        assert!(wrong(vec![first.clone(); 4]), "seed {seed}: too many");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}
