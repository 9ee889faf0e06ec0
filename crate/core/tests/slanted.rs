//! Hyperplanes and linear limits against an independent solver: every combination of leaves, levels and whole numbers
//! by a linear program of `microlp`, which shares nothing with the search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

mod common;

use common::oblique::{self, Shape};
use common::Instance;
use espalier_core::ensemble::Precision;
use espalier_core::explanation::{Explanation, Status};
use espalier_core::search::{Compiled, Search};
use espalier_core::verify::verify;
use std::sync::Arc;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn answer(instance: &Instance) -> Result<Explanation, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let mut search = Search::new(compiled, instance.query.clone()).map_err(|e| e.to_string())?;
    let mut bound = 0.0f64;
    for _ in 0..20_000 {
        if search.step(1) {
            return Ok(search.explanation());
        }
        let now = search.progress().lower_bound;
        if now.is_nan() || now < bound * (1.0 - 1e-6) - 2e-6 {
            return Err(format!("the bound fell from {bound} to {now}"));
        }
        bound = now;
    }
    Err("not finished after 20000 nodes".into())
}

fn check(instance: &Instance) -> Result<bool, String> {
    let expected = oblique::solve(instance);
    let explanation = answer(instance)?;
    verify(&instance.model, &instance.query, &explanation).map_err(|e| format!("refuted: {e}"))?;
    match (explanation.status, explanation.counterfactuals.first(), expected) {
        (Status::Optimal, Some(first), Some(least)) => {
            let off = (first.cost - least).abs();
            // Numbers of single precision miss a hyperplane by their own rounding.
            let single = instance.model.ensemble.input == Precision::F32;
            if off <= 1e-6 * least.abs() + if single { 2e-6 } else { 1e-8 } {
                Ok(true)
            } else {
                Err(format!("cost {} where the solver finds {least}", first.cost))
            }
        }
        (Status::Infeasible, None, None) => Ok(false),
        (status, first, least) => Err(format!("{status:?} at {:?}, the solver finds {least:?}", first.map(|f| f.cost))),
    }
}

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test slanted show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let shape = SHAPES[environment("ORACLE_SHAPE", 0) as usize];
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| std::panic::catch_unwind(|| check(i)).unwrap_or(Err("panicked".into())).err();
    let instance = oblique::instance(environment("ORACLE_FROM", 0), shape);
    let first = ask(&instance).map(words);
    let least = common::shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), common::shrink::show(&least));
    eprintln!("{:?}", answer(&least));
}

const SHAPES: [Shape; 4] = [
    Shape { trees: 1, depth: 6, numbers: 30, others: 0, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false },
    Shape { trees: 3, depth: 3, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
];

fn run(shape: Shape, count: u64) {
    let from = environment("ORACLE_FROM", 0);
    let count = environment("ORACLE_COUNT", count);
    let (mut feasible, mut failed) = (0, 0);
    for seed in from..from + count {
        let instance = oblique::instance(seed, shape);
        match std::panic::catch_unwind(|| check(&instance)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(answered) => feasible += u64::from(answered),
            Err(e) => {
                failed += 1;
                eprintln!("{shape:?} seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(feasible * 2 > count, "only {feasible} of {count} have an answer");
}

#[test]
fn one_tree_agrees_with_the_solver_leaf_by_leaf() {
    run(SHAPES[0], 150);
}

#[test]
fn one_tree_with_levels_and_whole_numbers_agrees() {
    run(SHAPES[1], 150);
}

#[test]
fn small_ensembles_agree() {
    run(SHAPES[2], 150);
}

#[test]
fn linear_limits_agree() {
    run(SHAPES[3], 200);
}
