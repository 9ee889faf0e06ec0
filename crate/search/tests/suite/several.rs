//! Several answers against brute force: each is the cheapest of those that differ from all earlier ones.

use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Distinct, Query, Sought};
use espalier_model::schema::Kind;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::brute::solve_where;
use espalier_testkit::earning::{earn, earned};
use espalier_testkit::instance::{Instance, Size};
use espalier_testkit::Rng;
use espalier_verify::verify;
use std::sync::Arc;

const MOST: usize = 30_000;

/// The number of answers that are asked for.
const COUNT: usize = 4;

fn answers(seed: u64, distinct: Distinct, engine: Engine) -> Option<(Instance, Explanation)> {
    let make = if seed % 3 == 2 { Instance::plausible } else { Instance::new };
    let mut instance = make(seed, Size::SMALL);
    if seed % 4 == 1 {
        earn(&mut Rng::new(!seed), &mut instance);
    }
    instance.query = Query { sought: Sought::Several { count: COUNT, distinct }, ..instance.query };
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::by(compiled, instance.query.clone(), engine).ok()?;
    while !search.step(1) {
        let explanation = search.explanation();
        verify(&instance.model, &instance.query, &explanation).unwrap_or_else(|e| panic!("seed {seed}, stopped: {e}"));
    }
    let explanation = search.explanation();
    verify(&instance.model, &instance.query, &explanation).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    if explanation.truncated && engine == Engine::LpSearch && distinct != Distinct::Features {
        // For linear programs a change of some 1e-11 of a range is no change. They state that more answers may exist.
        return None;
    }
    assert!(!explanation.truncated, "seed {seed}");
    let nothing = explanation.counterfactuals.first().is_some_and(|first| first.cost < 1e-30);
    if engine == Engine::LpSearch && explanation.status == Status::Feasible && nothing {
        // An optimum of almost 0 that cannot be proved, as in `espalier_testkit::engine`.
        return None;
    }
    Some((instance, explanation))
}

/// Whether a row, with its changed features flagged, differs from an earlier answer.
type Differs = dyn Fn(&Instance, &[f64], &[bool], &[f64]) -> bool;

/// Calls `judge` with each answer's cost (`None`: there was none) and the least cost that brute force finds.
fn each(distinct: Distinct, differs: &Differs, judge: &dyn Fn(u64, Option<f64>, f64, f64)) {
    each_by(Engine::BoxSearch, 5000, distinct, differs, judge);
    each_by(Engine::LpSearch, 2500, distinct, differs, judge);
}

fn each_by(
    engine: Engine,
    count: u64,
    distinct: Distinct,
    differs: &Differs,
    judge: &dyn Fn(u64, Option<f64>, f64, f64),
) {
    let (mut seconds, mut ends) = (0, 0);
    for seed in 0..count {
        let Some((instance, explanation)) = answers(seed, distinct, engine) else { continue };
        let found = &explanation.counterfactuals;
        for at in 0..COUNT.min(found.len() + 1) {
            let before = &found[..at];
            let wanted =
                |row: &[f64], changed: &[bool]| before.iter().all(|b| differs(&instance, row, changed, &b.values));
            let Some(solved) = solve_where(&instance, MOST, &wanted) else { break };
            let (sure, open) = (solved.sure.unwrap_or(f64::INFINITY), solved.open.unwrap_or(f64::INFINITY));
            // Costs are equal within a share of themselves, raised by the most that changes may earn.
            let most = 2.0 * earned(&instance);
            judge(seed, found.get(at).map(|c| c.cost + most), sure + most, open + most);
            seconds += usize::from(at > 0 && at < found.len());
            ends += usize::from(at > 0 && at == found.len());
        }
        assert_eq!(found.is_empty(), explanation.status == Status::Infeasible, "seed {seed}");
    }
    assert!(seconds > 50 && ends > 50, "only {seconds} further answers and {ends} ends");
}

#[test]
fn each_answer_is_the_cheapest_that_leaves_alone_a_feature_of_every_earlier_one() {
    let differs = |instance: &Instance, _: &[f64], changed: &[bool], before: &[f64]| {
        let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
        let factual = &instance.query.factual;
        (0..changed.len()).any(|f| {
            let columns = instance.model.schema.features[f].columns();
            !changed[f] && columns.iter().any(|&c| !same(before[c], factual[c]))
        })
    };
    each(Distinct::Features, &differs, &|seed, cost, sure, open| match cost {
        Some(cost) => {
            let near = 1e-9 * cost.abs() + 1e-12;
            assert!(cost <= sure + near && cost >= open - near, "seed {seed}: {cost}, brute force {sure} to {open}");
        }
        None => assert!(sure.is_infinite(), "seed {seed}: an answer of cost {sure} was passed over"),
    });
}

#[test]
fn each_answer_is_the_cheapest_outside_the_regions_of_all_before_it() {
    let differs = |instance: &Instance, row: &[f64], _: &[bool], before: &[f64]| {
        let ensemble = &instance.model.ensemble;
        ensemble.trees.iter().any(|tree| ensemble.leaf(tree, row).ok() != ensemble.leaf(tree, before).ok())
    };
    each(Distinct::Regions, &differs, &|seed, cost, sure, open| match cost {
        Some(cost) => {
            let near = 1e-9 * cost.abs() + 1e-12;
            assert!(cost <= sure + near && cost >= open - near, "seed {seed}: {cost}, brute force {sure} to {open}");
        }
        None => assert!(sure.is_infinite(), "seed {seed}: an answer of cost {sure} was passed over"),
    });
}

#[test]
fn answers_a_distance_apart_are_no_dearer_than_any_that_brute_force_tries() {
    const APART: f64 = 0.15;
    let differs = |instance: &Instance, row: &[f64], _: &[bool], before: &[f64]| {
        instance.model.schema.features.iter().any(|feature| {
            let column = feature.columns()[0];
            match &feature.kind {
                Kind::Numeric { .. } | Kind::Integer { .. } => {
                    let width = feature.max - feature.min;
                    let far = APART * if width > 0.0 { width } else { 1.0 };
                    row[column].is_nan() != before[column].is_nan()
                        || (row[column] - before[column]).abs() >= far * (1.0 + 1e-9)
                }
                Kind::Ordinal { levels, .. } => match (feature.level_of(row), feature.level_of(before)) {
                    (Some(a), Some(b)) => a != b && a.abs_diff(b) as f64 >= APART * (levels.len() - 1) as f64,
                    (a, b) => a != b,
                },
                _ => feature.level_of(row) != feature.level_of(before),
            }
        })
    };
    each(Distinct::Distance(APART), &differs, &|seed, cost, sure, _| {
        // Brute force tries only some points of each cell, so it may miss the cheapest one that is far enough.
        let cost = cost.unwrap_or(f64::INFINITY);
        assert!(cost <= sure + 1e-9 * sure.abs().min(1e9) + 1e-12, "seed {seed}: {cost}, brute force {sure}");
    });
}
