//! Which part of a slice lies in the hulls that a request holds answers to.

use crate::PartModel;
use espalier_claims::HullSlice;
use espalier_core::regions::Window;
use espalier_core::HULLS;
use espalier_documents::{Refusal, Shared};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A slice of hulls, cut out corner by corner.
#[wasm_bindgen]
pub struct PartHull(Rc<Shared>, HullSlice);

#[wasm_bindgen]
impl PartHull {
    /// Looks at one corner; true when all is cut.
    pub fn step(&mut self) -> bool {
        self.1.step(&self.0.model.schema.features)
    }

    /// 1 where every area is exact to a part of a pixel; then for each how many numbers follow, and its corners, x and y in turn.
    pub fn taken(&self) -> Vec<f64> {
        let mut flat = vec![f64::from(u8::from(self.1.settled()))];
        for area in self.1.areas() {
            flat.push(area.len() as f64);
            flat.extend_from_slice(area);
        }
        flat
    }
}

#[wasm_bindgen]
impl PartModel {
    /// The slice through the raw row `at` along two features, by their numbers, of the hulls that a request (JSON text) asks for; nothing
    /// is cut yet. `window`: ends of x, ends of y; NaN where the whole range is wanted. Nothing where it asks for no hull, or the
    /// slice goes through a missing value.
    ///
    /// # Errors
    /// An `InputError` about the request, as JSON text.
    pub fn hull(
        &self,
        request: &str,
        x: usize,
        y: usize,
        at: &[f64],
        window: &[f64],
    ) -> Result<Option<PartHull>, String> {
        if !HULLS {
            return Ok(None);
        }
        let asked = self.0.request(request).map_err(Refusal::to_json)?;
        let model = &self.0.model;
        let Some(hull) = asked.query.hull.filter(|_| at.len() == model.ensemble.columns) else { return Ok(None) };
        let ends = |from: usize| match window.get(from..from + 2) {
            Some(&[lo, hi]) if lo < hi => Some((lo, hi)),
            _ => None,
        };
        let window = Window { x: ends(0), y: ends(2) };
        let made = HullSlice::new(&hull, &model.schema.features, at, [x, y], window);
        Ok(made.map(|cut| PartHull(Rc::clone(&self.0), cut)))
    }
}
