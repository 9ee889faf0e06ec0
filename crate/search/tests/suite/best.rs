//! The best prediction within a budget against brute force. Nothing within the budget is better, and nothing cheaper is as good.

use espalier_model::ensemble::Prediction;
use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Aim, Query, Sought, Target};
use espalier_search::{Compiled, Search};
use espalier_testkit::brute;
use espalier_testkit::earning::{earn, earned};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::seeds;
use espalier_testkit::{Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

const MOST: usize = 100_000;

/// Rounding of a prediction, within which two predictions count as equal.
fn near(instance: &Instance) -> f64 {
    if instance.model.ensemble.arithmetic.is_single() {
        1e-4
    } else {
        1e-7
    }
}

/// An instance that asks for the best prediction within a budget. The budget is a share of the cost of a random target.
fn asking(seed: u64, size: Size) -> Option<Instance> {
    let mut instance = Instance::new(seed, size);
    if seed % 4 == 3 {
        earn(&mut Rng::new(!seed), &mut instance);
    }
    let cost = brute::solve(&instance, MOST)?.open?;
    // Without a budget the search is on the score itself.
    let budget = (cost * [0.0, 0.5, 1.0, 1.0, 2.0][seed as usize % 5]).max(0.0);
    let budget = if seed % 3 == 1 { f64::INFINITY } else { budget };
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
        assert!(
            !matches!(explanation.status, Status::Optimal) || instance.query.sought == Sought::Ties,
            "optimal before the end"
        );
    }
    search.explanation()
}

/// The least cost of a prediction at least as good, by brute force.
fn least(instance: &Instance, target: Target) -> brute::Solved {
    let mut asked = instance.clone();
    asked.query.target = target;
    brute::solve(&asked, MOST).expect("small")
}

/// The target of a prediction that is better by `by`, in the prediction's units.
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
        as_good.is_none_or(|cost| answer.cost <= cost + 1e-9 * (cost + earned(&instance)) + 1e-12),
        "seed {seed}: as good costs {as_good:?}, not {}",
        answer.cost
    );
    let reach = found.reach.expect("how good it is");
    assert!((reach.bound - reach.value).abs() <= near * reach.value.abs().max(1.0), "seed {seed}: {reach:?}");
    Some(true)
}

fn check_all(size: Size, count: u64) {
    let seeds = seeds(count);
    let count = seeds.len() as u64;
    let answers: Vec<bool> = seeds.into_iter().filter_map(|seed| check(seed, size)).collect();
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

/// Another worker does not know the height that this one has reached.
#[test]
fn a_best_prediction_is_one_workers_own() {
    let instance = (0..).find_map(|seed| asking(seed, Size::TINY)).expect("some instance");
    let compiled = Arc::new(Compiled::new(&instance.model).expect("compiles"));
    assert!(!Search::new(Arc::clone(&compiled), instance.query.clone()).expect("searches").shares());
    let other = Query { target: Target::Class(0), ..instance.query };
    assert!(Search::new(compiled, other).map_or(true, |search| search.shares()));
}

/// The score of the class that is asked for, and the least cost, for each combination of leaves and levels.
fn reachable(instance: &Instance, class: usize) -> Vec<(f64, f64)> {
    let trees = &instance.model.ensemble.trees;
    let score = |leaves: &[usize]| {
        let n = instance.model.ensemble.outputs;
        let each = trees.iter().zip(leaves).map(|(tree, leaf)| tree.values[leaf * n + class]);
        each.sum::<f64>() / trees.len() as f64
    };
    oblique::regions(instance).into_iter().map(|(leaves, _, cost)| (score(&leaves), cost)).collect()
}

/// Compares whether a better prediction than the factual's exists within the budget. With hyperplanes or linear limits, the reference is a
/// linear program for each combination of leaves and levels.
fn check_slanted(seed: u64, shape: Shape, curved: bool) -> Result<bool, String> {
    let mut instance = oblique::instance(seed, shape);
    if curved {
        instance = espalier_testkit::curved::curve(instance, seed);
    }
    let Some(cost) = oblique::solve(&instance) else { return Ok(false) };
    let budget = cost.max(0.0) * [0.0, 0.5, 1.0 + 1e-5, 2.0][seed as usize % 4];
    let class = seed as usize / 4 % instance.model.ensemble.outputs;
    instance.query.target = Target::Best { aim: Aim::Class(class), budget };
    let found = search(&instance);
    verify(&instance.model, &instance.query, &found).map_err(|e| format!("refuted: {e}"))?;
    let all = reachable(&instance, class);
    let (less, more) = (budget * (1.0 - 1e-6) - 1e-7, budget * (1.0 + 1e-6) + 1e-7);
    let most = |budget: f64| all.iter().filter(|r| r.1 <= budget).map(|r| r.0).fold(f64::NEG_INFINITY, f64::max);
    let Some(reach) = found.reach else {
        let none = found.status == Status::Infeasible && most(less) == f64::NEG_INFINITY;
        return if none { Ok(false) } else { Err(format!("{:?}, {} is within the budget", found.status, most(less))) };
    };
    let least = |score: f64| all.iter().filter(|r| r.0 >= score - 1e-8).map(|r| r.1).fold(f64::INFINITY, f64::min);
    let cost = found.counterfactuals[0].cost;
    let (low, mut high) = (most(less) - 1e-8, most(more) + 1e-8);
    let mut cheapest = least(reach.value);
    if curved {
        // The reference is an interior point, whose own cost may be off by more. The answer was verified: a better one refutes the reference.
        (high, cheapest) = (high.max(reach.value), cheapest.min(cost));
    }
    let dear = (cost - cheapest).abs() > 1e-6 * cost + 1e-6;
    if found.status != Status::Optimal || reach.value < low || reach.value > high || reach.bound > high || dear {
        return Err(format!(
            "{:?} {reach:?} at {cost}, the solver finds {low} to {high} at {}",
            found.status,
            least(reach.value)
        ));
    }
    Ok(reach.value > most(1e-7) + 1e-6)
}

fn check_slanted_all(shape: Shape, count: u64, curved: bool) {
    let seeds = seeds(count);
    let count = seeds.len() as u64;
    let (mut failed, mut better) = (0, 0);
    for seed in seeds {
        match check_slanted(seed, shape, curved) {
            Ok(rises) => better += u64::from(rises),
            Err(e) => {
                failed += 1;
                eprintln!("{shape:?} seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(better * 5 > count, "only {better} of {count} rise");
}

#[test]
fn one_tree_of_hyperplanes_agrees_with_the_solver() {
    check_slanted_all(Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false }, 200, false);
    check_slanted_all(Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false }, 100, true);
}

#[test]
fn forests_of_hyperplanes_agree_with_the_solver() {
    check_slanted_all(Shape { trees: 3, depth: 3, numbers: 4, others: 1, linear: false }, 150, false);
}

#[test]
fn linear_limits_agree_with_the_solver() {
    check_slanted_all(Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true }, 300, false);
    check_slanted_all(Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: true }, 100, true);
}
