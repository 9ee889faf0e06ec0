//! The parts that all JSON formats share. Nesting and duplicate fields are checked before anything recurses. Decoding errors carry their
//! JSON pointer and their bytes.

pub(super) mod explain;
mod keys;
mod lenient;
mod lexer;
mod place;
#[cfg(test)]
mod tests;
mod write;

pub(super) use keys::Keys;
pub(crate) use lenient::decode_lenient;
pub(super) use lexer::Lexer;
pub(crate) use place::members;
pub use write::to_json;

use super::decoder::{Decoder, Error, Source};
use super::error::{Fault, ParseError};
use crate::documents::text::quote;
use crate::documents::DocumentError;
use crate::record::Read;
use place::{offset_of, pointer_at, skip_string, span_of};
use serde::de::{DeserializeSeed, IgnoredAny};
use std::borrow::Cow;

/// Most levels of nesting. Model files need fewer than ten.
pub(crate) const DEEPEST: usize = 100;

/// Decodes a JSON document.
///
/// # Errors
/// Text that is no JSON, is nested too deep, or has other fields or types than `T`.
/// # Cost
/// Linear in the bytes; no recursion deeper than [`DEEPEST`].
pub(crate) fn decode<T: Read>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    check_structure(bytes, format)?;
    read(Lexer::new(bytes)).map_err(|e| stopped(e, bytes, &|offset| offset, bytes, format))
}

/// Decodes text; the byte of an error is always known.
fn read<T: Read>(lexer: Lexer) -> Result<T, Error> {
    let mut decoder = Decoder::new(Source::Json(lexer));
    let mut value = T::default();
    let result = value.read(&mut decoder).and_then(|()| decoder.end()).map(|()| value);
    result.map_err(|mut error| {
        error.0.at = error.0.at.or(Some(decoder.place()));
        error
    })
}

/// Reads text by a seed, of any schema or request.
///
/// # Errors
/// Where the text is no JSON, the reason that `serde_json` gives; else the fault, with its line and column.
pub(crate) fn read_by<'a, S: DeserializeSeed<'a>>(text: &'a str, seed: S) -> Result<S::Value, DocumentError> {
    let mut decoder = Decoder::new(Source::Json(Lexer::new(text.as_bytes())));
    let read = seed.deserialize(&mut decoder).and_then(|value| decoder.end().map(|()| value));
    read.map_err(|Error(stop)| {
        let known = stop.garbled || stop.what == explain::CUT_OFF;
        if let Some(error) = known.then(|| serde_json::from_str::<IgnoredAny>(text).err()).flatten() {
            return DocumentError::syntax(&error);
        }
        let before = &text.as_bytes()[..stop.at.unwrap_or(decoder.place()).min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        DocumentError::new(format!("line {line}, column {column}"), stop.what, stop.right)
    })
}

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

/// The error at which the reading of a text stopped. `original` maps a position in that text to one in `bytes`, the file.
fn stopped(
    Error(stop): Error,
    text: &[u8],
    original: &dyn Fn(usize) -> usize,
    bytes: &[u8],
    format: &'static str,
) -> ParseError {
    let at = stop.at.unwrap_or(0).min(text.len().saturating_sub(1));
    if let (true, Err(fault)) = (stop.garbled, std::str::from_utf8(bytes)) {
        let at = fault.valid_up_to();
        let what = format!("byte {at} (0x{:02x}) is no text in UTF-8", bytes[at]);
        return ParseError::whole(format, what, "save the file as UTF-8").at(bytes, at..at + 1);
    }
    // Where the text is no JSON, serde_json finds the reason.
    let garbled = stop.garbled.then(|| serde_json::from_slice::<IgnoredAny>(text).err()).flatten();
    let offset = original(garbled.as_ref().map_or(at, |e| offset_of(text, e.line(), e.column())));
    let (pointer, span) = pointer_at(bytes, offset);
    let (what, right) = match garbled {
        Some(error) => explain::explain(&error, bytes.get(span.clone()).unwrap_or_default()),
        None => (stop.what, stop.right),
    };
    let mut result = ParseError::whole(format, what, right);
    result.place.pointer = Some(pointer);
    result.at(bytes, span)
}
