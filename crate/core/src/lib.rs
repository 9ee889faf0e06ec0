//! Exact counterfactuals for tree ensembles.
//!
//! Data flow one way: model -> query -> search -> explanation. This crate is pure: no wasm, no clock, no files, no
//! randomness of its own. `espalier-documents` reads model files, requests and schemas into its types.

pub mod draws;
pub mod ensemble;
pub mod explanation;
pub mod grid;
pub mod model;
pub mod query;
pub mod regions;
pub mod schema;
pub mod search;
pub mod sorting;
