//! What people and libraries write, as the types of `espalier-core`: model files ([`formats`]) and the JSON and csv
//! documents of the four faces ([`wire`]), and searches between these ([`Running`]). Whatever the input, nothing here panics.

pub mod boosted;
pub mod formats;
pub mod isolation;
pub mod oblique;
mod refusal;
mod running;
pub mod wire;

pub use refusal::Refusal;
pub use running::{Asked, Running, Shared};
