//! The named conflict where there is no answer, compared with exhaustive search under schemas that leave fields out.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::ensemble::{Node, Split};
use espalier_model::explanation::{Conflict, Explanation, Field, Reason, Status};
use espalier_model::query::{Constraint, Cost, Norm, Query, Sought, Target};
use espalier_model::schema::{Change, Feature, Kind};
use espalier_model::Background;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{brute, driver, environment, seeds, Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

const FIELDS: [Field; 4] = [Field::Kind, Field::Min, Field::Max, Field::Change];

/// With hyperplanes.
const SHAPE: Shape = Shape { trees: 2, depth: 3, numbers: 4, others: 1, linear: false };

/// The instance without limits, under a schema that keeps only the chosen ones of its optional fields.
fn saying(instance: &Instance, kept: &dyn Fn(usize, Field) -> bool) -> Instance {
    let Instance { model, query } = instance;
    let (mut least, mut most) = (0.0f64, 0.0f64);
    let mut sets = vec![false; model.ensemble.columns];
    let mut beyond = |cut: f64| (least, most) = (least.min(2.0 * cut), most.max(2.0 * cut));
    for node in model.ensemble.trees.iter().flat_map(|t| &t.nodes) {
        match node {
            Node::Split { split: Split::Axis { threshold, .. }, .. } => beyond(*threshold),
            Node::Split { split: Split::Intervals { left, .. }, .. } => {
                left.iter().flat_map(|&(low, high)| [low, high]).filter(|end| end.is_finite()).for_each(&mut beyond);
            }
            Node::Split { split: Split::Categories { column, .. }, .. } => sets[*column] = true,
            _ => {}
        }
    }
    let mut features: Vec<Feature> = Vec::new();
    for (f, feature) in model.schema.features.iter().enumerate() {
        let levels = feature.level_count().is_some();
        let loose = !kept(f, Field::Kind) && feature.columns().iter().all(|&c| !sets[c]);
        let change = if kept(f, Field::Change) { feature.change } else { Change::Free };
        let parts = if loose {
            feature.columns().iter().map(|&column| Kind::Numeric { column }).collect()
        } else {
            vec![feature.kind.clone()]
        };
        for kind in parts {
            let mut one = Feature { kind, change, ..feature.clone() };
            if one.level_count().is_none() && (levels || !kept(f, Field::Min)) {
                one.min = one.min.min(least - 10.0);
            }
            if one.level_count().is_none() && (levels || !kept(f, Field::Max)) {
                one.max = one.max.max(most + 10.0);
            }
            // Levels are ordered by position, not by value.
            if let (Kind::Binary { levels, .. }, true) = (&feature.kind, loose) {
                if levels[0].value > levels[1].value {
                    one.change = match change {
                        Change::Increase => Change::Decrease,
                        Change::Decrease => Change::Increase,
                        same => same,
                    };
                }
            }
            features.push(one);
        }
    }
    let cost = plain(features.len());
    let mut model = model.clone();
    model.schema.features = features;
    let query = Query::new(query.factual.clone(), query.target.clone(), cost);
    Instance { model, query }
}

fn plain(features: usize) -> Cost {
    Cost::of(Norm { l0: 1.0, ..Norm::default() }, features)
}

/// An instance with narrow limits in its schema.
fn narrow(seed: u64) -> Instance {
    let mut instance = Instance::new(seed, Size::SMALL);
    let mut rng = Rng::new(seed ^ 0x5C4E3A);
    for (f, feature) in instance.model.schema.features.iter_mut().enumerate() {
        let own = instance.query.factual[feature.columns()[0]];
        let ordered = !matches!(feature.kind, Kind::OneHot { .. } | Kind::Codes { .. });
        feature.change = *rng.pick(&[Change::Free, Change::Fixed, Change::Increase, Change::Decrease]);
        if !ordered && feature.change != Change::Fixed {
            feature.change = Change::Free;
        }
        if feature.level_count().is_none() && own.is_finite() && rng.chance(0.7) {
            let width = feature.max - feature.min;
            (feature.min, feature.max) = (own - 0.1 * width * rng.unit(), own + 0.1 * width);
        }
        if f == 0 && rng.chance(0.3) {
            feature.change = Change::Free;
        }
    }
    if rng.chance(0.7) {
        instance.query.constraints.clear();
    }
    instance.query.sought = Sought::Cheapest;
    instance
}

/// The finished answer of the box search. At every step before, `each` checks the answer so far.
fn answer(instance: &Instance, mut each: impl FnMut(&Explanation)) -> Explanation {
    let compiled = Arc::new(Compiled::new(&instance.model).unwrap());
    let mut search = Search::new(compiled, instance.query.clone()).unwrap();
    while !search.step(1) {
        each(&search.explanation());
    }
    search.explanation()
}

#[test]
fn the_schema_is_blamed_where_no_limit_is_and_each_field_named_is_needed() {
    let mut named = [0; 4];
    let (mut none, mut several) = (0, 0);
    for seed in seeds(3000) {
        let instance = narrow(seed);
        if Compiled::new(&instance.model).is_err() {
            continue;
        }
        let sure = brute::solve(&saying(&instance, &|_, _| true), 100_000).map(|s| s.open.is_none());
        let found = answer(&instance, |_| {});
        verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let Some(Conflict { reasons, minimal }) = found.conflict else {
            assert_ne!(found.status, Status::Infeasible, "seed {seed}");
            continue;
        };
        if reasons.iter().any(|r| matches!(r, Reason::Limit(_))) || sure != Some(true) {
            continue;
        }
        if reasons == [Reason::Features] {
            assert!(!minimal, "seed {seed}");
            continue;
        }
        assert!(minimal, "seed {seed}: {reasons:?}");
        let says = |f: usize, field: Field| reasons.contains(&Reason::Field { feature: f, field });
        let possible = |kept: &dyn Fn(usize, Field) -> bool| brute::solve(&saying(&instance, kept), 400_000);
        let Some(all) = possible(&says) else { continue };
        assert!(all.sure.is_none(), "seed {seed}: {reasons:?} allow {:?}", all.points.first());
        for reason in &reasons {
            let &Reason::Field { feature, field } = reason else { panic!("seed {seed}: {reason:?}") };
            if let Some(less) = possible(&|f, one| (f, one) != (feature, field) && says(f, one)) {
                assert!(less.open.is_some(), "seed {seed}: of {reasons:?}, {reason:?} is not needed");
                named[FIELDS.iter().position(|one| *one == field).unwrap()] += 1;
            }
        }
        none += usize::from(reasons.is_empty());
        several += usize::from(reasons.len() > 1);
    }
    let many = environment("ORACLE_COUNT", 3000) >= 3000;
    assert!(
        !many || named.iter().all(|n| *n > 20) && none > 20 && several > 20,
        "{named:?}, {none} of the model alone, {several} of several"
    );
}

#[test]
fn whenever_the_search_is_stopped_the_set_that_is_named_excludes_every_answer() {
    let (mut stopped, mut shrunk) = (0, 0);
    for seed in seeds(600) {
        let mut instance = Instance::new(seed, Size::SMALL);
        instance.query.sought = Sought::Cheapest;
        let fixed = (0..instance.model.schema.features.len()).map(|feature| Constraint::Fix { feature });
        instance.query.constraints.extend(fixed);
        if Compiled::new(&instance.model).is_err() {
            continue;
        }
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let last = answer(&instance, |so_far| {
            verify(&instance.model, &instance.query, so_far).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(so_far.status == Status::Infeasible, so_far.conflict.is_some(), "seed {seed}");
            if let Some(conflict) = &so_far.conflict {
                assert!(!conflict.minimal, "seed {seed}");
                if sets.last() != Some(&conflict.limits()) && !conflict.limits().is_empty() {
                    sets.push(conflict.limits());
                }
            }
        });
        let Some(conflict) = last.conflict else { continue };
        assert!(sets.windows(2).all(|w| w[1].iter().all(|i| w[0].contains(i))), "seed {seed}: {sets:?} grow");
        for set in &sets {
            let mut part = instance.clone();
            let kept = instance.query.constraints.iter().enumerate().filter(|(i, _)| set.contains(i));
            part.query.constraints = kept.map(|(_, c)| c.clone()).collect();
            let Some(solved) = brute::solve(&part, 100_000) else { continue };
            assert!(solved.sure.is_none(), "seed {seed}: {set:?} allows an answer");
            stopped += 1;
        }
        shrunk += usize::from(sets.first().is_some_and(|first| *first != conflict.limits()));
    }
    assert!(environment("ORACLE_COUNT", 600) < 600 || stopped > 300 && shrunk > 50, "{stopped}, {shrunk}");
}

#[test]
fn linear_programs_take_ranges_as_given_beside_hyperplanes_and_say_so() {
    let (mut fields, mut unknown) = (0, 0);
    for seed in seeds(150) {
        let mut instance = oblique::instance(seed, SHAPE);
        instance.query.constraints.clear();
        (instance.query.hull, instance.query.depth) = (None, None);
        instance.query.sought = Sought::Cheapest;
        let count = instance.model.schema.features.len();
        for feature in instance.model.schema.features.iter_mut().take(count - usize::from(seed % 2 == 0)) {
            feature.change = Change::Fixed;
        }
        let found = driver::answer(&instance, Engine::LpSearch).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let Some(conflict) = found.conflict else { continue };
        if conflict.reasons == [Reason::Features] {
            assert!(!conflict.minimal, "seed {seed}");
            unknown += 1;
            continue;
        }
        // Each field that is named is needed: without it an answer exists.
        for reason in conflict.reasons.iter().filter(|_| conflict.minimal) {
            let &Reason::Field { feature, field: Field::Change } = reason else { continue };
            let kept = |f: usize, one: Field| {
                matches!(one, Field::Min | Field::Max)
                    || (f, one) != (feature, Field::Change)
                        && conflict.reasons.contains(&Reason::Field { feature: f, field: one })
            };
            let less = saying(&instance, &kept);
            assert!(oblique::solve(&less).is_some(), "seed {seed}: {reason:?} of {conflict:?}");
            fields += 1;
        }
    }
    assert!(environment("ORACLE_COUNT", 150) < 150 || fields > 10 && unknown > 0, "{fields}, {unknown}");
}

/// No background row is on target.
#[test]
fn want_of_a_row_of_the_target_is_told() {
    let mut told = 0;
    for seed in seeds(200) {
        let mut instance = Instance::new(seed, Size::SMALL);
        if Compiled::new(&instance.model).is_err() || matches!(instance.query.target, Target::Best { .. }) {
            continue;
        }
        let row = instance.query.factual.clone();
        instance.query.constraints.clear();
        (instance.query.sought, instance.query.depth, instance.query.margin) = (Sought::Cheapest, None, 0.0);
        instance.query.real_rows = Some(Arc::new(Background { rows: vec![row; 2], labels: None }));
        let found = answer(&instance, |_| {});
        verify(&instance.model, &instance.query, &found).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if let Some(conflict) = found.conflict {
            assert_eq!(conflict, Conflict { reasons: vec![Reason::Rows], minimal: true }, "seed {seed}");
            told += 1;
        }
    }
    assert!(environment("ORACLE_COUNT", 200) < 200 || told > 50, "{told}");
}
