//! What is thrown across the border: bad input as an object with the fields of `InputError` in
//! `www/src/types.ts`. Anything else that JavaScript catches is a fault of the engine.

use espalier_documents::formats::ParseError;
use espalier_documents::wire::WireError;
use espalier_documents::Refusal;
use wasm_bindgen::JsValue;

/// A refusal as JavaScript sees it.
pub(crate) struct InputError(pub(crate) Refusal);

impl InputError {
    /// A refusal of the document `source` ("model", "schema", "request", "queries").
    pub fn new(source: &str, at: &str, what: &str, right: &str) -> InputError {
        InputError(Refusal::new(source, at, what, right))
    }

    /// A refusal in one text, "what; what would be right".
    pub fn said(source: &str, at: &str, text: &str) -> InputError {
        InputError(Refusal::said(source, at, text))
    }

    /// A refusal of a document that `wire` read.
    pub fn wire(source: &str, error: &WireError) -> InputError {
        InputError(Refusal::wire(source, error))
    }

    /// The same, about the file `name`.
    pub fn of(self, name: &str) -> InputError {
        InputError(self.0.of(name))
    }

    /// A refusal of the model file `name`.
    pub fn model(name: &str, error: &ParseError) -> InputError {
        InputError(Refusal::model(name, error))
    }
}

impl From<InputError> for JsValue {
    fn from(error: InputError) -> JsValue {
        let text = error.0.to_json();
        js_sys::JSON::parse(&text).unwrap_or_else(|_| JsValue::from_str(&text))
    }
}
