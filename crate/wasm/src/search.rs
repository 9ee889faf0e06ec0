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

    /// Makes a search that has done nothing yet an assistant of another of the same model and request: it works on the boxes
    /// that it takes.
    pub fn assist(&mut self) {
        self.0.search().assist();
    }

    /// Whether there is nothing to do before something is taken or comes back.
    pub fn waits(&mut self) -> bool {
        self.0.search().waits()
    }

    /// The best so far and, where asked for, some of the open boxes, for the other; nothing where there is none to spare.
    pub fn parcel(&mut self, boxes: bool) -> Option<Vec<u8>> {
        self.0.search().parcel(boxes)
    }

    /// Takes the other's parcel.
    pub fn take(&mut self, parcel: &[u8]) {
        self.0.search().take(parcel);
    }

    /// The least bound of the boxes that are away; infinite when none is.
    pub fn away(&mut self, bound: f64) {
        self.0.search().away(bound);
    }

    /// The answer so far as JSON text.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<String, String> {
        self.0.answer(milliseconds)
    }
}
