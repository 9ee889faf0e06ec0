//! Espalier's own model JSON (docs/contract/model-json.md), which the Python package and [`write()`] write.

mod document;
mod oblivious;
mod read;
mod trees;
mod write;

pub(super) use read::load;
pub use write::write;
