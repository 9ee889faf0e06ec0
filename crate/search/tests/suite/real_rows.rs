//! Answers that are background rows. The reference looks at every row, by the definitions alone.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_model::explanation::{Conflict, Explanation, Status};
use espalier_model::query::*;
use espalier_model::schema::Kind;
use espalier_model::Background;
use espalier_search::{Compiled, Search};
use espalier_testkit::brute::{deep, meets, Meets};
use espalier_testkit::instance::Size;
use espalier_testkit::options::{allowed, price};
use espalier_testkit::{environment, queries, schemas, seeds, Instance, Rng};
use espalier_verify::verify;
use std::sync::Arc;

/// An instance with background rows. Some rows are doubled, some have missing values, and now and then a sum is limited.
fn instance(seed: u64) -> Instance {
    let make = if seed % 3 == 2 { Instance::plausible } else { Instance::new };
    let mut instance = make(seed, Size::SMALL);
    let plans = schemas::plans(&mut Rng::new(seed), Size::SMALL.features);
    let mut rng = Rng::new(seed ^ 0x0A6_0A6);
    let count = *rng.pick(&[1, 5, 40, 40, 200]);
    let factual = instance.query.factual.clone();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for _ in 0..count {
        if !rows.is_empty() && rng.chance(0.1) {
            rows.push(rng.pick(&rows).clone());
            continue;
        }
        let mut row = queries::row(&mut rng, &instance.model, &plans, 0.1);
        // Rows that differ from the factual in a few features only.
        for feature in &instance.model.schema.features {
            if rng.chance(0.4) {
                feature.columns().iter().for_each(|&c| row[c] = factual[c]);
            }
        }
        rows.push(row);
    }
    let features = &instance.model.schema.features;
    let numbers: Vec<usize> =
        (0..features.len()).filter(|&f| !matches!(features[f].kind, Kind::OneHot { .. })).collect();
    if !numbers.is_empty() && rng.chance(0.3) {
        let f = *rng.pick(&numbers);
        let width = features[f].max - features[f].min;
        let terms = vec![(f, if rng.chance(0.5) { 1.0 } else { -1.0 })];
        let relation = *rng.pick(&[Relation::AtMost, Relation::AtLeast]);
        let linear = Constraint::Linear {
            terms,
            levels: Vec::new(),
            relation,
            limit: (rng.unit() - 0.5) * width,
            of_change: rng.chance(0.5),
        };
        instance.query.constraints.push(linear);
    }
    instance.query.real_rows = Some(Arc::new(Background { rows, labels: None }));
    instance
}

/// A row as an answer. Its values are as the model reads them, and those it shares with the factual are unchanged. Also its cost, and whether
/// it surely keeps the limits, with no sum within rounding of its limit.
fn taken(instance: &Instance, raw: &[f64]) -> Option<(Vec<f64>, f64, Meets)> {
    let Instance { model, query } = instance;
    let read = |x: f64| model.ensemble.input.round(x);
    let mut row = query.factual.clone();
    let (mut sum, mut largest, mut count) = (0.0, 0.0f64, 0);
    for (f, feature) in model.schema.features.iter().enumerate() {
        let columns = feature.columns();
        let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
        let number = feature.level_count().is_none();
        let alike = |&c: &usize| same(raw[c], row[c]) || number && same(read(raw[c]), read(row[c]));
        let changed = !columns.iter().all(alike);
        if changed {
            columns.iter().for_each(|&c| row[c] = if number { read(raw[c]) + 0.0 } else { raw[c] });
            let x = row[columns[0]];
            if x.is_nan()
                || number && (!x.is_finite() || matches!(feature.kind, Kind::Integer { .. }) && x.fract() != 0.0)
            {
                return None;
            }
            if !number && feature.level_of(&row).is_none() {
                return None;
            }
        }
        if !allowed(feature, f, query, &row, changed) {
            return None;
        }
        if changed {
            let (cost, reach) = price(feature, f, query, &row);
            sum += cost;
            largest = largest.max(reach);
            count += 1;
        }
    }
    let holds = |c: &Condition| {
        let feature = &model.schema.features[c.feature];
        let column = feature.columns()[0];
        match &c.test {
            ConditionTest::Unchanged => {
                feature.columns().iter().all(|&c| row[c] == query.factual[c] || row[c].is_nan())
            }
            ConditionTest::Levels(allow) => feature.level_of(&row).is_some_and(|k| allow[k]),
            ConditionTest::Range { min, max } => row[column] >= *min && row[column] <= *max,
        }
    };
    let mut sure = Meets::Yes;
    let kept = query.constraints.iter().all(|c| match c {
        Constraint::MaxChanges(most) => count <= *most,
        Constraint::If { when, then } => !when.holds(holds) || then.holds(holds),
        Constraint::Linear { terms, relation, limit, of_change, .. } => {
            let feature = &model.schema.features[terms[0].0];
            let column = feature.columns()[0];
            let before = if *of_change { query.factual[column] } else { 0.0 };
            let over = terms[0].1 * (row[column] - before) - limit;
            if over.abs() <= 1e-6 * (row[column].abs() + before.abs() + limit.abs() + feature.max - feature.min) {
                sure = Meets::Open;
            }
            sure == Meets::Open || if *relation == Relation::AtMost { over <= 0.0 } else { over >= 0.0 }
        }
        _ => true,
    });
    kept.then_some((row, sum + query.cost.norm.linf * largest, sure))
}

/// Every row that is an answer, surely or within rounding, with its cost. The cheapest comes first, and equal rows come once.
fn answers(instance: &Instance) -> Vec<(f64, Meets, Vec<f64>)> {
    let mut found: Vec<(f64, Meets, Vec<f64>)> = Vec::new();
    for raw in &instance.query.real_rows.as_ref().unwrap().rows {
        let Some((row, cost, sure)) = taken(instance, raw) else { continue };
        let Ok(prediction) = instance.model.ensemble.predict(&row) else { continue };
        let (target, added) = meets(instance, &prediction);
        let meets = target.min(deep(instance, &row)).min(sure);
        let same = |a: &[f64]| a.iter().zip(&row).all(|(a, b)| a == b || a.is_nan() && b.is_nan());
        if meets != Meets::No && !found.iter().any(|f| same(&f.2)) {
            found.push((cost + added, meets, row));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

fn ask(instance: &Instance) -> Explanation {
    let compiled = Arc::new(Compiled::new(&instance.model).unwrap());
    let mut search = Search::new(compiled, instance.query.clone()).unwrap();
    let mut bound = 0.0;
    while !search.step(1) {
        let now = search.progress().lower_bound;
        assert!(
            now >= bound || !search.explanation().counterfactuals.is_empty(),
            "the bound fell from {bound} to {now}"
        );
        bound = now;
    }
    let explanation = search.explanation();
    verify(&instance.model, &instance.query, &explanation).unwrap_or_else(|e| panic!("refuted: {e}"));
    explanation
}

fn instances(count: u64) -> impl Iterator<Item = (u64, Instance)> {
    let usable = |i: &Instance| Compiled::new(&i.model).is_ok();
    seeds(count).into_iter().map(|seed| (seed, instance(seed))).filter(move |(_, i)| usable(i))
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()) + 1e-12
}

#[test]
fn the_nearest_row_of_the_target_is_found_with_all_that_tie() {
    let (mut answered, mut none, mut tied) = (0, 0, 0);
    for (seed, instance) in instances(20_000) {
        let expected = answers(&instance);
        if expected.iter().any(|e| e.1 == Meets::Open) {
            continue;
        }
        let found = ask(&instance);
        match (expected.first(), found.counterfactuals.first()) {
            (Some((cost, _, row)), Some(first)) => {
                assert_eq!(found.status, Status::Optimal, "seed {seed}");
                assert!(near(first.cost, *cost), "seed {seed}: {} where {row:?} costs {cost}", first.cost);
                answered += 1;
                if instance.query.sought == Sought::Ties {
                    let ties = expected.iter().filter(|e| near(e.0, *cost)).count();
                    assert_eq!(found.counterfactuals.len(), ties, "seed {seed}");
                    tied += usize::from(ties > 1);
                }
            }
            (None, None) => {
                assert_eq!(found.status, Status::Infeasible, "seed {seed}");
                conflict(seed, &instance, found.conflict.as_ref().map(Conflict::limits).as_deref());
                none += 1;
            }
            (expected, found) => panic!("seed {seed}: {found:?}, by looking at all {expected:?}"),
        }
    }
    let many = environment("ORACLE_COUNT", 20_000) >= 20_000;
    assert!(!many || answered > 4000 && none > 2000 && tied > 20, "{answered}, {none}, {tied}");
}

/// Checks that a conflict excludes every row, and none of its proper parts does. None may be named where the limits are not to blame.
fn conflict(seed: u64, instance: &Instance, named: Option<&[usize]>) {
    let count = instance.query.constraints.len();
    let possible = |least: Meets, keep: &dyn Fn(usize) -> bool| {
        let mut part = instance.clone();
        let kept = instance.query.constraints.iter().enumerate().filter(|(i, _)| keep(*i));
        part.query.constraints = kept.map(|(_, c)| c.clone()).collect();
        part.query.depth = part.query.depth.filter(|_| keep(count));
        if !keep(instance.query.margin_at()) {
            part.query.margin = 0.0;
        }
        answers(&part).iter().any(|a| a.1 >= least)
    };
    let Some(named) = named else {
        return assert!(
            !possible(Meets::Yes, &|_| false),
            "seed {seed}: no conflict is named, though limits are to blame"
        );
    };
    if !named.is_empty() || possible(Meets::Yes, &|_| false) {
        assert!(!possible(Meets::Yes, &|i| named.contains(&i)), "seed {seed}: {named:?} allows an answer");
        for out in named {
            assert!(
                possible(Meets::Open, &|i| i != *out && named.contains(&i)),
                "seed {seed}: {named:?} without {out} allows none"
            );
        }
    }
}

#[test]
fn further_answers_are_the_next_rows_that_differ_as_asked() {
    let ways = [Distinct::Rows, Distinct::Features, Distinct::Distance(0.2137), Distinct::Regions];
    let mut further = [0; 4];
    for (seed, mut instance) in instances(8000) {
        let way = (seed % 4) as usize;
        instance.query = Query { sought: Sought::Several { count: 4, distinct: ways[way] }, ..instance.query };
        let expected = answers(&instance);
        if expected.iter().any(|e| e.1 == Meets::Open) {
            continue;
        }
        let found = ask(&instance).counterfactuals;
        let mut before: Vec<&[f64]> = Vec::new();
        for at in 0..4 {
            let next = expected.iter().find(|(_, _, row)| before.iter().all(|b| differs(&instance, b, row)));
            let (Some(next), Some(one)) = (next, found.get(at)) else {
                assert_eq!(next.is_some(), found.get(at).is_some(), "seed {seed}, answer {at}");
                break;
            };
            assert!(near(next.0, one.cost), "seed {seed}, answer {at}: {} where {} is next", one.cost, next.0);
            before.push(&one.values);
            further[way] += usize::from(at > 0);
        }
    }
    let many = environment("ORACLE_COUNT", 8000) >= 8000;
    assert!(!many || further.iter().all(|&n| n > 100), "{further:?}");
}

fn differs(instance: &Instance, before: &[f64], row: &[f64]) -> bool {
    let Instance { model, query } = instance;
    let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    let alike = |f: usize, a: &[f64], b: &[f64]| model.schema.features[f].columns().iter().all(|&c| same(a[c], b[c]));
    let mut all = 0..model.schema.features.len();
    match query.distinct().unwrap_or_default() {
        Distinct::Rows => !all.all(|f| alike(f, before, row)),
        Distinct::Features => all.any(|f| !alike(f, before, &query.factual) && alike(f, row, &query.factual)),
        Distinct::Regions => model.ensemble.trees.iter().any(|t| {
            let leaf = |row: &[f64]| model.ensemble.leaf(t, row).ok();
            leaf(before) != leaf(row)
        }),
        Distinct::Distance(least) => all.any(|f| {
            let feature = &model.schema.features[f];
            let (a, b) = (before[feature.columns()[0]], row[feature.columns()[0]]);
            let by = match (&feature.kind, feature.level_of(before), feature.level_of(row)) {
                (Kind::Ordinal { levels, .. }, Some(a), Some(b)) => a.abs_diff(b) as f64 / (levels.len() - 1) as f64,
                (Kind::Numeric { .. } | Kind::Integer { .. }, ..) if a.is_nan() == b.is_nan() && !a.is_nan() => {
                    (a - b).abs() / (feature.max - feature.min)
                }
                _ => f64::from(u8::from(!alike(f, before, row))),
            };
            by > 0.0 && by >= least - 1e-9
        }),
    }
}

/// The best prediction within a budget, of rows.
#[test]
fn the_best_row_within_a_budget_is_found() {
    let mut compared = 0;
    for (seed, mut instance) in instances(3000) {
        let classes = instance.model.schema.classes.len();
        let aim = if classes > 0 { Aim::Class(seed as usize % classes) } else { Aim::Most };
        let budget = 0.5137 + (seed % 3) as f64;
        instance.query =
            Query { target: Target::Best { aim, budget }, margin: 0.0, sought: Sought::Cheapest, ..instance.query };
        let value = |row: &[f64]| match instance.model.ensemble.predict(row) {
            Ok(espalier_model::ensemble::Prediction::Class { scores, .. }) => scores[seed as usize % classes],
            Ok(espalier_model::ensemble::Prediction::Value(v)) => v,
            Err(_) => f64::NEG_INFINITY,
        };
        let rows = &instance.query.real_rows.as_ref().unwrap().rows;
        let best = (rows.iter().filter_map(|raw| taken(&instance, raw)))
            .filter(|(row, cost, _)| *cost <= budget && deep(&instance, row) == Meets::Yes)
            .map(|(row, ..)| value(&row))
            .fold(f64::NEG_INFINITY, f64::max);
        if rows
            .iter()
            .filter_map(|raw| taken(&instance, raw))
            .any(|(row, _, sure)| deep(&instance, &row).min(sure) == Meets::Open)
        {
            continue;
        }
        let found = ask(&instance);
        let reached = found.counterfactuals.first().map_or(f64::NEG_INFINITY, |c| value(&c.values));
        let rounding = 1e-5 * best.abs().clamp(1.0, 1e9);
        assert!(reached == best || (reached - best).abs() <= rounding, "seed {seed}: {reached}, the best is {best}");
        compared += usize::from(best.is_finite());
    }
    assert!(compared > 300 || environment("ORACLE_COUNT", 3000) < 3000, "{compared}");
}
