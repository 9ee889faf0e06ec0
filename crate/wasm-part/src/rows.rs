//! Files of rows, which no answer waits for: read by the module that has the rarer searches.

use crate::PartModel;
use espalier_core::MORE;
use espalier_documents::wire::{samples, Queries};
use espalier_documents::Refusal;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl PartModel {
    /// Reads a queries file (JSON or csv) into the document `{"queries": [[..], ..], "target": ..}`, in which a missing value
    /// is null; `name` is for messages.
    ///
    /// # Errors
    /// An `InputError` about the queries, as JSON text.
    pub fn queries(&self, text: &str, name: &str) -> Result<String, String> {
        if !MORE {
            return Err(elsewhere("queries"));
        }
        let refuse = |e| Refusal::wire("queries", &e).of(name).to_json();
        let found = Queries::parse(text, &self.0.model).map_err(refuse)?;
        let mut document = json!({ "queries": found.rows });
        if let Some(target) = found.target {
            document["target"] = target;
        }
        Ok(document.to_string())
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
