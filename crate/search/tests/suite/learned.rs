//! Consequences that follow from trees against brute force: status and cost, on the instances of the box search.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_search::Engine;
use espalier_testkit::instance::Size;
use espalier_testkit::{engine, environment, learned, seeds, shrink, Instance};

fn check(instance: &Instance) -> Result<bool, String> {
    engine::check_with(instance, Engine::LpSearch, learned::solve(instance, 100_000))
}

/// The instances of these seeds agree with brute force, and it solves two fifths of them at least.
fn agree(make: fn(u64, Size) -> Instance, seeds: Vec<u64>) {
    let count = seeds.len() as u64;
    let (mut compared, mut failed) = (0, 0);
    for seed in seeds {
        let instance = make(seed, Size::SMALL);
        match std::panic::catch_unwind(|| check(&instance)).unwrap_or_else(|_| Err("panicked".into())) {
            Ok(done) => compared += u64::from(done),
            Err(e) => {
                failed += 1;
                eprintln!("seed {seed}: {e}");
            }
        }
    }
    assert_eq!(failed, 0, "{failed} failed, {compared} agreed");
    assert!(compared * 5 > count * 2, "only {compared} of {count} were compared");
}

#[test]
fn consequences_of_trees_agree_with_brute_force() {
    agree(learned::instance, seeds(3000));
}

#[test]
fn consequences_that_are_learned_agree_with_brute_force() {
    agree(learned::taught, seeds(1000));
}

/// One seed, made smaller: `ORACLE_FROM=7 cargo test --test suite learned:: show -- --ignored`.
#[test]
#[ignore]
fn show() {
    let words = |e: String| e.split(|c: char| !c.is_alphabetic()).take(6).collect::<String>();
    let ask = |i: &Instance| std::panic::catch_unwind(|| check(i)).unwrap_or(Err("panicked".into())).err();
    let instance = learned::instance(environment("ORACLE_FROM", 0), Size::SMALL);
    let first = ask(&instance).map(words);
    let least = shrink::shrink(instance, |i| ask(i).map(words) == first);
    eprintln!("{:?}\n{}", ask(&least), shrink::show(&least));
    eprintln!("{:?}\n{:?}", least.query.constraints, engine::answer(&least, Engine::LpSearch));
    eprintln!("{:?}", learned::solve(&least, 100_000));
}
