//! Universal Binary JSON (ubjson.org, draft 12) as XGBoost writes it, decoded into the types that read JSON. Errors carry their JSON pointer and
//! their byte. Written here because the crates for it are young or abandoned, and none bounds depth or memory.

mod reader;
mod walk;

pub(super) use reader::Reader;
pub(super) use walk::{size, ValueExtent};

use super::decoder::{Decoder, Source};
use super::error::{Fault, ParseError};
use super::record::Read;

/// Decodes a document.
///
/// # Errors
/// Bytes that are no UBJSON, are nested too deep, give a field twice, or have other fields or types than `T`.
/// # Cost
/// Linear in the bytes; no recursion deeper than in JSON. Lists take no memory beyond that of their own values.
pub(crate) fn decode<T: Read>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    let mut decoder = Decoder::new(Source::Ubjson(Reader::new(bytes)));
    let mut value = T::default();
    let result = value.read(&mut decoder).and_then(|()| decoder.end()).map(|()| value);
    result.map_err(|error| {
        let error = *error.0;
        let at = error.at.unwrap_or(decoder.place()).min(bytes.len());
        let mut result = ParseError::whole(format, error.what, error.right);
        result.place.pointer = Some(walk::pointer_at(bytes, at));
        result.place.byte = Some(at);
        result
    })
}

/// The error of a fault, with its byte found again.
pub(crate) fn locate(bytes: &[u8], format: &'static str, fault: Fault) -> ParseError {
    let mut place = fault.place;
    // Where the pointer names a missing part, the innermost existing part around it is taken.
    let mut pointer = place.pointer.as_deref().unwrap_or_default();
    while !pointer.is_empty() && place.byte.is_none() {
        place.byte = walk::byte_of(bytes, pointer);
        pointer = &pointer[..pointer.rfind('/').unwrap_or(0)];
    }
    ParseError { format, place, what: fault.what, right: fault.right, excerpt: None }
}
