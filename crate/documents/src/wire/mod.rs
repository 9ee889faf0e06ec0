//! The documents that people and pages exchange with the engine: schema, request, answer, queries. One side is JSON and csv, the other
//! the core's own types. Only the faces and the model loaders import this module. Nothing here panics on any input; every refusal is a
//! [`WireError`].

mod answer;
mod contract;
mod error;
mod info;
mod number;
mod queries;
mod read;
mod records;
mod request;
mod row_sample;
mod samples;
mod schema;
mod shape;
pub(crate) mod strict;
mod table;
pub(crate) mod text;

pub use answer::{AnswerDoc, CounterfactualDoc, PredictionDoc};
pub use contract::contract;
pub use error::WireError;
pub use info::ModelInfo;
pub use number::Num;
pub use queries::{Queries, QueryRows};
pub use request::{Engine, Forests, Lesson, Request, RequestOptions};
pub use row_sample::RowSample;
pub use samples::samples;
pub use schema::{default_schema, resolve, FeatureDoc, Guess, KindDoc, SchemaDoc, Why};
pub use strict::{document, value};
