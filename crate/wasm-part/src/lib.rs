//! What the engine leaves out, in modules of their own that are fetched where a model or a request needs them: this is the
//! source of each, and they differ in the searches that are built in. Everything else about a model is asked of the engine.
//! After a panic the module must be thrown away.

mod hull;
mod program;
mod rows;

use espalier_documents::{Begun, Refusal, Running, Shared};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A model with its schema.
#[wasm_bindgen]
pub struct PartModel(Rc<Shared>);

/// A search that is worked through in slices. It has no clock: the caller measures.
#[wasm_bindgen]
pub struct PartSearch(Running);

/// Has panics told to the console. To be called first.
#[wasm_bindgen]
pub fn ready() {
    console_error_panic_hook::set_once();
}

#[wasm_bindgen]
impl PartModel {
    /// Reads a model file in Espalier's JSON; `name` is for messages. A schema given besides (JSON text) takes the
    /// place of the file's own.
    ///
    /// # Errors
    /// An `InputError` about the model or the schema, as JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], name: &str, schema: Option<String>) -> Result<PartModel, String> {
        let shared = Shared::read(bytes, name, schema).map_err(|e| e.to_json())?;
        Ok(PartModel(Rc::new(shared)))
    }

    /// Makes a search ready that has looked at nothing yet; the request is JSON text.
    ///
    /// # Errors
    /// An `InputError` about the request, as JSON text.
    pub fn search(&self, request: &str) -> Result<PartSearch, String> {
        match Running::begin(Rc::clone(&self.0), request).map_err(|e| e.to_json())? {
            Begun::Here(running) => Ok(PartSearch(*running)),
            Begun::Elsewhere(_) => {
                let what = "no engine of this build answers it; take the whole package";
                Err(Refusal::said("request", "", what).to_json())
            }
        }
    }
}

#[wasm_bindgen]
impl PartSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.0.time_limit()
    }

    /// Works through at most so many nodes (a whole number); true when the search is finished.
    pub fn step(&mut self, nodes: f64) -> bool {
        self.0.step(nodes as u64)
    }

    /// Cost of the best so far (NaN where there is none), proved lower bound, nodes opened.
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
