//! The reading of documents: places and errors, and the schema document, which stands beside a model or in its file. Every refusal is a
//! [`DocumentError`] with its place and a remedy. Nothing here panics on any input.

pub mod read;
pub mod schema;
pub mod shape;

pub use crate::decoder::json::value;
pub use crate::decoder::strict::document;
pub use crate::error::DocumentError;
pub use schema::{default_schema, resolve, FeatureDoc, Guess, KindDoc, SchemaDoc, Why};
