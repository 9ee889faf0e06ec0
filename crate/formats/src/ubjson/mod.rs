//! Universal Binary JSON (ubjson.org, draft 12) as XGBoost writes it, decoded into the types that read JSON. Errors carry their JSON pointer and
//! their byte. Written here because the crates for it are young or abandoned, and none bounds depth or memory.

mod reader;
mod walk;

pub(crate) use reader::Reader;
pub(crate) use walk::{pointer_at, size};

use crate::error::{Fault, ParseError};

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
