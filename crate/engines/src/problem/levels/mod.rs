//! The levels of every feature for one query: the cost of moving to each level, and the point that the level stands
//! for. The cost of a level is the cost of its cheapest attainable point. So a search over levels loses nothing: every
//! constraint is either part of these costs or is a condition on whole levels.

mod discrete;
mod limits;
mod numeric;
mod price;

pub use limits::limits;
pub use numeric::{allowed, attained_from, attained_to, refinement};
pub use price::Price;

use super::compiled::FeatureLevels;
use crate::problem::diversity::{self, Diversity};
use crate::problem::implication;
use crate::SearchError;
use espalier_model::cells::Cuts;
use espalier_model::ensemble::Precision;
use espalier_model::query::{Constraint, Query};
use espalier_model::schema::Schema;
/// The levels of one feature for one query.
#[derive(Clone, Debug)]
pub struct Var {
    /// Whether levels are ordered and costs rise away from `own`.
    pub ordered: bool,
    /// The level from which costs rise on both sides, where levels are ordered: that of the factual, or of a number whose change earns the level of
    /// least cost. If that level is not allowed, the place where it would be.
    pub own: u32,
    /// Separable cost of the cheapest attainable point of a level; infinite where there is none.
    pub cost: Vec<f64>,
    /// By level: that point's part in the largest-change (linf) cost. Empty where the query has no such cost.
    pub reach: Vec<f64>,
    /// Whether ending in the level is a change.
    pub changed: Vec<bool>,
    /// For numeric and integer features: that point's value.
    pub value: Vec<f64>,
    /// Closed interval of allowed values. For ordinal features, of levels.
    pub allowed: (f64, f64),
    /// Refinement: a cut that sent the first `c` levels left now sends the first `map[c]`.
    pub map: Option<Vec<u32>>,
    /// The cells behind the levels of a numeric feature, refined.
    pub cuts: Cuts,
    /// Whether the last level is "missing".
    pub missing: bool,
    /// Whether it stands for a test, a leaf or an amount of a proof: then no level of it costs anything or is a change.
    pub stands_in: bool,
    /// For each level, the nearest level with finite cost at or above it, and at or below it.
    up: Vec<u32>,
    down: Vec<u32>,
    /// A level of least cost.
    pub best: u32,
}

/// One level of a feature, while the levels are built.
struct LevelEntry {
    /// Its part of a separable cost, and of the largest change.
    cost: f64,
    reach: f64,
    changed: bool,
    /// The value that is shown for it.
    value: f64,
}

impl LevelEntry {
    /// A level that no answer may take.
    const SHUT: LevelEntry = LevelEntry { cost: f64::INFINITY, reach: f64::INFINITY, changed: true, value: f64::NAN };

    /// The value that is missing stays missing, at this cost.
    const fn stays_missing(cost: f64) -> LevelEntry {
        LevelEntry { cost, reach: 0.0, changed: false, value: f64::NAN }
    }
}

/// In place of an index: none.
const NONE: u32 = u32::MAX;

impl Var {
    /// Number of levels, with "missing" where it is one.
    pub fn levels(&self) -> usize {
        self.cost.len()
    }

    /// The least cost of any level; infinite where none is allowed.
    pub fn least(&self) -> f64 {
        self.cost.get(self.best as usize).copied().unwrap_or(f64::INFINITY)
    }

    /// The cheapest level of `lo..=hi` (not empty) of an ordered feature. The cost rises on both sides of the
    /// own level. So it is the own level, clamped into the range. Where limits exclude that level, it is the cheaper
    /// of the nearest allowed levels above and below it.
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

    /// Recomputes the fields that depend on `cost`.
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
        // An unchanged level must win ties.
        if let Some(k) = (0..n).find(|&k| !self.changed[k] && self.cost[k] <= self.least()) {
            self.best = k as u32;
        }
    }
}

impl Var {
    /// Reserves space for this many levels.
    fn reserve(&mut self, levels: usize) {
        self.cost.reserve_exact(levels);
        self.reach.reserve_exact(levels);
        self.changed.reserve_exact(levels);
        self.value.reserve_exact(levels);
    }

    fn push(&mut self, level: LevelEntry) {
        self.cost.push(level.cost);
        self.reach.push(level.reach);
        self.changed.push(level.changed);
        self.value.push(level.value);
    }
}

/// Builds the levels of every feature. `enforced` says which of the query's constraints count. `cuts` holds, by
/// feature, further cuts between levels.
///
/// # Errors
/// Where the factual holds no level of a discrete feature.
pub fn vars(
    axes: &[FeatureLevels],
    schema: &Schema,
    input: Precision,
    query: &Query,
    enforced: &[bool],
    apart: &[Vec<Diversity>],
    cuts: &[Vec<f64>],
) -> Result<Vec<Var>, SearchError> {
    let mut vars = Vec::with_capacity(axes.len());
    for (f, (axis, feature)) in axes.iter().zip(&schema.features).enumerate() {
        let limits = limits::limits(f, feature, query, enforced);
        let price = Price::new(query, f, feature);
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
            stands_in: false,
            up: Vec::new(),
            down: Vec::new(),
            best: 0,
        };
        match feature.level_count() {
            None => {
                let mut extra = diversity::cuts(apart, f, input);
                extra.extend(cuts.get(f).into_iter().flatten());
                numeric::numeric(&mut var, axis, feature, input, query, f, &limits, &price, extra);
            }
            Some(_) => discrete::discrete(&mut var, axis, feature, query, &limits, &price)?,
        }
        if query.cost.norm.linf == 0.0 {
            var.reach.clear();
        }
        // Tables price levels in any order. A limit on changes asks whether one stays, where a change may be cheaper.
        let limited = || query.constraints.iter().any(|c| matches!(c, Constraint::MaxChanges(_)));
        let unordered = query.cost.tables[f].is_some() || query.cost.falls(f) && limited();
        if unordered || in_many_boxes(query, apart, f) {
            var.ordered = false;
        }
        var.index();
        vars.push(var);
    }
    Ok(vars)
}

/// The most boxes of a chain of tests for whose features levels keep their order ([`LevelTest`](super::compiled::LevelTest)). The chain's tree has a
/// leaf for each; a set of levels needs one leaf, but reads all levels at each test. More keeps the order of more features; 1024 took 0.6 of the time
/// of 1 over second and third answers (docs/experiments/box-search.md).
const MOST_BOXES: usize = 1024;

/// Whether some list of differences or some implication asks a feature in a chain of more boxes than that.
fn in_many_boxes(query: &Query, apart: &[Vec<Diversity>], feature: usize) -> bool {
    for ways in apart {
        if diversity::boxes(ways) > MOST_BOXES && ways.iter().any(|way| way.feature == feature) {
            return true;
        }
    }
    for constraint in &query.constraints {
        let Constraint::If { when, then } = constraint else { continue };
        let asks = constraint.conditions().any(|condition| condition.feature == feature);
        if asks && implication::boxes(when, then) > MOST_BOXES {
            return true;
        }
    }
    false
}
