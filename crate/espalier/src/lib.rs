//! The smallest change that changes a decision of a tree ensemble, with a proof that no smaller one exists.
//!
//! A random forest refuses a loan. Which change to the application would have been enough? There are as many applications as there are numbers, but a
//! forest only compares them with its thresholds. So it cuts the applications into boxes with one decision each, and the nearest box of the other
//! decision can be found, and be proved to be the nearest.
//!
//! ```
//! # fn main() -> Result<(), espalier_xai::Error> {
//! // A model file of XGBoost, LightGBM, CatBoost, scikit-learn (as ONNX), or of Espalier itself.
//! let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))?;
//! let model = espalier_xai::Model::read(&file)?;
//!
//! // 5,450 EUR over 39 months: the forest refuses.
//! let row = [5450.0, 39.0, 1.0, 1.0, 1.0, 7.0, 0.0, 0.0, 43.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
//! let request = model.request(&row, model.class("accepted")?)?.fix("Savings")?;
//! let answer = model.explain(&request)?;
//!
//! assert_eq!(answer.status, espalier_xai::Status::Optimal);
//! let nearest = &answer.counterfactuals[0];
//! for change in &nearest.changes {
//!     println!("{}", model.describe(change));
//! }
//! // The bound is the proof's: no change that keeps the savings is cheaper.
//! assert!(nearest.cost - answer.lower_bound.unwrap() <= 1e-9 * nearest.cost);
//! # Ok(())
//! # }
//! ```
//!
//! # Terms
//!
//! A **row** has the model's raw inputs in column order; NaN is a missing value. A **feature** is one column, or the one-hot columns of one category; the
//! [`Schema`] names them. The **factual** is the row that is asked about, a **counterfactual** a row with the wanted prediction. A **cost** sums the
//! changes of the features, each as a share of its range, unless [`Request::cost`] says otherwise. The **lower bound** is proved: no counterfactual
//! costs less.
//!
//! # Where to go on
//!
//! - [`Request`] has limits: features that stay, directions, ranges, sums, the number of changes; and further wishes: ties, several answers, a
//!   certificate. Its [`query`](Request::query) is open to everything else that the search can do.
//! - [`Model::search`] gives the search itself, for a loop of your own with progress and a time limit. The crate has no clock.
//! - [`Model::check`] checks an answer from its definitions, and repeats its certificate. It shares no code with the search.
//! - Beside these sources, in `crate/espalier/examples`, programs ask, list several answers, write and check a certificate, look for the best prediction
//!   within a budget, and run a loop of their own. They read models of the repository, and are not in the published archive.
//! - JSON requests and answers, as the page and the command line use them, are the crate `espalier-api`.
//!
//! # Versions
//!
//! A later version may have more targets, limits and errors. Faults come as [`Error`]. Of their kinds those of searches, checks, slices and joint ranges
//! are `#[non_exhaustive]`, as are libraries, links and engines. [`Target`], the limits, [`PredictError`] and the aggregations of trees are not: other
//! crates here match them without a wildcard, so that the compiler finds each place that a new one concerns. Match them with one.

mod request;

pub use espalier_model::ensemble::{Ensemble, PredictError, Prediction};
pub use espalier_model::explanation::{Counterfactual, Explanation, FeatureChange, Setting, Status};
pub use espalier_model::query::{Aim, Cost, Distinct, Norm, Query, Relation, Sought, Target};
pub use espalier_model::schema::{Feature, Schema};
pub use espalier_search::{Progress, Search};
pub use request::Request;

use espalier_search::Compiled;
use std::sync::Arc;

/// A fault of a file, a request or an answer, as a line for people. It names the place and a remedy where there is one.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A model, ready to be asked. Clones share it.
#[derive(Clone, Debug)]
pub struct Model {
    model: Arc<espalier_model::Model>,
    compiled: Arc<Compiled>,
}

impl Model {
    /// Reads a model file of any known format, recognised from its content (docs/formats.md lists them).
    ///
    /// # Errors
    /// Where the format is unknown or not supported, or the file is damaged, with the place.
    /// # Cost
    /// Linear in the size of the file, plus sorting the thresholds.
    pub fn read(file: &[u8]) -> Result<Model, Error> {
        Model::new(espalier_formats::load(file)?)
    }

    /// A model that was built in memory.
    ///
    /// # Errors
    /// Where a split on categories reads a feature that the schema calls numeric.
    pub fn new(model: espalier_model::Model) -> Result<Model, Error> {
        let compiled = Arc::new(Compiled::new(&model)?);
        Ok(Model { model: Arc::new(model), compiled })
    }

    /// The names, kinds and ranges of the features, and the names of the classes.
    pub fn schema(&self) -> &Schema {
        &self.model.schema
    }

    /// The prediction for a row, as the library that wrote the model computes it.
    ///
    /// # Errors
    /// A row of another length, or a missing value for which the model has no rule.
    pub fn predict(&self, row: &[f64]) -> Result<Prediction, PredictError> {
        self.model.ensemble.predict(row)
    }

    /// The target of a class, by its name.
    ///
    /// # Errors
    /// A name that no class has.
    pub fn class(&self, name: &str) -> Result<Target, Error> {
        let classes = &self.schema().classes;
        let found = classes.iter().position(|class| class == name);
        found
            .map(Target::Class)
            .ok_or_else(|| format!("no class is called {name:?}; the classes are {classes:?}").into())
    }

    /// A request: the cheapest change of a row to a target, at the sum of the changes as shares of the features' ranges (`l1`).
    ///
    /// # Errors
    /// A row of another length.
    pub fn request(&self, row: &[f64], target: Target) -> Result<Request, Error> {
        Request::new(&self.model, row, target)
    }

    /// Searches for the answer until it is proved. It may take long for hard requests; [`Model::search`] can be stopped.
    ///
    /// # Errors
    /// Where the request does not fit the model, or asks for a combination that is not answered.
    pub fn explain(&self, request: &Request) -> Result<Explanation, Error> {
        let mut search = self.search(request)?;
        while !search.step(1000) {}
        Ok(search.explanation())
    }

    /// A search that has not begun. [`Search::step`] does a few pieces of work, [`Search::progress`] has incumbent and bound, and
    /// [`Search::explanation`] the answer so far.
    ///
    /// # Errors
    /// As [`Model::explain`].
    pub fn search(&self, request: &Request) -> Result<Search, Error> {
        Ok(Search::new(Arc::clone(&self.compiled), request.query.clone())?)
    }

    /// Checks every statement of an answer from its definition: prediction, cost, limits, ranges. Where it has a certificate, that is repeated too: it
    /// proves that nothing is cheaper.
    ///
    /// # Errors
    /// The first statement that does not hold.
    pub fn check(&self, request: &Request, answer: &Explanation) -> Result<(), Error> {
        espalier_verify::verify_written(&self.model, &request.query, answer)?;
        if let Some(certificate) = &answer.certificate {
            espalier_verify::certificate(&self.model, &request.query, certificate)?;
        }
        Ok(())
    }

    /// A change in words: "Duration: 39 -> 36 months".
    pub fn describe(&self, change: &FeatureChange) -> String {
        let feature = &self.schema().features[change.feature];
        let words = |setting: Setting| match setting {
            Setting::Number(x) => format!("{x}"),
            Setting::Level(level) => feature.label(level).unwrap_or("?").to_owned(),
        };
        let unit = feature.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
        format!("{}: {} -> {}{unit}", feature.name, words(change.from), words(change.to))
    }
}
