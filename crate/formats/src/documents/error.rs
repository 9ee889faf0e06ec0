//! The one error type with which a document is refused.

use serde_json::error::Category;

/// A fault of a document: its place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// A JSON pointer ("/features/2/kind"; empty for the whole document), or "line 7, column 2".
    pub at: String,
    /// The fault.
    pub what: String,
    /// The remedy.
    pub right: String,
}

impl DocumentError {
    /// An error at a place in a document.
    pub fn new(at: impl Into<String>, what: impl Into<String>, right: impl Into<String>) -> Self {
        DocumentError { at: at.into(), what: what.into(), right: right.into() }
    }

    /// The error of text that cannot be read as one JSON document.
    pub(crate) fn syntax(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        let (what, right) = match error.classify() {
            Category::Eof if (error.line(), error.column()) <= (1, 0) => {
                ("not JSON: it is empty".to_owned(), "give one JSON document")
            }
            Category::Eof => ("not JSON: it ends in the middle".to_owned(), "give one whole JSON document"),
            _ => (format!("not JSON: {what}"), "give one JSON document"),
        };
        let at = match error.line() {
            0 => String::new(),
            line => format!("line {line}, column {}", error.column()),
        };
        DocumentError::new(at, what, right)
    }
}

impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.at.is_empty() {
            // Fields of the document's own making may hold anything, line breaks too.
            write!(f, "{}: ", crate::error::one_line(&self.at))?;
        }
        write!(f, "{}; {}", self.what, self.right)
    }
}

impl std::error::Error for DocumentError {}
