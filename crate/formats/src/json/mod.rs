//! The parts of the reading of JSON: the lexer, and the places of values. Nesting and duplicate fields are checked before anything recurses.

pub(crate) mod explain;
mod keys;
mod lexer;
pub(crate) mod place;

pub(crate) use keys::Keys;
pub(crate) use lexer::{no_number, Lexer};
pub(crate) use place::names;

use crate::error::{Fault, ParseError};
use crate::token::DEEPEST;
use crate::words::quote;
use place::{pointer_at, skip_string, span_of};
use std::borrow::Cow;

/// A key without its escapes, for comparison.
fn plain(key: &[u8]) -> Cow<'_, [u8]> {
    let escaped = key.contains(&b'\\').then(|| lexer::unescaped(key).ok()).flatten();
    escaped.map_or(Cow::Borrowed(key), |name| Cow::Owned(format!("\"{name}\"").into_bytes()))
}

/// Refuses documents that are nested too deep, and objects that give a field twice. JSON readers differ in which of the two they take.
pub(crate) fn check_structure(bytes: &[u8], format: &'static str) -> Result<(), ParseError> {
    // One entry for each open bracket: the keys so far of an object; none for a list.
    let mut open: Vec<Option<Keys<[u8]>>> = Vec::new();
    let (mut key_next, mut i) = (false, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => {
                let end = skip_string(bytes, i);
                if let (true, Some(Some(keys))) = (key_next, open.last_mut()) {
                    if !keys.insert(plain(&bytes[i..end])) {
                        let (pointer, _) = pointer_at(bytes, i);
                        let name = String::from_utf8_lossy(bytes.get(i + 1..end - 1).unwrap_or_default()).into_owned();
                        let what = format!("the field {} is given twice", quote(&name));
                        let mut error = ParseError::whole(format, what, "once is right").at(bytes, i..end);
                        error.place.pointer = Some(pointer);
                        return Err(error);
                    }
                }
                key_next = false;
                i = end - 1;
            }
            bracket @ (b'[' | b'{') => {
                if open.len() == DEEPEST {
                    let what = format!("the document is nested more than {DEEPEST} levels deep");
                    let right = match format {
                        // This format alone nests its nodes as deep as its trees.
                        "LightGBM JSON" => "save_model(\"model.txt\") writes trees of any depth",
                        "CatBoost JSON" => "trees of fewer than 90 levels are read",
                        _ => "model files need fewer than ten levels",
                    };
                    return Err(ParseError::whole(format, what, right).at(bytes, i..i + 1));
                }
                key_next = bracket == b'{';
                open.push(key_next.then(Keys::default));
            }
            b']' | b'}' => {
                open.pop();
                key_next = false;
            }
            b',' => key_next = true,
            _ => {}
        }
        i += 1;
    }
    Ok(())
}

/// The error of a fault, with its bytes found again.
pub(crate) fn locate(bytes: &[u8], format: &'static str, fault: Fault) -> ParseError {
    // Where the pointer names a missing part, the innermost existing part around it is taken.
    let mut pointer = fault.place.pointer.as_deref().unwrap_or_default();
    let mut span = None;
    while !pointer.is_empty() && span.is_none() {
        span = span_of(bytes, pointer);
        pointer = &pointer[..pointer.rfind('/').unwrap_or(0)];
    }
    let error = ParseError { format, place: fault.place, what: fault.what, right: fault.right, excerpt: None };
    match span {
        Some(span) => error.at(bytes, span),
        None => error,
    }
}
