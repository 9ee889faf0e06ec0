//! Turns serde's messages into a fault and a remedy.

use crate::documents::text::{quote, suggest};
use crate::error::one_line;

/// Fault and remedy of a number that double precision cannot hold.
pub(super) const OUT_OF_RANGE: (&str, &str) =
    ("the number is out of range", "a number that double precision can hold is needed");

/// The advice where a text is no JSON.
pub(super) const NEEDED: &str = "a JSON document as the library's own export writes it is needed";

/// The words for a document that is cut off.
pub(crate) const CUT_OFF: &str = "the file ends in the middle of the document";

/// The fault that serde met, and the remedy; `token` is the text at that place.
pub(crate) fn explain(error: &serde_json::Error, token: &[u8]) -> (String, String) {
    let text = error.to_string();
    // The position comes last. Text quoted before it may contain such words too.
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    if error.is_eof() {
        return (CUT_OFF.into(), "export it again; this copy is cut off".into());
    }
    if text == "number out of range" {
        return (OUT_OF_RANGE.0.into(), OUT_OF_RANGE.1.into());
    }
    if error.is_syntax() {
        return (format!("this is not JSON: {}", one_line(text)), syntax_advice(token).into());
    }
    mismatch(text)
}

fn syntax_advice(token: &[u8]) -> &'static str {
    if [&b"NaN"[..], b"nan", b"Infinity", b"-Infinity", b"inf", b"-inf"].contains(&token) {
        return "JSON has no NaN and no infinity; a finite number is needed";
    }
    NEEDED
}

/// Turns a message of serde's into a fault and a remedy.
pub(crate) fn mismatch(text: &str) -> (String, String) {
    // The name comes from the file and may contain anything, so the last occurrence of these words is serde's.
    let unknown = |kind: &str| text.strip_prefix(kind).and_then(|rest| rest.rsplit_once("`, expected "));
    if let Some((field, known)) = unknown("unknown field `") {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return (format!("unknown field {}", quote(field)), suggest(field, known));
    }
    if let Some((value, known)) = unknown("unknown variant `") {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return (format!("found {}", quote(value)), suggest(value, known));
    }
    if let Some(field) = text.strip_prefix("missing field `") {
        return (format!("the field \"{}\" is missing", field.trim_end_matches('`')), "it is needed".into());
    }
    if let Some(field) = text.strip_prefix("duplicate field `") {
        return (format!("the field \"{}\" is given twice", field.trim_end_matches('`')), "once is right".into());
    }
    if let Some((found, expected)) = text.rsplit_once(", expected ") {
        let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
        return (format!("found {}", things(found)), format!("{} is needed", plain(expected)));
    }
    match text.split_once("; ") {
        Some((what, right)) => (one_line(what), one_line(right)),
        None => (one_line(text), "a file as the library itself writes it is needed".into()),
    }
}

/// serde's description of a value, in words.
fn things(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "map" => "an object".into(),
        "sequence" => "a list".into(),
        "integer" | "floating" => {
            format!("the number {}", one_line(value.trim_start_matches("point ").trim_matches('`')))
        }
        "boolean" => one_line(value.trim_matches('`')),
        "string" => format!("the text {}", one_line(value)),
        _ => one_line(&found.replace('`', "")),
    }
}

/// serde's names of types, in words.
fn plain(expected: &str) -> String {
    match expected {
        "f64" | "f32" => "a number".into(),
        "usize" | "u64" | "u32" | "u8" => "a whole number, not negative,".into(),
        "i64" | "i32" => "a whole number".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        "a boolean" => "true or false".into(),
        e if e.starts_with("struct ") => "an object".into(),
        e if e.starts_with("enum ") => "a text".into(),
        e => one_line(e),
    }
}
