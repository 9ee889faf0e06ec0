//! Schema documents (docs/contract/schema.md): read by [`SchemaDoc::parse`], resolved against a model by [`resolve`]. A model without a
//! document gets [`default_schema`].

mod document;
mod guess;
mod ranges;
mod resolve;

pub use document::{change, weight, ChangeDoc, WeightDoc};
pub use document::{FeatureDoc, KindDoc, SchemaDoc};
pub use guess::{Guess, Why};
pub use resolve::{default_schema, resolve};

#[cfg(test)]
mod tests;
