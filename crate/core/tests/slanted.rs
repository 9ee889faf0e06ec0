//! Hyperplanes and linear limits against an independent solver: every combination of leaves, levels and whole numbers
//! by a linear program of `microlp`, which shares nothing with the search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

mod common;

use common::environment;
use common::oblique::{self, Shape};
use common::programs::Program;
use common::Instance;
use espalier_claims::verify::verify;
use espalier_core::ensemble::Precision;
use espalier_core::explanation::{Explanation, Status};
use espalier_core::query::{Constraint, Distinct, Relation, Target};
use espalier_core::schema::Kind;
use espalier_core::search::{formulation, Compiled, Engine, Format, Search};
use std::sync::Arc;

fn answer(instance: &Instance, engine: Engine) -> Result<Explanation, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let mut search = Search::by(compiled, instance.query.clone(), engine).map_err(|e| e.to_string())?;
    let mut bound = 0.0f64;
    for _ in 0..200_000 {
        if search.step(1) {
            return Ok(search.explanation());
        }
        let now = search.progress().lower_bound;
        if now.is_nan() || now < bound * (1.0 - 1e-6) - 2e-6 {
            return Err(format!("the bound fell from {bound} to {now}"));
        }
        bound = now;
    }
    Err("not finished after 200000 steps".into())
}

fn check(instance: &Instance) -> Result<bool, String> {
    check_by(instance, Engine::Slanted)
}

fn check_by(instance: &Instance, engine: Engine) -> Result<bool, String> {
    let expected = oblique::solve(instance);
    let explanation = answer(instance, engine)?;
    verify(&instance.model, &instance.query, &explanation).map_err(|e| format!("refuted: {e}"))?;
    match (explanation.status, explanation.counterfactuals.first(), expected) {
        (Status::Optimal, Some(first), Some(least)) => {
            // An interior point method may stop above the least cost; the answer itself was verified.
            let squared = instance.query.cost.norm.l2 > 0.0;
            let off = if squared { (first.cost - least).max(0.0) } else { (first.cost - least).abs() };
            // Numbers of single precision miss a hyperplane by their own rounding.
            let single = instance.model.ensemble.input == Precision::F32;
            if off <= 1e-6 * least.abs() + if single { 2e-6 } else { 1e-8 } {
                Ok(true)
            } else {
                Err(format!("cost {} where the solver finds {least}", first.cost))
            }
        }
        (Status::Infeasible, None, None) => conflict(instance, &explanation).map(|()| false),
        (status, first, least) => Err(format!("{status:?} at {:?}, the solver finds {least:?}", first.map(|f| f.cost))),
    }
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
    let Some(set) = &explanation.conflict else {
        return if solvable(&|_| false) {
            Err("no conflict named, though the limits are to blame".into())
        } else {
            Ok(())
        };
    };
    if solvable(&|i| set.contains(&i)) {
        return Err(format!("the conflict {set:?} allows an answer"));
    }
    match set.iter().find(|&&out| !solvable(&|i| i != out && set.contains(&i))) {
        Some(out) => Err(format!("the conflict {set:?} is not minimal: {out} is not needed")),
        None => Ok(()),
    }
}

/// As `oblique::instance`, costs squared.
fn curved(seed: u64, shape: Shape) -> Instance {
    common::curved::curve(oblique::instance(seed, shape), seed)
}

/// One seed of a shape, made smaller: `ORACLE_FROM=7 ORACLE_SHAPE=1 cargo test --test slanted show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let shape = SHAPES[environment("ORACLE_SHAPE", 0) as usize];
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| std::panic::catch_unwind(|| check(i)).unwrap_or(Err("panicked".into())).err();
    let make = if std::env::var_os("ORACLE_CURVED").is_some() { curved } else { oblique::instance };
    let instance = make(environment("ORACLE_FROM", 0), shape);
    let first = ask(&instance).map(words);
    let least = common::shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), common::shrink::show(&least));
    eprintln!("{:?}", answer(&least, Engine::Slanted));
}

const SHAPES: [Shape; 4] = [
    Shape { trees: 1, depth: 6, numbers: 30, others: 0, linear: false },
    Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false },
    Shape { trees: 3, depth: 3, numbers: 4, others: 1, linear: false },
    Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true },
];

fn run(shape: Shape, count: u64, make: impl Fn(u64, Shape) -> Instance) {
    run_by(shape, count, make, check);
}

fn run_by(
    shape: Shape,
    count: u64,
    make: impl Fn(u64, Shape) -> Instance,
    check: impl Fn(&Instance) -> Result<bool, String> + std::panic::RefUnwindSafe,
) {
    let from = environment("ORACLE_FROM", 0);
    let count = environment("ORACLE_COUNT", count);
    let (mut feasible, mut failed) = (0, 0);
    for seed in from..from + count {
        let instance = make(seed, shape);
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
    run(SHAPES[0], 150, oblique::instance);
}

#[test]
fn one_tree_with_levels_and_whole_numbers_agrees() {
    run(SHAPES[1], 150, oblique::instance);
}

#[test]
fn small_ensembles_agree() {
    run(SHAPES[2], 150, oblique::instance);
}

#[test]
fn linear_limits_agree() {
    run(SHAPES[3], 200, oblique::instance);
}

/// The mixed-integer program over hyperplanes and linear rows, solved by our own branch and bound.
#[test]
fn the_mixed_integer_program_agrees() {
    for (shape, count) in [(1, 60), (2, 60), (3, 120)] {
        run_by(SHAPES[shape], count, oblique::instance, |i| check_by(i, Engine::Milp));
    }
}

/// The same program as a file, solved by `microlp`.
#[test]
fn written_programs_agree() {
    let compare = |instance: &Instance| {
        let mut text = String::new();
        let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
        let form = formulation(compiled, instance.query.clone()).map_err(|e| e.to_string())?;
        form.write(Format::Mps, &mut text).expect("a text takes everything");
        let program = Program::mps(&text);
        text.clear();
        form.write(Format::Lp, &mut text).expect("a text takes everything");
        if program != Program::lp(&text) {
            return Err("the two files differ".into());
        }
        match (program.optimum(), oblique::solve(instance)) {
            (None, None) => Ok(false),
            (Some(a), Some(b)) if (a - b).abs() <= 1e-6 * b.abs().max(1.0) => Ok(true),
            (found, least) => Err(format!("the program's optimum is {found:?}, the solver finds {least:?}")),
        }
    };
    for (shape, count) in [(1, 40), (2, 40), (3, 80)] {
        run_by(SHAPES[shape], count, oblique::instance, compare);
    }
}

/// Writes programs and what they should come to into the folder `OUT`, for `tests/fixtures/check_formulation.py`.
#[test]
#[ignore]
fn write_random_programs() {
    let folder = std::path::PathBuf::from(std::env::var("OUT").expect("OUT names a folder"));
    let from = environment("ORACLE_FROM", 0);
    let mut costs = String::new();
    for (at, shape) in [SHAPES[1], SHAPES[2], SHAPES[3]].into_iter().enumerate() {
        for seed in from..from + environment("ORACLE_COUNT", 100) {
            let instance = oblique::instance(seed, shape);
            let Ok(answer) = answer(&instance, Engine::Slanted) else { continue };
            let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
            let form = formulation(compiled, instance.query).expect("generated queries are linear");
            for (format, end) in [(Format::Mps, "mps"), (Format::Lp, "lp")] {
                let mut text = String::new();
                form.write(format, &mut text).expect("a text takes everything");
                std::fs::write(folder.join(format!("{at}-{seed}.{end}")), text).expect("the folder takes files");
            }
            let cost = answer.counterfactuals.first().map_or("None".into(), |c| c.cost.to_string());
            costs += &format!("{at}-{seed} {cost}\n");
        }
    }
    std::fs::write(folder.join("costs"), costs).expect("the folder takes files");
}

/// FEATURES V2: the best answer of every leaf of one tree, in order of cost. The solver is asked leaf by leaf, all others
/// made to lose.
#[test]
fn regions_of_one_tree_come_in_order_of_cost() {
    let mut several = 0;
    for seed in 0..120 {
        let make = if seed % 2 == 0 { oblique::instance } else { curved };
        let mut instance = make(seed, SHAPES[1]);
        let Target::Class(class) = instance.query.target else { panic!("a class is asked for") };
        let classes = instance.model.ensemble.outputs;
        let leaves = instance.model.ensemble.trees[0].values.len() / classes;
        let mut costs: Vec<f64> = Vec::new();
        for leaf in 0..leaves {
            let mut alone = instance.clone();
            let values = &mut alone.model.ensemble.trees[0].values;
            (0..leaves).filter(|&l| l != leaf).for_each(|l| values[l * classes + class] = -1.0);
            costs.extend(oblique::solve(&alone));
        }
        costs.sort_by(f64::total_cmp);
        instance.query.count = 64;
        instance.query.distinct = Distinct::Regions;
        let answer = answer(&instance, Engine::Slanted).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        verify(&instance.model, &instance.query, &answer).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let found: Vec<f64> = answer.counterfactuals.iter().map(|c| c.cost).collect();
        assert_eq!(found.len(), costs.len(), "seed {seed}: {found:?} for {costs:?}");
        for (a, b) in found.iter().zip(&costs) {
            assert!((a - b).abs() <= 1e-6 * b.abs() + 2e-6, "seed {seed}: {found:?} for {costs:?}");
        }
        several += usize::from(found.len() > 1);
    }
    assert!(several > 40, "only {several} have several");
}

/// Squared costs against quadratic programs, leaf by leaf.
#[test]
fn squared_costs_agree_on_one_tree() {
    run(SHAPES[0], 150, curved);
}

#[test]
fn squared_costs_agree_with_levels_and_whole_numbers() {
    run(SHAPES[1], 150, curved);
}

#[test]
fn squared_costs_agree_on_small_ensembles() {
    run(SHAPES[2], 150, curved);
}

#[test]
fn squared_costs_agree_with_linear_limits() {
    run(SHAPES[3], 150, curved);
}

/// The reference once held a person's limits against the factual as the model rounds it, and called "does not change" impossible.
#[test]
fn a_limit_on_changes_speaks_of_the_factual_as_it_is() {
    check(&oblique::instance(24_297, SHAPES[3])).expect("the engine and the solver agree");
}

/// Limits over several features among them.
#[test]
fn limits_that_exclude_each_other_are_named_and_none_too_many() {
    let (mut named, mut several) = (0, 0);
    for seed in 0..400 {
        let mut instance = oblique::instance(seed, SHAPES[3]);
        // One more limit that most answers break.
        let (terms, limit) = match seed % 3 {
            0 => (vec![(0, 1.0), (1, 1.0)], 0.0),
            1 => (vec![(1, 1.0), (2, -1.0)], 0.1),
            _ => (vec![(0, -1.0)], -0.4),
        };
        let relation = if seed % 2 == 0 { Relation::AtMost } else { Relation::Equal };
        let more = Constraint::Linear { terms, relation, limit: 1000.0 * limit, of_change: true };
        instance.query.constraints.push(more);
        let numeric = |f: &usize| matches!(instance.model.schema.features[*f].kind, Kind::Numeric { .. });
        let fixed: Vec<usize> = (0..3).filter(|_| seed % 5 < 2).filter(numeric).collect();
        instance.query.constraints.extend(fixed.into_iter().map(|feature| Constraint::Fix { feature }));
        check(&instance).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if let Some(conflict) = answer(&instance, Engine::Slanted).ok().and_then(|a| a.conflict) {
            named += 1;
            several += usize::from(conflict.len() > 1);
        }
    }
    assert!(named > 40 && several > 10, "{named} conflicts, {several} of several limits");
}
