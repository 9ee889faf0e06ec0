//! Random requests in which features follow from trees, and their optimum by exhaustive search. It tries all combinations of the features
//! that are no consequences; the others follow by the reference predictor of the trees.

use super::brute::{condition, deep, meets, Meets, Solved};
use super::instance::Size;
use super::oblique::point;
use super::options::{allowed, options, price, Option_};
use super::{ensembles, schemas, Instance, Rng};
use espalier_formats::boosted::Learner;
use espalier_model::ensemble::Prediction;
use espalier_model::query::*;
use espalier_model::schema::{Feature, Kind};
use espalier_model::Background;
use std::sync::Arc;

/// As [`Instance::new`] or [`Instance::plausible`], with one to three consequences of trees. Some form chains, and some cost nothing.
pub fn instance(seed: u64, size: Size) -> Instance {
    let mut instance = if seed % 4 == 3 { Instance::plausible(seed, size) } else { Instance::new(seed, size) };
    let plans = schemas::plans(&mut Rng::new(seed), size.features);
    let rng = &mut Rng::new(seed ^ 0x1EA2_4EDC_A05E);
    let features = &instance.model.schema.features;
    let number = |f: &usize| matches!(features[*f].kind, Kind::Numeric { .. } | Kind::Integer { .. });
    let mut left: Vec<usize> = (0..features.len()).filter(number).collect();
    let mut made = Vec::new();
    let mut done: Vec<usize> = Vec::new();
    for _ in 0..rng.within(1, 3) {
        if left.is_empty() || done.len() + 1 >= features.len() {
            break;
        }
        let feature = left.remove(rng.below(left.len()));
        done.push(feature);
        // A feature that is a consequence already may not be a cause. A cause may become a consequence later.
        let open: Vec<schemas::SchemaPlan> =
            (0..plans.len()).filter(|f| !done.contains(f)).map(|f| plans[f].clone()).collect();
        let width = features[feature].max - features[feature].min;
        let trees = ensembles::cause(rng, &open, &instance.model.ensemble, width);
        let mut parents: Vec<usize> = Vec::new();
        for (f, other) in features.iter().enumerate() {
            let reads = |n: &espalier_model::ensemble::Node| match n {
                espalier_model::ensemble::Node::Split { split, .. } => other.columns().contains(&split.columns()[0]),
                _ => false,
            };
            if trees.trees.iter().flat_map(|t| &t.nodes).any(reads) {
                parents.push(f);
            }
        }
        if rng.chance(0.4) {
            instance.query.cost.free.push(feature);
        }
        made.push(Constraint::CausalEnsemble {
            feature,
            cause: Arc::new(CausalEnsemble { trees, parents, lesson: None }),
        });
    }
    if rng.chance(0.5) {
        made.reverse();
    }
    instance.query.constraints.extend(made);
    instance.query.sought = Sought::Cheapest;
    instance
}

/// As [`instance`], with trees that are learned in place of the random ones, from random background rows that follow these but for noise. Trees
/// that read nothing stay.
pub fn taught(seed: u64, size: Size) -> Instance {
    let mut instance = instance(seed, size);
    let rng = &mut Rng::new(seed ^ 0x7EAC_4E55);
    let Instance { model, query } = &mut instance;
    let features = &model.schema.features;
    let count = rng.within(12, 60);
    let mut rows: Vec<Vec<f64>> = (0..count).map(|_| point(rng, &model.schema, model.ensemble.columns)).collect();
    for constraint in &query.constraints {
        let Constraint::CausalEnsemble { feature, cause } = constraint else { continue };
        let Feature { kind, min, max, .. } = &features[*feature];
        for row in &mut rows {
            let follows = cause.at(row).unwrap_or(0.0) + 0.2 * (max - min) * rng.unit();
            let whole = matches!(kind, Kind::Integer { .. });
            row[features[*feature].columns()[0]] = if whole { follows.round() } else { follows };
        }
    }
    for constraint in &mut query.constraints {
        let Constraint::CausalEnsemble { feature, cause } = constraint else { continue };
        if cause.parents.is_empty() {
            continue;
        }
        let columns = cause.parents.iter().flat_map(|&p| {
            let names = matches!(features[p].kind, Kind::Codes { .. });
            features[p].columns().iter().map(move |&c| (c, names))
        });
        let settings = Settings { trees: rng.within(1, 4), depth: rng.within(1, 3), rate: *rng.pick(&[0.3, 0.7, 1.0]) };
        let mut learner = Learner::new(columns.collect(), features[*feature].columns()[0], settings);
        while !learner.step(&rows, model.ensemble.input) {}
        let found = learner.learned(&model.ensemble);
        let lesson = Some(Lesson { settings, explained: found.explained });
        *cause = Arc::new(CausalEnsemble { trees: found.ensemble, parents: cause.parents.clone(), lesson });
    }
    model.background = Some(Arc::new(Background { rows, labels: None }));
    instance
}

/// Adds to `out` every row that completes this one with possible values of its consequences. In `rest`, a consequence comes after those
/// that cause it.
fn follow(instance: &Instance, rest: &[&Constraint], row: &[f64], out: &mut Vec<Vec<f64>>) {
    let Some((first, rest)) = rest.split_first() else { return out.push(row.to_vec()) };
    let Constraint::CausalEnsemble { feature, cause } = first else { unreachable!() };
    let Instance { model, query } = instance;
    let says = |row: &[f64]| match cause.trees.predict(row) {
        Ok(Prediction::Value(v)) => v,
        _ => f64::NAN,
    };
    let one = &model.schema.features[*feature];
    let own = query.factual[one.columns()[0]];
    let exact = own + (says(row) - says(&query.factual));
    let input = model.ensemble.input;
    let near = if matches!(one.kind, Kind::Integer { .. }) {
        [exact.floor(), exact.ceil()].into_iter().filter(|x| (x - exact).abs() <= 0.5).collect()
    } else {
        vec![input.round(exact)]
    };
    let mut tried: Vec<f64> = Vec::new();
    for x in near {
        let mut row = row.to_vec();
        row[one.columns()[0]] = own;
        // The model reads the factual's own number as the nearest of its input type.
        if input.round(own) != x || !allowed(one, *feature, query, &row, false) {
            row[one.columns()[0]] = x + 0.0;
            if x == own || input.round(x) != x || !allowed(one, *feature, query, &row, true) {
                continue;
            }
        }
        if !tried.contains(&row[one.columns()[0]]) {
            tried.push(row[one.columns()[0]]);
            follow(instance, rest, &row, out);
        }
    }
}

/// The result that every exact solver must find. `None` where there are more than `most` combinations, or a value is missing.
pub fn solve(instance: &Instance, most: usize) -> Option<Solved> {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    if query.factual.iter().any(|v| v.is_nan()) {
        return None;
    }
    let mut left: Vec<&Constraint> =
        query.constraints.iter().filter(|c| matches!(c, Constraint::CausalEnsemble { .. })).collect();
    let mut order: Vec<&Constraint> = Vec::new();
    let effects: Vec<usize> = left.iter().filter_map(|c| c.consequence()).collect();
    while !left.is_empty() {
        let open: Vec<usize> = left.iter().filter_map(|c| c.consequence()).collect();
        let first = left.iter().position(|c| match c {
            Constraint::CausalEnsemble { cause, .. } => cause.parents.iter().all(|p| !open.contains(p)),
            _ => false,
        });
        order.push(left.remove(first.expect("nothing follows from itself")));
    }
    let roots: Vec<(usize, Vec<Option_>)> =
        (0..features.len()).filter(|f| !effects.contains(f)).map(|f| (f, options(instance, f))).collect();
    let count = roots.iter().try_fold(1usize, |n, o| n.checked_mul(o.1.len()))?;
    if count > most {
        return None;
    }
    let mut solved = Solved { sure: None, open: None, points: Vec::new(), nearly: Vec::new() };
    for number in 0..count {
        let mut rest = number;
        let mut row = query.factual.clone();
        for (f, list) in &roots {
            let option = &list[rest % list.len()];
            rest /= list.len();
            features[*f].columns().iter().zip(&option.values).for_each(|(&c, v)| row[c] = *v);
        }
        let mut rows = Vec::new();
        follow(instance, &order, &row, &mut rows);
        for row in rows {
            let changed: Vec<bool> =
                features.iter().map(|f| f.columns().iter().any(|&c| row[c] != query.factual[c])).collect();
            let holds = |c: &Condition| condition(&features[c.feature], changed[c.feature], &row, &c.test);
            let kept = query.constraints.iter().all(|c| match c {
                Constraint::MaxChanges(n) => changed.iter().filter(|c| **c).count() <= *n,
                Constraint::If { when, then } => !when.holds(holds) || then.holds(holds),
                _ => true,
            });
            let Ok(prediction) = model.ensemble.predict(&row) else { continue };
            let (meets, added) = meets(instance, &prediction);
            let meets = meets.min(deep(instance, &row));
            if !kept || meets == Meets::No {
                continue;
            }
            let (mut sum, mut largest) = (added, 0.0f64);
            for (f, feature) in features.iter().enumerate().filter(|(f, _)| changed[*f] && !query.cost.free.contains(f))
            {
                let (cost, reach) = price(feature, f, query, &row);
                sum += cost;
                largest = largest.max(reach);
            }
            let cost = sum + query.cost.norm.linf * largest;
            let least = |old: Option<f64>| Some(old.map_or(cost, |o: f64| o.min(cost)));
            solved.open = least(solved.open);
            if solved.open == Some(cost) {
                solved.points = vec![row.clone()];
            }
            if meets == Meets::Yes {
                solved.sure = least(solved.sure);
            }
        }
    }
    Some(solved)
}
