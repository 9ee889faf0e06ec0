//! The engine "milp" (branch and bound over the OCEAN formulation) against brute force and the box search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

mod common;

use common::brute;
use common::instance::Size;
use common::Instance;
use espalier_claims::verify::verify;
use espalier_core::explanation::{Explanation, Status};
use espalier_core::search::{Compiled, Engine, Search};
use std::sync::Arc;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// `None` where the engine refuses the request.
fn answer(instance: &Instance) -> Result<Option<Explanation>, String> {
    let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
    let Ok(mut search) = Search::by(compiled, instance.query.clone(), Engine::Milp) else { return Ok(None) };
    let mut bound = 0.0f64;
    for _ in 0..500_000 {
        if search.step(1) {
            return Ok(Some(search.explanation()));
        }
        let now = search.progress().lower_bound;
        if now.is_nan() || now < bound * (1.0 - 1e-9) - 1e-12 {
            return Err(format!("the bound fell from {bound} to {now}"));
        }
        bound = now;
    }
    Err("not finished after 500000 steps".into())
}

fn check(instance: &Instance) -> Result<bool, String> {
    let Some(solved) = brute::solve(instance, 100_000) else { return Ok(false) };
    let Some(explanation) = answer(instance)? else { return Ok(false) };
    let equal = |a: f64, b: f64| (a - b).abs() <= 2e-9 * a.abs().max(b.abs()) + 5e-10;
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
        (status, _) => Err(format!("finished as {status:?}; the optimum is {:?}", solved.sure)),
    }
}

fn run(size: Size, count: u64) {
    let from = environment("ORACLE_FROM", 0);
    let (mut compared, mut failed) = (0, 0);
    for seed in from..from + environment("ORACLE_COUNT", count) {
        let mut instance = Instance::new(seed, size);
        instance.query.ties = false;
        match std::panic::catch_unwind(|| check(&instance)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(done) => compared += u64::from(done),
            Err(e) => {
                failed += 1;
                eprintln!("seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} failed, {compared} agreed");
    assert!(compared * 5 > count, "only {compared} were compared");
}

#[test]
fn small_instances_agree_with_brute_force() {
    run(Size::SMALL, 3000);
}

#[test]
fn larger_instances_agree_with_brute_force() {
    run(Size::LARGE, 600);
}

#[test]
#[ignore]
fn show() {
    let seed = environment("ORACLE_FROM", 0);
    let mut instance = Instance::new(seed, Size::SMALL);
    instance.query.ties = false;
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| check(i).err();
    let first = ask(&instance).map(words);
    let least = common::shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), common::shrink::show(&least));
    eprintln!("{:?}", answer(&least));
}

/// Times a case (a folder with model.json, schema.json, queries.json): `CASE=folder TREES=20 NORM=l1 SECONDS=60 cargo test
/// --release --test milp measure -- --ignored --nocapture`. The box search's optimum must be met.
#[test]
#[ignore]
fn measure() {
    let text =
        |name: &str| std::fs::read_to_string(format!("{}/{name}", std::env::var("CASE").expect("CASE"))).unwrap();
    let mut model = espalier_documents::formats::load(text("model.json").as_bytes()).unwrap();
    let schema = espalier_documents::wire::SchemaDoc::from_json(&text("schema.json")).unwrap();
    model.schema = espalier_documents::wire::resolve_for(&schema, &model).unwrap();
    model.ensemble.trees.truncate(environment("TREES", 1_000_000) as usize);
    let queries: serde_json::Value = serde_json::from_str(&text("queries.json")).unwrap();
    let norm = std::env::var("NORM").unwrap_or("l1".into());
    let limit = environment("SECONDS", 60) as f64;
    let compiled = Arc::new(Compiled::new(&model).unwrap());
    let mut times = Vec::new();
    for (i, row) in queries["queries"].as_array().unwrap().iter().take(environment("QUERIES", 20) as usize).enumerate()
    {
        let request = serde_json::json!({"query": row, "target": queries["target"], "cost": {"norm": norm}});
        let query = espalier_documents::wire::Request::parse(&request, &model).unwrap().query;
        let mut boxes = Search::new(Arc::clone(&compiled), query.clone()).unwrap();
        while !boxes.step(100) {}
        let cost = boxes.best().map(|b| b.cost);
        let began = std::time::Instant::now();
        let mut search = Search::by(Arc::clone(&compiled), query, Engine::Milp).unwrap();
        let mut longest = 0.0f64;
        let mut root = None;
        loop {
            let before = began.elapsed().as_secs_f64();
            let over = search.step(1);
            let now = began.elapsed().as_secs_f64();
            longest = longest.max(now - before);
            if root.is_none() && search.progress().nodes > 0 {
                root = Some((now, search.progress().lower_bound));
            }
            if over || now > limit {
                break;
            }
        }
        let took = began.elapsed().as_secs_f64();
        let e = search.explanation();
        let found = e.counterfactuals.first().map(|c| c.cost);
        eprintln!(
            "{i}: {:?} {found:?} of {cost:?} bound {:?}, {} nodes, {took:.3} s, longest step {:.1} ms, root {root:?}",
            e.status,
            e.lower_bound,
            e.work.nodes,
            longest * 1e3
        );
        if e.status == Status::Optimal {
            assert!(
                (found.unwrap() - cost.unwrap()).abs() <= 1e-9 * cost.unwrap().max(1e-3),
                "{found:?} is not {cost:?}"
            );
        }
        times.push(took);
    }
    times.sort_by(f64::total_cmp);
    eprintln!("median {:.3} s, most {:.3} s", times[times.len() / 2], times[times.len() - 1]);
}
