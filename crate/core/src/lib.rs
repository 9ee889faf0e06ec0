//! Exact counterfactuals for tree ensembles.
//!
//! model file -> ensemble -> query -> search -> explanation: data flows one way. This crate is pure:
//! no wasm, no clock, no files, no randomness of its own.

pub mod ensemble;
pub mod explanation;
pub mod grid;
pub mod model;
pub mod query;
pub mod regions;
pub mod schema;
pub mod search;
pub mod verify;
pub mod wire;
