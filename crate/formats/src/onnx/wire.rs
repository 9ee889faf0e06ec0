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

    /// Its fields, one after the other.
    pub fn fields(self) -> Fields<'a> {
        Fields { message: self, at: 0 }
    }

    /// The last field of a number that holds bytes.
    pub fn bytes_of(self, field: u32) -> Result<Option<Message<'a>>, Fault> {
        Ok(self.all(field)?.pop())
    }

    /// The last field of this number, as a whole number.
    pub fn whole_of(self, field: u32) -> Result<Option<i64>, Fault> {
        let mut found = None;
        for read in self.fields() {
            match read? {
                (number, Value::Varint(v)) if number == field => found = Some(v as i64),
                _ => {}
            }
        }
        Ok(found)
    }

    /// All fields of a number that hold bytes.
    pub fn all(self, field: u32) -> Result<Vec<Message<'a>>, Fault> {
        self.parts(field).collect()
    }

    /// All fields of a number that hold bytes, one after the other.
    pub fn parts(self, field: u32) -> Parts<'a> {
        Parts { fields: self.fields(), field }
    }

    /// Whole numbers of a repeated field, packed or not, one after the other.
    pub fn wholes(self, field: u32) -> Wholes<'a> {
        Wholes { fields: self.fields(), field, packed: Message { bytes: &[], offset: 0 }.fields() }
    }

    /// Single-precision numbers of a repeated field, packed or not. There are about `count`.
    pub fn singles(self, field: u32, count: usize) -> Result<Vec<f64>, Fault> {
        let mut found = Vec::with_capacity(count);
        for read in self.fields() {
            match read? {
                (number, Value::Fixed32(v)) if number == field => found.push(f64::from(f32::from_bits(v))),
                (number, Value::Bytes(packed)) if number == field => {
                    found.extend(packed.chunks::<4>()?.map(|b| f64::from(f32::from_le_bytes(b))));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Double-precision numbers of a repeated field, packed or not.
    pub fn doubles(self, field: u32) -> Result<Vec<f64>, Fault> {
        let mut found = Vec::new();
        for read in self.fields() {
            match read? {
                (number, Value::Fixed64(v)) if number == field => found.push(f64::from_bits(v)),
                (number, Value::Bytes(packed)) if number == field => {
                    found.extend(packed.chunks::<8>()?.map(f64::from_le_bytes));
                }
                _ => {}
            }
        }
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

/// The fields of a message, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    message: Message<'a>,
    at: usize,
}

impl<'a> Fields<'a> {
    /// Reads a number; `what` is the fault where it does not end.
    fn number(&mut self, what: &str) -> Result<u64, Fault> {
        let mut rest = &self.message.bytes[self.at..];
        let number = decode_varint(&mut rest).map_err(|_| self.fault(self.at, what))?;
        self.at = self.message.bytes.len() - rest.len();
        Ok(number)
    }

    /// A fault at a byte of the message, after which there are no more fields.
    fn fault(&mut self, at: usize, what: &str) -> Fault {
        self.at = self.message.bytes.len();
        Message::fault(self.message.offset + at, what)
    }

    /// Reads the next field where it is a whole number and of this number: the short way for long lists of them.
    pub fn whole(&mut self, field: u32) -> Option<Result<u64, Fault>> {
        if self.message.bytes.get(self.at).map(|key| u32::from(*key)) != Some(field << 3) {
            return None;
        }
        self.at += 1;
        Some(self.number("a number does not end"))
    }

    fn field(&mut self) -> Result<(u32, Value<'a>), Fault> {
        let mut rest = &self.message.bytes[self.at..];
        let (number, kind) = decode_key(&mut rest).map_err(|_| self.fault(self.at, "no field starts"))?;
        self.at = self.message.bytes.len() - rest.len();
        let start = self.at;
        let length = match kind {
            WireType::Varint => return Ok((number, Value::Varint(self.number("a number does not end")?))),
            WireType::SixtyFourBit => 8,
            WireType::LengthDelimited => self.number("a length does not end")?,
            WireType::ThirtyTwoBit => 4,
            WireType::StartGroup | WireType::EndGroup => {
                return Err(self.fault(start, "a group stands, which ONNX has nowhere"))
            }
        };
        let Message { bytes, offset } = self.message;
        let rest = &bytes[self.at..];
        let Some(part) = usize::try_from(length).ok().and_then(|n| rest.get(..n)) else {
            let what = format!("a field claims {length} bytes where {} are left", rest.len());
            return Err(self.fault(start, &what));
        };
        let value = match kind {
            WireType::ThirtyTwoBit => Value::Fixed32(u32::from_le_bytes(array(part))),
            WireType::SixtyFourBit => Value::Fixed64(u64::from_le_bytes(array(part))),
            _ => Value::Bytes(Message { bytes: part, offset: offset + self.at }),
        };
        self.at += part.len();
        Ok((number, value))
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u32, Value<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.at < self.message.bytes.len()).then(|| self.field())
    }
}

/// All fields of a number that hold bytes, one after the other.
pub(super) struct Parts<'a> {
    fields: Fields<'a>,
    field: u32,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Result<Message<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.fields.next()? {
                Ok((number, Value::Bytes(part))) if number == self.field => return Some(Ok(part)),
                Ok(_) => {}
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}

/// The whole numbers of a repeated field, one after the other.
pub(super) struct Wholes<'a> {
    fields: Fields<'a>,
    field: u32,
    /// The rest of the numbers that stand together.
    packed: Fields<'a>,
}

impl Iterator for Wholes<'_> {
    type Item = Result<i64, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.packed.at < self.packed.message.bytes.len() {
                return Some(self.packed.number("a number does not end").map(|v| v as i64));
            }
            if let Some(number) = self.fields.whole(self.field) {
                return Some(number.map(|v| v as i64));
            }
            match self.fields.next()? {
                Ok((number, Value::Varint(v))) if number == self.field => return Some(Ok(v as i64)),
                Ok((number, Value::Bytes(packed))) if number == self.field => self.packed = packed.fields(),
                Ok(_) => {}
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}

/// The bytes as an array; the caller has cut them to its length.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}
