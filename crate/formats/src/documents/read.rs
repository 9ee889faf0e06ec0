//! Reads a JSON value together with its place. Every getter refuses an unexpected value by JSON pointer.

use crate::error::DocumentError;
use crate::words::{describe, quote, suggest};
use serde_json::{Map, Value};

/// A value and its JSON pointer.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The value.
    pub value: &'a Value,
    /// Its JSON pointer.
    pub at: String,
}

/// An object all of whose fields are known.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    /// The object's JSON pointer.
    pub at: String,
}

/// A JSON pointer one step deeper (RFC 6901 escapes).
pub fn below(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

impl<'a> Place<'a> {
    /// A value at a JSON pointer (empty: the whole document).
    pub fn new(value: &'a Value, at: impl Into<String>) -> Self {
        Place { value, at: at.into() }
    }

    /// The error that the value here is not the one that `right` describes.
    pub fn wrong(&self, right: impl Into<String>) -> DocumentError {
        DocumentError::new(self.at.clone(), format!("found {}", describe(self.value)), right)
    }

    /// The error that something is wrong here.
    pub fn error(&self, what: impl Into<String>, right: impl Into<String>) -> DocumentError {
        DocumentError::new(self.at.clone(), what, right)
    }

    /// The object here, with any fields.
    pub fn map(&self) -> Result<Fields<'a>, DocumentError> {
        match self.value {
            Value::Object(map) => Ok(Fields { map, at: self.at.clone() }),
            _ => Err(self.wrong("an object is needed")),
        }
    }

    /// The object here; a field that is not in `known` is an error.
    pub fn object(&self, known: &[&str]) -> Result<Fields<'a>, DocumentError> {
        let fields = self.map()?;
        match fields.map.keys().find(|k| !known.contains(&k.as_str())) {
            Some(k) => Err(DocumentError::new(
                below(&self.at, k),
                format!("unknown field {}", quote(k)),
                suggest(k, known.iter().copied()),
            )),
            None => Ok(fields),
        }
    }

    /// The items of the list here.
    pub fn list(&self) -> Result<Vec<Place<'a>>, DocumentError> {
        match self.value {
            Value::Array(items) => {
                Ok(items.iter().enumerate().map(|(i, v)| Place::new(v, format!("{}/{i}", self.at))).collect())
            }
            _ => Err(self.wrong("a list is needed")),
        }
    }

    /// The text here.
    pub fn text(&self) -> Result<&'a str, DocumentError> {
        self.value.as_str().ok_or_else(|| self.wrong("text is needed"))
    }

    /// The truth value here.
    pub fn flag(&self) -> Result<bool, DocumentError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false is needed"))
    }

    /// The finite number here.
    pub fn number(&self) -> Result<f64, DocumentError> {
        match self.value.as_f64() {
            Some(n) if n.is_finite() => Ok(n),
            _ => Err(self.wrong("a number is needed")),
        }
    }

    /// The finite number of at least 0 here.
    pub fn amount(&self) -> Result<f64, DocumentError> {
        match self.number()? {
            n if n >= 0.0 => Ok(n),
            _ => Err(self.wrong("a number of at least 0 is needed")),
        }
    }

    /// The whole number of at least 0 here.
    pub fn index(&self) -> Result<usize, DocumentError> {
        match self.value.as_f64() {
            Some(n) if n >= 0.0 && n <= f64::from(u32::MAX) && n.fract() == 0.0 => Ok(n as usize),
            _ => Err(self.wrong("a whole number of at least 0 is needed")),
        }
    }
}

impl<'a> Fields<'a> {
    /// A field; one that is null counts as absent.
    pub fn get(&self, name: &str) -> Option<Place<'a>> {
        match self.map.get(name) {
            None | Some(Value::Null) => None,
            Some(value) => Some(Place::new(value, below(&self.at, name))),
        }
    }

    /// A field that must be there.
    pub fn need(&self, name: &str) -> Result<Place<'a>, DocumentError> {
        self.get(name).ok_or_else(|| {
            DocumentError::new(self.at.clone(), format!("the field {} is missing", quote(name)), "give it")
        })
    }

    /// A field read by `read`, where it is there.
    pub fn maybe<T>(
        &self,
        name: &str,
        read: impl FnOnce(Place<'a>) -> Result<T, DocumentError>,
    ) -> Result<Option<T>, DocumentError> {
        self.get(name).map(read).transpose()
    }

    /// All fields with their places, nulls too.
    pub fn each(&self) -> impl Iterator<Item = (&'a str, Place<'a>)> + '_ {
        self.map.iter().map(|(k, v)| (k.as_str(), Place::new(v, below(&self.at, k))))
    }
}
