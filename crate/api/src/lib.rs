//! The documents that people and pages exchange with the engine: request, answer, queries and samples, as JSON and csv; and the way from a
//! model file to an answer ([`Shared`], [`Asked`], [`Running`]). Nothing here panics on any input. Bad input is a [`Refusal`].

mod answer;
mod contract;
mod csv_records;
mod info;
mod library_predictions;
mod number;
mod pace;
mod query_files;
mod refusal;
mod request;
mod row_sample;
mod running;
mod table;
mod telling;

pub use answer::{AnswerDoc, CounterfactualDoc, PredictionDoc};
pub use contract::{contract, unsupported};
pub use info::ModelInfo;
pub use library_predictions::samples;
pub use number::Num;
pub use pace::Pace;
pub use query_files::{Queries, QueryRows};
pub use refusal::Refusal;
pub use request::{Engine, LearnedCause, Request, RequestCache, RequestOptions};
pub use row_sample::RowSample;
pub use running::{Asked, Parts, Running, Shared};
pub use telling::Telling;
