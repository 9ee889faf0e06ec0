//! What is thrown across the border: bad input as an object with the fields of `InputError` in
//! `www/src/types.ts`. Anything else that JavaScript catches is a fault of the engine.

use espalier_documents::formats::ParseError;
use espalier_documents::wire::WireError;
use serde_json::{json, Map, Value};
use wasm_bindgen::JsValue;

/// A refusal as JavaScript sees it.
pub(crate) struct InputError(Map<String, Value>);

impl InputError {
    /// A refusal of the document `source` ("model", "schema", "request", "queries").
    pub fn new(source: &str, at: &str, what: &str, right: &str) -> InputError {
        let mut message = if at.is_empty() { format!("{source}: {what}") } else { format!("{source}, {at}: {what}") };
        let mut fields = Map::from_iter([("source".into(), json!(source)), ("what".into(), json!(what))]);
        if !at.is_empty() {
            fields.insert("where".into(), json!(at));
        }
        if !right.is_empty() {
            message = format!("{message}; {right}");
            fields.insert("right".into(), json!(right));
        }
        fields.insert("message".into(), json!(message));
        InputError(fields)
    }

    /// A refusal in one text, "what; what would be right".
    pub fn said(source: &str, at: &str, text: &str) -> InputError {
        let (what, right) = text.split_once("; ").unwrap_or((text, ""));
        InputError::new(source, at, what, right)
    }

    /// A refusal of a document that `wire` read.
    pub fn wire(source: &str, error: &WireError) -> InputError {
        InputError::new(source, &error.at, &error.what, &error.right)
    }

    /// The same, about the file `name`.
    pub fn of(mut self, name: &str) -> InputError {
        if let Some(Value::String(message)) = self.0.get_mut("message") {
            *message = format!("{name}: {message}");
        }
        self
    }

    /// A refusal of the model file `name`.
    pub fn model(name: &str, error: &ParseError) -> InputError {
        let mut refusal = InputError::new("model", &error.place.to_string(), &error.what, &error.right);
        refusal.0.insert("message".into(), json!(format!("{name}: {error}")));
        if let Some(excerpt) = &error.excerpt {
            let excerpt = json!({"text": excerpt.text, "start": excerpt.start, "end": excerpt.end});
            refusal.0.insert("excerpt".into(), excerpt);
        }
        refusal
    }
}

impl From<InputError> for JsValue {
    fn from(error: InputError) -> JsValue {
        let text = Value::Object(error.0).to_string();
        js_sys::JSON::parse(&text).unwrap_or_else(|_| JsValue::from_str(&text))
    }
}
