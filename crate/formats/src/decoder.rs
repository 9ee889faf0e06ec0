//! The decoder that serde drives, for both JSON and UBJSON. So each type of a document is compiled for it once.

use super::json::explain::{mismatch, CUT_OFF};
use super::json::{Keys, Lexer, DEEPEST};
use super::ubjson::{size, Reader, ValueExtent};
use crate::documents::text::text;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use std::borrow::Cow;
use std::fmt;

/// The reason why decoding stopped. Every result of the decoder may hold one, so it is a single word.
#[derive(Debug)]
pub(super) struct Error(pub Box<Stop>);

/// The words and the place of an error.
#[derive(Debug)]
pub(super) struct Stop {
    pub what: String,
    pub right: String,
    /// The byte of the error, where it is not that of the value read last.
    pub at: Option<usize>,
    /// Whether the text is not JSON; then `serde_json` finds the details.
    pub garbled: bool,
}

impl Error {
    pub fn new(at: usize, what: impl Into<String>, right: impl Into<String>) -> Error {
        Error(Box::new(Stop { what: what.into(), right: right.into(), at: Some(at), garbled: false }))
    }

    pub fn cut_off(at: usize) -> Error {
        Error::new(at, CUT_OFF, "export it again; this copy is cut off")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.0.what, self.0.right)
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        let (what, right) = mismatch(&message.to_string());
        Error(Box::new(Stop { what, right, at: None, garbled: false }))
    }

    fn invalid_type(found: Unexpected, expected: &dyn Expected) -> Error {
        Error::custom(match found {
            Unexpected::Unit => format!("invalid type: null, expected {expected}"),
            // In JSON's notation: 1e300, not 301 digits.
            Unexpected::Float(v) => format!("invalid type: floating point `{}`, expected {expected}", text(&v)),
            found => format!("invalid type: {found}, expected {expected}"),
        })
    }
}

/// A value, or the beginning of one.
pub(super) enum Token<'a> {
    Null,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Single(f32),
    Double(f64),
    Text(Cow<'a, str>),
    List(ValueExtent),
    Object(ValueExtent),
}

/// The bytes of a document, by their form.
pub(super) enum Source<'a> {
    Json(Lexer<'a>),
    Ubjson(Reader<'a>),
}

/// Reads values one after the other.
pub(super) struct Decoder<'a> {
    source: Source<'a>,
    depth: usize,
}

impl<'a> Decoder<'a> {
    pub fn new(source: Source<'a>) -> Decoder<'a> {
        Decoder { source, depth: 0 }
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), Error> {
        match &mut self.source {
            Source::Json(lexer) => lexer.end(),
            Source::Ubjson(reader) => reader.end(),
        }
    }

    /// The byte of an error without one. In UBJSON it is the start of the value begun last, in JSON the last byte that was read.
    pub fn place(&self) -> usize {
        match &self.source {
            Source::Json(lexer) => lexer.at.saturating_sub(1),
            Source::Ubjson(reader) => reader.start,
        }
    }

    // These are compiled once for all types that are read.
    #[inline(never)]
    fn token(&mut self, single: bool) -> Result<Token<'a>, Error> {
        let token = match &mut self.source {
            Source::Json(lexer) => lexer.token(single),
            Source::Ubjson(reader) => reader.token(),
        }?;
        if matches!(token, Token::List(_) | Token::Object(_)) {
            self.depth += 1;
            if self.depth > DEEPEST {
                let what = format!("the document is nested more than {DEEPEST} levels deep");
                return Err(Error::new(self.place(), what, "model files need fewer than ten levels"));
            }
        }
        Ok(token)
    }

    #[inline(never)]
    fn null_is_next(&mut self) -> bool {
        match &mut self.source {
            Source::Json(lexer) => lexer.null_is_next(),
            Source::Ubjson(reader) => reader.null_is_next(),
        }
    }

    /// Whether a list or an object is at its end. If so, reads its closing bracket.
    #[inline(never)]
    fn closed(&mut self, rest: &mut Rest, bracket: u8) -> Result<bool, Error> {
        let closed = match &mut self.source {
            Source::Json(lexer) => lexer.closed(&mut rest.begun, bracket)?,
            Source::Ubjson(reader) => reader.closed(&mut rest.extent, bracket),
        };
        self.depth -= usize::from(closed);
        Ok(closed)
    }

    #[inline(never)]
    fn key(&mut self) -> Result<Cow<'a, str>, Error> {
        match &mut self.source {
            Source::Json(lexer) => lexer.key(),
            Source::Ubjson(reader) => reader.key(),
        }
    }

    /// The error of a value of an unexpected kind.
    #[inline(never)]
    fn unexpected(&mut self, token: &Token, expected: &dyn Expected) -> Error {
        let found = match token {
            Token::Null => Unexpected::Unit,
            Token::Flag(flag) => Unexpected::Bool(*flag),
            Token::Unsigned(number) => Unexpected::Unsigned(*number),
            Token::Signed(number) => Unexpected::Signed(*number),
            Token::Single(number) => Unexpected::Float(f64::from(*number)),
            Token::Double(number) => Unexpected::Float(*number),
            Token::Text(text) => Unexpected::Str(text),
            Token::List(_) => Unexpected::Seq,
            Token::Object(_) => Unexpected::Map,
        };
        if let (Source::Json(lexer), Token::List(_) | Token::Object(_)) = (&mut self.source, token) {
            // The whole value is at fault, not its first byte.
            lexer.at = lexer.start;
        }
        Error::invalid_type(found, expected)
    }

    fn list<V: Visitor<'a>>(&mut self, extent: ValueExtent, visitor: V) -> Result<V::Value, Error> {
        let depth = self.depth;
        let value = visitor.visit_seq(List { decoder: self, rest: Rest { extent, begun: false } })?;
        if self.depth == depth {
            self.left_over()?;
        }
        Ok(value)
    }

    /// Closes a list after its reader has taken as many values as it expects.
    #[inline(never)]
    fn left_over(&mut self) -> Result<(), Error> {
        let mut rest = Rest { extent: ValueExtent { count: None, marker: None }, begun: true };
        if self.closed(&mut rest, b']')? {
            return Ok(());
        }
        Err(Error::new(self.place(), "the list goes on", "fewer values are right"))
    }

    fn object<V: Visitor<'a>>(&mut self, extent: ValueExtent, visitor: V) -> Result<V::Value, Error> {
        let keys = Keys::default();
        visitor.visit_map(Object { decoder: self, rest: Rest { extent, begun: false }, keys })
    }

    fn number<V: Visitor<'a>>(&mut self, single: bool, visitor: V) -> Result<V::Value, Error> {
        match self.token(single)? {
            Token::Unsigned(number) => visitor.visit_u64(number),
            Token::Signed(number) => visitor.visit_i64(number),
            Token::Single(number) => visitor.visit_f32(number),
            Token::Double(number) => visitor.visit_f64(number),
            other => Err(self.unexpected(&other, &visitor)),
        }
    }
}

/// Reads a number of a type.
macro_rules! numbers {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.number(false, visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::Null => visitor.visit_unit(),
            Token::Flag(flag) => visitor.visit_bool(flag),
            Token::Unsigned(number) => visitor.visit_u64(number),
            Token::Signed(number) => visitor.visit_i64(number),
            Token::Single(number) => visitor.visit_f32(number),
            Token::Double(number) => visitor.visit_f64(number),
            Token::Text(text) => visitor.visit_str(&text),
            Token::List(extent) => self.list(extent, visitor),
            Token::Object(extent) => self.object(extent, visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f64
    }

    // Parsed as f32 directly: by way of double precision a decimal would be rounded twice.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(true, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::Flag(flag) => visitor.visit_bool(flag),
            other => Err(self.unexpected(&other, &visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::Text(text) => visitor.visit_str(&text),
            other => Err(self.unexpected(&other, &visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.null_is_next() {
            self.token(false)?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::List(extent) => self.list(extent, visitor),
            other => Err(self.unexpected(&other, &visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::Object(extent) => self.object(extent, visitor),
            other => Err(self.unexpected(&other, &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    /// A variant is its name as text.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.token(false)? {
            Token::Text(text) => {
                let name: StrDeserializer<'_, Error> = (&*text).into_deserializer();
                visitor.visit_enum(name)
            }
            other => Err(self.unexpected(&other, &visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if let Source::Json(lexer) = &mut self.source {
            lexer.skip()?;
            return visitor.visit_unit();
        }
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// The position in a list or an object that is being read.
struct Rest {
    extent: ValueExtent,
    /// Whether a value was read.
    begun: bool,
}

/// A list that is being read.
struct List<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    rest: Rest,
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.decoder.closed(&mut self.rest, b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.decoder).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        // The count is checked against the remaining bytes; an untyped value takes at least one byte.
        let extent = self.rest.extent;
        extent.count.filter(|_| extent.marker.and_then(size).is_some())
    }
}

/// An object that is being read.
struct Object<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    rest: Rest,
    keys: Keys<'a, str>,
}

impl<'a> Object<'_, 'a> {
    // Once for all types that are read.
    #[inline(never)]
    fn key(&mut self) -> Result<Option<Cow<'a, str>>, Error> {
        if self.decoder.closed(&mut self.rest, b'}')? {
            return Ok(None);
        }
        let key = self.decoder.key()?;
        // JSON is checked for duplicate fields before it is decoded.
        if let Source::Ubjson(reader) = &self.decoder.source {
            if !self.keys.insert(key.clone()) {
                return Err(reader.twice(&key));
            }
        }
        Ok(Some(key))
    }
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(key) = self.key()? else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = (&*key).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        if let Source::Json(lexer) = &mut self.decoder.source {
            lexer.colon()?;
        }
        seed.deserialize(&mut *self.decoder)
    }
}
