//! Request documents (docs/contract/request.md), read against a loaded model: names become indices, and numbers are checked.

mod also;
mod budget;
mod causal;
mod constraints;
mod cost;
mod difference;
mod document;
mod factual;
mod learned_cause;
mod names;
mod plausibility;
mod several;
mod target;

pub use difference::Difference;
pub(super) use difference::CERTIFIED;
pub(super) use document::{RequestDoc, ValueDoc};
pub use learned_cause::LearnedCause;
pub(crate) use names::{labels, level_labelled, Names};
pub use plausibility::RequestCache;
pub(super) use several::EXCLUDED;

use espalier_formats::documents;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::DocumentError;
use espalier_model::query::{Aim, Constraint, Query, Target};
use espalier_model::Model;
use schemars::JsonSchema;
use serde_json::Value;
use std::rc::Rc;
use std::sync::Arc;

/// A request, resolved against a model.
#[derive(Clone, Debug)]
pub struct Request {
    /// The question. Causes that are not learned yet have no trees.
    pub query: Query,
    /// Causes that are still to be learned, by [`Request::learn`].
    pub lessons: Vec<Rc<LearnedCause>>,
    /// The other model, where the target is about the difference of two. The query is then one of the difference's ensemble.
    pub difference: Option<Rc<Difference>>,
    /// How it is to be answered.
    pub options: RequestOptions,
}

/// The request's options of the search itself.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RequestOptions {
    /// Seconds after which the incumbent is the answer, at least 0; `None` where the request states no limit.
    pub time_limit: Option<f64>,
    /// The engine.
    pub engine: Engine,
}

/// Which engine is to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Engine {
    /// Whichever suits.
    #[default]
    Auto,
    /// The exact box search.
    Boxes,
    /// The OCEAN formulation, by branch and bound over linear programs.
    Milp,
}

impl Request {
    /// Reads a request for a model, and learns its causes.
    ///
    /// # Errors
    /// The first fault, by JSON pointer: an unknown field or name, a value of the wrong type or out of range.
    pub fn parse(value: &Value, model: &Model) -> Result<Request, DocumentError> {
        Request::read(value, model, &RequestCache::default())
    }

    /// As [`Request::parse`], with results kept for later requests to the same model: isolation forests and learned causes.
    ///
    /// # Errors
    /// As [`Request::parse`].
    /// # Cost
    /// Learns all causes before it returns.
    pub fn read(value: &Value, model: &Model, cache: &RequestCache) -> Result<Request, DocumentError> {
        let mut request = Request::begin(value, model, cache)?;
        while !request.learn(model) {}
        Ok(request)
    }

    /// As [`Request::read`], without learning the causes.
    ///
    /// # Errors
    /// As [`Request::parse`].
    pub fn begin(value: &Value, model: &Model, cache: &RequestCache) -> Result<Request, DocumentError> {
        let names = Names::new(model);
        let fields = Place::new(value, "").object(RequestDoc::FIELDS)?;
        let real_rows = fields.maybe("real_rows", |p| several::real_rows(&p, model))?.flatten();
        let factual = factual::read(&fields.need("query")?, &names)?;
        let wanted = fields.need("target")?;
        let (target, difference) = match difference::read(&wanted, &names, cache)? {
            Some((target, difference)) => (target, Some(difference)),
            None => (target::read(&wanted, &names)?, None),
        };
        // Rows that are usual for a difference are all rows.
        let usual = match difference {
            Some(_) => Target::Best { aim: Aim::Farthest, budget: f64::INFINITY },
            None => target.clone(),
        };
        let (margin, distance) = fields.maybe("margin", |m| target::margin(&m, &target, &names))?.unwrap_or((0.0, 0.0));
        let mut cost = cost::read(fields.get("cost"), target::objective(&fields.need("target")?)?, &names, &factual)?;
        let mut lessons = causal::Lessons { cache, own: Vec::new() };
        let hull = match fields.get("plausibility") {
            Some(place) => plausibility::hull(&place, &names, &usual, cache)?,
            None => None,
        };
        let query = Query {
            constraints: constraints::read(fields.get("constraints"), &names, &mut cost, &mut lessons, &factual)?,
            cost,
            depth: match fields.get("plausibility") {
                Some(place) => plausibility::read(&place, &names, &usual, cache)?,
                None => None,
            },
            sought: several::sought(
                &fields,
                real_rows.is_some(),
                hull.as_ref().is_some_and(|hull| hull.each || !hull.series.is_empty()),
            )?,
            hull,
            certificate: fields
                .maybe("certificate", |c| plausibility::certified(&c, model, fields.get("plausibility")))?
                .unwrap_or(false),
            real_rows,
            factual,
            target,
            margin,
            distance,
        };
        if let (true, Some(place)) = (query.certificate && difference.is_some(), fields.get("certificate")) {
            let (fault, remedy) = CERTIFIED.split_once("; ").unwrap_or((CERTIFIED, ""));
            return Err(place.error(fault, remedy));
        }
        let options = RequestOptions {
            time_limit: fields.maybe("time_limit", |t| t.amount())?,
            engine: fields.maybe("engine", |e| engine(&e))?.unwrap_or_default(),
        };
        Ok(Request { query, lessons: lessons.own, difference, options })
    }

    /// Learns one more piece of its causes from the model's rows; true when nothing is left to learn.
    pub fn learn(&mut self, model: &Model) -> bool {
        let Some(lesson) = self.lessons.last() else { return true };
        if let Some(found) = lesson.step(model) {
            for constraint in &mut self.query.constraints {
                // A feature follows from one constraint only.
                if let Constraint::CausalEnsemble { feature, cause } = constraint {
                    if *feature == lesson.feature {
                        *cause = Arc::clone(&found);
                    }
                }
            }
            self.lessons.pop();
        }
        self.lessons.is_empty()
    }

    /// Reads a request from JSON text.
    ///
    /// # Errors
    /// As [`Request::parse`]; with line and column where the text is not JSON.
    pub fn from_json(text: &str, model: &Model) -> Result<Request, DocumentError> {
        Request::parse(&documents::value(text)?, model)
    }
}

fn engine(place: &Place) -> Result<Engine, DocumentError> {
    match place.text()? {
        "auto" => Ok(Engine::Auto),
        "boxes" => Ok(Engine::Boxes),
        "milp" => Ok(Engine::Milp),
        _ => Err(place.wrong("\"auto\", \"boxes\" or \"milp\" is needed")),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_causal;
#[cfg(test)]
mod tests_missing;
#[cfg(test)]
pub(crate) use tests::example_model;
