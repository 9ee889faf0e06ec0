//! Random small instances and an exhaustive solver, shared by the tests. Nothing here uses the search.
#![allow(dead_code)]

pub mod brute;
pub mod ensembles;
pub mod instance;
pub mod oblique;
pub mod programs;
pub mod queries;
pub mod rng;
pub mod schemas;
pub mod shrink;

pub use instance::Instance;
pub use rng::Rng;
