//! A search under way.

use espalier_documents::Running;
use wasm_bindgen::prelude::wasm_bindgen;

/// A search that is worked through in slices. It has no clock: the caller measures.
#[wasm_bindgen]
pub struct RunningSearch(pub(crate) Running);

#[wasm_bindgen]
impl RunningSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.0.time_limit()
    }

    /// Works through at most so many boxes (a whole number); true when the search is finished.
    pub fn step(&mut self, boxes: f64) -> bool {
        self.0.step(boxes as u64)
    }

    /// Cost of the best so far (NaN where there is none), proved lower bound, boxes opened.
    pub fn progress(&self) -> Vec<f64> {
        self.0.progress()
    }

    /// The answer so far as JSON text.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<String, String> {
        self.0.answer(milliseconds)
    }
}
