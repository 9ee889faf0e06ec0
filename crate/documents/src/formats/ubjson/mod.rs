//! Universal Binary JSON (ubjson.org, draft 12) as XGBoost writes it: decoding into the types that read JSON, with errors
//! that know their JSON pointer and their byte. Written here because the crates for it are young or left, and none
//! bounds depth or memory.

mod access;
mod walk;

use super::error::{Fault, ParseError};
use super::json::explain::mismatch;
use super::json::DEEPEST;
use access::Decoder;
use serde::de::DeserializeOwned;
use std::fmt;

/// Decodes a document.
///
/// # Errors
/// Bytes that are no UBJSON, are nested too deep, give a field twice, or have other fields or types than `T`.
/// # Cost
/// Linear in the bytes; no recursion deeper than [`DEEPEST`]. Lists take no memory beyond what their bytes hold.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    let mut decoder = Decoder::new(bytes);
    let result = T::deserialize(&mut decoder).and_then(|value| decoder.end().map(|()| value));
    result.map_err(|error| {
        let at = error.at.unwrap_or(decoder.start).min(bytes.len());
        let mut result = ParseError::whole(format, error.what, error.right);
        result.place.pointer = Some(walk::pointer_at(bytes, at));
        result.place.byte = Some(at);
        result
    })
}

/// The error of a fault, with its byte found again.
pub(crate) fn locate(bytes: &[u8], format: &'static str, fault: Fault) -> ParseError {
    let mut place = fault.place;
    // Where the pointer names something that is missing, the innermost part that is there.
    let mut pointer = place.pointer.as_deref().unwrap_or_default();
    while !pointer.is_empty() && place.byte.is_none() {
        place.byte = walk::byte_of(bytes, pointer);
        pointer = &pointer[..pointer.rfind('/').unwrap_or(0)];
    }
    ParseError { format, place, what: fault.what, right: fault.right, excerpt: None }
}

/// Why decoding stopped.
#[derive(Debug)]
pub(super) struct Error {
    what: String,
    right: String,
    /// Byte, where it is not that of the value that was read last.
    at: Option<usize>,
}

impl Error {
    fn new(at: usize, what: impl Into<String>, right: impl Into<String>) -> Error {
        Error { what: what.into(), right: right.into(), at: Some(at) }
    }

    fn cut_off(at: usize) -> Error {
        Error::new(at, "the file ends in the middle of the document", "export it again; this copy is cut off")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.what, self.right)
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        let (what, right) = mismatch(&message.to_string());
        Error { what, right, at: None }
    }
}
