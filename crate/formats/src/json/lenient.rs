//! JSON with NaN and infinities, which some libraries write although JSON does not have them.

use super::place::skip_string;
use super::{check_structure, read, stopped, Lexer};
use crate::error::ParseError;
use crate::record::Read;
use std::borrow::Cow;

const TOKENS: [&[u8]; 4] = [b"NaN", b"Infinity", b"-Infinity", b"-NaN"];

/// The length of NaN or an infinity, where one starts here.
pub(super) fn no_number(bytes: &[u8]) -> Option<usize> {
    TOKENS.into_iter().find(|token| bytes.starts_with(token)).map(<[u8]>::len)
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
