//! Checks answers and their certificates from the definitions alone: [`verify`] checks each statement of an answer,
//! [`certificate()`] its proof. Beside these, [`joint_ranges()`] computes how far the changes of an answer may go
//! together, and [`HullSlice`] the part of a slice to which hulls confine answers. Shares only the types of models,
//! queries and answers with the search. Its functions run once for each answer, so its WebAssembly is compiled for
//! size.

mod answer;
mod certificate;
mod cost;
mod error;
mod hull_slice;
mod inverse;
mod joint_ranges;
mod learned;
mod limits;
mod region;
mod split_margin;
mod target;
mod tolerances;
mod written;

pub use answer::verify;
pub use certificate::certificate;
pub use error::VerifyError;
pub use hull_slice::HullSlice;
pub use joint_ranges::{joint_ranges, JointRange, JointRangesError};
pub use learned::at_once;
pub use target::met;
pub use written::{shortest, verify_written};
