//! The best prediction within a budget against brute force: within the budget nothing is better, and nothing cheaper is
//! as good.

mod common;

use common::brute;
use common::environment;
use common::instance::Size;
use common::Instance;
use espalier_claims::verify::verify;
use espalier_core::ensemble::{Precision, Prediction};
use espalier_core::explanation::{Explanation, Status};
use espalier_core::query::{Aim, Target};
use espalier_core::search::{Compiled, Search};
use std::sync::Arc;

const MOST: usize = 100_000;

/// What rounding leaves open of a prediction.
fn near(instance: &Instance) -> f64 {
    if instance.model.ensemble.sums == Precision::F32 {
        1e-4
    } else {
        1e-7
    }
}

/// An instance that asks for the best prediction, within a part of what a random target costs.
fn asking(seed: u64, size: Size) -> Option<Instance> {
    let mut instance = Instance::new(seed, size);
    let cost = brute::solve(&instance, MOST)?.open?;
    let budget = cost * [0.0, 0.5, 1.0, 1.0, 2.0][seed as usize % 5];
    let aim = match instance.model.ensemble.predict(&instance.query.factual).ok()? {
        Prediction::Class { scores, .. } => Aim::Class(seed as usize / 5 % scores.len()),
        Prediction::Value(_) => [Aim::Most, Aim::Least][seed as usize / 5 % 2],
    };
    instance.query.target = Target::Best { aim, budget };
    instance.query.margin = 0.0;
    Some(instance)
}

fn search(instance: &Instance) -> Explanation {
    let compiled = Compiled::new(&instance.model).expect("compiles");
    let mut search = Search::new(Arc::new(compiled), instance.query.clone()).expect("searches");
    let mut steps = 0;
    while !search.step(1) {
        steps += 1;
        assert!(steps < 500_000, "does not end");
        let explanation = search.explanation();
        assert!(!matches!(explanation.status, Status::Optimal) || instance.query.ties, "optimal before the end");
    }
    search.explanation()
}

/// The least cost of a prediction at least so good, by trying everything.
fn least(instance: &Instance, target: Target) -> brute::Solved {
    let mut asked = instance.clone();
    asked.query.target = target;
    brute::solve(&asked, MOST).expect("small")
}

/// The target of doing better than a prediction by `by`, in the prediction's units.
fn better(instance: &Instance, prediction: &Prediction, by: f64) -> Target {
    match instance.query.target.reached(prediction) {
        Target::Probability { class, at_least } => Target::Probability { class, at_least: at_least + by },
        Target::Value { lo, hi } if hi == f64::INFINITY => Target::Value { lo: lo + by * lo.abs().max(1.0), hi },
        Target::Value { lo, hi } => Target::Value { lo, hi: hi - by * hi.abs().max(1.0) },
        other => other,
    }
}

fn check(seed: u64, size: Size) -> Option<bool> {
    let instance = asking(seed, size)?;
    let Target::Best { budget, .. } = instance.query.target else { unreachable!("asked for") };
    let found = search(&instance);
    verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: refuted: {e}"));
    let Some(answer) = found.counterfactuals.first() else {
        assert_eq!(found.status, Status::Infeasible, "seed {seed}");
        let any = match instance.query.target.reached(&instance.model.ensemble.predict(&instance.query.factual).ok()?) {
            Target::Probability { class, .. } => Target::Probability { class, at_least: 0.0 },
            _ => Target::Value { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
        };
        let open = least(&instance, any).open;
        assert!(open.is_none_or(|cost| cost > budget), "seed {seed}: {open:?} is within the budget {budget}");
        return Some(false);
    };
    assert_eq!(found.status, Status::Optimal, "seed {seed}");
    let near = near(&instance);
    let above = least(&instance, better(&instance, &answer.prediction, 3.0 * near)).open;
    assert!(
        above.is_none_or(|cost| cost > budget * (1.0 - 1e-9)),
        "seed {seed}: {:?} at {}, though better costs {above:?} of {budget}",
        found.reach,
        answer.cost
    );
    let as_good = least(&instance, better(&instance, &answer.prediction, 0.0)).sure;
    assert!(
        as_good.is_none_or(|cost| answer.cost <= cost * (1.0 + 1e-9) + 1e-12),
        "seed {seed}: as good costs {as_good:?}, not {}",
        answer.cost
    );
    let reach = found.reach.expect("how good it is");
    assert!((reach.bound - reach.value).abs() <= near * reach.value.abs().max(1.0), "seed {seed}: {reach:?}");
    Some(true)
}

fn check_all(size: Size, count: u64) {
    let from = environment("ORACLE_FROM", 0);
    let count = environment("ORACLE_COUNT", count);
    let answers: Vec<bool> = (from..from + count).filter_map(|seed| check(seed, size)).collect();
    let answered = answers.iter().filter(|a| **a).count();
    assert!(
        answers.len() as u64 * 4 > count && answered * 2 > answers.len(),
        "{answered} of {} answered",
        answers.len()
    );
}

#[test]
fn tiny_instances_agree_with_brute_force() {
    check_all(Size::TINY, 2000);
}

#[test]
fn small_instances_agree_with_brute_force() {
    check_all(Size::SMALL, 1500);
}

#[test]
fn larger_instances_agree_with_brute_force() {
    check_all(Size::LARGE, 600);
}
