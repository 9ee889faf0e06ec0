//! Writes JSON. Numbers are formatted by the standard library, so that the engine does not hold a second set of tables for it.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// The compact form, with the standard library's shortest digits: `1e16`, `0.5`, `2.0`.
struct Shortest;

impl Formatter for Shortest {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:?}")
    }

    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        write!(writer, "{value:?}")
    }
}

/// A value as JSON text in UTF-8, without spaces. Reading it gives each number's very bits. NaN and infinities are written as null. Empty
/// where the value's own `Serialize` fails.
///
/// # Cost
/// Linear in the length of the text.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    let mut text = Vec::new();
    match value.serialize(&mut Serializer::with_formatter(&mut text, Shortest)) {
        Ok(()) => text,
        Err(_) => Vec::new(),
    }
}
