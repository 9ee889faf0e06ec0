//! Checks answers and their certificates from the definitions alone: [`verify`] checks each statement of an answer, [`certificate`] its proof. Beside
//! these, [`joint_ranges`] says how far the changes of an answer may go together, and [`HullSlice`] where answers may lie at all where hulls bound them.
//! Shares nothing with the search but the types of models, queries and answers. Asked once an answer, so its WebAssembly is compiled for size.

mod answer;
mod cells;
mod certificate;
mod cost;
mod error;
mod forms;
mod hulls;
mod inverse;
mod joint_ranges;
mod limits;
mod proof;
mod region;
mod target;
mod tolerances;

pub use answer::verify;
pub use certificate::certificate;
pub use error::VerifyError;
pub use hulls::HullSlice;
pub use joint_ranges::{joint_ranges, JointRange, JointRangesError};
pub use target::met;
