//! The types of which the documents of model files are made. A [`record!`] names its fields in a table, and one loop in the decoder reads
//! the fields of all records; so a type adds little more than that table to the module. serde's derived readers took 25 kB more of it,
//! compressed (docs/experiments/page-and-module.md).

use super::{strict, Decoder};
use crate::token::{Error, Token, ValueExtent};
use serde_json::Value;
use std::collections::HashMap;

/// A value that a document holds.
pub(crate) trait Read: Default {
    /// Reads the next value into this one.
    ///
    /// # Errors
    /// Where the next value is of another kind, or the text is damaged.
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error>;
}

/// A value that is an object with known fields.
pub(crate) trait Record: Read {
    /// Reads the fields of an object that was begun.
    ///
    /// # Errors
    /// As [`Read::read`]; also where a needed field is missing or a field is unknown.
    fn fill(&mut self, from: &mut Decoder, extent: ValueExtent) -> Result<(), Error>;
}

/// Declares a struct and how it is read. Behind each field stands whether it is `needed` or `optional`; other fields are `refused` or `skipped`.
/// A field that has another name in the document says so: `name as "type": String = needed`.
macro_rules! record {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    (@flag needed) => { true };
    (@flag optional) => { false };
    (@flag refused) => { true };
    (@flag skipped) => { false };
    (
        $(#[$about:meta])*
        $seen:vis struct $record:ident, others $others:ident {
            $($(#[$note:meta])* $shown:vis $field:ident $(as $name:literal)?: $type:ty = $need:ident,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Default)]
        $seen struct $record {
            $($(#[$note])* $shown $field: $type,)*
        }

        impl $crate::decoder::record::Record for $record {
            fn fill(
                &mut self,
                from: &mut $crate::decoder::Decoder,
                extent: $crate::token::ValueExtent,
            ) -> Result<(), $crate::token::Error> {
                const FIELDS: &[$crate::decoder::Field] = &[$($crate::decoder::Field {
                    name: record!(@name $field $($name)?),
                    needed: record!(@flag $need),
                },)*];
                from.fields(extent, FIELDS, record!(@flag $others), &mut |from, field| {
                    let mut index = 0;
                    $(
                        if field == index {
                            return $crate::decoder::record::Read::read(&mut self.$field, from);
                        }
                        index += 1;
                    )*
                    let _ = index;
                    Ok(())
                })
            }
        }

        impl $crate::decoder::record::Read for $record {
            fn read(&mut self, from: &mut $crate::decoder::Decoder) -> Result<(), $crate::token::Error> {
                let extent = from.object()?;
                $crate::decoder::record::Record::fill(self, from, extent)
            }
        }
    };
}

/// Declares an enum whose variants are names in the document. Before it is read it has the first of them.
macro_rules! names {
    (
        $(#[$about:meta])*
        $seen:vis enum $kind:ident {
            $($(#[$note:meta])* $variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        $seen enum $kind {
            $($(#[$note])* $variant,)*
        }

        impl $kind {
            const ALL: &[(&str, $kind)] = &[$(($name, $kind::$variant),)*];
        }

        impl Default for $kind {
            fn default() -> $kind {
                Self::ALL[0].1
            }
        }

        impl $crate::decoder::record::Read for $kind {
            fn read(&mut self, from: &mut $crate::decoder::Decoder) -> Result<(), $crate::token::Error> {
                const NAMES: &[&str] = &[$($name,)*];
                *self = Self::ALL[from.name(NAMES)?].1;
                Ok(())
            }
        }
    };
}

pub(crate) use {names, record};

macro_rules! whole {
    ($needed:literal: $($type:ty)*) => {
        $(impl Read for $type {
            fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
                *self = from.whole(<$type>::MIN as i64, <$type>::MAX as u64, $needed)? as $type;
                Ok(())
            }
        })*
    };
}

whole! { "a whole number, not negative,": u8 u32 usize }
whole! { "a whole number": i32 i64 }

impl Read for f64 {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let token = from.token(false)?;
        *self = token.number().ok_or_else(|| from.unexpected(&token, "a number"))?;
        Ok(())
    }
}

// Parsed in single precision directly: by way of double precision a decimal would be rounded twice.
impl Read for f32 {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        *self = match from.token(true)? {
            Token::Unsigned(number) => number as f32,
            Token::Signed(number) => number as f32,
            Token::Single(number) => number,
            Token::Double(number) => number as f32,
            other => return Err(from.unexpected(&other, "a number")),
        };
        Ok(())
    }
}

impl Read for bool {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        match from.token(false)? {
            Token::Flag(flag) => *self = flag,
            other => return Err(from.unexpected(&other, "true or false")),
        }
        Ok(())
    }
}

impl Read for String {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        match from.token(false)? {
            Token::Text(text) => *self = text.into_owned(),
            other => return Err(from.unexpected(&other, "a string")),
        }
        Ok(())
    }
}

/// Null is `None`.
impl<T: Read> Read for Option<T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        if from.null_is_next() {
            *self = None;
            return from.token(false).map(drop);
        }
        self.insert(T::default()).read(from)
    }
}

impl<T: Read> Read for Box<T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        (**self).read(from)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let mut rest = from.list()?;
        self.clear();
        self.reserve(rest.announced(size_of::<T>()));
        while from.more(&mut rest)? {
            let mut item = T::default();
            item.read(from)?;
            self.push(item);
        }
        self.shrink_to_fit();
        Ok(())
    }
}

/// A list of two values.
impl<A: Read, B: Read> Read for (A, B) {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let mut rest = from.list()?;
        for length in 0..2 {
            if !from.more(&mut rest)? {
                return Err(Error::of(format!("found a list of {length}"), "a list of 2 is needed"));
            }
            match length {
                0 => self.0.read(from)?,
                _ => self.1.read(from)?,
            }
        }
        match from.more(&mut rest)? {
            true => Err(Error::new(from.place(), "the list goes on", "fewer values are right")),
            false => Ok(()),
        }
    }
}

/// An object with any fields.
impl<T: Read> Read for HashMap<String, T> {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        let extent = from.object()?;
        from.entries(extent, &mut |from, key| {
            from.colon()?;
            let mut value = T::default();
            value.read(from)?;
            self.insert(key.into(), value);
            Ok(())
        })
    }
}

impl Read for Value {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        *self = strict::document(from)?;
        Ok(())
    }
}

/// A value that only has to be there.
#[derive(Debug, Default)]
pub(crate) struct Skipped;

impl Read for Skipped {
    fn read(&mut self, from: &mut Decoder) -> Result<(), Error> {
        from.skip()
    }
}
