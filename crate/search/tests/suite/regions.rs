//! All regions within a radius against brute force. Each point that brute force tries lies in one box if it is on target and near enough, and in
//! none if it misses the target. That holds for each list on the way too, within the cost up to which it says to be complete.

use espalier_api::Request;
use espalier_model::explanation::{Explanation, Regions, Status};
use espalier_model::query::{Sought, Target};
use espalier_search::{Compiled, ListLengths, Search};
use espalier_testkit::brute::{self, Meets};
use espalier_testkit::earning::{earn, earned};
use espalier_testkit::instance::Size;
use espalier_testkit::regions::holds;
use espalier_testkit::seeds;
use espalier_testkit::{Instance, Rng};
use espalier_verify::verify;
use serde_json::json;
use std::sync::Arc;

const MOST: usize = 30_000;

/// As [`MOST`], where lists on the way are compared too.
const MOST_IN_ROUNDS: usize = 6_000;

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

/// The points that brute force tries.
struct Points<'a> {
    seed: u64,
    instance: &'a Instance,
    /// A row, whether it has the target, and its cost.
    tried: Vec<(Vec<f64>, Meets, f64)>,
}

impl<'a> Points<'a> {
    fn of(seed: u64, instance: &'a Instance, most: usize) -> Option<Points<'a>> {
        let mut tried = Vec::new();
        brute::combinations(instance, most, &mut |row, _, cost| {
            let meets = match instance.model.ensemble.predict(row) {
                Ok(prediction) => brute::meets(instance, &prediction).0.min(brute::deep(instance, row)),
                Err(_) => Meets::No,
            };
            tried.push((row.to_vec(), meets, cost.value));
        })?;
        Some(Points { seed, instance, tried })
    }

    /// Whether the boxes hold the points that they should. `sure`: by cost, whether a point of the target must lie in one.
    fn check(&self, listed: &Regions, sure: impl Fn(f64) -> bool) {
        let Points { seed, instance, tried } = self;
        assert!(listed.boxes.windows(2).all(|w| w[0].cost <= w[1].cost), "seed {seed}: not in order");
        for (row, meets, cost) in tried {
            let inside = listed.boxes.iter().filter(|region| holds(instance, region, row)).count();
            match meets {
                Meets::Yes if sure(*cost) => {
                    assert_eq!(inside, 1, "seed {seed}: {row:?} at {cost}, complete within {}", listed.complete_within)
                }
                Meets::No => assert_eq!(inside, 0, "seed {seed}: {row:?} misses the target"),
                _ => assert!(inside <= 1, "seed {seed}: {row:?} lies in two boxes"),
            }
        }
    }

    /// As [`Points::check`], for a list that may have ended early.
    fn check_within(&self, listed: &Regions) {
        let rounding = 1e-8 * (listed.complete_within + earned(self.instance)).abs();
        self.check(listed, |cost| cost < listed.complete_within - rounding);
    }
}

/// When a list takes rounds within smaller radii, and when it ends.
#[derive(Clone, Copy)]
struct Limits {
    whole_first: u64,
    lengths: ListLengths,
}

/// Lists the regions, verifies some lists on the way, and passes them on.
fn search(
    seed: u64,
    instance: &Instance,
    limits: Option<Limits>,
    on_the_way: &mut dyn FnMut(&Explanation),
) -> Explanation {
    let compiled = Compiled::new(&instance.model).expect("compiles");
    let mut search = Search::new(Arc::new(compiled), instance.query.clone()).expect("searches");
    if let Some(Limits { whole_first, lengths }) = limits {
        search.limit_regions(whole_first, lengths);
    }
    let mut steps = 0;
    let mut bound = f64::NEG_INFINITY;
    while !search.step(1) {
        steps += 1;
        assert!(steps < 300_000, "seed {seed}: does not end");
        let proved = search.progress().lower_bound;
        assert!(proved >= bound, "seed {seed}: the bound falls from {bound} to {proved}");
        bound = proved;
        if steps % 5 == 0 {
            let found = search.explanation();
            verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}, stopped: {e}"));
            on_the_way(&found);
        }
    }
    let found = search.explanation();
    verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    found
}

fn check(seed: u64, size: Size) -> Option<usize> {
    let instance = asking(seed, size)?;
    let Sought::Regions { radius } = instance.query.sought else { return None };
    let found = search(seed, &instance, None, &mut |_| {});
    let listed = found.regions.as_ref().expect("a list");
    if found.truncated {
        return None;
    }
    assert_eq!(listed.complete_within, radius, "seed {seed}");
    assert_eq!(found.status, if listed.boxes.is_empty() { Status::Infeasible } else { Status::Optimal }, "seed {seed}");
    let rounding = 1e-8 * (radius + earned(&instance));
    Points::of(seed, &instance, MOST)?.check(listed, |cost| cost <= radius - rounding);
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

/// The lists of a seed.
#[derive(Default)]
struct Shown {
    /// Lists on the way that were complete within more than the one before, and held a box.
    further: usize,
    ended_early: bool,
    boxes: usize,
}

/// Lists the regions within a radius in rounds that begin after some boxes. The list may end at a few boxes, or where a few levels wait.
fn check_rounds(seed: u64, instance: &mut Instance, whole_first: u64) -> Option<Shown> {
    let rng = &mut Rng::new(!seed ^ 0x5eed);
    let tried = Points::of(seed, instance, MOST_IN_ROUNDS)?.tried;
    // A radius that is some point's cost: the point lies on its border. Or one that all rounds divide, so that whole costs lie on theirs.
    let on_target: Vec<f64> =
        tried.iter().filter(|(_, meets, _)| *meets == Meets::Yes).map(|(.., cost)| *cost).collect();
    let dearest = on_target.iter().copied().fold(0.0, f64::max);
    let border = if on_target.is_empty() { 1.0 } else { *rng.pick(&on_target) };
    let radius = [border, dearest, 4.0 * dearest + 1.0, 16.0][rng.below(4)].max(0.0);
    instance.query.sought = Sought::Regions { radius };
    let points = Points { seed, instance, tried };
    let mut lengths = ListLengths::default();
    match seed % 4 {
        0 => lengths.boxes = rng.within(1, 30),
        1 => lengths.waiting = rng.within(10, 400),
        _ => {}
    }
    let mut shown = Shown::default();
    let mut last = f64::NEG_INFINITY;
    let found = search(seed, instance, Some(Limits { whole_first, lengths }), &mut |found| {
        let listed = found.regions.as_ref().expect("a list");
        assert!(listed.complete_within >= last, "seed {seed}: {} after {last}", listed.complete_within);
        if listed.complete_within > last && !listed.boxes.is_empty() {
            shown.further += 1;
            if shown.further < 20 || shown.further % 32 == 0 {
                points.check_within(listed);
            }
        }
        last = listed.complete_within;
    });
    let listed = found.regions.as_ref().expect("a list");
    assert!(listed.boxes.len() <= lengths.boxes && listed.complete_within >= last, "seed {seed}");
    points.check_within(listed);
    shown.boxes = listed.boxes.len();
    shown.ended_early = found.truncated;
    if !found.truncated {
        assert_eq!(listed.complete_within, radius, "seed {seed}");
        // The same boxes in the same order as without rounds. As texts, since a missing value is not equal to itself.
        let whole = Limits { whole_first: u64::MAX, lengths: ListLengths::default() };
        let again = search(seed, instance, Some(whole), &mut |_| {}).regions;
        assert_eq!(format!("{again:?}"), format!("{:?}", Some(listed)), "seed {seed}");
        points.check(listed, |cost| cost <= radius);
    }
    Some(shown)
}

/// At least a fiftieth of the lists end early, and a tenth were complete within more three times on the way.
fn enough(shown: &[Shown]) {
    let early = shown.iter().filter(|shown| shown.ended_early).count();
    let further = shown.iter().filter(|shown| shown.further > 2).count();
    assert!(early * 50 > shown.len() && further * 10 > shown.len(), "{early} and {further} of {}", shown.len());
}

#[test]
fn rounds_agree_with_brute_force_and_with_one_search() {
    let check = |seed| check_rounds(seed, &mut asking(seed, Size::LARGE)?, seed % 6);
    enough(&seeds(400).into_iter().filter_map(check).collect::<Vec<_>>());
}

/// A sum of stumps on three columns, whose cuts are eighths: many points cost the same. Some regions are single cells.
fn grid(seed: u64) -> Instance {
    let rng = &mut Rng::new(seed);
    let stumps: Vec<_> = (0..3)
        .flat_map(|column| (0..16).map(move |cut| (column, f64::from(cut) / 8.0)))
        .map(|(column, cut)| {
            let value = rng.unit() - 0.5;
            json!({"output": 0, "feature": [column, -1, -1], "threshold": [cut, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
                   "value": [null, -value, value]})
        })
        .collect();
    let features: Vec<_> = (0..3)
        .map(|c| json!({"name": format!("x{c}"), "kind": "numeric", "column": c, "min": -1, "max": 2.5}))
        .collect();
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 3, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [0.0], "link": "logistic", "classes": ["no", "yes"], "trees": stumps,
        "schema": {"features": features, "classes": ["no", "yes"]}});
    let model = espalier_formats::load(file.to_string().as_bytes()).expect("the file is right");
    let own = [0; 3].map(|_| f64::from(rng.below(16) as u32) / 8.0);
    let norm = ["l1", "l2", "l0"][seed as usize % 3];
    let request = json!({"query": own, "target": {"class": rng.below(2)}, "cost": {"norm": norm}, "radius": 1});
    let query = Request::parse(&request, &model).expect("a request that fits").query;
    Instance { model, query }
}

#[test]
fn rounds_of_hundreds_of_boxes_agree_with_brute_force() {
    let shown: Vec<Shown> = seeds(12).into_iter().filter_map(|seed| check_rounds(seed, &mut grid(seed), 300)).collect();
    enough(&shown);
    let long = shown.iter().filter(|shown| shown.boxes > 300).count();
    assert!(long > 1, "{long} of {}", shown.len());
}
