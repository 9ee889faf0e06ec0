//! The ground floor: models, questions and answers as types. An [`Ensemble`](ensemble::Ensemble) predicts, a [`Schema`](schema::Schema) gives its
//! columns a meaning, a [`Query`](query::Query) asks, and an [`Explanation`](explanation::Explanation) answers. [`regions`] has the predictions of
//! a whole plane. Nothing here searches, and nothing knows a file format.

pub mod cells;
pub mod ensemble;
pub mod explanation;
mod model;
pub mod query;
pub mod regions;
pub mod schema;

pub use model::{Background, Model, Origin};
