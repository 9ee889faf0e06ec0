//! The `plausibility` field: a hull of background rows, and an isolation forest with the least average path length in it. The forest is the
//! model file's own, or is grown from its background rows.

use super::document::{DepthDoc, HullDoc, PlausibilityDoc};
use super::learned_cause::LearnedCause;
use super::names::Names;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_formats::isolation::{grow, quantile};
use espalier_model::ensemble::{Ensemble, Prediction};
use espalier_model::query::hull::Ball;
use espalier_model::query::{Aim, Depth, Hull, Target};
use espalier_model::Model;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Seed of the forests that are grown here. A fixed one gives the same forest for the same model and target everywhere.
const SEED: u64 = 1;

/// Most clusters of a hull.
pub(super) const MOST_CLUSTERS: usize = 100;

/// Most distances of a series of hulls. Each is a search of its own.
pub(super) const MOST_DISTANCES: usize = 100;

/// Isolation forests, hulls and learned causes of one model, kept from one request to the next.
#[derive(Debug, Default)]
pub struct RequestCache(RefCell<Cached>);

#[derive(Debug, Default)]
struct Cached {
    /// Class or value of each background row.
    labels: Option<Vec<f64>>,
    last: Option<Last>,
    /// The hull that was asked for last.
    hull: Option<Arc<Hull>>,
    /// The most recent causes, learned or not, the latest first.
    lessons: Vec<Rc<LearnedCause>>,
    /// The most recent other models with their documents, the latest first.
    others: Vec<(Value, Arc<Model>)>,
}

/// Other models that are kept, at most.
const MOST_OTHERS: usize = 4;

/// Causes that are kept, at most.
const MOST_LESSONS: usize = 16;

impl RequestCache {
    /// The kept lesson that teaches the same, however far it has come. A new lesson replaces the one whose last use is the longest ago.
    pub(super) fn lesson(&self, asked: LearnedCause) -> Rc<LearnedCause> {
        let lessons = &mut self.0.borrow_mut().lessons;
        let kept = lessons.iter().position(|kept| kept.same(&asked));
        let lesson = kept.map_or_else(|| Rc::new(asked), |at| lessons.remove(at));
        lessons.truncate(MOST_LESSONS - 1);
        lessons.insert(0, Rc::clone(&lesson));
        lesson
    }

    /// The model of a document, kept or read. So its trees are compiled once, whatever else is asked.
    ///
    /// # Errors
    /// Those of `read`.
    pub(super) fn other(
        &self,
        document: &Value,
        read: impl FnOnce() -> Result<Model, DocumentError>,
    ) -> Result<Arc<Model>, DocumentError> {
        let others = &mut self.0.borrow_mut().others;
        let kept = others.iter().position(|(known, _)| known == document);
        let entry = match kept {
            Some(at) => others.remove(at),
            None => (document.clone(), Arc::new(read()?)),
        };
        let model = Arc::clone(&entry.1);
        others.truncate(MOST_OTHERS - 1);
        others.insert(0, entry);
        Ok(model)
    }
}

/// The latest target's rows, the forest for it, and the rows' path lengths, ascending.
#[derive(Debug)]
struct Last {
    rows: Vec<usize>,
    forest: Arc<Ensemble>,
    lengths: Vec<f64>,
}

/// The depth that a request asks for.
pub(super) fn read(
    place: &Place<'_>,
    names: &Names<'_>,
    target: &Target,
    cache: &RequestCache,
) -> Result<Option<Depth>, DocumentError> {
    let fields = place.object(PlausibilityDoc::FIELDS)?;
    let Some(place) = fields.get("isolation_forest") else { return Ok(None) };
    let fields = place.object(DepthDoc::FIELDS)?;
    let share = fields.maybe("outlier_quantile", |p| match p.number()? {
        q if (0.0..=1.0).contains(&q) => Ok(q),
        _ => Err(p.wrong("a share of the rows, from 0 to 1, is needed")),
    })?;
    let least = fields.maybe("min_path_length", |p| p.amount())?;
    if share.is_some() == least.is_some() {
        let right = "give one of \"outlier_quantile\" (0.1) and \"min_path_length\"";
        return Err(place.error("it does not say once how deep an answer must lie", right));
    }
    let mut cached = cache.0.borrow_mut();
    let rows = cached.rows(names.model, target);
    let has = rows.len();
    let few = |right: &str| {
        let of = names.model.background.as_ref().map_or(0, |b| b.rows.len());
        place.error(format!("{has} of the model's {of} background rows have the target"), right)
    };
    if cached.last.as_ref().is_none_or(|last| last.rows != rows) {
        let made = cached.make(names.model, rows);
        cached.last = Some(made.ok_or_else(|| {
            few("an isolation forest is grown from 2 or more without missing values; export the model with rows, or with a forest")
        })?);
    }
    let Some(Last { forest, lengths, .. }) = &cached.last else { return Ok(None) };
    let least = least.or_else(|| quantile(lengths, share?)).ok_or_else(|| {
        few("a quantile is one of their path lengths; give \"min_path_length\", or export the model with rows")
    })?;
    Ok(Some(Depth { forest: Arc::clone(forest), least }))
}

/// Whether a certificate is asked for. It is refused with an isolation forest that is grown for a request: such a forest is not in the model's
/// document, so no checker of certificates could know it.
pub(super) fn certified(
    place: &Place<'_>,
    model: &Model,
    plausibility: Option<Place<'_>>,
) -> Result<bool, DocumentError> {
    let wanted = place.flag()?;
    let forest = |p: Place<'_>| p.object(PlausibilityDoc::FIELDS).is_ok_and(|f| f.get("isolation_forest").is_some());
    if wanted && model.isolation_forest.is_none() && plausibility.is_some_and(forest) {
        let right = "export the model with an isolation forest, or leave out \"certificate\"";
        return Err(place.error(
            "the isolation forest is grown from the background rows, and a certificate is of the model's file alone",
            right,
        ));
    }
    Ok(wanted)
}

/// The hull for which a request asks: `{"epsilon", "norm", "clusters"}`.
pub(super) fn hull(
    place: &Place<'_>,
    names: &Names<'_>,
    target: &Target,
    cache: &RequestCache,
) -> Result<Option<Arc<Hull>>, DocumentError> {
    let Some(place) = place.object(PlausibilityDoc::FIELDS)?.get("hull") else { return Ok(None) };
    let fields = place.object(HullDoc::FIELDS)?;
    let (epsilon, series) = fields.maybe("epsilon", |p| distances(&p))?.unwrap_or_default();
    let ball = fields.maybe("norm", |p| match p.text()? {
        "l1" => Ok(Ball::L1),
        "l2" => Ok(Ball::L2),
        "linf" => Ok(Ball::Linf),
        _ => Err(p.wrong("\"l1\", \"l2\" or \"linf\" is needed")),
    })?;
    let clusters = fields.maybe("clusters", |p| match p.index()? {
        n @ 1..=MOST_CLUSTERS => Ok(n),
        _ => Err(p.wrong("a whole number from 1 to 100 is needed")),
    })?;
    let price = fields.maybe("price", |p| match (p.amount()?, fields.get("epsilon")) {
        (_, Some(_)) => Err(p.error("the distance has a price and a limit", "leave out \"price\" or \"epsilon\"")),
        (price, None) if price > 0.0 => Ok(price),
        _ => Err(p.wrong("a number above 0 is needed")),
    })?;
    let each = fields.maybe("each", |p| p.flag())?.unwrap_or(false);
    let mut cached = cache.0.borrow_mut();
    let rows = cached.rows(names.model, target);
    let background = names.model.background.clone().unwrap_or_default();
    let all = background.rows.len();
    let features = &names.schema.features;
    let mut hull = Hull::new(background, &rows, features, epsilon, ball.unwrap_or(Ball::L1), clusters.unwrap_or(1));
    if hull.rows.is_empty() {
        let what =
            format!("{} of the model's {all} background rows have the target, none without missing values", rows.len());
        return Err(place.error(what, "a hull is spanned by such rows; export the model with some"));
    }
    (hull.each, hull.series, hull.price) = (each, series, price.unwrap_or(0.0));
    let hull = Arc::new(match &cached.hull {
        Some(last) => hull.like(last),
        None => hull,
    });
    cached.hull = Some(Arc::clone(&hull));
    Ok(Some(hull))
}

/// A distance; or an ascending list of distances, for an answer each, and the last of them.
fn distances(place: &Place<'_>) -> Result<(f64, Vec<f64>), DocumentError> {
    if !place.value.is_array() {
        return Ok((place.amount()?, Vec::new()));
    }
    let mut all = Vec::new();
    for one in place.list()? {
        all.push(one.amount()?);
    }
    let ascending = all.windows(2).all(|pair| pair[0] < pair[1]);
    match all.last() {
        Some(&last) if ascending && all.len() <= MOST_DISTANCES => Ok((last, all)),
        _ => Err(place.wrong("1 to 100 distances are needed, from the smallest to the largest")),
    }
}

impl Cached {
    /// The background rows that are on target, by their labels, or without labels by the model's predictions.
    fn rows(&mut self, model: &Model, target: &Target) -> Vec<usize> {
        let Some(background) = &model.background else { return Vec::new() };
        let labels = self.labels.get_or_insert_with(|| {
            background
                .labels
                .clone()
                .unwrap_or_else(|| background.rows.iter().map(|r| value(&model.ensemble, r)).collect())
        });
        let has = |label: f64| match target {
            Target::Class(k) | Target::Probability { class: k, .. } | Target::Best { aim: Aim::Class(k), .. } => {
                label == *k as f64
            }
            Target::Classes(set) => set.iter().any(|k| label == *k as f64),
            Target::ClassCosts(costs) => costs.iter().any(|(k, _)| label == *k as f64),
            Target::Value { lo, hi } => *lo <= label && label <= *hi,
            Target::Beyond(_) | Target::Best { .. } => !label.is_nan(),
        };
        (0..background.rows.len()).filter(|&i| labels.get(i).copied().is_some_and(has)).collect()
    }

    /// The forest for a target's rows: the file's own, or one grown from them.
    fn make(&mut self, model: &Model, rows: Vec<usize>) -> Option<Last> {
        let background = model.background.as_ref();
        let raw = || rows.iter().filter_map(|&i| Some(background?.rows.get(i)?.as_slice()));
        let forest = match (&model.isolation_forest, self.last.take()) {
            (Some(_), Some(last)) => last.forest,
            (Some(forest), None) => Arc::new(forest.clone()),
            (None, _) => Arc::new(grow(raw(), &model.ensemble, SEED)?),
        };
        let mut lengths: Vec<f64> = raw().map(|row| value(&forest, row)).filter(|v| !v.is_nan()).collect();
        lengths.sort_by(f64::total_cmp);
        Some(Last { rows, forest, lengths })
    }
}

/// Class, value or path length of a row; NaN where the trees have no rule for a missing value.
fn value(ensemble: &Ensemble, row: &[f64]) -> f64 {
    match ensemble.predict(row) {
        Ok(Prediction::Class { class, .. }) => class as f64,
        Ok(Prediction::Value(value)) => value,
        Err(_) => f64::NAN,
    }
}
