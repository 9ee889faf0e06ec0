//! The documents that people and pages exchange with the engine: request, answer, queries and samples, as JSON and csv; and the way from a
//! model file to an answer ([`Shared`], [`Asked`], [`Running`]). Nothing here panics on any input. Bad input is a [`Refusal`].

mod answer;
mod contract;
mod info;
mod number;
mod queries;
mod records;
mod refusal;
mod request;
mod row_sample;
mod running;
mod samples;
mod table;

pub use answer::{AnswerDoc, CounterfactualDoc, PredictionDoc};
pub use contract::{contract, unsupported};
pub use info::ModelInfo;
pub use number::Num;
pub use queries::{Queries, QueryRows};
pub use refusal::Refusal;
pub use request::{Engine, Lesson, Request, RequestCache, RequestOptions};
pub use row_sample::RowSample;
pub use running::{Asked, Running, Shared};
pub use samples::samples;
