//! The decoder of model files and documents, for both JSON and UBJSON. [`record`] has the types that it reads.

pub(crate) mod json;
pub(crate) mod record;
pub(crate) mod strict;
#[cfg(test)]
mod tests;
pub(crate) mod ubjson;

use crate::json::{Keys, Lexer};
use crate::token::{Error, Token, ValueExtent, DEEPEST};
use crate::ubjson::{size, Reader};
use crate::words::{quote, suggest};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;

/// A field of a record.
pub(crate) struct Field {
    pub name: &'static str,
    /// Whether a record without it is refused. Otherwise it keeps its default.
    pub needed: bool,
}

/// The bytes of a document, by their form.
pub(crate) enum Source<'a> {
    Json(Lexer<'a>),
    Ubjson(Reader<'a>),
}

/// Reads values one after the other.
pub(crate) struct Decoder<'a> {
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

    /// The next value, or its beginning. With `single`, a number with a fraction is read in single precision.
    #[inline(never)]
    pub fn token(&mut self, single: bool) -> Result<Token<'a>, Error> {
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

    /// Whether the next value is null.
    #[inline(never)]
    pub fn null_is_next(&mut self) -> bool {
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
    pub fn unexpected(&mut self, token: &Token, needed: &str) -> Error {
        if let (Source::Json(lexer), Token::List(_) | Token::Object(_)) = (&mut self.source, token) {
            // The whole value is at fault, not its first byte.
            lexer.at = lexer.start;
        }
        Error::of(format!("found {}", token.shown()), format!("{needed} is needed"))
    }

    /// A whole number within these ends; a negative one in two's complement.
    #[inline(never)]
    pub fn whole(&mut self, least: i64, most: u64, needed: &str) -> Result<u64, Error> {
        match self.token(false)? {
            Token::Unsigned(number) if number <= most => Ok(number),
            Token::Signed(number) if number < 0 && number >= least => Ok(number as u64),
            other => Err(self.unexpected(&other, needed)),
        }
    }

    /// The index of the name that is the next value.
    #[inline(never)]
    pub fn name(&mut self, names: &'static [&'static str]) -> Result<usize, Error> {
        match self.token(false)? {
            Token::Text(text) => (names.iter().position(|name| **name == *text))
                .ok_or_else(|| Error::of(format!("found {}", quote(&text)), suggest(&text, names.iter().copied()))),
            other => Err(self.unexpected(&other, "a text")),
        }
    }

    /// Begins a list; [`Decoder::more`] tells whether it goes on.
    #[inline(never)]
    pub fn list(&mut self) -> Result<Rest, Error> {
        match self.token(false)? {
            Token::List(extent) => Ok(Rest::of(extent)),
            other => Err(self.unexpected(&other, "a list")),
        }
    }

    /// Whether a list holds another value.
    pub fn more(&mut self, rest: &mut Rest) -> Result<bool, Error> {
        self.closed(rest, b']').map(|closed| !closed)
    }

    /// Reads the numbers of a list that was begun, behind those that are there.
    #[inline(never)]
    pub fn numbers(&mut self, extent: ValueExtent, numbers: &mut Vec<f64>) -> Result<(), Error> {
        let mut rest = Rest::of(extent);
        while self.more(&mut rest)? {
            let token = self.token(false)?;
            numbers.push(token.number().ok_or_else(|| self.unexpected(&token, "a number"))?);
        }
        Ok(())
    }

    /// Begins an object, which [`Decoder::fields`] or [`Decoder::entries`] reads.
    #[inline(never)]
    pub fn object(&mut self) -> Result<ValueExtent, Error> {
        match self.token(false)? {
            Token::Object(extent) => Ok(extent),
            other => Err(self.unexpected(&other, "an object")),
        }
    }

    /// Reads the entries of an object that was begun. `entry` gets each key; it reads the colon, then the value.
    #[inline(never)]
    pub fn entries(
        &mut self,
        extent: ValueExtent,
        entry: &mut dyn FnMut(&mut Decoder<'a>, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut rest, mut keys) = (Rest::of(extent), Keys::default());
        while let Some(key) = self.next_key(&mut rest, &mut keys)? {
            entry(self, &key)?;
        }
        Ok(())
    }

    /// Reads the fields of an object that was begun. `field` gets the index of each known one and reads its value.
    #[inline(never)]
    pub fn fields(
        &mut self,
        extent: ValueExtent,
        fields: &'static [Field],
        others_refused: bool,
        field: &mut dyn FnMut(&mut Decoder<'a>, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut seen = 0_u64;
        self.entries(extent, &mut |from, key| {
            let known = fields.iter().position(|field| field.name == key);
            if others_refused && known.is_none() {
                let names = fields.iter().map(|field| field.name);
                return Err(Error::of(format!("unknown field {}", quote(key)), suggest(key, names)));
            }
            from.colon()?;
            match known {
                Some(index) => {
                    seen |= 1 << index;
                    field(from, index)
                }
                None => from.skip(),
            }
        })?;
        match fields.iter().enumerate().find(|(index, field)| field.needed && seen >> index & 1 == 0) {
            Some((_, field)) => Err(Error::of(format!("the field \"{}\" is missing", field.name), "it is needed")),
            None => Ok(()),
        }
    }

    /// The next key of an object.
    #[inline(never)]
    fn next_key(&mut self, rest: &mut Rest, keys: &mut Keys<'a, str>) -> Result<Option<Cow<'a, str>>, Error> {
        if self.closed(rest, b'}')? {
            return Ok(None);
        }
        let key = self.key()?;
        // JSON is checked for duplicate fields before it is decoded.
        if let Source::Ubjson(reader) = &self.source {
            if !keys.insert(key.clone()) {
                return Err(reader.twice(&key));
            }
        }
        Ok(Some(key))
    }

    /// Reads the colon between a key and its value.
    pub fn colon(&mut self) -> Result<(), Error> {
        match &mut self.source {
            Source::Json(lexer) => lexer.colon(),
            Source::Ubjson(_) => Ok(()),
        }
    }

    /// Reads over the next value.
    pub fn skip(&mut self) -> Result<(), Error> {
        if let Source::Json(lexer) = &mut self.source {
            return lexer.skip();
        }
        match self.token(false)? {
            Token::List(extent) => {
                let mut rest = Rest::of(extent);
                while self.more(&mut rest)? {
                    self.skip()?;
                }
                Ok(())
            }
            Token::Object(extent) => self.entries(extent, &mut |from, _| from.skip()),
            _ => Ok(()),
        }
    }
}

/// For values of any kind ([`strict`](crate::documents::strict)).
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
            Token::List(extent) => visitor.visit_seq(List { decoder: self, rest: Rest::of(extent) }),
            Token::Object(extent) => {
                visitor.visit_map(Object { decoder: self, rest: Rest::of(extent), keys: Keys::default() })
            }
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bool char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The position in a list or an object that is being read.
pub(crate) struct Rest {
    extent: ValueExtent,
    /// Whether a value was read.
    begun: bool,
}

impl Rest {
    fn of(extent: ValueExtent) -> Rest {
        Rest { extent, begun: false }
    }

    /// The number of values to reserve memory for, each of this many bytes: all that a typed list says it holds, as far as a mebibyte goes.
    /// The number was checked against the remaining bytes; an untyped value takes at least one byte.
    pub fn announced(&self, size_of_each: usize) -> usize {
        let count = self.extent.count.filter(|_| self.extent.marker.and_then(size).is_some());
        count.unwrap_or(0).min((1 << 20) / size_of_each.max(1))
    }
}

/// A list that is being read.
struct List<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    rest: Rest,
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.decoder.more(&mut self.rest)? {
            true => seed.deserialize(&mut *self.decoder).map(Some),
            false => Ok(None),
        }
    }
}

/// An object that is being read.
struct Object<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    rest: Rest,
    keys: Keys<'a, str>,
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(key) = self.decoder.next_key(&mut self.rest, &mut self.keys)? else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = (&*key).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.decoder.colon()?;
        seed.deserialize(&mut *self.decoder)
    }
}
