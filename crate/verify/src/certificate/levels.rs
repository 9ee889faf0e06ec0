//! The levels of every feature: the cells between a certificate's cuts, or the labels. Each has the least cost of a point in it that is
//! attained and within the limits on the feature alone.

use super::linear_constraints::LinearConstraints;
use crate::answer::Check;
use espalier_model::cells::cut as cut_of;
use espalier_model::ensemble::Precision;
use espalier_model::query::{ConditionTest, Constraint};
use espalier_model::schema::{Feature, Kind};

/// The levels of one feature.
pub struct Levels {
    /// Least cost; infinite where no point is allowed.
    pub cost: Vec<f64>,
    /// By level: whether an answer with this level may leave the feature unchanged.
    pub stays: Vec<bool>,
    /// Of numeric features: a point of the level, at which tests are evaluated. NaN for the level "missing".
    pub point: Vec<f64>,
}

impl Levels {
    pub fn count(&self) -> usize {
        self.cost.len()
    }

    /// Writes a level's point to a row.
    pub fn write(&self, check: &Check<'_>, f: usize, level: usize, row: &mut [f64]) {
        let feature = &check.schema.features[f];
        for &c in feature.columns() {
            row[c] = match feature.level_count() {
                None => self.point[level],
                Some(_) => feature.level_value(level, c).unwrap_or(f64::NAN),
            };
        }
    }
}

/// The cutoff: a proof need not exclude points that cost this or more. It is the limit. With an infinite limit or a largest-change cost,
/// it is a cost above that of every allowed point.
pub fn cutoff(check: &Check<'_>, levels: &[Levels], constraints: &LinearConstraints, limit: f64) -> f64 {
    let largest = check.query.cost.norm.linf > 0.0;
    if limit.is_finite() && !largest {
        return limit;
    }
    let dearest = |(f, l): (usize, &Levels)| {
        let of_levels = || l.cost.iter().copied().filter(|c| c.is_finite()).fold(0.0, f64::max);
        if f < check.schema.features.len() {
            constraints.dearest(check, f).unwrap_or_else(of_levels)
        } else {
            0.0
        }
    };
    2.0 * levels.iter().enumerate().map(dearest).sum::<f64>() + 0.5
}

/// The levels of all features. Under a largest-change cost every level that reaches `limit` is excluded, and the others cost nothing.
pub fn levels(check: &Check<'_>, cuts: &[Vec<f64>], limit: f64) -> Result<Vec<Levels>, &'static str> {
    let features = &check.schema.features;
    if cuts.len() != features.len() {
        return Err("there are not as many lists of cuts as features");
    }
    let largest = check.query.cost.norm.linf > 0.0;
    if largest && !check.query.cost.is_largest_alone() {
        return Err("a largest-change cost mixed with others has no certificate");
    }
    let mut all = Vec::with_capacity(features.len());
    for (f, (feature, cuts)) in features.iter().zip(cuts).enumerate() {
        let mut levels = match feature.level_count() {
            None => check.cells(f, feature, cuts)?,
            Some(count) => check.labels(f, feature, count),
        };
        if largest {
            for cost in &mut levels.cost {
                *cost = if *cost < limit { 0.0 } else { f64::INFINITY };
            }
        }
        all.push(levels);
    }
    Ok(all)
}

impl Check<'_> {
    /// Cost of a row that differs from the factual in one feature, raised by the most that the feature may earn; infinite beyond the limits on it.
    fn price(&self, f: usize, row: &[f64]) -> f64 {
        if self.feature_limits(f, row).is_ok() {
            self.cost(row) + self.earned(f)
        } else {
            f64::INFINITY
        }
    }

    fn labels(&self, f: usize, feature: &Feature, count: usize) -> Levels {
        let factual = &self.query.factual;
        let mut levels = Levels { cost: Vec::new(), stays: Vec::new(), point: Vec::new() };
        for level in 0..count {
            let mut row = factual.clone();
            levels.point.push(f64::NAN);
            levels.write(self, f, level, &mut row);
            levels.stays.push(self.unchanged(feature, &row));
            levels.cost.push(self.price(f, &row));
        }
        if feature.columns().iter().all(|&c| factual[c].is_nan()) {
            levels.missing(self.price(f, factual));
        }
        levels
    }

    fn cells(&self, f: usize, feature: &Feature, cuts: &[f64]) -> Result<Levels, &'static str> {
        let column = feature.columns()[0];
        self.cuts_part_tests(column, f, cuts)?;
        let (factual, input) = (&self.query.factual, self.ensemble.input);
        let own = factual[column];
        let home = if own.is_nan() { usize::MAX } else { cuts.partition_point(|c| *c < input.round(own)) };
        let whole = matches!(feature.kind, Kind::Integer { .. });
        let (min, max) = self.allowed(f, feature);
        let mut row = factual.clone();
        let mut levels = Levels { cost: Vec::new(), stays: Vec::new(), point: Vec::new() };
        let centre = if own.is_nan() { own } else { own + self.cheapest_change(f, min - own, max - own) };
        for cell in 0..=cuts.len() {
            let lo = if cell == 0 { f64::NEG_INFINITY } else { cuts[cell - 1] };
            let hi = cuts.get(cell).copied().unwrap_or(f64::INFINITY);
            let stays = cell == home && self.feature_limits(f, factual).is_ok();
            if stays && centre == own {
                // No change is the cheapest point of this cell.
                levels.push(self.earned(f), true, own);
                continue;
            }
            // The attained points of the cell nearest to the value of least cost, on both sides.
            let first = if lo == f64::NEG_INFINITY { min } else { min.max(input.after(input.floor(lo))) };
            let last = max.min(hi);
            let above = up(if own.is_nan() { first } else { first.max(centre) }, whole, input);
            let below = down(if own.is_nan() { last } else { last.min(centre) }, whole, input);
            let (mut cost, mut point) = (f64::INFINITY, if hi.is_finite() { hi } else { lo.max(-1e300) });
            if stays {
                (cost, point) = (self.earned(f), own);
            }
            for x in [below, above] {
                // The number that the model reads as it reads the factual's is no change.
                if x.is_finite() && x > lo && x <= hi && !(stays && x == input.round(own)) {
                    row[column] = x;
                    let price = self.price(f, &row);
                    if price < cost {
                        (cost, point) = (price, x);
                    }
                }
            }
            levels.push(cost, stays, point);
        }
        if own.is_nan() {
            levels.missing(self.price(f, factual));
        }
        Ok(levels)
    }

    /// The closed interval that the limits on a numeric feature leave, directions not counted.
    pub(super) fn allowed(&self, f: usize, feature: &Feature) -> (f64, f64) {
        let own = self.query.factual[feature.columns()[0]];
        let (mut min, mut max) = (feature.min, feature.max);
        if !own.is_nan() {
            (min, max) = (min.min(own), max.max(own));
        }
        for constraint in &self.query.constraints {
            if let Constraint::Range { feature, min: from, max: to } = constraint {
                if *feature == f {
                    (min, max) = (min.max(*from), max.min(*to));
                }
            }
        }
        (min, max)
    }

    /// Checks that no test of the model and no condition of the query divides a cell.
    fn cuts_part_tests(&self, column: usize, f: usize, cuts: &[f64]) -> Result<(), &'static str> {
        use espalier_model::ensemble::{Node, Split};
        if cuts.iter().any(|c| c.is_nan()) || cuts.windows(2).any(|w| w[0] >= w[1]) {
            return Err("cuts are not ascending");
        }
        let input = self.ensemble.input;
        let known = |x: f64| {
            x.is_infinite() || cuts.binary_search_by(|c| c.total_cmp(&x)).is_ok() || x == 0.0 && cuts.contains(&0.0)
        };
        let ends =
            |lo: f64, hi: f64| (lo.is_infinite() || known(input.before(input.ceil(lo)))) && known(input.floor(hi));
        let mut sound = true;
        let beside = self.query.beside();
        let causes = self.query.constraints.iter().filter_map(|c| match c {
            Constraint::CausalEnsemble { cause, .. } => Some(&cause.trees),
            _ => None,
        });
        let all = [self.ensemble].into_iter().chain(beside.iter().map(|other| &**other)).chain(causes);
        let nodes = all.flat_map(|of| of.trees.iter().flat_map(|tree| &tree.nodes).map(move |node| (of.compare, node)));
        for (compare, node) in nodes {
            let Node::Split { split, .. } = node else { continue };
            if !split.columns().contains(&column) {
                continue;
            }
            sound &= match split {
                Split::Axis { threshold, .. } => known(cut_of(*threshold, compare, input)),
                Split::Intervals { left, .. } => left.iter().all(|&(lo, hi)| ends(lo, hi)),
                Split::Categories { .. } => return Err("a split that cuts part by no value"),
                // It is a feature of its own.
                Split::Oblique { .. } => true,
            };
        }
        let own = self.query.factual[column];
        let conditions = self.query.constraints.iter().flat_map(Constraint::conditions);
        for condition in conditions.filter(|c| c.feature == f) {
            sound &= match condition.test {
                ConditionTest::Range { min, max } => ends(min, max),
                ConditionTest::Unchanged => own.is_nan() || ends(input.round(own), input.round(own)),
                ConditionTest::Levels(_) => false,
            };
        }
        if sound {
            Ok(())
        } else {
            Err("a test of the model or of the query parts a cell")
        }
    }
}

impl Levels {
    fn push(&mut self, cost: f64, stays: bool, point: f64) {
        self.cost.push(cost);
        self.stays.push(stays);
        self.point.push(point);
    }

    /// One more level, for a missing factual value; no changed value falls in it.
    fn missing(&mut self, cost: f64) {
        self.push(cost, true, f64::NAN);
    }
}

/// The least attained value at or above `x`; [`down`] has the largest at or below.
pub(super) fn up(x: f64, whole: bool, input: Precision) -> f64 {
    if whole {
        input.ceil(input.ceil(x).ceil())
    } else {
        input.ceil(x)
    }
}

pub(super) fn down(x: f64, whole: bool, input: Precision) -> f64 {
    if whole {
        input.floor(input.floor(x).floor())
    } else {
        input.floor(x)
    }
}
