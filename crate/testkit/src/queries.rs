//! Random queries on a model.

use super::schemas::{change, weight, SchemaPlan};
use super::{Instance, Rng};
use espalier_model::ensemble::{Ensemble, Node, Prediction};
use espalier_model::query::*;
use espalier_model::schema::{Feature, Kind, Weight};
use espalier_model::Model;

pub fn query(rng: &mut Rng, model: &Model, plans: &[SchemaPlan]) -> Query {
    let factual = row(rng, model, plans, 0.12);
    let target = target(rng, model, plans);
    let cost = cost(rng, model);
    let count = *rng.pick(&[0, 0, 1, 2, 3]);
    let constraints = (0..count).map(|_| constraint(rng, model, plans, &factual)).collect();
    let classes = matches!(target, Target::Class(_) | Target::Classes(_) | Target::ClassCosts(_));
    let margin = if classes && rng.chance(0.25) { *rng.pick(&[0.25, 0.1, 0.5]) } else { 0.0 };
    let ties = cost.norm.linf == 0.0 && rng.chance(0.3);
    let sought = if ties { Sought::Ties } else { Sought::Cheapest };
    Query { constraints, margin, sought, ..Query::new(factual, target, cost) }
}

/// Whether every split that reads the feature has a rule for missing values.
pub fn may_be_missing(ensemble: &Ensemble, feature: &Feature) -> bool {
    ensemble.trees.iter().flat_map(|t| &t.nodes).all(|n| match n {
        Node::Split { split, missing: None, .. } => !feature.columns().contains(&split.columns()[0]),
        _ => true,
    })
}

/// A row as people may give it: numbers on and beside thresholds and outside of the range, and levels that exist.
pub fn row(rng: &mut Rng, model: &Model, plans: &[SchemaPlan], missing: f64) -> Vec<f64> {
    let mut row = vec![0.0; model.ensemble.columns];
    for (feature, plan) in model.schema.features.iter().zip(plans) {
        if rng.chance(missing) && may_be_missing(&model.ensemble, feature) {
            feature.columns().iter().for_each(|&c| row[c] = f64::NAN);
            continue;
        }
        match feature.level_count() {
            Some(n) => {
                let level = rng.below(n);
                feature.columns().iter().for_each(|&c| row[c] = feature.level_value(level, c).unwrap());
            }
            None => {
                let x = number(rng, plan);
                let whole = matches!(feature.kind, Kind::Integer { .. }) && rng.chance(0.8);
                row[feature.columns()[0]] = if whole { x.round() } else { x };
            }
        }
    }
    row
}

/// A number that matters: a threshold, a number close to one, or one inside or outside of the domain.
pub fn number(rng: &mut Rng, plan: &SchemaPlan) -> f64 {
    let cut = *rng.pick(&plan.cuts);
    match rng.below(6) {
        0 => cut,
        1 => cut.next_up(),
        2 => f64::from(cut as f32),
        3 => plan.max + (plan.max - plan.min) * rng.unit(),
        _ => plan.min + (plan.max - plan.min) * rng.unit(),
    }
}

/// Makes changes of one or two features very dear, by a weight or by a number far outside of the range. The other features'
/// changes then cost as little beside them as the last digits of double precision, or less.
pub fn make_dear(rng: &mut Rng, instance: &mut Instance, plans: &[SchemaPlan]) {
    let Instance { model, query } = instance;
    for _ in 0..rng.within(1, 2) {
        let f = rng.below(model.schema.features.len());
        let feature = &model.schema.features[f];
        let own = query.factual[feature.columns()[0]];
        let size = *rng.pick(&[1e4, 1e8, 1e12, 1e16, 1e20, 1e30]);
        if rng.chance(0.5) || feature.level_count().is_some() || own.is_nan() {
            query.cost.weights[f] = Some(Weight { up: size, down: if rng.chance(0.5) { size } else { 1.0 } });
        } else {
            // Beyond 2^24, whole numbers in single precision are further apart than 1.
            let most = if matches!(feature.kind, Kind::Integer { .. }) { 1e6 } else { size };
            let sign = *rng.pick(&[-1.0, 1.0]);
            query.factual[feature.columns()[0]] = (feature.min + sign * size.min(most)).round();
        }
    }
    // Under a probability among several classes, dives often end at points that miss it. Then the first answer may be a dear
    // one.
    let elsewhere = model.ensemble.predict(&row(rng, model, plans, 0.0));
    if let (Ok(Prediction::Class { scores, .. }), true) = (elsewhere, rng.chance(0.5)) {
        let class = rng.below(scores.len());
        query.target = Target::Probability { class, at_least: scores[class] };
        query.constraints.clear();
    }
}

fn target(rng: &mut Rng, model: &Model, plans: &[SchemaPlan]) -> Target {
    let elsewhere = model.ensemble.predict(&row(rng, model, plans, 0.0)).expect("a row without missing values");
    match elsewhere {
        Prediction::Value(v) => {
            let (below, above) = (rng.unit(), rng.unit());
            match rng.below(4) {
                0 => Target::Value { lo: v - below, hi: f64::INFINITY },
                1 => Target::Value { lo: f64::NEG_INFINITY, hi: v + above },
                2 => Target::Value { lo: v - 0.2 * below, hi: v + 0.2 * above },
                _ => Target::Value { lo: v + 0.5 * below, hi: v + 0.5 * below + above },
            }
        }
        Prediction::Class { class, scores, .. } => {
            let n = scores.len();
            let any = |rng: &mut Rng| rng.below(n);
            match rng.below(6) {
                0 => Target::Class(class),
                1 => Target::Class(any(rng)),
                2 if n > 2 => {
                    let set: Vec<usize> = (0..n).filter(|_| rng.chance(0.5)).collect();
                    if set.is_empty() || set.len() == n {
                        Target::Classes(vec![0, n - 1])
                    } else {
                        Target::Classes(set)
                    }
                }
                3 => {
                    let mut costs: Vec<(usize, f64)> = (0..n)
                        .filter(|_| rng.chance(0.7))
                        .map(|k| (k, *Rng::new(k as u64 ^ n as u64).pick(&[0.0, 0.1, 0.5, 1.0])))
                        .collect();
                    if costs.is_empty() {
                        costs.push((any(rng), 0.2));
                    }
                    Target::ClassCosts(costs)
                }
                4 => {
                    let at_least = (scores[class] - 0.3 * rng.unit()).clamp(0.0, 1.0);
                    Target::Probability { class, at_least }
                }
                _ => Target::Probability { class: any(rng), at_least: rng.unit() },
            }
        }
    }
}

fn cost(rng: &mut Rng, model: &Model) -> Cost {
    let norm = match rng.below(7) {
        0 => Norm { l0: 1.0, ..Norm::default() },
        1 | 2 => Norm { l1: 1.0, ..Norm::default() },
        3 => Norm { l2: 1.0, ..Norm::default() },
        4 => Norm { linf: 1.0, ..Norm::default() },
        5 => Norm { l1: 1.0, l2: 0.5, ..Norm::default() },
        _ => {
            let part = |rng: &mut Rng| if rng.chance(0.5) { 2.0 * rng.unit() } else { 0.0 };
            Norm { l0: part(rng), l1: part(rng), l2: part(rng), linf: part(rng) }
        }
    };
    let features = &model.schema.features;
    Cost {
        free: Vec::new(),
        norm,
        weights: features.iter().map(|_| rng.chance(0.2).then(|| weight(rng))).collect(),
        per_change: if rng.chance(0.3) { *rng.pick(&[0.1, 1.0]) } else { 0.0 },
        tables: features.iter().map(|f| f.level_count().filter(|_| rng.chance(0.2)).map(|n| table(rng, n))).collect(),
        quadratic: None,
        piecewise: features
            .iter()
            .map(|f| (f.level_count().is_none() && rng.chance(0.15)).then(|| piecewise(rng, f.max - f.min)))
            .collect(),
    }
}

fn table(rng: &mut Rng, n: usize) -> Vec<Option<f64>> {
    (0..n).map(|_| rng.chance(0.7).then(|| *rng.pick(&[0.0, 0.3, 1.0, 2.5]))).collect()
}

/// A convex function through (0, 0); some have a flat piece.
fn piecewise(rng: &mut Rng, width: f64) -> Vec<(f64, f64)> {
    let slope = |rng: &mut Rng| *rng.pick(&[0.0, 0.5, 1.0, 4.0]) / width;
    let step = |rng: &mut Rng| width * (0.05 + 0.4 * rng.unit());
    let mut sides = [Vec::new(), Vec::new()];
    for side in &mut sides {
        let (mut x, mut y, mut steep) = (0.0, 0.0, 0.0);
        for _ in 0..rng.within(1, 3) {
            let by = step(rng);
            steep += slope(rng);
            (x, y) = (x + by, y + by * steep);
            side.push((x, y));
        }
    }
    let [left, right] = sides;
    left.into_iter().rev().map(|(x, y)| (-x, y)).chain([(0.0, 0.0)]).chain(right).collect()
}

fn constraint(rng: &mut Rng, model: &Model, plans: &[SchemaPlan], factual: &[f64]) -> Constraint {
    let f = rng.below(plans.len());
    let feature = &model.schema.features[f];
    let ordered = matches!(feature.kind, Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. });
    match rng.below(6) {
        0 => Constraint::Fix { feature: f },
        1 if ordered => {
            let (min, max) = interval(rng, &plans[f], factual[feature.columns()[0]]);
            Constraint::Range { feature: f, min, max }
        }
        2 => Constraint::Direction { feature: f, change: change(rng, &feature.kind, 0.1) },
        3 if feature.level_count().is_some() => Constraint::Levels { feature: f, allow: flags(rng, feature) },
        4 => Constraint::MaxChanges(rng.within(0, 3)),
        _ => {
            let (when, then) = (condition(rng, model, plans, factual), condition(rng, model, plans, factual));
            // Further conditions are drawn from a generator of their own, so that the rest of an instance does not depend on them.
            let more = &mut rng.fork();
            let most = *more.pick(&[1, 3]);
            let mut joined = |condition| formula(more, condition, most, model, plans, factual);
            Constraint::If { when: joined(when), then: joined(then) }
        }
    }
}

/// An if-then rule with up to `most` conditions on each side.
pub fn rule(rng: &mut Rng, most: usize, model: &Model, plans: &[SchemaPlan], factual: &[f64]) -> Constraint {
    let mut side = || {
        let first = condition(rng, model, plans, factual);
        formula(rng, first, most, model, plans, factual)
    };
    Constraint::If { when: side(), then: side() }
}

/// The condition, joined with others to up to `most`.
fn formula(
    rng: &mut Rng,
    condition: Condition,
    most: usize,
    model: &Model,
    plans: &[SchemaPlan],
    factual: &[f64],
) -> Formula {
    let join = *rng.pick(&[Join::All, Join::Any]);
    let others: Vec<_> = (1..rng.within(1, most)).map(|_| self::condition(rng, model, plans, factual)).collect();
    Formula { join, conditions: [condition].into_iter().chain(others).collect() }
}

fn flags(rng: &mut Rng, feature: &Feature) -> Vec<bool> {
    let n = feature.level_count().unwrap();
    let sure = rng.below(n);
    (0..n).map(|k| k == sure || rng.chance(0.5)).collect()
}

/// A closed interval with bounds that matter, open on one side now and then.
fn interval(rng: &mut Rng, plan: &SchemaPlan, own: f64) -> (f64, f64) {
    let one = |rng: &mut Rng| if rng.chance(0.2) && !own.is_nan() { own } else { number(rng, plan) };
    let (a, b) = (one(rng), one(rng));
    match rng.below(4) {
        0 => (f64::NEG_INFINITY, b),
        1 => (a, f64::INFINITY),
        _ => (a.min(b), a.max(b)),
    }
}

fn condition(rng: &mut Rng, model: &Model, plans: &[SchemaPlan], factual: &[f64]) -> Condition {
    let f = rng.below(plans.len());
    let feature = &model.schema.features[f];
    let ordered = matches!(feature.kind, Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. });
    let test = match rng.below(3) {
        0 => ConditionTest::Unchanged,
        1 if ordered => {
            let (min, max) = interval(rng, &plans[f], factual[feature.columns()[0]]);
            ConditionTest::Range { min, max }
        }
        _ if feature.level_count().is_some() => ConditionTest::Levels(flags(rng, feature)),
        _ => ConditionTest::Unchanged,
    };
    Condition { feature: f, test }
}
