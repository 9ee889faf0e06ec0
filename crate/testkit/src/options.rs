//! The settings of one feature. They are all attainable numbers next to those at which anything may change, each with its cost, as far
//! as the limits on the feature alone allow them.

use super::beside::{edges, spent};
use super::brute::{signature, trees};
use super::Instance;
use espalier_model::ensemble::{Node, Precision, Split, ZERO};
use espalier_model::query::*;
use espalier_model::schema::{Change, Feature, Kind};
use std::collections::BTreeMap;

/// One setting of a feature.
#[derive(Clone, Debug)]
pub struct Option_ {
    pub values: Vec<f64>,
    pub changed: bool,
    /// Separable cost.
    pub cost: f64,
    /// Weight times distance, for the largest-change cost.
    pub reach: f64,
    /// Its part of each budget.
    pub used: Vec<f64>,
}

/// The cheapest allowed setting of each signature of a feature, and dearer ones that use less of a budget.
pub fn options(instance: &Instance, f: usize) -> Vec<Option_> {
    let Instance { model, query } = instance;
    let feature = &model.schema.features[f];
    let columns = feature.columns();
    let own: Vec<f64> = columns.iter().map(|&c| query.factual[c]).collect();
    let mut settings = vec![own.clone()];
    match feature.level_count() {
        Some(n) => {
            for k in 0..n {
                let values: Vec<f64> = columns.iter().map(|&c| feature.level_value(k, c).unwrap()).collect();
                if values != own {
                    settings.push(values);
                }
            }
        }
        None => settings.extend(candidates_of(instance, f).into_iter().filter(|v| *v != own[0]).map(|v| vec![v])),
    }
    let mut best: BTreeMap<Vec<i8>, Vec<Option_>> = BTreeMap::new();
    let mut row = query.factual.clone();
    // A number that the model reads as it reads the factual's number is no change, where the factual's number may stay.
    let stays = allowed(feature, f, query, &row, false);
    let round = |x| model.ensemble.input.round(x);
    settings.retain(|v| v == &own || !stays || feature.level_count().is_some() || round(v[0]) != round(own[0]));
    for (i, values) in settings.into_iter().enumerate() {
        let changed = i > 0;
        columns.iter().zip(&values).for_each(|(&c, v)| row[c] = *v);
        if !allowed(feature, f, query, &row, changed) {
            continue;
        }
        let (cost, reach) = if changed { price(feature, f, query, &row) } else { (0.0, 0.0) };
        let used = (query.constraints.iter())
            .filter_map(|c| if let Constraint::Budget(budget) = c { Some(spent(instance, budget, &row)) } else { None })
            .collect();
        let option = Option_ { values, changed, cost, reach, used };
        let mut key = signature(instance, f, &row);
        // Where a change earns, staying need not be the cheapest of its signature, and a limit on changes may ask for it.
        key.push(i8::from(changed && query.cost.earned(f, feature, &query.factual) > 0.0));
        let kept = best.entry(key).or_default();
        if !kept.iter().any(|old| dominates(old, &option)) {
            kept.retain(|old| !dominates(&option, old));
            kept.push(option);
        }
    }
    best.into_values().flatten().collect()
}

/// Whether one setting is as good as another of its signature: no dearer, and it uses no more of any budget.
fn dominates(one: &Option_, other: &Option_) -> bool {
    (one.cost, one.reach, one.changed) <= (other.cost, other.reach, other.changed)
        && one.used.iter().zip(&other.used).all(|(one, other)| one <= other)
}

/// Attainable numbers next to every number at which anything may change.
fn candidates_of(instance: &Instance, f: usize) -> Vec<f64> {
    let Instance { model, query } = instance;
    let feature = &model.schema.features[f];
    let column = feature.columns()[0];
    let mut critical = vec![feature.min, feature.max];
    if !query.factual[column].is_nan() {
        let own = query.factual[column];
        critical.push(own);
        critical.extend(query.cost.piecewise[f].iter().flatten().map(|p| own + p.0));
    }
    for node in trees(instance).flat_map(|(_, t)| &t.nodes) {
        match node {
            Node::Split { split: Split::Axis { column: c, threshold }, .. } if *c == column => {
                critical.push(*threshold)
            }
            Node::Split { split: Split::Intervals { column: c, left }, .. } if *c == column => {
                critical.extend(left.iter().flat_map(|&(lo, hi)| [lo, hi]).filter(|end| end.is_finite()));
            }
            _ => {}
        }
    }
    for node in instance.model.ensemble.trees.iter().flat_map(|t| &t.nodes) {
        let Node::Split { split, .. } = node else { continue };
        critical.extend(edges(instance, split, column));
    }
    let mut ends = |min: f64, max: f64| critical.extend([min, max].into_iter().filter(|e| e.is_finite()));
    for constraint in &query.constraints {
        match constraint {
            Constraint::Range { feature, min, max } if *feature == f => ends(*min, *max),
            _ => {
                for condition in constraint.conditions().filter(|c| c.feature == f) {
                    if let ConditionTest::Range { min, max } = condition.test {
                        ends(min, max);
                    }
                }
            }
        }
    }
    let whole = matches!(feature.kind, Kind::Integer { .. });
    let mut candidates = Vec::new();
    for c in critical {
        let (below, above) = if whole { (c.floor(), c.ceil()) } else { neighbours(c, model.ensemble.input) };
        candidates.extend([below, above]);
        if whole {
            candidates.extend([below - 1.0, above + 1.0]);
        } else {
            candidates.extend([step(below, false, model.ensemble.input), step(above, true, model.ensemble.input)]);
        }
    }
    // Adding 0 turns -0 into 0.
    candidates.iter_mut().for_each(|c| *c += 0.0);
    candidates.sort_by(f64::total_cmp);
    candidates.dedup();
    candidates
}

/// The largest value of the type at or below `x`, and the least at or above it.
fn neighbours(x: f64, input: Precision) -> (f64, f64) {
    let near = input.round(x);
    (if near <= x { near } else { step(near, false, input) }, if near >= x { near } else { step(near, true, input) })
}

fn step(x: f64, up: bool, input: Precision) -> f64 {
    match (input, up) {
        (Precision::F64, true) => x.next_up(),
        (Precision::F64, false) => x.next_down(),
        (Precision::F32, true) => f64::from((x as f32).next_up()),
        (Precision::F32, false) => f64::from((x as f32).next_down()),
        // Numbers of size `ZERO` or less read as 0, so 0 alone is tried of them.
        (Precision::F64Flushed, _) => {
            let next = step(x, up, Precision::F64);
            match (next.abs() <= ZERO, x == 0.0) {
                (false, _) => next,
                (true, false) => 0.0,
                (true, true) if up => ZERO.next_up(),
                (true, true) => (-ZERO).next_down(),
            }
        }
    }
}

/// Whether the limits on one feature alone allow its setting in the row.
pub fn allowed(feature: &Feature, f: usize, query: &Query, row: &[f64], changed: bool) -> bool {
    let column = feature.columns()[0];
    let (x, q) = (row[column], query.factual[column]);
    let level = feature.level_of(row);
    let numeric = feature.level_count().is_none();
    if numeric && changed && (x < feature.min.min(q) || x > feature.max.max(q)) {
        return false;
    }
    let way = |change: Change| {
        let (up, down) = match (&feature.kind, feature.level_of(&query.factual), level) {
            (Kind::Numeric { .. } | Kind::Integer { .. }, ..) => (x > q, x < q),
            (Kind::Ordinal { .. } | Kind::Binary { .. }, Some(a), Some(b)) => (b > a, b < a),
            _ => (false, false),
        };
        match change {
            Change::Free => true,
            Change::Fixed => !changed,
            Change::Increase => !down,
            Change::Decrease => !up,
        }
    };
    way(feature.change)
        && query.constraints.iter().all(|c| match c {
            Constraint::Fix { feature } if *feature == f => !changed,
            Constraint::Range { feature, min, max } if *feature == f => x >= *min && x <= *max,
            Constraint::Direction { feature, change } if *feature == f => way(*change),
            Constraint::Levels { feature, allow } if *feature == f => level.is_some_and(|k| allow[k]),
            _ => true,
        })
}

/// Separable cost and reach of a changed feature.
pub fn price(feature: &Feature, f: usize, query: &Query, row: &[f64]) -> (f64, f64) {
    let cost = &query.cost;
    let column = feature.columns()[0];
    let (x, q) = (row[column], query.factual[column]);
    if let (Some(points), false) = (&cost.piecewise[f], q.is_nan()) {
        return (cost.per_change + convex(points, x - q), 0.0);
    }
    let level = feature.level_of(row);
    if let (Some(table), Some(level)) = (&cost.tables[f], level) {
        if let Some(price) = table[level] {
            return (cost.per_change + price, 0.0);
        }
    }
    let (mut distance, mut up) = (1.0, true);
    match (&feature.kind, feature.level_of(&query.factual), level) {
        (Kind::Numeric { .. } | Kind::Integer { .. }, ..) if !q.is_nan() => {
            distance = (x - q).abs() / (feature.max - feature.min);
            up = x > q;
        }
        (Kind::Ordinal { levels, .. }, Some(a), Some(b)) => {
            distance = a.abs_diff(b) as f64 / (levels.len() - 1) as f64;
            up = b > a;
        }
        (Kind::Binary { .. }, Some(a), Some(b)) => up = b > a,
        _ => {}
    }
    if let (Some(form), Kind::Numeric { .. } | Kind::Integer { .. }) = (&cost.quadratic, &feature.kind) {
        let at = form.features.iter().position(|g| *g == f).expect("all numbers have a row");
        assert!(!form.beside, "a norm beside a form is not asked for");
        return (cost.per_change + form.matrix[at * (form.features.len() + 1)] * distance.powi(2), 0.0);
    }
    let weights = cost.weights[f].unwrap_or(feature.weight);
    let weight = if up { weights.up } else { weights.down };
    let norm = cost.norm;
    let separable = weight * norm.l0 + weight * norm.l1 * distance + weight * norm.l2 * distance.powi(2);
    (cost.per_change + separable, weight * distance)
}

/// A convex function through its points: the largest of the lines through neighbouring points, each from its point next to `x`.
pub(crate) fn convex(points: &[(f64, f64)], x: f64) -> f64 {
    let line = |w: &[(f64, f64)]| {
        let end = if (x - w[0].0).abs() < (x - w[1].0).abs() { w[0] } else { w[1] };
        end.1 + (x - end.0) * (w[1].1 - w[0].1) / (w[1].0 - w[0].0)
    };
    points.windows(2).map(line).fold(f64::NEG_INFINITY, f64::max)
}

/// Numbers next to every number at which anything about the feature may change.
pub fn candidates(instance: &Instance, feature: &Feature) -> Vec<f64> {
    let f = instance.model.schema.features.iter().position(|other| other == feature).unwrap();
    candidates_of(instance, f)
}

/// Whether a feature's setting in the row keeps the limits on that feature alone.
pub fn within_limits(instance: &Instance, f: usize, row: &[f64]) -> bool {
    let feature = &instance.model.schema.features[f];
    let column = feature.columns()[0];
    allowed(feature, f, &instance.query, row, row[column] != instance.query.factual[column])
}
