//! JSON with the numbers that some libraries write and JSON does not have.

use super::place::{offset_of, skip_string};
use super::{check_structure, from_serde};
use crate::formats::error::ParseError;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// Decodes a document that may hold `NaN`, `Infinity` and `-Infinity`, as XGBoost's does for numbers that
/// mean nothing. They are read as null, which `T` must take for NaN where it takes numbers.
///
/// # Errors
/// As [`decode`].
pub(crate) fn decode_lenient<T: DeserializeOwned>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    check_structure(bytes, format)?;
    let (patched, grown) = without_infinities(bytes);
    serde_json::from_slice(&patched).map_err(|e| {
        let offset = offset_of(&patched, e.line(), e.column());
        let before = grown.iter().take_while(|&&at| at < offset).count();
        from_serde(&e, offset - before, bytes, format)
    })
}

/// The same text with null for each NaN and infinity outside of strings, and the places where it grew by a byte.
fn without_infinities(bytes: &[u8]) -> (Cow<'_, [u8]>, Vec<usize>) {
    const TOKENS: [&[u8]; 4] = [b"NaN", b"Infinity", b"-Infinity", b"-NaN"];
    let (mut patched, mut grown) = (Vec::new(), Vec::new());
    let (mut copied, mut i) = (0, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => i = skip_string(bytes, i) - 1,
            b'N' | b'I' | b'-' => {
                if let Some(token) = TOKENS.into_iter().find(|t| bytes[i..].starts_with(t)) {
                    patched.extend_from_slice(&bytes[copied..i]);
                    if token.len() < 4 {
                        grown.push(patched.len());
                    }
                    patched.extend_from_slice(b"null");
                    patched.resize(patched.len() + token.len().saturating_sub(4), b' ');
                    i += token.len() - 1;
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
