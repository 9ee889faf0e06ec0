//! Levels of numeric and integer features: the cells of a column, each with its nearest attainable point.

use super::limits::FeatureLimits;
use super::price::Price;
use super::{LevelEntry, Var};
use crate::problem::compiled::FeatureLevels;
use espalier_model::cells::Cuts;
use espalier_model::ensemble::Precision;
use espalier_model::query::{least_costly, Condition, ConditionTest, Constraint, Query};
use espalier_model::schema::{Feature, Kind};

/// Fills a var of a numeric feature.
#[allow(clippy::too_many_arguments)]
pub(super) fn numeric(
    var: &mut Var,
    axis: &FeatureLevels,
    feature: &Feature,
    input: Precision,
    query: &Query,
    index: usize,
    limits: &FeatureLimits,
    price: &Price<'_>,
    mut extra: Vec<f64>,
) {
    let column = feature.columns()[0];
    let q = query.factual[column];
    let whole = matches!(feature.kind, Kind::Integer { .. });
    let scale = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
    extra.extend(refinement(query, index, q, input));
    let present = !q.is_nan();
    // Where a change may earn, the factual's value has a cell of its own: beside it, its cell may hold a cheaper value.
    let earns = query.cost.piecewise[index].as_ref().filter(|_| present && price.stays > 0.0);
    if earns.is_some() {
        extra.extend([input.before(input.round(q)), input.round(q)]);
    }
    var.cuts = axis.cuts.clone();
    if !extra.is_empty() {
        let cuts = Cuts::from_values(axis.cuts.0.iter().copied().chain(extra).collect());
        let place = |c: &f64| cuts.0.partition_point(|x| x < c) as u32 + 1;
        var.map = Some(std::iter::once(0).chain(axis.cuts.0.iter().map(place)).collect());
        var.cuts = cuts;
    }
    let (min, max) = allowed(feature, limits, q);
    // No direction excludes the value itself.
    let stays = present && q >= min && q <= max;
    var.allowed = (min, max);
    let own = if present { var.cuts.cell(input.round(q)) } else { 0 };
    // The value from which costs rise on both sides.
    let mut centre = q;
    var.own = own as u32;
    if let Some(points) = earns.filter(|_| min <= max) {
        centre = q + least_costly(points, min - q, max - q);
        var.own = var.cuts.cell(input.round(centre)) as u32;
        var.ordered &= query.cost.per_change == 0.0;
    }
    let cells = var.cuts.cells();
    var.reserve(cells + 1);
    for cell in 0..cells {
        let (lo, hi) = var.cuts.ends(cell);
        if present && cell == own && stays {
            var.push(LevelEntry { cost: price.stays, reach: 0.0, changed: false, value: q });
            continue;
        }
        // Above that value the least attainable value of a cell is the cheapest one, and below it the largest. Its own cell has one on either side.
        let from = if lo == f64::NEG_INFINITY { min } else { min.max(input.after(lo)) };
        let upward = !present || cell > var.own as usize || (cell == own && q < min);
        let middle = earns.is_some() && cell == var.own as usize;
        let (least, most) = if middle { (centre, centre) } else { (f64::NEG_INFINITY, f64::INFINITY) };
        let above = (middle || upward).then(|| attained_from(from.max(least), whole, input)).flatten();
        let below = (middle || !upward).then(|| attained_to(max.min(hi).min(most), whole, input)).flatten();
        let mut entry = LevelEntry::SHUT;
        for x in [above, below].into_iter().flatten() {
            if x > lo && x <= hi && x >= min && x <= max && !limits.fixed {
                let (distance, delta) = if present { ((x - q).abs() / scale, x - q) } else { (1.0, f64::INFINITY) };
                let (cost, reach) = price.of(distance, delta, None);
                if cost < entry.cost {
                    entry = LevelEntry { cost, reach, changed: true, value: x };
                }
            }
        }
        var.push(entry);
    }
    if !present && !limits.needed {
        // If the factual is missing, "missing" is unchanged. It breaks no limit on direction, but no range contains it.
        let open = limits.min == f64::NEG_INFINITY && limits.max == f64::INFINITY;
        var.missing = true;
        var.ordered = false;
        var.own = cells as u32;
        let cost = if open { price.stays } else { f64::INFINITY };
        var.push(LevelEntry::stays_missing(cost));
    }
}

/// The closed interval of the values that a number may take, `q` of which is the factual's. Empty where the ends cross.
pub fn allowed(feature: &Feature, limits: &FeatureLimits, q: f64) -> (f64, f64) {
    // Neither NaN counts in the ends of the range, nor in those of the directions.
    let (mut min, mut max) = (limits.min.max(feature.min.min(q)), limits.max.min(feature.max.max(q)));
    if limits.fixed || !limits.down {
        min = min.max(q);
    }
    if limits.fixed || !limits.up {
        max = max.min(q);
    }
    (min, max)
}

/// The least attainable value at or above `x`.
pub fn attained_from(x: f64, whole: bool, input: Precision) -> Option<f64> {
    let v = if whole { input.ceil(input.ceil(x).ceil()) } else { input.ceil(x) };
    v.is_finite().then_some(v)
}

/// The largest attainable value at or below `x`.
pub fn attained_to(x: f64, whole: bool, input: Precision) -> Option<f64> {
    let v = if whole { input.floor(input.floor(x).floor()) } else { input.floor(x) };
    v.is_finite().then_some(v)
}

/// The cuts that conditions on a numeric feature need, so that all points of a level meet a condition, or none.
pub fn refinement(query: &Query, feature: usize, q: f64, input: Precision) -> Vec<f64> {
    let mut extra = Vec::new();
    let mut add = |c: &Condition| {
        if c.feature != feature {
            return;
        }
        let (min, max) = match c.test {
            ConditionTest::Range { min, max } => {
                // The factual need not be a number of the input type. Then the test of the factual itself differs from
                // the test of the number that the model reads.
                if input.round(q) != q && !q.is_nan() {
                    extra.extend([input.before(input.round(q)), input.round(q)]);
                }
                (min, max)
            }
            ConditionTest::Unchanged if !q.is_nan() => (input.round(q), input.round(q)),
            _ => return,
        };
        if min.is_finite() {
            extra.push(input.before(input.ceil(min)));
        }
        if max.is_finite() {
            extra.push(input.floor(max));
        }
    };
    query.constraints.iter().flat_map(Constraint::conditions).for_each(&mut add);
    extra
}
