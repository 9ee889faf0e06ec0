//! The tokens of JSON and UBJSON, and the error at which their reading stops.

use crate::words::{one_line, text};
use std::borrow::Cow;
use std::fmt;

/// Most levels of nesting. Model files need fewer than ten.
pub(crate) const DEEPEST: usize = 100;

/// The words for a document that is cut off.
pub(crate) const CUT_OFF: &str = "the file ends in the middle of the document";

/// The reason why decoding stopped. Every result of the decoder may hold one, so it is a single word.
#[derive(Debug)]
pub(crate) struct Error(pub Box<Stop>);

/// The words and the place of an error.
#[derive(Debug)]
pub(crate) struct Stop {
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

    /// An error at the value that was read last.
    pub fn of(what: impl Into<String>, right: impl Into<String>) -> Error {
        Error(Box::new(Stop { what: what.into(), right: right.into(), at: None, garbled: false }))
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
    /// A message of a fault, "; " and a remedy.
    fn custom<T: fmt::Display>(message: T) -> Error {
        let message = message.to_string();
        let (what, right) =
            message.split_once("; ").unwrap_or((&message, "a file as the library itself writes it is needed"));
        Error::of(one_line(what), one_line(right))
    }
}

/// A value, or the beginning of one.
pub(crate) enum Token<'a> {
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

impl Token<'_> {
    /// The number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Token::Unsigned(number) => Some(number as f64),
            Token::Signed(number) => Some(number as f64),
            Token::Single(number) => Some(f64::from(number)),
            Token::Double(number) => Some(number),
            _ => None,
        }
    }

    /// The token in words.
    pub fn shown(&self) -> String {
        match self {
            Token::Null => "null".into(),
            Token::Flag(flag) => flag.to_string(),
            Token::Unsigned(number) => format!("the number {number}"),
            Token::Signed(number) => format!("the number {number}"),
            // In JSON's notation: 1e300, not 301 digits.
            Token::Single(_) | Token::Double(_) => format!("the number {}", text(&self.number())),
            Token::Text(text) => format!("the text {}", one_line(&format!("{text:?}"))),
            Token::List(_) => "a list".into(),
            Token::Object(_) => "an object".into(),
        }
    }
}

/// The number of values in a list or an object, and their common type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueExtent {
    /// `None`: up to the closing bracket.
    pub count: Option<usize>,
    pub marker: Option<u8>,
}
