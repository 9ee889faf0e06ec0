//! Files of rows, which no answer waits for: read by the module that has the rarer searches.

use crate::PartModel;
use espalier_core::MORE;
use espalier_documents::wire::{samples, Queries};
use espalier_documents::Refusal;
use wasm_bindgen::prelude::wasm_bindgen;

/// The rows of a queries file, and the target that it names.
#[wasm_bindgen]
pub struct PartRows(Queries);

#[wasm_bindgen]
impl PartRows {
    /// Takes the rows, one after another, in column order; NaN is a missing value.
    pub fn take(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.0.rows)
    }

    /// The target as JSON text.
    pub fn target(&self) -> Option<String> {
        self.0.target.as_ref().map(ToString::to_string)
    }
}

#[wasm_bindgen]
impl PartModel {
    /// Reads a queries file (JSON or csv); `name` is for messages.
    ///
    /// # Errors
    /// An `InputError` about the queries, as JSON text.
    pub fn queries(&self, text: &str, name: &str) -> Result<PartRows, String> {
        if !MORE {
            return Err(elsewhere("queries"));
        }
        let refuse = |e| Refusal::wire("queries", &e).of(name).to_json();
        Queries::parse(text, &self.0.model).map(PartRows).map_err(refuse)
    }

    /// Reads a file of sample predictions (JSON or csv): its rows, and what stands beside them, as JSON text; `name` is for
    /// messages.
    ///
    /// # Errors
    /// An `InputError` about the samples, as JSON text.
    pub fn samples(&self, text: &str, name: &str) -> Result<String, String> {
        if !MORE {
            return Err(elsewhere("samples"));
        }
        let refuse = |e| Refusal::wire("samples", &e).of(name).to_json();
        Ok(samples(text, &self.0.model).map_err(refuse)?.to_string())
    }
}

fn elsewhere(source: &str) -> String {
    Refusal::said(source, "", "another module reads them; take the whole package").to_json()
}
