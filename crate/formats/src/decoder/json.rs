//! JSON documents: model files, also with NaN and infinities, which some libraries write although JSON does not have them, and any schema or request.

use super::record::Read;
use super::strict::Strict;
use super::{Decoder, Source};
use crate::error::{DocumentError, ParseError};
use crate::json::explain::explain;
use crate::json::place::{offset_of, pointer_at, skip_string};
use crate::json::{check_structure, no_number, Lexer};
use crate::token::{Error, CUT_OFF, DEEPEST};
use serde::de::{DeserializeSeed, IgnoredAny};
use serde_json::Value;
use std::borrow::Cow;

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
pub(super) fn read<T: Read>(lexer: Lexer) -> Result<T, Error> {
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
        let known = stop.garbled || stop.what == CUT_OFF;
        if let Some(error) = known.then(|| serde_json::from_slice::<IgnoredAny>(text.as_bytes()).err()).flatten() {
            return DocumentError::syntax(&error);
        }
        let before = &text.as_bytes()[..stop.at.unwrap_or(decoder.place()).min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        DocumentError::new(format!("line {line}, column {column}"), stop.what, stop.right)
    })
}

/// The error at which the reading of a text stopped. `original` maps a position in that text to one in `bytes`, the file.
pub(super) fn stopped(
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
        Some(error) => explain(&error, bytes.get(span.clone()).unwrap_or_default()),
        None => (stop.what, stop.right),
    };
    let mut result = ParseError::whole(format, what, right);
    result.place.pointer = Some(pointer);
    result.at(bytes, span)
}

/// Decodes a document that may hold `NaN`, `Infinity` and `-Infinity`, as XGBoost writes for numbers without a meaning. They are read as
/// null; where `T` has numbers, it must take null for NaN.
///
/// # Errors
/// As [`decode`].
pub(crate) fn decode_lenient<T: Read>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    check_structure(bytes, format)?;
    read(Lexer::lenient(bytes)).map_err(|e| match e.0.garbled {
        // Text that is no JSON for another reason.
        true => {
            let (patched, grown) = without_infinities(bytes);
            let original = |offset| offset - grown.iter().take_while(|&&at| at < offset).count();
            stopped(e, &patched, &original, bytes, format)
        }
        false => stopped(e, bytes, &|offset| offset, bytes, format),
    })
}

/// The same text with null for each NaN and infinity outside of strings, and the places at which it grew by a byte.
fn without_infinities(bytes: &[u8]) -> (Cow<'_, [u8]>, Vec<usize>) {
    let (mut patched, mut grown) = (Vec::new(), Vec::new());
    let (mut copied, mut i) = (0, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => i = skip_string(bytes, i) - 1,
            b'N' | b'I' | b'-' => {
                if let Some(length) = no_number(&bytes[i..]) {
                    patched.extend_from_slice(&bytes[copied..i]);
                    if length < 4 {
                        grown.push(patched.len());
                    }
                    patched.extend_from_slice(b"null");
                    patched.resize(patched.len() + length.saturating_sub(4), b' ');
                    i += length - 1;
                    copied = i + 1;
                }
            }
            _ => {}
        }
        i += 1;
    }
    if copied == 0 {
        return (Cow::Borrowed(bytes), grown);
    }
    patched.extend_from_slice(&bytes[copied..]);
    (Cow::Owned(patched), grown)
}

/// Reads JSON text.
///
/// # Errors
/// Text that is no JSON, is nested too deep, holds a number that is out of range, or gives a field twice; with line and column.
pub fn value(text: &str) -> Result<Value, DocumentError> {
    // Some editors put a byte order mark before UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    read_by(text, Strict(DEEPEST))
}
