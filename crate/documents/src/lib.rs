//! The documents of people and libraries as the types of `espalier-core`: model files ([`formats`]), the JSON and csv documents of the four
//! faces ([`wire`]), and searches between these ([`Running`]). Nothing here panics on any input.

pub mod boosted;
pub mod formats;
pub mod isolation;
pub mod oblique;
mod refusal;
mod running;
pub mod wire;

pub use refusal::Refusal;
pub use running::{Asked, Running, Shared};
