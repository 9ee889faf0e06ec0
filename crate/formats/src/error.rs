//! Faults of model files and of documents: the fault, its place, and the remedy.

use crate::words::one_line;
use serde_json::error::Category;
use std::fmt;

/// Why a model file cannot be loaded. [`Display`](fmt::Display) gives it in one line.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    /// The recognised format, by its usual name; "model file" where none was recognised.
    pub format: &'static str,
    /// The place in the file. It is boxed so that results stay small.
    pub place: Box<Location>,
    /// The fault.
    pub what: String,
    /// The remedy: the right content, or the action to take.
    pub right: String,
    /// The text around the fault, where the file is text.
    pub excerpt: Option<Excerpt>,
}

/// A place in a model file; unknown parts are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Tree number from 0.
    pub tree: Option<usize>,
    /// Node number from 0 in that tree.
    pub node: Option<usize>,
    /// JSON pointer (RFC 6901).
    pub pointer: Option<String>,
    /// Byte, line and column, where the file is text.
    pub position: Option<Position>,
    /// Bytes before it, where the file is binary.
    pub byte: Option<usize>,
}

/// A fault that a loader finds in a decoded document, before its bytes are looked up.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The place.
    pub place: Box<Location>,
    /// The fault.
    pub what: String,
    /// The remedy.
    pub right: String,
}

impl Fault {
    /// A fault at a JSON pointer.
    pub fn new(pointer: impl Into<String>, what: impl Into<String>, right: impl Into<String>) -> Fault {
        let place = Box::new(Location { pointer: Some(pointer.into()), ..Location::default() });
        Fault { place, what: what.into(), right: right.into() }
    }

    /// A fault in a tree, perhaps at one node, at a JSON pointer.
    pub fn in_tree(
        tree: usize,
        node: Option<usize>,
        pointer: impl Into<String>,
        what: impl Into<String>,
        right: impl Into<String>,
    ) -> Fault {
        let mut fault = Fault::new(pointer, what, right);
        fault.place.tree = Some(tree);
        fault.place.node = node;
        fault
    }
}

impl From<DocumentError> for Fault {
    fn from(error: DocumentError) -> Fault {
        Fault::new(error.at, error.what, error.right)
    }
}

/// A byte of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Bytes before it.
    pub offset: usize,
    /// Line number from 1.
    pub line: usize,
    /// Byte number in its line, from 1.
    pub column: usize,
}

/// Some text of the file around a fault, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text; control characters are shown as spaces.
    pub text: String,
    /// First character of the faulty part.
    pub start: usize,
    /// The character after its last.
    pub end: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(tree) = self.tree {
            parts.push(format!("tree {tree}"));
        }
        if let Some(node) = self.node {
            parts.push(format!("node {node}"));
        }
        if let Some(pointer) = self.pointer.as_ref().filter(|p| !p.is_empty()) {
            parts.push(one_line(pointer));
        }
        if let Some(p) = self.position {
            parts.push(format!("line {}, column {}", p.line, p.column));
        }
        if let Some(byte) = self.byte {
            parts.push(format!("byte {byte}"));
        }
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format)?;
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, ", {place}")?;
        }
        write!(f, ": {}", self.what)?;
        if !self.right.is_empty() {
            write!(f, "; {}", self.right)?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    /// An error about the file as a whole.
    pub(crate) fn whole(format: &'static str, what: impl Into<String>, right: impl Into<String>) -> ParseError {
        ParseError { format, place: Box::default(), what: what.into(), right: right.into(), excerpt: None }
    }

    /// Adds the position and the excerpt of `span` (bytes) to the error.
    pub(crate) fn at(mut self, bytes: &[u8], span: std::ops::Range<usize>) -> ParseError {
        self.place.position = Some(position(bytes, span.start));
        self.excerpt = Some(excerpt(bytes, span));
        self
    }
}

/// Line and column of a byte. Linear in `offset`.
pub(crate) fn position(bytes: &[u8], offset: usize) -> Position {
    let before = &bytes[..offset.min(bytes.len())];
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    Position { offset, line, column: 1 + before.len() - start }
}

/// Up to 40 bytes on each side of a span, with the span itself shortened to 60.
pub(crate) fn excerpt(bytes: &[u8], span: std::ops::Range<usize>) -> Excerpt {
    /// Bytes: a line of a terminal holds both sides and the span.
    const AROUND: usize = 40;
    const CULPRIT: usize = 60;
    let start = span.start.min(bytes.len());
    let end = span.end.clamp(start, bytes.len()).min(start + CULPRIT);
    let boundary = |mut i: usize| {
        // A character has at most three continuation bytes. More of them are no text.
        let end = (i + 3).min(bytes.len());
        while i < end && bytes[i] & 0xC0 == 0x80 {
            i += 1;
        }
        i
    };
    let text = |from: usize, to: usize| -> String {
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        String::from_utf8_lossy(&bytes[from..to.max(from)]).chars().map(shown).collect()
    };
    let (start, end) = (boundary(start), boundary(end));
    let before = text(boundary(start.saturating_sub(AROUND)).min(start), start);
    let culprit = text(start, end);
    let after = text(end, boundary((end + AROUND).min(bytes.len())));
    let start = before.chars().count();
    let end = start + culprit.chars().count();
    Excerpt { text: before + &culprit + &after, start, end }
}

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

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.is_empty() {
            // Fields of the document's own making may hold anything, line breaks too.
            write!(f, "{}: ", one_line(&self.at))?;
        }
        write!(f, "{}; {}", self.what, self.right)
    }
}

impl std::error::Error for DocumentError {}
