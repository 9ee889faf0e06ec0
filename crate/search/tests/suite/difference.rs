//! Where two models differ most, and where they differ by so much, against brute force over both models' own predictions.

use espalier_model::ensemble::{Ensemble, Link, Prediction, Task};
use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Aim, Constraint, Query, Sought, Target};
use espalier_model::Model;
use espalier_search::{Compiled, Search};
use espalier_testkit::brute::{combinations, deep, Meets};
use espalier_testkit::instance::Size;
use espalier_testkit::{beside, ensembles, is_fixed, schemas, seeds, Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

const MOST: usize = 60_000;

/// Two models with a question about their difference. `limits` is the first model's own instance, beside which the second stands with a
/// target that every row has. So brute force visits the cells of both.
struct Pair {
    limits: Instance,
    other: Arc<Ensemble>,
    class: usize,
    difference: Instance,
}

/// The compared prediction of a model, from its own prediction of a row.
fn compared(ensemble: &Ensemble, class: usize, row: &[f64]) -> Option<f64> {
    Some(match (ensemble.predict(row).ok()?, ensemble.link) {
        (Prediction::Value(v), Link::Exp) => v.ln(),
        (Prediction::Value(v), _) => v,
        (Prediction::Class { scores, .. }, Link::None) => scores[class],
        (Prediction::Class { raw, .. }, Link::OneVsRest) => raw[class],
        (Prediction::Class { raw, .. }, Link::Logistic) => [-raw[0], raw[0]][class],
        (Prediction::Class { raw, .. }, _) => {
            let others: f64 = (0..raw.len()).filter(|k| *k != class).map(|k| raw[k]).sum();
            raw[class] - others / (raw.len() as f64 - 1.0)
        }
    })
}

/// Whether two models can be compared, from their kinds alone.
fn comparable(one: &Ensemble, other: &Ensemble) -> bool {
    let kind = |e: &Ensemble| match (e.task, e.link) {
        (Task::Classifier { classes }, Link::Softmax | Link::Logistic) => (classes, "odds"),
        (Task::Classifier { classes }, Link::None) => (classes, "probability"),
        (Task::Classifier { classes }, _) => (classes, "own"),
        (_, Link::Exp) => (0, "logarithm"),
        _ => (0, "value"),
    };
    kind(one) == kind(other)
}

fn pair(seed: u64, size: Size) -> Option<Pair> {
    let mut limits = match seed % 4 {
        0 => beside::beside(seed, size),
        1 => Instance::plausible(seed, size),
        _ => Instance::new(seed, size),
    };
    let mut rng = Rng::new(seed ^ 0xD1FF_E4E9_CE00_D1FF);
    let own = Arc::clone(&limits.model.ensemble);
    let plans = schemas::plans(&mut Rng::new(seed), size.features);
    let mut other = (0..40).map(|_| ensembles::ensemble(&mut rng, &plans, size)).find(|e| comparable(&own, e))?;
    (other.input, other.columns) = (own.input, own.columns);
    let class = match own.task {
        Task::Classifier { classes } => rng.below(classes),
        _ => 0,
    };
    let (unit, coef) = own.additive(class)?;
    let (same, its) = other.additive(class)?;
    assert_eq!(unit, same, "seed {seed}");
    let less = own.less(&other, [&coef, &its]).expect("no hyperplanes");
    less.validate().expect("a valid ensemble");
    let target = match own.task {
        Task::Classifier { .. } => Target::Probability { class: 0, at_least: f64::NEG_INFINITY },
        _ => Target::Value { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
    };
    let other = Arc::new(other);
    limits.query.margin = 0.0;
    limits.query.sought = Sought::Cheapest;
    let query = limits.query.clone();
    limits.query.constraints.push(Constraint::Also { model: Arc::clone(&other), target });
    let model = Model { ensemble: Arc::new(less), ..limits.model.clone() };
    Some(Pair { limits, other, class, difference: Instance { model, query } })
}

/// A point that brute force visits: whether it keeps the limits, the difference, the cost.
type Seen = (Meets, f64, f64);

fn all(pair: &Pair) -> Option<Vec<Seen>> {
    let mut seen = Vec::new();
    combinations(&pair.limits, MOST, &mut |row, _, cost| {
        let kept = deep(&pair.limits, row).min(beside::kept(&pair.limits, row));
        let own = compared(&pair.limits.model.ensemble, pair.class, row);
        let Some((own, other)) = own.zip(compared(&pair.other, pair.class, row)) else { return };
        let difference = &pair.difference.model.ensemble;
        let Ok(Prediction::Value(value)) = difference.predict(row) else { panic!("a row of both is none of {row:?}") };
        let near = near(pair) * (own.abs() + other.abs()).max(1.0);
        assert!((own - other - value).abs() <= near, "{own} less {other} is not {value} at {row:?}");
        if kept > Meets::No {
            seen.push((kept, value, cost.value));
        }
    })?;
    Some(seen)
}

/// Rounding of the compared predictions, as a share of their size.
fn near(pair: &Pair) -> f64 {
    let single = |e: &Ensemble| e.arithmetic.is_single();
    if single(&pair.limits.model.ensemble) || single(&pair.other) {
        1e-5
    } else {
        1e-9
    }
}

fn search(instance: &Instance, query: &Query) -> Explanation {
    let compiled = Compiled::new(&instance.model).expect("compiles");
    let mut search = Search::new(Arc::new(compiled), query.clone()).expect("searches");
    let mut steps = 0;
    while !search.step(1) {
        steps += 1;
        assert!(steps < 500_000, "does not end");
        if steps % 50 == 0 {
            let explanation = search.explanation();
            verify(&instance.model, query, &explanation).expect("holds on the way");
            assert_ne!(explanation.status, Status::Optimal, "optimal before the end");
        }
    }
    search.explanation()
}

/// How far a difference goes in the direction that is asked for.
fn height(aim: Aim, value: f64) -> f64 {
    match aim {
        Aim::Least => -value,
        Aim::Farthest => value.abs(),
        _ => value,
    }
}

/// Checks one pair: `None` where it is too large, else whether there was an answer.
fn check(seed: u64, size: Size) -> Option<bool> {
    let pair = pair(seed, size)?;
    let seen = all(&pair)?;
    let mut costs: Vec<f64> = seen.iter().map(|s| s.2).collect();
    costs.sort_by(f64::total_cmp);
    let budget = match (seed / 4 % 5, costs.is_empty()) {
        (0, _) | (_, true) => f64::INFINITY,
        (1, _) => 0.0,
        (k, _) => costs[(costs.len() - 1) * (k as usize - 1) / 3],
    };
    let aim = [Aim::Farthest, Aim::Farthest, Aim::Most, Aim::Least][(seed / 20 % 4) as usize];
    let query = Query { target: Target::Best { aim, budget }, ..pair.difference.query.clone() };
    let found = search(&pair.difference, &query);
    verify(&pair.difference.model, &query, &found).unwrap_or_else(|e| panic!("seed {seed}: refuted: {e}"));
    let most = |kept: Meets, by: f64| {
        let within = seen
            .iter()
            .filter(|s| s.0 >= kept && (budget.is_infinite() || s.2 <= budget + by * budget.abs().max(1e-3)));
        within.map(|s| height(aim, s.1)).fold(f64::NEG_INFINITY, f64::max)
    };
    let (sure, open) = (most(Meets::Yes, -1e-9), most(Meets::Open, 1e-9));
    let Some(reach) = found.reach else {
        assert_eq!(found.status, Status::Infeasible, "seed {seed}");
        assert_eq!(sure, f64::NEG_INFINITY, "seed {seed}: a point lies within the limits");
        return Some(false);
    };
    assert_eq!(found.status, Status::Optimal, "seed {seed}");
    let (value, bound) = (height(aim, reach.value), height(aim, reach.bound));
    let by = 3e-8 * value.abs().max(1.0);
    assert!(value >= sure - by && value <= open + by, "seed {seed}: {value} is not the largest, {sure} to {open}");
    assert!(bound >= sure - by && bound <= value + by, "seed {seed}: the bound {bound} of {value}");
    least(&pair, &seen, seed, (aim, value, by), found.counterfactuals[0].cost);
    // Where the models differ by so much: nowhere by more than the largest difference, and nearest where brute force finds it.
    for (share, more) in [(1.0, 1e-6 * value.abs().max(1.0)), (0.6, 0.0)] {
        let d = share * value + more;
        if d <= 0.0 || budget.is_finite() {
            continue;
        }
        let target = match aim {
            Aim::Farthest => Target::Beyond(d),
            Aim::Least => Target::Value { lo: f64::NEG_INFINITY, hi: -d },
            _ => Target::Value { lo: d, hi: f64::INFINITY },
        };
        let query = Query { target, ..pair.difference.query.clone() };
        let found = search(&pair.difference, &query);
        verify(&pair.difference.model, &query, &found).unwrap_or_else(|e| panic!("seed {seed}: {d} refuted: {e}"));
        match found.counterfactuals.first() {
            None => assert_eq!((found.status, sure < d), (Status::Infeasible, true), "seed {seed}: {d} of {sure}"),
            Some(answer) => {
                assert_eq!(found.status, Status::Optimal, "seed {seed}");
                assert!(share < 1.0 || open >= d - by, "seed {seed}: beyond the largest difference");
                least(&pair, &seen, seed, (aim, d, 1e-12), answer.cost);
            }
        }
    }
    Some(true)
}

/// Checks that a cost is the least of a difference of at least `d`.
fn least(pair: &Pair, seen: &[Seen], seed: u64, (aim, d, by): (Aim, f64, f64), cost: f64) {
    let least = |kept: Meets, by: f64| {
        let far = seen.iter().filter(|s| s.0 >= kept && height(aim, s.1) >= d + by);
        far.map(|s| s.2).fold(f64::INFINITY, f64::min)
    };
    let (open, sure) = (least(Meets::Open, -by), least(Meets::Yes, by));
    let schema = &pair.difference.model.schema;
    assert!(
        cost >= open * (1.0 - 1e-9) - 1e-12 && cost <= sure * (1.0 + 1e-9) + 1e-12,
        "seed {seed}: {cost} is not the least of {d}, {open} to {sure}, of {} features",
        schema.features.len()
    );
}

fn check_all(size: Size, count: u64) {
    let checked = seeds(count).into_iter().map(|seed| (is_fixed(seed), check(seed, size)));
    let fixed: Vec<Option<bool>> = checked.filter(|(fixed, _)| *fixed).map(|(_, answered)| answered).collect();
    let count = fixed.len();
    let answers: Vec<bool> = fixed.into_iter().flatten().collect();
    let answered = answers.iter().filter(|a| **a).count();
    println!("{answered} of {} answered, of {count}", answers.len());
    assert!(answers.len() * 4 > count && answered * 2 > answers.len(), "{answered} of {} of {count}", answers.len());
}

#[test]
fn tiny_pairs_agree_with_brute_force() {
    check_all(Size::TINY, 1500);
}

#[test]
fn small_pairs_agree_with_brute_force() {
    check_all(Size::SMALL, 600);
}

#[test]
fn larger_pairs_agree_with_brute_force() {
    check_all(Size { features: 4, trees: 6, depth: 3 }, 300);
}
