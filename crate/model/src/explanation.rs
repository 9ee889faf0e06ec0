//! The result of a search: status, counterfactuals, bound and work. Imports `ensemble` for predictions.

use crate::ensemble::Prediction;
use std::sync::Arc;

/// The answer to one query.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The state of the proof.
    pub status: Status,
    /// The counterfactuals, cheapest first; every one was evaluated by the reference predictor.
    pub counterfactuals: Vec<Counterfactual>,
    /// No counterfactual is cheaper than this. `None` when it is proved that there is none at all.
    pub lower_bound: Option<f64>,
    /// Other answers that the search met, the cheapest first, each dearer than the counterfactual. Nothing is proved of their costs.
    pub pool: Vec<Counterfactual>,
    /// Where one answer in each of several hulls was asked for: the answers to
    /// [`Query::hull_queries`](crate::query::Query::hull_queries), in their order, as far as they are begun.
    pub hulls: Vec<Arc<Explanation>>,
    /// Whether there may be more answers than are listed. For ties, the list was cut at [`MAX_TIES`]. For several
    /// answers, the search was stopped before the last one was proved, or before it was proved that there are no more.
    pub truncated: bool,
    /// When infeasible: the minimal conflict. `None` where it is not searched for.
    pub conflict: Option<Conflict>,
    /// The regions, where all regions within a radius were asked for.
    pub regions: Option<Regions>,
    /// The best prediction, where the best one within a budget was asked for.
    pub reach: Option<Reach>,
    /// The certificate, where it was asked for and the proof is finished.
    pub certificate: Option<Certificate>,
    /// The work of the search.
    pub work: Work,
}

/// The conflict, when there is no answer. It is proved to exclude every answer: limits of the query under the schema,
/// or limits of the schema under the model. If it is empty, the model alone never gives the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The query's own limits come first. Fields of the schema are listed only where none of those is needed.
    pub reasons: Vec<Reason>,
    /// Whether it is proved that an answer exists when any one of the reasons is left out.
    pub minimal: bool,
}

impl Conflict {
    /// The query's own limits among the reasons, numbered as in [`Query::limits`](crate::query::Query::limits).
    pub fn limits(&self) -> Vec<usize> {
        self.reasons.iter().filter_map(|r| if let Reason::Limit(i) = r { Some(*i) } else { None }).collect()
    }
}

/// One reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit of the query's own, by number: first the constraints, then the depth, then the hull
    /// ([`Query::limits`](crate::query::Query::limits)).
    Limit(usize),
    /// A field of a feature in the schema.
    Field {
        /// Feature index.
        feature: usize,
        /// The field.
        field: Field,
    },
    /// Some statement of the schema on its features, or the model by itself. It is not known which.
    Features,
    /// No background row has the target, even without limits.
    Rows,
}

/// A field of a feature in the schema that may exclude a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Its domain: whole numbers, levels, one of a category.
    Kind,
    /// The lower bound of its range.
    Min,
    /// The upper bound of its range.
    Max,
    /// The direction in which it may change.
    Change,
}

impl Field {
    /// The name in schemas.
    pub fn name(self) -> &'static str {
        match self {
            Field::Kind => "kind",
            Field::Min => "min",
            Field::Max => "max",
            Field::Change => "change",
        }
    }
}

/// The regions of the target within a radius, the nearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Regions {
    /// Disjoint boxes.
    pub boxes: Vec<Region>,
    /// Every point that has the target, meets the request and costs less than this lies in one of the boxes. It is the
    /// radius, once all boxes are listed.
    pub complete_within: f64,
}

/// A box in which every point that the features' kinds and limits allow has the target and breaks no if-then limit. From linear programs it is no box:
/// all points that fall into the same leaves as its cheapest point.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its cheapest point that the request allows, as a raw row.
    pub values: Vec<f64>,
    /// The cost of that point.
    pub cost: f64,
    /// By feature index, its values in the box. A feature is left out if these are all values that the request and the
    /// radius allow.
    pub sets: Vec<(usize, Extent)>,
    /// By tree of the model, the number of the leaf that its points fall into. Empty for a box.
    pub leaves: Vec<usize>,
}

/// The values of a feature in a [`Region`].
#[derive(Clone, Debug, PartialEq)]
pub enum Extent {
    /// A closed interval with attained bounds.
    Interval(f64, f64),
    /// Levels.
    Levels(Vec<usize>),
    /// No value.
    Missing,
}

/// The best prediction within a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The probability or value of the counterfactual, as the model's own library computes it.
    pub value: f64,
    /// The best prediction that may exist within the budget. Once it is proved, it equals `value`, within 1e-8 relative
    /// to the larger of 1 and the raw score. (In exact arithmetic, for libraries that add in single precision.)
    pub bound: f64,
}

/// The proof that no answer is cheaper, for `espalier_verify::certificate` and any other checker.
/// docs/contract/certificate.md has the format and the reasons that a checker repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// No answer costs less than this, with a relative tolerance of 1e-9. `None`: there is no answer at all.
    pub cost: Option<f64>,
    /// With linear constraints, hyperplanes, linear leaves or a hull, rounding to the input type or to whole numbers can leave the claim unproved. Then no
    /// answer costs less than this, with the same tolerance.
    pub proved: Option<f64>,
    /// By feature: the upper bounds of a numeric feature's cells, ascending. The last cell has none.
    pub cuts: Vec<Vec<f64>>,
    /// A proof for each goal. A set of classes has one goal for each class, any other target one. With a hull there is one for each goal and
    /// each cluster, goal by goal.
    pub proofs: Vec<Vec<u8>>,
    /// With a hull: by cluster the directions whose supports hold it, each with one number for each coordinate of the hull. Empty without.
    pub hull: Vec<Vec<Vec<f64>>>,
}

/// Largest number of answers of a series of demands.
pub const MAX_SERIES: usize = 1000;

/// Largest number of tied answers that are listed.
pub const MAX_TIES: usize = 1000;

/// The state of an answer's proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The first counterfactual's cost equals the lower bound within 1e-9 relative.
    Optimal,
    /// Stopped before the proof was done. The counterfactual is valid, and the bound is proved.
    Feasible,
    /// Proved: no point satisfies the request.
    Infeasible,
    /// Stopped before anything was found.
    Unknown,
}

impl Status {
    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Feasible => "feasible",
            Status::Infeasible => "infeasible",
            Status::Unknown => "unknown",
        }
    }
}

/// One point with the target decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterfactual {
    /// Raw model inputs in column order, attained in the model's input type.
    pub values: Vec<f64>,
    /// Cost by the query's cost.
    pub cost: f64,
    /// The changed features, in schema order.
    pub changes: Vec<FeatureChange>,
    /// The reference predictor's result for `values`.
    pub prediction: Prediction,
    /// Where a hull was asked for: background rows and their weights. The weights sum to 1, and the weighted sum of the
    /// rows is as near to `values` as the hull requires.
    pub mixture: Vec<(usize, f64)>,
}

/// One changed feature.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureChange {
    /// Feature index.
    pub feature: usize,
    /// The value before the change.
    pub from: Setting,
    /// The value after the change.
    pub to: Setting,
    /// For ordered features: the closed interval of attained values around `to` in which the feature may move, with all
    /// other features as answered. Within it, the point keeps the target and breaks no limit on the feature alone.
    /// `None` where the feature does not move alone (in a hull, among real rows, or with consequences).
    pub range: Option<(Setting, Setting)>,
}

/// The value of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number. NaN where it is missing.
    Number(f64),
    /// A level index of a discrete feature.
    Level(usize),
}

/// The work of a search. The caller measures time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Work {
    /// Boxes opened beyond the root.
    pub nodes: u64,
}
