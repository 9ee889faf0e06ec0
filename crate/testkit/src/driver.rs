//! An engine against the independent solver (`oblique::solve`), over the seeds of a shape.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use super::earning::earned;
use super::oblique::{self, Shape};
use super::{environment, forgiven, is_fixed, seeds, shrink, Instance, LEFT_OPEN};
use espalier_model::ensemble::Precision;
use espalier_model::explanation::{Conflict, Explanation, Status};
use espalier_search::{Compiled, Engine, Search};
use espalier_verify::verify;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

/// The answer of an engine. An error where it has none within 200,000 steps, or where its lower bound falls.
pub fn answer(instance: &Instance, engine: Engine) -> Result<Explanation, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let mut search = Search::by(compiled, instance.query.clone(), engine).map_err(|e| e.to_string())?;
    // Bounds are rounded in costs that are raised by the most that changes may earn.
    let earned = earned(instance);
    let mut bound = -earned;
    for _ in 0..200_000 {
        if search.step(1) {
            return Ok(search.explanation());
        }
        let now = search.progress().lower_bound;
        if now.is_nan() || now + earned < (bound + earned) * (1.0 - 1e-6) - 2e-6 {
            return Err(format!("the bound fell from {bound} to {now}"));
        }
        bound = now;
    }
    Err("not finished after 200000 steps".into())
}

/// Whether there is an answer. It is compared with the solver's, and its row is passed to `also`. Numbers of single precision miss a
/// hyperplane by their own rounding; this may make costs differ by `single`.
pub fn check(
    instance: &Instance,
    engine: Engine,
    single: f64,
    also: impl Fn(&Instance, &[f64]) -> Result<(), String>,
) -> Result<bool, String> {
    let expected = oblique::solve(instance);
    let explanation = answer(instance, engine)?;
    verify(&instance.model, &instance.query, &explanation).map_err(|e| format!("refuted: {e}"))?;
    match (explanation.status, explanation.counterfactuals.first(), expected) {
        (Status::Optimal, Some(first), Some(least)) => {
            let off = (first.cost - least).abs();
            let rounding = if instance.model.ensemble.input == Precision::F32 { single } else { 1e-8 };
            if off > 1e-6 * (least.abs() + earned(instance)) + rounding {
                let input = instance.model.ensemble.input;
                return Err(format!("cost {} where the solver finds {least} ({input:?})", first.cost));
            }
            also(instance, &first.values).map(|()| true)
        }
        (Status::Infeasible, None, None) => conflict(instance, &explanation).map(|()| false),
        (status, first, least) => Err(format!(
            "{}{status:?} at {:?}, bound {:?}, the solver finds {least:?}",
            match (status, least, explanation.lower_bound) {
                // The solver's optimum is rounded.
                (Status::Feasible | Status::Unknown, Some(least), Some(bound)) if bound <= least + 1e-6 => LEFT_OPEN,
                _ => "",
            },
            first.map(|f| f.cost),
            explanation.lower_bound
        )),
    }
}

/// Whether a stated conflict excludes every answer and, where it says that it is minimal, none of its proper parts does. Limits are numbered:
/// the constraints first, then the depth in an isolation forest, the hull, the distance from splits. Where no conflict is named, the limits must not be to blame.
fn conflict(instance: &Instance, explanation: &Explanation) -> Result<(), String> {
    let constraints = &instance.query.constraints;
    let solvable = |keep: &dyn Fn(usize) -> bool| {
        let mut part = instance.clone();
        part.query.depth = part.query.depth.filter(|_| keep(constraints.len()));
        part.query.hull = part.query.hull.filter(|_| keep(instance.query.hull_at()));
        if !keep(instance.query.distance_at()) {
            part.query.distance = 0.0;
        }
        if !keep(instance.query.margin_at()) {
            part.query.margin = 0.0;
        }
        let kept = constraints.iter().enumerate().filter(|(i, _)| keep(*i));
        part.query.constraints = kept.map(|(_, c)| c.clone()).collect();
        oblique::solve(&part).is_some()
    };
    let set = explanation.conflict.as_ref().map(Conflict::limits).unwrap_or_default();
    if solvable(&|i| set.contains(&i)) {
        return Err(format!("the conflict {set:?} allows an answer"));
    }
    // A part is undecided where rounding leaves a node without an answer and without a proof.
    if explanation.conflict.as_ref().is_some_and(|c| !c.minimal) {
        return Ok(());
    }
    match set.iter().find(|&&out| !solvable(&|i| i != out && set.contains(&i))) {
        Some(out) => Err(format!("the conflict {set:?} is not minimal: {out} is not needed")),
        None => Ok(()),
    }
}

/// Checks `count` seeds of a shape, and as many of the day's as [`seeds`] adds. At least one in `one_in` of the fixed ones must have an answer.
pub fn run(
    shape: Shape,
    count: u64,
    one_in: u64,
    make: impl Fn(u64, Shape) -> Instance,
    check: impl Fn(&Instance) -> Result<bool, String> + RefUnwindSafe,
) {
    let seeds = seeds(count);
    let (count, fixed) = (seeds.len(), seeds.iter().filter(|&&seed| is_fixed(seed)).count() as u64);
    let (mut feasible, mut failed, mut open) = (0, 0, 0);
    for seed in seeds {
        let instance = make(seed, shape);
        match std::panic::catch_unwind(|| check(&instance)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(answered) => feasible += u64::from(answered && is_fixed(seed)),
            Err(e) => {
                *if forgiven(seed, &e) { &mut open } else { &mut failed } += 1;
                eprintln!("{shape:?} seed {seed}: {e}");
            }
        }
    }
    assert!(open < 2, "{open} of the day's seeds were left open");
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(feasible * one_in > fixed, "only {feasible} of {fixed} have an answer");
}

/// Prints the smallest instance that fails like that of `ORACLE_FROM` and `ORACLE_SHAPE`.
pub fn show(
    shapes: &[Shape],
    make: impl Fn(u64, Shape) -> Instance,
    check: impl Fn(&Instance) -> Result<bool, String> + RefUnwindSafe,
) {
    let shape = shapes[environment("ORACLE_SHAPE", 0) as usize];
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| std::panic::catch_unwind(|| check(i)).unwrap_or(Err("panicked".into())).err();
    let instance = make(environment("ORACLE_FROM", 0), shape);
    let first = ask(&instance).map(words);
    let least = shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), shrink::show(&least));
    eprintln!("{:?}", answer(&least, Engine::LpSearch));
}
