//! Espalier's own model JSON (docs/model-json.md), which python/espalier_export.py and [`write()`] write.

#[cfg(feature = "own")]
mod document;
#[cfg(feature = "own")]
mod oblivious;
#[cfg(feature = "own")]
mod read;
#[cfg(feature = "own")]
mod trees;
#[cfg(feature = "foreign")]
mod write;

#[cfg(feature = "own")]
pub(super) use read::load;
#[cfg(feature = "foreign")]
pub use write::write;
