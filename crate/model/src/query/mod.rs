//! A query: the factual, the target, the cost and the constraints. All are resolved against a
//! [`Schema`](crate::schema::Schema): features and classes are indices, and numbers are checked. `espalier-api` makes queries
//! from request documents. Imports `schema`, `ensemble` for predictions and isolation forests, `Background` for background rows, and numerics for
//! their hulls.

mod budget;
mod causal_ensemble;
pub mod hull;
mod linear_constraint;

pub use budget::Budget;
pub use causal_ensemble::{CausalEnsemble, Lesson, Settings};
pub use hull::Hull;
pub use linear_constraint::LinearConstraint;

use crate::ensemble::{Ensemble, Prediction};
use crate::schema::{Change, Feature, Weight};
use crate::Background;
use std::sync::Arc;

/// One request for counterfactuals.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Raw model inputs in column order; NaN is a missing value.
    pub factual: Vec<f64>,
    /// The prediction that the answer must reach.
    pub target: Target,
    /// The cost of a change.
    pub cost: Cost,
    /// The request's own constraints, in the request's order. An index here is an index there.
    pub constraints: Vec<Constraint>,
    /// The least depth of the answer in an isolation forest, if asked.
    pub depth: Option<Depth>,
    /// The hull of background rows in which the answer must lie, if asked.
    pub hull: Option<Arc<Hull>>,
    /// Least raw score by which the target must beat every rival. The strict [`STRICTNESS`] holds in addition.
    pub margin: f64,
    /// Least distance of an answer from every split of the model on its way, as a share of the ranges of numbers (Carreira-Perpinan & Hada 2021,
    /// Section 3.9: `h(x) >= eps`). So every point within this largest change of its numbers lies in the same leaves. At least 0.
    pub distance: f64,
    /// The answers that are sought.
    pub sought: Sought,
    /// Whether a proof is wanted: that nothing is cheaper, or that there is no answer.
    pub certificate: bool,
    /// If given, answers must be rows of this background, as the model reads them.
    pub real_rows: Option<Arc<Background>>,
}

impl Query {
    /// A query for one answer, without constraints.
    pub fn new(factual: Vec<f64>, target: Target, cost: Cost) -> Query {
        Query {
            factual,
            target,
            cost,
            constraints: Vec::new(),
            depth: None,
            hull: None,
            margin: 0.0,
            distance: 0.0,
            sought: Sought::Cheapest,
            certificate: false,
            real_rows: None,
        }
    }

    /// The way in which the answers of a list differ, where one after the other may be sought. Ties differ in their regions.
    pub fn distinct(&self) -> Option<Distinct> {
        match self.sought {
            Sought::Several { distinct, .. } => Some(distinct),
            Sought::Ties | Sought::Regions { .. } => Some(Distinct::Regions),
            _ => None,
        }
    }

    /// Number of the request's own limits that may be in conflict. First come the constraints, then the depth, then the
    /// hull, then the distance from splits, then the margin in score.
    pub fn limits(&self) -> usize {
        self.margin_at() + usize::from(self.margin > 0.0)
    }

    /// A clone. Its code is large, and stands here once: that of `clone` is repeated in each crate and in each loop that calls it.
    #[inline(never)]
    pub fn copied(&self) -> Query {
        self.clone()
    }

    /// The queries of [`Sought::Hulls`]: one for each cluster, where each is asked for, and each distance, the smallest first. Empty for any other query.
    pub fn hull_queries(&self, features: &[Feature]) -> Vec<Query> {
        let Some(hull) = self.hull.as_ref().filter(|_| self.sought == Sought::Hulls) else { return Vec::new() };
        let of = |hull| Query { sought: Sought::Cheapest, hull: Some(Arc::new(hull)), ..self.copied() };
        hull.single(features).into_iter().map(of).collect()
    }

    /// The ensembles that judge an answer beside the model: the isolation forest, then the other models in the order of the constraints.
    pub fn beside(&self) -> Vec<Arc<Ensemble>> {
        let mut all: Vec<Arc<Ensemble>> = self.depth.iter().map(|d| Arc::clone(&d.forest)).collect();
        for constraint in &self.constraints {
            if let Constraint::Also { model, .. } = constraint {
                all.push(Arc::clone(model));
            }
        }
        all
    }

    /// The hull's index among the limits, if there is a hull.
    pub fn hull_at(&self) -> usize {
        self.constraints.len() + usize::from(self.depth.is_some())
    }

    /// The index of the margin in score among the limits, if one is asked for.
    pub fn margin_at(&self) -> usize {
        self.distance_at() + usize::from(self.distance > 0.0)
    }

    /// The index of the distance from splits among the limits, if one is kept.
    pub fn distance_at(&self) -> usize {
        self.hull_at() + usize::from(self.hull.is_some())
    }
}

/// Plausibility by an isolation forest (Parmentier & Vidal 2021, Section 3.5, constraint (33)).
#[derive(Clone, Debug, PartialEq)]
pub struct Depth {
    /// An isolation forest on the model's columns, which reads the model's input type.
    pub forest: Arc<Ensemble>,
    /// The answer's average path length is at least this, with a relative tolerance of 1e-9 for rounding.
    pub least: f64,
}

impl Depth {
    /// Whether a row lies deep enough, by the reference predictor. Where the forest has no rule for a missing value,
    /// the row does not.
    pub fn reached(&self, row: &[f64]) -> bool {
        self.forest.leaves_of(&[row]).is_ok_and(|leaves| self.reached_by(&leaves))
    }

    /// As [`Depth::reached`], from the leaf that a row falls in, by tree. An isolation forest's leaves are constant.
    pub fn reached_by(&self, leaves: &[usize]) -> bool {
        matches!(self.forest.prediction(leaves, &[]), Prediction::Value(length) if length >= self.admitted())
    }

    /// Least accepted average path length: [`Depth::least`] minus the tolerance for rounding.
    pub fn admitted(&self) -> f64 {
        self.least - 1e-9 * self.least.abs().max(1.0)
    }
}

/// The answers that are sought.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Sought {
    /// One answer of the least cost.
    #[default]
    Cheapest,
    /// All answers of the least cost.
    Ties,
    /// Several answers. Each is the cheapest that differs from all earlier ones.
    Several {
        /// How many, at least 1.
        count: usize,
        /// The way in which they differ.
        distinct: Distinct,
    },
    /// The least cost as a function of the demanded probability or value (Blanchart 2021, Figures 5 and 6). The first answer is the cheapest of the
    /// query's own target. Each next one is the cheapest of those that demand more than the answer before it reaches: the least more where `step`
    /// is 0, else `step` more.
    Series {
        /// The last demand.
        to: f64,
        /// The rise of the demand above the last answer's probability or value, at least 0.
        step: f64,
    },
    /// One answer of the least cost, and others that the search meets on the way (Maragno et al. 2022, Section 2: the incumbents of one search).
    /// They are answers, but nothing is proved of their costs.
    Pool {
        /// The most others that are listed, at least 1.
        most: usize,
    },
    /// One answer of the least cost in each hull of [`Query::hull_queries`].
    Hulls,
    /// Every region of the target within a cost, as boxes.
    Regions {
        /// The cost, at least 0.
        radius: f64,
    },
}

/// The way in which several answers must differ.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Distinct {
    /// Of the features that an earlier answer changes, an answer keeps at least one unchanged. This holds for each
    /// earlier answer.
    #[default]
    Features,
    /// In some feature, an answer is at least this far from each earlier one. Distances of numeric and integer features
    /// are shares of the range, those of ordinal features shares of the levels. Other features only need to be unequal.
    Distance(f64),
    /// An answer is a different row from each earlier one, in the model's precision. Only for [`Query::real_rows`].
    Rows,
    /// An answer lies in a different region from each earlier one: some tree puts the two in different leaves.
    Regions,
}

/// Least lead of a target class over every other class, in raw score; the lead must be larger. So rounding in a library
/// that adds in single precision cannot flip the class. A tie is not a win.
pub const STRICTNESS: f64 = 1e-6;

/// The decision that the answer must reach.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// This class beats every other.
    Class(usize),
    /// Some class of the set beats every class outside it. The classes are ascending and distinct, and not all classes.
    Classes(Vec<usize>),
    /// Any of these classes; the class reached adds its cost. Classes are ascending and distinct. Costs are at least
    /// 0.
    ClassCosts(Vec<(usize, f64)>),
    /// The class has at least this probability, within 0 to 1. The other classes' probabilities do not matter.
    Probability {
        /// The class.
        class: usize,
        /// Closed lower bound.
        at_least: f64,
    },
    /// The predicted value lies in this closed interval.
    Value {
        /// Closed lower bound, may be minus infinity.
        lo: f64,
        /// Closed upper bound, may be infinity.
        hi: f64,
    },
    /// The predicted value, of either sign, is at least this far from 0. The value is the difference of two models, so they differ by as much.
    Beyond(f64),
    /// The best prediction within a cost budget. Among the answers with that prediction, the cheapest.
    Best {
        /// The quantity to optimise.
        aim: Aim,
        /// Closed upper bound of the cost, at least 0; infinite for none.
        budget: f64,
    },
}

/// The quantity that [`Target::Best`] optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The highest probability of a class.
    Class(usize),
    /// The highest value.
    Most,
    /// The lowest value.
    Least,
    /// The value that is farthest from 0, of either sign.
    Farthest,
}

impl Target {
    /// The target that demands more than a prediction reaches: the least more where `step` is 0, else `step` more, or `to` where that is less far.
    /// `None` for targets without a demand that can rise, and where it would go beyond `to`.
    pub fn demanding_more(&self, prediction: &Prediction, step: f64, to: f64) -> Option<Target> {
        let above = |x: f64, to: f64| match step > 0.0 {
            true if x < to => to.min(x + step),
            true => x + step,
            false => x.next_up(),
        };
        match (self, prediction) {
            (Target::Probability { class, .. }, Prediction::Class { scores, .. }) => {
                let to = to.min(1.0);
                let at_least = above(*scores.get(*class)?, to);
                (at_least <= to).then_some(Target::Probability { class: *class, at_least })
            }
            (Target::Value { lo, hi: f64::INFINITY }, Prediction::Value(v)) if lo.is_finite() => {
                let lo = above(*v, to);
                (lo <= to).then_some(Target::Value { lo, hi: f64::INFINITY })
            }
            (Target::Value { lo: f64::NEG_INFINITY, hi }, Prediction::Value(v)) if hi.is_finite() => {
                let hi = -above(-*v, -to);
                (hi >= to).then_some(Target::Value { lo: f64::NEG_INFINITY, hi })
            }
            _ => None,
        }
    }

    /// Whether the target has a demand that can rise: a probability, or a value with one end.
    pub fn rises(&self) -> bool {
        match self {
            Target::Probability { .. } => true,
            Target::Value { lo, hi } => lo.is_finite() != hi.is_finite(),
            _ => false,
        }
    }

    /// For a best target, the target of doing as well as the given prediction. For any other target, the target itself.
    pub fn reached(&self, prediction: &Prediction) -> Target {
        let Target::Best { aim, .. } = self else { return self.clone() };
        match (aim, prediction) {
            (Aim::Class(class), Prediction::Class { scores, .. }) => {
                Target::Probability { class: *class, at_least: scores.get(*class).copied().unwrap_or(f64::NAN) }
            }
            (Aim::Most, Prediction::Value(v)) => Target::Value { lo: *v, hi: f64::INFINITY },
            (Aim::Least, Prediction::Value(v)) => Target::Value { lo: f64::NEG_INFINITY, hi: *v },
            (Aim::Farthest, Prediction::Value(v)) => Target::Beyond(v.abs()),
            _ => self.clone(),
        }
    }
}

/// The cost of a change. Each feature costs its scaled distance under `norm` times a weight, or its own piecewise or
/// table cost. Every changed feature adds `per_change`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The coefficient of each norm. The named norms of a request are mixtures with one coefficient of 1.
    pub norm: Norm,
    /// By feature: the weight in the request, which replaces the schema's.
    pub weights: Vec<Option<Weight>>,
    /// Added for every changed feature, at least 0.
    pub per_change: f64,
    /// By feature: the cost of ending in a level (changed levels only), below 0 where that earns. It replaces the norm.
    pub tables: Vec<Option<Vec<Option<f64>>>>,
    /// By feature: (change in the feature's own unit, cost), ascending and convex through (0, 0), below 0 where a change
    /// earns. It replaces the norm. The end slopes continue outwards.
    pub piecewise: Vec<Option<Vec<(f64, f64)>>>,
    /// A quadratic form over numeric and integer features. It replaces their norm, or stands beside it.
    pub quadratic: Option<Quadratic>,
    /// Features whose change costs nothing, despite every other field. They are consequences of other changes.
    pub free: Vec<usize>,
}

impl Cost {
    /// A mixture of norms over this many features, each at the schema's weights, and nothing else.
    pub fn of(norm: Norm, features: usize) -> Cost {
        Cost {
            norm,
            weights: vec![None; features],
            per_change: 0.0,
            tables: vec![None; features],
            piecewise: vec![None; features],
            quadratic: None,
            free: Vec::new(),
        }
    }

    /// The most that a feature's change may earn, at least 0: how far its prices go below 0 (Parmentier & Vidal 2021, Section 3.3). Staying costs 0.
    /// The values of a number lie between the ends of its feature, or between one of them and the factual's.
    #[inline(never)]
    pub fn earned(&self, f: usize, feature: &Feature, factual: &[f64]) -> f64 {
        if self.free.contains(&f) {
            return 0.0;
        }
        let table = self.tables[f].iter().flatten().flatten().copied();
        let own = factual[feature.columns()[0]];
        let least = self.piecewise[f].as_ref().filter(|_| !own.is_nan()).map(|points| {
            let to = least_costly(points, feature.min.min(own) - own, feature.max.max(own) - own);
            piecewise(points, to)
        });
        -table.chain(least).fold(0.0, f64::min)
    }

    /// Whether a number's price falls somewhere on the way from the factual's value.
    #[inline(never)]
    pub fn falls(&self, f: usize) -> bool {
        let Some(points) = self.piecewise[f].as_ref().filter(|_| !self.free.contains(&f)) else { return false };
        let end = points.iter().fold(1.0, |end: f64, p| end.max(p.0.abs()));
        points.iter().map(|p| p.0).chain([-2.0 * end, 2.0 * end]).any(|x| piecewise(points, x) < 0.0)
    }

    /// Whether the cost is the weighted largest change alone.
    pub fn is_largest_alone(&self) -> bool {
        let Norm { l0, l1, l2, linf } = self.norm;
        linf > 0.0
            && l0 == 0.0
            && l1 == 0.0
            && l2 == 0.0
            && self.per_change == 0.0
            && self.tables.iter().all(|t| t.is_none())
            && self.piecewise.iter().all(|p| p.is_none())
    }
}

/// The value at `x` of the convex function through points (change, cost), ascending, two or more. The end slopes continue outwards.
#[inline(never)]
pub fn piecewise(points: &[(f64, f64)], x: f64) -> f64 {
    let i = points.partition_point(|p| p.0 < x).clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[i - 1], points[i]);
    // From the end next to 0, so that small changes at steep slopes do not round, and the points themselves cost as stated.
    let (from, cost) = if x < 0.0 || x == x1 { (x1, y1) } else { (x0, y0) };
    cost + (x - from) * (y1 - y0) / (x1 - x0)
}

/// The change within `low..=high` (both ends included, and not empty) at which such a function is least; of several the one nearest to 0.
#[inline(never)]
pub fn least_costly(points: &[(f64, f64)], low: f64, high: f64) -> f64 {
    let inside = |x: f64| x.max(low).min(high);
    let less = |a: f64, b: f64| {
        let (cost, best) = (piecewise(points, a), piecewise(points, b));
        cost < best || cost == best && a.abs() < b.abs()
    };
    points
        .iter()
        .map(|p| inside(p.0))
        .chain([low, high])
        .fold(inside(0.0), |best, x| if less(x, best) { x } else { best })
}

/// A quadratic form of the scaled changes of features (Carreira-Perpinan & Hada 2021, equation (6)).
#[derive(Clone, Debug, PartialEq)]
pub struct Quadratic {
    /// Feature of each row: all numeric and integer ones, ascending.
    pub features: Vec<usize>,
    /// Symmetric, row after row, no negative eigenvalues.
    pub matrix: Vec<f64>,
    /// Whether the norm prices these features too, besides the form.
    pub beside: bool,
}

impl Quadratic {
    /// Whether the form is a sum over features.
    pub fn is_diagonal(&self) -> bool {
        let n = self.features.len();
        self.matrix.iter().enumerate().all(|(k, q)| *q == 0.0 || k / n == k % n)
    }

    /// Whether a feature has no price but this form's.
    pub fn alone(&self, feature: usize) -> bool {
        !self.beside && self.features.contains(&feature)
    }

    /// The coefficient of a feature's own square.
    pub fn own(&self, feature: usize) -> Option<f64> {
        self.features.iter().position(|f| *f == feature).map(|i| self.matrix[i * self.features.len() + i])
    }

    /// The value of the form at the features' changes, at least 0.
    pub fn of(&self, change: impl Fn(usize) -> f64) -> f64 {
        let at: Vec<f64> = self.features.iter().map(|&f| change(f)).collect();
        let rows = self.matrix.chunks(at.len().max(1));
        let sum: f64 = rows.zip(&at).map(|(row, x)| x * row.iter().zip(&at).map(|(q, y)| q * y).sum::<f64>()).sum();
        sum.max(0.0)
    }
}

/// A mixture of norms, each coefficient at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Norm {
    /// Coefficient of the number of changed features (weighted).
    pub l0: f64,
    /// Coefficient of the sum of scaled distances.
    pub l1: f64,
    /// Coefficient of the sum of their squares (weight times square).
    pub l2: f64,
    /// Coefficient of the largest of them (weighted).
    pub linf: f64,
}

/// One of the request's own limits.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// The feature keeps its value.
    Fix {
        /// Feature index.
        feature: usize,
    },
    /// The feature's value lies in this closed interval (raw value; for ordinal levels too).
    Range {
        /// Feature index.
        feature: usize,
        /// Closed lower bound or minus infinity.
        min: f64,
        /// Closed upper bound or infinity.
        max: f64,
    },
    /// The feature changes only in this direction.
    Direction {
        /// Feature index.
        feature: usize,
        /// The direction.
        change: Change,
    },
    /// The feature takes one of these levels. It may keep its present level only if that is among them.
    Levels {
        /// Feature index.
        feature: usize,
        /// One flag for each level.
        allow: Vec<bool>,
    },
    /// At most this many features change.
    MaxChanges(usize),
    /// A weighted sum of the features' raw values, or of their changes, compared with a limit. A category adds the weight
    /// of its level. The tolerance is the rounding of the sum's terms in the input type.
    Linear {
        /// Feature index (never a one-hot category) and weight; features distinct.
        terms: Vec<(usize, f64)>,
        /// Feature index and by level its weight in the sum; features distinct, and not among the terms.
        levels: Vec<(usize, Vec<f64>)>,
        /// The relation of the sum to the limit.
        relation: Relation,
        /// The limit.
        limit: f64,
        /// Whether the sum is over changes, instead of values.
        of_change: bool,
    },
    /// A causal relation (Maragno et al. 2022, equation (7)): the feature changes by the weighted sum of its causes'
    /// changes, in raw values. The tolerance is the rounding of the terms. A feature of whole numbers changes to a
    /// whole number nearest to that.
    Causal {
        /// Index of a numeric or integer feature.
        feature: usize,
        /// Its causes and their weights. The causes are distinct features of any kind but categories, and not the
        /// feature itself.
        parents: Vec<(usize, f64)>,
    },
    /// A causal relation with trees in place of weights: the feature changes by as much as the trees' prediction from
    /// its causes changes. A number takes the nearest value of the model's input type, and a whole number one of the
    /// nearest whole numbers.
    CausalEnsemble {
        /// Index of a numeric or integer feature.
        feature: usize,
        /// Its causes.
        cause: Arc<CausalEnsemble>,
    },
    /// The answer's changes use at most so much of something that is not the cost.
    Budget(Budget),
    /// Another model, on the same columns and of the same input type, gives this target too.
    Also {
        /// The other model.
        model: Arc<Ensemble>,
        /// A class, a least probability, or a value.
        target: Target,
    },
    /// Where the first formula holds in the answer, the second must hold too.
    If {
        /// The formula that is asked.
        when: Formula,
        /// The formula that it implies.
        then: Formula,
    },
}

impl Constraint {
    /// The conditions of an if-then rule, those of its "if" first; none of any other constraint.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let (when, then) = match self {
            Constraint::If { when, then } => (&when.conditions[..], &then.conditions[..]),
            _ => (&[][..], &[][..]),
        };
        when.iter().chain(then)
    }
}

/// Conditions that are joined by "and", or by "or".
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// How many of the conditions must hold. For a single condition both mean the same.
    pub join: Join,
    /// The conditions, at least one.
    pub conditions: Vec<Condition>,
}

/// How many conditions of a [`Formula`] must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// All of them.
    All,
    /// At least one of them.
    Any,
}

impl From<Condition> for Formula {
    fn from(condition: Condition) -> Formula {
        Formula { join: Join::All, conditions: vec![condition] }
    }
}

impl Formula {
    /// Whether the formula holds, given whether each condition does.
    pub fn holds(&self, condition: impl Fn(&Condition) -> bool) -> bool {
        match self.join {
            Join::All => self.conditions.iter().all(condition),
            Join::Any => self.conditions.iter().any(condition),
        }
    }

    /// The formula as alternatives: it holds where all conditions of at least one of these lists hold.
    pub fn alternatives(&self) -> impl Iterator<Item = &[Condition]> {
        self.conditions.chunks(if self.join == Join::All { self.conditions.len().max(1) } else { 1 })
    }

    /// The formula as demands: it holds where each of these lists has a condition that holds.
    pub fn demands(&self) -> impl Iterator<Item = &[Condition]> {
        self.conditions.chunks(if self.join == Join::Any { self.conditions.len().max(1) } else { 1 })
    }
}

/// The relation of a sum to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At most the limit.
    AtMost,
    /// At least the limit.
    AtLeast,
    /// Equal to the limit.
    Equal,
}

/// A condition on one feature's value in the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Feature index.
    pub feature: usize,
    /// The test on the value.
    pub test: ConditionTest,
}

/// The test of a [`Condition`].
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionTest {
    /// The level is one of these. One flag for each level.
    Levels(Vec<bool>),
    /// The value lies in this closed interval (raw value).
    Range {
        /// Closed lower bound or minus infinity.
        min: f64,
        /// Closed upper bound or infinity.
        max: f64,
    },
    /// The feature keeps the factual's value (conditional immutability).
    Unchanged,
}
