//! The message about bad input that the page, the command line and the package receive, for any kind of document. Its fields are those of `InputError` in
//! `www/src/types.ts`.

use crate::answer::to_json;
use espalier_formats::documents::DocumentError;
use espalier_formats::one_line;
use espalier_formats::ParseError;
use serde::Serialize;
use serde_json::{json, Map, Value};

/// Bad input, as a message ready to be shown.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal(Map<String, Value>);

impl Refusal {
    /// A refusal of the document `source` ("model", "schema", "request", "queries").
    pub fn new(source: &str, at: &str, what: &str, right: &str) -> Refusal {
        let mut message = if at.is_empty() { format!("{source}: {what}") } else { format!("{source}, {at}: {what}") };
        let mut fields = Map::new();
        fields.insert("source".into(), json!(source));
        fields.insert("what".into(), json!(what));
        if !at.is_empty() {
            fields.insert("where".into(), json!(at));
        }
        if !right.is_empty() {
            message = format!("{message}; {right}");
            fields.insert("right".into(), json!(right));
        }
        fields.insert("message".into(), json!(message));
        Refusal(fields)
    }

    /// A refusal from one text of the form "fault; remedy".
    pub fn said(source: &str, at: &str, text: &str) -> Refusal {
        let (what, right) = text.split_once("; ").unwrap_or((text, ""));
        Refusal::new(source, at, what, right)
    }

    /// A refusal of a document.
    pub fn document(source: &str, error: &DocumentError) -> Refusal {
        // The place may contain a field name from the document, which may be long and have line breaks.
        Refusal::new(source, &one_line(&error.at), &error.what, &error.right)
    }

    /// The same, about the file `name`.
    pub fn of(mut self, name: &str) -> Refusal {
        if let Some(Value::String(message)) = self.0.get_mut("message") {
            *message = format!("{name}: {message}");
        }
        self
    }

    /// A refusal of a document of one kind, the file `name`, whose message names the file alone.
    pub fn file(source: &str, name: &str, error: &DocumentError) -> Refusal {
        let mut refusal = Refusal::document(name, error);
        refusal.0.insert("source".into(), json!(source));
        refusal
    }

    /// A refusal of the model file `name`.
    pub fn model(name: &str, error: &ParseError) -> Refusal {
        let mut refusal = Refusal::new("model", &error.place.to_string(), &error.what, &error.right);
        refusal.0.insert("message".into(), json!(format!("{name}: {error}")));
        if let Some(excerpt) = &error.excerpt {
            let excerpt = json!({"text": excerpt.text, "start": excerpt.start, "end": excerpt.end});
            refusal.0.insert("excerpt".into(), excerpt);
        }
        refusal
    }

    /// The line for people.
    pub fn message(&self) -> &str {
        self.0.get("message").and_then(Value::as_str).unwrap_or_default()
    }

    /// The document as one line of JSON.
    pub fn to_json(self) -> String {
        to_json(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_a_megabyte_with_line_breaks_is_told_in_one_short_line() {
        let at = format!("/{}", "k\n".repeat(1 << 20));
        let text = Refusal::document("request", &DocumentError::new(at, "unknown field", "leave it out")).to_json();
        assert!(text.len() < 500 && !text.contains("\\n"), "{}", text.len());
    }
}
