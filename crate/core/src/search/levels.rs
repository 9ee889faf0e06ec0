//! The levels of every feature as one query sees them: what moving to each costs, and which point of
//! it is meant. The cost of a level is the cost of its cheapest attainable point, so a search over
//! levels loses nothing: every constraint is either folded in here or speaks of whole levels.

use super::compiled::Axis;
use super::SearchError;
use crate::ensemble::Precision;
use crate::grid::Cuts;
use crate::query::{Condition, Constraint, Query, Test};
use crate::schema::{Change, Feature, Kind, Schema, Weight};

/// One feature, one query.
#[derive(Clone, Debug)]
pub(super) struct Var {
    /// Whether levels are ordered and costs rise away from `own`.
    pub ordered: bool,
    /// The level of the factual (where it would be, if it is not allowed).
    pub own: u32,
    /// Separable cost of the cheapest attainable point of a level; infinite where there is none.
    pub cost: Vec<f64>,
    /// That point's part in the largest-change (linf) cost; empty where the query has none.
    pub reach: Vec<f64>,
    /// Whether ending in the level is a change.
    pub changed: Vec<bool>,
    /// Of numeric and integer features: that point.
    pub value: Vec<f64>,
    /// Closed interval of allowed values; of ordinal features in levels.
    pub allowed: (f64, f64),
    /// Refinement: a cut that sent the first `c` levels left now sends the first `map[c]`.
    pub map: Option<Vec<u32>>,
    /// The cells behind the levels of a numeric feature, refined.
    pub cuts: Cuts,
    /// Whether the last level is "missing".
    pub missing: bool,
    /// For each level the nearest level at or above it, at or below it, with finite cost.
    up: Vec<u32>,
    down: Vec<u32>,
    /// A level of least cost.
    pub best: u32,
}

const NONE: u32 = u32::MAX;

impl Var {
    pub fn levels(&self) -> usize {
        self.cost.len()
    }

    /// The least cost of any level; infinite where none is allowed.
    pub fn least(&self) -> f64 {
        self.cost.get(self.best as usize).copied().unwrap_or(f64::INFINITY)
    }

    /// The cheapest level of `lo..=hi` (not empty) of an ordered feature. Cost rises on both sides of
    /// the factual's own level, so it is the own level clamped into the range, or, where limits have
    /// made holes, the nearest allowed level from there on.
    #[inline]
    pub fn cheapest(&self, lo: u32, hi: u32) -> Option<u32> {
        let from = self.own.clamp(lo, hi);
        let up = self.up[from as usize];
        let down = self.down[from as usize];
        let up = (up != NONE && up <= hi).then_some(up);
        let down = (down != NONE && down >= lo).then_some(down);
        match (up, down) {
            (Some(u), Some(d)) => Some(if self.cost[u as usize] <= self.cost[d as usize] { u } else { d }),
            (u, d) => u.or(d),
        }
    }

    /// Recomputes what depends on `cost`.
    pub fn index(&mut self) {
        let n = self.cost.len();
        self.up.resize(n, NONE);
        self.down.resize(n, NONE);
        let mut last = NONE;
        for k in 0..n {
            if self.cost[k].is_finite() {
                last = k as u32;
            }
            self.down[k] = last;
        }
        last = NONE;
        for k in (0..n).rev() {
            if self.cost[k].is_finite() {
                last = k as u32;
            }
            self.up[k] = last;
        }
        self.best = 0;
        for k in 1..n {
            if self.cost[k] < self.cost[self.best as usize] {
                self.best = k as u32;
            }
        }
        // An unchanged level is the cheapest there is; it must win ties.
        if let Some(k) = (0..n).find(|&k| !self.changed[k] && self.cost[k].is_finite()) {
            self.best = k as u32;
        }
    }
}

/// What a change of one feature by a scaled distance costs.
struct Price<'a> {
    query: &'a Query,
    feature: usize,
    weight: Weight,
}

impl Price<'_> {
    /// Separable and linf cost of a changed feature: `distance` scaled, `delta` in its own unit.
    fn of(&self, distance: f64, delta: f64, level: Option<usize>) -> (f64, f64) {
        let cost = &self.query.cost;
        if let Some(points) = &cost.piecewise[self.feature] {
            if delta.is_finite() {
                return (piecewise(points, delta) + cost.per_change, 0.0);
            }
        }
        if let (Some(table), Some(level)) = (&cost.tables[self.feature], level) {
            if let Some(price) = table[level] {
                return (price + cost.per_change, 0.0);
            }
        }
        let w = if delta < 0.0 { self.weight.down } else { self.weight.up };
        let norm = &cost.norm;
        let separable = w * (norm.l0 + norm.l1 * distance + norm.l2 * distance * distance) + cost.per_change;
        (separable, norm.linf * w * distance)
    }
}

/// A convex piecewise-linear function through its points, the end slopes going on.
pub(super) fn piecewise(points: &[(f64, f64)], x: f64) -> f64 {
    let i = points.partition_point(|p| p.0 < x).clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[i - 1], points[i]);
    // Close to 0 the sum may round to less.
    (y0 + (x - x0) * (y1 - y0) / (x1 - x0)).max(0.0)
}

/// The request's limits on one feature alone, put together.
struct Limits {
    fixed: bool,
    up: bool,
    down: bool,
    min: f64,
    max: f64,
    levels: Option<Vec<bool>>,
}

fn limits(feature: usize, schema: &Feature, query: &Query, enforced: &[bool]) -> Limits {
    let mut l = Limits { fixed: false, up: true, down: true, min: f64::NEG_INFINITY, max: f64::INFINITY, levels: None };
    let direct = |change: Change, l: &mut Limits| match change {
        Change::Free => {}
        Change::Fixed => l.fixed = true,
        Change::Increase => l.down = false,
        Change::Decrease => l.up = false,
    };
    direct(schema.change, &mut l);
    for (constraint, _) in query.constraints.iter().zip(enforced).filter(|(_, on)| **on) {
        match constraint {
            Constraint::Fix { feature: f } if *f == feature => l.fixed = true,
            Constraint::Range { feature: f, min, max } if *f == feature => {
                l.min = l.min.max(*min);
                l.max = l.max.min(*max);
            }
            Constraint::Direction { feature: f, change } if *f == feature => direct(*change, &mut l),
            Constraint::Levels { feature: f, allow } if *f == feature => {
                l.levels = Some(match l.levels.take() {
                    Some(had) => had.iter().zip(allow).map(|(a, b)| *a && *b).collect(),
                    None => allow.clone(),
                });
            }
            _ => {}
        }
    }
    l
}

/// Builds the levels of every feature. `enforced` tells which of the query's constraints count.
///
/// # Errors
/// Where the factual holds no level of a discrete feature.
pub(super) fn vars(
    axes: &[Axis],
    schema: &Schema,
    input: Precision,
    query: &Query,
    enforced: &[bool],
) -> Result<Vec<Var>, SearchError> {
    let mut vars = Vec::with_capacity(axes.len());
    for (f, (axis, feature)) in axes.iter().zip(&schema.features).enumerate() {
        let limits = limits(f, feature, query, enforced);
        let weight = query.cost.weights[f].unwrap_or(feature.weight);
        let price = Price { query, feature: f, weight };
        let mut var = Var {
            ordered: axis.ordered,
            own: 0,
            cost: Vec::new(),
            reach: Vec::new(),
            changed: Vec::new(),
            value: Vec::new(),
            allowed: (0.0, 0.0),
            map: None,
            cuts: Cuts::default(),
            missing: false,
            up: Vec::new(),
            down: Vec::new(),
            best: 0,
        };
        match feature.level_count() {
            None => numeric(&mut var, axis, feature, input, query, f, &limits, &price),
            Some(_) => discrete(&mut var, axis, feature, query, &limits, &price)?,
        }
        if query.cost.norm.linf == 0.0 {
            var.reach.clear();
        }
        // Conditions test sets of levels, tables price levels in any order.
        let conditioned =
            |c: &Constraint| matches!(c, Constraint::If { when, then } if when.feature == f || then.feature == f);
        if query.cost.tables[f].is_some() || query.constraints.iter().any(conditioned) {
            var.ordered = false;
        }
        var.index();
        vars.push(var);
    }
    Ok(vars)
}

#[allow(clippy::too_many_arguments)]
fn numeric(
    var: &mut Var,
    axis: &Axis,
    feature: &Feature,
    input: Precision,
    query: &Query,
    index: usize,
    limits: &Limits,
    price: &Price<'_>,
) {
    let column = feature.columns()[0];
    let q = query.factual[column];
    let whole = matches!(feature.kind, Kind::Integer { .. });
    let scale = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
    let extra = refinement(query, index, q, input);
    var.cuts = axis.cuts.clone();
    if !extra.is_empty() {
        let cuts = Cuts::from_values(axis.cuts.0.iter().copied().chain(extra).collect());
        let place = |c: &f64| cuts.0.partition_point(|x| x < c) as u32 + 1;
        var.map = Some(std::iter::once(0).chain(axis.cuts.0.iter().map(place)).collect());
        var.cuts = cuts;
    }
    let present = !q.is_nan();
    let mut min = limits.min.max(if present { feature.min.min(q) } else { feature.min });
    let mut max = limits.max.min(if present { feature.max.max(q) } else { feature.max });
    let stays = present && q >= min && q <= max;
    if present {
        if limits.fixed || !limits.down {
            min = min.max(q);
        }
        if limits.fixed || !limits.up {
            max = max.min(q);
        }
    }
    var.allowed = (min, max);
    let own = if present { var.cuts.cell(input.round(q)) } else { 0 };
    var.own = own as u32;
    let cells = var.cuts.cells();
    for cell in 0..cells {
        let (lo, hi) = var.cuts.ends(cell);
        if present && cell == own && stays {
            var.push(0.0, 0.0, false, q);
            continue;
        }
        let movable = !limits.fixed;
        // Up from the factual the least attainable value of the cell is the nearest, down the largest.
        let upward = !present || cell > own || (cell == own && q < min);
        let point = if upward {
            let from = if lo == f64::NEG_INFINITY { min } else { min.max(input.after(lo)) };
            attained_from(from, whole, input)
        } else {
            attained_to(max.min(hi), whole, input)
        };
        let inside = point.is_some_and(|x| x > lo && x <= hi && x >= min && x <= max);
        match point {
            Some(x) if inside && movable => {
                let (distance, delta) = if present { ((x - q).abs() / scale, x - q) } else { (1.0, f64::INFINITY) };
                let (cost, reach) = price.of(distance, delta, None);
                var.push(cost, reach, true, x);
            }
            _ => var.push(f64::INFINITY, f64::INFINITY, true, f64::NAN),
        }
    }
    if !present {
        // "Missing" is where the factual is; it breaks no direction, but no range holds it.
        let open = limits.min == f64::NEG_INFINITY && limits.max == f64::INFINITY;
        var.missing = true;
        var.ordered = false;
        var.own = cells as u32;
        let cost = if open { 0.0 } else { f64::INFINITY };
        var.push(cost, 0.0, false, f64::NAN);
    }
}

impl Var {
    fn push(&mut self, cost: f64, reach: f64, changed: bool, value: f64) {
        self.cost.push(cost);
        self.reach.push(reach);
        self.changed.push(changed);
        self.value.push(value);
    }
}

/// The least attainable value at or above `x`.
pub(super) fn attained_from(x: f64, whole: bool, input: Precision) -> Option<f64> {
    let v = if whole { input.ceil(input.ceil(x).ceil()) } else { input.ceil(x) };
    v.is_finite().then_some(v)
}

/// The largest attainable value at or below `x`.
pub(super) fn attained_to(x: f64, whole: bool, input: Precision) -> Option<f64> {
    let v = if whole { input.floor(input.floor(x).floor()) } else { input.floor(x) };
    v.is_finite().then_some(v)
}

/// Cuts that conditions on a numeric feature need, so that each level meets a condition or does not.
fn refinement(query: &Query, feature: usize, q: f64, input: Precision) -> Vec<f64> {
    let mut extra = Vec::new();
    let mut add = |c: &Condition| {
        if c.feature != feature {
            return;
        }
        let (min, max) = match c.test {
            Test::Range { min, max } => {
                // The factual need not be a number of the input type; then its own test is not that of
                // the number it is read as.
                if input.round(q) != q && !q.is_nan() {
                    extra.extend([input.before(input.round(q)), input.round(q)]);
                }
                (min, max)
            }
            Test::Unchanged if !q.is_nan() => (input.round(q), input.round(q)),
            _ => return,
        };
        if min.is_finite() {
            extra.push(input.before(input.ceil(min)));
        }
        if max.is_finite() {
            extra.push(input.floor(max));
        }
    };
    for constraint in &query.constraints {
        if let Constraint::If { when, then } = constraint {
            add(when);
            add(then);
        }
    }
    extra
}

fn discrete(
    var: &mut Var,
    axis: &Axis,
    feature: &Feature,
    query: &Query,
    limits: &Limits,
    price: &Price<'_>,
) -> Result<(), SearchError> {
    let q = &query.factual;
    let missing = feature.columns().iter().all(|&c| q[c].is_nan());
    let own = feature.level_of(q);
    if own.is_none() && !missing {
        let found = feature.columns().iter().map(|&c| q[c].to_string()).collect::<Vec<_>>().join(", ");
        return Err(SearchError::NoLevel { feature: feature.name.clone(), found });
    }
    let n = axis.levels;
    var.own = own.unwrap_or(n) as u32;
    let value = |level: usize| feature.level_value(level, feature.columns()[0]).unwrap_or(level as f64);
    let single = !matches!(feature.kind, Kind::OneHot { .. });
    let in_range = |level: usize| !single || (value(level) >= limits.min && value(level) <= limits.max);
    let (mut first, mut last) = (n, 0);
    for level in 0..n {
        let changed = own != Some(level);
        let listed = limits.levels.as_ref().is_none_or(|a| a[level]);
        let (up, down) = match (&feature.kind, own) {
            (Kind::Ordinal { .. } | Kind::Binary { .. }, Some(o)) => (level > o, level < o),
            _ => (false, false),
        };
        let way = !(changed && limits.fixed || up && !limits.up || down && !limits.down);
        if !(listed && way && in_range(level)) {
            var.push(f64::INFINITY, f64::INFINITY, changed, f64::NAN);
            continue;
        }
        first = first.min(level);
        last = level;
        let (cost, reach) = match (own, &feature.kind) {
            _ if !changed => (0.0, 0.0),
            (Some(o), Kind::Ordinal { .. }) => {
                let distance = level.abs_diff(o) as f64 / (n.max(2) - 1) as f64;
                price.of(distance, if up { f64::INFINITY } else { f64::NEG_INFINITY }, Some(level))
            }
            (Some(_), Kind::Binary { .. }) => {
                price.of(1.0, if up { f64::INFINITY } else { f64::NEG_INFINITY }, Some(level))
            }
            _ => price.of(1.0, f64::INFINITY, Some(level)),
        };
        var.push(cost, reach, changed, value(level));
    }
    var.allowed = (first as f64, last as f64);
    if missing {
        let open = limits.levels.is_none() && limits.min == f64::NEG_INFINITY && limits.max == f64::INFINITY;
        var.missing = true;
        var.ordered = false;
        var.push(if open { 0.0 } else { f64::INFINITY }, 0.0, false, f64::NAN);
    }
    Ok(())
}
