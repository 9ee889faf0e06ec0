//! Random small instances and an exhaustive solver, shared by the tests. Nothing here uses the search.
#![allow(dead_code)]

pub mod brute;
pub mod claims;
pub mod curved;
pub mod damage;
pub mod driver;
pub mod engine;
pub mod ensembles;
pub mod instance;
pub mod learned;
pub mod oblique;
pub mod options;
pub mod programs;
pub mod queries;
pub mod regions;
pub mod rng;
pub mod schemas;
pub mod shrink;
pub mod straight;

pub use instance::Instance;
pub use rng::Rng;

/// A number of the environment, which chooses other seeds than the fixed ones.
pub fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}
