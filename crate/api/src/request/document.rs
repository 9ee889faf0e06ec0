//! A request as it is written: the fields that its readers accept, and their JSON Schema. The readers give its content as
//! the model's own types, so these are never made.
#![allow(dead_code)]

use super::causal::{MOST_DEPTH, MOST_TREES};
use super::constraints::MOST_CONDITIONS;
use super::plausibility::{MOST_CLUSTERS, MOST_DISTANCES};
use super::several::MOST;
use super::Engine;
use espalier_formats::documents::schema::{ChangeDoc, WeightDoc};
use espalier_formats::documents::shape::document;
use schemars::JsonSchema;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

document! {
    /// A request: one question about a model.
    pub struct RequestDoc {
        /// Where the search starts from.
        query: QueryDoc,
        /// The prediction that answers must have.
        target: TargetDoc,
        /// How changes are measured; every feature's change as a share of its range, summed, where nothing is said.
        cost: Option<CostDoc>,
        /// Limits that answers must keep besides the target.
        constraints: Option<Vec<ConstraintDoc>>,
        /// How plausible an answer must be.
        plausibility: Option<PlausibilityDoc>,
        /// The least lead of the target over every other class, in raw score (before the link), or margins of both kinds; 0 where nothing is said.
        margin: Option<MarginDoc>,
        /// How many answers are wanted; 1 where nothing is said.
        #[schemars(range(min = 1, max = MOST))]
        count: Option<u32>,
        /// Seconds after which the best so far is the answer; 10 where nothing is said.
        #[schemars(range(min = 0.0))]
        time_limit: Option<f64>,
        /// Which engine answers.
        engine: Option<Engine>,
        /// How several answers must differ. Each is the cheapest of those that differ from all before it.
        distinct: Option<DistinctDoc>,
        /// Asks for every region of the target within this cost.
        #[schemars(range(min = 0.0))]
        radius: Option<f64>,
        /// Asks for the least cost as a function of the demanded probability or value.
        series: Option<SeriesDoc>,
        /// How many other answers are listed, at most, that the search meets on its way. Nothing is proved of their costs.
        #[schemars(range(min = 1, max = MOST))]
        pool: Option<u32>,
        /// Whether all answers of the least cost are wanted.
        ties: Option<bool>,
        /// Whether the answer is to be a row of the model's background data: the nearest that the model puts in the target.
        real_rows: Option<bool>,
        /// Whether the answer is to carry a proof that can be checked (docs/contract/certificate.md).
        certificate: Option<bool>,
    }
}

/// A lead in raw score, or margins of both kinds.
#[derive(JsonSchema)]
#[schemars(rename = "Margin", untagged)]
pub enum MarginDoc {
    Lead(Amount),
    Both(Margins),
}

document! {
    /// Margins, at least one.
    #[schemars(extend("minProperties" = 1))]
    pub struct Margins {
        /// The least lead of the target over every other class, in raw score.
        #[schemars(range(min = 0.0))]
        score: Option<f64>,
        /// The least distance from every split of the model on the answer's way, as a share of each number's range.
        #[schemars(range(min = 0.0))]
        distance: Option<f64>,
    }
}

/// Raw model inputs in column order, or an object by feature name; null where a value is missing.
#[derive(JsonSchema)]
#[schemars(rename = "Query", untagged)]
pub enum QueryDoc {
    Columns(Vec<Option<f64>>),
    Named(BTreeMap<String, Option<ValueDoc>>),
}

/// A number, or the label of a level.
#[derive(JsonSchema)]
#[schemars(rename = "Given", untagged)]
pub enum ValueDoc {
    Number(f64),
    Label(String),
}

/// A class: its index, or its name in the schema.
#[derive(JsonSchema)]
#[schemars(rename = "ClassName", untagged)]
pub enum ClassDoc {
    Index(u32),
    Name(String),
}

/// A number of at least 0.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct Amount(#[schemars(range(min = 0.0))] f64);

document! {
    /// The prediction that answers must have: one of six forms.
    #[schemars(rename = "Target")]
    pub enum TargetDoc {
        Class {
            /// The class that is wanted.
            class: ClassDoc,
            /// Its least probability.
            #[schemars(range(min = 0.0, max = 1.0))]
            min_probability: Option<f64>,
            /// The same as `minimise` of the cost.
            minimise: Option<BTreeMap<String, f64>>,
        },
        Classes {
            /// The classes of which one is wanted.
            #[schemars(length(min = 1))]
            classes: Vec<ClassDoc>,
        },
        ClassCosts {
            /// By name or index of a class: any of these, its cost added.
            #[schemars(extend("minProperties" = 1))]
            class_costs: BTreeMap<String, Amount>,
        },
        Value {
            /// Of a model that predicts a number: the least and the greatest that is wanted; null where that side is open.
            value: [Option<f64>; 2],
        },
        Best {
            /// The best prediction that costs no more than the budget.
            best: BestDoc,
            /// The most that it may cost; any cost where nothing is said.
            #[schemars(range(min = 0.0))]
            budget: Option<f64>,
        },
        Apart {
            /// Another model, from which the model's prediction differs.
            apart: DifferenceDoc,
            /// The least difference.
            #[schemars(extend("exclusiveMinimum" = 0))]
            at_least: f64,
        },
    }
}

/// The highest probability of a class, the highest or lowest value, or the largest difference from another model.
#[derive(JsonSchema)]
#[schemars(rename = "Best", untagged)]
pub enum BestDoc {
    Class(OfClass),
    Value(Extreme),
    Difference(DifferenceDoc),
}

document! {
    /// The difference of the model's prediction from another model's.
    pub struct DifferenceDoc {
        /// The other model in Espalier's JSON (docs/contract/model-json.md).
        difference: Map<String, Value>,
        /// The class whose probability or log odds are compared; of two classes the second where nothing is said.
        class: Option<ClassDoc>,
        /// On one side alone; the larger of both where nothing is said.
        side: Option<SideDoc>,
    }
}

/// The model predicts more than the other, or less.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum SideDoc {
    Above,
    Below,
}

document! {
    /// A class.
    pub struct OfClass {
        /// Its index, or its name in the schema.
        class: ClassDoc,
    }
}

/// The highest or the lowest.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum Extreme {
    Max,
    Min,
}

document! {
    /// How changes are measured.
    pub struct CostDoc {
        /// Of the changes as shares of the features' ranges; `l1` where nothing is said.
        norm: Option<NormDoc>,
        /// By feature: the factor of its change.
        weights: Option<BTreeMap<String, WeightDoc>>,
        /// Fixed charge: added to the cost for each feature that changes.
        #[schemars(range(min = 0.0))]
        per_change: Option<f64>,
        /// By feature and label: the cost of ending in that level. Below 0 it earns.
        tables: Option<BTreeMap<String, BTreeMap<String, f64>>>,
        /// By feature: points (change, cost) of a convex function that is 0 at 0. Below 0 it earns.
        piecewise: Option<BTreeMap<String, Vec<[f64; 2]>>>,
        /// By feature: the price of 1 more of its value, in place of the norm. A change that lowers the sum earns, so the cost may be below 0.
        minimise: Option<BTreeMap<String, f64>>,
        /// In place of a norm of all numeric and integer features, or beside one that is stated.
        quadratic: Option<QuadraticDoc>,
    }
}

/// A symmetric matrix without negative eigenvalues over the scaled changes of all numeric and integer features, in the schema's order; or the inverse of
/// their covariance in the background rows.
#[derive(JsonSchema)]
#[schemars(rename = "Quadratic", untagged)]
pub enum QuadraticDoc {
    Matrix(Vec<Vec<f64>>),
    Rows(RowsName),
    Ridge(RidgeDoc),
}

/// The inverse of the covariance in the background rows.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum RowsName {
    Rows,
}

document! {
    /// The same, of a covariance with larger variances.
    #[schemars(rename = "Ridge")]
    pub struct RidgeDoc {
        /// The share of the mean variance that is added to each.
        #[schemars(range(min = 0.0))]
        ridge: f64,
    }
}

/// A norm, or coefficients of several that are summed.
#[derive(JsonSchema)]
#[schemars(rename = "Norm", untagged)]
pub enum NormDoc {
    Name(NormName),
    Sum(Norms),
}

/// The number of changes, their sum, the sum of their squares, or the largest of them.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum NormName {
    L0,
    L1,
    L2,
    Linf,
}

document! {
    /// Coefficients of norms, at least one.
    #[schemars(extend("minProperties" = 1))]
    pub struct Norms {
        /// Of the number of changes.
        #[schemars(default, with = "Amount")]
        l0: f64,
        /// Of their sum.
        #[schemars(default, with = "Amount")]
        l1: f64,
        /// Of the sum of their squares.
        #[schemars(default, with = "Amount")]
        l2: f64,
        /// Of the largest.
        #[schemars(default, with = "Amount")]
        linf: f64,
    }
}

document! {
    /// A limit that answers must keep.
    pub enum ConstraintDoc {
        Fix {
            /// The feature that stays as it is.
            fix: String,
        },
        Range {
            /// Between which ends a feature must lie.
            range: RangeDoc,
        },
        Direction {
            /// In which direction a feature may change.
            direction: DirectionDoc,
        },
        Levels {
            /// Which levels a feature may have.
            levels: LevelsDoc,
        },
        MaxChanges {
            /// How many features may change.
            max_changes: u32,
        },
        If {
            /// Where this holds of an answer, the other must hold too.
            r#if: FormulaDoc,
            /// It must hold where the first does.
            then: FormulaDoc,
        },
        Linear {
            /// A weighted sum of values, or of changes, in the features' own units.
            linear: LinearDoc,
        },
        Causal {
            /// A feature that follows from others.
            causal: CausalDoc,
        },
        Budget {
            /// The most that the changes may use of something beside the cost.
            budget: BudgetDoc,
        },
        Also {
            /// Another model that must agree.
            also: AlsoDoc,
        },
    }
}

document! {
    /// The most that the changes may use of something beside the cost, such as hours or euros: a sum over features.
    pub struct BudgetDoc {
        /// By numeric, integer, ordinal or binary feature: the price of a change by 1 in raw values, or one price up and one down.
        changes: Option<BTreeMap<String, WeightDoc>>,
        /// By feature and label: the price of ending in that level where it is another than the query's.
        levels: Option<BTreeMap<String, BTreeMap<String, Amount>>>,
        /// The most that the sum may be.
        #[schemars(range(min = 0.0))]
        most: f64,
        /// The unit of the sum, as a person reads it.
        unit: Option<String>,
    }
}

document! {
    /// Another model on the same columns, with the prediction that it must give too.
    pub struct AlsoDoc {
        /// The model in Espalier's JSON (docs/contract/model-json.md).
        model: Map<String, Value>,
        /// A class, a class with its least probability, or a value.
        target: TargetDoc,
    }
}

document! {
    /// Ends of a feature, both within; at least one.
    pub struct RangeDoc {
        /// Its name.
        feature: String,
        /// The lower end.
        min: Option<f64>,
        /// The upper end.
        max: Option<f64>,
    }
}

document! {
    /// A direction of a feature.
    pub struct DirectionDoc {
        /// Its name.
        feature: String,
        /// In which direction it may change.
        change: ChangeDoc,
    }
}

document! {
    /// Levels of a feature.
    pub struct LevelsDoc {
        /// Its name.
        feature: String,
        /// Labels, or raw values of levels in a single column.
        #[schemars(length(min = 1))]
        allow: Vec<ValueDoc>,
    }
}

/// A condition, or several that are joined by "and" or by "or".
#[derive(JsonSchema)]
#[schemars(rename = "Formula", untagged)]
pub enum FormulaDoc {
    One(ConditionDoc),
    Several(SeveralDoc),
}

document! {
    /// Conditions, and how many of them must hold.
    #[schemars(rename = "Several")]
    pub enum SeveralDoc {
        All {
            /// All of these must hold.
            #[schemars(length(min = 1, max = MOST_CONDITIONS))]
            all: Vec<ConditionDoc>,
        },
        Any {
            /// At least one of these must hold.
            #[schemars(length(min = 1, max = MOST_CONDITIONS))]
            any: Vec<ConditionDoc>,
        },
    }
}

document! {
    /// Something that may hold of a feature: one of `in`, `min` and `max`, and `unchanged`.
    pub struct ConditionDoc {
        /// Its name.
        feature: String,
        /// Its level is one of these: labels, or raw values of levels in a single column.
        #[schemars(length(min = 1))]
        r#in: Option<Vec<ValueDoc>>,
        /// It is at least this.
        min: Option<f64>,
        /// It is at most this.
        max: Option<f64>,
        /// It is as in the query.
        #[schemars(extend("enum" = [true, null]))]
        unchanged: Option<bool>,
    }
}

document! {
    /// A weighted sum, held to a limit.
    pub struct LinearDoc {
        /// By feature: its weight, or the weight of each of its levels by label (of others 0).
        #[schemars(extend("minProperties" = 1))]
        terms: BTreeMap<String, TermDoc>,
        /// How the sum is held.
        op: Relation,
        /// The limit.
        rhs: f64,
        /// Whether values are summed, or changes; values where nothing is said.
        of: Option<Summed>,
    }
}

/// The weight of a feature's value, or the weights of its levels.
#[derive(JsonSchema)]
#[schemars(rename = "TermWeight", untagged)]
pub enum TermDoc {
    Value(f64),
    Levels(BTreeMap<String, f64>),
}

/// At most, at least, or equal.
#[derive(JsonSchema)]
#[schemars(inline)]
pub enum Relation {
    #[schemars(rename = "<=")]
    AtMost,
    #[schemars(rename = ">=")]
    AtLeast,
    #[schemars(rename = "=")]
    Equal,
    #[schemars(rename = "==")]
    Same,
}

/// Values or changes.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum Summed {
    Value,
    Change,
}

document! {
    /// A numeric or integer feature that changes as its causes say, and not otherwise.
    pub enum CausalDoc {
        Weighed {
            /// Its name.
            feature: String,
            /// By feature: it changes by the sum of these changes, each times its weight.
            #[schemars(extend("minProperties" = 1))]
            parents: BTreeMap<String, f64>,
            /// Whether its change costs its own weight or nothing; its own where nothing is said.
            cost: Option<Paid>,
        },
        Learned {
            /// Its name.
            feature: String,
            /// It changes by as much as the prediction of trees that are learned from the background rows.
            learned: LessonDoc,
            /// Whether its change costs its own weight or nothing; its own where nothing is said.
            cost: Option<Paid>,
        },
        Given {
            /// Its name.
            feature: String,
            /// It changes by as much as the prediction of these trees: a regressor in Espalier's JSON (docs/contract/model-json.md).
            model: Map<String, Value>,
            /// Whether its change costs its own weight or nothing; its own where nothing is said.
            cost: Option<Paid>,
        },
    }
}

/// Its own weight, or nothing.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum Paid {
    Own,
    None,
}

document! {
    /// Trees that are learned from the background rows.
    #[schemars(rename = "Lesson")]
    pub struct LessonDoc {
        /// The features that they read.
        #[schemars(length(min = 1))]
        parents: Vec<String>,
        /// How many; 10 where nothing is said.
        #[schemars(range(min = 1, max = MOST_TREES))]
        trees: Option<u32>,
        /// Most splits on a path; 3 where nothing is said.
        #[schemars(range(min = 1, max = MOST_DEPTH))]
        depth: Option<u32>,
        /// The share of its prediction that each tree adds; 1 for one tree, otherwise 0.3, where nothing is stated.
        #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
        rate: Option<f64>,
    }
}

document! {
    /// How plausible an answer must be.
    #[schemars(rename = "Plausibility")]
    pub struct PlausibilityDoc {
        /// How deep in an isolation forest, the model file's own or grown from its background rows.
        isolation_forest: Option<DepthDoc>,
        /// In the convex hull of the target's background rows, or of a cluster of them.
        hull: Option<HullDoc>,
    }
}

document! {
    /// The least average path length.
    #[schemars(rename = "Depth")]
    pub enum DepthDoc {
        Quantile {
            /// A quantile of those of the target's background rows.
            #[schemars(range(min = 0.0, max = 1.0))]
            outlier_quantile: f64,
        },
        Length {
            /// As a number.
            #[schemars(range(min = 0.0))]
            min_path_length: f64,
        },
    }
}

document! {
    /// A convex hull of background rows.
    #[schemars(rename = "Hull")]
    pub struct HullDoc {
        /// How far from it an answer may be; 0 where nothing is said. A list asks for the cheapest answer at each distance.
        epsilon: Option<DistancesDoc>,
        /// In place of a limit: added to the cost for each unit of its distance.
        #[schemars(extend("exclusiveMinimum" = 0))]
        price: Option<f64>,
        /// In which norm; `l1` where nothing is said.
        norm: Option<BallName>,
        /// Of how many clusters the hulls are taken; 1 where nothing is said.
        #[schemars(range(min = 1, max = MOST_CLUSTERS))]
        clusters: Option<u32>,
        /// Whether the cheapest answer of each cluster is wanted.
        each: Option<bool>,
    }
}

/// A distance, or several from the smallest to the largest.
#[derive(JsonSchema)]
#[schemars(rename = "Distances", untagged)]
pub enum DistancesDoc {
    One(Amount),
    Series(#[schemars(length(min = 1, max = MOST_DISTANCES))] Vec<Amount>),
}

/// The norms of a hull's distance.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum BallName {
    L1,
    L2,
    Linf,
}

/// In the features that change, in the region, or by a distance.
#[derive(JsonSchema)]
#[schemars(rename = "Distinct", untagged)]
pub enum DistinctDoc {
    Word(DistinctName),
    Apart(Apart),
}

/// In the features that change, or in the region.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
pub enum DistinctName {
    Features,
    Regions,
}

document! {
    /// A series of demands, from the target's own on. Each answer is the cheapest to all demands above the probability or value of the one before it,
    /// up to its own.
    pub struct SeriesDoc {
        /// The last demand: a probability, or a value.
        to: f64,
        /// The rise of the demand above the last answer's probability or value; 0, the least that counts, where nothing is said.
        #[schemars(range(min = 0.0))]
        step: Option<f64>,
    }
}

document! {
    /// A distance between answers.
    pub struct Apart {
        /// As a share of each feature's range.
        #[schemars(extend("exclusiveMinimum" = 0))]
        distance: f64,
    }
}
