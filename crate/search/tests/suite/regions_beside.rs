//! Regions within a radius in requests with linear constraints, and by linear programs: of hyperplanes, linear leaves, networks, hulls, squares, and
//! consequences of trees. Each region holds a point that keeps all limits. Of a box, its nearest point is the answer of a search within it. Rows that
//! are tried lie in one region if they are near enough; and in no box if they miss the target.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::explanation::{Counterfactual, Explanation, Extent, Region, Status};
use espalier_model::query::{Constraint, Query, Sought, Target};
use espalier_model::schema::Kind;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::beside::budget;
use espalier_testkit::curved::curve;
use espalier_testkit::instance::Size;
use espalier_testkit::regions::holds;
use espalier_testkit::straight::{any, causal, curved, linear, SHAPES};
use espalier_testkit::{is_fixed, learned, oblique, seeds, Instance, Rng};
use espalier_verify::{verify, VerifyError};
use std::sync::Arc;

/// Steps after which a search is given up.
const MOST: u32 = 60_000;

/// The request as one for the cheapest answer of one class.
fn of_one_class(mut instance: Instance) -> Instance {
    if let Target::Classes(set) = &instance.query.target {
        instance.query.target = Target::Class(set[0]);
    }
    if let Target::ClassCosts(costs) = &instance.query.target {
        instance.query.target = Target::Class(costs[0].0);
    }
    instance.query.sought = Sought::Cheapest;
    instance
}

/// A request that linear programs answer.
fn by_programs(seed: u64) -> Instance {
    let forest = oblique::Shape { trees: 3, depth: 2, numbers: 4, others: 1, linear: false };
    let tree = oblique::Shape { trees: 1, depth: 4, ..forest };
    let sums = oblique::Shape { trees: 2, linear: true, ..forest };
    of_one_class(match seed % 11 {
        0 => oblique::instance(seed, tree),
        1 => oblique::instance(seed, forest),
        2 => oblique::instance(seed, sums),
        3 => oblique::sloped(seed, forest),
        4 => oblique::sloped(seed, sums),
        5 => oblique::network(seed, tree),
        6 => oblique::deep(seed, tree),
        7 => oblique::hull(seed, forest),
        8 => oblique::hull(seed, tree),
        9 => curve(oblique::instance(seed, forest), seed),
        _ => learned::instance(seed, Size::SMALL),
    })
}

fn instance(seed: u64) -> Instance {
    let mut instance = of_one_class(match seed % 6 {
        0 => linear(seed, SHAPES[0]),
        1 => linear(seed, SHAPES[1]),
        2 => causal(seed, SHAPES[0]),
        3 => curved(seed, SHAPES[0]),
        4 => any(seed, Size::LARGE),
        _ => any(seed, Size::SMALL),
    });
    // Budgets beside sums, and alone.
    if seed / 6 % 3 == 2 {
        if (seed / 18).is_multiple_of(2) {
            instance.query.constraints.retain(|c| !c.couples_features());
        }
        let budget = budget(&mut Rng::new(!seed), &instance);
        instance.query.constraints.push(Constraint::Budget(budget));
    }
    instance
}

/// The answer; nothing where the request is refused or the search is given up.
fn answer(instance: &Instance, query: Query, engine: Engine) -> Option<Explanation> {
    let compiled = Arc::new(Compiled::new(&instance.model).ok()?);
    let mut search = Search::by(compiled, query, engine).ok()?;
    if search.engine() != engine {
        return None;
    }
    (0..MOST).find(|_| search.step(1))?;
    Some(search.explanation())
}

/// The cost of a row that is an answer to the request; `None` if it is not one.
fn cost(instance: &Instance, like: &Explanation, row: &[f64]) -> Option<f64> {
    let prediction = instance.model.ensemble.predict(row).ok()?;
    let found =
        Counterfactual { values: row.to_vec(), cost: 1e300, changes: Vec::new(), prediction, mixture: Vec::new() };
    let claim = Explanation {
        status: Status::Feasible,
        counterfactuals: vec![found],
        lower_bound: Some(0.0),
        regions: None,
        truncated: true,
        ..like.clone()
    };
    match verify(&instance.model, &Query { sought: Sought::Cheapest, ..instance.query.clone() }, &claim) {
        Err(VerifyError::Cost { found, .. }) => Some(found),
        _ => None,
    }
}

/// The request within a box; `None` where it has missing values, and for leaves.
fn within(instance: &Instance, region: &Region) -> Option<Query> {
    if !region.leaves.is_empty() {
        return None;
    }
    let mut query = Query { sought: Sought::Cheapest, ..instance.query.clone() };
    for (f, extent) in &region.sets {
        query.constraints.push(match extent {
            Extent::Interval(min, max) => Constraint::Range { feature: *f, min: *min, max: *max },
            Extent::Levels(levels) => {
                let count = instance.model.schema.features[*f].level_count()?;
                if levels.contains(&count) {
                    return None;
                }
                Constraint::Levels { feature: *f, allow: (0..count).map(|k| levels.contains(&k)).collect() }
            }
            Extent::Missing => return None,
        });
    }
    Some(query)
}

/// A random row of the domain, mostly near a known one.
fn row(rng: &mut Rng, instance: &Instance, near: &[f64]) -> Vec<f64> {
    let mut row = near.to_vec();
    for feature in &instance.model.schema.features {
        if rng.below(2) == 0 {
            continue;
        }
        match feature.kind {
            Kind::Numeric { column } | Kind::Integer { column } => {
                let width = (feature.max - feature.min) * if rng.below(2) == 0 { 1.0 } else { 0.05 };
                let x = (row[column] + width * (rng.unit() - 0.5)).clamp(feature.min, feature.max);
                let whole = matches!(feature.kind, Kind::Integer { .. });
                let (x, own) = (if whole { x.round() } else { x }, instance.query.factual[column]);
                let input = instance.model.ensemble.input;
                row[column] = if input.round(x) == input.round(own) { own } else { input.round(x) };
            }
            _ => {
                let level = rng.below(feature.level_count().unwrap_or(1));
                for &c in feature.columns() {
                    row[c] = feature.level_value(level, c).unwrap_or(row[c]);
                }
            }
        }
    }
    row
}

#[derive(Default, Debug)]
struct Count {
    listed: u64,
    several: u64,
    truncated: u64,
    nearest: u64,
    inside: u64,
}

fn check(seed: u64, engine: Engine, make: fn(u64) -> Instance, count: &mut Count) -> Result<(), String> {
    let mut instance = make(seed);
    let Some(first) = answer(&instance, instance.query.clone(), engine) else { return Ok(()) };
    let nearest = first.counterfactuals.first().filter(|_| first.status == Status::Optimal);
    // A radius around a cost of almost 0 is pure rounding.
    let Some(least) = nearest.map(|c| c.cost).filter(|c| *c > 1e-9) else { return Ok(()) };
    let radius = [0.9 * least, 2.0 * least + 0.1, 4.0 * least + 0.2, least + 0.8][seed as usize / 8 % 4];
    instance.query.sought = Sought::Regions { radius };
    let Some(found) = answer(&instance, instance.query.clone(), engine) else { return Ok(()) };
    verify(&instance.model, &instance.query, &found).map_err(|e| e.to_string())?;
    let regions = found.regions.as_ref().ok_or("no list")?;
    if found.truncated {
        count.truncated += 1;
    } else if regions.complete_within != radius {
        return Err(format!("complete within {} of {radius}", regions.complete_within));
    }
    count.listed += 1;
    count.several += u64::from(regions.boxes.len() > 1);
    let equal = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-7;
    if let Some(first) = regions.boxes.first().filter(|_| least <= radius) {
        if !equal(first.cost, least) {
            return Err(format!("the nearest costs {}, not {least}", first.cost));
        }
    } else if !regions.boxes.is_empty() || least <= radius && !found.truncated {
        return Err(format!("{} regions within {radius}, where the answer costs {least}", regions.boxes.len()));
    }
    for region in regions.boxes.iter().take(6) {
        let Some(alone) = within(&instance, region).and_then(|query| answer(&instance, query, engine)) else {
            continue;
        };
        let cost = alone.counterfactuals.first().map(|c| c.cost);
        if alone.status == Status::Optimal && !cost.is_some_and(|c| equal(c, region.cost)) {
            return Err(format!("a region costs {}, and {cost:?} within", region.cost));
        }
        count.nearest += u64::from(alone.status == Status::Optimal);
    }
    let mut rng = Rng::new(seed);
    let known: Vec<Vec<f64>> =
        regions.boxes.iter().map(|b| b.values.clone()).chain([instance.query.factual.clone()]).collect();
    for _ in 0..200 {
        let near = &known[rng.below(known.len())];
        let row = row(&mut rng, &instance, near);
        let inside = regions.boxes.iter().filter(|b| holds(&instance, b, &row)).count();
        match cost(&instance, &found, &row) {
            Some(cost) if cost < regions.complete_within * (1.0 - 1e-6) && inside != 1 => {
                return Err(format!("{row:?} at {cost} of {} lies in {inside}", regions.complete_within));
            }
            Some(_) => count.inside += inside as u64,
            None if inside > 1 => return Err(format!("{row:?} lies in {inside}")),
            None => {}
        }
    }
    Ok(())
}

fn check_all(count: u64, engine: Engine, make: fn(u64) -> Instance) -> Count {
    let seeds = seeds(count);
    let count = seeds.iter().filter(|&&seed| is_fixed(seed)).count() as u64;
    let (mut counted, mut fresh, mut failed) = (Count::default(), Count::default(), 0);
    for seed in seeds {
        let counted = if is_fixed(seed) { &mut counted } else { &mut fresh };
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(seed, engine, make, counted)));
        if let Err(e) = checked.unwrap_or_else(|_| Err("panicked".into())) {
            failed += 1;
            eprintln!("seed {seed}: {e}");
        }
    }
    eprintln!("{counted:?} of {count}");
    assert_eq!(failed, 0, "{failed} of {count} failed");
    assert!(counted.listed * 5 > count && counted.several * 6 > counted.listed, "{counted:?}");
    assert!(counted.inside > counted.listed && counted.truncated * 20 < counted.listed, "{counted:?}");
    counted
}

#[test]
fn regions_beside_sums_hold_all_that_is_near_and_their_nearest_points() {
    let counted = check_all(1500, Engine::Lagrangian, instance);
    assert!(counted.nearest > counted.listed / 2, "{counted:?}");
}

#[test]
fn leaves_within_a_radius_hold_all_that_is_near() {
    check_all(660, Engine::LpSearch, by_programs);
}
