//! What a search answers: status, counterfactuals, bound, work. Imports `ensemble` for predictions.

use crate::ensemble::Prediction;

/// The answer to one query.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// How far the answer is proved.
    pub status: Status,
    /// The counterfactuals, cheapest first; every one was evaluated by the reference predictor.
    pub counterfactuals: Vec<Counterfactual>,
    /// No counterfactual is cheaper than this. `None` when it is proved that there is none at all.
    pub lower_bound: Option<f64>,
    /// Whether there may be more than are listed: of ties, that the list was cut at [`MAX_TIES`]; of several answers, that
    /// the search was stopped before the last was proved, or that there are no more.
    pub truncated: bool,
    /// When infeasible: who is to blame. `None` where that is not looked for.
    pub conflict: Option<Conflict>,
    /// Where all regions within a radius were asked for.
    pub regions: Option<Regions>,
    /// Where the best prediction within a budget was asked for: how good it is.
    pub reach: Option<Reach>,
    /// Where it was asked for, and the proof is finished.
    pub certificate: Option<Certificate>,
    /// What it took.
    pub work: Work,
}

/// The conflict, when there is no answer. It is proved that it excludes every answer, the limits of the query
/// given the schema, those of the schema given the model; empty: the model alone never gives the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The query's own limits first; parts of the schema only where none of those is needed.
    pub reasons: Vec<Reason>,
    /// Whether it is proved that without any one of them there is an answer.
    pub minimal: bool,
}

impl Conflict {
    /// The query's own limits among the reasons, as [`Query::limits`](crate::query::Query::limits) counts them.
    pub fn limits(&self) -> Vec<usize> {
        self.reasons.iter().filter_map(|r| if let Reason::Limit(i) = r { Some(*i) } else { None }).collect()
    }
}

/// One reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit of the query's own: the number of a constraint, behind these the depth, last the hull
    /// ([`Query::limits`](crate::query::Query::limits)).
    Limit(usize),
    /// A field of a feature in the schema.
    Field {
        /// Feature index.
        feature: usize,
        /// The field.
        field: Field,
    },
    /// Something that the schema says of its features, or the model by itself: which of it is not known.
    Features,
    /// No background row is one of the target, whatever the limits.
    Rows,
}

/// A field of a feature in the schema that may exclude a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Its domain: whole numbers, levels, one of a category.
    Kind,
    /// The lower end of its range.
    Min,
    /// The upper end of its range.
    Max,
    /// Which way it may change.
    Change,
}

impl Field {
    /// As schemas name it.
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
    /// Every point with the target that meets the request and costs less than this lies in one of them; the radius, once all
    /// are listed.
    pub complete_within: f64,
}

/// A box in which every point that the features' kinds and limits allow has the target and breaks no if-then limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its cheapest point that the request allows, as a raw row.
    pub values: Vec<f64>,
    /// The cost of that.
    pub cost: f64,
    /// By feature index what it may be, where that is not all that the request and the radius allow.
    pub sets: Vec<(usize, Extent)>,
}

/// The values of a feature in a [`Region`].
#[derive(Clone, Debug, PartialEq)]
pub enum Extent {
    /// A closed interval with attained ends.
    Interval(f64, f64),
    /// Levels.
    Levels(Vec<usize>),
    /// No value.
    Missing,
}

/// The best prediction within a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The probability or value of the counterfactual, as the model's own library states it.
    pub value: f64,
    /// Nothing within the budget has a better one; the same as `value`, within 1e-8 relative to the larger of 1 and the
    /// raw score, once it is proved. (Of libraries that add in single precision, in exact arithmetic.)
    pub bound: f64,
}

/// Why no answer is cheaper, for `espalier_verify::certificate` and for any other
/// checker; docs/contract/certificate.md has the format and the reasons that a checker repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// No answer costs less than this by more than 1e-9 of it; `None`: there is no answer at all.
    pub cost: Option<f64>,
    /// Beside sums over features, where rounding to the input type or to whole numbers leaves the claim unproved: nothing costs less than this,
    /// within the same tolerance.
    pub proved: Option<f64>,
    /// By feature: of numeric features the cells' upper ends, ascending, the last cell having none.
    pub cuts: Vec<Vec<f64>>,
    /// A proof for each goal: one for each class of a set of classes, else one.
    pub proofs: Vec<Vec<u8>>,
}

/// At most so many tied answers are listed.
pub const MAX_TIES: usize = 1000;

/// How far an answer is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The first counterfactual's cost equals the lower bound within 1e-9 relative.
    Optimal,
    /// Stopped before the proof was done; the counterfactual is valid, the bound is proved.
    Feasible,
    /// Proved: nothing satisfies the request.
    Infeasible,
    /// Stopped before anything was found.
    Unknown,
}

impl Status {
    /// As answers name it.
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
    /// Cost by the query's own cost.
    pub cost: f64,
    /// The changed features, in schema order.
    pub changes: Vec<FeatureChange>,
    /// What the reference predictor says of `values`.
    pub prediction: Prediction,
    /// Where a hull was asked for: background rows and their weights, of sum 1, whose sum is as near as the hull asks.
    pub mixture: Vec<(usize, f64)>,
}

/// One changed feature.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureChange {
    /// Feature index.
    pub feature: usize,
    /// Before.
    pub from: Setting,
    /// After.
    pub to: Setting,
    /// For ordered features: the closed interval of attained values, around `to`, that the feature
    /// may take, all else as answered, without losing the target or breaking a limit on it alone. `None`
    /// where it does not move alone (in a hull, among real rows, with what follows from it).
    pub range: Option<(Setting, Setting)>,
}

/// The value of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number; NaN where it is missing.
    Number(f64),
    /// A level index of a discrete feature.
    Level(usize),
}

/// What a search took; time is the caller's to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Work {
    /// Boxes opened beyond the root.
    pub nodes: u64,
}
