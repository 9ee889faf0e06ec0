//! Exact slices as typed arrays.

use crate::border::{ends, numbers, object, refuse};
use espalier_claims::HullSlice;
use espalier_core::ensemble::Ensemble;
use espalier_core::model::Model;
use espalier_core::regions::{slice, Window};
use espalier_documents::{Refusal, Shared};
use js_sys::{Float32Array, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// The exact cells of the plane through `at` along two features, of an ensemble that reads the model's columns: ends of the cells along x and
/// y (one more than cells), class and scores of each, `outputs` numbers a cell; cell `(i, j)` stands at `j * nx + i`.
pub fn cells(
    model: &Model,
    ensemble: &Ensemble,
    axes: [&str; 2],
    at: &[f64],
    window: &[f64],
) -> Result<JsValue, JsValue> {
    let [x, y] = axes.map(|name| {
        model.schema.features.iter().position(|f| f.name == name).ok_or_else(|| {
            let what = format!("there is no feature \"{name}\"");
            refuse(Refusal::new("request", "/axes", &what, "give the names of two of the model's features"))
        })
    });
    let window = Window { x: ends(window, 0), y: ends(window, 2) };
    let found = slice(ensemble, &model.schema, at, x?, y?, window);
    let found = found.map_err(|e| refuse(Refusal::said("request", "/axes", &e.to_string())))?;
    Ok(object([
        ("x", numbers(&found.x.edges)),
        ("y", numbers(&found.y.edges)),
        ("classes", Uint8Array::from(found.classes.as_slice()).into()),
        ("scores", Float32Array::from(found.scores.as_slice()).into()),
        ("outputs", found.outputs.into()),
    ]))
}

/// A slice of the hulls that a request holds answers to, cut out corner by corner.
#[wasm_bindgen]
pub struct HullCut(pub(crate) Rc<Shared>, pub(crate) HullSlice);

#[wasm_bindgen]
impl HullCut {
    /// Looks at one corner; true when all is cut.
    pub fn step(&mut self) -> bool {
        self.1.step(&self.0.model.schema.features)
    }

    /// Whether every area is exact to a part of a pixel (`settled`), and each area's corners, x and y in turn (`areas`).
    #[wasm_bindgen(unchecked_return_type = "Cut")]
    pub fn taken(&self) -> JsValue {
        let areas: js_sys::Array = self.1.areas().iter().map(|area| numbers(area)).collect();
        object([("settled", self.1.settled().into()), ("areas", areas.into())])
    }
}
