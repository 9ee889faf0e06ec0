//! A loaded model.

use crate::error::InputError;
use crate::regions::Regions;
use crate::search::RunningSearch;
use espalier_claims::room;
use espalier_core::ensemble::Prediction;
use espalier_core::model::Model;
use espalier_core::schema::Schema;
use espalier_documents::formats::{load, Format};
use espalier_documents::wire::{check, resolve_for, Guess, ModelInfo, SchemaDoc};
use espalier_documents::{Begun, Running, Shared};
use serde_json::{json, Value};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A loaded model with its schema.
#[wasm_bindgen]
pub struct LoadedModel {
    shared: Rc<Shared>,
}

#[wasm_bindgen]
impl LoadedModel {
    /// Reads a model file in Espalier's JSON; `name` is for messages. A schema given besides (JSON text) takes the
    /// place of the file's own. `format` and `size` (bytes) are those of the file that this one was made from.
    ///
    /// # Errors
    /// An `InputError` about the model or the schema.
    #[wasm_bindgen(constructor)]
    pub fn new(
        bytes: &[u8],
        name: &str,
        schema: Option<String>,
        format: Option<String>,
        size: Option<usize>,
    ) -> Result<LoadedModel, JsValue> {
        let mut model = load(bytes).map_err(|e| InputError::model(name, &e))?;
        model.origin.format = format.unwrap_or(model.origin.format);
        model.origin.bytes = size.unwrap_or(model.origin.bytes);
        if let Some(text) = schema {
            model.schema = read_schema(&text, &model)?;
        }
        Ok(LoadedModel::of(model))
    }

    /// The same model with another schema (JSON text); this one stays as it is.
    ///
    /// # Errors
    /// An `InputError` about the schema.
    pub fn with_schema(&self, schema: &str) -> Result<LoadedModel, JsValue> {
        let old = &self.shared.model;
        let schema = read_schema(schema, old)?;
        Ok(LoadedModel::of(Model { schema, ..old.clone() }))
    }

    /// `ModelInfo` as JSON text.
    pub fn info(&self) -> String {
        ModelInfo::new(&self.shared.model).to_json()
    }

    /// The probable meaning of the columns, where neither the file nor a schema says it: `{"schema": .., "why": [..]}` as JSON text.
    pub fn guess(&self) -> Option<String> {
        Guess::new(&self.shared.model).map(|g| g.to_json().to_string())
    }

    /// Makes a search ready that has looked at nothing yet; the request is JSON text. The name of another module where
    /// that answers it.
    ///
    /// # Errors
    /// An `InputError` about the request.
    #[wasm_bindgen(unchecked_return_type = "RunningSearch | string")]
    pub fn search(&self, request: &str) -> Result<JsValue, JsValue> {
        Ok(match Running::begin(Rc::clone(&self.shared), request).map_err(InputError)? {
            Begun::Here(running) => RunningSearch(*running).into(),
            Begun::Elsewhere(part) => part.into(),
        })
    }

    /// Predictions of rows that follow each other. Classifiers: the class and, where the model has probabilities, these (one a
    /// class) and the raw scores (one an output), a row; others: one value a row.
    ///
    /// # Errors
    /// An `InputError` about the queries.
    pub fn predict(&self, rows: &[f64]) -> Result<Vec<f64>, JsValue> {
        let Model { ensemble, probabilities, .. } = &self.shared.model;
        let mut flat = Vec::new();
        for (i, row) in rows.chunks(ensemble.columns.max(1)).enumerate() {
            let refuse = |e: espalier_core::ensemble::PredictError| {
                InputError::said("queries", &format!("/{i}"), &e.to_string())
            };
            match ensemble.predict(row).map_err(refuse)? {
                Prediction::Class { class, scores, raw } => {
                    flat.push(class as f64);
                    if *probabilities {
                        flat.extend(scores);
                        flat.extend(raw);
                    }
                }
                Prediction::Value(value) => flat.push(value),
            }
        }
        Ok(flat)
    }

    /// The exact cells of the plane through the raw row `at` along two features. `window`: ends of x, ends of y;
    /// NaN where the whole range is wanted.
    ///
    /// # Errors
    /// An `InputError` about the request.
    pub fn regions(&self, x: &str, y: &str, at: &[f64], window: &[f64]) -> Result<Regions, JsValue> {
        let model = &self.shared.model;
        Ok(Regions::new(model, &model.ensemble, [x, y], at, window)?)
    }

    /// As [`LoadedModel::regions`], of the isolation forest that a request (JSON text) compares answers with: the scores are
    /// average path lengths. Nothing where it compares them with none.
    ///
    /// # Errors
    /// An `InputError` about the request.
    pub fn depths(
        &self,
        request: &str,
        x: &str,
        y: &str,
        at: &[f64],
        window: &[f64],
    ) -> Result<Option<Regions>, JsValue> {
        let asked = self.shared.request(request).map_err(InputError)?;
        let Some(depth) = asked.query.depth else { return Ok(None) };
        Ok(Some(Regions::new(&self.shared.model, &depth.forest, [x, y], at, window)?))
    }

    /// The least average path length that a request (JSON text) asks for; 0 where it asks for none.
    ///
    /// # Errors
    /// An `InputError` about the request.
    pub fn least_depth(&self, request: &str) -> Result<f64, JsValue> {
        let asked = self.shared.request(request).map_err(InputError)?;
        Ok(asked.query.depth.map_or(0.0, |depth| depth.least))
    }

    /// What may be said of an answer with all its changes together: `Room` of every changed feature with an order, as
    /// JSON text. The request is the one that was answered, `values` the answer's.
    ///
    /// # Errors
    /// An `InputError` about the request.
    pub fn room(&self, request: &str, values: &[f64]) -> Result<String, JsValue> {
        let model = &self.shared.model;
        let asked = self.shared.request(request).map_err(InputError)?;
        let found = room(model, &asked.query, values)
            .map_err(|e| InputError::said("request", "/values", &e.to_string()))?
            .into_iter()
            .map(|r| json!({"feature": model.schema.features[r.feature].name, "from": r.from, "to": r.to}));
        Ok(Value::Array(found.collect()).to_string())
    }

    /// Background row `index` with its label at the end (NaN where none is known).
    ///
    /// # Errors
    /// An `InputError` where there is no such row.
    pub fn row(&self, index: usize) -> Result<Vec<f64>, JsValue> {
        let background = self.shared.model.background.as_ref();
        let count = background.map_or(0, |b| b.rows.len());
        let Some((background, row)) = background.and_then(|b| Some((b, b.rows.get(index)?))) else {
            let (what, right) = (format!("there is no background row {index}"), format!("the model has {count} rows"));
            return Err(InputError::new("model", "/background/rows", &what, &right).into());
        };
        let label = background.labels.as_ref().and_then(|l| l.get(index)).copied();
        Ok(row.iter().copied().chain([label.unwrap_or(f64::NAN)]).collect())
    }
}

impl LoadedModel {
    fn of(model: Model) -> LoadedModel {
        LoadedModel { shared: Rc::new(Shared::new(model)) }
    }
}

fn read_schema(text: &str, model: &Model) -> Result<Schema, JsValue> {
    let refuse = |e| InputError::wire("schema", &e);
    let doc = SchemaDoc::from_json(text).map_err(refuse)?;
    Ok(resolve_for(&doc, model).map_err(refuse)?)
}

/// Whether a model file is one of another library, which has to be turned into Espalier's JSON first.
///
/// # Errors
/// An `InputError` where the file is none that can be opened, with the line that exports it.
#[wasm_bindgen]
pub fn foreign(bytes: &[u8], name: &str) -> Result<bool, JsValue> {
    let format = Format::recognise(bytes).map_err(|e| InputError::model(name, &e))?;
    Ok(format != Format::Espalier)
}

/// Holds the text of a document that the caller takes apart itself to what every document is held to; `name` is for
/// messages, `source` says what it is ("request").
///
/// # Errors
/// An `InputError` where it is no JSON, is nested too deep, or gives a field twice.
#[wasm_bindgen]
pub fn check_document(text: &str, source: &str, name: &str) -> Result<(), JsValue> {
    check(text).map_err(|e| InputError::wire(source, &e).of(name).into())
}
