//! The decoder that serde drives.

use super::walk::{show, size, Cursor, Extent};
use super::{Error, DEEPEST};
use crate::wire::text::quote;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::HashSet;

/// Reads values one after the other.
pub(super) struct Decoder<'a> {
    cursor: Cursor<'a>,
    /// Where the value that was begun last starts.
    pub start: usize,
    /// The type of the next value, where its list says it.
    marker: Option<u8>,
    depth: usize,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        Decoder { cursor: Cursor { bytes, at: 0 }, start: 0, marker: None, depth: 0 }
    }

    /// Checks that nothing follows.
    pub fn end(&self) -> Result<(), Error> {
        if self.cursor.at == self.cursor.bytes.len() {
            return Ok(());
        }
        Err(Error::new(self.cursor.at, "the file goes on after the end of the document", "export the model again"))
    }

    fn next_marker(&mut self) -> Result<u8, Error> {
        self.start = self.cursor.at;
        match self.marker.take() {
            Some(marker) => Ok(marker),
            None => self.cursor.byte(),
        }
    }

    /// Whether the next value is null.
    fn null_is_next(&self) -> bool {
        self.marker.is_none() && self.cursor.bytes.get(self.cursor.at) == Some(&b'Z')
    }

    fn open(&mut self) -> Result<Extent, Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let what = format!("the document is nested more than {DEEPEST} levels deep");
            return Err(Error::new(self.start, what, "model files need fewer than ten levels"));
        }
        self.cursor.extent()
    }

    /// Whether a list or an object is at its end, whose closing bracket is then taken.
    fn closed(&mut self, left: &mut Option<usize>, bracket: u8) -> bool {
        match left {
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None if self.cursor.bytes.get(self.cursor.at) == Some(&bracket) => {
                self.cursor.at += 1;
                true
            }
            None => false,
        }
    }
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.next_marker()? {
            b'Z' => visitor.visit_unit(),
            b'T' => visitor.visit_bool(true),
            b'F' => visitor.visit_bool(false),
            marker @ (b'i' | b'U' | b'I' | b'l' | b'L') => {
                let number = self.cursor.whole(marker)?;
                match u64::try_from(number) {
                    Ok(number) => visitor.visit_u64(number),
                    Err(_) => visitor.visit_i64(number),
                }
            }
            b'd' => {
                let bytes = self.cursor.take(4)?;
                visitor.visit_f32(f32::from_be_bytes(bytes.try_into().unwrap_or_default()))
            }
            b'D' => {
                let bytes = self.cursor.take(8)?;
                visitor.visit_f64(f64::from_be_bytes(bytes.try_into().unwrap_or_default()))
            }
            b'S' => match self.cursor.text()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            b'[' => {
                let Extent { count, marker } = self.open()?;
                let value = visitor.visit_seq(List { decoder: self, left: count, marker })?;
                self.depth -= 1;
                Ok(value)
            }
            b'{' => {
                let Extent { count, marker } = self.open()?;
                let keys = HashSet::new();
                let value = visitor.visit_map(Object { decoder: self, left: count, marker, keys })?;
                self.depth -= 1;
                Ok(value)
            }
            other => {
                let what = format!("found {} where a value is", show(other));
                Err(Error::new(
                    self.start,
                    what,
                    "a document as XGBoost's save_model(\"model.ubj\") writes it is needed",
                ))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.null_is_next() {
            self.next_marker()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A list that is being read.
struct List<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    left: Option<usize>,
    marker: Option<u8>,
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.decoder.closed(&mut self.left, b']') {
            return Ok(None);
        }
        self.decoder.marker = self.marker;
        seed.deserialize(&mut *self.decoder).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        // A count is checked against the bytes that are left; untyped values may be a byte each.
        self.left.filter(|_| self.marker.and_then(size).is_some())
    }
}

/// An object that is being read.
struct Object<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    left: Option<usize>,
    marker: Option<u8>,
    keys: HashSet<Cow<'a, str>>,
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if self.decoder.closed(&mut self.left, b'}') {
            return Ok(None);
        }
        let at = self.decoder.cursor.at;
        self.decoder.start = at;
        let key = self.decoder.cursor.text()?;
        let name: StrDeserializer<'_, Error> = (&*key).into_deserializer();
        let value = seed.deserialize(name)?;
        if !self.keys.insert(key.clone()) {
            return Err(Error::new(at, format!("the field {} is given twice", quote(&key)), "once is right"));
        }
        Ok(Some(value))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.decoder.marker = self.marker;
        seed.deserialize(&mut *self.decoder)
    }
}
