//! Linear constraints on axis-aligned ensembles. The box search that prices them (`crate/engines/src/lagrangian`) is
//! compared with brute force, with linear programs of an independent solver, and with the search over linear programs.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::explanation::Status;
use espalier_model::query::{Constraint, Sought};
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::beside::budget;
use espalier_testkit::earning::{earn, earning};
use espalier_testkit::engine;
use espalier_testkit::instance::Size;
use espalier_testkit::level_weights::levelled;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::straight::{any, causal, curved, linear, straight, FOREST, SHAPES};
use espalier_testkit::{driver, seeds, Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

/// Checks that both engines agree; `false` where the request is refused.
fn same(instance: &Instance) -> Result<bool, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    if Search::by(compiled, instance.query.clone(), Engine::Lagrangian).is_err() {
        return Ok(false);
    }
    let ours = driver::answer(instance, Engine::Lagrangian)?;
    let other = driver::answer(instance, Engine::LpSearch)?;
    verify(&instance.model, &instance.query, &ours).map_err(|e| format!("refuted: {e}"))?;
    let costs = [&ours, &other].map(|e| e.counterfactuals.first().map(|c| c.cost));
    let bounds = [&ours, &other].map(|e| e.lower_bound.unwrap_or(f64::INFINITY));
    let near = |a: f64, b: f64| a <= b + 1e-6 * b.abs() + 2e-6;
    match (ours.status, other.status) {
        (Status::Infeasible, Status::Infeasible) if ours.conflict.is_some() == other.conflict.is_some() => Ok(true),
        (Status::Optimal, Status::Optimal | Status::Feasible)
            if near(costs[0].unwrap_or(0.0), costs[1].unwrap_or(0.0)) =>
        {
            if other.status == Status::Feasible || near(costs[1].unwrap_or(0.0), costs[0].unwrap_or(0.0)) {
                Ok(true)
            } else {
                Err(format!("{costs:?} are no one's optimum"))
            }
        }
        // Where rounding leaves the optimum open, one engine or both may leave it open.
        (Status::Feasible, _) | (Status::Unknown, _) | (_, Status::Unknown)
            if near(bounds[0], costs[1].unwrap_or(f64::INFINITY))
                && near(bounds[1], costs[0].unwrap_or(f64::INFINITY)) =>
        {
            Ok(false)
        }
        (a, b) => Err(format!("{a:?} and {b:?}, costs {costs:?}, bounds {bounds:?}")),
    }
}

fn compare(count: u64, make: impl Fn(u64) -> Instance + std::panic::RefUnwindSafe) {
    let seeds = seeds(count);
    let count = seeds.len() as u64;
    let (mut compared, mut failed) = (0, 0);
    for seed in seeds {
        match std::panic::catch_unwind(|| same(&make(seed))).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(done) => compared += u64::from(done),
            Err(e) => {
                failed += 1;
                eprintln!("seed {seed}: {e}");
            }
        }
    }
    eprintln!("{compared} of {count} compared");
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(compared * 3 > count, "only {compared} of {count} were compared");
}

fn solved(shape: usize, count: u64, make: impl Fn(u64, Shape) -> Instance) {
    driver::run(SHAPES[shape], count, 8, make, |i| driver::check(i, Engine::Lagrangian, 1e-6, |_, _| Ok(())));
}

#[test]
fn instances_without_sums_agree_with_brute_force() {
    engine::run(Engine::Lagrangian, Size::SMALL, 1500);
    engine::run(Engine::Lagrangian, Size::LARGE, 300);
}

#[test]
fn very_dear_changes_agree_with_brute_force() {
    engine::run_dear(Engine::Lagrangian, Size::SMALL, 1000);
    engine::run_dear(Engine::Lagrangian, Size::LARGE, 200);
}

#[test]
fn sums_agree_with_the_solver() {
    solved(0, 200, linear);
    solved(1, 100, linear);
}

/// The instance with some values of the factual missing.
fn absent(seed: u64, shape: Shape) -> Instance {
    straight(seed, |seed| {
        let make = if seed % 4 == 3 { oblique::causal } else { oblique::instance };
        oblique::absent(make(seed, shape), seed)
    })
}

#[test]
fn sums_beside_missing_values_agree_with_the_solver() {
    solved(0, 300, absent);
    solved(1, 100, absent);
}

#[test]
fn consequences_agree_with_the_solver() {
    solved(0, 150, causal);
}

#[test]
fn squared_costs_agree_with_the_solver() {
    solved(0, 150, curved);
}

#[test]
fn larger_ensembles_agree_with_the_slanted_search() {
    compare(300, |seed| linear(seed, SHAPES[2]));
    compare(150, |seed| causal(seed, SHAPES[2]));
}

/// Forests in which the trees' part of the optimal cost is large.
#[test]
fn forests_agree_with_the_slanted_search() {
    compare(1500, |seed| linear(seed, FOREST));
}

#[test]
fn requests_of_every_kind_agree_with_the_slanted_search() {
    compare(1500, |seed| any(seed, Size::SMALL));
    compare(300, |seed| any(seed, Size::LARGE));
}

/// Regression: with costs next to the smallest double under linear limits, the cost limit of a round did not grow, and the search did not end.
#[test]
fn costs_next_to_nothing_end() {
    assert_eq!(same(&any(500_838, Size::SMALL)), Ok(true));
}

/// Regression: a squared cost of a direction without cost was pure rounding, and was not accepted as an optimum.
#[test]
fn costs_that_are_rounding_alone_are_proved() {
    driver::check(&curved(9_043_976, SHAPES[0]), Engine::Lagrangian, 1e-6, |_, _| Ok(())).expect("an optimum");
}

// Steps of double precision beside a number's own value are smaller than the distance by which rounding moves a point.
#[test]
fn a_point_that_rounding_has_moved_over_a_cut_may_go_back() {
    assert_eq!(same(&any(92_002_766, Size::LARGE)), Ok(true));
}

/// Regression: a feature whose changes cost nothing counted as changed in every box, so that no change was left to the others.
#[test]
fn free_changes_do_not_use_up_a_limit_on_changes() {
    assert_eq!(same(&any(9_041_218, Size::SMALL)), Ok(true));
}

/// Regression: limits that meet the bound of a number left the optimum unproved.
#[test]
fn squared_costs_under_limits_that_meet_an_end_are_proved() {
    for seed in [3_001_083, 3_003_114, 3_003_821, 3_012_088, 3_017_500, 9_048_515] {
        let found = driver::check(&curved(seed, SHAPES[0]), Engine::Lagrangian, 1e-6, |_, _| Ok(()));
        found.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    for seed in [3_003_567, 3_004_518] {
        let mut instance = Instance::new(seed, Size::SMALL);
        instance.query.sought = Sought::Cheapest;
        engine::check(&instance, Engine::Lagrangian).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
}

#[test]
fn budgets_beside_linear_constraints_agree_with_the_slanted_search() {
    let with = |mut instance: Instance, seed: u64| {
        let budget = budget(&mut Rng::new(!seed), &instance);
        instance.query.constraints.push(Constraint::Budget(budget));
        instance
    };
    compare(400, |seed| with(linear(seed, FOREST), seed));
    compare(400, |seed| with(linear(seed, SHAPES[2]), seed));
    compare(400, |seed| with(any(seed, Size::SMALL), seed));
}

/// Three of its features have levels.
const LEVELS: Shape = Shape { trees: 3, depth: 3, numbers: 3, others: 3, linear: true };

fn levels_solved(count: u64, make: impl Fn(u64, Shape) -> Instance) {
    let make = |seed, shape| levelled(make(seed, shape), seed);
    driver::run(LEVELS, count, 8, make, |i| driver::check(i, Engine::Lagrangian, 1e-6, |_, _| Ok(())));
}

#[test]
fn weights_of_levels_agree_with_the_solver() {
    levels_solved(300, linear);
    levels_solved(100, curved);
}

#[test]
fn weights_of_levels_beside_missing_values_agree_with_the_solver() {
    levels_solved(100, absent);
}

#[test]
fn weights_of_levels_beside_consequences_agree_with_the_solver() {
    levels_solved(100, causal);
}

#[test]
fn weights_of_levels_agree_with_the_slanted_search() {
    compare(400, |seed| levelled(any(seed, Size::SMALL), seed));
    compare(200, |seed| levelled(any(seed, Size::LARGE), seed));
    compare(200, |seed| levelled(linear(seed, Shape { others: 3, ..FOREST }), seed));
}

/// The instance of sums, with features that earn.
fn earning_sums(seed: u64, shape: Shape) -> Instance {
    let mut instance = linear(seed, shape);
    earn(&mut Rng::new(seed ^ 0x0EA2_2015), &mut instance);
    instance
}

#[test]
fn prices_that_earn_agree_with_brute_force() {
    engine::run_on(Engine::Lagrangian, Size::SMALL, 1500, earning);
    engine::run_on(Engine::Lagrangian, Size::LARGE, 200, earning);
}

#[test]
fn sums_beside_prices_that_earn_agree_with_the_slanted_search() {
    compare(600, |seed| earning_sums(seed, SHAPES[0]));
    compare(300, |seed| earning_sums(seed, FOREST));
}
