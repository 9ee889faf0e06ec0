//! Consequences (FEATURES P3) against an independent solver: every combination of leaves, levels and whole numbers by a linear
//! program of `microlp` with the equations as rows; and by what the equations say of an answer.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

mod common;

use common::oblique::{self, Shape};
use common::{environment, Instance};
use espalier_claims::verify::verify;
use espalier_core::ensemble::Precision;
use espalier_core::explanation::{Explanation, Status};
use espalier_core::query::Constraint;
use espalier_core::schema::Kind;
use espalier_core::search::{Compiled, Search};
use std::sync::Arc;

const SHAPES: [Shape; 3] = [
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
    Shape { trees: 3, depth: 3, numbers: 4, others: 2, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: true },
];

fn answer(instance: &Instance) -> Result<Explanation, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let mut search = Search::new(compiled, instance.query.clone()).map_err(|e| e.to_string())?;
    if search.step(20_000) {
        Ok(search.explanation())
    } else {
        Err("not finished after 20000 nodes".into())
    }
}

fn check(instance: &Instance) -> Result<bool, String> {
    let expected = oblique::solve(instance);
    let explanation = answer(instance)?;
    verify(&instance.model, &instance.query, &explanation).map_err(|e| format!("refuted: {e}"))?;
    match (explanation.status, explanation.counterfactuals.first(), expected) {
        (Status::Optimal, Some(first), Some(least)) => {
            let single = instance.model.ensemble.input == Precision::F32;
            // Numbers of single precision miss a sum by their own rounding.
            if (first.cost - least).abs() > 1e-6 * least.abs() + if single { 4e-6 } else { 1e-8 } {
                return Err(format!("cost {} where the solver finds {least}", first.cost));
            }
            equations(instance, &first.values)?;
            Ok(true)
        }
        (Status::Infeasible, None, None) => conflict(instance, &explanation).map(|()| false),
        (status, first, least) => Err(format!("{status:?} at {:?}, the solver finds {least:?}", first.map(|f| f.cost))),
    }
}

/// Whether every consequence is what its causes make of it.
fn equations(instance: &Instance, row: &[f64]) -> Result<(), String> {
    let features = &instance.model.schema.features;
    for constraint in &instance.query.constraints {
        let Constraint::Causal { feature, parents } = constraint else { continue };
        let by = |f: usize| {
            let column = features[f].columns()[0];
            row[column] - instance.query.factual[column]
        };
        let exact: f64 = parents.iter().map(|&(p, w)| w * by(p)).sum();
        let width = features[*feature].max - features[*feature].min;
        let off = (by(*feature) - exact).abs();
        let whole = matches!(features[*feature].kind, Kind::Integer { .. });
        let single = instance.model.ensemble.input == Precision::F32;
        let rounding = width * if single { 2e-6 } else { 4e-9 };
        if off > rounding + if whole { 0.5 } else { 0.0 } {
            return Err(format!("feature {feature} misses what follows by {off}"));
        }
    }
    Ok(())
}

/// Whether a stated conflict excludes every answer, and none of its proper parts does (FEATURES A7).
fn conflict(instance: &Instance, explanation: &Explanation) -> Result<(), String> {
    let constraints = &instance.query.constraints;
    let solvable = |keep: &dyn Fn(usize) -> bool| {
        let mut part = instance.clone();
        let kept = constraints.iter().enumerate().filter(|(i, _)| keep(*i));
        part.query.constraints = kept.map(|(_, c)| c.clone()).collect();
        oblique::solve(&part).is_some()
    };
    let Some(set) = &explanation.conflict else { return Err("no conflict is named".into()) };
    if !set.is_empty() && solvable(&|i| set.contains(&i)) {
        return Err(format!("the conflict {set:?} allows an answer"));
    }
    match set.iter().find(|&&out| !solvable(&|i| i != out && set.contains(&i))) {
        Some(out) => Err(format!("the conflict {set:?} is not minimal: {out} is not needed")),
        None => Ok(()),
    }
}

fn run(shape: Shape, count: u64) {
    let from = environment("ORACLE_FROM", 0);
    let count = environment("ORACLE_COUNT", count);
    let (mut feasible, mut failed) = (0, 0);
    for seed in from..from + count {
        let instance = oblique::causal(seed, shape);
        match std::panic::catch_unwind(|| check(&instance)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(answered) => feasible += u64::from(answered),
            Err(e) => {
                failed += 1;
                eprintln!("{shape:?} seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(feasible * 6 > count, "only {feasible} of {count} have an answer");
}

#[test]
fn consequences_with_linear_limits_agree_with_the_solver() {
    run(SHAPES[0], 250);
}

#[test]
fn consequences_in_ensembles_agree_with_the_solver() {
    run(SHAPES[1], 200);
}

#[test]
fn consequences_in_one_tree_agree_with_the_solver() {
    run(SHAPES[2], 150);
}

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test causal show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let shape = SHAPES[environment("ORACLE_SHAPE", 0) as usize];
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| std::panic::catch_unwind(|| check(i)).unwrap_or(Err("panicked".into())).err();
    let instance = oblique::causal(environment("ORACLE_FROM", 0), shape);
    let first = ask(&instance).map(words);
    let least = common::shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), common::shrink::show(&least));
    eprintln!("{:?}", answer(&least));
}
