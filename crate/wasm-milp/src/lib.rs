//! The mixed-integer program of a request: solved by branch and bound, or written for other solvers. A module of its own: it is
//! fetched where a request names its engine, or is to be written. After a panic the module must be thrown away.

use espalier_core::search::{formulation, Format};
use espalier_documents::{Refusal, Running, Shared};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A model with its schema.
#[wasm_bindgen]
pub struct MilpModel(Rc<Shared>);

/// A search that is worked through in slices. It has no clock: the caller measures.
#[wasm_bindgen]
pub struct MilpSearch(Running);

/// Has panics told to the console. To be called first.
#[wasm_bindgen]
pub fn ready() {
    console_error_panic_hook::set_once();
}

#[wasm_bindgen]
impl MilpModel {
    /// Reads a model file in Espalier's JSON; `name` is for messages. A schema given besides (JSON text) takes the
    /// place of the file's own.
    ///
    /// # Errors
    /// An `InputError` about the model or the schema, as JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], name: &str, schema: Option<String>) -> Result<MilpModel, String> {
        let shared = Shared::read(bytes, name, schema).map_err(|e| e.to_json())?;
        Ok(MilpModel(Rc::new(shared)))
    }

    /// Makes a search ready that has looked at nothing yet; the request is JSON text.
    ///
    /// # Errors
    /// An `InputError` about the request, as JSON text.
    pub fn search(&self, request: &str) -> Result<MilpSearch, String> {
        let found = Running::new(Rc::clone(&self.0), request).map_err(|e| e.to_json())?;
        let none =
            || Refusal::said("request", "", "no engine of this build answers it; take the whole package").to_json();
        found.map(MilpSearch).ok_or_else(none)
    }

    /// The mixed-integer program of a request (JSON text) as a file for other solvers: "mps" or "lp".
    ///
    /// # Errors
    /// An `InputError` about the request, as JSON text.
    pub fn formulation(&self, request: &str, format: &str) -> Result<String, String> {
        let format = match format {
            "mps" => Format::Mps,
            "lp" => Format::Lp,
            _ => return Err(Refusal::said("request", "", "there is no such format; give \"mps\" or \"lp\"").to_json()),
        };
        let asked = self.0.request(request).map_err(|e| e.to_json())?;
        let made = self.0.compiled(&asked.query).and_then(|compiled| formulation(compiled, asked.query));
        let program = made.map_err(|e| Refusal::said("request", "", &e.to_string()).to_json())?;
        let mut text = String::new();
        program.write(format, &mut text).map_err(|e| e.to_string())?;
        Ok(text)
    }
}

#[wasm_bindgen]
impl MilpSearch {
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
