//! A loaded model.

use crate::border::{numbers, object, read, refuse, write};
use crate::memory::make_room;
use crate::reading::{QueryReading, SampleReading};
use crate::request::Question;
use crate::slices::{cells, polygons};
use crate::trees::flat;
use espalier_api::{samples, Asked, ModelInfo, Queries, QueryRows, Refusal, RowSample, Shared};
use espalier_formats::documents::{value, Guess};
use espalier_formats::words::text as json_text;
use espalier_formats::Format;
use espalier_model::ensemble::Prediction;
use espalier_model::{Background, Model};
use js_sys::Uint32Array;
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A loaded model with its schema.
#[wasm_bindgen]
pub struct Loaded(Rc<Shared>);

#[wasm_bindgen]
impl Loaded {
    /// Reads a model file of any format; `name` is for messages. A schema document, where given, replaces the file's own.
    ///
    /// # Errors
    /// An `InputError` about the model or the schema.
    #[wasm_bindgen(constructor)]
    pub fn new(
        bytes: &[u8],
        name: &str,
        #[wasm_bindgen(unchecked_param_type = "SchemaDoc | undefined")] schema: &JsValue,
    ) -> Result<Loaded, JsValue> {
        make_room(bytes.len());
        let schema = given(schema)?;
        Shared::read(bytes, name, schema.as_ref()).map(|s| Loaded(Rc::new(s))).map_err(refuse)
    }

    /// The same model with another schema; this handle is unchanged.
    ///
    /// # Errors
    /// An `InputError` about the schema.
    pub fn with_schema(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SchemaDoc")] schema: &JsValue,
    ) -> Result<Loaded, JsValue> {
        self.0.with_schema(&read(schema, "schema")?).map(|s| Loaded(Rc::new(s))).map_err(refuse)
    }

    /// The same model with other background rows (one after another) and their labels, and with another schema where one is given.
    ///
    /// # Errors
    /// An `InputError` about the schema.
    pub fn with_background(
        &self,
        rows: &[f64],
        labels: Option<Vec<f64>>,
        #[wasm_bindgen(unchecked_param_type = "SchemaDoc | undefined")] schema: &JsValue,
    ) -> Result<Loaded, JsValue> {
        let rows = rows.chunks(self.0.model.ensemble.columns.max(1)).map(<[f64]>::to_vec).collect();
        let schema = given(schema)?;
        let made = self.0.with_background(Background { rows, labels }, schema.as_ref());
        made.map(|s| Loaded(Rc::new(s))).map_err(refuse)
    }

    /// The model in brief.
    #[wasm_bindgen(unchecked_return_type = "ModelInfo")]
    pub fn info(&self) -> JsValue {
        write(&ModelInfo::new(&self.0.model))
    }

    /// The probable meaning of the columns, where neither the file nor a schema states it.
    #[wasm_bindgen(unchecked_return_type = "Guess | undefined")]
    pub fn guess(&self) -> JsValue {
        Guess::new(&self.0.model).map_or(JsValue::UNDEFINED, |g| write(&g.to_json()))
    }

    /// The model as one document in Espalier's JSON, with its schema.
    pub fn document(&self) -> Vec<u8> {
        espalier_formats::write(&self.0.model)
    }

    /// All trees as flat arrays, for drawing.
    #[wasm_bindgen(unchecked_return_type = "TreeData")]
    pub fn trees(&self) -> JsValue {
        flat(&self.0.model.ensemble)
    }

    /// Reads a request.
    ///
    /// # Errors
    /// An `InputError` about the request.
    pub fn ask(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RequestDoc")] request: &JsValue,
    ) -> Result<Question, JsValue> {
        Asked::new(&self.0, &read(request, "request")?).map(Question).map_err(refuse)
    }

    /// Predictions of rows, given one after another. For a classifier: `classes`, one for each row, and where the model has probabilities also
    /// these (`scores`, one for each class) and the raw scores (`raw`, one for each output), row after row. For other models: `values`,
    /// one for each row.
    ///
    /// # Errors
    /// An `InputError` about the queries.
    #[wasm_bindgen(unchecked_return_type = "Predictions")]
    pub fn predict(&self, rows: &[f64]) -> Result<JsValue, JsValue> {
        let Model { ensemble, probabilities, .. } = &self.0.model;
        let (mut classes, mut all, mut raws, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (i, row) in rows.chunks(ensemble.columns.max(1)).enumerate() {
            let said = ensemble.predict(row);
            match said.map_err(|e| refuse(Refusal::said("queries", &format!("/{i}"), &e.to_string())))? {
                Prediction::Class { class, scores, raw } => {
                    classes.push(class as u32);
                    if *probabilities {
                        all.extend(scores);
                        raws.extend(raw);
                    }
                }
                Prediction::Value(value) => values.push(value),
            }
        }
        let classes = Uint32Array::from(classes.as_slice()).into();
        Ok(object([
            ("classes", classes),
            ("scores", numbers(&all)),
            ("raw", numbers(&raws)),
            ("values", numbers(&values)),
        ]))
    }

    /// The exact cells of the plane through the raw row `at` along two features. Where hyperplanes cross the plane or leaves are
    /// linear, its exact pieces. `ends`: two bounds of x, two bounds of y; NaN for the whole range.
    ///
    /// # Errors
    /// An `InputError` about the axes.
    #[wasm_bindgen(unchecked_return_type = "Cells")]
    pub fn regions(&self, x: &str, y: &str, at: &[f64], ends: &[f64]) -> Result<JsValue, JsValue> {
        let model = &self.0.model;
        match polygons(model, [x, y], at, ends)? {
            Some(pieces) => Ok(pieces),
            None => cells(model, &model.ensemble, [x, y], at, ends),
        }
    }

    /// Background row number `index`.
    ///
    /// # Errors
    /// An `InputError` where there is no such row.
    #[wasm_bindgen(unchecked_return_type = "Row")]
    pub fn row(&self, index: usize) -> Result<JsValue, JsValue> {
        let background = self.0.model.background.as_ref();
        let count = background.map_or(0, |b| b.rows.len());
        let Some((background, row)) = background.and_then(|b| Some((b, b.rows.get(index)?))) else {
            let (what, right) = (format!("there is no background row {index}"), format!("the model has {count} rows"));
            return Err(refuse(Refusal::new("model", "/background/rows", &what, &right)));
        };
        let label = background.labels.as_ref().and_then(|l| l.get(index)).copied().filter(|l| !l.is_nan());
        Ok(object([("values", numbers(row)), ("label", label.into())]))
    }

    /// Reads a queries file (JSON or csv); `name` is for messages. Its `rows` come one after another, with NaN for a missing value. The `target`,
    /// where there is one, is unchanged.
    ///
    /// # Errors
    /// An `InputError` about the queries.
    #[wasm_bindgen(unchecked_return_type = "QueriesFile")]
    pub fn queries(&self, text: &str, name: &str) -> Result<JsValue, JsValue> {
        let read = Queries::parse(text, &self.0.model);
        let read = read.map_err(|e| refuse(Refusal::document("queries", &e).of(name)))?;
        let target = read.target.and_then(|target| js_sys::JSON::parse(&json_text(&target)).ok());
        Ok(object([("rows", numbers(&read.rows)), ("target", target.unwrap_or(JsValue::UNDEFINED))]))
    }

    /// Begins to read a csv file of queries that comes piece by piece; `name` is for messages.
    pub fn query_rows(&self, name: String) -> QueryReading {
        QueryReading { shared: Rc::clone(&self.0), name, rows: QueryRows::default() }
    }

    /// Begins to draw a uniform sample of at most so many rows from a csv file that comes piece by piece; `name` is for messages.
    pub fn row_sample(&self, most: usize, name: String) -> SampleReading {
        SampleReading { shared: Rc::clone(&self.0), name, sample: RowSample::new(most) }
    }

    /// Reads a file of sample predictions (JSON or csv): its rows, and the columns that are not the model's; `name` is for messages.
    ///
    /// # Errors
    /// An `InputError` about the samples.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn samples(&self, text: &str, name: &str) -> Result<JsValue, JsValue> {
        let read = samples(text, &self.0.model);
        read.map(|s| write(&s)).map_err(|e| refuse(Refusal::document("samples", &e).of(name)))
    }
}

fn given(schema: &JsValue) -> Result<Option<Value>, JsValue> {
    if schema.is_undefined() {
        return Ok(None);
    }
    read(schema, "schema").map(Some)
}

/// Whether a model file was written by another library, and is not Espalier's JSON.
///
/// # Errors
/// An `InputError` where the file cannot be opened, with the line that exports it.
#[wasm_bindgen]
pub fn foreign(bytes: &[u8], name: &str) -> Result<bool, JsValue> {
    let format = Format::recognise(bytes).map_err(|e| refuse(Refusal::model(name, &e)))?;
    Ok(format != Format::Espalier)
}

/// Checks the text of a document that the caller parses itself, by the rules for every document. `name` is for messages; `source` is the
/// kind of document ("request").
///
/// # Errors
/// An `InputError` where it is no JSON, is nested too deep, or gives a field twice.
#[wasm_bindgen]
pub fn check_document(text: &str, source: &str, name: Option<String>) -> Result<(), JsValue> {
    value(text).map(drop).map_err(|e| {
        let refusal = Refusal::document(source, &e);
        refuse(match name {
            Some(name) => refusal.of(&name),
            None => refusal,
        })
    })
}
