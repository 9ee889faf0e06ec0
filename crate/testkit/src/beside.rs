//! Budgets and other models beside an instance's own, at random, and their meaning for brute force.

use super::brute::{meets, Meets};
use super::instance::Size;
use super::{ensembles, queries, schemas, Instance, Rng};
use espalier_model::ensemble::{At, Ensemble, Prediction, Side, Split};
use espalier_model::query::{Budget, Constraint, Sought, Target};
use espalier_model::schema::{Feature, Kind, Weight};
use espalier_model::Model;
use std::sync::Arc;

/// As [`Instance::new`], or now and then [`Instance::plausible`], with one or two budgets and other models.
pub fn beside(seed: u64, size: Size) -> Instance {
    let mut instance = if seed % 7 == 3 { Instance::plausible(seed, size) } else { Instance::new(seed, size) };
    let mut rng = Rng::new(seed ^ 0xB0D6_E75A_B0D6_E75A);
    let kinds = rng.below(4);
    if kinds != 1 {
        let budget = budget(&mut rng, &instance);
        instance.query.constraints.push(Constraint::Budget(budget));
    }
    if kinds != 0 {
        let also = also(&mut rng, &instance, seed, size);
        instance.query.constraints.insert(0, also);
    }
    if kinds == 3 {
        let budget = budget(&mut rng, &instance);
        instance.query.constraints.insert(0, Constraint::Budget(budget));
    }
    instance
}

/// As [`Instance::new`], with a distance from every split on the way. Ties are not asked for: a distance ends within rounding, where brute force
/// counts a single number as a further tie.
pub fn distant(seed: u64, size: Size) -> Instance {
    let mut instance = if seed % 4 == 1 { beside(seed, size) } else { Instance::new(seed, size) };
    instance.query.distance = *Rng::new(!seed).pick(&[0.001, 0.02, 0.05, 0.2]);
    if instance.query.sought == Sought::Ties {
        instance.query.sought = Sought::Cheapest;
    }
    instance
}

/// The numbers next to a split at which a distance begins and ends: those at which its threshold is exactly so far away.
pub fn edges(instance: &Instance, split: &Split, column: usize) -> Vec<f64> {
    let Instance { model, query } = instance;
    let feature =
        model.schema.features.iter().find(|f| f.columns().contains(&column)).expect("every column has a feature");
    let by = query.distance * (feature.max - feature.min);
    let ends = thresholds(split, column).into_iter().filter(|_| by > 0.0).flat_map(|t| [t - by, t + by]);
    ends.collect()
}

/// The numbers at which a split parts a column.
fn thresholds(split: &Split, column: usize) -> Vec<f64> {
    let all = match split {
        Split::Axis { column: c, threshold } if *c == column => vec![*threshold],
        Split::Intervals { column: c, left } if *c == column => left.iter().flat_map(|&(lo, hi)| [lo, hi]).collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter(|t| t.is_finite()).collect()
}

/// Whether every split on a row's way is far enough. A distance within rounding leaves it open.
pub fn far(instance: &Instance, row: &[f64]) -> Meets {
    let Instance { model, query } = instance;
    let ensemble = &model.ensemble;
    let mut meets = Meets::Yes;
    for tree in ensemble.trees.iter().filter(|_| query.distance > 0.0) {
        let mut at = 0;
        while let At::Split { split, left, right, missing, .. } = tree.at(at) {
            for feature in model.schema.features.iter().filter(|f| f.level_count().is_none()) {
                let column = feature.columns()[0];
                let (x, by) = (row[column], query.distance * (feature.max - feature.min));
                for t in thresholds(split, column).into_iter().filter(|_| !x.is_nan()) {
                    let near = 4e-7 * x.abs().max(t.abs()).max(1e-9);
                    meets = meets.min(match (x - t).abs() - by {
                        over if over >= near => Meets::Yes,
                        over if over >= -near => Meets::Open,
                        _ => Meets::No,
                    });
                }
            }
            match ensemble.side(split, row).or(missing) {
                Some(Side::Left) => at = left,
                Some(Side::Right) => at = right,
                None => return Meets::No,
            }
        }
    }
    meets
}

/// A budget over some features. Prices are coarse, so that sums often meet the limit exactly.
pub fn budget(rng: &mut Rng, instance: &Instance) -> Budget {
    let Instance { model, query } = instance;
    let mut budget = Budget { changes: Vec::new(), levels: Vec::new(), most: 0.0 };
    let price = |rng: &mut Rng| *rng.pick(&[0.0, 0.5, 1.0, 1.0, 3.0]);
    for (f, feature) in model.schema.features.iter().enumerate() {
        let single = !matches!(feature.kind, Kind::OneHot { .. } | Kind::Codes { .. });
        let given = feature.columns().iter().all(|&c| !query.factual[c].is_nan());
        if single && given && rng.chance(0.7) {
            budget.changes.push((f, Weight { up: price(rng), down: price(rng) }));
        } else if let (Some(n), true) = (feature.level_count(), rng.chance(0.8)) {
            budget.levels.push((f, (0..n).map(|_| price(rng)).collect()));
        }
    }
    budget.most = *rng.pick(&[0.0, 0.5, 1.0, 2.0, 4.0]);
    budget
}

/// Another model on the same columns, with a target that some row has.
fn also(rng: &mut Rng, instance: &Instance, seed: u64, size: Size) -> Constraint {
    let own = &instance.model.ensemble;
    let plans = schemas::plans(&mut Rng::new(seed), size.features);
    let mut other = ensembles::ensemble(rng, &plans, Size { trees: size.trees.min(3), ..size });
    (other.input, other.columns) = (own.input, own.columns);
    let row = queries::row(rng, &instance.model, &plans, 0.0);
    let target = match other.predict(&row) {
        Ok(Prediction::Value(v)) if rng.chance(0.5) => Target::Value { lo: v - 0.5, hi: f64::INFINITY },
        Ok(Prediction::Value(v)) => Target::Value { lo: f64::NEG_INFINITY, hi: v },
        Ok(Prediction::Class { class, scores, .. }) if rng.chance(0.3) => {
            Target::Probability { class, at_least: scores[class] }
        }
        Ok(Prediction::Class { class, .. }) => Target::Class(class),
        // Where it has no rule for a missing value, any target excludes the row.
        Err(_) => match other.task {
            espalier_model::ensemble::Task::Classifier { .. } => Target::Class(0),
            _ => Target::Value { lo: 0.0, hi: f64::INFINITY },
        },
    };
    Constraint::Also { model: Arc::new(other), target }
}

/// The other models that a query asks, with their targets.
pub fn others(instance: &Instance) -> impl Iterator<Item = (&Arc<Ensemble>, &Target)> {
    instance.query.constraints.iter().filter_map(|c| match c {
        Constraint::Also { model, target } => Some((model, target)),
        _ => None,
    })
}

/// The sum of a budget at a row, from its definition.
pub fn spent(instance: &Instance, budget: &Budget, row: &[f64]) -> f64 {
    let Instance { model, query } = instance;
    let features = &model.schema.features;
    let mut sum = 0.0;
    for (f, weight) in &budget.changes {
        let (x, q) = (row[features[*f].columns()[0]], query.factual[features[*f].columns()[0]]);
        sum += if x > q { weight.up * (x - q) } else { weight.down * (q - x) };
    }
    for (f, prices) in &budget.levels {
        let (before, after) = (features[*f].level_of(&query.factual), features[*f].level_of(row));
        if before != after {
            sum += after.map_or(0.0, |k| prices[k]);
        }
    }
    sum
}

/// Whether a row keeps all budgets, has the targets of all other models, and is far from all splits on its way.
pub fn kept(instance: &Instance, row: &[f64]) -> Meets {
    let budgets = instance.query.constraints.iter().filter_map(|c| match c {
        Constraint::Budget(budget) => {
            let moved = budget.changes.iter().map(|(f, _)| &instance.model.schema.features[*f]);
            let size = |f: &Feature| match (row[f.columns()[0]], instance.query.factual[f.columns()[0]]) {
                (x, q) if x == q => 0.0,
                (x, q) => x.abs().max(q.abs()).max(f.max - f.min),
            };
            let size: f64 = moved.map(size).sum();
            let (sum, near) = (spent(instance, budget, row), 1e-8 + 1e-6 * size);
            Some(match sum {
                _ if sum <= budget.most => Meets::Yes,
                _ if sum <= budget.most + near => Meets::Open,
                _ => Meets::No,
            })
        }
        _ => None,
    });
    let said = others(instance).map(|(other, target)| {
        let Ok(prediction) = other.predict(row) else { return Meets::No };
        let mut asked = instance.clone();
        asked.model = Model { ensemble: Arc::clone(other), ..asked.model };
        (asked.query.target, asked.query.margin) = (target.clone(), 0.0);
        meets(&asked, &prediction).0
    });
    budgets.chain(said).chain([far(instance, row)]).min().unwrap_or(Meets::Yes)
}
