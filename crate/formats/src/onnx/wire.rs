//! The protobuf encoding, read in place. A message is a slice of the file, and its fields are read one after the other. No memory is
//! reserved for a claimed length. Keys and numbers are decoded by prost.

use crate::error::Fault;
use prost::encoding::{decode_key, decode_varint, WireType};

/// A message, not yet read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a> {
    bytes: &'a [u8],
    /// Bytes of the file before it.
    offset: usize,
}

/// The content of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Varint(u64),
    Fixed32(u32),
    Fixed64(u64),
    /// A message, a text, bytes, or packed numbers.
    Bytes(Message<'a>),
}

impl<'a> Message<'a> {
    /// The whole file.
    pub fn file(bytes: &'a [u8]) -> Message<'a> {
        Message { bytes, offset: 0 }
    }

    /// Its bytes.
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The field as text; bytes that are not UTF-8 are replaced.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }

    /// A fault at a byte of the file.
    fn fault(offset: usize, what: &str) -> Fault {
        let right = "export the model again; this copy is damaged or cut off";
        Fault::new("", format!("at byte {offset}, {what}"), right)
    }

    /// Hands every field to `see`, with its number.
    pub fn each(self, mut see: impl FnMut(u32, Value<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
        let mut rest = self.bytes;
        while !rest.is_empty() {
            let offset = self.offset + self.bytes.len() - rest.len();
            let (number, kind) = decode_key(&mut rest).map_err(|_| Self::fault(offset, "no field starts"))?;
            let offset = self.offset + self.bytes.len() - rest.len();
            let length = match kind {
                WireType::Varint => {
                    let value = decode_varint(&mut rest).map_err(|_| Self::fault(offset, "a number does not end"))?;
                    see(number, Value::Varint(value))?;
                    continue;
                }
                WireType::ThirtyTwoBit => 4,
                WireType::SixtyFourBit => 8,
                WireType::LengthDelimited => {
                    decode_varint(&mut rest).map_err(|_| Self::fault(offset, "a length does not end"))?
                }
                WireType::StartGroup | WireType::EndGroup => {
                    return Err(Self::fault(offset, "a group stands, which ONNX has nowhere"))
                }
            };
            let start = self.bytes.len() - rest.len();
            let Some((part, after)) = usize::try_from(length).ok().and_then(|n| rest.split_at_checked(n)) else {
                let what = format!("a field claims {length} bytes where {} are left", rest.len());
                return Err(Self::fault(offset, &what));
            };
            rest = after;
            let value = match kind {
                WireType::ThirtyTwoBit => Value::Fixed32(u32::from_le_bytes(array(part))),
                WireType::SixtyFourBit => Value::Fixed64(u64::from_le_bytes(array(part))),
                _ => Value::Bytes(Message { bytes: part, offset: self.offset + start }),
            };
            see(number, value)?;
        }
        Ok(())
    }

    /// The last field of a number that holds bytes.
    pub fn bytes_of(self, field: u32) -> Result<Option<Message<'a>>, Fault> {
        let mut found = None;
        self.each(|number, value| {
            if let (true, Value::Bytes(bytes)) = (number == field, value) {
                found = Some(bytes);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The last field of this number, as a whole number.
    pub fn whole_of(self, field: u32) -> Result<Option<i64>, Fault> {
        let mut found = None;
        self.each(|number, value| {
            if let (true, Value::Varint(v)) = (number == field, value) {
                found = Some(v as i64);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// All fields of a number that hold bytes.
    pub fn all(self, field: u32) -> Result<Vec<Message<'a>>, Fault> {
        let mut found = Vec::new();
        self.each(|number, value| {
            if let (true, Value::Bytes(bytes)) = (number == field, value) {
                found.push(bytes);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whole numbers of a repeated field, packed or not.
    pub fn wholes(self, field: u32) -> Result<Vec<i64>, Fault> {
        let mut found = Vec::new();
        self.each(|number, value| {
            match value {
                Value::Varint(v) if number == field => found.push(v as i64),
                Value::Bytes(packed) if number == field => {
                    let mut rest = packed.bytes;
                    while !rest.is_empty() {
                        let offset = packed.offset + packed.bytes.len() - rest.len();
                        let v = decode_varint(&mut rest).map_err(|_| Self::fault(offset, "a number does not end"))?;
                        found.push(v as i64);
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Single-precision numbers of a repeated field, packed or not.
    pub fn singles(self, field: u32) -> Result<Vec<f32>, Fault> {
        let mut found = Vec::new();
        self.each(|number, value| {
            match value {
                Value::Fixed32(v) if number == field => found.push(f32::from_bits(v)),
                Value::Bytes(packed) if number == field => {
                    found.extend(packed.chunks::<4>()?.map(f32::from_le_bytes));
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Double-precision numbers of a repeated field, packed or not.
    pub fn doubles(self, field: u32) -> Result<Vec<f64>, Fault> {
        let mut found = Vec::new();
        self.each(|number, value| {
            match value {
                Value::Fixed64(v) if number == field => found.push(f64::from_bits(v)),
                Value::Bytes(packed) if number == field => {
                    found.extend(packed.chunks::<8>()?.map(f64::from_le_bytes));
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The bytes in pieces of the size of one number.
    ///
    /// # Errors
    /// The bytes are not a multiple of that size.
    pub fn chunks<const N: usize>(self) -> Result<impl Iterator<Item = [u8; N]> + 'a, Fault> {
        if !self.bytes.len().is_multiple_of(N) {
            let what = format!("{} bytes hold no whole count of numbers of {N} bytes", self.bytes.len());
            return Err(Self::fault(self.offset, &what));
        }
        Ok(self.bytes.chunks_exact(N).map(array))
    }
}

/// The bytes as an array; the caller has cut them to its length.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}
