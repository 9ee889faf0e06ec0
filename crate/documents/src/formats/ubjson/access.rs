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

/// A value, or the beginning of one.
enum Token<'a> {
    Null,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Single(f32),
    Double(f64),
    Text(Cow<'a, str>),
    List(Extent),
    Object(Extent),
}

impl<'a> Decoder<'a> {
    // Once for all types that are read.
    #[inline(never)]
    fn token(&mut self) -> Result<Token<'a>, Error> {
        Ok(match self.next_marker()? {
            b'Z' => Token::Null,
            b'T' => Token::Flag(true),
            b'F' => Token::Flag(false),
            marker @ (b'i' | b'U' | b'I' | b'l' | b'L') => {
                let number = self.cursor.whole(marker)?;
                u64::try_from(number).map_or(Token::Signed(number), Token::Unsigned)
            }
            b'd' => Token::Single(f32::from_be_bytes(self.cursor.take(4)?.try_into().unwrap_or_default())),
            b'D' => Token::Double(f64::from_be_bytes(self.cursor.take(8)?.try_into().unwrap_or_default())),
            b'S' => Token::Text(self.cursor.text()?),
            b'[' => Token::List(self.open()?),
            b'{' => Token::Object(self.open()?),
            other => {
                let what = format!("found {} where a value is", show(other));
                let right = "a document as XGBoost's save_model(\"model.ubj\") writes it is needed";
                return Err(Error::new(self.start, what, right));
            }
        })
    }
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token()? {
            Token::Null => visitor.visit_unit(),
            Token::Flag(flag) => visitor.visit_bool(flag),
            Token::Unsigned(number) => visitor.visit_u64(number),
            Token::Signed(number) => visitor.visit_i64(number),
            Token::Single(number) => visitor.visit_f32(number),
            Token::Double(number) => visitor.visit_f64(number),
            Token::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Token::Text(Cow::Owned(text)) => visitor.visit_string(text),
            Token::List(Extent { count, marker }) => {
                let value = visitor.visit_seq(List { decoder: self, left: count, marker })?;
                self.depth -= 1;
                Ok(value)
            }
            Token::Object(Extent { count, marker }) => {
                let keys = HashSet::new();
                let value = visitor.visit_map(Object { decoder: self, left: count, marker, keys })?;
                self.depth -= 1;
                Ok(value)
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

impl<'a> Object<'_, 'a> {
    // Once for all types that are read.
    #[inline(never)]
    fn key(&mut self) -> Result<Cow<'a, str>, Error> {
        let at = self.decoder.cursor.at;
        self.decoder.start = at;
        let key = self.decoder.cursor.text()?;
        if !self.keys.insert(key.clone()) {
            return Err(Error::new(at, format!("the field {} is given twice", quote(&key)), "once is right"));
        }
        Ok(key)
    }
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if self.decoder.closed(&mut self.left, b'}') {
            return Ok(None);
        }
        let key = self.key()?;
        let name: StrDeserializer<'_, Error> = (&*key).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.decoder.marker = self.marker;
        seed.deserialize(&mut *self.decoder)
    }
}
