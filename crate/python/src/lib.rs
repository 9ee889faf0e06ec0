//! The border between the engine and Python: models as handles, documents as JSON texts, rows as bytes of doubles. The package
//! `espalier_xai` (python/) is the only caller. Bad input is raised as `BadInput`, anything else that fails as `EngineFault`: a panic never
//! reaches Python. Every search runs without the interpreter's lock.

mod fault;
mod many;
mod search;
mod threads;

use espalier_api::{ModelInfo, Parts, Refusal, Shared};
use espalier_formats::documents::{value, Guess};
use espalier_formats::Format;
use espalier_model::ensemble::Prediction;
use espalier_model::regions::{pieces, slice, Window};
use espalier_model::Background;
use espalier_search::{ProgramFormat, ProgramKind};
use espalier_verify::joint_ranges;
use fault::{guarded, Fault};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{json, Value};
use std::sync::Arc;
use threads::{asked, with};

/// A loaded model. Any thread may use it, several at once.
#[pyclass(frozen, module = "espalier_xai._native")]
struct Model(Arc<Parts>);

/// Doubles in the machine's byte order, one after another.
fn doubles(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|b| f64::from_ne_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]])).collect()
}

fn bytes<'py>(py: Python<'py>, list: &[f64]) -> Bound<'py, PyBytes> {
    let flat: Vec<u8> = list.iter().flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &flat)
}

fn document(text: &str, source: &str) -> Result<Value, Fault> {
    value(text).map_err(|e| Fault::Input(Refusal::document(source, &e)))
}

fn made(shared: Shared) -> Model {
    Model(Arc::new(shared.parts()))
}

#[pymethods]
impl Model {
    /// Reads a model file of any format; `name` is for messages. A schema document, where given, replaces the file's own.
    #[new]
    #[pyo3(signature = (file, name, schema=None))]
    fn new(py: Python<'_>, file: &[u8], name: &str, schema: Option<&str>) -> PyResult<Model> {
        guarded(py, || {
            let schema = schema.map(|text| document(text, "schema")).transpose()?;
            Ok(made(Shared::read(file, name, schema.as_ref())?))
        })
    }

    /// The same model with another schema.
    fn with_schema(&self, py: Python<'_>, schema: &str) -> PyResult<Model> {
        guarded(py, || Ok(made(self.0.shared().with_schema(&document(schema, "schema")?)?)))
    }

    /// The same model with other background rows and their labels, and with another schema where one is given.
    #[pyo3(signature = (rows, labels=None, schema=None))]
    fn with_background(
        &self,
        py: Python<'_>,
        rows: &[u8],
        labels: Option<&[u8]>,
        schema: Option<&str>,
    ) -> PyResult<Model> {
        guarded(py, || {
            let columns = self.0.model().ensemble.columns.max(1);
            let rows = doubles(rows).chunks(columns).map(<[f64]>::to_vec).collect();
            let schema = schema.map(|text| document(text, "schema")).transpose()?;
            let background = Background { rows, labels: labels.map(doubles) };
            Ok(made(self.0.shared().with_background(background, schema.as_ref())?))
        })
    }

    /// The model in brief, as JSON.
    fn info(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(ModelInfo::new(self.0.model()).to_json()))
    }

    /// The probable meaning of the columns, as JSON, where neither the file nor a schema states it.
    fn guess(&self, py: Python<'_>) -> PyResult<Option<String>> {
        guarded(py, || Ok(Guess::new(self.0.model()).map(|guess| guess.to_json().to_string())))
    }

    /// The model as one document in Espalier's JSON, with its schema.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = guarded(py, || Ok(espalier_formats::write(self.0.model())))?;
        Ok(PyBytes::new(py, &text))
    }

    /// Predictions of rows: classes, scores (one a class), raw scores, values, each as doubles.
    #[allow(clippy::type_complexity)]
    fn predict<'py>(&self, py: Python<'py>, rows: &[u8]) -> PyResult<[Bound<'py, PyBytes>; 4]> {
        let said = guarded(py, || {
            let model = self.0.model();
            let mut all: [Vec<f64>; 4] = Default::default();
            for (i, row) in doubles(rows).chunks(model.ensemble.columns.max(1)).enumerate() {
                let refuse = |e: &dyn std::fmt::Display| Refusal::said("queries", &format!("/{i}"), &e.to_string());
                match model.ensemble.predict(row).map_err(|e| refuse(&e))? {
                    Prediction::Class { class, scores, raw } => {
                        all[0].push(class as f64);
                        if model.probabilities {
                            all[1].extend(scores);
                            all[2].extend(raw);
                        }
                    }
                    Prediction::Value(value) => all[3].push(value),
                }
            }
            Ok(all)
        })?;
        Ok(said.map(|list| bytes(py, &list)))
    }

    /// The answer to a request, both JSON. `progress` is called with the incumbent's cost (or None), the proved bound and the number of nodes,
    /// at most every 100 ms; where it gives True the search ends with the best answer so far.
    #[pyo3(signature = (request, progress=None))]
    fn explain(&self, py: Python<'_>, request: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
        search::explain(py, &self.0, request, progress.as_ref(), search::Proof::AsAsked)
    }

    /// As `explain`, of a request with a certificate, which the crate for checks then repeats. Raises `EngineFault` where it does not hold.
    fn proved(&self, py: Python<'_>, request: &str) -> PyResult<String> {
        search::explain(py, &self.0, request, None, search::Proof::Repeated)
    }

    /// The answers to many requests by so many threads: for each request whether it was answered, and the answer or else the refusal, as JSON.
    /// `progress` is called with the number of answers so far, at most every 100 ms; where it gives True no further request is begun, and those
    /// that were not are None.
    #[pyo3(signature = (requests, threads, progress=None))]
    fn explain_many(
        &self,
        py: Python<'_>,
        requests: Vec<String>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Option<(bool, String)>>> {
        many::explain(py, &self.0, &requests, threads, progress.as_ref())
    }

    /// Whether a request can be answered; raises `BadInput` where it cannot. Nothing is searched.
    fn admits(&self, py: Python<'_>, request: &str) -> PyResult<()> {
        guarded(py, || with(&self.0, |shared| asked(shared, request)?.search().map(drop).map_err(Fault::from)))
    }

    /// Joint ranges of an answer, as JSON: intervals that all hold at once.
    fn room(&self, py: Python<'_>, request: &str, values: &[u8]) -> PyResult<String> {
        guarded(py, || {
            with(&self.0, |shared| {
                let asked = asked(shared, request)?;
                let model = &asked.shared.model;
                let found = joint_ranges(model, &asked.learned(), &doubles(values))
                    .map_err(|e| Refusal::said("request", "/values", &e.to_string()))?
                    .into_iter()
                    .map(|r| json!({"feature": model.schema.features[r.feature].name, "from": r.from, "to": r.to}));
                Ok(Value::Array(found.collect()).to_string())
            })
        })
    }

    /// The request as a mixed-integer program. Formats are "mps" and "lp", programs "paper" and "levels".
    fn formulation(&self, py: Python<'_>, request: &str, format: &str, program: &str) -> PyResult<String> {
        guarded(py, || {
            let format = match format {
                "mps" => ProgramFormat::Mps,
                "lp" => ProgramFormat::Lp,
                _ => Err(Refusal::said(
                    "request",
                    "",
                    &format!("there is no format {format:?}; give \"mps\" or \"lp\""),
                ))?,
            };
            let kind = match program {
                "paper" => ProgramKind::Paper,
                "levels" => ProgramKind::Levels,
                _ => {
                    let said = format!("there is no program {program:?}; give \"paper\" or \"levels\"");
                    Err(Refusal::said("request", "", &said))?
                }
            };
            with(&self.0, |shared| {
                let mut text = String::new();
                let written = asked(shared, request)?.formulation(kind)?.write(format, &mut text);
                written.map(|()| text).map_err(|e| Fault::Engine(e.to_string()))
            })
        })
    }

    /// The exact slice through a row along two features: a dictionary with the edges `x` and `y`, `classes` and `scores` of the cells (cell (i, j) at
    /// j * nx + i), `outputs` scores a cell; where slanted cuts cross it or leaves are linear, of its convex pieces, with `points` (x and y in
    /// turn) and `first` (of each piece its first point). `ends`: two bounds of x, two of y; NaN for the whole range.
    fn regions<'py>(&self, py: Python<'py>, x: &str, y: &str, at: &[u8], ends: &[u8]) -> PyResult<Bound<'py, PyDict>> {
        let (edges, classes, scores, outputs, polygons) = guarded(py, || {
            let model = self.0.model();
            let number = |name: &str| {
                let found = model.schema.features.iter().position(|f| f.name == name);
                found.ok_or_else(|| {
                    let said = format!("there is no feature {name:?}; give the names of two of the model's features");
                    Refusal::said("request", "/axes", &said)
                })
            };
            let refuse = |e: &dyn std::fmt::Display| Refusal::said("request", "/axes", &e.to_string());
            let (x, y, at) = (number(x)?, number(y)?, doubles(at));
            let ends = doubles(ends);
            let of = |from: usize| match ends.get(from..from + 2) {
                Some(&[lo, hi]) if !lo.is_nan() && !hi.is_nan() => Some((lo, hi)),
                _ => None,
            };
            let window = || Window { x: of(0), y: of(2) };
            let slanted = pieces(&model.ensemble, &model.schema, &at, x, y, window()).map_err(|e| refuse(&e))?;
            if let Some(found) = slanted {
                let [x, y] = found.edges;
                return Ok(([x, y], found.classes, found.scores, found.outputs, Some((found.points, found.first))));
            }
            let found = slice(&model.ensemble, &model.schema, &at, x, y, window()).map_err(|e| refuse(&e))?;
            Ok(([found.x.edges, found.y.edges], found.classes, found.scores, found.outputs, None))
        })?;
        let said = PyDict::new(py);
        said.set_item("x", bytes(py, &edges[0]))?;
        said.set_item("y", bytes(py, &edges[1]))?;
        said.set_item("classes", PyBytes::new(py, &classes))?;
        let wide: Vec<f64> = scores.iter().map(|&score| f64::from(score)).collect();
        said.set_item("scores", bytes(py, &wide))?;
        said.set_item("outputs", outputs)?;
        if let Some((points, first)) = polygons {
            said.set_item("points", bytes(py, &points))?;
            said.set_item("first", first)?;
        }
        Ok(said)
    }
}

/// Whether a model file was written by another library, and is not Espalier's JSON. Raises `BadInput` where the file cannot be opened.
#[pyfunction]
fn foreign(py: Python<'_>, file: &[u8], name: &str) -> PyResult<bool> {
    guarded(py, || Ok(Format::recognise(file).map_err(|e| Fault::Input(Refusal::model(name, &e)))? != Format::Espalier))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fault::quiet();
    module.add_class::<Model>()?;
    module.add_function(wrap_pyfunction!(foreign, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
