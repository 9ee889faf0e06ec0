//! Values of UBJSON, one after the other.

use super::walk::{show, Cursor};
use crate::token::{Error, Token, ValueExtent};
use crate::words::quote;
use std::borrow::Cow;

/// Reads values.
pub(crate) struct Reader<'a> {
    cursor: Cursor<'a>,
    /// Where the value that was begun last starts.
    pub start: usize,
    /// The type of the next value, where its list states it.
    pub marker: Option<u8>,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { cursor: Cursor { bytes, at: 0 }, start: 0, marker: None }
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
    pub fn null_is_next(&self) -> bool {
        self.marker.is_none() && self.cursor.bytes.get(self.cursor.at) == Some(&b'Z')
    }

    /// Whether a list or an object is at its end. If so, reads its closing bracket.
    pub fn closed(&mut self, rest: &mut ValueExtent, bracket: u8) -> bool {
        self.marker = rest.marker;
        match &mut rest.count {
            Some(0) => {}
            Some(left) => {
                *left -= 1;
                return false;
            }
            None if self.cursor.bytes.get(self.cursor.at) == Some(&bracket) => self.cursor.at += 1,
            None => return false,
        }
        self.marker = None;
        true
    }

    /// The next value, or the beginning of it.
    pub fn token(&mut self) -> Result<Token<'a>, Error> {
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
            b'[' => Token::List(self.cursor.extent()?),
            b'{' => Token::Object(self.cursor.extent()?),
            other => {
                let what = format!("found {} where a value is", show(other));
                let right = "a document as XGBoost's save_model(\"model.ubj\") writes it is needed";
                return Err(Error::new(self.start, what, right));
            }
        })
    }

    /// The name of a field.
    pub fn key(&mut self) -> Result<Cow<'a, str>, Error> {
        self.start = self.cursor.at;
        self.cursor.text()
    }

    /// The error that the field read last is a duplicate.
    pub fn twice(&self, key: &str) -> Error {
        Error::new(self.start, format!("the field {} is given twice", quote(key)), "once is right")
    }
}
