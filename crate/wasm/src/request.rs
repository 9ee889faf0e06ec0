//! A request that was read for a model.

use crate::border::{refuse, window, write};
use crate::search::RunningSearch;
use crate::slices::{cells, HullCut};
use espalier_api::{Asked, Refusal};
use espalier_model::regions::Window;
use espalier_search::{ProgramFormat, ProgramKind};
use espalier_verify::{joint_ranges, HullSlice};
use serde_json::{json, Value};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A request to a model, read once. It gives the search, and further results about an answer.
#[wasm_bindgen]
pub struct Question(pub(crate) Asked);

#[wasm_bindgen]
impl Question {
    /// Prepares a search that has done no work yet.
    ///
    /// # Errors
    /// An `InputError` where no engine, or not the named one, answers the request.
    pub fn search(&self) -> Result<RunningSearch, JsValue> {
        self.0.search().map(RunningSearch::new).map_err(refuse)
    }

    /// Joint ranges of an answer: intervals of raw values that all hold at once, one for each changed feature that has an order.
    ///
    /// # Errors
    /// An `InputError` about the values.
    #[wasm_bindgen(unchecked_return_type = "Room[]")]
    pub fn room(&self, values: &[f64]) -> Result<JsValue, JsValue> {
        let model = &self.0.shared.model;
        let found = joint_ranges(model, &self.0.learned(), values)
            .map_err(|e| refuse(Refusal::said("request", "/values", &e.to_string())))?
            .into_iter()
            .map(|r| json!({"feature": model.schema.features[r.feature].name, "from": r.from, "to": r.to}));
        Ok(write(&Value::Array(found.collect())))
    }

    /// The exact cells, along two features, of the plane through the raw row `at`, for the isolation forest to which answers are compared; the
    /// scores are average path lengths. `ends`: two bounds of x, two bounds of y; NaN for the whole range. Nothing where the request has no
    /// isolation forest.
    ///
    /// # Errors
    /// An `InputError` about the axes.
    #[wasm_bindgen(unchecked_return_type = "Cells | undefined")]
    pub fn depths(&self, x: &str, y: &str, at: &[f64], ends: &[f64]) -> Result<JsValue, JsValue> {
        let Some(depth) = &self.0.query().depth else { return Ok(JsValue::UNDEFINED) };
        cells(&self.0.shared.model, &depth.forest, [x, y], at, ends)
    }

    /// The least average path length that the request asks for; 0 where it asks for none.
    #[wasm_bindgen(getter)]
    pub fn least_depth(&self) -> f64 {
        self.0.query().depth.as_ref().map_or(0.0, |depth| depth.least)
    }

    /// The slice through the raw row `at`, along two features by index, of the hulls to which answers are held; nothing is cut yet.
    /// `ends`: two bounds of x, two bounds of y; NaN for the whole range. Nothing where answers are held to no hull, or the row has a
    /// missing value.
    pub fn hull(&self, x: usize, y: usize, at: &[f64], ends: &[f64]) -> Option<HullCut> {
        let shared = &self.0.shared;
        let hull = self
            .0
            .query()
            .hull
            .as_ref()
            .filter(|hull| hull.price == 0.0 && at.len() == shared.model.ensemble.columns)?;
        let Window { x: along, y: up } = window(ends);
        // A window without width counts as no window.
        let wide = |ends: &(f64, f64)| ends.0 < ends.1;
        let window = Window { x: along.filter(wide), y: up.filter(wide) };
        let cut = HullSlice::new(hull, &shared.model.schema.features, at, [x, y], window)?;
        Some(HullCut(Rc::clone(shared), cut))
    }

    /// The request as a mixed-integer program for other solvers. Formats are "mps" and "lp", programs "paper" and "levels".
    ///
    /// # Errors
    /// An `InputError` where there is no such format or program, or the program cannot express the request.
    pub fn formulation(&self, format: &str, program: &str) -> Result<String, JsValue> {
        let format = match format {
            "mps" => ProgramFormat::Mps,
            "lp" => ProgramFormat::Lp,
            _ => return Err(refuse(Refusal::said("request", "", "there is no such format; give \"mps\" or \"lp\""))),
        };
        let kind = match program {
            "paper" => ProgramKind::Paper,
            "levels" => ProgramKind::Levels,
            _ => {
                let said = "there is no such program; give \"paper\" or \"levels\"";
                return Err(refuse(Refusal::said("request", "", said)));
            }
        };
        let program = self.0.formulation(kind).map_err(refuse)?;
        let mut text = String::new();
        program.write(format, &mut text).map_err(|e| e.to_string())?;
        Ok(text)
    }
}
