//! Turns `serde_json`'s messages about damaged text into a fault and a remedy.

use crate::token::CUT_OFF;
use crate::words::one_line;

/// Fault and remedy of a number that double precision cannot hold.
pub(super) const OUT_OF_RANGE: (&str, &str) =
    ("the number is out of range", "a number that double precision can hold is needed");

/// The advice where a text is no JSON.
pub(super) const NEEDED: &str = "a JSON document as the library's own export writes it is needed";

/// The fault in a text that is no JSON, and the remedy; `token` is the text at that place.
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
    (format!("this is not JSON: {}", one_line(text)), syntax_advice(token).into())
}

fn syntax_advice(token: &[u8]) -> &'static str {
    if [&b"NaN"[..], b"nan", b"Infinity", b"-Infinity", b"inf", b"-inf"].contains(&token) {
        return "JSON has no NaN and no infinity; a finite number is needed";
    }
    NEEDED
}
