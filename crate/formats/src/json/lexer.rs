//! Values of JSON text, one after the other.

use super::explain::{explain, NEEDED, OUT_OF_RANGE};
use super::place::{offset_of, skip_string};
use crate::token::{Error, Token, ValueExtent};
use espalier_numerics::decimal;
use serde::de::IgnoredAny;
use std::borrow::Cow;

const OPEN: ValueExtent = ValueExtent { count: None, marker: None };

/// Numbers that JSON does not have, as some libraries write them.
const TOKENS: [&[u8]; 4] = [b"NaN", b"Infinity", b"-Infinity", b"-NaN"];

/// The length of NaN or an infinity, where one starts here.
pub(crate) fn no_number(bytes: &[u8]) -> Option<usize> {
    TOKENS.into_iter().find(|token| bytes.starts_with(token)).map(<[u8]>::len)
}

/// Reads values.
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    /// The first byte that was not read.
    pub at: usize,
    /// The start of the value begun last.
    pub start: usize,
    /// Whether NaN and infinities are read as null.
    lenient: bool,
}

/// A number as it is written.
struct Number<'a> {
    text: &'a str,
    negative: bool,
    /// Its value without the sign, if it is a whole number that fits.
    whole: Option<u64>,
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: 0, start: 0, lenient: false }
    }

    /// A lexer of text that may hold NaN and infinities, which are read as null.
    pub fn lenient(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { lenient: true, ..Lexer::new(bytes) }
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.garbled()),
        }
    }

    /// The next byte that is no space.
    #[inline(always)]
    fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(byte @ b'!'..) => Some(*byte),
            _ => self.peek_far(),
        }
    }

    #[inline(never)]
    fn peek_far(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// The error of text that is no JSON.
    fn garbled(&self) -> Error {
        if self.at >= self.bytes.len() {
            return Error::cut_off(self.bytes.len().saturating_sub(1));
        }
        let mut error = Error::new(self.at, "this is not JSON", NEEDED);
        error.0.garbled = true;
        error
    }

    pub fn null_is_next(&mut self) -> bool {
        match self.peek() {
            Some(b'n') => true,
            Some(b'N' | b'I' | b'-') => self.no_number().is_some(),
            _ => false,
        }
    }

    /// The length of a NaN or an infinity that is read as null, where it is the next value.
    fn no_number(&self) -> Option<usize> {
        let name = self.at + usize::from(self.bytes[self.at] == b'-');
        let possible = self.lenient && matches!(self.bytes.get(name), Some(b'N' | b'I'));
        possible.then(|| no_number(&self.bytes[self.at..])).flatten()
    }

    /// Whether a list or an object is at its end. If so, reads its closing bracket. Otherwise reads the comma before the next value.
    pub fn closed(&mut self, begun: &mut bool, bracket: u8) -> Result<bool, Error> {
        let mut next = self.peek();
        if next == Some(bracket) {
            self.at += 1;
            return Ok(true);
        }
        if *begun {
            if next != Some(b',') {
                return Err(self.garbled());
            }
            self.at += 1;
            next = self.peek();
            if next == Some(bracket) {
                return Err(Error::new(self.at, "this is not JSON: trailing comma", NEEDED));
            }
        }
        *begun = true;
        Ok(false)
    }

    /// The name of a field.
    pub fn key(&mut self) -> Result<Cow<'a, str>, Error> {
        match self.peek() {
            Some(b'"') => self.text(),
            _ => Err(self.garbled()),
        }
    }

    /// Reads the colon after a name.
    pub fn colon(&mut self) -> Result<(), Error> {
        match self.peek() {
            Some(b':') => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.garbled()),
        }
    }

    /// The next value, or its beginning. With `single`, a number with a fraction is read in single precision.
    pub fn token(&mut self, single: bool) -> Result<Token<'a>, Error> {
        let next = self.peek();
        self.start = self.at;
        match next {
            Some(b'N' | b'I' | b'-') if self.no_number().is_some() => {
                self.at += self.no_number().unwrap_or(0);
                Ok(Token::Null)
            }
            Some(b'-' | b'0'..=b'9') => self.number(single),
            Some(b'"') => self.text().map(Token::Text),
            Some(bracket @ (b'[' | b'{')) => {
                self.at += 1;
                Ok(if bracket == b'[' { Token::List(OPEN) } else { Token::Object(OPEN) })
            }
            Some(b'n') => self.word(b"null", Token::Null),
            Some(b't') => self.word(b"true", Token::Flag(true)),
            Some(b'f') => self.word(b"false", Token::Flag(false)),
            _ => Err(self.garbled()),
        }
    }

    fn word(&mut self, word: &[u8], token: Token<'a>) -> Result<Token<'a>, Error> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(self.garbled());
        }
        self.at += word.len();
        Ok(token)
    }

    /// Skips a value. Recurses as deep as the document is nested.
    pub fn skip(&mut self) -> Result<(), Error> {
        match self.peek() {
            Some(b'-' | b'0'..=b'9') if self.no_number().is_none() => self.written().map(drop),
            Some(b'"') => {
                let (text, escaped) = self.quoted()?;
                match escaped && serde_json::from_slice::<IgnoredAny>(text).is_err() {
                    true => Err(self.garbled()),
                    false => Ok(()),
                }
            }
            Some(bracket @ (b'[' | b'{')) => {
                self.at += 1;
                let mut begun = false;
                // The closing bracket is the second byte after the opening one.
                while !self.closed(&mut begun, bracket + 2)? {
                    if bracket == b'{' {
                        if self.peek() != Some(b'"') {
                            return Err(self.garbled());
                        }
                        self.skip()?;
                        self.colon()?;
                    }
                    self.skip()?;
                }
                Ok(())
            }
            _ => self.token(false).map(drop),
        }
    }

    /// The bytes of a text with its quotes, and whether it has escapes.
    fn quoted(&mut self) -> Result<(&'a [u8], bool), Error> {
        let (start, mut i) = (self.at, self.at + 1);
        let mut escaped = false;
        loop {
            match self.bytes.get(i) {
                Some(b'"') => break,
                Some(b'\\') => {
                    // Its other bytes are checked where escapes are.
                    escaped = true;
                    i = skip_string(self.bytes, start) - 1;
                    break;
                }
                Some(32..) => i += 1,
                _ => return Err(self.garbled()),
            }
        }
        self.at = i + 1;
        Ok((&self.bytes[start..self.at], escaped))
    }

    fn text(&mut self) -> Result<Cow<'a, str>, Error> {
        let (text, escaped) = self.quoted()?;
        if escaped {
            return unescaped(text).map(Cow::Owned).map_err(|fault| self.wrong_text(text, fault));
        }
        std::str::from_utf8(&text[1..text.len() - 1]).map(Cow::Borrowed).map_err(|_| self.garbled())
    }

    /// The error of the text that was read last.
    fn wrong_text(&self, text: &[u8], fault: WrongText) -> Error {
        if std::str::from_utf8(text).is_err() {
            return self.garbled();
        }
        if let WrongText::HalfPair = fault {
            return Error::new(self.at - 1, "this is not JSON: half a pair of \\u escapes", NEEDED);
        }
        // serde_json gets the rest of the file too. So its errors distinguish a text that ends early from a file that does.
        let start = self.at - text.len();
        let rest = &self.bytes[start..];
        let Some(e) = serde_json::from_slice::<IgnoredAny>(rest).err() else { return self.garbled() };
        let (what, right) = explain(&e, text);
        Error::new(start + offset_of(rest, e.line(), e.column()), what, right)
    }

    fn number(&mut self, single: bool) -> Result<Token<'a>, Error> {
        let Number { text, negative, whole } = self.written()?;
        if let Some(whole) = whole {
            if !negative {
                return Ok(Token::Unsigned(whole));
            }
            if let Some(number @ ..=-1) = 0i64.checked_sub_unsigned(whole) {
                return Ok(Token::Signed(number));
            }
        }
        let token = match single {
            true => decimal::number(text).map(Token::Single),
            false => decimal::number(text).map(Token::Double),
        };
        match token {
            Some(Token::Single(number)) if number.is_infinite() => Err(self.out_of_range()),
            Some(Token::Double(number)) if number.is_infinite() => Err(self.out_of_range()),
            token => token.ok_or_else(|| self.garbled()),
        }
    }

    fn out_of_range(&self) -> Error {
        Error::new(self.at - 1, OUT_OF_RANGE.0, OUT_OF_RANGE.1)
    }

    /// Reads a number.
    fn written(&mut self) -> Result<Number<'a>, Error> {
        let start = self.at;
        let negative = self.bytes[start] == b'-';
        self.at += usize::from(negative);
        let (first, mut value) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let digits = self.at - first;
        if digits == 0 || digits > 1 && self.bytes[first] == b'0' {
            self.at = first + digits.min(1);
            return Err(self.garbled());
        }
        let mut whole = true;
        if self.bytes.get(self.at) == Some(&b'.') {
            whole = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            whole = false;
            self.at += 1;
            self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        // Nineteen digits always fit.
        let fits = |value| if digits < 20 { Some(value) } else { text[usize::from(negative)..].parse().ok() };
        Ok(Number { text, negative, whole: whole.then_some(value).and_then(fits) })
    }

    /// Reads one digit or more.
    fn digits(&mut self) -> Result<(), Error> {
        let first = self.at;
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
        if self.at == first {
            return Err(self.garbled());
        }
        Ok(())
    }
}

/// The fault of a text with escapes.
pub(super) enum WrongText {
    /// The first or the second half of a pair of escapes, without the other.
    HalfPair,
    /// Any other.
    NoJson,
}

/// The characters of a text with its quotes.
pub(super) fn unescaped(text: &[u8]) -> Result<String, WrongText> {
    let mut rest = std::str::from_utf8(text).ok().and_then(|text| text.strip_prefix('"')).ok_or(WrongText::NoJson)?;
    let mut plain = String::with_capacity(rest.len());
    let push = |plain: &mut String, same: &str| {
        plain.push_str(same);
        if same.bytes().all(|byte| byte >= b' ') {
            Ok(())
        } else {
            Err(WrongText::NoJson)
        }
    };
    while let Some((before, after)) = rest.split_once('\\') {
        push(&mut plain, before)?;
        rest = after.get(1..).ok_or(WrongText::NoJson)?;
        plain.push(match after.as_bytes()[0] {
            same @ (b'"' | b'\\' | b'/') => char::from(same),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = hexadecimal(&mut rest)?;
                // Characters beyond 16 bits are written as a high and a low half.
                if let 0xD800..0xDC00 = code {
                    let fault = if matches!(rest, "" | "\\") { WrongText::NoJson } else { WrongText::HalfPair };
                    rest = rest.strip_prefix("\\u").ok_or(fault)?;
                    let low = hexadecimal(&mut rest)?.checked_sub(0xDC00).filter(|low| *low < 0x400);
                    code = 0x10000 + (code - 0xD800) * 0x400 + low.ok_or(WrongText::HalfPair)?;
                }
                char::from_u32(code).ok_or(WrongText::HalfPair)?
            }
            _ => return Err(WrongText::NoJson),
        });
    }
    push(&mut plain, rest.strip_suffix('"').ok_or(WrongText::NoJson)?)?;
    Ok(plain)
}

/// Reads a number of four hexadecimal digits.
fn hexadecimal(text: &mut &str) -> Result<u32, WrongText> {
    let (digits, rest) = text.split_at_checked(4).ok_or(WrongText::NoJson)?;
    *text = rest;
    let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| all).ok_or(WrongText::NoJson)
}
