//! The cells of one changed feature that a joint box may hold. A cell is a run of attained values that neither the model nor the
//! query's conditions tell apart, within the feature's own limits.

use espalier_model::cells::{cut, Cuts, Grid};
use espalier_model::ensemble::{Ensemble, Split};
use espalier_model::query::{Condition, ConditionTest, Constraint, Query};
use espalier_model::schema::{Change, Feature, Kind};

/// The cells of a feature, ascending.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub feature: usize,
    pub column: usize,
    /// Least and largest attained raw value of each cell; both are inside.
    pub ends: Vec<(f64, f64)>,
    /// The answered value's cell.
    pub start: usize,
    /// First and last cell that a box around `start` may reach. Levels that are not allowed may lie beyond, and further allowed ones after them.
    pub reach: (usize, usize),
    /// Whether some allowed cell lies below that reach, and whether one lies above it.
    pub beyond: (bool, bool),
    /// Whether the answered value is above or below the factual's; equal where that is missing.
    pub away: std::cmp::Ordering,
}

impl Cells {
    /// Cells of a changed feature around `value`; `None` where the feature has no order, or the value
    /// is in no cell.
    pub fn new(
        ensemble: &Ensemble,
        grid: &Grid,
        query: &Query,
        f: usize,
        feature: &Feature,
        value: f64,
    ) -> Option<Cells> {
        let column = feature.columns()[0];
        let own = query.factual[column];
        let limits = FeatureLimits::new(query, f, feature, own);
        let (ends, allowed): (Vec<(f64, f64)>, Vec<bool>) = match &feature.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => {
                let whole = matches!(feature.kind, Kind::Integer { .. });
                let cuts = grid.columns[column].0.iter().copied().chain(condition_cuts(ensemble, query, f, own));
                let cuts = Cuts::from_values(cuts.collect());
                let cells = (0..cuts.cells()).filter_map(|k| {
                    let (lo, hi) = cuts.ends(k);
                    let from =
                        if lo == f64::NEG_INFINITY { limits.min } else { limits.min.max(ensemble.input.after(lo)) };
                    let (from, to) =
                        (attained_from(ensemble, from, whole), attained_to(ensemble, limits.max.min(hi), whole));
                    (from <= to).then_some((from, to))
                });
                let ends: Vec<_> = cells.collect();
                let allowed = vec![true; ends.len()];
                (ends, allowed)
            }
            Kind::Ordinal { levels, .. } => (
                levels.iter().map(|l| (l.value, l.value)).collect(),
                (0..levels.len()).map(|k| limits.level(feature, query, k)).collect(),
            ),
            _ => return None,
        };
        let start = ends.iter().position(|&(a, b)| a <= value && value <= b)?;
        let mut reach = (start, start);
        while reach.0 > 0 && allowed[reach.0 - 1] {
            reach.0 -= 1;
        }
        while reach.1 + 1 < ends.len() && allowed[reach.1 + 1] {
            reach.1 += 1;
        }
        let beyond = (allowed[..reach.0].contains(&true), allowed[reach.1 + 1..].contains(&true));
        let away = value.partial_cmp(&own).unwrap_or(std::cmp::Ordering::Equal);
        Some(Cells { feature: f, column, ends, start, reach, beyond, away })
    }

    /// The number of cells that go left at a split on the column; these are the first ones.
    pub fn left(&self, ensemble: &Ensemble, split: &Split) -> Option<usize> {
        let Split::Axis { threshold, .. } = split else { return None };
        let at = cut(*threshold, ensemble.compare, ensemble.input);
        Some(self.ends.partition_point(|&(_, last)| ensemble.input.round(last) <= at))
    }

    /// The first cell of a closed interval, and the first cell after it.
    pub fn interval(&self, ensemble: &Ensemble, (lo, hi): (f64, f64)) -> [usize; 2] {
        let before = |outside: &dyn Fn(f64) -> bool| {
            self.ends.partition_point(|&(_, last)| !outside(ensemble.input.round(last)))
        };
        [before(&|last| last >= lo), before(&|last| last > hi)]
    }
}

/// All limits of schema and query on one feature alone.
struct FeatureLimits<'a> {
    min: f64,
    max: f64,
    up: bool,
    down: bool,
    levels: Vec<&'a [bool]>,
}

impl<'a> FeatureLimits<'a> {
    fn new(query: &'a Query, f: usize, feature: &Feature, own: f64) -> FeatureLimits<'a> {
        let inf = f64::INFINITY;
        let mut limits = FeatureLimits { min: -inf, max: inf, up: true, down: true, levels: Vec::new() };
        limits.turn(feature.change);
        for constraint in &query.constraints {
            match constraint {
                Constraint::Fix { feature } if *feature == f => limits.turn(Change::Fixed),
                Constraint::Direction { feature, change } if *feature == f => limits.turn(*change),
                Constraint::Range { feature, min, max } if *feature == f => {
                    (limits.min, limits.max) = (limits.min.max(*min), limits.max.min(*max));
                }
                Constraint::Levels { feature, allow } if *feature == f => limits.levels.push(allow),
                _ => {}
            }
        }
        if feature.level_count().is_none() {
            let domain =
                if own.is_nan() { (feature.min, feature.max) } else { (feature.min.min(own), feature.max.max(own)) };
            (limits.min, limits.max) = (limits.min.max(domain.0), limits.max.min(domain.1));
            if !own.is_nan() {
                limits.min = if limits.down { limits.min } else { limits.min.max(own) };
                limits.max = if limits.up { limits.max } else { limits.max.min(own) };
            }
        }
        limits
    }

    fn turn(&mut self, change: Change) {
        self.up &= matches!(change, Change::Free | Change::Increase);
        self.down &= matches!(change, Change::Free | Change::Decrease);
    }

    /// Whether an ordinal feature may take a level.
    fn level(&self, feature: &Feature, query: &Query, k: usize) -> bool {
        let value = feature.level_value(k, feature.columns()[0]).unwrap_or(f64::NAN);
        let way = match feature.level_of(&query.factual) {
            Some(own) => (k <= own || self.up) && (k >= own || self.down),
            None => true,
        };
        way && self.min <= value && value <= self.max && self.levels.iter().all(|allow| allow[k])
    }
}

/// Cuts that the query's conditions on the feature add.
fn condition_cuts(ensemble: &Ensemble, query: &Query, f: usize, own: f64) -> Vec<f64> {
    let input = ensemble.input;
    let mut cuts = Vec::new();
    let mut add = |condition: &Condition| {
        if condition.feature != f {
            return;
        }
        if let ConditionTest::Range { min, max } = condition.test {
            cuts.extend([input.before(input.ceil(min)), input.floor(max)].into_iter().filter(|c| c.is_finite()));
        }
        if !own.is_nan() {
            cuts.extend([input.before(input.round(own)), input.round(own)]);
        }
    };
    query.constraints.iter().flat_map(Constraint::conditions).for_each(&mut add);
    cuts
}

/// The least attained value from `x` on.
fn attained_from(ensemble: &Ensemble, x: f64, whole: bool) -> f64 {
    let v = ensemble.input.ceil(x);
    if whole {
        ensemble.input.ceil(v.ceil())
    } else {
        v
    }
}

/// The largest attained value up to `x`.
fn attained_to(ensemble: &Ensemble, x: f64, whole: bool) -> f64 {
    let v = ensemble.input.floor(x);
    if whole {
        ensemble.input.floor(v.floor())
    } else {
        v
    }
}
