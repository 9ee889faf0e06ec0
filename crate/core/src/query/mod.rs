//! What a person asks: the factual, the target, the cost and the constraints, all resolved against a
//! [`Schema`](crate::schema::Schema): features and classes are indices, numbers are checked. `wire`
//! makes queries from request documents. Imports `schema`, and `ensemble` for predictions and isolation forests.

mod cause;
pub mod hull;
mod sum;

pub use cause::Cause;
pub use hull::Hull;
pub use sum::Sum;

use crate::ensemble::{Ensemble, Prediction};
use crate::model::Background;
use crate::schema::{Change, Weight};
use std::sync::Arc;

/// One request for counterfactuals.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Raw model inputs in column order; NaN is a missing value.
    pub factual: Vec<f64>,
    /// What the answer must reach.
    pub target: Target,
    /// What a change costs.
    pub cost: Cost,
    /// The request's own constraints in the request's order, so that an index here is an index there.
    pub constraints: Vec<Constraint>,
    /// How deep in an isolation forest the answer must lie, if asked.
    pub depth: Option<Depth>,
    /// In which hull of background rows the answer must lie, if asked.
    pub hull: Option<Arc<Hull>>,
    /// Raw score by which the target must beat every rival at least; the strict
    /// [`STRICTNESS`] holds besides.
    pub margin: f64,
    /// Whether all optimal answers are wanted, not one.
    pub ties: bool,
    /// Whether a proof is wanted that nothing is cheaper, or that there is no answer.
    pub certificate: bool,
    /// How many answers are wanted, at least 1; each the cheapest of those that differ from all before it.
    pub count: usize,
    /// In what several answers differ.
    pub distinct: Distinct,
    /// Every region of the target within this cost is wanted, as boxes.
    pub radius: Option<f64>,
    /// Answers are to be rows of these, as the model reads them.
    pub real_rows: Option<Arc<Background>>,
}

impl Query {
    /// Asks for one answer, under no limit.
    pub fn new(factual: Vec<f64>, target: Target, cost: Cost) -> Query {
        Query {
            factual,
            target,
            cost,
            constraints: Vec::new(),
            depth: None,
            hull: None,
            margin: 0.0,
            ties: false,
            certificate: false,
            count: 1,
            distinct: Distinct::Features,
            radius: None,
            real_rows: None,
        }
    }

    /// Number of limits of the request's own that may be in conflict: the constraints, behind them the depth, last the hull.
    pub fn limits(&self) -> usize {
        self.hull_at() + usize::from(self.hull.is_some())
    }

    /// Where the hull stands among the limits, if there is one.
    pub fn hull_at(&self) -> usize {
        self.constraints.len() + usize::from(self.depth.is_some())
    }
}

/// Plausibility by an isolation forest (Parmentier & Vidal 2021, Section 3.5, constraint (33)).
#[derive(Clone, Debug, PartialEq)]
pub struct Depth {
    /// An isolation forest on the model's columns, which reads the model's input type.
    pub forest: Arc<Ensemble>,
    /// The average path length is at least this, within a relative 1e-9 of rounding.
    pub least: f64,
}

impl Depth {
    /// Whether a row lies deep enough, in the word of the reference predictor; where the forest has no rule for a missing
    /// value, it does not.
    pub fn reached(&self, row: &[f64]) -> bool {
        self.forest.fallen(&[row]).is_ok_and(|leaves| self.reached_by(&leaves))
    }

    /// The same of the leaf that a row falls in, tree by tree.
    pub(crate) fn reached_by(&self, leaves: &[usize]) -> bool {
        matches!(self.forest.prediction(leaves), Prediction::Value(length) if length >= self.admitted())
    }

    /// The least average path length that rounding makes as good as [`Depth::least`].
    pub fn admitted(&self) -> f64 {
        self.least - 1e-9 * self.least.abs().max(1.0)
    }
}

/// In what several answers must differ.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Distinct {
    /// An answer leaves at least one feature alone of those that each earlier one changes.
    #[default]
    Features,
    /// An answer is at least so far from each earlier one, in some feature: numeric and integer features by their share of
    /// the range, ordinal ones by their share of the levels, others by being unlike.
    Distance(f64),
    /// An answer is another row than each earlier one, as far as the model can tell. Only for [`Query::real_rows`].
    Rows,
    /// An answer lies in another region than each earlier one: some tree puts them in different leaves.
    Regions,
}

/// A target class must beat every other by more than this much of raw score, so that rounding in a
/// library that adds in single precision cannot flip it. A tie is not a win.
pub const STRICTNESS: f64 = 1e-6;

/// The decision that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// This class beats every other.
    Class(usize),
    /// Some class of the set beats every class outside of it. Ascending, distinct, not all.
    Classes(Vec<usize>),
    /// The class reached adds its cost. Classes ascending and distinct, costs at least 0.
    ClassCosts(Vec<(usize, f64)>),
    /// The class has at least this probability, within 0 to 1, whatever the others have.
    Probability {
        /// The class.
        class: usize,
        /// Closed lower end.
        at_least: f64,
    },
    /// The predicted value lies in this closed interval.
    Value {
        /// Closed lower end, may be minus infinity.
        lo: f64,
        /// Closed upper end, may be infinity.
        hi: f64,
    },
    /// The best prediction that costs no more than a budget; of those of it, the cheapest.
    Best {
        /// What is to be best.
        aim: Aim,
        /// Closed upper end of the cost, at least 0.
        budget: f64,
    },
}

/// What [`Target::Best`] means by best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The highest probability of a class.
    Class(usize),
    /// The highest value.
    Most,
    /// The lowest value.
    Least,
}

impl Target {
    /// The target of doing as well as a prediction, where the target is the best one; else the target itself.
    pub fn reached(&self, prediction: &Prediction) -> Target {
        let Target::Best { aim, .. } = self else { return self.clone() };
        match (aim, prediction) {
            (Aim::Class(class), Prediction::Class { scores, .. }) => {
                Target::Probability { class: *class, at_least: scores.get(*class).copied().unwrap_or(f64::NAN) }
            }
            (Aim::Most, Prediction::Value(v)) => Target::Value { lo: *v, hi: f64::INFINITY },
            (Aim::Least, Prediction::Value(v)) => Target::Value { lo: f64::NEG_INFINITY, hi: *v },
            _ => self.clone(),
        }
    }
}

/// What a change costs: per feature the scaled distance under `norm` times a
/// weight, or its own piecewise or table cost; plus `per_change` for every changed feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// How much of each norm; the named norms of a request are unit mixtures.
    pub norm: Norm,
    /// By feature: the weight that the request gives in place of the schema's.
    pub weights: Vec<Option<Weight>>,
    /// Added for every changed feature, at least 0.
    pub per_change: f64,
    /// By feature: the cost of ending in a level (changed levels only), which replaces the norm.
    pub tables: Vec<Option<Vec<Option<f64>>>>,
    /// By feature: (change in the feature's own unit, cost), ascending and convex through (0, 0),
    /// which replaces the norm; the end slopes go on outwards.
    pub piecewise: Vec<Option<Vec<(f64, f64)>>>,
    /// Of numeric and integer features, in place of the norm.
    pub quadratic: Option<Quadratic>,
    /// Features whose change costs nothing, whatever else is said: consequences that are no one's to pay for.
    pub free: Vec<usize>,
}

impl Cost {
    /// Whether the cost is the largest change and nothing besides.
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

/// A quadratic form of the scaled changes of features (Carreira-Perpinan & Hada 2021, equation (6)).
#[derive(Clone, Debug, PartialEq)]
pub struct Quadratic {
    /// Feature of each row: all numeric and integer ones, ascending.
    pub features: Vec<usize>,
    /// Symmetric, row after row, no negative eigenvalues.
    pub matrix: Vec<f64>,
}

impl Quadratic {
    /// Whether it is a sum over features.
    pub fn is_diagonal(&self) -> bool {
        let n = self.features.len();
        self.matrix.iter().enumerate().all(|(k, q)| *q == 0.0 || k / n == k % n)
    }

    /// What a feature's own square costs.
    pub fn own(&self, feature: usize) -> Option<f64> {
        self.features.iter().position(|f| *f == feature).map(|i| self.matrix[i * self.features.len() + i])
    }

    /// The form of the features' changes, at least 0.
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
    /// Times the number of changed features (weighted).
    pub l0: f64,
    /// Times the sum of scaled distances.
    pub l1: f64,
    /// Times the sum of their squares (weight times square).
    pub l2: f64,
    /// Times the largest (weighted) of them.
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
        /// Closed lower end or minus infinity.
        min: f64,
        /// Closed upper end or infinity.
        max: f64,
    },
    /// The feature changes only this way.
    Direction {
        /// Feature index.
        feature: usize,
        /// The way.
        change: Change,
    },
    /// Only these levels, besides nothing: the present level too must be among them.
    Levels {
        /// Feature index.
        feature: usize,
        /// One flag a level.
        allow: Vec<bool>,
    },
    /// At most so many features change.
    MaxChanges(usize),
    /// A weighted sum of the features' raw values, or of their changes, against a limit. It may miss the limit
    /// by what the input type's rounding of its terms comes to.
    Linear {
        /// Feature index (never a one-hot category) and weight; features distinct.
        terms: Vec<(usize, f64)>,
        /// How the sum stands to the limit.
        relation: Relation,
        /// The limit.
        limit: f64,
        /// Whether changes are summed, not values.
        of_change: bool,
    },
    /// A causal relation (Maragno et al. 2022, equation (7)): the feature changes by the weighted sum of its causes' changes, in raw values,
    /// within the rounding of the terms; a feature of whole numbers by a whole number nearest to that.
    Causal {
        /// Index of a numeric or integer feature.
        feature: usize,
        /// Its causes, of any kind but categories, and their weights; distinct, none of them the feature itself.
        parents: Vec<(usize, f64)>,
    },
    /// The same with trees in place of weights: the feature changes by as much as the trees' word of its causes does. A number is the
    /// nearest of the model's input type to that, a whole number one of the nearest.
    Learned {
        /// Index of a numeric or integer feature.
        feature: usize,
        /// Its causes.
        cause: Arc<Cause>,
    },
    /// Where the first condition holds in the answer, so must the second.
    If {
        /// The condition.
        when: Condition,
        /// What it entails.
        then: Condition,
    },
}

/// How a sum stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At most the limit.
    AtMost,
    /// At least the limit.
    AtLeast,
    /// The limit itself.
    Equal,
}

/// A condition on one feature's value in the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Feature index.
    pub feature: usize,
    /// What must be so.
    pub test: Test,
}

/// What a [`Condition`] asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The level is one of these: one flag a level.
    Levels(Vec<bool>),
    /// The value lies in this closed interval (raw value).
    Range {
        /// Closed lower end or minus infinity.
        min: f64,
        /// Closed upper end or infinity.
        max: f64,
    },
    /// The feature keeps the factual's value (conditional immutability).
    Unchanged,
}
