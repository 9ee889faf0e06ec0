//! The search engines that have to be fast, and the problem that they solve, each in a folder or a file. The box search is for models whose regions
//! are boxes, and for costs that are sums over features. Branch and bound over linear and quadratic programs is for hyperplanes, and for limits that
//! couple features. The others are boxes with Lagrangian prices for linear constraints, the nearest background row, and box searches for costs with a
//! largest change (`linf_search`).
//!
//! This crate is for `espalier-search` alone, which chooses the engine, orders its runs and makes answers of its points. It is a crate of its own
//! since the module for browsers compiles it for speed and the session for size.

pub mod box_search;
mod engine_search;
mod error;
pub mod lagrangian;
pub mod linf_search;
pub mod lp_search;
pub mod nearest_row;
pub mod problem;
pub mod tolerances;

pub use crate::engine_search::{EnginePoint, EngineSearch};
pub use crate::error::SearchError;
