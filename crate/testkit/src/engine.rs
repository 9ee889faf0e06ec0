//! An engine other than the box search against brute force, on the instances of the box search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use super::earning::earned;
use super::instance::Size;
use super::{brute, environment, forgiven, seeds, shrink, Instance, LEFT_OPEN};
use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::Sought;
use espalier_search::{Compiled, Engine, Progress, Search};
use espalier_verify::verify;
use std::sync::Arc;

/// Costs below this are nothing: half of the step of double precision at 1.
const NOTHING: f64 = 0.5 * f64::EPSILON;

/// `None` where the engine refuses the request.
pub fn answer(instance: &Instance, engine: Engine) -> Result<Option<Explanation>, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let Ok(mut search) = Search::by(compiled, instance.query.clone(), engine) else { return Ok(None) };
    // Bounds are rounded in costs that are raised by the most that changes may earn.
    let earned = earned(instance);
    let mut bound = -earned;
    for _ in 0..500_000 {
        if search.step(1) {
            return Ok(Some(search.explanation()));
        }
        let Progress { lower_bound: now, incumbent, .. } = search.progress();
        // The bound of a squared cost is rounded: an answer that is found later may be as much cheaper.
        let rounded =
            instance.query.cost.norm.l2 > 0.0 && incumbent == Some(now) && now >= bound - 1e-7 * (bound.abs() + earned);
        if now.is_nan() || now + earned < (bound + earned) * (1.0 - 1e-9) - 1e-12 && !rounded {
            return Err(format!("the bound fell from {bound} to {now}"));
        }
        bound = now;
    }
    Err("not finished after 500000 steps".into())
}

/// Compares the engine with brute force. Returns whether they were compared; the error describes the difference.
pub fn check(instance: &Instance, engine: Engine) -> Result<bool, String> {
    check_with(instance, engine, brute::solve(instance, 100_000))
}

/// As [`check`], against another solver's result.
pub fn check_with(instance: &Instance, engine: Engine, solved: Option<brute::Solved>) -> Result<bool, String> {
    let Some(solved) = solved else { return Ok(false) };
    let Some(explanation) = answer(instance, engine)? else { return Ok(false) };
    let equal = |a: f64, b: f64| (a - b).abs() <= 2e-9 * (a.abs().max(b.abs()) + earned(instance)) + 5e-10;
    verify(&instance.model, &instance.query, &explanation).map_err(|e| format!("refuted: {e}"))?;
    match (explanation.status, explanation.counterfactuals.first()) {
        (Status::Optimal, Some(first)) => match (solved.open, solved.sure) {
            (None, _) => Err(format!("answered at {}, nothing meets the query", first.cost)),
            (Some(open), _) if first.cost < open && !equal(first.cost, open) => {
                Err(format!("{} under {open}", first.cost))
            }
            (_, Some(sure)) if first.cost > sure && !equal(first.cost, sure) => {
                Err(format!("{} above {sure}", first.cost))
            }
            _ => Ok(true),
        },
        (Status::Infeasible, None) => solved.sure.map_or(Ok(true), |s| Err(format!("infeasible, the optimum is {s}"))),
        // An optimum that vanishes beside 1 in double precision, whose optimality the engine does not prove. Whether the point meets the target may
        // lie within rounding.
        (Status::Feasible, Some(first))
            if solved.sure.or(solved.open).is_some_and(|s| {
                s < NOTHING && first.cost < NOTHING && explanation.lower_bound.unwrap_or(0.0) <= s
            }) =>
        {
            Ok(false)
        }
        // Brute force cannot tell either.
        (Status::Unknown, None) if solved.sure.is_none() && solved.open.is_some() => Ok(false),
        (status, first) => Err(format!(
            "{}finished as {status:?} at {:?}, bound {:?}; the optimum is {:?}, or within rounding {:?}",
            match (status, solved.sure.or(solved.open), explanation.lower_bound) {
                (Status::Feasible | Status::Unknown, Some(sure), Some(bound))
                    if bound <= sure || equal(bound, sure) =>
                    LEFT_OPEN,
                _ => "",
            },
            first.map(|f| f.cost),
            explanation.lower_bound,
            solved.sure,
            solved.open
        )),
    }
}

/// Compares `count` seeds.
pub fn run(engine: Engine, size: Size, count: u64) {
    run_on(engine, size, count, |seed, size| {
        let make = if seed % 5 == 4 { Instance::plausible } else { Instance::new };
        make(seed, size)
    });
}

/// As [`run`], on instances of another kind.
pub fn run_on(engine: Engine, size: Size, count: u64, make: impl Fn(u64, Size) -> Instance) {
    run_leaving(engine, size, count, 0, make);
}

/// As [`run`], on instances with very dear changes. Linear programs round beside such costs, and one instance in a hundred may
/// be left open for that. None may be wrong.
pub fn run_dear(engine: Engine, size: Size, count: u64) {
    run_leaving(engine, size, count, 100, Instance::dear);
}

/// As [`run_on`]. One seed in `forgives` may be left open, none where that is 0.
fn run_leaving(engine: Engine, size: Size, count: u64, forgives: u64, make: impl Fn(u64, Size) -> Instance) {
    let (mut compared, mut failed, mut open) = (0, 0, 0);
    for seed in seeds(count) {
        let mut instance = make(seed, size);
        instance.query.sought = Sought::Cheapest;
        match std::panic::catch_unwind(|| check(&instance, engine)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(done) => compared += u64::from(done),
            Err(e) => {
                let left = forgiven(seed, &e) || forgives > 0 && e.starts_with(LEFT_OPEN);
                *if left { &mut open } else { &mut failed } += 1;
                eprintln!("seed {seed}: {e}");
            }
        }
    }
    let most = (seeds(count).len() as u64).checked_div(forgives).unwrap_or(0) + 1;
    assert!(open <= most, "{open} seeds were left open");
    assert_eq!(failed, 0, "{failed} failed, {compared} agreed");
    assert!(compared * 5 > count, "only {compared} were compared");
}

/// Prints the smallest instance that fails like that of `ORACLE_FROM`.
pub fn show(engine: Engine) {
    show_of(engine, Instance::new);
}

/// As [`show`], of instances of another kind.
pub fn show_of(engine: Engine, make: impl Fn(u64, Size) -> Instance) {
    let seed = environment("ORACLE_FROM", 0);
    let size = if std::env::var_os("ORACLE_LARGE").is_some() { Size::LARGE } else { Size::SMALL };
    let mut instance = make(seed, size);
    instance.query.sought = Sought::Cheapest;
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| check(i, engine).err();
    let first = ask(&instance).map(words);
    let least = shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), shrink::show(&least));
    eprintln!("{:?}", answer(&least, engine));
}
