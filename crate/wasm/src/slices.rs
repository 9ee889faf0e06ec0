//! Exact slices as typed arrays.

use crate::border::{numbers, object, refuse, window};
use espalier_api::{Refusal, Shared};
use espalier_model::ensemble::{Compare, Ensemble};
use espalier_model::regions::{pieces, slice, RegionError};
use espalier_model::Model;
use espalier_verify::HullSlice;
use js_sys::{Float32Array, Int32Array, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// The exact cells of the plane through `at` along two features, of an ensemble that reads the model's columns. They are given as bounds of
/// the cells along x and y (one more than cells), class and scores of each, with `outputs` numbers a cell. Cell `(i, j)` has index
/// `j * nx + i`.
pub fn cells(
    model: &Model,
    ensemble: &Ensemble,
    axes: [&str; 2],
    at: &[f64],
    ends: &[f64],
) -> Result<JsValue, JsValue> {
    let [x, y] = numbered(model, axes)?;
    let found = slice(ensemble, &model.schema, at, x, y, window(ends));
    let found = found.map_err(|e| refuse(Refusal::said("request", "/axes", &e.to_string())))?;
    Ok(said([&found.x.edges, &found.y.edges], &found.classes, &found.scores, found.outputs, JsValue::UNDEFINED))
}

/// The exact pieces of the plane where hyperplanes cross it or leaves are linear: as [`cells`], with `polygons`, and with class and scores by
/// piece. Nothing where no hyperplane crosses it and no leaf is linear.
pub fn polygons(model: &Model, axes: [&str; 2], at: &[f64], ends: &[f64]) -> Result<Option<JsValue>, JsValue> {
    let [x, y] = numbered(model, axes)?;
    let found = pieces(&model.ensemble, &model.schema, at, x, y, window(ends)).map_err(|e| {
        let window =
            matches!(e, RegionError::Window { .. } | RegionError::NotCells { .. } | RegionError::Pieces { .. });
        refuse(Refusal::said("request", if window { "/window" } else { "/axes" }, &e.to_string()))
    })?;
    let whole = |list: &[i32]| Int32Array::from(list).into();
    Ok(found.map(|found| {
        let raw = match found.raw.is_empty() {
            true => JsValue::UNDEFINED,
            false => object([("functions", numbers(&found.raw)), ("link", model.ensemble.link.name().into())]),
        };
        let polygons = object([
            ("points", numbers(&found.points)),
            ("first", whole(&found.first)),
            ("sides", whole(&found.sides)),
            ("lines", numbers(&found.lines)),
            ("borders", numbers(&found.borders.ends)),
            ("between", whole(&found.borders.between)),
            ("strict", (model.ensemble.compare == Compare::Less).into()),
            ("raw", raw),
        ]);
        said([&found.edges[0], &found.edges[1]], &found.classes, &found.scores, found.outputs, polygons)
    }))
}

/// The indices of two features.
fn numbered(model: &Model, axes: [&str; 2]) -> Result<[usize; 2], JsValue> {
    let number = |name: &str| {
        model.schema.features.iter().position(|f| f.name == name).ok_or_else(|| {
            let what = format!("there is no feature \"{name}\"");
            refuse(Refusal::new("request", "/axes", &what, "give the names of two of the model's features"))
        })
    };
    Ok([number(axes[0])?, number(axes[1])?])
}

fn said(edges: [&[f64]; 2], classes: &[u8], scores: &[f32], outputs: usize, polygons: JsValue) -> JsValue {
    object([
        ("x", numbers(edges[0])),
        ("y", numbers(edges[1])),
        ("classes", Uint8Array::from(classes).into()),
        ("scores", Float32Array::from(scores).into()),
        ("outputs", outputs.into()),
        ("polygons", polygons),
    ])
}

/// A slice of the hulls to which a request holds answers. It is cut out corner by corner.
#[wasm_bindgen]
pub struct HullCut(pub(crate) Rc<Shared>, pub(crate) HullSlice);

#[wasm_bindgen]
impl HullCut {
    /// Looks at one corner; true when all areas are cut.
    pub fn step(&mut self) -> bool {
        self.1.step(&self.0.model.schema.features)
    }

    /// Whether every area is exact to less than a pixel (`settled`), and each area's corners, x and y in turn (`areas`).
    #[wasm_bindgen(unchecked_return_type = "Cut")]
    pub fn taken(&self) -> JsValue {
        let areas: js_sys::Array = self.1.areas().iter().map(|area| numbers(area)).collect();
        object([("settled", self.1.settled().into()), ("areas", areas.into())])
    }
}
