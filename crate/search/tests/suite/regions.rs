//! All regions within a radius against brute force. Each point that brute force tries lies in one box if it is on target and near enough, and in
//! none if it misses the target.

use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Sought, Target};
use espalier_search::{Compiled, Search};
use espalier_testkit::brute::{self, Meets};
use espalier_testkit::earning::{earn, earned};
use espalier_testkit::instance::Size;
use espalier_testkit::regions::holds;
use espalier_testkit::seeds;
use espalier_testkit::{Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

const MOST: usize = 30_000;

/// An instance that asks for all regions, within a radius that is a multiple of the least cost.
fn asking(seed: u64, size: Size) -> Option<Instance> {
    let make = if seed % 3 == 2 { Instance::plausible } else { Instance::new };
    let mut instance = make(seed, size);
    if seed % 5 == 1 {
        earn(&mut Rng::new(!seed), &mut instance);
    }
    let query = &mut instance.query;
    query.sought = Sought::Cheapest;
    if let Target::Classes(set) = &query.target {
        query.target = Target::Class(set[0]);
    }
    if let Target::ClassCosts(costs) = &query.target {
        query.target = Target::Class(costs[0].0);
    }
    if query.cost.norm.linf > 0.0 && !query.cost.is_largest_alone() {
        query.cost.norm.linf = 0.0;
    }
    let cost = brute::solve(&instance, MOST)?.open.unwrap_or(0.3);
    let radius = [0.9 * cost, cost, 3.0 * cost, cost + 1.0][seed as usize % 4].max(0.0);
    instance.query.sought = Sought::Regions { radius };
    Some(instance)
}

fn search(seed: u64, instance: &Instance) -> Explanation {
    let compiled = Compiled::new(&instance.model).expect("compiles");
    let mut search = Search::new(Arc::new(compiled), instance.query.clone()).expect("searches");
    let mut steps = 0;
    while !search.step(1) {
        steps += 1;
        assert!(steps < 300_000, "seed {seed}: does not end");
        if steps % 5 == 0 {
            let found = search.explanation();
            verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}, stopped: {e}"));
        }
    }
    let found = search.explanation();
    verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    found
}

fn check(seed: u64, size: Size) -> Option<usize> {
    let instance = asking(seed, size)?;
    let Sought::Regions { radius } = instance.query.sought else { return None };
    let found = search(seed, &instance);
    let listed = found.regions.as_ref().expect("a list");
    if found.truncated {
        return None;
    }
    assert_eq!(listed.complete_within, radius, "seed {seed}");
    assert_eq!(found.status, if listed.boxes.is_empty() { Status::Infeasible } else { Status::Optimal }, "seed {seed}");
    assert!(listed.boxes.windows(2).all(|w| w[0].cost <= w[1].cost), "seed {seed}: not in order");
    brute::combinations(&instance, MOST, &mut |row, _, cost| {
        let inside = listed.boxes.iter().filter(|region| holds(&instance, region, row)).count();
        let meets = match instance.model.ensemble.predict(row) {
            Ok(prediction) => brute::meets(&instance, &prediction).0.min(brute::deep(&instance, row)),
            Err(_) => Meets::No,
        };
        match meets {
            Meets::Yes if cost <= radius - 1e-8 * (radius + earned(&instance)) => {
                assert_eq!(inside, 1, "seed {seed}: {row:?} at {cost} of {radius}")
            }
            Meets::No => assert_eq!(inside, 0, "seed {seed}: {row:?} misses the target"),
            _ => assert!(inside <= 1, "seed {seed}: {row:?} lies in two boxes"),
        }
    })?;
    Some(listed.boxes.len())
}

fn check_all(size: Size, count: u64) {
    let seeds = seeds(count);
    let count = seeds.len() as u64;
    let found: Vec<usize> = seeds.into_iter().filter_map(|seed| check(seed, size)).collect();
    let several = found.iter().filter(|n| **n > 1).count();
    assert!(found.len() as u64 * 4 > count && several * 40 > found.len(), "{several} of {} have several", found.len());
}

#[test]
fn tiny_instances_agree_with_brute_force() {
    check_all(Size::TINY, 2000);
}

#[test]
fn small_instances_agree_with_brute_force() {
    check_all(Size::SMALL, 1000);
}

#[test]
fn larger_instances_agree_with_brute_force() {
    check_all(Size::LARGE, 600);
}
