//! The mixed-integer program of a query: the OCEAN formulation. It can be solved, or written to a file.

mod formulation;
pub(crate) mod hyperplanes;
mod node;
mod relaxation;
mod search;

pub(crate) use search::MilpSearch;
pub(crate) use {
    formulation::{number, safe, safe_part, unique, Column, Domain, Feasible, Purpose, Why},
    relaxation::{Lp, Outcome, Relaxation, Square, Steps},
};

pub use formulation::{Format, Formulation, ProgramKind};

/// The reason why the mixed-integer program does not take causal relations by trees.
pub(crate) const NO_TREES: &str =
    "consequences of trees are not in the mixed-integer program in this version; leave the engine out";
