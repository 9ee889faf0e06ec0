//! The mixed-integer program of a request as a file for other solvers.

use crate::PartModel;
use espalier_core::search::{formulation, Format};
use espalier_documents::Refusal;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl PartModel {
    /// The mixed-integer program of a request (JSON text): "mps" or "lp".
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
