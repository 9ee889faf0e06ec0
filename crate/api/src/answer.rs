//! Answers and predictions as JSON documents (docs/contract/answer.md). Non-finite numbers
//! become null.

use super::number::{nums, Num};
use super::request::ValueDoc;
use base64::prelude::{Engine, BASE64_STANDARD};
use espalier_model::ensemble::{Ensemble, Prediction, Unit};
use espalier_model::explanation::{
    Certificate, Counterfactual, Explanation, Extent, FeatureChange, Reason, Region, Setting, Status,
};
use espalier_model::query::{Constraint, Depth, Hull, Query};
use espalier_model::schema::{Feature, Kind, Schema};
use espalier_numerics::sorting::sort_by;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub struct AnswerDoc<'a> {
    /// Whether the answer is proved, is the best so far, was proved not to exist, or was not found in time.
    #[schemars(extend("enum" = ["optimal", "feasible", "infeasible", "unknown"]))]
    status: &'static str,
    /// The answers, the cheapest first.
    counterfactuals: Vec<CounterfactualDoc<'a>>,
    /// Nothing is cheaper than this; null where nothing is known.
    lower_bound: Option<Num>,
    /// Where a pool was asked for: other answers that the search met, cheapest first. They are not proved to be the next best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pool: Vec<CounterfactualDoc<'a>>,
    /// Where an answer in each of several hulls was asked for: how each ended, by cluster and then by distance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hulls: Vec<InHullDoc>,
    /// Where a radius was given: disjoint boxes of the target, the nearest first. A feature that a box does not name may be anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<RegionDoc<'a>>>,
    /// Besides: the list holds all regions that are nearer than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete_within: Option<Num>,
    /// Where the best prediction within a budget was asked for: its probability or value, and that nothing in the budget is better than the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<ReachDoc>,
    /// Of a difference of two models: its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["probability", "log_odds", "own_log_odds", "value", "log_value"]))]
    unit: Option<&'static str>,
    /// Where a depth in an isolation forest was asked for: the least average path length.
    #[serde(skip_serializing_if = "Option::is_none")]
    min_path_length: Option<Num>,
    /// How well trees that were learned from the background rows explain these, in the request's order.
    #[serde(skip_serializing_if = "nothing_learned")]
    learned: Vec<LearnedDoc<'a>>,
    /// When infeasible: limits that alone exclude every answer, by JSON pointers. Into the request (`/constraints/0`, `/plausibility/hull`)
    /// where that is to blame; else into the schema (`/features/3/change`), `/features` where it is not known which of its words; or
    /// `/real_rows`, where no background row has the target. Empty: the model alone never gives the target. Limits that are not named may
    /// exclude every answer too. With `radius` there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    /// `false` where it is not proved that each of these is needed: the search for whom to blame was stopped, or a proof was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    conflict_minimal: Option<bool>,
    /// There may be more answers than are listed: ties, or of several those that were not proved in time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// Of a proved answer, where the request asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateDoc>,
    /// The work of the search.
    work: WorkDoc<'a>,
}

/// The search in one of several hulls.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "InHull")]
struct InHullDoc {
    /// The number of its cluster, where there is an answer for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<usize>,
    /// How many background rows span it.
    rows: usize,
    /// How far from it an answer may be.
    #[schemars(with = "f64")]
    epsilon: Num,
    /// Whether its answer is proved, is the best so far, was proved not to exist, or was not found in time.
    #[schemars(extend("enum" = ["optimal", "feasible", "infeasible", "unknown"]))]
    status: &'static str,
    /// The place of its cheapest answer in `counterfactuals`; null where there is none.
    counterfactual: Option<usize>,
    /// No answer in it is cheaper; null where nothing is known, or where there is none.
    lower_bound: Option<Num>,
    /// Where there is none: all that together excludes every answer, as in the answer's own `conflict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    /// `false` where it is not proved that each of these is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    conflict_minimal: Option<bool>,
}

/// A box in which every point has the target; or, with `leaves`, all points of these leaves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Region")]
struct RegionDoc<'a> {
    /// Of its nearest point.
    #[schemars(with = "f64")]
    cost: Num,
    /// Its nearest point, one number a column of the model; null where a value is missing.
    values: Vec<Num>,
    /// By feature: the values that it may take in it.
    #[serde(rename = "box")]
    #[schemars(with = "BTreeMap<&'a str, ExtentDoc<'a>>")]
    sets: Boxed<'a>,
    /// In place of a box: by tree of the model, the number of the leaf that all its points fall into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaves: Vec<usize>,
}

/// The features of a box with their values, by name.
#[derive(Clone, Debug, PartialEq)]
struct Boxed<'a>(Vec<(&'a str, ExtentDoc<'a>)>);

impl Serialize for Boxed<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(name, extent)| (name, extent)))
    }
}

/// The values of a feature in a box: the ends of an interval, both within; labels; null where the value is missing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Extent")]
#[serde(untagged)]
enum ExtentDoc<'a> {
    Interval(#[schemars(with = "[f64; 2]")] [Num; 2]),
    Levels(#[schemars(with = "Vec<Option<String>>")] Vec<SettingDoc<'a>>),
    Missing(#[schemars(with = "()")] Option<Num>),
}

/// How well trees that were learned explain the rows that they were learned from: as a share of the feature's variance.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Learned")]
struct LearnedDoc<'a> {
    /// The feature that follows from others.
    feature: &'a str,
    /// The share of its variance in the background rows that the trees explain.
    #[schemars(with = "f64")]
    explained: Num,
}

/// Whether no trees were learned. Builds without learning omit the field.
fn nothing_learned(learned: &[LearnedDoc]) -> bool {
    learned.is_empty()
}

/// How good the best prediction is, and that nothing is better than the bound.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Reach")]
struct ReachDoc {
    /// The best probability or value that was found.
    #[schemars(with = "f64")]
    value: Num,
    /// Nothing in the budget is better than this.
    #[schemars(with = "f64")]
    bound: Num,
}

/// A proof that nothing is cheaper, or (`cost` null) that nothing satisfies the request: docs/contract/certificate.md.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Certificate")]
struct CertificateDoc {
    /// Of the certificate's format.
    #[schemars(extend("const" = 1))]
    version: u32,
    /// Nothing is cheaper than this; null: nothing satisfies the request.
    cost: Option<Num>,
    /// Beside linear and causal constraints, hyperplanes, linear leaves and a hull: nothing costs less than this, where less than `cost` is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Num>,
    /// Upper ends of each feature's cells; null is infinite.
    cuts: Vec<Vec<Num>>,
    /// One a goal and, beside a hull, a cluster; base64.
    proofs: Vec<String>,
    /// Beside a hull: by cluster the directions whose supports hold it, each with a number for each coordinate of the hull.
    #[serde(skip_serializing_if = "Option::is_none")]
    hull: Option<Vec<Vec<Vec<Num>>>>,
}

/// One counterfactual of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Counterfactual")]
pub struct CounterfactualDoc<'a> {
    /// The raw model input, one number a column; null where a value is missing.
    values: Vec<Num>,
    /// Its distance from the query.
    #[schemars(with = "f64")]
    cost: Num,
    /// The features that differ from the query, in the schema's order.
    changes: Vec<ChangeDoc<'a>>,
    /// The model's prediction of it.
    prediction: PredictionDoc,
    /// Of a difference of two models: the model's prediction less the reference's, in double precision.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Num>,
    /// Where a depth in an isolation forest was asked for: the average path length there.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_length: Option<Num>,
    /// The amount that its changes use of each budget that was asked for, in the request's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spent: Vec<Num>,
    /// The prediction of each other model in the request: first the reference of a difference, then in the request's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<PredictionDoc>,
    /// Where a hull was asked for: background rows and shares of 1 whose weighted sum is as near as was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hull: Vec<ShareDoc>,
}

/// A background row and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Share")]
struct ShareDoc {
    /// Index of the row.
    row: usize,
    /// Its share.
    #[schemars(with = "f64")]
    weight: Num,
}

/// One feature that changes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChangeDoc")]
struct ChangeDoc<'a> {
    #[serde(skip)]
    index: usize,
    /// Its name.
    feature: &'a str,
    /// Its value in the query: a number, or the label of a level; null where it is missing.
    from: SettingDoc<'a>,
    /// Its value in the answer.
    #[schemars(with = "ValueDoc")]
    to: SettingDoc<'a>,
    /// Of ordered kinds: as long as it alone moves within these ends, the target holds and every limit is met.
    #[schemars(with = "[ValueDoc; 2]")]
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[SettingDoc<'a>; 2]>,
    /// Where it follows from other changes, by a causal constraint.
    #[schemars(extend("const" = true))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    consequence: bool,
}

/// A number or the label of a level; null where the value is missing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Setting")]
#[serde(untagged)]
enum SettingDoc<'a> {
    Number(Num),
    Label(&'a str),
}

/// Which engine searched, and how long.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Work")]
struct WorkDoc<'a> {
    /// The engine's name.
    engine: &'a str,
    /// Nodes of its search.
    nodes: u64,
    /// How long it took.
    #[schemars(with = "f64")]
    milliseconds: Num,
}

/// A model's prediction of one row. `scores` are the library's probabilities, `raw` the scores before the link; both are empty where the model
/// has no probabilities.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Prediction")]
#[serde(untagged)]
pub enum PredictionDoc {
    /// Of a classifier: class index, the library's own probabilities, scores before the link.
    Class {
        /// Class index.
        class: usize,
        /// One a class.
        #[schemars(with = "Vec<f64>")]
        scores: Vec<Num>,
        /// One an output.
        #[schemars(with = "Vec<f64>")]
        raw: Vec<Num>,
    },
    /// Of a regressor.
    Value {
        /// The predicted number.
        #[schemars(with = "f64")]
        value: Num,
    },
}

impl<'a> AnswerDoc<'a> {
    /// The document of an explanation that `engine` found in `milliseconds`. `written` gives a counterfactual the decimals in which it is written.
    pub fn new(
        explanation: &Explanation,
        schema: &'a Schema,
        engine: &'a str,
        milliseconds: f64,
        written: impl Fn(&Counterfactual) -> Counterfactual,
    ) -> Self {
        let (conflict, conflict_minimal) = conflict(explanation);
        let all = |list: &[Counterfactual]| list.iter().map(|c| CounterfactualDoc::new(&written(c), schema)).collect();
        AnswerDoc {
            status: explanation.status.name(),
            counterfactuals: all(&explanation.counterfactuals),
            lower_bound: explanation.lower_bound.map(Num),
            pool: all(&explanation.pool),
            hulls: explanation.hulls.iter().map(|one| InHullDoc::new(one, explanation)).collect(),
            regions: explanation.regions.as_ref().map(|r| r.boxes.iter().map(|b| RegionDoc::new(b, schema)).collect()),
            complete_within: explanation.regions.as_ref().map(|r| Num(r.complete_within)),
            best: explanation.reach.map(|r| ReachDoc { value: Num(r.value), bound: Num(r.bound) }),
            unit: None,
            min_path_length: None,
            learned: Vec::new(),
            conflict,
            conflict_minimal,
            truncated: explanation.truncated,
            certificate: explanation.certificate.as_ref().map(CertificateDoc::new),
            work: WorkDoc { engine, nodes: explanation.work.nodes, milliseconds: Num(milliseconds) },
        }
    }

    /// Adds the changes that follow from others, the share of variance that learned trees explain, the answers' depths in the isolation forest,
    /// their parts of budgets and the words of other models, as far as the query asks for them.
    /// Names plausibility and the distance from splits where they are in conflict.
    pub fn asked(mut self, query: &Query, schema: &'a Schema) -> Self {
        let mut all: Vec<&mut CounterfactualDoc> = self.counterfactuals.iter_mut().chain(&mut self.pool).collect();
        for constraint in &query.constraints {
            if let Constraint::CausalEnsemble { feature, cause } = constraint {
                let name = &schema.features[*feature].name;
                self.learned.extend(cause.lesson.map(|l| LearnedDoc { feature: name, explained: Num(l.explained) }));
            }
            for one in &mut all {
                let values: Vec<f64> = one.values.iter().map(|v| v.0).collect();
                match constraint {
                    Constraint::Budget(budget) => {
                        one.spent.push(Num(budget.spent(&schema.features, &query.factual, &values)));
                    }
                    Constraint::Also { model, .. } => {
                        one.also.extend(model.predict(&values).ok().map(|said| PredictionDoc::new(&said)));
                    }
                    _ => {}
                }
            }
            let Some(feature) = constraint.consequence() else { continue };
            for change in all.iter_mut().flat_map(|c| &mut c.changes) {
                change.consequence |= change.index == feature;
            }
        }
        if let Some(Depth { forest, least }) = &query.depth {
            self.min_path_length = Some(Num(*least));
            for one in &mut all {
                let values: Vec<f64> = one.values.iter().map(|v| v.0).collect();
                if let Ok(Prediction::Value(length)) = forest.predict(&values) {
                    one.path_length = Some(Num(length));
                }
            }
        }
        let besides = [
            (query.depth.is_some(), query.constraints.len(), "/plausibility/isolation_forest"),
            (query.hull.is_some(), query.hull_at(), "/plausibility/hull"),
            (query.distance > 0.0, query.distance_at(), "/margin/distance"),
            (query.margin > 0.0, query.margin_at(), "/margin/score"),
        ];
        let hulls = query.hull.as_ref().map(|hull| hull.single(&schema.features));
        for (one, hull) in self.hulls.iter_mut().zip(hulls.into_iter().flatten()) {
            one.within(&hull, schema);
        }
        let conflicts = self.hulls.iter_mut().map(|one| &mut one.conflict).chain([&mut self.conflict]);
        for pointer in conflicts.flatten().flatten() {
            if let Some((.., name)) = besides.iter().find(|b| b.0 && *pointer == format!("/constraints/{}", b.1)) {
                *pointer = (*name).into();
            }
        }
        self
    }

    /// Replaces the predicted difference of two models by both predictions.
    pub fn between(mut self, both: &[Arc<Ensemble>; 2], unit: Unit) -> Self {
        self.unit = Some(unit.name());
        for one in &mut self.counterfactuals {
            let values: Vec<f64> = one.values.iter().map(|v| v.0).collect();
            let [own, other] = both;
            if let Ok(said) = other.predict(&values) {
                one.also.insert(0, PredictionDoc::new(&said));
            }
            let PredictionDoc::Value { value } = one.prediction else { continue };
            one.difference = Some(value);
            if let Ok(said) = own.predict(&values) {
                one.prediction = PredictionDoc::new(&said);
            }
        }
        self
    }

    /// Removes the scores of every prediction, for a model without probabilities, whose scores are decisions.
    pub fn decisions(mut self) -> Self {
        for one in self.counterfactuals.iter_mut().chain(&mut self.pool) {
            if let PredictionDoc::Class { scores, raw, .. } = &mut one.prediction {
                scores.clear();
                raw.clear();
            }
        }
        self
    }

    /// The document as one line of JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

impl CertificateDoc {
    fn new(of: &Certificate) -> Self {
        CertificateDoc {
            version: 1,
            cost: of.cost.map(Num),
            proved: of.proved.map(Num),
            cuts: of.cuts.iter().map(|cuts| nums(cuts)).collect(),
            proofs: of.proofs.iter().map(|proof| BASE64_STANDARD.encode(proof)).collect(),
            hull: (!of.hull.is_empty())
                .then(|| of.hull.iter().map(|of| of.iter().map(|y| nums(y)).collect()).collect()),
        }
    }
}

impl InHullDoc {
    /// The document of the search in one hull, among the answers of all.
    fn new(one: &Explanation, all: &Explanation) -> Self {
        let first = one.counterfactuals.first();
        let (conflict, conflict_minimal) = conflict(one);
        InHullDoc {
            cluster: None,
            rows: 0,
            epsilon: Num(0.0),
            status: one.status.name(),
            counterfactual: first.and_then(|c| all.counterfactuals.iter().position(|other| other.values == c.values)),
            lower_bound: one.lower_bound.map(Num),
            conflict,
            conflict_minimal,
        }
    }

    /// Says which hull it is.
    fn within(&mut self, hull: &Hull, schema: &Schema) {
        self.cluster = hull.only;
        self.rows = hull.parts(&schema.features).iter().map(|part| part.rows.len()).sum();
        self.epsilon = Num(hull.epsilon);
    }
}

/// The conflict of an explanation that is infeasible, by pointers, and `false` where it is not proved to be minimal.
fn conflict(explanation: &Explanation) -> (Option<Vec<String>>, Option<bool>) {
    let conflict = explanation.conflict.as_ref().filter(|_| explanation.status == Status::Infeasible);
    (conflict.map(|c| c.reasons.iter().map(pointer).collect()), conflict.filter(|c| !c.minimal).map(|_| false))
}

impl<'a> RegionDoc<'a> {
    fn new(region: &Region, schema: &'a Schema) -> Self {
        let extent = |(f, extent): &(usize, Extent)| {
            let feature = schema.features.get(*f)?;
            let doc = match extent {
                Extent::Interval(lo, hi) => ExtentDoc::Interval([Num(*lo), Num(*hi)]),
                Extent::Levels(levels) => {
                    ExtentDoc::Levels(levels.iter().map(|&k| setting(Setting::Level(k), feature)).collect())
                }
                Extent::Missing => ExtentDoc::Missing(None),
            };
            Some((feature.name.as_str(), doc))
        };
        let mut sets: Vec<_> = region.sets.iter().filter_map(extent).collect();
        sort_by(&mut sets, |a, b| a.0.cmp(b.0));
        RegionDoc {
            cost: Num(region.cost),
            values: nums(&region.values),
            sets: Boxed(sets),
            leaves: region.leaves.clone(),
        }
    }
}

impl<'a> CounterfactualDoc<'a> {
    /// The document of one counterfactual.
    pub fn new(counterfactual: &Counterfactual, schema: &'a Schema) -> Self {
        CounterfactualDoc {
            values: nums(&counterfactual.values),
            cost: Num(counterfactual.cost),
            changes: counterfactual.changes.iter().filter_map(|c| change(c, schema)).collect(),
            prediction: PredictionDoc::new(&counterfactual.prediction),
            difference: None,
            path_length: None,
            spent: Vec::new(),
            also: Vec::new(),
            hull: counterfactual.mixture.iter().map(|&(row, weight)| ShareDoc { row, weight: Num(weight) }).collect(),
        }
    }
}

impl PredictionDoc {
    /// The document of a prediction.
    pub fn new(prediction: &Prediction) -> Self {
        match prediction {
            Prediction::Class { class, scores, raw } => {
                PredictionDoc::Class { class: *class, scores: nums(scores), raw: nums(raw) }
            }
            Prediction::Value(value) => PredictionDoc::Value { value: Num(*value) },
        }
    }

    /// The document as one line of JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The place in the request or the schema that states the reason.
fn pointer(reason: &Reason) -> String {
    match reason {
        Reason::Limit(i) => format!("/constraints/{i}"),
        Reason::Field { feature, field } => format!("/features/{feature}/{}", field.name()),
        Reason::Features => "/features".into(),
        Reason::Rows => "/real_rows".into(),
    }
}

/// One line of JSON. Every value in this module's documents has a JSON form.
pub(crate) fn to_json(doc: &impl Serialize) -> String {
    String::from_utf8(espalier_formats::to_json(doc)).unwrap_or_default()
}

fn change<'a>(change: &FeatureChange, schema: &'a Schema) -> Option<ChangeDoc<'a>> {
    let feature = schema.features.get(change.feature)?;
    let ordered = matches!(feature.kind, Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. });
    // A feature that does not move alone has its own value as its range.
    let (low, high) = change.range.unwrap_or((change.to, change.to));
    Some(ChangeDoc {
        index: change.feature,
        feature: &feature.name,
        from: setting(change.from, feature),
        to: setting(change.to, feature),
        range: ordered.then(|| [setting(low, feature), setting(high, feature)]),
        consequence: false,
    })
}

fn setting(setting: Setting, feature: &Feature) -> SettingDoc<'_> {
    match setting {
        Setting::Number(n) => SettingDoc::Number(Num(n)),
        Setting::Level(level) => match feature.label(level) {
            Some(label) => SettingDoc::Label(label),
            None => SettingDoc::Number(Num(f64::NAN)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_model::explanation::{Certificate, Conflict, Field, Work};
    use espalier_model::schema::{Change, Level, Weight};

    fn feature(name: &str, kind: Kind) -> Feature {
        Feature {
            name: name.into(),
            kind,
            min: 0.0,
            max: 1.0,
            change: Change::Free,
            weight: Weight::default(),
            unit: None,
            decimals: None,
            phrase: None,
        }
    }

    fn schema() -> Schema {
        let level = |label: &str, value| Level { label: label.into(), value };
        Schema {
            features: vec![
                feature("Income", Kind::Numeric { column: 0 }),
                feature("Occupation", Kind::Codes { column: 1, levels: vec![level("Sales", 0.0), level("Tech", 1.0)] }),
                feature("School", Kind::Ordinal { column: 2, levels: vec![level("none", 0.0), level("MSc", 1.0)] }),
            ],
            classes: vec!["no".into(), "yes".into()],
            subject: None,
            image: None,
        }
    }

    #[test]
    fn an_answer_is_written_as_the_contract_says() {
        let number = Setting::Number;
        let change = |feature, from, to, range| FeatureChange { feature, from, to, range };
        let explanation = Explanation {
            status: Status::Optimal,
            counterfactuals: vec![Counterfactual {
                mixture: Vec::new(),
                values: vec![24150.5, 1.0, f64::NAN],
                cost: 0.0315,
                changes: vec![
                    change(0, number(21000.0), number(24150.5), Some((number(24150.5), number(31000.0)))),
                    change(1, Setting::Level(0), Setting::Level(1), None),
                    change(2, number(f64::NAN), Setting::Level(1), Some((Setting::Level(0), Setting::Level(1)))),
                ],
                prediction: Prediction::Class { class: 1, scores: vec![0.48, 0.52], raw: vec![0.48, 0.52] },
            }],
            lower_bound: Some(0.0315),
            truncated: false,
            conflict: None,
            certificate: None,
            regions: None,
            reach: None,
            pool: Vec::new(),
            hulls: Vec::new(),
            work: Work { nodes: 812 },
        };
        assert_eq!(
            AnswerDoc::new(&explanation, &schema(), "boxes", 6.4, Clone::clone).to_json(),
            concat!(
                r#"{"status":"optimal","counterfactuals":[{"values":[24150.5,1,null],"cost":0.0315,"changes":["#,
                r#"{"feature":"Income","from":21000,"to":24150.5,"range":[24150.5,31000]},"#,
                r#"{"feature":"Occupation","from":"Sales","to":"Tech"},"#,
                r#"{"feature":"School","from":null,"to":"MSc","range":["none","MSc"]}],"#,
                r#""prediction":{"class":1,"scores":[0.48,0.52],"raw":[0.48,0.52]}}],"lower_bound":0.0315,"#,
                r#""work":{"engine":"boxes","nodes":812,"milliseconds":6.4}}"#
            )
        );
    }

    #[test]
    fn a_change_that_does_not_move_alone_has_its_own_value_as_range() {
        let change = |feature, from, to| FeatureChange { feature, from, to, range: None };
        let (schema, number) = (schema(), Setting::Number);
        let written = [
            change(0, number(21000.0), number(24150.5)),
            change(2, Setting::Level(0), Setting::Level(1)),
            change(1, Setting::Level(0), Setting::Level(1)),
        ]
        .map(|c| to_json(&super::change(&c, &schema)));
        assert!(written[0].ends_with(r#""range":[24150.5,24150.5]}"#), "{}", written[0]);
        assert!(written[1].ends_with(r#""range":["MSc","MSc"]}"#), "{}", written[1]);
        assert!(!written[2].contains("range"), "{}", written[2]);
    }

    #[test]
    fn a_conflict_is_named_by_pointers_into_request_and_schema() {
        let written = |reasons: Vec<Reason>, minimal| {
            let explanation = Explanation {
                status: Status::Infeasible,
                counterfactuals: vec![],
                lower_bound: None,
                truncated: false,
                conflict: Some(Conflict { reasons, minimal }),
                certificate: None,
                regions: None,
                reach: None,
                pool: Vec::new(),
                hulls: Vec::new(),
                work: Work::default(),
            };
            let text = AnswerDoc::new(&explanation, &schema(), "boxes", 0.0, Clone::clone).to_json();
            let begin = r#"{"status":"infeasible","counterfactuals":[],"lower_bound":null,"#;
            let end = r#","work":{"engine":"boxes","nodes":0,"milliseconds":0}}"#;
            text.strip_prefix(begin).and_then(|t| t.strip_suffix(end)).expect(&text).to_owned()
        };
        assert_eq!(
            written(vec![Reason::Limit(0), Reason::Limit(3)], true),
            r#""conflict":["/constraints/0","/constraints/3"]"#
        );
        let field = |feature, field| Reason::Field { feature, field };
        assert_eq!(
            written(vec![field(1, Field::Kind), field(0, Field::Max), field(2, Field::Change)], false),
            r#""conflict":["/features/1/kind","/features/0/max","/features/2/change"],"conflict_minimal":false"#
        );
        assert_eq!(written(vec![Reason::Rows], true), r#""conflict":["/real_rows"]"#);
        assert_eq!(written(vec![Reason::Features], false), r#""conflict":["/features"],"conflict_minimal":false"#);
        assert_eq!(written(Vec::new(), true), r#""conflict":[]"#);
    }

    #[test]
    fn the_proved_bound_stands_behind_the_claim() {
        let written = |cost, proved| {
            let certificate = Certificate {
                cost,
                proved,
                cuts: vec![vec![f64::NEG_INFINITY, 0.5]],
                proofs: vec![vec![0]],
                hull: Vec::new(),
            };
            let explanation = Explanation {
                status: Status::Infeasible,
                counterfactuals: vec![],
                lower_bound: None,
                truncated: false,
                conflict: None,
                certificate: Some(certificate),
                regions: None,
                reach: None,
                pool: Vec::new(),
                hulls: Vec::new(),
                work: Work::default(),
            };
            AnswerDoc::new(&explanation, &schema(), "boxes", 0.0, Clone::clone).to_json()
        };
        let rest = r#""cuts":[[null,0.5]],"proofs":["AA=="]},"#;
        let both = format!(r#""certificate":{{"version":1,"cost":0.0315,"proved":0.0314,{rest}"#);
        assert!(written(Some(0.0315), Some(0.0314)).contains(&both));
        assert!(written(None, None).contains(&format!(r#""certificate":{{"version":1,"cost":null,{rest}"#)));
    }

    #[test]
    fn predictions_of_regressors_are_values() {
        assert_eq!(PredictionDoc::new(&Prediction::Value(2.5)).to_json(), r#"{"value":2.5}"#);
        assert_eq!(PredictionDoc::new(&Prediction::Value(f64::INFINITY)).to_json(), r#"{"value":null}"#);
    }
}
