//! UBJSON documents.

use super::record::Read;
use super::{Decoder, Source};
use crate::error::ParseError;
use crate::ubjson::{pointer_at, Reader};

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
        result.place.pointer = Some(pointer_at(bytes, at));
        result.place.byte = Some(at);
        result
    })
}
