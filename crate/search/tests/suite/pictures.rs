//! Quadratic costs that couple many columns: pictures whose neighbouring pixels change together (Carreira-Perpinan & Hada 2021, Figure 4).
//! They are compared with programs of an independent solver, leaf by leaf, and by the number of steps.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::explanation::Status;
use espalier_model::query::Constraint;
use espalier_model::schema::Change;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::pictures::{instance, PicturePlan};
use espalier_testkit::{driver, environment, is_fixed, seeds};
use espalier_verify::verify;
use std::sync::Arc;

const CHANGES: [Change; 3] = [Change::Free, Change::Increase, Change::Decrease];

/// Small pictures, every leaf and every pair of leaves.
#[test]
fn small_pictures_agree_with_the_solver() {
    let (mut answered, mut failed) = (0, 0);
    let seeds = seeds(60);
    let count = seeds.iter().filter(|&&seed| is_fixed(seed)).count();
    for seed in seeds {
        let trees = 1 + (seed / 3 % 2) as usize;
        let change = CHANGES[(seed % 3) as usize];
        let side = 4 + (seed % 4) as usize;
        let plan = PicturePlan { side, trees, depth: 5 - trees, slanted: seed % 5 > 1, change };
        match driver::check(&instance(seed, plan), Engine::LpSearch, 1e-6, |_, _| Ok(())) {
            Ok(found) => answered += usize::from(found && is_fixed(seed)),
            Err(e) => {
                failed += 1;
                eprintln!("seed {seed} {plan:?}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(answered * 2 > count, "only {answered} of {count} have an answer");
}

/// 784 pixels, every leaf.
#[test]
fn a_picture_as_large_as_a_digit_agrees_with_the_solver() {
    for (seed, slanted) in [(3, true), (1, false)] {
        let plan = PicturePlan { side: 28, trees: 1, depth: 4, slanted, change: Change::Free };
        let answered = driver::check(&instance(seed, plan), Engine::LpSearch, 1e-6, |_, _| Ok(()));
        assert_eq!(answered, Ok(true), "seed {seed} {plan:?}");
    }
}

/// Splitting the cost of 784 pixels into squares would take minutes, without regard to the time limit. It must not be tried.
#[test]
fn the_mixed_integer_program_refuses_a_picture_as_large_as_a_digit_by_name() {
    let plan = PicturePlan { side: 28, trees: 1, depth: 4, slanted: true, change: Change::Free };
    let instance = instance(3, plan);
    let compiled = Arc::new(Compiled::new(&instance.model).expect("it is valid"));
    let refused = Search::by(compiled, instance.query, Engine::Milp).expect_err("it is refused");
    assert!(refused.to_string().contains("couples up to 200 features, and this one couples 784"), "{refused}");
}

/// Of several axis-aligned trees the relaxation alone proves nothing until each open node has left the query's own leaves. The bottleneck bound does:
/// it is above 0 after few steps, and never above the incumbent.
#[test]
fn several_axis_aligned_trees_have_a_bound_above_nothing() {
    for (trees, depth) in [(3, 6), (10, 5)] {
        let plan = PicturePlan { side: 28, trees, depth, slanted: false, change: Change::Free };
        let mut bounded = 0;
        for seed in 0..3 {
            let instance = instance(seed, plan);
            let compiled = Arc::new(Compiled::new(&instance.model).expect("it is valid"));
            let mut search = Search::new(compiled, instance.query.clone()).expect("it is answered");
            search.step(150);
            let progress = search.progress();
            assert!(progress.incumbent.is_none_or(|cost| progress.lower_bound <= cost), "{plan:?} seed {seed}");
            bounded += usize::from(progress.lower_bound > 0.0);
        }
        assert_eq!(bounded, 3, "{plan:?}");
    }
}

/// A form over all pairs of pixels, a limit on the number of changes, a price of any change: a single step of linear programs over 784 columns takes longer
/// than a time limit. Boxes answer first, at the true cost, with a bound above 0.
#[test]
fn forms_that_linear_programs_do_not_reach_have_an_answer_and_a_bound_after_few_steps() {
    let plan = PicturePlan { side: 28, trees: 5, depth: 5, slanted: false, change: Change::Free };
    for case in 0..6 {
        let mut instance = instance(case / 3, plan);
        let query = &mut instance.query;
        match case % 3 {
            0 => query.constraints.push(Constraint::MaxChanges(20)),
            1 => query.cost.per_change = 0.01,
            _ => {
                let quadratic = query.cost.quadratic.as_mut().expect("it is coupled");
                let n = quadratic.features.len();
                quadratic.matrix.iter_mut().for_each(|entry| *entry += 1.0 / n as f64);
            }
        }
        let compiled = Arc::new(Compiled::new(&instance.model).expect("it is valid"));
        let mut search = Search::new(compiled, instance.query.clone()).expect("it is answered");
        let mut last = 0.0;
        for _ in 0..400 {
            search.step(1);
            let progress = search.progress();
            assert!(
                progress.lower_bound >= last,
                "case {case}: the bound falls from {last} to {}",
                progress.lower_bound
            );
            assert!(progress.incumbent.is_none_or(|cost| progress.lower_bound <= cost), "case {case}");
            last = progress.lower_bound;
        }
        let told = search.explanation();
        verify(&instance.model, &instance.query, &told).unwrap_or_else(|e| panic!("case {case}: {e}"));
        assert_eq!(told.counterfactuals.len(), 1, "case {case}");
        assert!(last > 0.0, "case {case} has no bound");
    }
}

/// The number of steps to the first answer, and to the proof. A test of `crate/engines/src/lp_search/active_set.rs` checks that a step is short.
#[test]
fn pictures_are_answered_in_few_steps() {
    let one = PicturePlan { side: 28, trees: 1, depth: 6, slanted: true, change: Change::Free };
    let plans = [
        one,
        PicturePlan { slanted: false, ..one },
        PicturePlan { change: Change::Increase, ..one },
        PicturePlan { change: Change::Decrease, ..one },
        PicturePlan { side: 16, ..one },
        PicturePlan { trees: 5, depth: 4, ..one },
    ];
    let mut answered = 0;
    for (plan, seed) in plans.into_iter().flat_map(|p| (0..4).map(move |seed| (p, seed))) {
        let instance = instance(seed + environment("ESPALIER_SEED", 0), plan);
        let compiled = Arc::new(Compiled::new(&instance.model).expect("it is valid"));
        let mut search = Search::new(compiled, instance.query.clone()).expect("it is answered");
        let (mut first, mut steps) = (None, 0);
        // Without an answer, the search for the conflict among 784 limits takes long; that there is no answer is known before.
        while steps < 5_000 && !search.step(1) {
            steps += 1;
            let progress = search.progress();
            if first.is_none() && progress.incumbent.is_some() {
                first = Some(steps);
                assert!(progress.lower_bound >= 0.0);
            }
        }
        let told = search.explanation();
        verify(&instance.model, &instance.query, &told).unwrap_or_else(|e| panic!("{plan:?} seed {seed}: {e}"));
        assert!(matches!(told.status, Status::Optimal | Status::Infeasible), "{plan:?} seed {seed}: {:?}", told.status);
        if told.status == Status::Optimal {
            let first = first.unwrap_or(steps);
            assert!(first < 100, "{plan:?} seed {seed}: {first} steps to an answer, {steps} to the proof");
            answered += 1;
        }
    }
    assert!(answered >= 16, "only {answered} answers");
}
